"""Rule books and what is filed under them: look them up, write a submission, check it, print its sign and layout."""
