"""What the house holds over a shift, a day and a month, and how the seats of its tables vary together."""
