"""A table of a game against the dealer for tests: its cards chosen, its players answering as they are told.

table = DealerTable(wagers=("progressive",), hands={1: "As Ks", 0: "2c 7d"}, board="Qs Js Ts 3h 3d")
table.ready().bet(1, 10)
table.answers = {1: ["check", "play"]}     else everybody checks as long as he may, and plays then
table.finish()
"""

from datetime import date

from houseway.cards import DECK
from houseway.chance import seeded
from houseway.croupier import FLOOR, Croupier
from houseway.events import Actor, Role
from houseway.hands.orders import MD_ULTIMATE as UTH
from houseway.money import Cents
from houseway.regulation import load
from houseway.table import Run
from houseway.table.scene import scene_of
from tests.support.submissions import EXAMPLES, document, written
from tests.support.table_driver import NAMES, TableDriver, cards

TABLE = "UTH-1"
STANDARD = {
    "progressive": {"paytable": "A", "stake": ["$1", "$5"], "envy": "A"},
    "six-card-bonus": {"paytable": "A", "minimum": "$1", "maximum": "$100"},
    "ultimate-pairs": {"paytable": "B", "minimum": "$1", "maximum": "$100"},
    "bad-beat": {"paytable": "A", "minimum": "$1", "maximum": "$100"},
    "play-the-board": {"paytable": "A", "minimum": "$1", "maximum": "$100"},
}
MACHINE = {"table.dealing": "automated-shoe", "table.shuffler": True}
HAND = {"table.dealing": "hand", "table.shuffler": True}
MANUAL = {"table.dealing": "manual-shoe"}
WAITS = {**MACHINE, "table.dealer-cards": "left-in-shuffler"}


def submission(options=(), wagers=(), readings=(), letters=(), book=UTH):
    """The text of the minimal submission with options, wagers and readings besides; every approval is on file."""
    content = document(EXAMPLES / book / "minimal.toml")
    for key, value in dict(options).items():
        table, name = key.split(".", 1)
        content.setdefault(table, {})[name] = value
    for wager in wagers:
        content["wagers"][wager] = dict(STANDARD[wager])
    for wager, letter in dict(letters).items():
        if wager == "envy":
            content["wagers"]["progressive"]["envy"] = letter
        else:
            content["wagers"][wager]["paytable"] = letter
    content["readings"] = {"UTH-31": "required", **dict(readings)} if "progressive" in wagers else dict(readings)
    if "progressive" in wagers:
        names = load(book).paytable("progressive", content["wagers"]["progressive"]["paytable"]).meters
        meter = {"wager": "progressive", "seed": "$20,000", "reset": "$10,000", "rate": "20%", "tables": [TABLE]}
        content["meters"] = [{**meter, "name": name} for name in names]
    content["approvals"] = [{"what": what, "reference": "TEST", "date": date(2026, 1, 1)} for what in load(book).approvals]
    return "".join(f'"{key}" = {written(value)}\n' for key, value in content.items())


