"""The work of the desks without HTTP: rules from what somebody sent, and figures as JSON values."""
