"""How fast houseway ranks hands, beside the evaluators that people use, all measured in one run: `python -m benchmarks`.

evaluators   who is compared, and how each is called
measure      do they rank alike, and how fast are they
startup      what a fresh process costs before its first answer
tables       rounds a second through the whole engine
solving      how long a game takes to solve, and how much memory
report       the table, the page and the chart

`known.toml` holds numbers known from outside, each with its source.
"""
