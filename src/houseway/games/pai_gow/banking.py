"""The bank: offer and rotation, the dealer's confirmation, co-banking, and the house's wager against the bank."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from houseway.citation import Citation, Law
from houseway.errors import NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.games.pai_gow.base_wager.centre import (
    BankCover,
    bank_cover,
    centre_after,
    is_paid_in_one_pass,
    place_house_wager,
    split_in_halves,
)
from houseway.games.pai_gow.base_wager.outcome import WIN
from houseway.games.pai_gow.betting import (
    BANK_COVERS,
    bank_liability,
    directed_house_stake,
    return_barred_wagers,
    return_wager,
    usual_house_stake,
)
from houseway.games.pai_gow.context import PaiGowContext, base_wagers, own_position, position_of_bank
from houseway.games.pai_gow.state import PaiGowRound
from houseway.games.round import DueMovement, Effects, round_refusal
from houseway.games.round_context import BankHistory
from houseway.money import NO_MONEY, Cents
from houseway.procedure import DEALER, DIV, INVENTORY, MD, PAI_GOW, Bounds, LegalOption, layout_account

OFFER = Law({MD: ("12.A", "12.C", "12.C(1)(a)"), DIV: ("(m)(1)#1", "(m)(3)#1", "(m)(3)#2")})
FIRST_OFFER = Law({MD: "12.C(2)", DIV: {"": "(m)(3)#5", "bank": ("(m)(3)#4", "(m)(3)#5")}})
"""Why the first offer is not made at the farthest right. The Division's offer rotates, whoever took the bank before."""
NOT_AT_START = Law({MD: ("12.B(1)", "12.B(2)"), DIV: ("(m)(2)#1", "(m)(2)#2")})
BANK_TAKEN = Law({MD: ("1.B(1)", "12.A(1)"), DIV: ("(a)(1)(i)", "(m)(1)#2")})
"""What it means to be the bank: the others play against him, by the rules for such rounds."""
MARKER = Law({MD: "12.C(1)(b)", DIV: ("(m)(3)#3", "(a)(1)(viii)")})
NOT_TWICE = Law({MD: "12.C(3)", DIV: "(m)(3)#6"})
NOBODY = Law({MD: "12.C(4)", DIV: "(m)(3)#7"})
BET_BEFORE = Law({MD: "12.D(1)", DIV: "(m)(4)(i)"})
COVERS = Law({MD: "12.D(2)", DIV: "(m)(4)(ii)"})
CO_BANKING_FILED = Law({MD: ("12.E", "12.E(1)"), DIV: "(m)(5)#1"})
"""Where it is filed, it is open to every player."""
CO_BANK_ASKED = Law({MD: "12.E(2)", DIV: "(m)(5)#2"})
CO_BANK_MARKER = Law({MD: "12.E(3)", DIV: "(m)(5)#3"})
NO_HOUSE_STAKE = Law({MD: "12.E(5)", DIV: "(m)(5)#5"})
NO_WAGER = Law({MD: ("1.B(1)", "12.G(3)"), DIV: ("(a)(1)(i)", "(m)(7)#2")})
HOUSE_STAKE = Law({MD: ("12.G(1)", "12.G(2)", "12.G(4)"), DIV: ("(m)(7)#1", "(m)(7)#3")})
DIRECTS = Law({MD: "12.G(3)", DIV: "(m)(7)#2"})
ONE_AREA = Law({MD: "12.F", DIV: "(m)(6)"})


def next_to_offer(context: PaiGowContext) -> int | None:
    """Return the next position to be offered the bank this round: counterclockwise from the first offer, each player once."""
    bank = context.round.bank
    asked = {context.seats.get(position) for position in bank.asked_positions}
    first = bank.first_offer or 1
    order = (*range(first, len(context.positions) + 1), *range(1, first))
    free = [place for place in order if place in context.seats and context.seats[place] not in asked]
    return free[0] if free else None


