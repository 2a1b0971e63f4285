"""Forged meters: what feeds them, what is won from them, and what they go back to."""

from fractions import Fraction

from houseway.events import Event
from houseway.money import Cents
from tests.support.forged_records import Entry, Forgery, Night, changed, replaced
from tests.support.forgery_kinds import METERS, forgery

FED, AWARDED, RESET = "contribution-made", "meter-share-awarded", "meter-reset"


def meter_event(night: Night, kind: str) -> tuple[int, Entry, int, Event]:
    """The first event of a kind at a meter: its command's number, what is recorded of it, and the event."""
    for number, entry in enumerate(night.entries):
        for place, (_, event) in enumerate(entry.meter_events):
            if event.kind == kind:
                return number, entry, place, event
    raise LookupError(f"no {kind}")


def with_meter_event(entry: Entry, place: int, *events: Event) -> Entry:
    meter, _ = entry.meter_events[place]
    others = tuple((meter, event) for event in events)
    return entry._replace(meter_events=(*entry.meter_events[:place], *others, *entry.meter_events[place + 1 :]))


@forgery(**METERS)
def a_meter_is_not_reset(night: Night, _: Night) -> Forgery:
    number, entry, place, _ = meter_event(night, RESET)
    return replaced(night, number, with_meter_event(entry, place))


@forgery(**METERS)
def a_meter_is_reset_to_another_amount(night: Night, _: Night) -> Forgery:
    number, entry, place, event = meter_event(night, RESET)
    more = Cents(event["to"].amount + 100_000)
    forged = changed(event, to=more, added=event["added"] + 100_000)
    return replaced(night, number, with_meter_event(entry, place, forged))


@forgery(**METERS)
def a_contribution_is_missing(night: Night, _: Night) -> Forgery:
    number, entry, place, _ = meter_event(night, FED)
    return replaced(night, number, with_meter_event(entry, place))


@forgery(**METERS)
def a_contribution_is_made_twice(night: Night, _: Night) -> Forgery:
    number, entry, place, event = meter_event(night, FED)
    return replaced(night, number, with_meter_event(entry, place, event, event))


@forgery(**METERS)
def a_contribution_is_at_another_rate(night: Night, _: Night) -> Forgery:
    number, entry, place, event = meter_event(night, FED)
    forged = changed(event, amount=event["amount"] / 2)
    return replaced(night, number, with_meter_event(entry, place, forged))


@forgery(**METERS)
def a_contribution_is_for_another_stake(night: Night, _: Night) -> Forgery:
    """The rate is right, and a dollar is left out."""
    number, entry, place, event = meter_event(night, FED)
    stake = event["stake"] - Cents(100)
    amount = event["amount"] * stake.amount / event["stake"].amount
    return replaced(night, number, with_meter_event(entry, place, changed(event, stake=stake, amount=amount)))


@forgery(**METERS)
def another_share_of_a_meter_is_awarded(night: Night, _: Night) -> Forgery:
    """A tenth instead of all of it, at the table and at the meter."""
    number, entry, place, event = meter_event(night, AWARDED)
    tenth = Cents(event["amount"].amount // 10)
    settled = entry.place("wager-settled", amount=event["amount"])
    forged = entry.with_facts(settled, amount=tenth)
    for paid in (forged.place(reason="house-funds"), forged.place(reason="meter-award")):
        forged = forged.with_facts(paid, amount=tenth)
    awarded = changed(event, share=Fraction(1, 10), amount=tenth, taken=Fraction(tenth.amount))
    return replaced(night, number, with_meter_event(without_reset(forged), place, awarded))


def without_reset(entry: Entry) -> Entry:
    """A meter of which only a share was won is not reset."""
    return entry._replace(meter_events=tuple(each for each in entry.meter_events if each[1].kind != RESET))


@forgery(**METERS)
def an_award_is_paid_from_the_inventory(night: Night, _: Night) -> Forgery:
    number, entry, _, _ = meter_event(night, AWARDED)
    forged = entry.with_facts(entry.place(reason="meter-award"), source="inventory", reason="payout")
    return replaced(night, number, forged.with_event(entry.place(reason="house-funds")))


@forgery(**METERS)
def an_award_is_not_taken_off_the_meter(night: Night, _: Night) -> Forgery:
    """The winner is paid, and the meter has no record of it."""
    number, entry, place, _ = meter_event(night, AWARDED)
    return replaced(night, number, without_reset(with_meter_event(entry, place)))


@forgery(**METERS)
def a_meter_begins_with_another_amount(night: Night, _: Night) -> Forgery:
    number, entry, place, event = meter_event(night, "meter-opened")
    return replaced(night, number, with_meter_event(entry, place, changed(event, seed=event["seed"] - Cents(100_000))))


@forgery(**METERS)
def a_progressive_chip_is_not_collected(night: Night, _: Night) -> Forgery:
    """The player has his chip back, and its contribution was made all the same."""
    number, place = night.find(reason="wager-collected")
    entry = night.entries[number]
    seat = entry.events[place]["seat"]
    owner = next(
        f"player:{event.text('player')}"
        for each in night.entries
        for event in each.events
        if event.kind == "player-seated" and seat in event["positions"]
    )
    return replaced(night, number, entry.with_facts(place, target=owner, reason="wager-returned"))
