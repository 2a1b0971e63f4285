"""Find the readings that decide the odds of a wager: another choice of one of them would change a row."""

from collections.abc import Mapping
from dataclasses import replace

from houseway.analysis.decisive_readings import choose_otherwise
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.odds_calculation import wager_odds
from houseway.regulation import Regulation
from houseway.submission import Rules


def with_decisive_readings(source: Rules | Regulation, found: WagerOdds, given: Mapping[str, str]) -> WagerOdds:
    """Return the odds with only those readings that decide them. `given` are choices that replace those of the source.

    Rows of somebody's own are in no book, so that they cannot be counted again; they keep all their readings.
    """
    book = source.regulation if isinstance(source, Rules) else source
    if book.paytable(found.wager, found.paytable) is None:
        return found
    own = _outcomes(source, found, given)

    def decides(id_: str, choice: str) -> bool:
        others = [other for other in book.readings[id_].choices if other != choice]
        if not others:
            return bool(book.readings[id_].worth)
        return any(_outcomes_otherwise(source, found, given, id_, other) != own for other in others)

    return replace(found, readings={id_: choice for id_, choice in found.readings.items() if decides(id_, choice)})


def _outcomes_otherwise(
    source: Rules | Regulation, found: WagerOdds, given: Mapping[str, str], id_: str, choice: str
) -> list[object]:
    if isinstance(source, Rules):
        return _outcomes(
            choose_otherwise(source, id_, choice), found, {key: other for key, other in given.items() if key != id_}
        )
    return _outcomes(source, found, {**given, id_: choice})


def _outcomes(source: Rules | Regulation, found: WagerOdds, readings: Mapping[str, str]) -> list[object]:
    letter = None if isinstance(source, Rules) else found.paytable
    rows = wager_odds(source, found.wager, letter, stake=found.stake, readings=readings).rows
    return [(row.net, row.combinations) for row in rows]
