"""Optional wagers on the seven cards, and when cards may leave the table."""

from collections.abc import Iterator, Mapping, Sequence

from houseway.cards import Card
from houseway.citation import SILENT, Citation, Law
from houseway.events import Actor, Command, Event
from houseway.games.awards import Award, limit_awards, optional_award, optional_awards
from houseway.games.pai_gow.base_wager.centre import is_paid_in_one_pass
from houseway.games.pai_gow.base_wager.outcome import LOSE
from houseway.games.pai_gow.betting import late_contribution
from houseway.games.pai_gow.context import PaiGowContext, is_on_dealers_cards
from houseway.games.pai_gow.envy import envy_clauses, envy_hand_at, envy_owed, offers_with_envy, picks_up_marker, seven_cards
from houseway.games.pai_gow.irregularities.irregular import reversal_instruction
from houseway.games.pai_gow.setting import COUNT_SURRENDERED, check_entered, void_if_miscounted
from houseway.games.pai_gow.settling import Clauses
from houseway.games.paytables import MeterAmounts
from houseway.games.round import DueMovement, Effect, Effects, MeterInstruction, Stake, return_coupon, round_refusal, use_coupon
from houseway.games.side_bets import side_bet_award
from houseway.games.validation import check_payer, name_of_floorperson, validation_effects
from houseway.games.wagers import settle_event
from houseway.money import NO_MONEY, Cents, MeterShare, split_meter
from houseway.procedure import (
    DEALER,
    DIV,
    HOUSE,
    INVENTORY,
    MD,
    PAI_GOW,
    PROGRESSIVE,
    LegalOption,
    layout_account,
    seat_account,
)
from houseway.submission import Rules
from houseway.values import memoize_by

REARRANGE = Law({MD: "11.H(1)", DIV: ("(r)(4)", "(r)(4)(ii)#1", "(r)(4)(ii)#2")})
REARRANGE_ALL = Law({MD: "11.H(2)", DIV: "(r)(4)(ii)#3"})
ENVY_HAND = Law.of_wagers("envy-hand", MD, DIV)
"""The hand of a player who has made that wager."""
ENVY_HAND_WITHOUT_WAGER = Law.of_wagers("envy-hand-alone", MD, DIV)
PREMIUM = Law({MD: "1.B(4)", DIV: "(a)(1)(ix)"})
SIDE_LOST = Law.of_wagers("lost", MD, DIV)
SIDE_WON = Law.of_wagers("won", MD, DIV)
WHATEVER_THE_BASE_DOES = Law({MD: SILENT, DIV: "(q)(3)#2"})
AFTER_THE_BASE = Law({MD: SILENT, DIV: ("(l)(9)#5", "(l)(8)#4")}, policy="progressive-settled")
"""A player who won both is paid the progressive second."""
PREMIUM_PAID = Law({DIV: "(r)(4)(iii)(B)"}, policy="premium-hand-paid")
BEST_PAYING = Law({MD: SILENT, DIV: "(l)(9)#6"})
HOUSE_BANKED = Law({MD: ("12.N", "12.A(2)"), DIV: SILENT}, subject="house-banked")
VERIFY = Law({MD: ("11.H(6)(b)(i)", "11.H(6)(b)(ii)"), DIV: ("(q)(3)(i)", "(q)(3)(ii)")})
VALIDATE = Law({MD: "11.H(6)(b)(iii)", DIV: "(q)(3)(iii)"})
AT_TURN = Law({MD: ("13.F", "13.E(8)"), DIV: "(q)(7)"})
OFF_TABLE = Law({MD: ("11.H(6)(b)(v)", "11.H(6)(b)(vi)"), DIV: "(l)(11)"})
DOCUMENTS = Law({MD: "11.H(6)(b)(vi)", DIV: "(l)(11)"})
MARKER_TAKEN = Law({DIV: "(r)(4)(iii)(A)"}, policy="envy-marker")
COLLECT = Law(
    {
        MD: {"": ("11.G", "11.J"), "sides": ("11.I", "11.J")},
        DIV: {
            "": ("(l)(9)#7", "(l)(10)"),
            "lose": ("(l)(6)#2", "(l)(10)"),
            "tie": ("(l)(7)#2", "(l)(10)"),
            "premium": ("(r)(4)(iii)(B)", "(l)(10)"),
            "sides": ("(r)(4)(i)(A)", "(l)(10)"),
            "all": ("(r)(4)(i)(B)", "(l)(10)"),
        },
    },
    subject="collected",
)
COLLECT_VOID = Law({MD: {"": ("14.C", "11.J"), "abandoned": ("7.C(2)", "11.J")}, DIV: ("(n)(4)#1", "(l)(10)")})
"""A hand that is void, or whose wagers were ruled lost, is neither settled nor rearranged."""


