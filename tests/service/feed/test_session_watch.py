"""All sessions are checked again and again, a group of connections at a time."""

import asyncio
from types import SimpleNamespace

from houseway.money import Cents
from houseway.service.feed.session_watch import SessionWatch

ENDED = "token 7"


class Connection:
    """Notes what it is told."""

    def __init__(self, number):
        self.table, self.token, self.account_owner = f"T-{number % 3}", f"token {number}", f"person {number}"
        self.persons, self.balances = [], []

    def recognize(self, person):
        self.persons.append(person)

    def show_balance(self, balance):
        self.balances.append(balance)


class House:
    """People, accounts and tables, with the sizes of the groups that were looked up."""

    def __init__(self):
        self.groups, self.refreshed = [], set()

    def persons_of(self, tokens):
        self.groups.append(len(tokens))
        return {token: f"holder of {token}" for token in tokens if token != ENDED}

    def load(self, owners):
        return {owner: SimpleNamespace(balance=Cents(int(owner.split()[1]))) for owner in owners}

    def refresh_table(self, table):
        self.refreshed.add(table)


async def watch(count, leaving=()):
    """Watch connections until all that stay were told twice."""
    house = House()
    watching = SessionWatch(house, house, house, 0.01)
    connections = [Connection(number) for number in range(count)]
    for each in connections:
        watching.add(each)
    for number in leaving:
        watching.remove(connections[number])
    staying = [each for number, each in enumerate(connections) if number not in leaving]
    while any(len(each.persons) < 2 for each in staying):
        await asyncio.sleep(0.001)
    for each in staying:
        watching.remove(each)
    return house, connections


def test_everybody_is_told_and_no_more_than_a_hundred_are_looked_up_at_once():
    house, connections = asyncio.run(watch(250))
    assert max(house.groups) == 100
    for each in connections:
        assert set(each.persons) == {None if each.token == ENDED else f"holder of {each.token}"}
        assert set(each.balances) == {Cents(int(each.account_owner.split()[1]))}
    assert house.refreshed == {"T-0", "T-1", "T-2"}


def test_who_has_gone_is_not_told():
    _, connections = asyncio.run(watch(3, leaving=(1,)))
    assert [bool(each.persons) for each in connections] == [True, False, True]
