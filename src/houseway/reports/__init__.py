"""Reports of the house: rows that follow from the streams (`rows`), and what is asked of them."""