def may_anybody_bank(context: PaiGowContext) -> bool:
    """Return whether anybody may bank this round: not at the start of the game, nor in the dealer's own round of a lap
    (DIV-23)."""
    return context.filed_option("bank.offered") is True and not is_first_of_game(context) and not is_dealers_round(context)


def is_first_of_game(context: PaiGowContext) -> bool:
    """Return whether this is the first round of a game. If no round of the game counts any more, one whose bank was confirmed
    before is none (PG-99, DIV-113)."""
    return context.start_of_game and not context.round.bank.is_confirmed


def is_dealers_round(context: PaiGowContext) -> bool:
    """Return whether the first offer has come round to the dealer: no player sits at its position or beyond it."""
    bank = context.round.bank
    if bank.asked_positions or not _has_dealers_round(context):
        return False
    return bank.first_offer == DEALER or not any(position >= (bank.first_offer or 1) for position in context.seats)


def next_first_offer(context: PaiGowContext) -> int:
    """Return who has the first offer in the next round (PG-28, DIV-23, DIV-42).

    A new game begins again at the farthest right, and so does the round after the dealer's own.
    """
    bank = context.round.bank
    if not context.filed_option("bank.offered") or is_first_of_game(context) or not bank.asked_positions:
        return 1
    accepted = bank.position == bank.asked_positions[0]
    if context.takes_reading("PG-28=restarts", "DIV-42=restarts") and not accepted:
        return 1
    return _place_to_the_right(context, bank.asked_positions[0])


def _place_to_the_right(context: PaiGowContext, position: int) -> int:
    """Return the position to the right of a player, past his own second area; the dealer's after the last player."""
    own = context.positions_of(context.seats.get(position, ""))
    following = next(place for place in range(position + 1, len(context.positions) + 2) if place not in own)
    if following <= len(context.positions):
        return following
    return DEALER if _has_dealers_round(context) else 1


def _has_dealers_round(context: PaiGowContext) -> bool:
    return context.policy("bank-offer-after-last-seat") == "dealers-round" and not context.takes_reading("DIV-23=skip-dealer")


def bank_history_after(state: PaiGowRound, seats: Mapping[int, str], history: BankHistory) -> BankHistory:
    """Return who bet against the dealer in the last round without a bank, with coupons (DIV-130), and who banked last."""
    if state.bank.position is not None:
        return replace(history, last_bank=seats.get(state.bank.position, ""))
    bets: dict[str, tuple[Cents, ...]] = {}
    for position, wagers in sorted(state.stakes.items()):
        if PAI_GOW in wagers and position in seats:
            bets[seats[position]] = (*bets.get(seats[position], ()), wagers[PAI_GOW].total)
    return BankHistory("", bets)


def bank_of_void_round(context: PaiGowContext) -> str:
    """Return who banked a void round and may not bank the next, if that counts as banking (PG-91, DIV-91)."""
    bank = context.round.bank
    if bank.position is None or not bank.is_confirmed or context.takes_reading("PG-91=played-again", "DIV-91=played-again"):
        return ""
    return context.seats.get(bank.position, "")


def offer_bank(context: PaiGowContext, command: Command) -> Effects:
    position = next_to_offer(context)
    assert position is not None
    return (Event("bank-offered", (*context.law(OFFER), *_first_offer_clauses(context, position)), {"position": position}),)


def _first_offer_clauses(context: PaiGowContext, position: int) -> tuple[Citation, ...]:
    """Return why a player is asked before the one farthest to the dealer's right."""
    if context.round.bank.asked_positions or position == min(context.seats):
        return ()
    banked = context.seats.get((context.round.bank.first_offer or 1) - 1) == context.history.last_bank
    return context.law(FIRST_OFFER, "bank") if banked else context.law(FIRST_OFFER)


def decide_no_bank(context: PaiGowContext, command: Command) -> Effects:
    """Nobody takes the bank, so this is an ordinary round."""
    return (Event("nobody-banks", context.law(NOBODY), {}),)


