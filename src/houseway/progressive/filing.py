"""What a filing does to a meter: open it, join it, amend its terms, withdraw a table."""

from collections.abc import Mapping

from houseway.events import Event
from houseway.progressive.meter import (
    AMENDED,
    AMOUNTS,
    CHANGE_REQUESTED,
    JOINED,
    OPENED,
    RATE,
    WITHDRAWN,
    MeterTerms,
    ProgressiveMeter,
    meter_refusal,
)
from houseway.submission import FiledMeter, Rules


def open_meter(filed: FiledMeter, rules: Rules, named: str = "", table: str = "") -> Event:
    """Open a meter at the filed amount, which the house puts in. It is named after its wager, unless that name is taken."""
    terms = MeterTerms.from_rules(filed, rules)
    name = named or f"{filed.wager}/{filed.name}"
    return Event(OPENED, terms.clauses, {"meter": name, **terms.to_facts, "table": table, "paid_from": "house"})


def join_meter(meter: ProgressiveMeter, table: str) -> Event:
    """A table whose submission has the meter on its present terms shares it."""
    return Event(JOINED, meter.terms.clauses, {"meter": meter.id, "table": table})


def amend_meter(meter: ProgressiveMeter, terms: MeterTerms, table: str = "") -> Event:
    """Give a meter new terms: by the submission of its only table, or at all its tables at once. The live amount stays."""
    _check_same_meter(meter, terms)
    effect = _describe_amendment(meter, terms.filed_meter)
    return Event(
        AMENDED, meter.law(RATE, *terms.clauses), {"meter": meter.id, **terms.to_facts, "table": table, "effect": effect}
    )


def request_terms(meter: ProgressiveMeter, terms: MeterTerms, changes: Mapping[str, object], by: str, why: str) -> Event:
    """Request new terms for all tables of a meter. Terms that change what a wager is worth wait until the jackpot is won, unless
    no wager has fed it yet."""
    _check_same_meter(meter, terms)
    waits = meter.terms.changes_return(terms) and meter.grown > 0
    facts = {"changes": dict(changes), "by": by, "why": why, "waits_for_reset": waits}
    return Event(CHANGE_REQUESTED, meter.law(RATE, *terms.clauses), {"meter": meter.id, **terms.to_facts, **facts})


def _check_same_meter(meter: ProgressiveMeter, terms: MeterTerms) -> None:
    if terms.key != meter.terms.key:
        given, own = (" ".join(filter(None, each.key)) for each in (terms, meter.terms))
        law = RATE if terms.denomination else AMOUNTS
        raise meter_refusal(meter, f"{given} is a different meter", "progressive.other-meter", given, own, law)


def check_table_may_amend(meter: ProgressiveMeter, terms: MeterTerms, table: str) -> None:
    """One table's submission does not change a meter that other tables share, nor a jackpot that wagers have fed."""
    others = sorted(meter.tables - {table})
    if others:
        shared = f"{', '.join(others)} share{'' if len(others) > 1 else 's'} it"
        said = f"{shared}, so its terms change for all its tables at once, not by the submission of {table}"
        raise meter_refusal(meter, said, "progressive.shared", _list_changes(meter.terms, terms), "its present terms", AMOUNTS)
    if meter.terms.changes_return(terms) and meter.grown > 0:
        said = "wagers have fed this jackpot, so its rate and paytable stay until it is won and reset"
        raise meter_refusal(
            meter, said, "progressive.waits-for-reset", _list_changes(meter.terms, terms), "after the next reset", RATE
        )


def _list_changes(old: MeterTerms, new: MeterTerms) -> str:
    before, after = old.to_facts, new.to_facts
    changed = [name for name, fact in before.items() if after[name] != fact]
    return "; ".join(f"{name} {_fact_words(after[name])} instead of {_fact_words(before[name])}" for name in changed)


def _fact_words(fact: object) -> str:
    """Return a fact in words: the names of tables and not a tuple of them."""
    if isinstance(fact, tuple):
        return ", ".join(map(str, fact)) or "none"
    return str(fact)


def withdraw_meter(meter: ProgressiveMeter, table: str, why: str) -> Event:
    """Withdraw a table whose submission no longer has the meter."""
    effect = (
        f"the meter keeps {meter.displayed}, and neither takes contributions from {table} nor pays awards there until"
        " it is filed again"
    )
    return Event(WITHDRAWN, meter.terms.clauses, {"meter": meter.id, "table": table, "why": why, "effect": effect})


def _describe_amendment(meter: ProgressiveMeter, filed: FiledMeter) -> str:
    old = meter.filed_meter
    changed = {
        f"from the next wager on it grows by {filed.rate} of each wager instead of {old.rate}": filed.rate != old.rate,
        f"its next reset is to {filed.reset} instead of {old.reset}": filed.reset != old.reset,
        f"the new starting amount of {filed.seed} has no effect, because the meter has already started": filed.seed != old.seed,
        f"it is shared by {', '.join(filed.tables) or 'any table'}": filed.tables != old.tables,
    }
    return "; ".join([f"the meter stays at {meter.displayed}", *(said for said, new in changed.items() if new)])
