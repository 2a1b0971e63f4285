"""Forged play: cards, wagers, steps, voids, and who did what."""

from houseway.events import Actor, Role
from houseway.money import Cents
from houseway.review import Level
from tests.support.forged_records import Entry, Forgery, Night, changed, replaced
from tests.support.forgeries_of_payments import skipped
from tests.support.forgery_kinds import NO_BANK, SIDES, Source, forgery

# Cards


def exchanged_cards(hands, one, two):
    """Hands in which the first card of one has changed places with the first card of another."""
    (mine, *my_rest), (other, *other_rest) = hands[one], hands[two]
    return {**hands, one: (other, *my_rest), two: (mine, *other_rest)}


@forgery(**SIDES)
def two_cards_are_exchanged_between_player_and_dealer(night: Night, _: Night) -> Forgery:
    number, place = night.find("cards-dealt")
    entry = night.entries[number]
    hands = exchanged_cards(entry.events[place]["hands"], 1, 0)
    return replaced(night, number, entry.with_facts(place, hands=hands), level=Level.PROCEDURE)


@forgery(**SIDES)
def the_cards_of_two_players_are_exchanged(night: Night, _: Night) -> Forgery:
    number, place = night.find("cards-dealt")
    entry = night.entries[number]
    hands = entry.events[place]["hands"]
    one, two = sorted(position for position in hands if position)[:2]
    exchanged = {**hands, one: hands[two], two: hands[one]}
    return replaced(night, number, entry.with_facts(place, hands=exchanged), level=Level.PROCEDURE)


@forgery(**SIDES)
def a_card_of_the_stub_is_dealt(night: Night, _: Night) -> Forgery:
    """The dealer's first card has changed places with one that should have been left over."""
    number, place = night.find("cards-dealt")
    entry = night.entries[number]
    dealt = entry.events[place]
    left = "stub" if "stub" in dealt.facts else "rest"
    (mine, *rest), (other, *others) = dealt["hands"][0], reversed(dealt[left])
    hands = {**dealt["hands"], 0: (other, *rest)}
    return replaced(
        night, number, entry.with_facts(place, hands=hands, **{left: (*reversed(others), mine)}), level=Level.PROCEDURE
    )


@forgery(**SIDES)
def a_hand_is_shown_with_another_card(night: Night, _: Night) -> Forgery:
    number, place = night.find("hand-exposed")
    entry = night.entries[number]
    shown = entry.events[place]
    name = "high" if "high" in shown.facts else "cards"
    _, *rest = shown[name]
    dealt_number, dealt = night.find("cards-dealt")
    hand = night.entries[dealt_number].events[dealt]["hands"][0]
    return replaced(night, number, entry.with_facts(place, **{name: (hand[0], *rest)}), level=Level.PROCEDURE)


@forgery(**SIDES)
def a_deck_is_cut_elsewhere_than_it_was(night: Night, _: Night) -> Forgery:
    """The cut is completed with another depth than the one that was made."""
    number, place = night.find("cut-completed")
    entry = night.entries[number]
    forged = entry.with_facts(place, depth=entry.events[place]["depth"] + 1)
    return replaced(night, number, forged, level=Level.PROCEDURE)


NO_HOUSE_WAY = "the dealer sets no hand in these books"


@forgery(NO_HOUSE_WAY, md=SIDES["md"], div=SIDES["div"])
def the_dealer_leaves_the_house_way(night: Night, _: Night) -> Forgery:
    """A card of the dealer's high hand changes places with one of the low hand."""
    number, place = night.find("hand-set", position=0)
    entry = night.entries[number]
    (high, *highs), (low, *lows) = entry.events[place]["high"], entry.events[place]["low"]
    forged = entry.with_facts(place, high=(low, *highs), low=(high, *lows))
    return replaced(night, number, forged, level=Level.PROCEDURE)


@forgery("no dice or numbers decide where these deals begin", md=SIDES["md"], div=SIDES["div"])
def the_deal_begins_at_another_position(night: Night, _: Night) -> Forgery:
    number, place = night.find("total-announced")
    entry = night.entries[number]
    position = entry.events[place]["position"] % 6 + 1
    forged = entry.with_facts(place, position=position, announced_position=position)
    return replaced(night, number, forged, level=Level.PROCEDURE)


