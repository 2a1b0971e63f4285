"""Players' decisions, clockwise: a Play wager, a check, a fold; and what a fold does to the other wagers."""

from collections.abc import Iterator

from houseway.citation import SILENT, Citation, Law
from houseway.events import Actor, Command, Event
from houseway.games.against_dealer.context import DealerGameContext, own_position
from houseway.games.against_dealer.dealer_game import DecisionRound
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.side_bets import is_on_own_cards
from houseway.games.game import StakeCaution
from houseway.games.round import DueMovement, Effect, Effects, round_refusal
from houseway.games.wagers import LEAST_AMOUNT, settle_event
from houseway.money import NO_MONEY, Cents
from houseway.procedure import (
    ANTE,
    FOUR_CARD,
    INVENTORY,
    PLAY,
    PROGRESSIVE,
    ULTIMATE,
    LegalOption,
    layout_account,
    seat_account,
)

CARDS_STAY = Law({ULTIMATE: SILENT, FOUR_CARD: {}}, subject="cards-stay")
CARDS_GO = Law({ULTIMATE: ("11.F(3)(b)", "11.F(3)(d)"), FOUR_CARD: "as-played.11.F(3)(b)"})
FOLD_LOSES = Law.of_wagers("folded", ULTIMATE, FOUR_CARD)
NO_BONUS = Law({ULTIMATE: SILENT, FOUR_CARD: "as-played.11.H(4)(a)"})
NOT_COMPETING = Law({ULTIMATE: SILENT, FOUR_CARD: "as-played.11.F(4)"})
LEFT = same_rule("7.C(1)")
BUY_IN = Law({ULTIMATE: ("11.B", "11.D", "11.F"), FOUR_CARD: "as-played.11.F(1)"})

Decided = tuple[Event, *tuple[Effect, ...]]
"""A decision, and what follows from it."""


def _check_turn(context: DealerGameContext, command: Command, position: int) -> DecisionRound:
    """Return the decision that this position has to make now."""
    street = context.decision_round or context.dealer_game.decision_rounds[-1]
    if context.position_to_act == position and position not in context.round.left:
        return street
    if position in context.round.stakes and not context.dealer_game.plays_dealer(context.round.stakes[position]):
        message = f"position {position} has no wager against the dealer, so it has nothing to decide"
        raise round_refusal(
            "nothing-to-decide",
            message,
            context.law(NOT_COMPETING),
            given=command.act,
            allowed="wait for its other wagers to be settled",
        )
    raise round_refusal(
        "not-your-turn",
        f"position {position} has nothing to decide now",
        context.law(street.asked),
        given=position,
        allowed="nobody" if context.position_to_act is None else context.position_to_act,
    )


def decide_check(context: DealerGameContext, command: Command) -> Effects:
    position = own_position(context, command)
    return _check_effects(context, position, _check_turn(context, command, position))


def _check_effects(context: DealerGameContext, position: int, street: DecisionRound) -> Decided:
    law = context.law(street.checked)
    if not law:
        raise round_refusal(
            "no-check",
            "checking is no longer possible: play or fold",
            context.law(street.asked),
            given="check",
            allowed="play, fold",
        )
    return (Event("player-checked", (*context.law(street.asked), *law), {"position": position}),)


def decide_play(context: DealerGameContext, command: Command) -> Effects:
    """Make a Play wager of a multiple of the Ante. Facts: position, and times or amount."""
    position = own_position(context, command)
    street = _check_turn(context, command, position)
    ante = context.round.stakes[position][ANTE].amount
    times = command.facts.get("times")
    amount = ante * times if type(times) is int else command.cents("amount")
    allowed = play_amounts(context, position, street)
    if amount not in allowed:
        raise round_refusal(
            "play-multiple",
            f"a Play wager is now {_describe_multiples(context, street)} times the Ante of {ante}, and not more than"
            f" the player's chips; {amount} is not allowed",
            context.law(street.amounts),
            given=str(amount),
            allowed=tuple(map(str, allowed)),
        )
    law = (*context.law(street.asked), *context.law(street.played))
    placed = {"position": position, "wager": PLAY, "amount": amount}
    moved = DueMovement(seat_account(position), layout_account(position), amount, "wager", law, seat=position, wager=PLAY)
    decided = Event("play-decided", law, {"position": position, "amount": amount})
    return (decided, Event("wager-placed", law, placed), moved)


def _allowed_multiples(context: DealerGameContext, street: DecisionRound) -> tuple[int, ...]:
    return context.rules.regulation.numbers_of(street.multiples)


def _describe_multiples(context: DealerGameContext, street: DecisionRound) -> str:
    return " or ".join(map(str, _allowed_multiples(context, street)))


def play_amounts(context: DealerGameContext, position: int, street: DecisionRound) -> tuple[Cents, ...]:
    """Return what a Play wager may be: the multiples that the player has chips for or, by UTH-33 and FC-108, all his chips."""
    ante, chips = context.round.stakes[position][ANTE].amount, context.chips(context.seats.get(position, ""))
    wanted = [ante * times for times in _allowed_multiples(context, street)]
    if NO_MONEY < chips < min(wanted) and _may_play_with_less(context):
        return (chips,)
    return tuple(amount for amount in wanted if amount <= chips)


