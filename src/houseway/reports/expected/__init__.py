"""What the exact odds expect of wagers, and the hold against it."""
