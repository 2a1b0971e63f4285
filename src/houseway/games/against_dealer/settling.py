"""The dealer's hand is turned up, then each player's, counterclockwise. Wagers against the dealer are settled hand by hand."""

from collections.abc import Iterator

from houseway.citation import SILENT, Citation, Law
from houseway.events import Command, Event
from houseway.games.against_dealer import side_bets
from houseway.games.against_dealer.context import DealerGameContext, context_after
from houseway.games.against_dealer.dealer_game import HandOutcome
from houseway.games.against_dealer.dealing import entered_cards
from houseway.games.against_dealer.deciding import CARDS_STAY, NOT_COMPETING
from houseway.games.against_dealer.irregularities.irregular import still_settled_clauses
from houseway.games.against_dealer.law import same_rule
from houseway.games.awards import Award, limit_awards, wagers_under_limit
from houseway.games.round import DueMovement, Effect, Effects, MeterInstruction, Stake
from houseway.games.wagers import settle_event
from houseway.money import Push
from houseway.procedure import (
    ANTE,
    DEALER,
    FOUR_CARD,
    HOUSE,
    INVENTORY,
    PROGRESSIVE,
    ULTIMATE,
    layout_account,
    seat_account,
)
from houseway.values import LastAnswers

Clauses = tuple[Citation, ...]

TURN_DEALER = same_rule("11.G(1)")
FORM_DEALERS_HAND = same_rule("11.G(2)")
ANNOUNCE_DEALERS_HAND = same_rule("11.G(3)")
TURNED_FOR_PAIRS = Law({ULTIMATE: "7.F(5)", FOUR_CARD: SILENT}, subject="dealer-turned")
TURN_BOX = Law({ULTIMATE: "7.F(4)"})
EXPOSE = same_rule(("11.H(2)", "11.H(2)(a)", "11.H(2)(d)"))
FORM_HAND = Law({ULTIMATE: "11.H(2)(b)", FOUR_CARD: ("as-played.11.H(2)(b)", "as-played.1.B(8)")})
ANNOUNCE = same_rule("11.H(2)(c)")
TURNED_FOR_SIDES = Law({ULTIMATE: ("11.F(3)(a)", "11.F(3)(c)"), FOUR_CARD: "as-played.11.F(3)(a)"})
PAY = same_rule("11.H(3)(b)")
COLLECT = same_rule("11.K")
METER = Law({ULTIMATE: "12.D(4)", FOUR_CARD: ".12 D(4)"})


def turn_dealer(context: DealerGameContext, command: Command) -> Effects:
    """Turn up the dealer's hidden cards, and those of the box. Facts: cards, box, if they are entered."""
    law = turn_dealer_clauses(context)
    size = context.dealer_game.card_count(context, DEALER)
    known = context.round.hands.get(DEALER, ())
    hidden = size - len(known)
    cards = (*entered_cards(context, command, "cards", (), hidden, law), *known) if hidden else known
    shown = Event("dealer-turned", law, {"cards": cards})
    turned = context_after(context, shown)
    words = context.dealer_game.describe(turned, DEALER)
    compared = () if context.round.base_void else context.dealer_game.dealer_law(turned)
    announced = Event("dealer-turned", (*law, *dealer_hand_clauses(context), *compared), {"cards": cards, "hand": words})
    return (announced, *(() if context.round.base_void else turn_box(turned, command)))


def turn_dealer_clauses(context: DealerGameContext) -> Clauses:
    """Return why the dealer's cards are turned up: all have decided, or a wager that stands needs them."""
    if not context.round.base_void:
        return context.law(TURN_DEALER)
    wagers = side_bets.open_wagers_on_dealer(context) or ("",)
    turned = (clause for wager in wagers for clause in context.law(TURNED_FOR_PAIRS, wager))
    return (*turned, *still_settled_clauses(context, context.round.void_under))