def awards_at(context: PaiGowContext, position: int) -> dict[str, Award]:
    """Return what each optional wager of a position wins, with the payout limit applied in order of settlement."""
    if is_limit_per_player(context) and context.filed_option("payout-limit.amount") is not None:
        own = context.optional_wagers(position)
        return {made.wager: made for place, made in _apply_limit(context, position) if place == position and made.wager in own}
    placed = context.round.wagers_at(position)
    dealer = seven_cards(context, DEALER) if context.rules.side_bets else ()
    held = seven_cards(context, position)
    return _limited_awards(context.rules, held, dealer, placed, context.optional_wagers(position), context.meters)


@memoize_by(id)
def _limited_awards(
    rules: Rules,
    held: tuple[Card, ...],
    dealer: tuple[Card, ...],
    placed: Mapping[str, Stake],
    sides: tuple[str, ...],
    meters: MeterAmounts,
) -> dict[str, Award]:
    """Memoized, because a settlement asks several times about the same hand."""
    awards = optional_awards(rules, held, {wager: placed[wager] for wager in sides if wager not in rules.side_bets}, meters)
    if rules.side_bets:
        awards += [side_bet_award(rules, wager, placed[wager], held, dealer) for wager in sides if wager in rules.side_bets]
        awards.sort(key=lambda each: sides.index(each.wager))
    return {each.wager: each for each in limit_awards(rules, awards)}


def is_limit_per_player(context: PaiGowContext) -> bool:
    """Return whether a payout limit covers all awards of a player in the round, instead of those of one hand."""
    return context.rules.policies["payout-limit-on"] == "player"


def _apply_limit(context: PaiGowContext, position: int) -> list[tuple[int, Award]]:
    """Apply one payout limit in order of settlement, to a hand or to a player (DIV-14)."""
    places = context.positions_of(context.seats.get(position, "")) if is_limit_per_player(context) else (position,)
    playing = [place for place in places if place in context.round.live_positions and seven_cards(context, place)]
    turns = _settlement_turns(context, playing)
    cut = limit_awards(context.rules, [made for _, made in turns])
    return [(place, made) for (place, _), made in zip(turns, cut, strict=True)]


def _settlement_turns(context: PaiGowContext, playing: Sequence[int]) -> list[tuple[int, Award]]:
    """Return the awards of one player's positions in order of settlement. A premium hand's own bonus waits until all others are
    settled, in some books, and then comes after the envy of its position, if envy counts towards the limit."""
    turns: list[tuple[int, Award]] = []
    last: list[tuple[int, Award]] = []
    for place in playing:
        if context.takes_reading("DIV-14=envy-capped"):
            marked = [wager for wager in wagers_with_envy(context, place) if (place, wager) in context.round.lammers]
            last += [(place, made) for wager in marked for _, made in envy_owed(context, place, wager)]
        for wager in context.optional_wagers(place):
            (last if waits_for_envy(context, place, wager) else turns).append((place, _award_at(context, place, wager)))
    return turns + last


def _award_at(context: PaiGowContext, position: int, wager: str) -> Award:
    stake = context.round.stakes[position][wager]
    if wager in context.rules.side_bets:
        return side_bet_award(context.rules, wager, stake, seven_cards(context, position), seven_cards(context, DEALER))
    return optional_award(context.rules, wager, seven_cards(context, position), stake.amount, stake.coupon, context.meters)


def needs_rearranging(context: PaiGowContext, position: int) -> bool:
    """Return whether the dealer rearranges this position's cards: for its own wagers, or for somebody's envy."""
    if position in context.round.racked:
        return False
    return bool(context.round.lammers or _wagers_after_rearranging(context, position))


