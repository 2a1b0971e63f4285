"""No answer depends on a card that its reader may not know.

A round is stopped between the deal and its end. Everything that somebody can ask for is asked, then cards that he has not seen
change places in the live table, and everything is asked again: each answer must be the same, byte for byte.
"""

import json
from dataclasses import replace
from random import Random

import pytest

from houseway.errors import NotAllowed
from houseway.events import encode_fact
from houseway.service.clock import HouseClock
from houseway.service.feed.moment import TableMoment
from houseway.service.live.memory import snapshots
from houseway.service.live.turns.preview import cards_in
from houseway.service.people.authority import actor_at
from houseway.service.records.advice_record import SUBJECTS
from houseway.table import legal_options
from houseway.table.context import round_context
from tests.support.api_bench import ApiBench, new_id, open_table, sign_in, sit_down
from tests.support.effort import MORE
from tests.support.live import BOOKS
from tests.support.submissions import MD, UTH
from tests.support.two_worlds import Learned, check

STAFF_AND_WATCHERS = ("dan", "flo", "wes", "sue")
ASKED_AT = {MD: ("dan", "wes"), UTH: ("flo", "sue")}
CAPACITIES = {"ann": "player", "dan": "dealer", "flo": "floor", "wes": "watch", "sue": "watch"}


class StillClock(HouseClock):
    """A clock that stands still, so that no answer depends on when it was asked for."""

    def __init__(self):
        super().__init__(lambda: 1_800_000_000_000)


@pytest.fixture(scope="module", params=BOOKS)
def house(request, tmp_path_factory):
    """A table in mid-round, and one of everybody who may look at it."""
    bench = ApiBench(tmp_path_factory.mktemp("hidden"), clock=StillClock())
    bench.people = {
        "ann": sign_in(bench, "Ann"),
        "dan": sign_in(bench, "Dan", "dealer"),
        "flo": sign_in(bench, "Flo", "floorperson"),
        "wes": sign_in(bench, "Wes"),
        "sue": sign_in(bench, "Sue", "surveillance"),
    }
    bench.book = request.param
    bench.table = open_table(bench.people["flo"], request.param, "everything", practice=True)
    bench.service.desk.jobs.ask = refuse_with_question
    for position, client in enumerate((bench.people["ann"], sign_in(bench, "Bob"), sign_in(bench, "Cy")), start=1):
        sit_down(client, bench.table, position)
    bench.play(bench.table)
    bench.play_until(bench.table, lambda table: table.round.hands)
    yield bench
    bench.close()


def refuse_with_question(question, owner):
    """Answer with what a worker would be asked, from which alone its answer follows."""
    raise NotAllowed("a worker is asked", code="test.question", given=question.to_line().decode(), allowed=owner)


def swap_hidden_cards(bench, known, seed):
    """Let the cards that somebody has not seen change places, wherever they lie."""
    live = bench.service.house._live.by_name[bench.table]
    table = live.state.table
    hidden = [card for card in table.equipment.settings.deck.cards if card not in known]
    order = Random(seed).sample(hidden, len(hidden))
    swap = {str(one): str(other) for one, other in zip(hidden, order, strict=True)}
    values = snapshots._plain_values()
    given = {"rules": table.rules, "house_way": table.house_way, "settings": table.equipment.settings}
    changed = values.decode(_with_swapped(values.encode(table), swap), given)
    assert changed != table
    live.state = replace(live.state, table=changed)
    return table


def _with_swapped(content, swap):
    if isinstance(content, list):
        return [_with_swapped(part, swap) for part in content]
    if isinstance(content, dict):
        if set(content) == {"card"}:
            return {"card": swap.get(content["card"], content["card"])}
        return {name: _with_swapped(part, swap) for name, part in content.items()}
    return content


