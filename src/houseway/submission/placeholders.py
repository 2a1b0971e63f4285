"""What a new submission has where the operator has to decide and the rule book sets nothing; remedies propose the same."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def placeholder_values() -> dict[str, Any]:
    return tomllib.loads((files("houseway.submission") / "placeholders.toml").read_text(encoding="utf-8"))