def _wagers_after_rearranging(context: PaiGowContext, position: int) -> tuple[str, ...]:
    """Return the optional wagers of a position that are settled after its cards are rearranged."""
    own = context.optional_wagers(position)
    if context.rules.side_bets:
        own = tuple(wager for wager in own if not is_on_dealers_cards(context, wager))
    return tuple(wager for wager in own if wager != PROGRESSIVE) if is_progressive_settled_first(context) else own


def is_progressive_settled_first(context: PaiGowContext) -> bool:
    """Return whether a progressive wager is settled before the cards are rearranged for the others."""
    return context.rules.policies["progressive-settled"] == "first"


def is_premium_paid_last(context: PaiGowContext) -> bool:
    """Return whether the bonus of a premium hand is paid after all other wagers, with envy."""
    return context.rules.policies["premium-hand-paid"] == "last"


def wagers_with_envy(context: PaiGowContext, position: int) -> tuple[str, ...]:
    """Return the optional wagers of a position that have an envy bonus."""
    return tuple(wager for wager in context.optional_wagers(position) if context.rules.offers[wager].envy)


def waits_for_envy(context: PaiGowContext, position: int, wager: str) -> bool:
    """Return whether a wager waits until all others are settled, because its hand earns others envy."""
    return (
        is_premium_paid_last(context) and bool(context.rules.offers[wager].envy) and envy_hand_at(context, position) is not None
    )


def rearrange_hand(context: PaiGowContext, command: Command) -> Effects:
    position = command.position
    clauses = (*context.law(REARRANGE), *(context.law(REARRANGE_ALL) if context.round.lammers else ()))
    facts: dict[str, object] = {"position": position}
    if not seven_cards(context, position):
        entered = command.cards("cards")
        check_entered(context, entered, position)
        laid = {"position": position, "high": entered, "low": ()}
        return (Event("hand-set", clauses, laid), Event("hand-rearranged", clauses, facts))
    hand = envy_hand_at(context, position)
    if hand is not None and stays_for_envy(context, position):
        clauses = (*clauses, *context.law(PREMIUM), *_acknowledging_clauses(context, position))
        facts |= {"acknowledged": hand.words}
    return (Event("hand-rearranged", clauses, facts),)


def stays_for_envy(context: PaiGowContext, position: int) -> bool:
    """Return whether a premium hand stays on the table: for somebody's envy, or for its own bonus that is paid last."""
    return envy_hand_at(context, position) is not None and bool(_acknowledging_clauses(context, position))


def _acknowledging_clauses(context: PaiGowContext, position: int) -> Clauses:
    """Return the clauses by which a premium hand is acknowledged and left face up, for each offered wager that has envy.

    The hand of a player who has not made the wager may be left only for another player's envy.
    """
    own, lammers = wagers_with_envy(context, position), context.round.lammers
    others = any(context.seats.get(place) != context.seats.get(position) for place, _ in lammers)
    only_others = context.policy("envy-hand-without-wager") == "another-players-envy"
    only_others = only_others and not context.takes_reading("PG-12=other-spots", "DIV-38")
    without_wager = others if only_others else bool(lammers)
    clauses: list[Citation] = []
    for wager in offers_with_envy(context.rules):
        if wager in own and (lammers or is_premium_paid_last(context)):
            clauses.extend(context.law(ENVY_HAND, wager))
        elif wager not in own and without_wager:
            clauses.extend(context.law(ENVY_HAND_WITHOUT_WAGER, wager))
    return tuple(dict.fromkeys(clauses))


def last_cards_clauses(context: PaiGowContext) -> Clauses:
    """Return the clauses by which the last cards are collected: after the envy of each wager that has one."""
    clauses = [clause for wager in offers_with_envy(context.rules) for clause in context.law(COLLECT, wager)]
    return tuple(dict.fromkeys(clauses)) or context.law(COLLECT)


def next_lost_wagers(context: PaiGowContext, position: int, unpaid: Sequence[str]) -> tuple[str, ...]:
    """Return the lost wagers among those to be settled, up to the first that is not lost."""
    awards, lost = awards_at(context, position), []
    for wager in unpaid:
        if awards[wager].row is not None:
            break
        lost.append(wager)
    return tuple(lost)


