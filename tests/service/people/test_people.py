"""Persons, sessions and roles, on all three stores."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from argon2 import extract_parameters
from argon2.exceptions import VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY
from sqlalchemy import insert, select

from houseway.errors import HousewayError, Malformed, NotAllowed, Unavailable
from houseway.money import Cents
from houseway.service.people import record as recording
from houseway.service.people.identities import ACCOUNT, GUEST, Identities, Identity
from houseway.service.people.people import PeopleSettings
from houseway.service.people.person import PERSON_ID, THE_HOUSE
from houseway.service.people.sessions import Sessions
from houseway.store import open_store
from houseway.store.copying import back_up_database, restore_database
from houseway.store.engines import upgrade_tables
from houseway.store.schema import identities, log_in_attempts, one_time_links, sessions, streams
from tests.support.people_bench import CHEAP, PASSWORD, PeopleBench


def refusal_of(act, *facts, **named):
    with pytest.raises(HousewayError) as refusal:
        act(*facts, **named)
    return refusal.value


# Guests


def test_a_guest_needs_no_account_and_is_gone_after_a_day(bench):
    guest, token = bench.people.start_guest("Zoë")
    assert PERSON_ID.fullmatch(guest.id)
    assert (guest.name, guest.roles, guest.guest) == ("Zoë", {"guest"}, True)
    assert bench.people.person_of(token) == guest
    for _ in range(48):
        bench.wait(29)
        bench.people.person_of(token)
    assert bench.people.person_of(token) == guest
    bench.wait(49)
    assert bench.people.person_of(token) is None
    assert bench.people.expire_guests() == (guest.id,)
    assert bench.people.names([guest.id]) == {}
    assert bench.people.expire_guests() == ()


def test_no_more_guests_than_the_house_takes(new_store):
    bench = PeopleBench(new_store(), replace(CHEAP, most_guests=2))
    bench.people.start_guest("a"), bench.people.start_guest("b")
    assert isinstance(refusal_of(bench.people.start_guest, "c"), Unavailable)
    bench.wait(24 * 60)
    bench.people.start_guest("c")


# Logging in


def test_somebody_who_is_registered_logs_in(bench):
    ann = bench.register("Ann@Example.com", "player", "dealer")
    token = bench.people.log_in("ann@example.COM", PASSWORD)
    assert bench.people.person_of(token) == ann
    assert (ann.name, ann.roles, ann.guest) == ("Ann@Example.Com", {"player", "dealer"}, False)
    assert bench.open().people.person_of(token) == ann


def test_every_bad_credential_gets_the_same_answer(bench):
    bench.register("ann")
    bench.register("bob")
    for _ in range(3):
        refusal_of(bench.people.log_in, "bob", "wrong")
    tried = [("ann", "wrong"), ("nobody", PASSWORD), ("bob", PASSWORD), ("\0 x", PASSWORD), ("ann", "x" * 100_000), ("", "")]
    answer, *others = [str(refusal_of(bench.people.log_in, *each).to_json()) for each in tried]
    assert set(others) == {answer}
    assert not any(word in answer for word in ("ann", "bob", PASSWORD))


def test_every_bad_credential_takes_one_password_check(bench, monkeypatch):
    bench.register("ann")
    for _ in range(3):
        refusal_of(bench.people.log_in, "bob", "wrong")
    checked = []
    hasher = bench.people._passwords._hasher
    monkeypatch.setattr(type(hasher), "verify", lambda self, stored, given: checked.append(stored.rsplit("$", 2)[0]) or False)
    for login in ("ann", "nobody", "bob", "\0"):
        refusal_of(bench.people.log_in, login, "wrong")
    assert len(checked) == 4
    assert len(set(checked)) == 1  # the same algorithm and parameters


def test_passwords_cost_what_the_standard_recommends():
    """RFC 9106, section 4, for machines with little memory. Other tests have cheap ones."""
    passwords = PeopleBench(open_store("memory:"), PeopleSettings()).people._passwords
    for hashed in (passwords.hash(PASSWORD), passwords._nobodys):
        assert extract_parameters(hashed) == RFC_9106_LOW_MEMORY


def test_the_password_of_nobody_is_checked_like_any_other():
    """A hash that cannot be read would be refused at once, and so tell that there is no such log-in."""
    passwords = PeopleBench(open_store("memory:")).people._passwords
    for stored in (passwords._nobodys, passwords.hash("another password")):
        with pytest.raises(VerifyMismatchError):
            passwords._hasher.verify(stored, PASSWORD)
    assert not passwords.verify(None, PASSWORD)


@pytest.mark.parametrize("login", ["ann", "nobody"])
def test_three_failures_in_half_an_hour_lock_a_log_in_for_a_while(bench, login):
    bench.register("ann")
    refusal_of(bench.people.log_in, login, "wrong")
    bench.wait(15)
    refusal_of(bench.people.log_in, login, "wrong")
    bench.wait(16)  # the first no longer counts
    refusal_of(bench.people.log_in, login, "wrong")
    assert bench.recorded(recording.LOG_IN_LOCKED) == []
    refusal_of(bench.people.log_in, login, "wrong")
    (locked,) = bench.recorded(recording.LOG_IN_LOCKED)
    refusal_of(bench.people.log_in, login, PASSWORD)
    failed = bench.recorded(recording.LOG_IN_FAILED)
    person = locked.text("person")
    assert [event["why"] for event in failed] == ["password" if login == "ann" else "unknown"] * 4 + ["locked"]
    assert {event["person"] for event in failed} == {person}
    assert bool(person) == (login == "ann")
    if login == "ann":
        bench.wait(15)
        assert bench.people.person_of(bench.people.log_in("ann", PASSWORD)).id == person
        refusal_of(bench.people.log_in, "ann", "wrong")  # the count begins anew
        bench.people.log_in("ann", PASSWORD)


def test_many_attempts_at_once_get_no_more_tries(bench):
    bench.register("ann")
    with ThreadPoolExecutor(8) as pool:
        errors = list(pool.map(lambda number: refusal_of(bench.people.log_in, "ann", f"guess {number}"), range(8)))
    assert {error.code for error in errors} == {"session.credentials"}
    whys = [event["why"] for event in bench.recorded(recording.LOG_IN_FAILED)]
    assert (whys.count("password"), whys.count("locked")) == (3, 5)
    refusal_of(bench.people.log_in, "ann", PASSWORD)


def test_failures_at_several_servers_are_counted_together(new_database):
    address = new_database()
    with open_store(address) as one, open_store(address) as other:
        here, there = PeopleBench(one), PeopleBench(other)
        here.register("ann")
        there.record.refresh()
        assert there.people.person_of(there.people.log_in("ann", PASSWORD))
        for bench in (here, there, here):
            refusal_of(bench.people.log_in, "ann", "wrong")
        for bench in (here, there):
            assert refusal_of(bench.people.log_in, "ann", PASSWORD).code == "session.credentials"


def test_attempts_that_count_no_more_are_removed(bench):
    refusal_of(bench.people.log_in, "nobody", "wrong")
    bench.wait(31)
    bench.people.remove_old()
    with bench.store.database.reading() as connection:
        assert connection.execute(select(log_in_attempts)).all() == []


# What is stored


def test_a_backup_has_the_people(new_database, tmp_path):
    source, target = new_database(), new_database()
    with open_store(source) as store:
        bench = PeopleBench(store)
        ann = bench.register("ann")
        token = bench.people.log_in("ann", PASSWORD)
    back_up_database(source, tmp_path / "backup.db")
    restore_database(tmp_path / "backup.db", target)
    with open_store(target) as store:
        there = PeopleBench(store, time=bench.time)
        assert there.people.person_of(token) == there.people.person_of(there.people.log_in("ann", PASSWORD)) == ann


def test_a_token_is_nowhere_in_the_database(bench):
    bench.register("ann")
    token, link = bench.people.log_in("ann", PASSWORD), PeopleBench(open_store("memory:")).people.administrator_link()
    with bench.store.database.reading() as connection:
        rows = [str(list(row)) for table in (identities, sessions, one_time_links) for row in connection.execute(select(table))]
    stored = " ".join([*rows, *(str(event.to_json()) for event in bench.recorded())])
    assert rows
    assert not any(secret in stored for secret in (token, link, PASSWORD))


def test_the_record_has_no_names(bench):
    ann = bench.register("ann.miller")
    bench.people.start_guest("Zacharias")
    refusal_of(bench.people.log_in, "ann.miller", "wrong password")
    recorded = " ".join(str(event.to_json()) for event in bench.recorded())
    assert ann.id in recorded
    assert not any(word in recorded.lower() for word in ("miller", "zacharias", "wrong password"))


# Roles


def test_every_change_of_a_role_is_on_record_and_has_effect_at_once(bench):
    ada, ann = bench.administrator(), bench.register("ann")
    token = bench.people.log_in("ann", PASSWORD)
    assert bench.people.grant(ann.id, "dealer", ada, "deals now").roles == {"player", "dealer"}
    assert bench.people.person_of(token).roles == {"player", "dealer"}
    bench.people.withdraw(ann.id, "player", ada, "deals only")
    assert bench.people.person_of(token).roles == {"dealer"}
    assert bench.open().people.person_of(token).roles == {"dealer"}
    granted, withdrawn = bench.recorded(recording.ROLE_GRANTED, recording.ROLE_WITHDRAWN)
    assert dict(granted.facts) == {
        "person": ann.id,
        "role": "dealer",
        "before": ("player",),
        "after": ("dealer", "player"),
        "by": ada.id,
        "why": "deals now",
    }
    assert (withdrawn["before"], withdrawn["after"], withdrawn["by"]) == (("dealer", "player"), ("dealer",), ada.id)


def test_nobody_gives_himself_a_role(bench):
    ada, ann = bench.administrator(), bench.register("ann")
    guest, _ = bench.people.start_guest("Gus")
    before = bench.record.state
    for by, code in ((ada, "authority.own-roles"), (ann, "authority.denied"), (guest, "authority.denied")):
        assert refusal_of(bench.people.grant, by.id, "floorperson", by, "I want it").code == code
    forged = type(ann)(ann.id, ann.name, frozenset(("administrator",)))
    assert refusal_of(bench.people.grant, ada.id, "floorperson", forged, "I say so").code == "authority.denied"
    assert refusal_of(bench.people.register, "eve", "Eve", PASSWORD, ["administrator"], forged, "x").code == "authority.denied"
    assert refusal_of(bench.people.reset_password, ada.id, "ada", PASSWORD, forged, "x").code == "authority.denied"
    assert bench.record.state == before


def test_an_administrator_who_lost_the_role_manages_nobody_from_then_on(bench):
    ada, abe = bench.administrator("ada"), bench.administrator("abe")
    bench.people.withdraw(abe.id, "administrator", ada, "on leave")
    assert refusal_of(bench.people.withdraw, ada.id, "administrator", abe, "revenge").code == "authority.denied"


def test_roles_that_must_be_separate_and_roles_of_guests_are_refused(bench):
    ada, ann = bench.administrator(), bench.register("ann", "dealer")
    guest, _ = bench.people.start_guest("Gus")
    assert refusal_of(bench.people.grant, ann.id, "auditor", ada, "x").code == "role.separate"
    assert refusal_of(bench.people.grant, ann.id, "guest", ada, "x").code == "role.separate"
    assert refusal_of(bench.people.grant, ann.id, "king", ada, "x").code == "role.role"
    assert refusal_of(bench.people.grant, ann.id, "dealer", ada, "x").code == "role.change"
    assert refusal_of(bench.people.withdraw, ann.id, "player", ada, "x").code == "role.change"
    assert refusal_of(bench.people.grant, guest.id, "dealer", ada, "x").code == "person.unknown"
    assert refusal_of(bench.people.grant, ann.id, "player", ada, " ").code == "house.reason"
    assert bench.people.find(ann.id).roles == {"dealer"}


# Registration, passwords, erasure


def test_a_log_in_is_taken_once_however_it_is_written(bench):
    bench.register("ann")
    for login in ("ann", "ANN", "ａｎｎ"):
        assert refusal_of(bench.register, login).code == "person.login-taken"
    assert len(bench.people.list_registered()) == 1


def test_an_identity_and_its_event_are_stored_together_or_not_at_all(bench, monkeypatch):
    """The process dies after the last change of the tables and before the end of the transaction."""
    ann = bench.register("ann")
    token, before = bench.people.log_in("ann", PASSWORD), len(bench.recorded())
    link = bench.people.administrator_link()

    def then_die(write):
        def die(*facts):
            write(*facts)
            raise KeyboardInterrupt

        return staticmethod(die)

    for change, kind, name in (
        (lambda: bench.register("bob"), Identities, "add"),
        (lambda: bench.people.start_guest("Gus"), Sessions, "add"),
        (lambda: bench.people.change_password(ann, PASSWORD, f"another {PASSWORD}"), Sessions, "revoke_all"),
        (lambda: bench.people.erase(ann.id, THE_HOUSE, "a request"), Identities, "erase"),
        (lambda: bench.people.claim_administrator(link, "ada", "Ada", PASSWORD), Identities, "add"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(kind, name, then_die(getattr(kind, name)))
            with pytest.raises(KeyboardInterrupt):
                change()
    assert len(bench.recorded()) == before + 1  # the link
    assert bench.store.stream_heads("account:") == ()
    assert bench.people.person_of(token) == ann
    assert bench.people.find(ann.id).name == "Ann"
    assert bench.people._identities.find_login("bob") is None
    assert bench.people._identities.of_kind(GUEST) == ()
    ada, _ = bench.people.claim_administrator(link, "ada", "Ada", PASSWORD)
    assert ada.roles == {"administrator"}


def test_a_row_that_an_earlier_program_left_without_an_event_blocks_nobody(bench):
    with bench.store.database.transaction() as connection:
        Identities.add(connection, Identity("p-aaaaaaaaaa", ACCOUNT, "Ann", "ann", "a hash"))
    assert refusal_of(bench.people.log_in, "ann", PASSWORD).code == "session.credentials"
    ann = bench.register("ann")
    assert bench.people.person_of(bench.people.log_in("ann", PASSWORD)) == ann


@pytest.mark.parametrize("password", ["", "short", "aaaaaaaaaaaaaaaa", "x" * 257, "ann.the.player"])
def test_a_weak_password_is_refused_and_not_repeated(memory_bench, password):
    error = refusal_of(memory_bench.people.register, "Ann.The.Player", "Ann", password, ["player"], THE_HOUSE, "x")
    assert isinstance(error, Malformed)
    assert not password or password not in str(error.to_json())
    assert memory_bench.people.list_registered() == ()


def test_a_changed_password_ends_every_session(bench):
    ann, new = bench.register("ann"), "another good password"
    old = bench.people.log_in("ann", PASSWORD)
    assert refusal_of(bench.people.change_password, ann, "wrong", new).code == "session.credentials"
    assert bench.people.person_of(old)
    token = bench.people.change_password(ann, PASSWORD, new)
    assert bench.people.person_of(old) is None
    assert bench.people.person_of(token) == ann
    assert refusal_of(bench.people.log_in, "ann", PASSWORD).code == "session.credentials"
    ada = bench.administrator()
    bench.people.reset_password(ann.id, "ann2", PASSWORD, ada, "forgot it")
    assert bench.people.person_of(token) is None
    assert bench.people.person_of(bench.people.log_in("ann2", PASSWORD)) == ann
    assert [event["by"] for event in bench.recorded(recording.PASSWORD_CHANGED)] == [ann.id, ada.id]


def test_an_administrator_ends_somebodys_sessions(bench):
    ada, ann, bob = bench.administrator(), bench.register("ann"), bench.register("bob")
    tokens = [bench.people.log_in("ann", PASSWORD) for _ in range(2)]
    assert refusal_of(bench.people.revoke_all, ann.id, bob, "x").code == "authority.denied"
    assert bench.people.revoke_all(ann.id, ada, "lost her phone") == 2
    assert [bench.people.person_of(token) for token in tokens] == [None, None]
    (event,) = bench.recorded(recording.SESSIONS_REVOKED)
    assert (event["person"], event["before"], event["by"], event["why"]) == (ann.id, 2, ada.id, "lost her phone")


def test_a_person_who_was_erased_leaves_only_an_id(bench):
    ada, ann = bench.administrator(), bench.register("ann")
    token = bench.people.log_in("ann", PASSWORD)
    bench.people.erase(ann.id, ann, "I leave")
    assert bench.people.person_of(token) is None
    assert bench.people.names([ann.id, ada.id, "p-nobody"]) == {ann.id: "former player", ada.id: "Ada"}
    assert refusal_of(bench.people.log_in, "ann", PASSWORD).code == "session.credentials"
    assert bench.register("ann").id != ann.id
    assert refusal_of(bench.people.erase, ada.id, bench.register("bob"), "x").code == "authority.denied"


def test_the_last_administrator_cannot_be_erased(bench):
    """Nobody could manage the house then."""
    ada = bench.administrator()
    assert refusal_of(bench.people.erase, ada.id, ada, "I leave").code == "person.last-administrator"
    bea = bench.register("bea", "administrator")
    bench.people.erase(ada.id, ada, "I leave")
    assert refusal_of(bench.people.erase, bea.id, bea, "I leave, too").code == "person.last-administrator"


def test_whoever_has_money_is_paid_out_before_he_is_erased(bench):
    bench.administrator()
    ann, flo = bench.register("ann"), bench.register("flo", "floorperson")
    bench.accounts.deposit(ann.id, Cents(500), flo, "brought it")
    refusal = refusal_of(bench.people.erase, ann.id, ann, "I leave")
    assert (refusal.code, refusal.facts["given"]) == ("person.money", Cents(500))
    bench.accounts.withdraw(ann.id, Cents(500), flo, "paid out")
    bench.people.erase(ann.id, ann, "I leave")
    program = bench.people.register_program("Robin (program)")
    bench.people.erase(program.id, THE_HOUSE, "not needed")
    assert bench.accounts.get(program.id).balance == Cents(0)


def test_an_administrator_erases_the_name_of_a_guest(bench):
    ada, (guest, token) = bench.administrator(), bench.people.start_guest("Something rude")
    assert refusal_of(bench.people.erase, guest.id, bench.register("bob"), "x").code == "authority.denied"
    bench.people.erase(guest.id, ada, "an insult")
    assert bench.people.names([guest.id]) == {guest.id: "former player"}
    assert bench.people.person_of(token) is None
    assert bench.accounts.get(guest.id).balance == Cents(0), "nothing else would take the play money back"
    assert refusal_of(bench.people.erase, guest.id, ada, "again").code == "person.unknown"
    (event,) = bench.recorded(recording.PERSON_ERASED)
    assert (event["person"], event["before"], event["after"]) == (guest.id, ("guest",), ())


LIKE_STAFF = ("house", "The House", "HOUSE ", "Marisol (program)", "Jo (PROGRAM)", "Flo", "F l o", "\uff26lo", "Fl\u00f3")


@pytest.mark.parametrize("name", LIKE_STAFF)
def test_a_guest_does_not_look_like_the_house_its_staff_or_its_programs(bench, name):
    bench.register("flo", "floorperson")
    assert refusal_of(bench.people.start_guest, name).code == "person.name"


def test_a_guest_may_have_the_name_of_another_player(bench):
    """A refusal would tell who is registered."""
    bench.register("ann")
    assert bench.people.start_guest("Ann")[0].name == "Ann"
    assert bench.people.start_guest("Housewife (programmer)")[0].name == "Housewife (programmer)"


def test_nobody_logs_in_as_a_program_player(bench):
    program = bench.people.register_program("Robin")
    assert (program.program, program.roles, program.name) == (True, {"player"}, "Robin")
    assert bench.open().people.list_registered() == (program,)
    ada = bench.administrator()
    assert refusal_of(bench.people.reset_password, program.id, "robin", PASSWORD, ada, "x").code == "person.unknown"


# The first administrator


def test_the_link_makes_one_administrator_once(bench):
    first, link = bench.people.administrator_link(), bench.people.administrator_link()
    claim = bench.people.claim_administrator
    assert refusal_of(claim, first, "ada", "Ada", PASSWORD).code == "session.link"  # replaced by the second
    assert refusal_of(claim, link + "x", "ada", "Ada", PASSWORD).code == "session.link"
    assert refusal_of(claim, link, "ada", "Ada", "short").code == "password.length"  # a mistake does not use it up
    ada, token = claim(link, "ada", "Ada", PASSWORD)
    assert bench.people.person_of(token).roles == {"administrator"}
    assert refusal_of(claim, link, "eve", "Eve", PASSWORD).code == "session.link"
    assert bench.open().people.administrator_link() is None
    (used,) = bench.recorded(recording.LINK_USED)
    assert used["person"] == ada.id
    assert link not in str([event.to_json() for event in bench.recorded()])


def test_of_two_who_follow_the_link_at_the_same_moment_one_becomes_administrator(bench):
    link = bench.people.administrator_link()

    def claim(login):
        try:
            return bench.people.claim_administrator(link, login, login, PASSWORD)
        except NotAllowed as refusal:
            return refusal.code

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(claim, ("ada", "abe", "eve", "eli")))
    assert results.count("session.link") == 3
    assert len(bench.record.state.holders_of("administrator")) == 1


# The record


def test_two_servers_share_one_record(new_database):
    address = new_database()
    with open_store(address) as one, open_store(address) as other:
        here, there = PeopleBench(one), PeopleBench(other)
        ada = here.administrator()
        ann = there.register("ann", by=ada)
        assert here.people.grant(ann.id, "dealer", ada, "x").roles == {"player", "dealer"}
        token = there.people.log_in("ann", PASSWORD)
        here.people.withdraw(ann.id, "player", ada, "x")
        there.record.refresh()
        assert there.people.person_of(token).roles == here.people.person_of(token).roles == {"dealer"}


def test_an_unknown_event_of_the_house_raises():
    from houseway.events import Event

    with pytest.raises(Malformed):
        recording.evolve_house(recording.HouseState(), Event("house-burnt"))


def test_a_database_from_before_there_were_people_gets_their_tables(tmp_path):
    """Its streams stay as they were."""
    from sqlalchemy import create_engine

    address = f"sqlite:///{tmp_path / 'house.db'}"
    engine = create_engine(address)
    with engine.begin() as connection:
        upgrade_tables(connection, "0001")
        connection.execute(insert(streams), {"name": "x", "version": 0, "hash": b"", "at": 0, "round": 0})
    engine.dispose()
    with open_store(address) as store:
        bench = PeopleBench(store)
        bench.register("ann")
        assert bench.people.person_of(bench.people.log_in("ann", PASSWORD))
        assert [head.stream for head in store.stream_heads()] == ["house", "x"]