def _may_play_with_less(context: DealerGameContext) -> bool:
    """Return whether a player with too few chips for a Play wager may make it with what he has (UTH-33, FC-108)."""
    return context.takes_reading("UTH-33=with-what-he-has", "FC-108=with-what-he-has")


def caution_on_stake(context: DealerGameContext, option: LegalOption) -> StakeCaution | None:
    """Return from which amount on a wager would leave a player too few chips for any Play wager, so that he would have to fold. A
    player with several positions needs a Play wager at each of them."""
    position, wager = option.number("position"), option.text("wager")
    street, owner = context.dealer_game.decision_rounds[-1], context.seats.get(position, "")
    if context.round.stake_on(position, ANTE) is None and wager != ANTE:
        return None
    times = 0 if _may_play_with_less(context) else min(_allowed_multiples(context, street))
    places = {place for place, name in context.seats.items() if name == owner}
    antes = {place: stake.amount for place in places if (stake := context.round.stake_on(place, ANTE)) is not None}
    kept = sum(ante.amount for ante in antes.values()) * times if times else LEAST_AMOUNT.amount * len({*antes, position})
    areas = 1 + len(context.dealer_game.equal_wagers) + times if wager == ANTE else 1
    most = max(0, (context.chips(owner).amount - kept) // areas)
    bounds = option.bounds["amount"]
    allowed = [each.amount for each in (bounds["choices"] if "choices" in bounds else (bounds["least"], bounds["most"]))]
    if most >= max(allowed):
        return None
    if most < min(allowed):
        most = 0
    more = f"more than {Cents(most)}" if most else "this wager"
    where = " at each position" if antes.keys() - {position} else ""
    words = f"{more} leaves you too few chips for a Play wager{where}, so that you would have to fold"
    return StakeCaution(Cents(most), words, context.law(street.amounts))


def decide_fold(context: DealerGameContext, command: Command) -> Effects:
    position = own_position(context, command)
    return _fold_effects(context, position, _check_turn(context, command, position))


def _fold_effects(context: DealerGameContext, position: int, street: DecisionRound) -> Decided:
    """A fold loses the Ante and its equals, and what is filed to go with them. Cards with a live wager on them stay."""
    law = context.law(street.folded)
    if not law:
        message = "a fold is not possible yet: check or play"
        raise round_refusal("no-fold", message, context.law(street.amounts), given="fold", allowed="check, play")
    placed, wagers = context.round.wagers_at(position), context.rules.wagers
    lost = {name: law for name in (ANTE, *context.dealer_game.equal_wagers) if name in placed}
    lost |= {
        name: context.law(FOLD_LOSES, name)
        for name in context.open_optional_wagers(position)
        if wagers[name].is_lost_with_fold(context.rules.options)
    }
    stay = [name for name in context.open_optional_wagers(position) if name not in lost and is_on_own_cards(context, name)]
    stay_clauses = tuple(clause for name in stay for clause in context.law(CARDS_STAY, name))
    facts = {"position": position, "lost": tuple(lost), "racked": not stay}
    cards = stay_clauses if stay else context.law(CARDS_GO)
    folded = Event("hand-folded", (*context.law(street.asked), *law, *cards, *context.law(NO_BONUS)), facts)
    made: list[Effect] = []
    for name, clauses in lost.items():
        stake = placed[name]
        made.append(settle_event(position, name, stake, "lose", NO_MONEY, clauses, "folded"))
        if name != PROGRESSIVE:
            made.append(DueMovement(layout_account(position), INVENTORY, stake.amount, "wager-lost", clauses, position, name))
    return (folded, *made)


def decide_for_absent(context: DealerGameContext, command: Command) -> Effects:
    """A player who left makes no Play wager, which counts as a check while that is possible, and then as a fold."""
    position, street = command.position, context.decision_round
    assert street is not None
    first, *rest = (
        _check_effects(context, position, street) if context.law(street.checked) else _fold_effects(context, position, street)
    )
    return (Event(first.kind, (*first.clauses, *context.law(LEFT)), {**first.facts, "absent": True}), *rest)


def clauses_against_buy_in(context: DealerGameContext, name: str) -> tuple[Citation, ...]:
    """Return the clauses by which a player may not buy chips while his decision is due; none at other times (UTH-33, FC-108)."""
    turn = context.position_to_act
    if turn is None or context.seats.get(turn) != name or _may_play_with_less(context):
        return ()
    return context.law(BUY_IN)


def decision_options(context: DealerGameContext, actor: Actor) -> Iterator[LegalOption]:
    """Return what the player whose turn it is may do."""
    position, street = context.position_to_act, context.decision_round
    if position is None or street is None or context.seats.get(position) != actor.name or position in context.round.left:
        return
    facts, asked = {"position": position}, context.law(street.asked)
    if context.law(street.checked):
        yield LegalOption("check", (*asked, *context.law(street.checked)), facts)
    amounts = play_amounts(context, position, street)
    if amounts:
        yield LegalOption("play", (*asked, *context.law(street.played)), facts, {"amount": {"choices": amounts}})
    if context.law(street.folded):
        yield LegalOption("fold", (*asked, *context.law(street.folded)), facts)
