"""Compare houseway's speed with popular hand evaluators, all measured in one run: `python -m benchmarks`.

evaluators   the evaluators that are compared, and how each is called
measure      whether they rank alike, and how fast they are
startup      the time that a fresh process needs for its first answer
tables       rounds per second through the whole engine
auditing     rounds per second of the audit, beside those of the engine
solving      the time and memory that it takes to solve a game
report       the table, the page and the chart

`known.toml` has published numbers, each with its source.
"""