def _position_asked(context: PaiGowContext, command: Command) -> int:
    position = own_position(context, command)
    if context.round.bank.offered != position:
        _check_start(context, position)
        raise round_refusal(
            "bank-not-offered",
            f"the bank is not offered to position {position} now",
            context.law(OFFER),
            given=position,
            allowed=context.round.bank.offered,
        )
    return position


def pass_bank(context: PaiGowContext, command: Command) -> Effects:
    position = _position_asked(context, command)
    return (Event("bank-passed", context.law(OFFER), {"position": position}),)


def accept_bank(context: PaiGowContext, command: Command) -> Effects:
    position = _position_asked(context, command)
    check_eligible(context, position)
    law = (*context.law(BANK_TAKEN), *context.law(MARKER))
    return (Event("bank-accepted", law, {"position": position, "marker": "bank"}),)


def _check_start(context: PaiGowContext, position: int) -> None:
    if is_first_of_game(context):
        raise round_refusal(
            "bank-at-start",
            "no player may bank in the first round of a game",
            context.law(NOT_AT_START),
            given=position,
            allowed="from the second round on",
        )


def check_eligible(context: PaiGowContext, position: int) -> None:
    name = context.seats[position]
    _check_start(context, position)
    if context.history.last_bank == name:
        raise round_refusal(
            "banked-before",
            f"{name} banked the previous round, and may not bank twice in a row",
            context.law(NOT_TWICE),
            given=name,
            allowed="pass",
        )
    if name not in context.history.last_wagers:
        raise round_refusal(
            "did-not-bet",
            f"{name} may not bank: {name} made no wager against the dealer in the last round that the dealer banked",
            context.law(BET_BEFORE),
            given=name,
            allowed=tuple(context.history.last_wagers),
        )
    if len([place for place in context.positions_of(name) if PAI_GOW in context.round.wagers_at(place)]) > 0:
        raise round_refusal(
            "bank-has-wagers",
            f"{name} has base wagers on the table, which the bank may not have; take them back first",
            context.law(ONE_AREA),
            given=name,
            allowed="take back the base wagers",
        )


def request_co_bank(context: PaiGowContext, command: Command) -> Effects:
    """The bank asks the house to carry one half."""
    position = position_of_bank(context, command)
    if context.filed_option("bank.co-banking") is not True:
        raise round_refusal(
            "no-co-banking",
            "co-banking is not offered at this table",
            context.law(CO_BANKING_FILED),
            given=position,
            allowed="if co-banking is filed",
        )
    if context.round.bank.is_confirmed or context.round.bank.co_banking:
        raise round_refusal(
            "no-co-banking",
            "co-banking can be requested only before the bank is confirmed",
            context.law(CO_BANK_ASKED),
            given=position,
            allowed="before the bank is confirmed",
        )
    law = (*context.law(CO_BANKING_FILED), *context.law(CO_BANK_ASKED), *context.law(CO_BANK_MARKER))
    return (Event("co-banking-agreed", law, {"position": position, "marker": "co-bank"}),)


def confirm_bank(context: PaiGowContext, command: Command) -> Effects:
    """The dealer confirms that the player may bank: he bet before, his chips cover the others' wagers, and something is wagered
    against him. A new deck, or a round found void since he accepted, may have made him one who may not."""
    bank = context.round.bank
    assert bank.position is not None
    try:
        check_eligible(context, bank.position)
    except NotAllowed as refusal:
        return _refuse_bank(context, _WHY_NO_LONGER[refusal.code], tuple(map(Citation, refusal.clauses)))
    covered = _judge_cover(context)
    if not covered.covers:
        return _refuse_bank(context, "does not cover the wagers", covered.clauses)
    if not _opposing_wagers(context) and not (covered.house_stake if bank.house_stake is None else bank.house_stake):
        return _refuse_bank(context, "nothing is wagered against the bank", _why_nothing_is_wagered(context))
    confirmed = Event("bank-confirmed", (*context.law(BET_BEFORE), *covered.clauses), {"position": bank.position})
    return (confirmed, *return_barred_wagers(context))


