"""The result of a round, as docs/referee.md describes it."""

from typing import Any

from houseway_referee.money import moved, show
from houseway_referee.pai_gow_div.leaving import show_left
from houseway_referee.pai_gow_div.state import BONUS, Left, Play, Wager, balance


def round_result(play: Play, judged: list[dict[str, Any]], left: Left) -> dict[str, Any]:
    """Print a round; nothing stays in the centre of the table."""
    net = moved(balance(play.transfers))
    assert "centre" not in net, "the centre is empty"
    return {
        "round": play.record.number,
        "acts": judged,
        "void": play.void,
        "wagers": {
            f"{area.position} {name}": show_wager(wager) for area in play.areas.values() for name, wager in area.wagers.items()
        },
        "envy": {f"{place} {BONUS}": cents for place, cents in play.envy.items()},
        "meters": show_meters(play),
        "bank": show_bank(play),
        "net": net,
        "order": play.order,
        "findings": play.findings,
        "left": show_left(left),
    }


def show_wager(wager: Wager) -> dict[str, Any]:
    """Print a wager."""
    return {
        "result": wager.result,
        "stake": wager.amount,
        "returned": wager.returned,
        "cents": wager.cents,
        "vigorish": wager.vigorish,
        "clauses": wager.clauses,
        "row": wager.row,
    }


def show_meters(play: Play) -> dict[str, Any]:
    """Print the meter."""
    if play.meter is None:
        return {}
    added = [{"position": place, "amount": show(amount)} for place, amount in play.contributions.items()]
    return {
        play.meter.key: {
            "before": show(play.record.meters[play.meter.key]),
            "after": show(play.meter_value),
            "contributions": added,
            "awards": play.awards,
        }
    }


def show_bank(play: Play) -> dict[str, Any] | None:
    """Print the bank, if the round had one."""
    bank = play.bank
    if bank is None or not bank.confirmed:
        return None
    amounts = dict.fromkeys(("called", "house-called", "surplus", "house-half", "vigorish", "given"), 0)
    return {
        "position": bank.position,
        "player": bank.player,
        "co-banking": bank.co_banking,
        "house-stake": bank.house_stake,
        "house": bank.house,
        "collected": bank.collected,
        "paid": bank.paid,
        **amounts,
        **bank.amounts,
    }
