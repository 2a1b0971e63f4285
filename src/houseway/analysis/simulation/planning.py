"""Checks what a simulation is asked for before anything is dealt: rounds, players, stakes, a seed."""

from collections.abc import Collection, Mapping, Sequence

from houseway.analysis.games import analysis_of, check_options, counted_wagers
from houseway.analysis.odds.basis import is_envy
from houseway.analysis.session.plan import STUDIED_BET, check_stake
from houseway.analysis.simulated_games.plan import SimulationPlan
from houseway.errors import Malformed, NotAllowed
from houseway.games.awards import earns_lammer, wagers_under_limit
from houseway.money import Cents
from houseway.regulation.wagers import Wager
from houseway.spelling import did_you_mean
from houseway.submission import Rules

MOST_ROUNDS = 10**12
MOST_PLAYERS = 6
MOST_SEED = 2**63 - 1
STUDIED_SIDE = Cents.from_dollars(5)
"""The stake of an optional wager of a rule book by itself, which has no minimum."""


def plan_simulation(
    rules: Rules,
    rounds: int,
    players: int = MOST_PLAYERS,
    seed: int = 1,
    bet: Cents | None = None,
    sides: Mapping[str, Cents] | None = None,
    play: str | Sequence[str] | None = None,
    ways: Mapping[str, str] | None = None,
    banking: Sequence[int] = (),
) -> SimulationPlan:
    """Check a simulation, and return its plan. Without `sides`, every optional wager that can be simulated is placed at its least
    stake. `ways` are options of the game's solver, such as house ways; `banking` are positions that take the bank whenever they
    may. `play` is one strategy for all, or one for each seat."""
    chosen, *others = _check_plays(rules, players, play)
    for name, number, least, most in (
        ("rounds", rounds, 1, MOST_ROUNDS),
        ("players", players, 1, MOST_PLAYERS),
        ("seed", seed, 0, MOST_SEED),
    ):
        _check_within(name, number, least, most)
    check_options(rules, tuple(ways or {}))
    _check_banking(rules, banking, players)
    first = next(iter(rules.offers))
    stake = (rules.offers[first].minimum or STUDIED_BET) if bet is None else bet
    check_stake(rules, first, stake)
    placed = _placed(rules, sides)
    _check_needs(rules, placed)
    plays = () if {chosen} >= {*others} else (chosen, *others)
    return SimulationPlan(rounds, players, seed, stake, placed, chosen, plays, dict(ways or {}), tuple(banking))


