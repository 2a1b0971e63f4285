"""Reports for people who ask the service: read in threads, with names, and with exact odds from workers."""
