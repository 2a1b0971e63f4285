"""Which events are irregularities of a round."""

IRREGULAR = frozenset(
    (
        "base-voided",
        "card-drawn-in-error",
        "card-exposed",
        "card-found-face-up",
        "card-set-aside",
        "count-ruled",
        "deck-condemned",
        "device-failed",
        "exposure-ruled",
        "finding-reported",
        "finding-ruled",
        "hand-abandoned",
        "hand-reset",
        "hand-voided",
        "irregularity-recorded",
        "lid-lifted-by-bank",
        "light-ruled",
        "no-roll-called",
        "recut-ordered",
        "round-voided",
        "stacks-spoiled",
        "stub-card-seen",
    )
)
"""Events that a round without irregularities does not have."""
