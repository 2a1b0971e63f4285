"""What the analysis says of Ultimate Texas Hold'em alone."""
