"""What the desks work with, without HTTP: rules from what somebody sent, and figures as values that travel."""
