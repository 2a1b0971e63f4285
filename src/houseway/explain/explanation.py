"""One wager explained, and a round of them: what `why` finds, as values and as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from houseway.cards import Card
from houseway.citation import Citation
from houseway.explain.decisive_readings import Used
from houseway.explain.reasons import Beside


@dataclass(frozen=True, slots=True)
class Moved:
    """Money that went from one account to another."""

    source: str
    target: str
    cents: int
    reason: str
    clauses: tuple[Citation, ...]
    note: str = ""

    def to_json(self) -> dict[str, object]:
        clauses = [clause.clause for clause in self.clauses]
        facts = {"source": self.source, "target": self.target, "cents": self.cents, "reason": self.reason, "clauses": clauses}
        return facts | ({"note": self.note} if self.note else {})


@dataclass(frozen=True, slots=True)
class Because:
    """One wager, envy bonus or settlement with a bank: its cards, what they are, which clauses decided, what moved."""

    position: int
    wager: str
    title: str = ""
    """What the book calls the wager."""
    player: str = ""
    stake: int = 0
    high: tuple[Card, ...] = ()
    low: tuple[Card, ...] = ()
    cards: tuple[Card, ...] = ()
    """The player's own, where a hand is not set in two parts."""
    board: tuple[Card, ...] = ()
    """Cards on the layout that decide it together with his own: board, flop or box."""
    hand: str = ""
    """In words: the hands and how they compare, or the hand that an optional wager is paid on."""
    ranks: tuple[Citation, ...] = ()
    """What gives the two hands their rank."""
    whose: str = ""
    """Whose hands the player's were held against: the dealer's or the bank's."""
    beside: tuple[Beside, ...] = ()
    """Each hand beside the one that it was held against."""
    made: tuple[Card, ...] = ()
    """The cards that make the hand by which an optional wager was judged."""
    made_words: str = ""
    row: str = ""
    """The row of the paytable that paid, or that there is none."""
    sums: tuple[str, ...] = ()
    """The arithmetic of payment and vigorish, a line each."""
    readings: tuple[Used, ...] = ()
    """The readings of the book that decided it."""
    result: str = ""
    amount: int = 0
    """Beside the stake, before vigorish, in cents."""
    vigorish: int = 0
    clauses: tuple[Citation, ...] = ()
    moves: tuple[Moved, ...] = ()

    @property
    def net(self) -> int:
        """What the player gained or lost by it, in cents."""
        return sum(_change(move, f"player:{self.player}") for move in self.moves) if self.player else 0

    def to_json(self) -> dict[str, object]:
        return {
            "position": self.position,
            "player": self.player,
            "wager": self.wager,
            "title": self.title,
            "stake": self.stake,
            "high": [str(card) for card in self.high],
            "low": [str(card) for card in self.low],
            "cards": [str(card) for card in self.cards],
            "board": [str(card) for card in self.board],
            "hand": self.hand,
            "ranks": [clause.clause for clause in self.ranks],
            "against": self.whose,
            "compared": [each.to_json() for each in self.beside],
            "made": [str(card) for card in self.made],
            "made_hand": self.made_words,
            "row": self.row,
            "sums": list(self.sums),
            "readings": [each.to_json() for each in self.readings],
            "result": self.result,
            "cents": self.amount,
            "vigorish": self.vigorish,
            "net": self.net,
            "clauses": [clause.clause for clause in self.clauses],
            "moves": [move.to_json() for move in self.moves],
        }


@dataclass(frozen=True, slots=True)
class Why:
    """A round explained. Every transfer of it is in one of its parts, and in one only."""

    number: int
    void: str
    base_void: str
    """Why the wagers against the dealer were void, where only they were."""
    wagers: tuple[Because, ...]
    others: tuple[Moved, ...]
    """What belongs to no wager: chips bought, fills, money that the casino brings."""
    gists: Mapping[str, str] = field(repr=False)
    """Every clause named here, in a few words of ours."""
    readings: tuple[Used, ...] = ()
    """The readings of the book about the order of settlement and the meters that decided how the round went."""

    @property
    def changes(self) -> dict[str, int]:
        """What each account gained or lost by all of it, in cents."""
        net: dict[str, int] = {}
        for move in (*self.others, *(move for each in self.wagers for move in each.moves)):
            net[move.source] = net.get(move.source, 0) - move.cents
            net[move.target] = net.get(move.target, 0) + move.cents
        return {account: cents for account, cents in net.items() if cents}

    def to_json(self) -> dict[str, object]:
        return {
            "round": self.number,
            "void": self.void,
            "base_void": self.base_void,
            "wagers": [each.to_json() for each in self.wagers],
            "others": [move.to_json() for move in self.others],
            "readings": [each.to_json() for each in self.readings],
            "changes": self.changes,
            "clauses": dict(self.gists),
        }


def _change(move: Moved, account: str) -> int:
    return move.cents * ((move.target == account) - (move.source == account))
