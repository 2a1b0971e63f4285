"""Ultimate Texas Hold'em, md.ultimate-texas-holdem."""
