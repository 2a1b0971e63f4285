"""The tests: folders mirror those of `src/houseway`; `support` holds what they share, `rounds` the golden rounds."""
