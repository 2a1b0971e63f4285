"""Events are hidden by default: every kind and every fact is declared, and nobody is told what is not his to know."""

import pytest

from houseway import equipment, progressive
from houseway.cards import parse_card
from houseway.errors import Malformed
from houseway.events import Actor, Event, Role
from houseway.events.disclosure import Disclosure, Viewer, combine_disclosures, redact_facts
from houseway.games.registry import game_of
from houseway.ledger import MONEY_MOVED
from houseway.regulation.games import GAMES
from houseway.table import redact_event
from houseway.table import state as table_state
from houseway.table.context import round_context
from houseway.table.disclosure import disclosures_of
from tests.support.submissions import MD
from tests.support.table_driver import PaiGowTable

ANN, BOB = Actor(Role.PLAYER, "Ann"), Actor(Role.PLAYER, "Bob")
DEALER, FLOOR = Actor(Role.DEALER, "Dan"), Actor(Role.FLOOR, "Flo")
EVERYBODY = (ANN, BOB, DEALER, FLOOR)
STRANGER, OWNER, STAFF = Viewer(False, False), Viewer(False, True), Viewer(True, False)
CARD = parse_card("As")


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_event_that_is_folded_is_declared_and_no_other(game):
    """The equipment of every game also looks at kinds that only one game makes."""
    games = {game_of(each).name: game_of(each).changes.keys() for each in GAMES}
    own = games.pop(game_of(game).name)
    elsewhere = equipment.EVOLVE.keys() & frozenset().union(*games.values()) - own
    of_table = {*own, *equipment.EVOLVE, *table_state._EVOLVE, "table-opened", MONEY_MOVED} - elsewhere
    of_meters = {progressive.OPENED, *progressive.CHANGES_BY_KIND}
    assert disclosures_of(game).keys() - elsewhere == of_table | of_meters


@pytest.mark.parametrize("game", GAMES)
def test_no_fact_is_declared_for_two_audiences(game):
    for kind, each in disclosures_of(game).items():
        facts = (*each.public, *each.own_hand, *each.staff, *each.sealed)
        assert len(set(facts)) == len(facts), kind


def test_an_undeclared_kind_is_shown_to_nobody():
    with pytest.raises(Malformed, match="no declaration says who may know about 'pigs-flew'") as refused:
        redact_facts(Event("pigs-flew"), {"hand-set": Disclosure()}, STAFF)
    assert refused.value.code == "event.undeclared"
    assert refused.value.facts["allowed"] == ("hand-set",)


@pytest.mark.parametrize("viewer", [STRANGER, OWNER, STAFF])
def test_an_undeclared_fact_is_shown_to_nobody(viewer):
    declared = {"hand-set": Disclosure(("position",), own_hand=("high",))}
    with pytest.raises(Malformed, match="no declaration says who may know 'low' of 'hand-set'"):
        redact_facts(Event("hand-set", (), {"position": 1, "low": (CARD,)}), declared, viewer)


def test_each_fact_is_told_to_those_who_may_know_it():
    declared = {"seen": Disclosure(("public",), own_hand=("own",), staff=("staff",), sealed=("sealed",))}
    event = Event("seen", (), {"public": 1, "own": 2, "staff": 3, "sealed": 4})
    told = [set(redact_facts(event, declared, viewer).facts) for viewer in (STRANGER, OWNER, STAFF)]
    assert told == [{"public"}, {"public", "own"}, {"public", "staff"}]


def test_an_event_without_secrets_is_told_as_it_is():
    event = Event("seen", (), {"public": 1})
    assert redact_facts(event, {"seen": Disclosure(("public", "other"))}, STRANGER) is event


def test_a_kind_is_declared_in_one_place():
    with pytest.raises(ValueError, match="declared twice: hand-set"):
        combine_disclosures({"hand-set": Disclosure()}, {"hand-set": Disclosure(("position",))})


# At a table


@pytest.fixture(scope="module")
def dealt():
    """A table with hands on it, and every event so far, by its kind."""
    game = PaiGowTable(MD, players=2).ready().bet_all().to("set-dealer")
    return game, {event.kind: event for event in game.run.events}


def told(game, actor, event):
    context = round_context(game.run.table, game.at, game.run.meters)
    return set(redact_event(context, actor, event).facts)


@pytest.mark.parametrize("actor", EVERYBODY, ids=str)
def test_the_order_of_a_shuffle_and_the_cards_of_a_deal_are_sealed(dealt, actor):
    game, events = dealt
    assert told(game, actor, events["cards-shuffled"]) == {"deck", "by", "why", "loaded"}
    assert told(game, actor, events["cards-dealt"]) == {"set_aside"}
    assert told(game, actor, events["cards-racked"]) == {"deck"}


@pytest.mark.parametrize("actor", EVERYBODY, ids=str)
def test_a_hand_that_is_set_face_down_is_known_to_its_player_only(dealt, actor):
    game, _ = dealt
    facts = {"high": (CARD,), "low": (), "rule": "pair-9"}
    hers = Event("hand-set", (), {"position": 1, **facts})
    assert told(game, actor, hers) == ({"position", *facts} if actor is ANN else {"position"})
    advice = Event("house-way-told", (), {"position": 1, "house_way": "foxwoods", **facts})
    assert told(game, actor, advice) == ({"position", "house_way", *facts} if actor is ANN else {"position", "house_way"})
    assert told(game, actor, Event("hand-set", (), {"position": 0, **facts})) == {"position", *facts}, "the dealer's lies open"


def test_a_dealer_with_a_players_name_has_no_seat(dealt):
    game, _ = dealt
    hers = Event("hand-set", (), {"position": 1, "high": (CARD,), "low": ()})
    assert told(game, Actor(Role.DEALER, "Ann"), hers) == {"position"}


@pytest.mark.parametrize("actor", EVERYBODY, ids=str)
def test_records_of_the_house_are_known_to_the_staff_only(dealt, actor):
    game, events = dealt
    staff = actor in (DEALER, FLOOR)
    conduct = Event("conduct-recorded", (), {"who": "Bob", "what": "touched a wager", "by": "Flo", "at": 1})
    assert told(game, actor, conduct) == (set(conduct.facts) if staff else set())
    assert ("submission" in told(game, actor, events["table-opened"])) is staff
