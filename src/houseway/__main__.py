"""`python -m houseway`."""

from houseway.cli import main

main()
