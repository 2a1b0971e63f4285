"""Players' decisions, clockwise: a Play wager, a check, a fold; and what a fold does to the other wagers."""

from collections.abc import Iterator

from houseway.citation import SILENT, Citation, Law
from houseway.events import Actor, Command, Event
from houseway.games.against_dealer.contest import DecisionRound
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.scene import DealerGameContext, own_position
from houseway.games.round import Effect, Effects, Movement, refusal
from houseway.games.wagers import settle_event
from houseway.money import NO_MONEY, Cents
from houseway.procedure import (
    ANTE,
    FOUR_CARD,
    INVENTORY,
    PLAY,
    PROGRESSIVE,
    ULTIMATE,
    LegalOption,
    as_played_ids,
    layout_account,
    seat_account,
)

CARDS_STAY = Law(
    {
        ULTIMATE: {"trips": "11.F(3)(a)", "six-card-bonus": "11.F(3)(c)", "": SILENT},
        FOUR_CARD: as_played_ids({"aces-up": "11.F(3)(a)", "progressive": "11.F(3)(a)"}),
    }
)
CARDS_GO = Law({ULTIMATE: ("11.F(3)(b)", "11.F(3)(d)"), FOUR_CARD: as_played_ids("11.F(3)(b)")})
FOLD_LOSES = Law(
    {
        ULTIMATE: {
            "progressive": "11.J(1)",
            "ultimate-pairs": "7.F(5)",
            "bad-beat": "7.F(6)",
            "play-the-board": "7.F(7)",
        },
        FOUR_CARD: as_played_ids({"aces-up": "11.F(3)(a)", "progressive": "11.J(1)"}),
    }
)
NOT_COMPETING = Law({ULTIMATE: SILENT, FOUR_CARD: as_played_ids("11.F(4)")})
LEFT = same_rule("7.C(1)")
BUY_IN = Law({ULTIMATE: ("11.B", "11.D", "11.F"), FOUR_CARD: as_played_ids("11.F(1)")})

Decided = tuple[Event, *tuple[Effect, ...]]
"""A decision, and what follows from it."""


def _check_turn(scene: DealerGameContext, command: Command, position: int) -> DecisionRound:
    """Return the decision that this position has to make now."""
    street = scene.street or scene.contest.streets[-1]
    if scene.turn == position and position not in scene.round.left:
        return street
    if position in scene.round.stakes and not scene.contest.competes(scene.round.stakes[position]):
        message = f"position {position} has no wager against the dealer, and nothing to decide"
        raise refusal("nothing-to-decide", message, scene.law(NOT_COMPETING), given=command.act, allowed="its other wagers")
    raise refusal(
        "not-your-turn",
        f"position {position} has nothing to decide now",
        scene.law(street.played),
        given=position,
        allowed="nobody" if scene.turn is None else scene.turn,
    )


def decide_check(scene: DealerGameContext, command: Command) -> Effects:
    position = own_position(scene, command)
    return _check_effects(scene, position, _check_turn(scene, command, position))


def _check_effects(scene: DealerGameContext, position: int, street: DecisionRound) -> Decided:
    law = scene.law(street.checked)
    if not law:
        raise refusal(
            "no-check", "it is time to play or to fold", scene.law(street.played), given="check", allowed="play, fold"
        )
    return (Event("player-checked", law, {"position": position}),)


def decide_play(scene: DealerGameContext, command: Command) -> Effects:
    """Make a Play wager of a multiple of the Ante. Facts: position, and times or amount."""
    position = own_position(scene, command)
    street = _check_turn(scene, command, position)
    law, ante = scene.law(street.played), scene.round.stakes[position][ANTE].amount
    times = command.facts.get("times")
    amount = ante * times if type(times) is int else command.cents("amount")
    allowed = play_amounts(scene, position, street)
    if amount not in allowed:
        raise refusal(
            "play-multiple",
            f"a Play wager is {_describe_multiples(scene, street)} times the Ante of {ante} here, in chips that are there;"
            f" not {amount}",
            law,
            given=str(amount),
            allowed=tuple(map(str, allowed)),
        )
    placed = {"position": position, "wager": PLAY, "amount": amount}
    moved = Movement(seat_account(position), layout_account(position), amount, "wager", law, seat=position, wager=PLAY)
    decided = Event("play-decided", law, {"position": position, "amount": amount})
    return (decided, Event("wager-placed", law, placed), moved)