def collect_lost(context: PaiGowContext, command: Command) -> Effects:
    """Collect several lost optional wagers of one position, in order of settlement."""
    position, awards = command.position, awards_at(context, command.position)
    return tuple([part for wager in command.texts("wagers") for part in _collect_lost_wager(context, position, awards[wager])])


def _collect_lost_wager(context: PaiGowContext, position: int, made: Award) -> Effects:
    wager, stake = made.wager, context.round.stakes[position][made.wager]
    law = (*made.clauses, *context.law(SIDE_LOST, wager), *_bank_round_clauses(context, wager))
    return (
        settle_event(position, wager, stake, "lose", NO_MONEY, law, made.words),
        *_lost_effects(position, wager, stake, law, context),
    )


def _bank_round_clauses(context: PaiGowContext, wager: str) -> Clauses:
    """In a bank round, optional wagers stay with the house."""
    return context.law(HOUSE_BANKED, wager) if context.round.bank.position is not None else ()


def winning_clauses(context: PaiGowContext, position: int, wager: str) -> Clauses:
    """Return why an optional wager that won is paid now."""
    if wager != PROGRESSIVE:
        return context.law(SIDE_WON, wager)
    base = context.round.results.get((position, PAI_GOW))
    both = context.law(AFTER_THE_BASE) if base is not None and base.result == "win" else ()
    return (*context.law(SIDE_WON, wager), *context.law(WHATEVER_THE_BASE_DOES), *both)


def settle_optional_wager(context: PaiGowContext, command: Command) -> Effects:
    """Settle one optional wager of one position."""
    position, wager = command.position, command.text("wager")
    made, stake = awards_at(context, position)[wager], context.round.stakes[position][wager]
    if made.row is None:
        return _collect_lost_wager(context, position, made)
    banked = _bank_round_clauses(context, wager)
    law = (*made.clauses, *winning_clauses(context, position, wager), *banked)
    if wager == PROGRESSIVE:
        check_payer(context, command, position, context.law(VALIDATE))
        law = (*law, *context.law(BEST_PAYING), *(context.law(AT_TURN) if made.share else ()))
    elif waits_for_envy(context, position, wager):
        law = (*made.clauses, *context.law(PREMIUM_PAID), *banked)
    event = settle_event(position, wager, stake, "win", made.amount, law, made.words)
    late = late_contribution(context, position, stake) if wager == PROGRESSIVE else ()
    return (event, *_won_effects(context, position, made, stake, law), *late)


def _lost_effects(position: int, wager: str, stake: Stake, law: Clauses, context: PaiGowContext) -> list[Effect]:
    if wager == PROGRESSIVE:
        return [*use_coupon(stake.coupon, law, position, wager), *late_contribution(context, position, stake)]
    return [DueMovement(layout_account(position), INVENTORY, stake.amount, "wager-lost", law, position, wager)]


def _won_effects(context: PaiGowContext, position: int, made: Award, stake: Stake, law: Clauses) -> Iterator[Effect]:
    """The stake is returned from the layout, winnings come from the inventory, and a share of a meter from elsewhere, with
    paperwork."""
    wager, seat = made.wager, seat_account(position)
    if wager != PROGRESSIVE and stake.amount:
        back = (seat, "wager-returned") if made.returns_stake else (INVENTORY, "wager-collected")
        yield DueMovement(layout_account(position), back[0], stake.amount, back[1], law, position, wager)
    if wager == PROGRESSIVE:
        yield from use_coupon(stake.coupon, law, position, wager)
    if made.share is not None:
        yield from _share_effects(context, position, made, made.share)
        return
    if made.amount:
        yield DueMovement(INVENTORY, seat, made.amount, "payout", law, position, wager)
    if made.is_deducted_from_meter:
        meter = next(iter(context.rules.offers[wager].paytable.meters), "meter")
        yield MeterInstruction("deduct", wager, made.clauses, meter=meter, amount=made.amount, hand=made.hand, seat=position)


