"""A round against the dealer as a value, and how each event changes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from houseway.cards import Card
from houseway.games.states import Changes, CommonRound, Facts, Result, put
from houseway.money import Cents
from houseway.procedure import DEALER
from houseway.values import changed

CHECKED, PLAYED, FOLDED = "check", "play", "fold"


@dataclass(frozen=True)
class Round(CommonRound):
    board: tuple[Card, ...] = ()
    """Community cards on the table, face up or not."""
    shown: int = 0
    """How many of them are face up."""
    box: tuple[Card, ...] = ()
    rest: tuple[Card, ...] | None = None
    """Cards that are not dealt; None for physical cards."""
    burned: tuple[Card, ...] = ()
    burns: int = 0
    faces_up: int = 0
    """Cards found face up so far."""
    street: int = 0
    """The number of the current decision round, from 0."""
    decided: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Each position's decisions so far."""
    folded: frozenset[int] = frozenset()
    given_up: frozenset[tuple[int, str]] = frozenset()
    """Wagers lost by a fold."""
    abandoned: frozenset[int] = frozenset()
    """Abandoned positions whose wagers a floorperson ruled lost."""
    stub_done: bool = False
    dealer_turned: bool = False
    box_turned: bool = False
    to_rule: tuple[int | str, ...] = ()
    """Where cards were exposed too early, until a floorperson has ruled."""
    base_void: str = ""
    """Why the wagers against the dealer are void, if they are."""
    envy_paid: frozenset[int] = frozenset()
    """Positions whose hands earned others envy that is paid."""
    envy: Mapping[tuple[int, int], Cents] = field(default_factory=dict)
    """What each position was paid for another's hand."""

    @property
    def spoiled(self) -> bool:
        return bool(self.void or self.base_void)

    def done(self, position: int) -> bool:
        """Return whether a position has nothing more to decide."""
        return self.decided.get(position, ())[-1:] not in ((), (CHECKED,))

    def played(self, position: int) -> bool:
        return self.decided.get(position, ())[-1:] == (PLAYED,)


CHANGES = Changes[Round]()
on, evolve = CHANGES.on, CHANGES.evolve


@on("round-started")
def _started(state: Round, facts: Facts) -> Round:
    return Round(number=facts["number"])


@on("betting-closed")
def _closed(state: Round, facts: Facts) -> Round:
    return changed(state, closed=True)


@on("card-set-aside")
def _set_aside(state: Round, facts: Facts) -> Round:
    aside = facts["cards"]
    rest = None if state.rest is None else tuple(card for card in state.rest if card not in aside)
    return changed(state, set_aside=(*state.set_aside, *aside), faces_up=state.faces_up + 1, rest=rest)


@on("cards-dealt")
def _dealt(state: Round, facts: Facts) -> Round:
    return changed(state, hands=facts["hands"], board=facts["board"], box=facts["box"], rest=facts["rest"])


@on("flop-dealt", "final-dealt", "board-completed")
def _community(state: Round, facts: Facts) -> Round:
    """Cards are dealt from the rest, or turned up where they lie on the board already."""
    new = tuple(card for card in facts["cards"] if card not in state.board)
    burned, taken = facts["burned"], {*facts["burned"], *new}
    return changed(
        state,
        board=(*state.board, *new),
        shown=state.shown + len(facts["cards"]),
        burned=(*state.burned, *burned),
        burns=state.burns + facts["burns"],
        rest=None if state.rest is None else tuple(card for card in state.rest if card not in taken),
        street=state.street + 1,
    )


@on("player-checked")
def _checked(state: Round, facts: Facts) -> Round:
    return _answered(state, facts["position"], CHECKED)


@on("play-decided")
def _played(state: Round, facts: Facts) -> Round:
    return _answered(state, facts["position"], PLAYED)


@on("hand-folded")
def _folded(state: Round, facts: Facts) -> Round:
    position = facts["position"]
    lost = frozenset((position, wager) for wager in facts["lost"])
    state = _answered(state, position, FOLDED)
    racked = state.racked | {position} if facts["racked"] else state.racked
    return changed(state, folded=state.folded | {position}, given_up=state.given_up | lost, racked=racked)


def _answered(state: Round, position: int, answer: str) -> Round:
    return changed(state, decided=put(state.decided, position, (*state.decided.get(position, ()), answer)))


@on("stub-racked", "stub-counted")
def _stub(state: Round, facts: Facts) -> Round:
    return changed(state, stub_done=True)


@on("stub-card-seen")
def _seen(state: Round, facts: Facts) -> Round:
    """A card that was face up in the stub, which changes nothing."""
    return state


@on("dealer-turned")
def _turned(state: Round, facts: Facts) -> Round:
    return changed(state, dealer_turned=True, hands=put(state.hands, DEALER, facts["cards"]))


@on("box-turned")
def _box(state: Round, facts: Facts) -> Round:
    return changed(state, box_turned=True, box=facts["cards"])


@on("hand-exposed")
def _exposed(state: Round, facts: Facts) -> Round:
    position = facts["position"]
    return changed(state, exposed=(*state.exposed, position), hands=put(state.hands, position, facts["cards"]))


@on("card-exposed")
def _exposed_by_mistake(state: Round, facts: Facts) -> Round:
    place = facts["place"]
    seen = (*state.exposed_by_mistake.get(place, ()), *facts["cards"])
    return changed(state, exposed_by_mistake=put(state.exposed_by_mistake, place, tuple(dict.fromkeys(seen))))


@on("ruling-awaited")
def _awaited(state: Round, facts: Facts) -> Round:
    return changed(state, to_rule=(*state.to_rule, facts["place"]))


@on("exposure-ruled")
def _ruled(state: Round, facts: Facts) -> Round:
    return changed(state, to_rule=())


@on("hand-abandoned")
def _abandoned(state: Round, facts: Facts) -> Round:
    position = facts["position"]
    return changed(state, abandoned=state.abandoned | {position}, racked=state.racked | {position})


@on("base-voided")
def _base_void(state: Round, facts: Facts) -> Round:
    return changed(state, base_void=facts["why"], void_under=facts["under"], to_rule=())


@on("wager-refunded")
def _refunded(state: Round, facts: Facts) -> Round:
    """A wager that a void took out of the round has no result."""
    key = (facts["position"], facts["wager"])
    return changed(state, results=put(state.results, key, Result("void")), paid=state.paid | {key})


@on("envy-settled")
def _envy(state: Round, facts: Facts) -> Round:
    holder = facts["position"]
    envy = {**state.envy, **{(place, holder): amount for place, _, amount in facts["hands"]}}
    return changed(state, envy_paid=state.envy_paid | {holder}, envy=envy)