@forgery(**{**SIDES, "fc": "fc/play-three-times-with-ante-bonus"})
def a_win_is_announced_as_a_loss(night: Night, _: Night) -> Forgery:
    number, place = night.find("result-announced", result="win")
    return replaced(night, number, night.entries[number].with_facts(place, result="lose"), level=Level.PROCEDURE)


# Wagers


def wager_of(night: Night, wager: str = "") -> tuple[int, Entry]:
    """The first wager, and what is recorded of it."""
    number = night.find_act("wager", **({"wager": wager} if wager else {}))
    return number, night.entries[number]


def with_stake(entry: Entry, amount: Cents) -> Entry:
    """The same wager with another amount, wherever it is named."""
    asked = {**entry.command.facts, **({"amount": amount} if "amount" in entry.command.facts else {})}
    command = entry.command._replace(facts=asked)
    events = tuple(changed(event, amount=amount) if "amount" in event.facts else event for event in entry.events)
    return entry._replace(command=command, events=events)


@forgery(**SIDES)
def a_wager_is_below_the_minimum(night: Night, _: Night) -> Forgery:
    number, entry = wager_of(night)
    return Forgery(number, (with_stake(entry, Cents(100)),), 1, said=("it is not allowed",), is_refused=True)


@forgery(**SIDES)
def a_wager_is_above_the_maximum(night: Night, _: Night) -> Forgery:
    """Somebody bets all the chips that he has bought."""
    number, entry = wager_of(night, "trips" if night.table == "UTH-1" else "")
    bought = next(each for each in night.entries if each.command.act == "buy-in" and each.command.by == entry.command.by)
    laid = sum(each.command.facts["amount"].amount * 2 for each in night.entries[:number] if each.command.act == "wager")
    amount = bought.command.facts["amount"] - Cents(laid)
    return Forgery(number, (with_stake(entry, amount),), 1, is_refused=True)


@forgery(**SIDES)
def a_wager_comes_after_no_more_bets(night: Night, _: Night) -> Forgery:
    closed = night.find_act("close-betting")
    number = max(number for number in range(closed) if night.entries[number].command.act == "wager")
    entry = night.entries[number]
    late = (*night.entries[number + 1 : closed + 1], entry)
    return Forgery(number, late, len(late), noticed=len(late) - 1, is_refused=True)


@forgery(**SIDES)
def a_wager_that_is_not_offered_is_taken(night: Night, _: Night) -> Forgery:
    number, entry = wager_of(night)
    other = "insurance-on-nothing"
    command = entry.command._replace(facts={**entry.command.facts, "wager": other})
    placed = [changed(event, wager=other) for event in entry.events[:2]]
    return Forgery(number + 1, (Entry(command, tuple(placed)),), 0, is_refused=True)


