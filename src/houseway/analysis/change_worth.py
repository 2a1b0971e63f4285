"""What each change of a submission is worth: the house edge and the hold of the wager that it is about, before and after.

Each change is tried alone, on the rules in force. A progressive is compared by its edge over the life of its meters, where that is
known. The game itself is compared only if both solutions are on disk: nothing is solved here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from houseway.analysis.exact import as_decimal, as_dollars_and_cents, as_short_percent
from houseway.analysis.games import analysis_of, counted_wagers, solve_game
from houseway.analysis.life_edge import life_edge
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.par.stated_pace import ROUNDS_PER_HOUR, state_pace
from houseway.disk_cache import NOT_CACHED, cached_only
from houseway.errors import NotAllowed
from houseway.money import Cents
from houseway.submission import Rules
from houseway.submission.changes import HOUSE_WAY, RuleChange
from houseway.submission.rules import FiledMeter, Offer

PLACES = 4
_LIMIT = "payout-limit.amount"
_SECTIONS_OF_GAME = ("readings", "vigorish", "payout-limit", HOUSE_WAY)
_KEYS = {
    "paytable": ("paytable", "envy"),
    "pays": ("paytable",),
    "stake": ("stakes", "minimum", "maximum"),
    "odds": ("paytable",),
}
"""The fields of an offer that a filed key sets, where they have other names."""


@dataclass(frozen=True)
class WagerFigures:
    """The house edge of a wager at its lowest stake, and the hold of an hour with all positions taken."""

    stake: Cents
    edge: Fraction
    hold: Fraction
    """In cents."""

    def to_json(self) -> dict[str, str]:
        return {"stake": str(self.stake), "house_edge": as_decimal(self.edge), "hold_per_hour": as_dollars_and_cents(self.hold)}

    def __str__(self) -> str:
        edge, hold = as_short_percent(self.edge, PLACES), as_dollars_and_cents(self.hold)
        return f"edge {edge} and hold {hold} an hour at {self.stake}"


@dataclass(frozen=True)
class ChangeWorth:
    """What a change does to one wager; no figures where it is not offered."""

    title: str
    before: WagerFigures | None
    after: WagerFigures | None
    is_over_life: bool = False

    def to_json(self) -> dict[str, object]:
        sides = {"before": self.before and self.before.to_json(), "after": self.after and self.after.to_json()}
        return {"wager": self.title, **sides, "over_life": self.is_over_life}


UNSOLVED = "changes the game itself: `houseway par` shows its edge, once it is solved"


@dataclass(frozen=True)
class WorthOfChange:
    """The wagers whose figures a change moves, and whether it moves those of the game, which are not at hand."""

    wagers: tuple[ChangeWorth, ...] = ()
    is_unsolved: bool = False

    def to_json(self) -> dict[str, object]:
        return {"worth": [each.to_json() for each in self.wagers], "game_unsolved": self.is_unsolved}


def worth_of_change(new: Rules, old: Rules, change: RuleChange) -> WorthOfChange:
    """Return what one change is worth if it is the only one."""
    tried = _with_change(new, old, change.place)
    if tried is old:
        return WorthOfChange()
    touched = _touched_wagers(new, old, change.place)
    found = [_compare(old, tried, wager) for wager in touched]
    moved = tuple(each for each in found if each.before != each.after)
    if not _may_move_game(old, change.place):
        return WorthOfChange(moved)
    game = _compare_game(old, tried, change.place)
    return replace(game, wagers=(*game.wagers, *moved))


# The rules in force with one change


def _with_change(new: Rules, old: Rules, place: str) -> Rules:
    """Return the rules in force with one change; the same where it changes no figure."""
    section, *keys = place.split(".")
    if section == "wagers":
        brings_meters = len(keys) == 1 or keys[1] == "paytable"
        meters = _meters_with_paytable(new, old, keys[0]) if brings_meters else old.meters
        return replace(old, offers=_changed_offers(new, old, *keys[:2]), meters=meters)
    if section == "meters" and len(keys) > _NAME_OF_METER:
        return replace(old, meters=_meters_with_key(new, old, *keys))
    if section == "readings":
        return _with_reading(new, old, keys[0])
    if place in new.regulation.options:
        options = {key: value for key, value in old.options.items() if key != place}
        if place in new.options:
            options[place] = new.options[place]
        return replace(old, options=MappingProxyType(options), house_way=new.house_way if place == HOUSE_WAY else old.house_way)
    return old


def _changed_offers(new: Rules, old: Rules, wager: str, key: str = "") -> Mapping[str, Offer]:
    """Return the offers with one key of a wager changed, or with the wager there or not. Wagers that follow the Ante follow it."""
    if not key:
        others = {name: offer for name, offer in old.offers.items() if name != wager}
        return {**others, wager: new.offers[wager]} if wager in new.offers else others
    there = new.offers[wager]
    changed = replace(old.offers[wager], **{name: getattr(there, name) for name in _KEYS.get(key, (key,))})
    return {**old.offers, wager: changed}


_NAME_OF_METER = 2
"""A meter that comes or goes with a paytable has only a wager and a name, and is counted with that paytable."""


def _meters_with_paytable(new: Rules, old: Rules, wager: str) -> tuple[FiledMeter, ...]:
    """Return the meters with those of one wager as in the new rules, if its paytable pays from others."""
    mine, theirs = ([meter for meter in rules.meters if meter.wager == wager] for rules in (old, new))
    if {meter.name for meter in mine} == {meter.name for meter in theirs}:
        return old.meters
    return (*(meter for meter in old.meters if meter.wager != wager), *theirs)


def _meters_with_key(new: Rules, old: Rules, wager: str, name: str, key: str) -> tuple[FiledMeter, ...]:
    (there,) = [meter for meter in new.meters if (meter.wager, meter.name) == (wager, name)]
    return tuple(
        replace(meter, **{key: getattr(there, key)}) if (meter.wager, meter.name) == (wager, name) else meter
        for meter in old.meters
    )


def _with_reading(new: Rules, old: Rules, reading: str) -> Rules:
    """Return the rules with another choice in a reading, and the rows that it changes."""
    taken = {**old.readings, **({reading: new.readings[reading]} if reading in new.readings else {})}
    rows = {change.wager for change in new.regulation.readings[reading].changed_rows}
    offers = {
        name: replace(offer, paytable=new.offers[name].paytable)
        if name in rows and name in new.offers and new.offers[name].paytable.letter == offer.paytable.letter
        else offer
        for name, offer in old.offers.items()
    }
    return replace(old, readings=old.regulation.take_readings(taken), offers=offers)


# Figures


def _may_move_game(old: Rules, place: str) -> bool:
    """Return whether a key may decide the figures of the game itself."""
    section, *keys = place.split(".")
    if section == "wagers":
        return keys[0] in old.offers and keys[0] not in counted_wagers(old.regulation)
    return section in _SECTIONS_OF_GAME


def _touched_wagers(new: Rules, old: Rules, place: str) -> list[str]:
    section, *keys = place.split(".")
    counted = [wager for wager in counted_wagers(new.regulation) if wager in {*old.offers, *new.offers}]
    if section in ("wagers", "meters"):
        return [wager for wager in counted if wager == keys[0]]
    return counted if section == "readings" or place == _LIMIT else []


def _compare(old: Rules, tried: Rules, wager: str) -> ChangeWorth:
    lives = [_is_over_life(rules, wager) for rules in (old, tried) if wager in rules.offers]
    before, after = (_figures(rules, wager, all(lives)) if wager in rules.offers else None for rules in (old, tried))
    return ChangeWorth(old.regulation.wager(wager).title, before, after, all(lives))


def _is_over_life(rules: Rules, wager: str) -> bool:
    return life_edge(rules, wager_odds(rules, wager)) is not None


def _figures(rules: Rules, wager: str, over_life: bool) -> WagerFigures:
    found = wager_odds(rules, wager)
    edge = life_edge(rules, found) if over_life else found.house_edge
    return _hour_of(rules, found.stake, found.house_edge if edge is None else edge)


def _hour_of(rules: Rules, stake: Cents, edge: Fraction) -> WagerFigures:
    return WagerFigures(stake, edge, edge * stake.amount * ROUNDS_PER_HOUR * rules.positions)


def _compare_game(old: Rules, tried: Rules, place: str) -> WorthOfChange:
    """Return the figures of the game itself at its lowest wager, if the change moves them and both solutions are at hand."""
    before, after = _game_figures(old), _game_figures(tried)
    if before is None or after is None:
        terms = analysis_of(old.regulation).terms
        return WorthOfChange(is_unsolved=place in (HOUSE_WAY, _base_minimum(old)) or terms(old) != terms(tried))
    return WorthOfChange((ChangeWorth(old.regulation.title, before, after),) if before != after else ())


def _base_minimum(rules: Rules) -> str:
    """Return the key of the lowest wager that the game is played with."""
    return f"wagers.{next(iter(rules.offers))}.minimum"


def _game_figures(rules: Rules) -> WagerFigures | None:
    """Return the figures of the solved game; none if its solution is not on disk."""
    try:
        with cached_only():
            solution = solve_game(rules)
    except NotAllowed as refusal:
        if refusal.code != NOT_CACHED:
            raise
        return None
    game, _ = analysis_of(rules.regulation).build_par(rules, solution, state_pace(rules))
    return _hour_of(rules, game.bet, game.house_edge)
