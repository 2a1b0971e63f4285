"""Situations in which the two programs differ, and nobody has decided yet which of them is right: why rounds are left out.

Each names a round by what happened in it. A round is left out only if it differs; it is counted, with the reason. Whoever decides
one of them deletes it here.
"""


def has(ended, kind, **facts):
    """Whether an event of a kind with some facts is among those of the round."""
    return any(event.kind == kind and facts.items() <= dict(event.facts).items() for event in ended.events)


def only(differences, what, *keys):
    return all(each.what == what and (not keys or each.key in keys) for each in differences)


def no_round_of_the_game_counts(ended, differences):
    return has(ended, "round-annulled") and only(differences, "left", "first-offer", "may bank")


EXCLUDED = {
    "who may bank, and where the offers begin, after a round with a confirmed bank that is void, too (PG-99, DIV-113)": (
        no_round_of_the_game_counts
    ),
}
"""By reason: what must have happened in the round."""


def excluded(ended, differences):
    """Why a round that differs is left out; empty if it is not."""
    return next((reason for reason, happened in EXCLUDED.items() if happened(ended, differences)), "")
