"""Forged records of the house itself: accounts, the cage, roles. What tables confirm is found; what happened at the cage alone is
not, and only who kept a checkpoint, or the cage's own slips, speaks to it. `docs/forgeries.md` lists both."""

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.audit.streams import audit_stream
from houseway.service.audit.sums import check_sums
from houseway.service.audit.tree import audit_tree
from houseway.service.evidence.checkpoints import parse_checkpoint, sign_checkpoint
from houseway.service.live.settings import WITHOUT_CLOCKS
from houseway.service.people.accounts import ACCOUNT_MOVED, CREDITS, AccountReason, account_stream
from houseway.service.people.record import HOUSE_STREAM
from houseway.service.secrecy.keys import HouseKeys
from houseway.store import open_store
from tests.support.forged_records import changed
from tests.support.forged_streams import copy_store
from tests.support.live import LiveHouse, submission
from tests.support.people_bench import PeopleBench


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A store in which somebody deposits $1,000, buys chips for $600, cashes them, and withdraws $250; and his id."""
    bench = PeopleBench(open_store("memory:"))
    live = LiveHouse(
        bench.store, tmp_path_factory.mktemp("house"), clock=bench.clock, record=bench.record, accounts=bench.accounts
    )
    fay, ann = bench.register("fay", "floorperson"), bench.register("ann")
    bench.accounts.deposit(ann.id, Cents.from_dollars(1_000), fay, "cash at the cage")
    opening = {"submission": submission("md.four-card-poker", "minimal"), "inventory": Cents.from_dollars(10_000)}
    live.run(live.house.open_table("FC-1", Command("open-table", FLOOR_ACTOR, opening), WITHOUT_CLOCKS))
    player = Actor(Role.PLAYER, ann.id)
    for act, facts in (
        ("sit", {"position": 1}),
        ("buy-in", {"amount": Cents(60_000)}),
        ("cash-out", {"amount": Cents(60_000)}),
    ):
        live.run(live.house.act("FC-1", Command(act, player, facts)))
    bench.accounts.withdraw(ann.id, Cents.from_dollars(250), fay, "cash at the cage")
    yield bench.store, ann.id
    live.close()


def with_amounts(commands, amounts, balance=None):
    """Commands of an account with other amounts by reason, and all balances computed anew; None removes a movement."""
    forged, held = [], balance or [0]
    for command in commands:
        events = []
        for event in command.events:
            reason = AccountReason(event["reason"])
            amount = amounts.get(reason, event["amount"])
            if event.kind != ACCOUNT_MOVED or amount is None:
                continue
            before, held[0] = held[0], held[0] + (amount.amount if reason in CREDITS else -amount.amount)
            events.append(changed(event, amount=amount, before=Cents(before), after=Cents(held[0])))
        if events:
            forged.append(command._replace(events=tuple(events)))
    return tuple(forged)


def forge_account(amounts):
    """An edit of the account's appends."""
    held = [0]

    def edit(append):
        is_account = append.head.stream.startswith(account_stream(""))
        return (with_amounts(append.commands, amounts, held) if is_account else append.commands), append.sealed

    return edit


def problems(store):
    audits = [audit_stream(store, head, (), (), lambda read: None) for head in store.stream_heads()]
    found = [problem for audit in audits for problem in audit.problems]
    return found or [problem.message for problem in check_sums(audits)]


def audit_forged(house, edit, tmp_path):
    """What an audit finds after an edit, and what the tree says to somebody who has kept a checkpoint."""
    keys = HouseKeys(tmp_path / "keys", at=0)
    with open_store(f"sqlite:///{tmp_path / 'true.db'}") as true, open_store(f"sqlite:///{tmp_path / 'forged.db'}") as forged:
        copy_store(house[0], true)
        copy_store(house[0], forged, edit)
        for store in (true, forged):
            store.tree.extend(lambda head: sign_checkpoint(head, 1, keys))
        kept = parse_checkpoint(true.tree.latest_signed_head().note)
        versions = {head.stream: head.version for head in forged.stream_heads()}
        said = audit_tree(forged, versions, [kept], keys.public_keys).problems
        return problems(forged), [problem.message for problem in said]


def test_untouched_it_is_in_order(house, tmp_path):
    assert audit_forged(house, lambda append: (append.commands, append.sealed), tmp_path) == ([], [])


def test_a_balance_that_does_not_follow_from_its_movements(house, tmp_path):
    def edit(append):
        if not append.head.stream.startswith(account_stream("")):
            return append.commands, append.sealed
        first = append.commands[0]
        forged = first._replace(events=(changed(first.events[0], after=first.events[0]["after"] + Cents(100)),))
        return (forged, *append.commands[1:]), append.sealed

    found, _ = audit_forged(house, edit, tmp_path)
    assert any("of the account does not follow from the one before it" in each for each in found)


@pytest.mark.parametrize("reason", [AccountReason.BUY_IN, AccountReason.CASH_OUT])
@pytest.mark.parametrize("amount", [Cents(59_000), None])
def test_chips_that_account_and_table_record_otherwise(house, tmp_path, reason, amount):
    """With all balances computed anew: the table has the other half."""
    found, _ = audit_forged(house, forge_account({reason: amount}), tmp_path)
    assert any("is not both at the table and on the account" in each for each in found)


@pytest.mark.parametrize(
    "amounts",
    [{AccountReason.DEPOSIT: Cents(200_000)}, {AccountReason.WITHDRAWAL: Cents(20_000)}, {AccountReason.WITHDRAWAL: None}],
    ids=["a deposit is raised", "a withdrawal is lowered", "a withdrawal is removed"],
)
def test_what_happened_at_the_cage_alone_is_not_found_but_by_who_kept_a_checkpoint(house, tmp_path, amounts):
    """Nobody else has recorded it. The cage's own slips, and the person, know."""
    found, witnessed = audit_forged(house, forge_account(amounts), tmp_path)
    assert found == []
    assert any("contradicts the checkpoint" in each or "was signed" in each for each in witnessed)


def test_a_role_that_nobody_granted_is_not_found_but_by_who_kept_a_checkpoint(house, tmp_path):
    """The record of the house says who granted it. It fits, if it is forged whole."""

    def edit(append):
        if append.head.stream != HOUSE_STREAM:
            return append.commands, append.sealed
        return [with_role(command, house[1]) for command in append.commands], append.sealed

    found, witnessed = audit_forged(house, edit, tmp_path)
    assert found == []
    assert any("contradicts the checkpoint" in each for each in witnessed)


def with_role(command, person):
    """A person is registered as a floorperson, too."""
    events = [
        changed(event, after=(*event["after"], "floorperson"))
        if event.kind == "person-registered" and event["person"] == person
        else event
        for event in command.events
    ]
    return command._replace(events=tuple(events))