class DealerTable(TableDriver):
    """Carries a table. `hands` (0 is the dealer's), `board` and `box` are what the deck gives."""

    def __init__(
        self,
        options=(),
        wagers=(),
        readings=(),
        letters=(),
        *,
        players=3,
        chips=5000,
        hands=None,
        board="",
        box="",
        text=None,
        seats=None,
    ):
        self.book, self.run, self.at = UTH, Run(), 1_000_000
        self.hands = {place: cards(hand) for place, hand in (hands or {}).items()}
        self.board, self.box = cards(board) if board else (), cards(box) if box else ()
        self.depth, self.answers = 20, {}
        self.croupier = Croupier(self.run, seeded(1))
        self.text = text or submission(options, wagers, readings, letters)
        self.do("open-table", FLOOR, submission=self.text, table=TABLE, inventory=Cents.dollars(3_000_000))
        for name, places in (seats or {name: (place,) for place, name in enumerate(NAMES[:players], 1)}).items():
            self.sit(name, *places, chips=chips)

    def player(self, position):
        name = self.run.table.seats.get(position, "") if isinstance(position, int) else position
        return Actor(Role.PLAYER, name)

    @property
    def scene(self):
        return scene_of(self.run.table, self.at, self.run.meters)

    @property
    def state(self):
        return self.run.table.round

    def ready(self):
        """Until the cards lie ready and wagers are wanted."""
        while self.due is not None and self.due.act != "close-betting":
            self.take()
        return self

    def bet(self, position, amount=10, wager="ante", **sides):
        """An Ante, and optional wagers by name."""
        self.do("wager", position, position=position, wager=wager, amount=Cents.dollars(amount))
        for name, stake in sides.items():
            self.do("wager", position, position=position, wager=name.replace("_", "-"), amount=Cents.dollars(stake))
        return self

    def bet_all(self, amount=10, **sides):
        for position in self.run.table.seats:
            self.bet(position, amount, **sides)
        return self

    def act(self, position, act, **facts):
        return self.do(act, position, position=position, **facts)

    def _answer(self):
        """What the player says whose turn it is."""
        position = self.scene.turn
        if position is None:
            return False
        options = [option.act for option in self.legal(position, "check") + self.legal(position, "fold")]
        told = self.answers.get(position, [])
        act = told.pop(0) if told else ("check" if "check" in options else "play")
        name, _, times = act.partition(" ")
        most = 1 if "fold" in options else 2 if self.state.street else 4
        self.act(position, name, **({"times": int(times or most)} if name == "play" else {}))
        return True

    def _chance(self, command):
        match command.act:
            case "shuffle" | "receive-deck" if "cards" in command.facts:
                return {"cards": self._stacked()} if self.hands or self.board else {}
            case "cut":
                return {"depth": self.depth}
            case "rule-count":
                return {"standing": self.run.table.equipment.acceptors.lit}
            case _:
                return {}

    def _stacked(self):
        """The deck before the cut, so that everybody gets the cards that were chosen for him."""
        equipment = self.run.table.equipment
        used = [card for hand in (*self.hands.values(), self.board, self.box) for card in hand]
        assert len(set(used)) == len(used), "a card is in two places"
        rest = [card for card in DECK if card not in used]
        places = [place for place in sorted(self.hands) if place] or sorted(self.run.table.seats)
        hands = {place: self.hands.get(place) or (rest.pop(), rest.pop()) for place in (*places, 0)}
        board = self.board or tuple(rest.pop() for _ in range(5))
        stock = self._order(equipment.dealing.value, places, hands, board, rest)
        stock += [card for card in DECK if card not in stock]
        cut = self.depth if equipment.shuffling == "manual" else 0
        return tuple(stock[len(stock) - cut :] + stock[: len(stock) - cut])

    def _order(self, dealing, places, hands, board, rest):
        rules = self.run.table.rules
        if dealing == "automated-shoe":
            boxed = "six-card-bonus" in rules.offers and rules.readings["UTH-12"] == "box-cards"
            box = self.box or tuple(rest.pop() for _ in range(4)) if boxed else ()
            waits = rules.options["table.dealer-cards"] == "left-in-shuffler"
            order = [*places, 0] if waits else [0, *places]
            return [*box, *board, *(card for place in order for card in hands[place])]
        burns = dealing == "hand" or rules.readings["UTH-36"] == "any-manual-deal"
        burned = [[rest.pop()], [rest.pop()]] if burns else [[], []]
        two = [hands[place][turn] for turn in range(2) for place in [*places, 0]]
        return [*two, *burned[0], *board[:3], *burned[1], *board[3:]]

    def won(self, position, wager):
        """How a wager ended, and what it was paid beside its stake."""
        event = self.last("wager-settled", position=position, wager=wager)
        return event["result"], event["amount"]

    def net(self, position, before):
        return self.chips(position) - before