_WHY_NO_LONGER = {
    "round.bank-at-start": "this is the first round of a game",
    "round.banked-before": "banked the previous round",
    "round.did-not-bet": "made no wager against the dealer in the last round that the dealer banked",
    "round.bank-has-wagers": "has base wagers on the table",
}


def _judge_cover(context: PaiGowContext) -> BankCover:
    bank = context.round.bank
    assert bank.position is not None
    chips = context.chips(context.seats[bank.position])
    return bank_cover(context.rules, _opposing_wagers(context), chips, _full_house_stake(context), bank.co_banking)


def _why_nothing_is_wagered(context: PaiGowContext) -> tuple[Citation, ...]:
    return (*context.law(NO_WAGER), *(context.law(NO_HOUSE_STAKE) if context.round.bank.co_banking else ()))


def _refuse_bank(context: PaiGowContext, why: str, law: tuple[Citation, ...]) -> Effects:
    """The player may not bank: his own wagers are returned, and the offer goes on (PG-59, DIV-58)."""
    bank = context.round.bank
    assert bank.position is not None
    own = context.round.wagers_at(bank.position).items()
    back = (part for wager, stake in own for part in return_wager(context, bank.position, wager, stake))
    return (Event("bank-refused", law, {"position": bank.position, "why": why}), *back)


def is_unopposed(context: PaiGowContext) -> bool:
    """Return whether neither a player nor the house wagers against a bank that was confirmed, so that it is judged again (PG-110,
    DIV-131)."""
    bank = context.round.bank
    decided = bank.co_banking or bank.house_stake is not None
    return decided and not bank.house_stake and not base_wagers(context)


def chips_to_keep(context: PaiGowContext) -> Cents:
    """Return what a confirmed bank must keep in chips until it is settled."""
    state = context.round
    if not state.bank.is_confirmed or state.bank_settled or state.void or state.finished:
        return NO_MONEY
    owed, put_in = bank_liability(context), NO_MONEY
    if state.exposed and is_paid_in_one_pass(context.rules):
        owed, put_in = _open_liability(context), centre_after(context.moved(), NO_MONEY).put_in
    if not state.bank.co_banking:
        return owed
    return split_in_halves(context.rules, put_in + owed)[0] - split_in_halves(context.rules, put_in)[0]


def _open_liability(context: PaiGowContext) -> Cents:
    """Return what the bank would have to pay if everybody won whose turn has not come yet, and the house (PG-26)."""
    state, bank = context.round, context.round.bank
    waiting = [wager for place, wager in base_wagers(context).items() if (place, PAI_GOW) not in state.paid]
    house = bank.house_stake if state.house_result == WIN else None
    return sum(waiting, start=house or NO_MONEY)


def decide_leaving_before_deal(context: PaiGowContext, positions: tuple[int, ...]) -> Effects:
    """A player leaves before betting is closed: his offer is passed, and if he was the bank, the offer goes on."""
    bank = context.round.bank
    if bank.offered in positions:
        return (Event("bank-passed", context.law(OFFER), {"position": bank.offered}),)
    if bank.position is None or bank.position not in positions:
        return ()
    refused = Event("bank-refused", context.law(COVERS), {"position": bank.position, "why": "left the table"})
    if not bank.house_stake:
        return (refused,)
    back = DueMovement(layout_account(DEALER), INVENTORY, bank.house_stake, "refund", context.law(HOUSE_STAKE), DEALER, PAI_GOW)
    return (refused, back)


def _opposing_wagers(context: PaiGowContext) -> tuple[Cents, ...]:
    """Return the wagers that the bank must cover. Those with a coupon are returned when it is confirmed (DIV-70)."""
    stakes = context.round.stakes
    return tuple(chips for place, chips in base_wagers(context).items() if not stakes[place][PAI_GOW].coupon)


