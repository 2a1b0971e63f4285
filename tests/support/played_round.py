"""A round that somebody plays and somebody deals over HTTP, step by step, from nothing but what they are sent."""

import json
import re
from itertools import count
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.support.live import submission
from tests.support.seated import Player, Staff
from tests.support.served_process import PATIENCE

PASSWORD = "correct horse battery staple"  # noqa: S105
SETTINGS = {"croupier": False, "program_floor": True, "betting_seconds": 0, "decision_seconds": 0, "absent": {"rounds": 0}}


class Seat:
    """Somebody at a table, with the last snapshot that he has asked for."""

    def __init__(self, table, capacity):
        self.table, self.capacity = table, capacity
        self.address = self.cookie = ""
        self.state, self._numbers = {}, count(1)

    def request(self, path, content=None):
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        body = None if content is None else json.dumps(content).encode()
        request = Request(f"{self.address}{path}", body, headers)  # noqa: S310 - our own address
        with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            self.cookie = (answer.headers["Set-Cookie"] or self.cookie).partition(";")[0]
            return json.loads(answer.read())

    def log_in(self, login):
        self.request("/api/session", {"login": login, "password": PASSWORD})

    def look(self):
        self.state = self.request(f"/api/tables/{self.table}?as={self.capacity}")

    def options(self, act):
        return [option for option in self.state["options"] if option["act"] == act]

    def command(self, act, facts):
        wanted = {"id": f"{self.capacity}-{next(self._numbers):06}", "act": act, "as": self.capacity, "facts": facts}
        return self.request(f"/api/tables/{self.table}/commands", wanted)["version"]


class PlayedRound:
    """One player and one dealer at a table of their own, in any life of the server."""

    def __init__(self, table, book="md.four-card-poker"):
        self.table, self.book = table, book
        self.player, self.dealer = Seat(table, "player"), Seat(table, "dealer")
        self.version = 0
        """The last version that was acknowledged."""

    def open(self, house):
        """In the first life: the administrator of the printed link hires a dealer and a floorperson, who opens the table."""
        self.move_to(house)
        link = next(found[1] for line in house.printed if (found := re.search(r"/administrator#(\S+)", line)))
        ada, flo = Seat(self.table, "floor"), Seat(self.table, "floor")
        ada.address = flo.address = house.address
        ada.request("/api/session/administrator", {"link": link, "login": "ada", "name": "Ada", "password": PASSWORD})
        for login, role in (("flo", "floorperson"), ("dan", "dealer")):
            hired = {"login": login, "name": login.title(), "password": PASSWORD, "roles": [role], "why": "a test"}
            ada.request("/api/people", hired)
        self.floor = flo
        flo.log_in("flo")
        self.dealer.log_in("dan")
        self.open_table(self.table)
        self.player.request("/api/session/guest", {"name": "Ann"})
        self.player.command("sit", {"position": 1})
        self.version = self.player.command("buy-in", {"amount": {"cents": 100_000}})
        return self

    def open_table(self, table):
        opening = {
            "id": f"opening-{table}",
            "table": table,
            "submission": submission(self.book, "minimal"),
            "settings": SETTINGS,
        }
        self.floor.request("/api/tables", {**opening, "inventory_cents": 10_000_000})

    def move_to(self, house):
        self.player.address = self.dealer.address = house.address

    @property
    def round(self):
        return self.player.state["view"]["round"]

    @property
    def has_wager(self):
        return bool(self.player.state.get("view", {}).get("stakes", {}).get("table"))

    def is_under_way(self):
        """Look, and return whether a wager lies: the last step may have ended the round."""
        self.player.look()
        return self.has_wager

    def take_step(self):
        """Let somebody do what is due."""
        for seat, role in ((self.player, Player(self.player)), (self.dealer, Staff(self.dealer, "dealer", players=1))):
            seat.look()
            assert seat.state["number"] >= self.version, "what was acknowledged is lost"
            chosen = role.choose()
            if chosen is not None:
                option, facts = chosen
                try:
                    self.version = seat.command(option["act"], {**option["facts"], **facts})
                except HTTPError as refusal:
                    raise AssertionError(refusal.read()) from refusal
                return
        raise AssertionError("nobody has anything to do")
