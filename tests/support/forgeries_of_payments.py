"""Forged payments: what is paid to whom, from where, for what, and in which order."""

from fractions import Fraction

from houseway.events import Actor, Command, Event, Role
from houseway.ledger import MONEY_MOVED
from houseway.money import NO_MONEY, Cents
from houseway.review import Level
from houseway.table import decide
from tests.support.forged_records import Entry, Forgery, Night, balances_moved, replaced
from tests.support.forgery_kinds import NO_VIGORISH, SIDES, Source, forgery

SETTLED, ENVY_SETTLED = "wager-settled", "envy-settled"


def payment(night: Night, reason: str = "payout", **facts: object) -> tuple[int, Entry, int, Event]:
    """The first payment for a reason: its command's number, what is recorded of it, and the payment."""
    number, place = night.find(reason=reason, **facts)
    entry = night.entries[number]
    return number, entry, place, entry.events[place]


def with_amount(entry: Entry, place: int, amount: Cents) -> Entry:
    """The amount of a payment is another one, and the settlement says so, too."""
    paid = entry.events[place]
    settled = entry.place(SETTLED, wager=paid["wager"], position=paid["seat"])
    return entry.with_facts(place, amount=amount).with_facts(settled, amount=amount)


def skipped(night: Night, number: int) -> Forgery:
    """A step is missing, and everything else is as it was."""
    moved = balances_moved(night.entries[number].events)
    level = Level.MONEY if moved else Level.PROCEDURE
    return Forgery(number, night.entries[number + 1 :][:1], 2, level, keeps_rest=True, owed=moved)


def another_player(night: Night, but: str) -> str:
    """The account of somebody who has sat down, and is not the owner of one."""
    players = (event.text("player") for entry in night.entries for event in entry.events if event.kind == "player-seated")
    return next(f"player:{player}" for player in players if f"player:{player}" != but)