def dealer_hand_clauses(context: DealerGameContext) -> Clauses:
    """Return why the dealer's hand is formed and announced; nothing if no wager against the dealer is left."""
    return () if context.round.base_void else (*context.law(FORM_DEALERS_HAND), *context.law(ANNOUNCE_DEALERS_HAND))


def turn_box(context: DealerGameContext, command: Command) -> tuple[Event, ...]:
    """Turn up the cards of the box, if there is one."""
    size = context.dealer_game.card_count(context, "box") if "box" in context.dealer_game.named_places else 0
    if not size or context.round.box_turned:
        return ()
    law = context.law(TURN_BOX)
    return (Event("box-turned", law, {"cards": entered_cards(context, command, "box", context.round.box, size, law)}),)


def expose_player(context: DealerGameContext, command: Command) -> Effects:
    """Turn up a player's cards and compare them with the dealer's if he plays. Losers are collected and ties returned at once."""
    position = command.position
    size, plays = context.dealer_game.card_count(context, position), context.is_in_play(position)
    law = context.law(EXPOSE) if plays else optional_wager_clauses(context, position)
    cards = entered_cards(context, command, "cards", context.round.hands.get(position, ()), size, law)
    shown = Event("hand-exposed", law, {"position": position, "cards": cards})
    if not plays:
        return (shown,)
    turned = context_after(context, shown)
    outcome = _outcome_at(turned, position)
    announced = {"position": position, "wager": ANTE, "result": outcome.result, "words": outcome.words}
    law = (*context.law(FORM_HAND), *context.law(ANNOUNCE), *outcome.clauses)
    made: list[Effect] = [shown, Event("result-announced", law, announced)]
    ends, wagers = _base_awards(turned, position), turned.round.wagers_at(position)
    pays = any(_award_result(award) == "win" for award in ends if award.wager in wagers)
    for award in ends:
        if not pays or (_award_result(award) != "win" and award.wager == ANTE):
            made.extend(settle_effects(turned, position, award, ()))
    return tuple(made)


def optional_wager_clauses(context: DealerGameContext, position: int) -> Clauses:
    """Return why cards that are not compared with the dealer's are turned up."""
    state = context.round
    if state.base_void:
        return (*still_settled_clauses(context, state.void_under), *_folded_hand_clauses(context, position))
    if not context.dealer_game.plays_dealer(state.stakes[position]):
        return (*context.law(EXPOSE), *context.law(NOT_COMPETING))
    return _folded_hand_clauses(context, position) or context.law(TURNED_FOR_SIDES)


def _folded_hand_clauses(context: DealerGameContext, position: int) -> Clauses:
    """Return why the cards of a folded hand stay on the table; nothing for a hand that was not folded."""
    if position not in context.round.folded:
        return ()
    stays = (clause for name in context.open_optional_wagers(position) for clause in context.law(CARDS_STAY, name))
    return tuple(dict.fromkeys(stays))


def pay_hand(context: DealerGameContext, command: Command) -> Effects:
    """Pay the wagers of a hand that beats the dealer's, except those that were returned already."""
    position = command.position
    unpaid = [award for award in _base_awards(context, position) if (position, award.wager) not in context.round.paid]
    return tuple(part for award in unpaid for part in settle_effects(context, position, award, ()))


def _base_awards(context: DealerGameContext, position: int) -> list[Award]:
    optional = context.rules.settlement_order
    return [award for award in awards_at(context, position).values() if award.wager not in optional]


def awards_at(context: DealerGameContext, position: int) -> dict[str, Award]:
    """Return the awards of a position against the dealer, and those under the same payout limit, in order of settlement."""
    base = _outcome_at(context, position).awards if context.is_in_play(position) else ()
    limit = wagers_under_limit(context.rules)
    sides = [_find_award(context, position, wager) for wager in _settled_optional_wagers(context, position) if wager in limit]
    return {award.wager: award for award in limit_awards(context.rules, (*base, *sides))}