def everything_asked(bench, name):
    """Every answer that somebody gets, without the ids that he chooses himself."""
    client, capacity = bench.people[name], CAPACITIES[name]
    path, number = f"/api/tables/{bench.table}", bench.service.house.tables[bench.table].number
    asked = ["/api/tables", path, f"{path}?as={capacity}", f"{path}/options?as={capacity}", f"{path}/rounds", "/api/meters"]
    asked += [f"{path}/options?as={capacity}&part={part}" for part in ("rulings", "corrections")]
    asked += [f"{path}/rounds/{number}/{what}" for what in ("report", "why", "replay", "chance", "receipt")]
    asked += [f"{path}/rounds/{number - 1}/report", f"{path}/rounds/{number - 1}/replay"]
    answers = {each: client.get(each) for each in asked}
    for about in SUBJECTS:
        answers[f"advice {about}"] = client.post(f"{path}/advice", {"about": about})
    for place, body in enumerate(previews(bench, client, capacity)):
        answers[f"preview {place} {body['act']}"] = client.post(f"{path}/preview", body)
    return {each: (answer.status_code, answer.text) for each, answer in answers.items()}


def previews(bench, client, capacity):
    """What somebody may do now, and reports and steps that anybody might try."""
    table = bench.service.house.tables[bench.table]
    actor = actor_at(bench.service.people.find(client.id), table, capacity)
    facts = [
        (option.act, dict(option.facts)) for option in legal_options(table, actor, 0, bench.service.house.meters.by_id, False)
    ]
    for place in (0, 1, 2, 3):
        facts += [("report-exposed", {key: place, "cards": 1}) for key in ("position", "place")]
        facts += [("report-misdeal", {"hands": {place: 1}}), ("set-hand", {"position": place, "low": ()})]
    facts += [(act, {}) for act in ("deal-flop", "set-dealer", "turn-dealer", "expose", "report-face-up")]
    for act, given in facts:
        content = {name: encode_fact(fact) for name, fact in given.items()}
        yield {"id": new_id(), "act": act, "as": capacity, "facts": content}


def known_cards(bench, name):
    client, table = bench.people[name], bench.service.house.tables[bench.table]
    actor = actor_at(bench.service.people.find(client.id), table, CAPACITIES[name])
    return set(cards_in(table.game.view(round_context(table, 0), actor)))


def compare(bench, name, seed, ask=everything_asked):
    """Ask for everything in both worlds, and put the cards back."""
    first = ask(bench, name)
    original = swap_hidden_cards(bench, known_cards(bench, name), seed)
    try:
        second = ask(bench, name)
    finally:
        live = bench.service.house._live.by_name[bench.table]
        live.state = replace(live.state, table=original)
    check(first.keys() == second.keys(), name)
    for each, answer in first.items():
        check(answer == second[each], name, each, answer, second[each])
    return first


@pytest.mark.sampled
def test_no_answer_to_staff_or_watchers_depends_on_a_hidden_card(house):
    """Two of them at one table of each kind; all of them at all tables in `make prove`."""
    for name in ASKED_AT.get(house.book, ()) if MORE == 1 else STAFF_AND_WATCHERS:
        check_answers(compare(house, name, seed=1))


def check_answers(answers):
    assert any(status == 200 for status, _ in answers.values())
    assert not any(status >= 500 for status, _ in answers.values())


def test_no_answer_to_a_player_depends_on_a_hidden_card(house):
    answers = compare(house, "ann", seed=1)
    check_answers(answers)
    own = [str(card) for card in known_cards(house, "ann")]
    text = answers[f"/api/tables/{house.table}?as=player"][1]
    assert all(f'"{card}"' in text for card in own)
    assert answers["advice house-way"][0] == 200
    assert all(card in json.loads(answers["advice expectation"][1])["given"] for card in own)


def test_an_answer_that_depends_on_a_hidden_card_is_found(house, monkeypatch):
    def view_for(moment, actor):
        return {**shown(moment, actor), "lucky": sorted(moment.table.round.hands.items())}

    def ask(bench, name):
        answer = bench.people[name].get(f"/api/tables/{bench.table}?as=watch")
        return {"table": (answer.status_code, answer.text)}

    shown = TableMoment.view_for
    compare(house, "wes", 2, ask)
    monkeypatch.setattr(TableMoment, "view_for", view_for)
    with pytest.raises(Learned):
        compare(house, "wes", 2, ask)
