"""What every request passes, whatever it is about: limits, who asks, refusals, compression, headers, records."""
