"""Opens the demonstration house, and lets its program players play.

A second start finds its tables and players, and goes on. Of several servers, one lets them play. Program players finish every
round that they have begun, but begin no new one at a table that nobody watches and where nobody has played for a while: an empty
house costs nothing.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random

import structlog

from houseway.chance import system_chance
from houseway.errors import HousewayError
from houseway.events import Actor, Command, Role
from houseway.examples import read_example
from houseway.explanation.games import base_wager
from houseway.money import NO_MONEY
from houseway.service.clock import MILLISECONDS
from houseway.service.demo.plan import Plan, PlannedPlayer, PlannedTable, read_plan
from houseway.service.demo.program_player import ProgramPlayer
from houseway.service.demo.temper import tempered_player
from houseway.service.live.house import House
from houseway.service.live.memory.live_tables import Update
from houseway.service.live.turns.steps import PROGRAM_FLOORPERSON
from houseway.service.people.accounts import Accounts
from houseway.service.people.people import People
from houseway.service.people.person import Person
from houseway.table import Table

_LOOK_SECONDS = 1.0
"""How often a table without people is checked for watchers."""
_COMPANY_MILLISECONDS = 120_000
"""Program players go on for this long after a person has acted at their table, even if nobody seems to watch."""
_VISIT_MILLISECONDS = 15_000
"""How long program players play for a visitor of the list of tables."""
_MINIMUMS_HELD = 40
"""Program players buy chips when they have less than this many minimum wagers."""
_log = structlog.get_logger("houseway.demo")

IsWatched = Callable[[str], bool]


class DemoHouse:
    """The demonstration house on a house. All methods are called from the house's event loop."""

    def __init__(
        self,
        house: House,
        people: People,
        accounts: Accounts,
        is_watched: IsWatched,
        plan: Plan | None = None,
        is_ours: Callable[[], bool] = lambda: True,
    ) -> None:
        """Connect the demonstration to a house. `is_ours` says whether this server lets the program players play."""
        self._house, self._people, self._accounts, self._is_watched = house, people, accounts, is_watched
        self._is_ours = is_ours
        self._visited_at = 0
        self._plan = plan or read_plan()
        self._tables: list[DemoTable] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Open the tables that are not open yet, and let the program players play once this server is responsible for them."""
        if self._is_ours():
            await self._begin()
        else:
            self._tasks = [asyncio.ensure_future(self._begin_later())]

    async def _begin_later(self) -> None:
        while not self._is_ours():
            await asyncio.sleep(_LOOK_SECONDS)
        await self._begin()

    async def _begin(self) -> None:
        programs = await asyncio.to_thread(self._register_players)
        for planned in self._plan.tables:
            await self._open(planned)
            if planned.id in self._house.tables:
                self._tables.append(DemoTable(self._house, planned, programs, self._accounts, self._plan, self._is_looked_at))
        self._tasks += [asyncio.ensure_future(table.run(self._is_ours)) for table in self._tables]

    async def stop(self) -> None:
        """Let nobody act any more. Rounds that are under way are held."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in self._tables:
            table.close()

    def plays_at(self, table: str) -> bool:
        """Return whether this server lets program players play at a table."""
        return self._is_ours() and any(table == planned.id for planned in self._plan.tables)

    def greet_visitor(self) -> None:
        """Let the tables play for a visitor of the list of tables."""
        self._visited_at = self._house.now()

    def _is_looked_at(self, table: str) -> bool:
        return self._is_watched(table) or self._house.now() - self._visited_at < _VISIT_MILLISECONDS

    def _register_players(self) -> Mapping[str, Person]:
        known = {person.name: person for person in self._people.list_registered() if person.program}
        wanted = [player.name for table in self._plan.tables for player in table.players]
        return {name: known.get(name) or self._people.register_program(name) for name in wanted}

    async def _open(self, planned: PlannedTable) -> None:
        await self._house.catch_up(planned.id)
        if planned.id in self._house.tables or planned.id in self._house.frozen:
            return
        facts = {"submission": read_example(planned.example), "inventory": self._plan.inventory}
        opening = Command("open-table", PROGRAM_FLOORPERSON, facts)
        await self._house.open_table(planned.id, opening, self._plan.settings.with_changes(planned.settings))


