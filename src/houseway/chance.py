"""Sources of chance for shuffles, dice, numbers and cuts: a seeded one that repeats, and the operating system's."""

import random


def seeded_chance(seed: int | str) -> random.Random:
    """Return a source that gives the same cards for the same seed, on every machine."""
    return random.Random(seed)  # noqa: S311 - made to repeat; play for money uses `system_chance`


def system_chance() -> random.SystemRandom:
    """Return the operating system's source of chance, which cannot be predicted."""
    return random.SystemRandom()