def _share_effects(context: PaiGowContext, position: int, made: Award, share: MeterShare) -> Iterator[Effect]:
    off = context.law(OFF_TABLE)
    yield MeterInstruction(
        "award",
        made.wager,
        (*context.law(AT_TURN), *made.clauses),
        meter=share.meter,
        share=share.share,
        amount=made.amount,
        seat=position,
    )
    if made.amount:
        yield DueMovement(HOUSE, seat_account(position), made.amount, "meter-award", off, position, made.wager)
    yield Event("documents-awaited", off, {"position": position, "amount": made.amount})


def are_meters_shared(context: PaiGowContext) -> bool:
    """Return whether all winners of a meter in one round are paid together (PG-19, DIV-40)."""
    return context.takes_reading("PG-19=shared", "DIV-40=shared")


def unpaid_sharers(context: PaiGowContext) -> dict[str, list[tuple[int, Award]]]:
    """Return unpaid winners of each meter, if they are paid together, in the order in which they are paid: in one pass the bank is
    last (PG-26)."""
    found: dict[str, list[tuple[int, Award]]] = {}
    state = context.round
    bank = state.bank.position if is_paid_in_one_pass(context.rules) else None
    for position in sorted(state.live_positions, key=lambda place: place == bank):
        if PROGRESSIVE in context.round.wagers_at(position) and (position, PROGRESSIVE) not in context.round.paid:
            made = awards_at(context, position)[PROGRESSIVE]
            if made.share is not None:
                found.setdefault(made.share.meter, []).append((position, made))
    return found


def settle_shared_meter(context: PaiGowContext, command: Command) -> Effects:
    """Award all winners of a meter at once: each his share, in proportion if the shares exceed the meter."""
    made: list[Effect] = []
    late: list[Effect] = []
    shown = context.meter_amounts()
    for meter, winners in unpaid_sharers(context).items():
        shares = [each.share.share for _, each in winners if each.share]
        paid = []
        for (position, each), share, owed in zip(winners, shares, split_meter(shown[meter], shares), strict=True):
            check_payer(context, command, position, context.law(VALIDATE))
            amount = min(owed, each.amount)
            law = (*each.clauses, *winning_clauses(context, position, PROGRESSIVE), *context.law(AT_TURN))
            stake = context.round.stakes[position][PROGRESSIVE]
            off = context.law(OFF_TABLE)
            late.extend(late_contribution(context, position, stake))
            made.append(settle_event(position, PROGRESSIVE, stake, "win", amount, law, each.words))
            made.extend(use_coupon(stake.coupon, law, position, PROGRESSIVE))
            if amount:
                made.append(DueMovement(HOUSE, seat_account(position), amount, "meter-award", off, position, PROGRESSIVE))
            made.append(Event("documents-awaited", off, {"position": position, "amount": amount}))
            paid.append((position, share, amount))
        made.append(MeterInstruction("award-all", PROGRESSIVE, context.law(AT_TURN), meter=meter, winners=tuple(paid)))
    return (*made, *late)


def verify_progressive(context: PaiGowContext, command: Command) -> Effects:
    """Before a progressive win is paid, the dealer verifies the hand and the light. Without a light, a ruling is due instead."""
    position = command.position
    words = awards_at(context, position)[PROGRESSIVE].words
    facts = {"position": position, "wager": PROGRESSIVE, "hand": words, "dealer": command.by.name}
    return (Event("progressive-verified", context.law(VERIFY), facts),)


def rule_light(context: PaiGowContext, command: Command) -> Effects:
    """A floorperson rules on a progressive win without a light: the wager stands, or it never was one and its chip is returned."""
    position, law = command.position, context.law(VERIFY)
    name = name_of_floorperson(command, law)
    if command.flag("stands", False):
        words = awards_at(context, position)[PROGRESSIVE].words
        return (Event("progressive-verified", law, {"position": position, "wager": PROGRESSIVE, "hand": words, "by": name}),)
    stake = context.round.stakes[position][PROGRESSIVE]
    made: list[Effect] = [settle_event(position, PROGRESSIVE, stake, "void", NO_MONEY, law, "")]
    if stake.amount:
        made.append(DueMovement(INVENTORY, seat_account(position), stake.amount, "refund", law, position, PROGRESSIVE))
    return (*made, *return_coupon(stake.coupon, law, position, PROGRESSIVE), *reversal_instruction(context, position, stake))


