"""The explanation of one wager and of a whole round, as values and as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from houseway.cards import Card
from houseway.citation import Citation
from houseway.explanation.decisive_readings import DecisiveReading
from houseway.explanation.reasons import HandComparison, PaytableLine
from houseway.ledger import Reason
from houseway.values import ShortRepr


@dataclass(frozen=True, slots=True, repr=False)
class MoneyMove(ShortRepr):
    """Money that moved from one account to another."""

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


@dataclass(frozen=True, slots=True, repr=False)
class WagerExplanation(ShortRepr):
    """One wager, envy bonus or bank settlement: its cards, hands, decisive clauses and money moved."""

    position: int
    wager: str
    title: str = ""
    """The book's title of the wager."""
    player: str = ""
    stake: int = 0
    high: tuple[Card, ...] = ()
    low: tuple[Card, ...] = ()
    cards: tuple[Card, ...] = ()
    """The player's cards, if the hand is not set in two parts."""
    board: tuple[Card, ...] = ()
    """Cards on the layout that count with the player's own: board, flop or box."""
    hand: str = ""
    """The hands and how they compare, or the hand that an optional wager is paid on, in words."""
    rank_clauses: tuple[Citation, ...] = ()
    """The clauses that rank the two hands."""
    compared_with: str = ""
    """Whose hands the player's were compared with: the dealer's or the bank's."""
    comparisons: tuple[HandComparison, ...] = ()
    """Each hand with the one that it was compared with."""
    paid_cards: tuple[Card, ...] = ()
    """The cards that make the hand that decides an optional wager."""
    paid_hand: str = ""
    is_lower_hand_paid: bool = False
    """Whether that is the lower of two hands, whoever holds it."""
    row: str = ""
    """The row of the paytable that paid, or a statement that no row applies."""
    paytable: str = ""
    """The name of the paytable that the row is in."""
    lines: tuple[PaytableLine, ...] = ()
    """The rows around the one that paid; the lowest if no row applies."""
    arithmetic: tuple[str, ...] = ()
    """The arithmetic of payment and vigorish, one line each."""
    readings: tuple[DecisiveReading, ...] = ()
    """The decisive readings."""
    result: str = ""
    amount: int = 0
    """The payment in cents, without the stake and before vigorish."""
    vigorish: int = 0
    clauses: tuple[Citation, ...] = ()
    moves: tuple[MoneyMove, ...] = ()

    @property
    def net(self) -> int:
        """Return the player's gain or loss on this wager, in cents."""
        return sum(_account_change(move, f"player:{self.player}") for move in self.moves) if self.player else 0

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
            "ranks": [clause.clause for clause in self.rank_clauses],
            "against": self.compared_with,
            "compared": [each.to_json() for each in self.comparisons],
            "made": [str(card) for card in self.paid_cards],
            "made_hand": self.paid_hand,
            "row": self.row,
            "paytable": self.paytable,
            "rows": [line.to_json() for line in self.lines],
            "sums": list(self.arithmetic),
            "readings": [each.to_json() for each in self.readings],
            "result": self.result,
            "cents": self.amount,
            "vigorish": self.vigorish,
            "net": self.net,
            "clauses": [clause.clause for clause in self.clauses],
            "moves": [move.to_json() for move in self.moves],
        }


@dataclass(frozen=True, slots=True, repr=False)
class RoundExplanation(ShortRepr):
    """The explanation of a round. Each transfer is in exactly one of its parts."""

    number: int
    void: str
    base_void: str
    """Why the wagers against the dealer were void, if only they were."""
    wagers: tuple[WagerExplanation, ...]
    other_moves: tuple[MoneyMove, ...]
    """Money that belongs to no wager: chips bought, fills, money that the casino brings."""
    gists: Mapping[str, str] = field(repr=False)
    """A short summary of each clause named here."""
    readings: tuple[DecisiveReading, ...] = ()
    """Decisive readings about the order of settlement and about meters."""

    @property
    def account_changes(self) -> dict[str, int]:
        """Return the gain or loss of each account, in cents."""
        net: dict[str, int] = {}
        for move in (*self.other_moves, *(move for each in self.wagers for move in each.moves)):
            net[move.source] = net.get(move.source, 0) - move.cents
            net[move.target] = net.get(move.target, 0) + move.cents
        return {account: cents for account, cents in net.items() if cents}

    def to_json(self) -> dict[str, object]:
        return {
            "round": self.number,
            "void": self.void,
            "base_void": self.base_void,
            "wagers": [each.to_json() for each in self.wagers],
            "others": [move.to_json() for move in self.other_moves],
            "readings": [each.to_json() for each in self.readings],
            "changes": self.account_changes,
            "clauses": dict(self.gists),
        }

    def ruled_change(self, account: str) -> int:
        """Return what a floorperson's rulings moved to an account, or from it, in cents."""
        return sum(_account_change(move, account) for move in self.other_moves if move.reason == Reason.RULING.value)


def _account_change(move: MoneyMove, account: str) -> int:
    return move.cents * ((move.target == account) - (move.source == account))