def _check_plays(rules: Rules, players: int, play: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the strategies by seat, or one for all: those that were asked for, or the first that the game has."""
    if play is None or isinstance(play, str):
        return (_check_play(rules, play),)
    if len(play) != players:
        raise Malformed(
            f"a simulation takes {players} strategies, one for each player, not {len(play)}",
            code="simulate.plays",
            given=list(play),
            allowed=f"{players} strategies, or one",
        )
    return tuple(_check_play(rules, each) for each in play)


def _check_play(rules: Rules, play: str | None) -> str:
    """Return the name of the strategy: the one that was asked for, or the first that the game has."""
    known = analysis_of(rules.regulation, "simulate").simulated_plays
    if not known:
        raise NotAllowed(f"{rules.book} is not simulated yet", code="simulate.book", given=rules.book)
    if play is not None and play not in known:
        raise Malformed(
            f"{rules.book} has no simulated play {play!r}; it has {', '.join(known)}",
            code="simulate.play",
            given=play,
            allowed=known,
        )
    return known[0] if play is None else play


def _placed(rules: Rules, sides: Mapping[str, Cents] | None) -> dict[str, Cents]:
    """Return the optional wagers with their stakes: as asked, or all that can be simulated, at their least."""
    possible = simulated_wagers(rules)
    if sides is None:
        return {wager: _least_stake(rules, wager) for wager in possible}
    for wager, amount in sides.items():
        _check_side(rules, wager, possible)
        check_stake(rules, wager, amount)
    return dict(sides)


def simulated_wagers(rules: Rules) -> tuple[str, ...]:
    """Return the optional wagers whose every award follows from the cards of the round."""
    book = rules.regulation
    return tuple(
        wager for wager in counted_wagers(book) if wager in rules.offers and not why_left_out(rules, book.wager(wager))
    )


def why_left_out(rules: Rules, wager: Wager) -> str:
    """Say why an optional wager is not simulated; empty if it is."""
    offer = rules.offers.get(wager.id)
    if is_envy(rules.regulation, wager.id):
        return "is paid for hands of other players, so it is not placed by itself"
    if wager.side_bet is not None:
        return "is described by data alone, and no kernel decides it"
    if offer is not None and offer.paytable.meters:
        filed = {meter.name for meter in rules.meters if meter.wager == wager.id}
        if not filed.issuperset(offer.paytable.meters):
            return "pays shares of a meter, and no meter is filed"
        if wager.id in wagers_under_limit(rules):
            return "pays shares of a meter, and a payout limit that cuts these is not simulated"
    if wager.id not in counted_wagers(rules.regulation):
        return "is not settled by houseway, or belongs to the game and follows from its first wager"
    return ""


def left_out(rules: Rules, placed: Mapping[str, Cents], simulated: Collection[str], players: int) -> tuple[str, ...]:
    """Name the optional wagers that are offered and cannot be simulated, with the reason, and the envy bonuses that are not among
    the simulated lines."""
    book = rules.regulation
    said = []
    for wager in (book.wager(wager) for wager in rules.offers if wager in counted_wagers(book)):
        why = why_left_out(rules, wager)
        if why and wager.id not in simulated:
            said.append(f"the {wager.title} {why}")
    for wager_id, stake in placed.items():
        for envy in book.wager(wager_id).envy:
            if envy not in simulated:
                alone = "is paid for hands of other players, and there are none" if players == 1 else "is not simulated"
                why = alone if _may_earn(rules, wager_id, envy, stake) else f"is not earned by a stake of {stake}"
                said.append(f"the {book.wager(envy).title} {why}")
    return tuple(said)


def _may_earn(rules: Rules, wager: str, envy: str, stake: Cents) -> bool:
    """Return whether a stake earns an envy bonus: it is large enough, or the one of the bonus."""
    own = rules.regulation.value_of(f"envy-stake.{envy}")
    return earns_lammer(rules, wager, stake) if own is None else own == stake


def _least_stake(rules: Rules, wager: str) -> Cents:
    """Return the least stake that is filed; of a rule book by itself the least that it sets, or $5."""
    offer, known = rules.offers[wager], rules.regulation.wager(wager)
    listed = rules.regulation.value_of(known.stakes_value) if known.stakes_value else ()
    fixed = offer.stakes or (tuple(each for each in listed if isinstance(each, Cents)) if isinstance(listed, tuple) else ())
    least = rules.regulation.cents_of(known.minimum_value) if known.minimum_value else STUDIED_SIDE
    return min(fixed) if fixed else offer.minimum or max(STUDIED_SIDE, least)


def _check_within(name: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        allowed = f"{least:,} to {most:,}"
        raise Malformed(
            f"a simulation takes {allowed} as {name}, not {number:,}", code=f"simulate.{name}", given=number, allowed=allowed
        )


def _check_banking(rules: Rules, banking: Sequence[int], players: int) -> None:
    """Refuse a bank that is not filed, and positions where nobody sits."""
    if banking and not rules.options.get("bank.offered"):
        raise NotAllowed(
            f"{rules.book} offers no bank as filed; file bank.offered, or leave the bank out",
            code="simulate.bank",
            given=list(banking),
            allowed="rules with bank.offered",
        )
    for position in banking:
        _check_within("banking position", position, 1, players)


def _check_side(rules: Rules, wager: str, possible: tuple[str, ...]) -> None:
    book = rules.regulation
    if wager not in book.wagers:
        hint = did_you_mean(wager, possible) or f"it has {', '.join(possible)}"
        raise Malformed(f"{book.id} has no wager {wager!r}; {hint}", code="book.no-wager", given=wager, allowed=possible)
    known = book.wager(wager)
    why = "is not offered" if wager not in rules.offers else why_left_out(rules, known)
    if why:
        raise NotAllowed(
            f"the {known.title} {why}", code="simulate.wager", clauses=(known.clause,), given=wager, allowed=possible
        )


def _check_needs(rules: Rules, placed: Mapping[str, Cents]) -> None:
    """Refuse an optional wager without the one that must be placed first."""
    first = next(iter(rules.offers))
    for wager in placed:
        needs = rules.wagers[wager].needs
        if needs and first not in needs and not placed.keys() & set(needs):
            known = rules.regulation.wager(wager)
            titles = " or ".join(rules.regulation.wager(each).title for each in needs)
            raise NotAllowed(
                f"the {known.title} needs the {titles}",
                code="simulate.needs",
                clauses=(known.clause,),
                given=wager,
                allowed=needs,
            )
