"""What a filing does to a meter: open it, amend its terms, withdraw a table."""

from houseway.events import Event
from houseway.progressive.meter import (
    AMENDED,
    AMOUNTS,
    OPENED,
    RATE,
    WITHDRAWN,
    MeterTerms,
    ProgressiveMeter,
    refusal,
)
from houseway.submission import FiledMeter as Filed
from houseway.submission import Rules


def open_meter(filed: Filed, rules: Rules, named: str = "") -> Event:
    """Open a meter at the filed amount, which the house puts in. It is named after its wager, unless that name is taken."""
    terms = MeterTerms.from_rules(filed, rules)
    name = named or f"{filed.wager}/{filed.name}"
    return Event(OPENED, terms.clauses, {"meter": name, **terms.to_facts, "paid_from": "house"})


def amend_meter(meter: ProgressiveMeter, filed: Filed, rules: Rules, table: str) -> Event:
    """Amend a meter by a table's new submission. The live amount stays."""
    terms = MeterTerms.from_rules(filed, rules)
    if terms.key != meter.terms.key:
        given, own = (" ".join(filter(None, each.key)) for each in (terms, meter.terms))
        law = RATE if terms.denomination else AMOUNTS
        raise refusal(meter, f"{given} is a different meter", "progressive.other-meter", given, own, law)
    effect = _describe_amendment(meter, filed)
    return Event(
        AMENDED, meter.law(RATE, *terms.clauses), {"meter": meter.id, **terms.to_facts, "table": table, "effect": effect}
    )


def withdraw_meter(meter: ProgressiveMeter, table: str, why: str) -> Event:
    """Withdraw a table whose submission no longer has the meter."""
    effect = (
        f"the meter keeps {meter.displayed}, and neither takes contributions from {table} nor pays awards there until"
        " it is filed again"
    )
    return Event(WITHDRAWN, meter.terms.clauses, {"meter": meter.id, "table": table, "why": why, "effect": effect})


def _describe_amendment(meter: ProgressiveMeter, filed: Filed) -> str:
    old = meter.filed_meter
    changed = {
        f"from the next wager on it grows by {filed.rate} of each wager instead of {old.rate}": filed.rate != old.rate,
        f"its next reset is to {filed.reset} instead of {old.reset}": filed.reset != old.reset,
        f"the new starting amount of {filed.seed} has no effect, because the meter has already started": filed.seed != old.seed,
        f"it is shared by {', '.join(filed.tables) or 'any table'}": filed.tables != old.tables,
    }
    return "; ".join([f"the meter stays at {meter.displayed}", *(said for said, new in changed.items() if new)])
