"""How many examples are tried of what chance may give."""

import os

MORE = int(os.environ.get("HOUSEWAY_MORE", "1"))
"""How many times as many as in `make test`, and then other ones each time; `make prove` says so."""
