"""Forged cards and secrets of live tables, in all books: whoever forges has the open seeds, seals anew and computes every hash."""

import pytest

from houseway.review import Level
from houseway.service.audit.streams import audit_stream
from houseway.service.live.memory.loading import load_seeds
from houseway.service.secrecy.sealing import seal_commands, unseal_commands
from houseway.service.secrecy.seeds import DRAWN, DRAWS, OPENED
from houseway.store import open_store
from houseway.table.disclosure import disclosures_of
from houseway.table.state import rules_named_by
from tests.support.forged_records import audit_findings, changed
from tests.support.forged_streams import copy_store
from tests.support.forgeries_of_play import exchanged_cards
from tests.support.live import BOOKS, TABLES, LiveHouse, submission


@pytest.fixture(scope="module", params=BOOKS)
def played(request, tmp_path_factory):
    """A store with two rounds of a book, and the name of its table."""
    folder, table = tmp_path_factory.mktemp("live"), TABLES[request.param]
    live = LiveHouse(open_store("memory:"), folder)
    live.open(table, submission(request.param, "minimal"))
    live.play(table, rounds=2)
    yield live.store, table
    live.close()


class Forger:
    """Changes the appends of a table and of its seeds."""

    def __init__(self, store, table):
        self.store, self.table = store, table
        self.seeds, _ = load_seeds(store, table)
        opening = next(iter(store.read(f"table:{table}"))).events[0]
        self.disclosures = disclosures_of(rules_named_by(opening).game)

    def opened(self, append):
        return unseal_commands(append.commands, append.sealed, self.seeds.seal_key, self.seeds.opened)

    def sealed(self, commands, name, key=None):
        """Commands with their secrets sealed under one seed."""
        places = [name] * sum(len(command.events) for command in commands)
        return seal_commands(commands, self.disclosures, places, lambda seal: key or self.seeds.seal_key(seal))

    def audit(self, edit, tmp_path):
        """What an audit finds in the table after an edit of its appends."""
        with open_store(f"sqlite:///{tmp_path / 'forged.db'}") as forged:
            copy_store(self.store, forged, edit)
            return audit_stream(forged, forged.stream_head(f"table:{self.table}"), (), (), lambda read: None)

    def audit_change(self, kind, edit, tmp_path):
        """The same, for an edit of the append that has the first event of a kind."""
        is_done = []

        def change(append):
            if is_done or append.head.stream != f"table:{self.table}" or not has_kind(append, kind):
                return append.commands, append.sealed
            is_done.append(True)
            return edit(append)

        found = self.audit(change, tmp_path)
        assert is_done
        return found


def has_kind(append, kind):
    return any(event.kind == kind for event in append.events)


def with_facts(commands, kind, change):
    """Commands with other facts of the first event of a kind."""
    forged, is_done = [], False
    for command in commands:
        events = []
        for event in command.events:
            is_it = event.kind == kind and not is_done
            is_done = is_done or is_it
            events.append(changed(event, **change(event)) if is_it else event)
        forged.append(command._replace(events=tuple(events)))
    return tuple(forged)


@pytest.fixture
def forger(played):
    return Forger(*played)


def test_untouched_it_is_in_order(forger, tmp_path):
    audit = forger.audit(lambda append: (append.commands, append.sealed), tmp_path)
    assert (audit.problems, audit.findings) == ([], [])
    assert audit.draws > 2


def test_a_secret_that_is_stored_open(forger, tmp_path):
    audit = forger.audit_change("cards-dealt", lambda append: (forger.opened(append), None), tmp_path)
    assert any("facts stored open that are a secret until the round is over" in each for each in audit.problems)


def test_sealed_cards_that_are_others_than_were_dealt(forger, tmp_path):
    def exchange(append):
        commands = forger.opened(append)
        forged = with_facts(commands, "cards-dealt", lambda event: {"hands": exchanged_cards(event["hands"], 1, 0)})
        return forger.sealed(forged, (1, DRAWS))

    audit = forger.audit_change("cards-dealt", exchange, tmp_path)
    first = audit_findings([{"findings": audit.findings}])[0]
    assert (first.level, first.round) == (Level.PROCEDURE, 1)


def test_a_card_that_is_not_the_seeds(forger, tmp_path):
    audit = forger.audit_change("cards-shuffled", lambda append: with_other_order(forger, append), tmp_path)
    assert any("(shuffle) is not what the seed of round 1 gives" in each for each in audit.problems)


def with_other_order(forger, append):
    """The first two cards of a deck have changed places."""
    commands = forger.opened(append)
    forged = with_facts(commands, "cards-shuffled", lambda event: {"cards": (*event["cards"][1::-1], *event["cards"][2:])})
    return forger.sealed(forged, (1, "shuffle-1"))


def test_a_shuffle_of_which_no_draw_is_on_record(forger, tmp_path):
    """The order is another one, and the draw that would show it is removed."""

    def edit(append):
        if append.head.stream == f"chance:{forger.table}":
            return without(append, lambda event: event.kind == DRAWN and event["act"] == "shuffle"), append.sealed
        return append.commands, append.sealed

    audit = forger.audit(edit, tmp_path)
    assert any("is decided by chance, and no draw from a seed is on record for it" in each for each in audit.problems)


def without(append, is_removed):
    left = [
        command._replace(events=tuple(event for event in command.events if not is_removed(event)))
        for command in append.commands
    ]
    return tuple(command for command in left if command.events)


def test_a_seed_that_is_never_opened(forger, tmp_path):
    """Without it nothing of the round can be read, and nothing after it is decided: that is no excuse."""

    def edit(append):
        is_opening = append.head.stream == f"chance:{forger.table}"
        removed = without(append, lambda event: event.kind == OPENED and event["round"] == 1) if is_opening else append.commands
        return removed, append.sealed

    audit = forger.audit(edit, tmp_path)
    assert any("round 1 is over, and the draws seed of round 1 was never opened" in each for each in audit.problems)


@pytest.mark.parametrize("name", [(99, DRAWS), (1, "shuffle-2")])
def test_facts_under_another_seed(forger, tmp_path, name):
    """Somebody seals cards under a seed that is not opened with their round."""
    audit = forger.audit_change("cards-dealt", lambda append: forger.sealed(forger.opened(append), name, bytes(32)), tmp_path)
    assert any("and not under that of its own round" in each for each in audit.problems)
    assert (name[0] == 1) != any("to which nobody has committed" in each for each in audit.problems)
