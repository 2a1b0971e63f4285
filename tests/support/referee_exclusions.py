"""Situations in which the two programs differ, and nobody has decided yet which of them is right: why rounds are left out.

Each names a round by what happened in it. A round is left out only if it differs; it is counted, with the reason. Whoever decides
one of them deletes it here.
"""


def has(ended, kind, **facts):
    """Whether an event of a kind with some facts is among those of the round."""
    return any(event.kind == kind and facts.items() <= dict(event.facts).items() for event in ended.events)


def acts_of(ended, *names):
    """The facts of some acts, in this round and in one before it about which something was found."""
    before = acts_of(ended.before, *names) if ended.before is not None else []
    return [*before, *(act["facts"] for act in ended.acts if act["act"] in names and "refused" not in act)]


def takes(ended, *choices):
    """Whether the filing takes one of these choices of readings."""
    filed = ended.filing["readings"]
    return any(filed.get(reading) == choice for reading, _, choice in (each.partition("=") for each in choices))


def only(differences, what, *keys):
    return all(each.what == what and (not keys or each.key in keys) for each in differences)


def several_findings(ended, differences):
    return sum(event.kind == "finding-reported" for event in ended.events) > 1


def annulled_round(ended, differences):
    return has(ended, "round-annulled") and only(differences, "left", "first-offer", "button")


def button_stood_in_for(ended, differences):
    late_idle = has(ended, "table-idled") and ended.before is not None
    return (late_idle or has(ended, "method-switched")) and only(differences, "left", "button")


def exposed_where_nobody_wagered(ended, differences):
    return any("round" in facts and facts.get("when") == "dealing" for facts in acts_of(ended, "report-exposed")) and only(
        differences, "finding"
    )


def meter_after_annulment(ended, differences):
    return takes(ended, "PG-51=at-settlement") and has(ended, "round-annulled") and only(differences, "meter")


def no_longer_has_it(ended, differences):
    return any(event.facts.get("owed") for event in ended.events)


EXCLUDED = {
    "what a player no longer has, when a void round is undone (PG-90, DIV-90, UTH-90, FC-90)": no_longer_has_it,
    "several findings about one round before a ruling": several_findings,
    "where the offers begin, and the button, when the first round of a game is annulled (PG-99, DIV-113)": annulled_round,
    "the button where something begins to stand in for it, or after an idle table with a finding (md 5.K(3))": button_stood_in_for,
    "a card that came face up in a deal by hand where nobody wagered, reported late (md 14.J, PG-40)": exposed_where_nobody_wagered,
    "contributions at settlement to a meter in a round in which the one before is annulled (PG-51, PG-90)": meter_after_annulment,
}
"""By reason: what must have happened in the round."""


def excluded(ended, differences):
    """Why a round that differs is left out; empty if it is not."""
    return next((reason for reason, happened in EXCLUDED.items() if happened(ended, differences)), "")
