"""Whole rounds played at random on kernels: every wager's hold and deviation beside the exact figures, and what seats share."""