def _outcome_at(context: DealerGameContext, position: int) -> HandOutcome:
    state = context.round
    decisive = (context.rules, state.hands[position], state.hands[DEALER], state.board, state.stakes[position])
    return _outcomes.get(position, decisive, lambda: context.dealer_game.outcome(context, position))


_outcomes = LastAnswers[HandOutcome]()
"""By position: a hand is compared when it is turned up, and again when it is paid."""


def _settled_optional_wagers(context: DealerGameContext, position: int) -> Iterator[str]:
    state = context.round
    for wager in context.rules.settlement_order:
        ended = state.results.get((position, wager))
        void = ended is not None and ended.result == "void"
        if wager in state.wagers_at(position) and (position, wager) not in state.lost_by_fold and not void:
            yield wager


def award_at(context: DealerGameContext, position: int, wager: str) -> Award:
    """Return how an optional wager ends. One without a limit is computed by itself."""
    if wager in wagers_under_limit(context.rules):
        return awards_at(context, position)[wager]
    return limit_awards(context.rules, (_find_award(context, position, wager),))[0]


def _find_award(context: DealerGameContext, position: int, wager: str) -> Award:
    """Return how an optional wager ends, without a limit."""
    find = side_bets.award if wager in context.rules.side_bets else context.dealer_game.award
    return find(context, position, wager)


def _award_result(award: Award) -> str:
    if not award.is_won:
        return "tie" if award.returns_stake else "lose"
    return "tie" if award.row is not None and isinstance(award.row.pays, Push) else "win"


def settle_effects(context: DealerGameContext, position: int, award: Award, law: Clauses) -> Iterator[Effect]:
    """Settle a wager: its chips and winnings move; a share of a meter comes from elsewhere."""
    stake = context.round.stake_on(position, award.wager)
    result, clauses = _award_result(award), tuple(dict.fromkeys((*award.clauses, *law)))
    staked = stake or Stake(award.stake)
    yield settle_event(position, award.wager, staked, result, award.amount, clauses, award.words)
    if stake is not None:
        yield from _stake_movements(position, award, stake, result, clauses)
    if award.share is not None:
        yield from _share_instruction(context, position, award, clauses)
    elif award.amount:
        yield DueMovement(INVENTORY, seat_account(position), award.amount, "payout", clauses, position, award.wager)


def _stake_movements(position: int, award: Award, stake: Stake, result: str, clauses: Clauses) -> Iterator[DueMovement]:
    """A progressive chip is already in the inventory and stays there, unless it is returned with what it won."""
    seat, wager = seat_account(position), award.wager
    if wager == PROGRESSIVE:
        if award.returns_stake:
            yield DueMovement(INVENTORY, seat, stake.amount, "wager-returned", clauses, position, wager)
        return
    lost = (INVENTORY, "wager-lost" if result == "lose" else "wager-collected")
    target, reason = (seat, "wager-returned") if award.returns_stake else lost
    yield DueMovement(layout_account(position), target, stake.amount, reason, clauses, position, wager)


def _share_instruction(context: DealerGameContext, position: int, award: Award, clauses: Clauses) -> Iterator[Effect]:
    assert award.share is not None
    law, share = tuple(dict.fromkeys((*context.law(METER), *clauses))), award.share
    yield MeterInstruction("award", award.wager, law, meter=share.meter, share=share.share, amount=award.amount, seat=position)
    if award.amount:
        yield DueMovement(HOUSE, seat_account(position), award.amount, "meter-award", law, position, award.wager)


def collect_cards(context: DealerGameContext, command: Command) -> Effects:
    """Collect cards into the discard rack, hand by hand, so that each can be rebuilt; the dealer's last, with those on the
    layout."""
    position = command.position
    facts: dict[str, object] = {"position": position, "cards": context.round.hands.get(position, ())}
    if position == DEALER:
        facts |= {"board": context.round.board, "box": context.round.box}
    return (Event("cards-collected", context.law(COLLECT), facts),)
