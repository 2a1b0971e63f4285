"""The bank: offer and rotation, the dealer's confirmation, co-banking, and the house's wager against the bank."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from houseway.citation import Law
from houseway.errors import NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.games.pai_gow.betting import bank_liability, return_coupon_wagers, return_wager
from houseway.games.pai_gow.centre import bank_cover, house_stake_against_bank, place_house_wager, split_in_halves
from houseway.games.pai_gow.scene import PaiGowContext, base_wagers, own_position, position_of_bank
from houseway.games.pai_gow.state import PaiGowRound
from houseway.games.round import Effects, Movement, refusal
from houseway.games.scene import BankHistory
from houseway.money import NO_MONEY, Cents
from houseway.procedure import DEALER, DIV, INVENTORY, MD, PAI_GOW, LegalOption, layout_account

OFFER = Law({MD: ("12.A", "12.C", "12.C(1)(a)"), DIV: ("(m)(1)#1", "(m)(3)#1", "(m)(3)#2")})
FIRST_OFFER = Law({MD: "12.C(2)", DIV: ("(m)(3)#4", "(m)(3)#5")})
NOT_AT_START = Law({MD: ("12.B(1)", "12.B(2)"), DIV: ("(m)(2)#1", "(m)(2)#2")})
MARKER = Law({MD: ("1.B(1)", "12.C(1)(b)", "12.A(1)"), DIV: ("(a)(1)(i)", "(a)(1)(viii)", "(m)(3)#3", "(m)(1)#2")})
NOT_TWICE = Law({MD: "12.C(3)", DIV: "(m)(3)#6"})
NOBODY = Law({MD: "12.C(4)", DIV: "(m)(3)#7"})
BET_BEFORE = Law({MD: "12.D(1)", DIV: "(m)(4)(i)"})
COVERS = Law({MD: "12.D(2)", DIV: "(m)(4)(ii)"})
CO_BANK = Law(
    {MD: ("1.B(2)", "12.E", "12.E(1)", "12.E(2)", "12.E(3)"), DIV: ("(a)(1)(iii)", "(m)(5)#1", "(m)(5)#2", "(m)(5)#3")}
)
NO_HOUSE_STAKE = Law({MD: "12.E(5)", DIV: "(m)(5)#5"})
HOUSE_STAKE = Law({MD: ("12.G(1)", "12.G(2)", "12.G(4)"), DIV: ("(m)(7)#1", "(m)(7)#3")})
DIRECTS = Law({MD: "12.G(3)", DIV: "(m)(7)#2"})
ONE_AREA = Law({MD: "12.F", DIV: "(m)(6)"})


def next_to_offer(scene: PaiGowContext) -> int | None:
    """Return the next position to be offered the bank this round: counterclockwise from the first offer, each player once."""
    bank = scene.round.bank
    asked = {scene.seats.get(position) for position in bank.asked}
    first = bank.first or 1
    order = (*range(first, len(scene.positions) + 1), *range(1, first))
    free = [place for place in order if place in scene.seats and scene.seats[place] not in asked]
    return free[0] if free else None


def may_anybody_bank(scene: PaiGowContext) -> bool:
    """Return whether anybody may bank this round: not at the start of the game, nor in the dealer's own round of a lap
    (DIV-23)."""
    return scene.option("bank.offered") is True and not scene.start_of_game and scene.round.bank.first != DEALER


def next_first_offer(scene: PaiGowContext) -> int:
    """Return who has the first offer in the next round (PG-28, DIV-23, DIV-42)."""
    bank, most = scene.round.bank, len(scene.positions)
    if not may_anybody_bank(scene) and bank.first != DEALER:
        return bank.first or 1
    if scene.reads("PG-28=restarts", "DIV-42=restarts") and bank.position != bank.first:
        return 1
    following = (bank.first or 0) + 1
    if following <= most:
        return following
    dealers_round = scene.policy("bank-offer-after-last-seat") == "dealers-round" and not scene.reads("DIV-23=skip-dealer")
    return DEALER if dealers_round else 1


def bank_history_after(state: PaiGowRound, seats: Mapping[int, str], history: BankHistory) -> BankHistory:
    """Return who bet against the dealer in the last round without a bank, and who banked last."""
    if state.bank.position is not None:
        return replace(history, last=seats.get(state.bank.position, ""))
    bets: dict[str, tuple[Cents, ...]] = {}
    for position, wagers in sorted(state.stakes.items()):
        if PAI_GOW in wagers and position in seats:
            bets[seats[position]] = (*bets.get(seats[position], ()), wagers[PAI_GOW].total)
    return BankHistory("", bets)


def bank_of_void_round(scene: PaiGowContext) -> str:
    """Return who banked a void round and may not bank the next, if that counts as banking (PG-91, DIV-91)."""
    bank = scene.round.bank
    if bank.position is None or not bank.confirmed or scene.reads("PG-91=played-again", "DIV-91=played-again"):
        return ""
    return scene.seats.get(bank.position, "")


def offer_bank(scene: PaiGowContext, command: Command) -> Effects:
    position = next_to_offer(scene)
    assert position is not None
    first = scene.law(FIRST_OFFER) if not scene.round.bank.asked else ()
    return (Event("bank-offered", (*scene.law(OFFER), *first), {"position": position}),)


def decide_no_bank(scene: PaiGowContext, command: Command) -> Effects:
    """Nobody takes the bank, so this is an ordinary round."""
    return (Event("nobody-banks", scene.law(NOBODY), {}),)


def _position_asked(scene: PaiGowContext, command: Command) -> int:
    position = own_position(scene, command)
    if scene.round.bank.offered != position:
        _check_start(scene, position)
        raise refusal(
            "bank-not-offered",
            f"the bank is not offered to position {position} now",
            scene.law(OFFER),
            given=position,
            allowed=scene.round.bank.offered,
        )
    return position


def pass_bank(scene: PaiGowContext, command: Command) -> Effects:
    position = _position_asked(scene, command)
    return (Event("bank-passed", scene.law(OFFER), {"position": position}),)


def accept_bank(scene: PaiGowContext, command: Command) -> Effects:
    position = _position_asked(scene, command)
    check_eligible(scene, position)
    return (Event("bank-accepted", scene.law(MARKER), {"position": position, "marker": "bank"}),)


def _check_start(scene: PaiGowContext, position: int) -> None:
    if scene.start_of_game:
        raise refusal(
            "bank-at-start",
            "nobody banks in the first round of a game",
            scene.law(NOT_AT_START),
            given=position,
            allowed="from the second round on",
        )


def check_eligible(scene: PaiGowContext, position: int) -> None:
    name = scene.seats[position]
    _check_start(scene, position)
    if scene.history.last == name:
        raise refusal("banked-before", f"{name} banked the round before", scene.law(NOT_TWICE), given=name, allowed="pass")
    if name not in scene.history.bets:
        raise refusal(
            "did-not-bet",
            f"{name} made no wager against the dealer in the last round without a bank",
            scene.law(BET_BEFORE),
            given=name,
            allowed=tuple(scene.history.bets),
        )
    if len([place for place in scene.spots(name) if PAI_GOW in scene.round.wagers(place)]) > 0:
        raise refusal(
            "bank-has-wagers",
            f"{name} has base wagers on the table, and the bank makes none: they must be taken back first",
            scene.law(ONE_AREA),
            given=name,
            allowed="take back the base wagers",
        )


def request_co_bank(scene: PaiGowContext, command: Command) -> Effects:
    """The bank asks the house to carry one half."""
    position = position_of_bank(scene, command)
    if scene.option("bank.co-banking") is not True or scene.round.bank.confirmed or scene.round.bank.co_banking:
        raise refusal(
            "no-co-banking",
            "co-banking is not open now" if scene.option("bank.co-banking") else "co-banking is not offered at this table",
            scene.law(CO_BANK),
            given=position,
            allowed="before the bank is confirmed, where it is filed",
        )
    return (Event("co-banking-agreed", scene.law(CO_BANK), {"position": position, "marker": "co-bank"}),)


def confirm_bank(scene: PaiGowContext, command: Command) -> Effects:
    """The dealer confirms that the player may bank: he bet before, and his chips cover the others' wagers."""
    bank = scene.round.bank
    assert bank.position is not None
    name = scene.seats[bank.position]
    covered = bank_cover(scene.rules, _other_wagers(scene), scene.chips(name), _full_house_stake(scene), bank.co_banking)
    if not covered.covers or scene.start_of_game:
        why, law = ("does not cover the wagers", covered.clauses)
        if scene.start_of_game:
            why, law = ("a new deck has begun a new game", scene.law(NOT_AT_START))
        refused = Event("bank-refused", law, {"position": bank.position, "why": why})
        own = scene.round.wagers(bank.position).items()
        return (refused, *(part for wager, stake in own for part in return_wager(scene, bank.position, wager, stake)))
    confirmed = Event("bank-confirmed", (*scene.law(BET_BEFORE), *covered.clauses), {"position": bank.position})
    return (confirmed, *return_coupon_wagers(scene))


