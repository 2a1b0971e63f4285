"""The files of the browser, and the documentation."""
