"""Live tables under a clock that the test moves, with players who may fall silent at any moment."""

from contextlib import suppress

from houseway.chance import seeded_chance
from houseway.croupier import FLOOR_ACTOR
from houseway.errors import NotAllowed
from houseway.events import Command
from houseway.play.driver import player_actor
from houseway.play.session import default_player
from houseway.service.clock import HouseClock
from houseway.service.demo.program_player import ProgramPlayer
from houseway.service.live.settings import TableSettings
from houseway.store import open_store
from tests.support.live import LiveHouse

SETTINGS = TableSettings(program_floor=True)
MOST_TURNS = 250
"""A round that takes more turns than this does not end."""


class ManualClock:
    """Milliseconds that go on only when the test says so."""

    def __init__(self, now=1_767_225_600_000):
        self.now = now

    def __call__(self):
        return self.now


class ClockedHouse(LiveHouse):
    def __init__(self, folder, store=None, clock=None):
        self.clock = clock or ManualClock()
        super().__init__(store or open_store("memory:"), folder, HouseClock(self.clock))

    def run_out(self, name):
        """Let the next clock of a table run out, and the system act. Return the update; None if no clock runs."""
        clocks = self.house.clocks(name)
        if not clocks:
            return None
        self.clock.now = max(self.clock.now, min(clock.ends_at for clock in clocks))
        return self.run(self.house.act_for_absent(name))

    def program_players(self, name, seed=1):
        table = self.house.tables[name]
        function = default_player(table, seeded_chance(seed))
        return [ProgramPlayer(self.house, name, player, function) for player in table.arrivals]

    def let_act(self, player):
        """Let a player do what he wants now. Return whether he did something."""
        commands = player.next_commands()
        for command in commands:
            self.run(self.house.act(player.table, command))
        return bool(commands)

    def interfere(self, name, choose):
        """A card of somebody is exposed, or a player leaves the table."""
        table = self.house.tables[name]
        exposed = [
            each for each in self.table(name).legal(FLOOR_ACTOR, self.house.now() // 1000) if each.act == "report-exposed"
        ]
        commands = [Command(each.act, FLOOR_ACTOR, each.facts) for each in exposed]
        commands += [Command("leave", player_actor(table, player)) for player in table.arrivals]
        if commands:
            with suppress(NotAllowed):
                self.run(self.house.act(name, choose.pick(commands)))

    def play_with_silence(self, name, is_silent, rounds=1, interfere=lambda: None):
        """Play until so many rounds are over, or nobody bets any more. `is_silent` says whether a player misses his moment."""
        players, updates = self.program_players(name), []
        end = self.house.tables[name].number + rounds
        for _ in range(MOST_TURNS * rounds):
            if self.house.tables[name].number >= end:
                return updates
            interfere()
            acted = [self.let_act(player) for player in players if not is_silent(player.name)]
            if not any(acted):
                update = self.run_out(name)
                if update is None:
                    return updates
                updates.append(update)
        raise AssertionError(f"the round does not end: {self.house.current_wait(name)}")
