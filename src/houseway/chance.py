"""Sources of chance for shuffles, dice, numbers and cuts. A seeded one repeats itself, the system's does not."""

import random


def seeded(seed: int | str) -> random.Random:
    """The same seed gives the same cards, on every machine."""
    return random.Random(seed)  # noqa: S311 - made to repeat itself; play for money takes `system`


def system() -> random.SystemRandom:
    """Chance from the operating system: nothing that happened before tells what comes."""
    return random.SystemRandom()
