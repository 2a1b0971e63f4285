"""All deals of a round by how the game ends and by what decides the optional wagers of one spot, all at once."""