def chips_to_keep(scene: PaiGowContext) -> Cents:
    """Return what a confirmed bank must keep in chips until it is settled."""
    state = scene.round
    if not state.bank.confirmed or state.bank_settled or state.void or state.finished:
        return NO_MONEY
    owed = bank_liability(scene)
    return split_in_halves(scene.rules, owed)[0] if state.bank.co_banking else owed


def decide_leaving_before_deal(scene: PaiGowContext, positions: tuple[int, ...]) -> Effects:
    """A player leaves before betting is closed: his offer is passed, and if he was the bank, the offer goes on."""
    bank = scene.round.bank
    if bank.offered in positions:
        return (Event("bank-passed", scene.law(OFFER), {"position": bank.offered}),)
    if bank.position is None or bank.position not in positions:
        return ()
    refused = Event("bank-refused", scene.law(COVERS), {"position": bank.position, "why": "left the table"})
    if not bank.house_stake:
        return (refused,)
    back = Movement(layout_account(DEALER), INVENTORY, bank.house_stake, "refund", scene.law(HOUSE_STAKE), DEALER, PAI_GOW)
    return (refused, back)


def _other_wagers(scene: PaiGowContext) -> tuple[Cents, ...]:
    return tuple(base_wagers(scene).values())


def _full_house_stake(scene: PaiGowContext) -> Cents:
    """Return what the house would stake, before the bank's cover limits it."""
    bank = scene.round.bank
    assert bank.position is not None
    if bank.co_banking:
        return NO_MONEY
    usual = house_stake_against_bank(scene.rules, scene.history.bets.get(scene.seats[bank.position], ()))
    return usual if bank.directed is None else min(usual, bank.directed)