def _full_house_stake(context: PaiGowContext) -> Cents:
    """Return what the house would stake, before the bank's cover limits it."""
    return NO_MONEY if context.round.bank.co_banking else directed_house_stake(context)


def _most_house_stake(context: PaiGowContext) -> Cents:
    """Return the most that the bank may direct. It may change its mind until the wager lies there; but a bank that was confirmed
    because it covers all wagers together (PG-27, DIV-24) still has to."""
    usual, bank = usual_house_stake(context), context.round.bank
    if not bank.is_confirmed or not context.takes_reading("PG-27=others-and-house", "DIV-24=others-and-house"):
        return usual
    assert bank.position is not None
    left = context.chips(context.seats[bank.position]).amount - sum(wager.amount for wager in _opposing_wagers(context))
    return max(directed_house_stake(context), min(usual, Cents(left)))


def direct_house_stake(context: PaiGowContext, command: Command) -> Effects:
    """The bank directs a smaller house wager, or none. The last word counts."""
    position_of_bank(context, command)
    amount, bank = command.cents("amount"), context.round.bank
    if bank.house_stake is not None or context.round.closed or bank.co_banking:
        raise round_refusal(
            "stake-is-down",
            "the house's wager against the bank can no longer be changed",
            context.law(DIRECTS),
            given=str(amount),
            allowed="before the house has staked",
        )
    usual, most = usual_house_stake(context), _most_house_stake(context)
    if not NO_MONEY <= amount <= usual:
        raise round_refusal(
            "stake-not-less",
            f"the bank may lower the house's wager of {usual} but not raise it to {amount}",
            context.law(DIRECTS),
            given=str(amount),
            allowed=f"{NO_MONEY} to {usual}",
        )
    if amount > most:
        raise round_refusal(
            "bank-does-not-cover",
            f"the bank is confirmed, and its chips cover a wager of the house's of {most}, not of {amount}",
            context.law(BANK_COVERS),
            given=str(amount),
            allowed=f"{NO_MONEY} to {most}",
        )
    return (Event("house-stake-directed", context.law(DIRECTS), {"amount": amount}),)


def stake_against_bank(context: PaiGowContext, command: Command) -> Effects:
    """The dealer takes the house's wager from the inventory and puts it in front of the tray."""
    bank = context.round.bank
    stake = _judge_cover(context).house_stake
    law = context.law(NO_HOUSE_STAKE) if bank.co_banking else context.law(HOUSE_STAKE)
    staked = Event("house-staked", law, {"amount": stake})
    return (staked, place_house_wager(context.rules, stake)) if stake else (staked,)


def bank_options(context: PaiGowContext, actor: Actor) -> Iterator[LegalOption]:
    """Return a player's answers to an offer, and the bank's options before the cards."""
    bank = context.round.bank
    if bank.offered in context.positions_of(actor.name) and bank.offered is not None and actor.role is Role.PLAYER:
        yield LegalOption("pass-bank", context.law(OFFER), {"position": bank.offered})
        try:
            check_eligible(context, bank.offered)
        except NotAllowed:
            return
        yield LegalOption("accept-bank", context.law(BANK_TAKEN), {"position": bank.offered})
    if actor.role is Role.BANK and bank.position in context.positions_of(actor.name) and not context.round.closed:
        if context.filed_option("bank.co-banking") is True and not bank.is_confirmed and not bank.co_banking:
            law = (*context.law(CO_BANKING_FILED), *context.law(CO_BANK_ASKED))
            yield LegalOption("request-co-bank", law, {"position": bank.position})
        if bank.house_stake is None and not bank.co_banking:
            bounds: Bounds = {"amount": {"least": NO_MONEY, "most": _most_house_stake(context)}}
            yield LegalOption("direct-house-stake", context.law(DIRECTS), {}, bounds)
