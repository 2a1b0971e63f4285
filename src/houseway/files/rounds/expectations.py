"""Read what a round file expects: results, money, meters and events."""

import re

from houseway.explanation.results import WagerKey
from houseway.files.rounds.model import Expectations, ExpectedEvent, ExpectedSight, ExpectedTransfer, ExpectedWager
from houseway.files.toml_node import TomlNode
from houseway.regulation import Regulation

ACCOUNTS = ("inventory", "vigorish", "house", "centre", "coupons", "tips", "cage", "drop")
_LAYOUT_PLACES = ("board", "box", "burned", "stub")
_STAFF_AND_STRANGER = ("dealer", "floor", "stranger")
_RESULT_NAMES = ("win", "lose", "tie", "surrendered", "void")
_WAGER_PATTERN = re.compile(r"(?P<result>[a-z]+)(?: (?P<cents>[0-9]{1,12})(?: less (?P<vigorish>[0-9]{1,12}))?)?")


def read_clauses(regulation: Regulation, node: TomlNode) -> tuple[str, ...]:
    """Read a list of clause ids of the book, with or without the book's id before them."""
    return tuple(_read_clause(regulation, each) for each in node.as_list())


def _read_clause(regulation: Regulation, node: TomlNode) -> str:
    clause = node.as_text().removeprefix(f"{regulation.id} ")
    if clause not in regulation.clauses:
        node.malformed(f"{regulation.id} has no clause {clause!r}", f"an id of `houseway rules list {regulation.id}`")
    return clause


class ExpectationReader:
    """Reads the table `expect` of a round file."""

    def __init__(self, regulation: Regulation, places: range) -> None:
        self.regulation, self.places = regulation, places

    def read(self, node: TomlNode, names: tuple[str, ...]) -> Expectations:
        parts = node.as_table(
            *("void", "base-void", "wagers", "net", "envy", "meters", "events", "never", "deal", "acts", "sees"),
            *("hands", "transfers", *ACCOUNTS),
        )
        empty = TomlNode({}, "")
        net = parts.get("net", empty).as_table(*names)
        return Expectations(
            void=parts["void"].as_text() if "void" in parts else "",
            base_void=parts["base-void"].as_text() if "base-void" in parts else "",
            wagers={
                self._read_wager_key(each, key): self._read_expected_wager(each)
                for key, each in parts.get("wagers", empty).as_table().items()
            },
            net={name: each.as_cents() for name, each in net.items()},
            envy={
                self._read_wager_key(each, key): each.as_cents() for key, each in parts.get("envy", empty).as_table().items()
            },
            accounts={account: parts[account].as_cents() for account in ACCOUNTS if account in parts},
            meters={key: each.as_fraction() for key, each in parts.get("meters", empty).as_table().items()},
            events=tuple(self._read_expected_event(each) for each in parts["events"].as_list()) if "events" in parts else (),
            never=tuple(each.as_text() for each in parts["never"].as_list()) if "never" in parts else (),
            deal={
                self._read_place(each, key): tuple(number.as_integer() for number in each.as_list())
                for key, each in parts.get("deal", empty).as_table().items()
            },
            acts=tuple(each.as_text() for each in parts["acts"].as_list()) if "acts" in parts else (),
            sights=tuple(self._read_sight(each, names) for each in parts["sees"].as_list()) if "sees" in parts else (),
            hands={self._read_place(each, key): each.as_cards() for key, each in parts.get("hands", empty).as_table().items()},
            transfers=tuple(map(_read_transfer, parts["transfers"].as_list())) if "transfers" in parts else None,
        )

    def _read_place(self, node: TomlNode, key: str) -> str:
        """Read a position, 0 for the dealer, or a place of the layout."""
        if key in _LAYOUT_PLACES:
            return key
        return str(TomlNode(key, node.place).as_position(range(self.places.stop)))

    def _read_sight(self, node: TomlNode, names: tuple[str, ...]) -> ExpectedSight:
        """Read `{ before = "set-dealer", Ann = { 1 = 7 } }`."""
        parts = node.as_table("before", *names, *_STAFF_AND_STRANGER)
        if "before" not in parts:
            node.malformed("name the act before which people look", "before")
        seen = {
            who: {self._read_place(count, place): count.as_integer() for place, count in each.as_table().items()}
            for who, each in parts.items()
            if who != "before"
        }
        return ExpectedSight(parts["before"].as_text(), seen)

    def _read_wager_key(self, node: TomlNode, key: str) -> WagerKey:
        position, _, wager = key.partition(" ")
        if wager.split(":")[0] not in self.regulation.wagers:
            TomlNode(key, node.place).malformed(f"{key!r} is not a position with a wager", "as in '3 pai-gow'")
        return TomlNode(position, node.place).as_position(self.places), wager

    def _read_expected_wager(self, node: TomlNode) -> ExpectedWager:
        if isinstance(node.value, dict):
            parts = node.as_table("result", "cents", "vigorish", "clauses")
            if "result" not in parts:
                node.malformed("state the result", _RESULT_NAMES)
            return ExpectedWager(
                parts["result"].as_text(*_RESULT_NAMES),
                parts["cents"].as_cents() if "cents" in parts else None,
                parts["vigorish"].as_cents() if "vigorish" in parts else None,
                read_clauses(self.regulation, parts["clauses"]) if "clauses" in parts else (),
            )
        match = _WAGER_PATTERN.fullmatch(node.as_text())
        if match is None or match["result"] not in _RESULT_NAMES:
            node.malformed(
                f"{node.value!r} is not a result", "'lose', 'tie', 'win 2500', 'win 2500 less 125': amounts in cents"
            )
        cents, vigorish = match["cents"], match["vigorish"]
        return ExpectedWager(match["result"], int(cents) if cents else None, int(vigorish) if vigorish else None)

    def _read_expected_event(self, node: TomlNode) -> ExpectedEvent:
        """Read `"round-voided 14.B"`, or a table with kind, clauses and facts."""
        if isinstance(node.value, dict):
            parts = node.as_table("kind", "clauses", "facts")
            if "kind" not in parts:
                node.malformed("an event needs a kind", "kind")
            return ExpectedEvent(
                parts["kind"].as_text(),
                read_clauses(self.regulation, parts["clauses"]) if "clauses" in parts else (),
                parts["facts"].as_facts() if "facts" in parts else {},
            )
        kind, *clauses = node.as_text().split() or [""]
        if not kind:
            node.malformed("an event needs a kind", "as in 'round-voided 14.B'")
        return ExpectedEvent(kind, tuple(_read_clause(self.regulation, TomlNode(clause, node.place)) for clause in clauses))


def _read_transfer(node: TomlNode) -> ExpectedTransfer:
    """Read `{ cents = 2500, from = "player:Ann", to = "layout:1", reason = "wager" }`."""
    keys = ("cents", "from", "to", "reason")
    parts = node.as_table(*keys)
    for key in keys:
        if key not in parts:
            node.malformed(f"{key} is missing", keys)
    return ExpectedTransfer(parts["cents"].as_cents(), *(parts[key].as_text() for key in keys[1:]))
