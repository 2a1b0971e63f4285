"""Exact odds of every optional wager and envy bonus, counted once and answered for any paytable, reading and stake."""