def _allowed_multiples(scene: DealerGameContext, street: DecisionRound) -> tuple[int, ...]:
    value = scene.rules.regulation.value(street.multiples)
    assert isinstance(value, tuple), street.multiples
    return tuple(each for each in value if isinstance(each, int))


def _describe_multiples(scene: DealerGameContext, street: DecisionRound) -> str:
    return " or ".join(map(str, _allowed_multiples(scene, street)))


def play_amounts(scene: DealerGameContext, position: int, street: DecisionRound) -> tuple[Cents, ...]:
    """Return what a Play wager may be: the multiples that the player has chips for, or, if read so, all his chips (UTH-33)."""
    ante, chips = scene.round.stakes[position][ANTE].amount, scene.chips(scene.seats.get(position, ""))
    wanted = [ante * times for times in _allowed_multiples(scene, street)]
    if NO_MONEY < chips < min(wanted) and scene.reads("UTH-33=with-what-he-has"):
        return (chips,)
    return tuple(amount for amount in wanted if amount <= chips)


def decide_fold(scene: DealerGameContext, command: Command) -> Effects:
    position = own_position(scene, command)
    return _fold_effects(scene, position, _check_turn(scene, command, position))


def _fold_effects(scene: DealerGameContext, position: int, street: DecisionRound) -> Decided:
    """A fold loses the Ante and its equals, and what is filed to go with them. Cards with a live wager on them stay."""
    law = scene.law(street.folded)
    if not law:
        message = "nobody folds yet: a hand without a Play wager stays in the round"
        raise refusal("no-fold", message, scene.law(street.checked), given="fold", allowed="check, play")
    placed = scene.round.wagers(position)
    lost = {name: law for name in (ANTE, *scene.contest.twins) if name in placed}
    lost |= {name: scene.law(FOLD_LOSES, name) for name in scene.open_sides(position) if _is_lost_with_fold(scene, name)}
    stay = [name for name in scene.open_sides(position) if name not in lost and scene.contest.on_cards(name)]
    kept = tuple(clause for name in stay for clause in scene.law(CARDS_STAY, name))
    facts = {"position": position, "lost": tuple(lost), "racked": not stay}
    folded = Event("hand-folded", (*law, *(kept if stay else scene.law(CARDS_GO))), facts)
    made: list[Effect] = []
    for name, clauses in lost.items():
        stake = placed[name]
        made.append(settle_event(position, name, stake, "lose", NO_MONEY, clauses, "folded"))
        if name != PROGRESSIVE:
            made.append(Movement(layout_account(position), INVENTORY, stake.amount, "wager-lost", clauses, position, name))
    return (folded, *made)


def _is_lost_with_fold(scene: DealerGameContext, name: str) -> bool:
    return scene.option(f"fold.{name}") == "lost"


def decide_for_absent(scene: DealerGameContext, command: Command) -> Effects:
    """A player who left makes no Play wager, which counts as a check while that is possible, and then as a fold."""
    position, street = command.position, scene.street
    assert street is not None
    first, *rest = (
        _check_effects(scene, position, street) if scene.law(street.checked) else _fold_effects(scene, position, street)
    )
    return (Event(first.kind, (*first.clauses, *scene.law(LEFT)), {**first.facts, "absent": True}), *rest)


def clauses_against_buy_in(scene: DealerGameContext, name: str) -> tuple[Citation, ...]:
    """Return the clauses against buying chips now: it is allowed until a decision is due, and not while it is (UTH-33)."""
    turn = scene.turn
    if turn is None or scene.seats.get(turn) != name or scene.reads("UTH-33=with-what-he-has"):
        return ()
    return scene.law(BUY_IN)


def decision_options(scene: DealerGameContext, actor: Actor) -> Iterator[LegalOption]:
    """Return what the player whose turn it is may do."""
    position, street = scene.turn, scene.street
    if position is None or street is None or scene.seats.get(position) != actor.name or position in scene.round.left:
        return
    facts = {"position": position}
    if scene.law(street.checked):
        yield LegalOption("check", scene.law(street.checked), facts)
    amounts = play_amounts(scene, position, street)
    if amounts:
        yield LegalOption("play", scene.law(street.played), facts, {"amount": {"choices": amounts}})
    if scene.law(street.folded):
        yield LegalOption("fold", scene.law(street.folded), facts)