def direct_house_stake(scene: PaiGowContext, command: Command) -> Effects:
    """The bank directs a smaller house wager, or none."""
    position_of_bank(scene, command)
    amount, bank = command.cents("amount"), scene.round.bank
    if bank.house_stake is not None or scene.round.closed or bank.co_banking:
        raise refusal(
            "stake-is-down",
            "the house's wager against the bank can no longer be changed",
            scene.law(DIRECTS),
            given=str(amount),
            allowed="before the house has staked",
        )
    usual = _full_house_stake(scene)
    if not NO_MONEY <= amount <= usual:
        raise refusal(
            "stake-not-less",
            f"the bank may lower the house's wager of {usual}, not raise it",
            scene.law(DIRECTS),
            given=str(amount),
            allowed=f"{NO_MONEY} to {usual}",
        )
    return (Event("house-stake-directed", scene.law(DIRECTS), {"amount": amount}),)


def stake_against_bank(scene: PaiGowContext, command: Command) -> Effects:
    """The dealer takes the house's wager from the inventory and puts it in front of the tray."""
    bank = scene.round.bank
    assert bank.position is not None
    name = scene.seats[bank.position]
    covered = bank_cover(scene.rules, _other_wagers(scene), scene.chips(name), _full_house_stake(scene), bank.co_banking)
    law = scene.law(NO_HOUSE_STAKE) if bank.co_banking else scene.law(HOUSE_STAKE)
    staked = Event("house-staked", law, {"amount": covered.house_stake})
    return (staked, place_house_wager(scene.rules, covered.house_stake)) if covered.house_stake else (staked,)


def bank_options(scene: PaiGowContext, actor: Actor) -> Iterator[LegalOption]:
    """Return a player's answers to an offer, and the bank's options before the cards."""
    bank = scene.round.bank
    if bank.offered in scene.spots(actor.name) and bank.offered is not None and actor.role is Role.PLAYER:
        yield LegalOption("pass-bank", scene.law(OFFER), {"position": bank.offered})
        try:
            check_eligible(scene, bank.offered)
        except NotAllowed:
            return
        yield LegalOption("accept-bank", scene.law(MARKER), {"position": bank.offered})
    if actor.role is Role.BANK and bank.position in scene.spots(actor.name) and not scene.round.closed:
        if scene.option("bank.co-banking") is True and not bank.confirmed and not bank.co_banking:
            yield LegalOption("request-co-bank", scene.law(CO_BANK), {"position": bank.position})
        if bank.house_stake is None and not bank.co_banking:
            usual = _full_house_stake(scene)
            yield LegalOption("direct-house-stake", scene.law(DIRECTS), {}, {"amount": {"least": NO_MONEY, "most": usual}})