class DemoTable:
    """The program players of one table."""

    def __init__(
        self,
        house: House,
        planned: PlannedTable,
        programs: Mapping[str, Person],
        accounts: Accounts,
        plan: Plan,
        is_watched: IsWatched,
    ) -> None:
        self._house, self._planned, self._plan, self._is_watched = house, planned, plan, is_watched
        self._accounts = accounts
        self._chance: Random = system_chance()
        self._seats = {programs[player.name].id: player for player in planned.players}
        self._players = {
            person: ProgramPlayer(house, planned.id, person, tempered_player(self._table, player.temperament, self._chance))
            for person, player in self._seats.items()
        }
        self._changed = asyncio.Event()
        self._person_acted_at = 0
        self._round_began_at = 0
        house.listeners.append(self._follow)

    @property
    def _table(self) -> Table:
        return self._house.latest_state(self._planned.id)

    def close(self) -> None:
        self._house.listeners.remove(self._follow)

    def _follow(self, update: Update) -> None:
        if update.table != self._planned.id:
            return
        self._changed.set()
        for command in update.commands:
            if command.by.role in (Role.PLAYER, Role.BANK) and not command.by.stand_in and command.by.name not in self._seats:
                self._person_acted_at = command.at
            if any(event.kind == "round-started" for event in command.events):
                self._round_began_at = command.at

    async def run(self, is_ours: Callable[[], bool]) -> None:
        """Play until cancelled. A refusal is no reason to stop: somebody else may have been faster."""
        while True:
            self._changed.clear()
            try:
                acted = is_ours() and await self._let_somebody_act()
            except HousewayError as refusal:
                _log.debug("program-player", table=self._planned.id, code=refusal.code)
                acted = False
                await asyncio.sleep(_LOOK_SECONDS)
            if not acted:
                await self._wait_for_change()

    async def _wait_for_change(self) -> None:
        """Wait for the next turn, but not for long: the table does not announce that somebody has come to watch."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_SECONDS):  # `wait_for` may lose a cancellation
                await self._changed.wait()

    async def _let_somebody_act(self) -> bool:
        """Let one player act who is asked. Return false if nobody is."""
        if not self._table.open:
            return False
        for person, player in self._players.items():
            if player.is_waited_for and await self._act(person, player):
                return True
        for person in self._seats:
            if await self._take_seat(person):
                return True
        if self._has_company() and self._is_time_to_bet():
            for person, player in self._shuffled():
                if player.may_bet and await self._act(person, player):
                    return True
        return False

    def _has_company(self) -> bool:
        recently = self._house.now() - self._person_acted_at < _COMPANY_MILLISECONDS
        return self._is_watched(self._planned.id) or recently

    def _is_time_to_bet(self) -> bool:
        return self._house.now() - self._round_began_at >= self._plan.round_pause_seconds * MILLISECONDS

    def _shuffled(self) -> list[tuple[str, ProgramPlayer]]:
        players = list(self._players.items())
        self._chance.shuffle(players)
        return players

    async def _act(self, person: str, player: ProgramPlayer) -> bool:
        """Wait for a moment, look at the table, and act. Return whether something was done."""
        await asyncio.sleep(self._chance.uniform(*self._seats[person].temperament.pause))
        commands = player.next_commands()
        for command in commands:
            await self._house.act(self._planned.id, command)
        return bool(commands)

    async def _take_seat(self, person: str) -> bool:
        """Sit down if the player's own place is free, and buy chips when they run low. Return whether something was done."""
        table, planned = self._table, self._seats[person]
        actor = Actor(Role.PLAYER, person)
        if not table.positions_of(person):
            return planned.position not in table.seats and await self._sit_down(actor, planned)
        minimum = table.rules.offers[base_wager(table.rules.game)].minimum
        banks = table.game.bank.position(table.round) in table.positions_of(person)
        if table.round.closed or banks or table.chips(person) >= minimum * _MINIMUMS_HELD:
            return False
        await asyncio.to_thread(self._fund, person)
        await self._house.act(self._planned.id, Command("buy-in", actor, {"amount": self._plan.buy_in}))
        return True

    def _fund(self, person: str) -> None:
        """Give a program player the play money that it needs."""
        missing = self._plan.buy_in - self._accounts.get(person).balance
        if missing > NO_MONEY:
            self._accounts.grant(person, missing, "play money of a program player")

    async def _sit_down(self, actor: Actor, planned: PlannedPlayer) -> bool:
        await self._house.act(self._planned.id, Command("sit", actor, {"position": planned.position}))
        return True