def needs_validation(context: PaiGowContext, made: Award) -> bool:
    """Return whether a floorperson validates a progressive win: every one, or those deducted from the meter."""
    return context.policy("progressive-validated") == "every-win" or made.share is not None or made.is_deducted_from_meter


def validate_win(context: PaiGowContext, command: Command) -> Effects:
    """A floorperson, never the dealer who pays, validates the win."""
    return validation_effects(context, command, context.law(VALIDATE))


def complete_documents(context: PaiGowContext, command: Command) -> Effects:
    position, name = command.position, name_of_floorperson(command, context.law(DOCUMENTS))
    if position not in context.round.awaiting_documents:
        raise round_refusal(
            "no-documents",
            f"no paperwork is due for position {position}",
            context.law(DOCUMENTS),
            given=position,
            allowed=tuple(sorted(context.round.awaiting_documents)),
        )
    return (Event("documents-completed", context.law(DOCUMENTS), {"position": position, "by": name}),)


def pay_envy(context: PaiGowContext, command: Command) -> Effects:
    """Pay envy once for each other player's premium hand, whatever the holder of the lammer has."""
    position, wager = command.position, command.text("wager")
    due = envy_owed(context, position, wager)
    paid = limit_awards(context.rules, [made for _, made in due])
    if context.takes_reading("DIV-14=envy-capped"):
        names = {made.wager for made in paid}
        paid = tuple(made for place, made in _apply_limit(context, position) if place == position and made.wager in names)
    law = envy_clauses(context, position, wager)
    moves = [
        DueMovement(
            INVENTORY, seat_account(position), made.amount, "envy", (*law, *made.clauses), position, made.wager, f"hand {other}"
        )
        for (other, _), made in zip(due, paid, strict=True)
        if made.amount
    ]
    hands = tuple((other, made.hand, made.amount) for (other, _), made in zip(due, paid, strict=True))
    total = sum((made.amount for made in paid), start=Cents(0))
    rows = tuple(dict.fromkeys(clause for made in paid for clause in made.clauses))
    facts = {"position": position, "wager": wager, "hands": hands, "amount": total}
    if picks_up_marker(context):
        facts["marker"] = "collected"
    return (Event("envy-settled", (*law, *rows), facts), *moves)


def collect_cards(context: PaiGowContext, command: Command) -> Effects:
    """Collect cards into the discard rack, hand by hand, so that each can be rebuilt. Facts: position, and cards if a surrendered
    hand that stayed on the table does not have seven."""
    position = command.position
    miscounted = void_if_miscounted(context, command) if position in context.round.surrendered else ()
    facts = {"position": position, "cards": seven_cards(context, position)}
    clauses = (*why_cards_are_collected(context, position), *counting_clauses(context, position))
    return miscounted or (Event("cards-collected", clauses, facts),)


def counting_clauses(context: PaiGowContext, position: int) -> Clauses:
    """Return the clauses by which surrendered cards are counted as they are collected; none for other cards."""
    return context.law(COUNT_SURRENDERED) if position in context.round.surrendered else ()


def why_cards_are_collected(context: PaiGowContext, position: int) -> Clauses:
    """Return the clauses by which the cards of a position are collected now."""
    state, result = context.round, context.round.results.get((position, "pai-gow"))
    if position in state.void_hands:
        lost = position in state.left and result is not None and result.result == LOSE
        return context.law(COLLECT_VOID, "abandoned" if lost else "")
    if position in state.live_positions and stays_for_envy(context, position):
        premium = is_premium_paid_last(context) and bool(wagers_with_envy(context, position))
        return context.law(COLLECT, "premium") if premium else last_cards_clauses(context)
    sides = _wagers_after_rearranging(context, position)
    only = sides if len(sides) == 1 and not wagers_with_envy(context, position) else ()
    lammers, some = ("all",) if context.round.lammers else (), ("sides",) if sides else ()
    return context.law(COLLECT, *lammers, *only, *some, result.result if result else "")


def floor_options(context: PaiGowContext, actor: Actor) -> Iterator[LegalOption]:
    """Return what a floorperson may be asked for during a round."""
    for position in sorted(context.round.awaiting_documents):
        yield LegalOption("complete-documents", context.law(DOCUMENTS), {"position": position})
