"""What is simulated of a game: how kernels play it, and what outcomes bring each wager. Each game describes itself by these."""