@forgery(
    "in Pai Gow Poker no wager has to be a multiple of another",
    uth=SIDES["uth"],
    fc="fc/play-once-twice-or-three-times",
)
def a_play_wager_is_no_multiple_of_the_ante(night: Night, _: Night) -> Forgery:
    number = night.find_act("play")
    entry = night.entries[number]
    place = entry.place("play-decided")
    amount = Cents(entry.events[place]["amount"].amount * 5 // 4)
    return Forgery(number, (with_stake(entry, amount),), 1, is_refused="amount" in entry.command.facts)


@forgery("only Ultimate Texas Hold'em has a Blind", uth=SIDES["uth"])
def the_blind_is_not_equal_to_the_ante(night: Night, _: Night) -> Forgery:
    number, entry = wager_of(night, "ante")
    place = entry.place(wager="blind")
    stake = entry.events[place]["amount"] - Cents(500)
    placed = entry.place("wager-placed", wager="blind")
    return replaced(night, number, entry.with_facts(place, amount=stake).with_facts(placed, amount=stake))


@forgery(**SIDES)
def a_wager_is_paid_for_by_another_player(night: Night, _: Night) -> Forgery:
    number, entry = wager_of(night)
    place = entry.place(reason="wager")
    mine = entry.events[place].text("source")
    other = next(
        f"player:{each.command.by.name}"
        for each in night.entries
        if each.command.act == "buy-in" and f"player:{each.command.by.name}" != mine
    )
    return replaced(night, number, entry.with_facts(place, source=other))


@forgery(**SIDES)
def a_wager_is_recorded_lower_than_it_was(night: Night, _: Night) -> Forgery:
    """The chips of the whole wager lie on the layout; the record of the wager says less."""
    number, entry = wager_of(night)
    place = entry.place("wager-placed")
    less = entry.events[place]["amount"] - Cents(500)
    return replaced(night, number, entry.with_facts(place, amount=less))


# Steps


def a_step(night: Night, act: str) -> tuple[int, Entry]:
    number = night.find_act(act)
    return number, night.entries[number]


@forgery(**SIDES)
def no_more_bets_is_never_called(night: Night, _: Night) -> Forgery:
    """The step is skipped, and everything else is as it was."""
    return skipped(night, night.find_act("close-betting"))


@forgery(**SIDES)
def a_deck_is_not_inspected(night: Night, _: Night) -> Forgery:
    return skipped(night, night.find_act("inspect-deck"))


@forgery(**SIDES)
def a_step_is_taken_twice(night: Night, _: Night) -> Forgery:
    number, entry = a_step(night, "close-betting")
    return Forgery(number + 1, (entry,), 0, Level.PROCEDURE, is_refused=True, keeps_rest=True, is_only=False)


@forgery(**SIDES)
def two_steps_are_taken_in_the_wrong_order(night: Night, _: Night) -> Forgery:
    number, entry = a_step(night, "wash-deck")
    exchanged = (night.entries[number + 1], entry)
    return Forgery(number, exchanged, 2, Level.PROCEDURE, keeps_rest=True)


@forgery(**SIDES)
def a_hand_is_not_shown_before_it_is_settled(night: Night, _: Night) -> Forgery:
    return skipped(night, night.find_act("expose"))


@forgery(**SIDES)
def a_wager_is_recorded_in_the_name_of_another_player(night: Night, _: Night) -> Forgery:
    """One player's wager is recorded in the name of another."""
    number, entry = wager_of(night)
    other = next(each.command.by for each in night.entries if each.command.act == "sit" and each.command.by != entry.command.by)
    return Forgery(number, (entry._replace(command=entry.command._replace(by=other)),), 1, is_refused=True)


@forgery(**SIDES)
def a_dealer_does_what_only_the_floor_may(night: Night, _: Night) -> Forgery:
    number, entry = a_step(night, "verify-inspection")
    dealer = Actor(Role.DEALER, "croupier")
    place = 0
    forged = entry.with_facts(place, by="croupier")
    return Forgery(
        number, (forged._replace(command=entry.command._replace(by=dealer), is_due=False),), 1, Level.PROCEDURE, is_refused=True
    )


# Voids

NOT_MISDEALT = {
    "md": (("cards = 5\nhands = { 3 = 6 }", ""), ("[facts.count-stub]", "")),
    "uth": (("hands = { 2 = 3 }", ""), ("[facts.deal]", "")),
    "fc": (("hands = { 2 = 6 }", ""), ("[facts.deal]", "")),
}
NOT_MISDEALT["div"] = NOT_MISDEALT["md"]
MISDEALS = {
    "md": "md/six-cards-manual-shoe",
    "div": "div/shoe-misdeal",
    "uth": "uth/wrong-number-to-a-player",
    "fc": "fc/six-cards-for-a-player",
}


@forgery(**{book: Source(name, changes=NOT_MISDEALT[book]) for book, name in MISDEALS.items()})
def a_round_is_voided_that_was_not_void(night: Night, other: Night) -> Forgery:
    """Nobody has reported anything, and the round is void as if he had."""
    return with_void_of(night, other)


def with_void_of(night: Night, other: Night) -> Forgery:
    number, _ = other.find("round-voided")
    elsewhere, entry = other.entries[number], night.entries[number]
    assert elsewhere.command.act == entry.command.act
    return replaced(night, number, entry._replace(events=elsewhere.events, meter_events=elsewhere.meter_events))


@forgery(**{book: Source(name, other=NOT_MISDEALT[book]) for book, name in MISDEALS.items()})
def a_void_round_is_played_on(night: Night, other: Night) -> Forgery:
    """What was reported makes the round void; the record goes on as if nothing had been reported."""
    number, _ = night.find("round-voided")
    elsewhere, entry = other.entries[number], night.entries[number]
    assert elsewhere.command.act == entry.command.act
    forged = entry._replace(events=elsewhere.events, meter_events=elsewhere.meter_events)
    return replaced(night, number, forged)


# What a round leaves for the next


@forgery(NO_BANK, md="md/bank-first-offer-moves-on", div="div/bank-offer-moves-on-and-not-twice")
def the_first_offer_goes_to_another_player(night: Night, _: Night) -> Forgery:
    numbers = [number for number, entry in enumerate(night.entries) if entry.command.act == "end-round"]
    number = numbers[-1]
    entry = night.entries[number]
    started, completed = entry.place("round-started"), entry.place("round-completed")
    offer = entry.events[started]["first_offer"] % 3 + 1
    forged = entry.with_facts(started, first_offer=offer).with_facts(completed, next_offer=offer)
    return replaced(night, number, forged, level=Level.PROCEDURE)


@forgery(
    "no button shows where these deals begin",
    md="md/button-moves-after-a-void-round",
    div="div/button-moves-clockwise",
)
def the_button_is_left_at_another_place(night: Night, _: Night) -> Forgery:
    number, place = night.find("button-moved")
    entry = night.entries[number]
    return replaced(
        night, number, entry.with_facts(place, position=(entry.events[place]["position"] + 1) % 7), level=Level.PROCEDURE
    )


@forgery(**SIDES)
def a_round_has_another_number(night: Night, _: Night) -> Forgery:
    number = night.find_act("end-round")
    entry = night.entries[number]
    place = entry.place("round-started")
    return replaced(night, number, entry.with_facts(place, number=7), level=Level.PROCEDURE)


# Rules in force


@forgery(**SIDES)
def a_table_names_rules_that_are_not_those_of_its_submission(night: Night, _: Night) -> Forgery:
    entry = night.entries[0]
    return replaced(night, 0, entry.with_facts(0, rules_hash="0" * 64), unreadable="the rules differ from those")


# Players' decisions

NOT_DECIDED = "players decide nothing but how they set their cards in these books"


@forgery("nobody sets a hand in these books", md=SIDES["md"], div=SIDES["div"])
def a_hand_is_set_otherwise_than_the_player_set_it(night: Night, _: Night) -> Forgery:
    number = night.find_act("set-hand")
    entry = night.entries[number]
    (high, *highs), (low, *lows) = entry.events[0]["high"], entry.events[0]["low"]
    forged = entry.with_facts(0, high=(low, *highs), low=(high, *lows))
    return replaced(night, number, forged, level=Level.PROCEDURE)


@forgery(NOT_DECIDED, uth=SIDES["uth"], fc="fc/fold-loses-the-ante-and-the-bonus")
def a_fold_takes_a_wager_that_it_does_not_lose(night: Night, _: Night) -> Forgery:
    """A side wager that lives on after a fold goes to the house at once."""
    number, entry, seat = next(
        (number, entry, entry.command.facts["position"])
        for number, entry in enumerate(night.entries)
        if entry.command.act == "fold" and _side_wager(night, entry.command.facts["position"])
    )
    wager, amount = _side_wager(night, seat)
    lost = entry.events[entry.place(reason="wager-lost")]
    taken = changed(lost, wager=wager, amount=amount)
    return replaced(night, number, entry._replace(events=(*entry.events, taken)))


def _side_wager(night: Night, seat: object) -> tuple[str, Cents] | None:
    for entry in night.entries:
        for event in entry.events:
            if event.kind == "wager-placed" and event["position"] == seat and event["wager"] in ("trips", "aces-up"):
                return event["wager"], event["amount"]
    return None
