"""Watches the sessions behind all open connections together: a few statements of the database serve hundreds of connections."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Protocol

import structlog

from houseway.errors import HousewayError
from houseway.money import Cents
from houseway.service.feed.feeds import Feeds
from houseway.service.people.accounts import Accounts
from houseway.service.people.people import People
from houseway.service.people.person import Person

_log = structlog.get_logger("houseway.feed")
_TOGETHER = 100
"""Connections that are checked together: to look up many hundreds at once would hold up the tables."""


class WatchedConnection(Protocol):
    @property
    def table(self) -> str: ...

    @property
    def token(self) -> str: ...

    @property
    def account_owner(self) -> str | None:
        """Return the id of the person whose account is shown; None if no account is."""

    def recognize(self, person: Person | None) -> None:
        """Note that the session belongs to this person, with these roles; None if it has ended."""

    def show_balance(self, balance: Cents) -> None:
        """Show that the account has this balance."""


class SessionWatch:
    """Checks all sessions now and then, as long as there are any. All methods are called from the service's event loop."""

    def __init__(self, people: People, accounts: Accounts, feeds: Feeds, seconds: float) -> None:
        self._people, self._accounts, self._feeds, self._seconds = people, accounts, feeds, seconds
        self._connections: dict[WatchedConnection, None] = {}
        self._task: asyncio.Task[None] | None = None

    def add(self, connection: WatchedConnection) -> None:
        self._connections[connection] = None
        if self._task is None:
            self._task = asyncio.create_task(self._check_repeatedly(), name="session-watch")

    def remove(self, connection: WatchedConnection) -> None:
        self._connections.pop(connection, None)
        if not self._connections and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _check_repeatedly(self) -> None:
        while True:
            everybody = tuple(self._connections)
            groups = [everybody[start : start + _TOGETHER] for start in range(0, len(everybody), _TOGETHER)]
            for group in groups or [()]:
                await asyncio.sleep(self._seconds / max(1, len(groups)))
                try:
                    await self._check(tuple(each for each in group if each in self._connections))
                except HousewayError as error:  # a command looks up its session itself when the last check is too old
                    _log.warning("session-check", code=error.code)

    async def _check(self, connections: Sequence[WatchedConnection]) -> None:
        """Tell each connection its person and present roles, and show changed accounts and tables."""
        persons, balances = await asyncio.to_thread(self._look_up, connections)
        for connection in connections:
            connection.recognize(persons.get(connection.token))
            if connection.account_owner in balances:
                connection.show_balance(balances[connection.account_owner])
        for table in {connection.table for connection in connections}:
            self._feeds.refresh_table(table)

    def _look_up(self, connections: Sequence[WatchedConnection]) -> tuple[Mapping[str, Person], Mapping[str | None, Cents]]:
        owners = {connection.account_owner for connection in connections}
        accounts = self._accounts.load(owner for owner in owners if owner is not None)
        persons = self._people.persons_of({connection.token for connection in connections})
        return persons, {owner: account.balance for owner, account in accounts.items()}