def half(amount: Cents) -> Cents:
    return Cents(amount.amount // 2)


def double(amount: Cents) -> Cents:
    return Cents(amount.amount * 2)


@forgery(**SIDES)
def a_payment_is_halved(night: Night, _: Night) -> Forgery:
    number, entry, place, paid = payment(night)
    return replaced(night, number, with_amount(entry, place, half(paid["amount"])))


@forgery(**SIDES)
def a_payment_is_doubled(night: Night, _: Night) -> Forgery:
    number, entry, place, paid = payment(night)
    return replaced(night, number, with_amount(entry, place, double(paid["amount"])))


@forgery(**SIDES)
def a_payment_is_a_cent_short(night: Night, _: Night) -> Forgery:
    number, entry, place, paid = payment(night)
    return replaced(night, number, with_amount(entry, place, paid["amount"] - Cents(1)))


@forgery(**SIDES)
def a_payment_goes_to_another_player(night: Night, _: Night) -> Forgery:
    number, entry, place, paid = payment(night)
    return replaced(night, number, entry.with_facts(place, target=another_player(night, paid.text("target"))))


@forgery(**SIDES)
def a_payment_comes_from_another_account(night: Night, _: Night) -> Forgery:
    number, entry, place, _ = payment(night)
    return replaced(night, number, entry.with_facts(place, source="drop"))


@forgery(**SIDES)
def a_payment_is_left_out(night: Night, _: Night) -> Forgery:
    number, entry, place, _ = payment(night)
    return replaced(night, number, with_amount(entry, place, NO_MONEY).with_event(place))


@forgery(**SIDES)
def a_payment_is_made_twice(night: Night, _: Night) -> Forgery:
    number, entry, place, paid = payment(night)
    return replaced(night, number, entry.with_event(place, paid, paid))


@forgery(**SIDES)
def a_payment_is_recorded_with_another_reason(night: Night, _: Night) -> Forgery:
    number, entry, place, _ = payment(night)
    return replaced(night, number, entry.with_facts(place, reason="tip"), level=Level.PROCEDURE)


@forgery(**SIDES)
def the_payments_of_a_settlement_come_in_another_order(night: Night, _: Night) -> Forgery:
    """The stake goes back after the payout instead of before it."""
    number, entry, place, paid = _with_stake(night)
    before = entry.events[place - 1]
    return replaced(night, number, entry.with_event(place, before).with_event(place - 1, paid), level=Level.PROCEDURE)


def _with_stake(night: Night) -> tuple[int, Entry, int, Event]:
    """The first payout that comes right after the stake was given back."""
    for number, entry in enumerate(night.entries):
        for place, event in enumerate(entry.events[1:], start=1):
            before = entry.events[place - 1]
            if event.facts.get("reason") == "payout" and before.facts.get("reason") == "wager-returned":
                return number, entry, place, event
    raise LookupError("no stake is given back with a payout")


@forgery(**SIDES)
def players_are_settled_in_another_order(night: Night, other: Night) -> Forgery:
    """Everything that is done with one hand comes after what is done with the next."""
    first, second, *_ = [number for number, entry in enumerate(night.entries) if entry.command.act == "expose"]
    end = next(n for n in range(second + 1, len(night.entries)) if night.entries[n].command.act in ("expose", "collect-cards"))
    exchanged = (*night.entries[second:end], *night.entries[first:second])
    return Forgery(first, exchanged, end - first, Level.PROCEDURE, keeps_rest=True, is_only=False, owed={})


@forgery(**SIDES)
def a_lost_wager_is_given_back(night: Night, _: Night) -> Forgery:
    number, entry, place, lost = payment(night, "wager-lost")
    owner = owner_of(night, lost["seat"])
    return replaced(night, number, entry.with_facts(place, target=owner, reason="wager-returned"))


def owner_of(night: Night, position: object) -> str:
    """The account of who sits at a position."""
    seated = (event for entry in night.entries for event in entry.events if event.kind == "player-seated")
    return next(f"player:{event.text('player')}" for event in seated if position in event["positions"])


@forgery(**SIDES)
def the_stake_of_a_winner_is_kept(night: Night, _: Night) -> Forgery:
    number, entry, place, _ = payment(night, "wager-returned")
    return replaced(night, number, entry.with_facts(place, target="inventory", reason="wager-lost"))


@forgery(
    md="md/envy-several-at-once",
    div=Source("div/match-play-coupons"),
    uth="uth/ante-pushes-when-the-dealer-has-no-pair",
    fc="fc/tie-is-handed-back-where-read-so",
)
def a_tie_is_recorded_as_lost(night: Night, _: Night) -> Forgery:
    number, place = night.find(SETTLED, result="tie")
    entry = night.entries[number]
    tied = entry.events[place]
    returned = entry.place(reason="wager-returned", wager=tied["wager"], seat=tied["position"])
    forged = entry.with_facts(place, result="lose").with_facts(returned, target="inventory", reason="wager-lost")
    return replaced(night, number, forged)


@forgery(
    md=Source("md/six-cards-manual-shoe"),
    div=Source("div/shoe-misdeal"),
    uth=Source("uth/wrong-number-to-a-player"),
    fc=Source("fc/six-cards-for-a-player"),
)
def the_stake_of_a_void_round_is_kept(night: Night, _: Night) -> Forgery:
    number, entry, place, _ = payment(night, "refund")
    return replaced(night, number, entry.with_facts(place, target="inventory", reason="wager-lost"))


# Paytables


def first_difference(night: Night, other: Night) -> int:
    """The number of the first command after the opening of which something else is recorded in the other night."""
    for number, (entry, elsewhere) in enumerate(zip(night.entries, other.entries, strict=False)):
        assert entry.command.act == elsewhere.command.act, f"{entry.command.act}, not {elsewhere.command.act}"
        moved = [event["amount"] for event in entry.events if event.kind == MONEY_MOVED]
        if number and moved != [event["amount"] for event in elsewhere.events if event.kind == MONEY_MOVED]:
            return number
    raise LookupError("both nights pay the same")


def as_elsewhere(night: Night, other: Night, **more: object) -> Forgery:
    """What the same cards give under another filing, recorded under this one."""
    number = first_difference(night, other)
    elsewhere = other.entries[number]
    forged = night.entries[number]._replace(events=elsewhere.events, meter_events=elsewhere.meter_events)
    return replaced(night, number, forged, **more)


BLIND_BY_TABLE_B = """[wagers]
blind = { paytable = "B" }

[readings]
UTH-01 = "pushes"

[players.1]"""
ROYAL_FLUSH_AND_FULL_HOUSE = (
    ("4s 4d 4c 8s 8c Jc 2h", "Ac Kc Qc Jc Tc 8s 8h"),
    ("8s 8c", "8s 8h"),
    ("Ts Td Qh 7h 5d 3c 2d", "Ts Td Th 7h 7d 3c 2d"),
    ("Qh 7h", "7h 7d"),
)
TWO_ROWS = Source(
    "md/fortune-bonus",
    ROYAL_FLUSH_AND_FULL_HOUSE,
    (*ROYAL_FLUSH_AND_FULL_HOUSE, ('paytable = "A"', 'paytable = "C"')),
)


@forgery(
    "the Division prints one paytable for each wager",
    md=TWO_ROWS,
    uth=Source("uth/blind-by-table-a", other=(("[players.1]", BLIND_BY_TABLE_B),)),
    fc=Source("fc/aces-up-a", other=(('paytable = "A"', 'paytable = "B"'),)),
)
def a_wager_is_paid_by_another_paytable(night: Night, other: Night) -> Forgery:
    return as_elsewhere(night, other)


@forgery(**{**SIDES, "md": TWO_ROWS})
def a_wager_is_paid_by_another_row(night: Night, _: Night) -> Forgery:
    """The hand is named as another one that the same table pays, with its odds."""
    rows = [
        (number, place, event)
        for number, entry in enumerate(night.entries)
        for place, event in enumerate(entry.events)
        if event.kind == SETTLED and event["result"] == "win" and event["hand"] and event["amount"] and _is_paid(entry, event)
    ]
    (number, place, won), *others = rows
    row = next(event for _, _, event in others if _odds(event) != _odds(won))
    amount = Cents(int(_odds(row) * won["stake"].amount))
    entry = night.entries[number]
    paid = entry.place(reason="payout", wager=won["wager"], seat=won["position"])
    return replaced(night, number, entry.with_facts(place, hand=row["hand"], amount=amount).with_facts(paid, amount=amount))


def _is_paid(entry: Entry, won: Event) -> bool:
    return any(event.facts.get("reason") == "payout" and event.facts.get("wager") == won["wager"] for event in entry.events)


def _odds(won: Event) -> Fraction:
    return Fraction(won["amount"].amount, won["stake"].amount)


# Vigorish and envy

VIGORISH = {"md": Source("md/vigorish-up-to-the-quarter"), "div": Source("div/vigorish-up-to-the-quarter")}


@forgery(NO_VIGORISH, **VIGORISH)
def vigorish_is_not_taken(night: Night, _: Night) -> Forgery:
    number, entry, place, taken = payment(night, "vigorish")
    settled = entry.place(SETTLED, position=taken["seat"])
    return replaced(night, number, entry.with_facts(settled, vigorish=NO_MONEY).with_event(place))


TO_THE_CENT = (('[options.vigorish]\nrounding = "up-to-next-quarter"', ""),)


@forgery(
    NO_VIGORISH,
    md=Source("md/vigorish-up-to-the-quarter", other=TO_THE_CENT),
    div=Source("div/vigorish-up-to-the-quarter", other=TO_THE_CENT),
)
def vigorish_is_rounded_otherwise(night: Night, other: Night) -> Forgery:
    return as_elsewhere(night, other)


@forgery(NO_VIGORISH, **VIGORISH)
def vigorish_is_taken_from_another_player(night: Night, _: Night) -> Forgery:
    number, entry, place, taken = payment(night, "vigorish")
    return replaced(night, number, entry.with_facts(place, source=another_player(night, taken.text("source"))))


@forgery(NO_VIGORISH, **VIGORISH)
def vigorish_goes_into_the_inventory(night: Night, _: Night) -> Forgery:
    number, entry, place, _ = payment(night, "vigorish")
    return replaced(night, number, entry.with_facts(place, target="inventory"))


ENVY = {**SIDES, "div": "div/envy-several-markers"}


def envy_payment(night: Night) -> tuple[int, Entry, int, Event]:
    return payment(night, "envy")


@forgery(**ENVY)
def an_envy_bonus_is_forgotten(night: Night, _: Night) -> Forgery:
    number, entry, place, paid = envy_payment(night)
    settled = entry.place(ENVY_SETTLED)
    less = entry.events[settled]["amount"] - paid["amount"]
    return replaced(night, number, entry.with_facts(settled, amount=less).with_event(place))


@forgery(**ENVY)
def an_envy_bonus_is_paid_twice(night: Night, _: Night) -> Forgery:
    number, entry, place, paid = envy_payment(night)
    settled = entry.place(ENVY_SETTLED)
    more = entry.events[settled]["amount"] + paid["amount"]
    return replaced(night, number, entry.with_event(place, paid, paid).with_facts(settled, amount=more))


@forgery(**ENVY)
def an_envy_bonus_goes_to_the_wrong_holder(night: Night, _: Night) -> Forgery:
    number, entry, place, paid = envy_payment(night)
    return replaced(night, number, entry.with_facts(place, target=another_player(night, paid.text("target"))))


@forgery(**{**ENVY, "uth": "uth/progressive-two-tenths-and-envy"})
def a_player_is_left_out_when_envy_bonuses_are_paid(night: Night, _: Night) -> Forgery:
    """The whole step is missing, and the next follows."""
    number, *_ = envy_payment(night)
    return skipped(night, number)


# Limits

NO_LIMIT = "Four Card Poker has no limit on the payouts of a hand"
UNLIMITED = (('amount = "$40,000"', 'amount = "$400,000"'),)


@forgery(
    NO_LIMIT,
    md=Source("md/payout-limit-caps-meter", other=(('amount = "$50,000"', 'amount = "$90,000"'),)),
    div=Source("div/payout-limit-for-each-player", other=UNLIMITED),
    uth=Source("uth/payout-limit-caps-pairs", other=(('amount = "$100,000"', 'amount = "$900,000"'),)),
)
def a_limit_is_not_applied(night: Night, other: Night) -> Forgery:
    return as_elsewhere(night, other)


@forgery(
    NO_LIMIT,
    md=Source("md/payout-limit-caps-meter", changes=(('"capped"', '"exempt"'),)),
    div=Source("div/payout-limit-on-bonus-wagers-only"),
    uth=Source("uth/payout-limit-spares-pairs", other=()),
)
def a_limit_is_applied_to_a_wager_that_it_does_not_reach(night: Night, other: Night) -> Forgery:
    """A meter award is cut under the reading that is not filed; elsewhere a payout beside the limit is halved."""
    if night.table == "PG-1" and first_award(night) != first_award(other):
        return as_elsewhere(night, other)
    number, entry, place, paid = next(
        payment(night, "payout", wager=wager) for wager in ("ultimate-pairs", "progressive") if _is_won(night, wager)
    )
    return replaced(night, number, with_amount(entry, place, half(paid["amount"])))


def first_award(night: Night) -> object:
    """What the first share of a meter paid."""
    awards = (event for entry in night.entries for event in entry.events if event.facts.get("reason") == "meter-award")
    return next((event["amount"] for event in awards), None)


def _is_won(night: Night, wager: str) -> bool:
    paid = {"reason": "payout", "wager": wager}
    return any(paid.items() <= event.facts.items() for entry in night.entries for event in entry.events)


# Late findings

LATE = {
    "md": "md/misdeal-found-after-the-round-meter-as-before",
    "div": Source("div/all-tied-and-found-void-after-the-round", changes=(("2c 2d Ah Kd 7h 8s 9c", "As Ad Ks Kd 7h 8s 9c"),)),
    "uth": "uth/misdeal-found-after-the-round-meter-and-envy-go-back",
    "fc": "fc/faces-up-in-the-deal-found-after-the-round",
}


@forgery(**LATE)
def the_correction_of_a_late_finding_is_missing(night: Night, _: Night) -> Forgery:
    number, entry, place, _ = payment(night, "ruling")
    return replaced(night, number, entry.with_event(place))


@forgery(**LATE)
def the_correction_of_a_late_finding_is_short(night: Night, _: Night) -> Forgery:
    number, entry, place, paid = payment(night, "ruling")
    return replaced(night, number, entry.with_facts(place, amount=half(paid["amount"])))


# Chips and cash


@forgery(**SIDES)
def chips_that_were_bought_are_not_in_the_ledger(night: Night, _: Night) -> Forgery:
    """The cash is in the drop box, and the player has no chips for it."""
    number, entry, place, _ = payment(night, "buy-in", source="inventory")
    return replaced(night, number, entry.with_event(place))


@forgery(**SIDES)
def chips_are_handed_out_without_cash(night: Night, _: Night) -> Forgery:
    number, entry, place, _ = payment(night, "buy-in", target="drop")
    return replaced(night, number, entry.with_event(place))


@forgery(**SIDES)
def less_cash_is_paid_than_chips_came_back(night: Night, _: Night) -> Forgery:
    last = night.entries[-1].command.at
    table, meters = night.state_before(len(night.entries))
    player = Actor(Role.PLAYER, another_player(night, "").removeprefix("player:"))
    command = Command("cash-out", player, {"amount": Cents(1_000)}, last)
    events, _ = decide(table, command, meters)
    entry = Entry(command, tuple(events))
    out = entry.place(target="outside")
    forged = entry.with_facts(out, amount=Cents(500))
    return Forgery(len(night.entries), (forged,), 0, owed={"outside": 500, "cage": -500})


@forgery(**SIDES)
def the_table_opens_with_less_than_was_brought(night: Night, _: Night) -> Forgery:
    number, entry, place, paid = payment(night, "opening-inventory")
    return replaced(night, number, entry.with_facts(place, amount=paid["amount"] - Cents(10_000)))
