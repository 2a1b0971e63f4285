"""Reports of the house: rows that are derived from the streams (`rows`), and the reports that are computed from them."""
