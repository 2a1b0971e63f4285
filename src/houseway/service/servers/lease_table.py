"""Leases in the database: of several servers, one does what has to be done once, such as keeping a table's clock.

A server renews one row that says until when it is alive, by the clock of the database. A lease belongs to a server for as long as
that row lives, and until the server gives it back. Then any other server takes it.
"""

from collections.abc import Callable, Collection, Mapping

from sqlalchemy import BigInteger, ColumnElement, Connection, cast, delete, extract, func, insert, select, update

from houseway.service.clock import MILLISECONDS
from houseway.store.engines import Database
from houseway.store.schema import leases, servers

ReadClock = Callable[[], ColumnElement[int]]
"""Returns the time of the database in milliseconds, as an expression."""


def database_milliseconds() -> ColumnElement[int]:
    """Return PostgreSQL's time of this moment, not that of the beginning of the transaction."""
    return cast(extract("epoch", func.clock_timestamp()) * MILLISECONDS, BigInteger)


def living_servers(database: Database, now: ReadClock = database_milliseconds) -> tuple[str, ...]:
    """Return the servers of the house that are alive. It blocks."""
    alive = select(servers.c.server).where(servers.c.expires_at > now()).order_by(servers.c.server)
    with database.reading() as connection:
        return tuple(connection.execute(alive).scalars())


class LeaseTable:
    """What one process of a server writes about itself. Methods block."""

    def __init__(
        self, database: Database, holder: str, server: str, milliseconds: int, now: ReadClock = database_milliseconds
    ) -> None:
        """`holder` is this process, and `server` is what stays the same when the process is started again."""
        self._database, self._holder, self._server = database, holder, server
        self._milliseconds, self._now = milliseconds, now

    def renew(self, wanted: Collection[str]) -> frozenset[str]:
        """Stay alive, give back the leases that are not wanted, take the wanted ones that nobody alive holds, and return those
        that this process holds."""
        with self._database.transaction() as connection:
            self._stay_alive(connection)
        held = self._held_by_anybody()  # only now, when others can see that this process is alive
        free, unwanted = sorted(set(wanted) - held.keys()), sorted(self._own(held) - set(wanted))
        if free or unwanted:
            with self._database.transaction() as connection:
                connection.execute(delete(leases).where(leases.c.holder == self._holder, leases.c.name.in_(unwanted)))
                if free:
                    self._take(connection, free)
            held = self._held_by_anybody()
        return self._own(held)

    def _own(self, held: Mapping[str, str]) -> frozenset[str]:
        return frozenset(name for name, holder in held.items() if holder == self._holder)

    def _stay_alive(self, connection: Connection) -> None:
        """Renew the row of this process. If it has expired, others may have taken its leases, so it begins anew without any."""
        alive = (servers.c.holder == self._holder) & (servers.c.expires_at > self._now())
        until = self._now() + self._milliseconds
        if connection.execute(update(servers).where(alive).values(expires_at=until)).rowcount:
            return
        connection.execute(delete(leases).where(leases.c.holder == self._holder))
        connection.execute(delete(servers).where(servers.c.holder == self._holder))
        connection.execute(insert(servers).values(holder=self._holder, server=self._server, expires_at=until))

    def _held_by_anybody(self) -> dict[str, str]:
        alive = select(leases.c.name, leases.c.holder).join(servers).where(servers.c.expires_at > self._now())
        with self._database.reading() as connection:
            return {row.name: row.holder for row in connection.execute(alive)}

    def _take(self, connection: Connection, names: Collection[str]) -> None:
        """Take leases. Of two servers at the same moment one gets each, because the second sees the first one's row. A process
        that was held up for so long that others have removed its row takes none, and begins anew with its next renewal."""
        own = select(servers.c.holder).where(servers.c.holder == self._holder).with_for_update(read=True, key_share=True)
        if connection.execute(own).first() is None:
            return
        alive = select(servers.c.holder).where(servers.c.expires_at > self._now())
        taking = self._database.insert_or_skip(leases).values([{"name": name, "holder": self._holder} for name in names])
        connection.execute(
            taking.on_conflict_do_update(
                index_elements=[leases.c.name],
                set_={"holder": self._holder},
                where=leases.c.holder.not_in(alive),
            )
        )

    def give_back(self) -> None:
        """Hold nothing any more, so that nobody has to wait."""
        with self._database.transaction() as connection:
            connection.execute(delete(leases).where(leases.c.holder == self._holder))
            connection.execute(delete(servers).where(servers.c.holder == self._holder))

    def forget_earlier_lives(self) -> None:
        """Remove what an earlier process of this server has left; it has ended."""
        earlier = select(servers.c.holder).where(servers.c.server == self._server, servers.c.holder != self._holder)
        with self._database.transaction() as connection:
            holders = connection.execute(earlier).scalars().all()
            connection.execute(delete(leases).where(leases.c.holder.in_(holders)))
            connection.execute(delete(servers).where(servers.c.holder.in_(holders)))

    def remove_lost(self) -> tuple[str, ...]:
        """Remove the servers that have not renewed their row in time. Return them: each is returned to one caller."""
        expired = servers.c.expires_at <= self._now() - self._milliseconds
        with self._database.transaction() as connection:
            rows = connection.execute(select(servers.c.holder, servers.c.server).where(expired).with_for_update()).all()
            holders = [row.holder for row in rows]
            connection.execute(delete(leases).where(leases.c.holder.in_(holders)))
            connection.execute(delete(servers).where(servers.c.holder.in_(holders)))
        return tuple(row.server for row in rows)

    def living(self) -> tuple[str, ...]:
        """Return the servers that are alive."""
        return living_servers(self._database, self._now)
