"""Reports of the service: read in threads, with display names, and with exact odds from workers."""
