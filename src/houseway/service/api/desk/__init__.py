"""Routes of the desks: rules, submissions, odds, solved games, advice, house ways, and the jobs behind the long ones."""
