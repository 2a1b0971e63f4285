"""Why each cent of a round moved: for each wager the chain from cards to hand to clause to cents."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from houseway.cards import Card
from houseway.citation import Citation
from houseway.events import Event
from houseway.games.pai_gow.outcome import high_order
from houseway.hands import PAI_GOW_LOW
from houseway.ledger import MOVED, Transfer
from houseway.money import Cents
from houseway.submission import Rules

BASE = "pai-gow"
ENVY = "envy"
DEALER = 0


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
    player: str = ""
    stake: int = 0
    high: tuple[Card, ...] = ()
    low: tuple[Card, ...] = ()
    hand: str = ""
    """In words: the hands and how they compare, or the hand that an optional wager is paid on."""
    ranks: tuple[Citation, ...] = ()
    """What gives the two hands their rank."""
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
            "stake": self.stake,
            "high": [str(card) for card in self.high],
            "low": [str(card) for card in self.low],
            "hand": self.hand,
            "ranks": [clause.clause for clause in self.ranks],
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
    wagers: tuple[Because, ...]
    others: tuple[Moved, ...]
    """What belongs to no wager: chips bought, fills, money that the casino brings."""
    gists: Mapping[str, str] = field(repr=False)
    """Every clause named here, in a few words of ours."""

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
            "wagers": [each.to_json() for each in self.wagers],
            "others": [move.to_json() for move in self.others],
            "changes": self.changes,
            "clauses": dict(self.gists),
        }


def why(events: Iterable[Event], rules: Rules) -> Why:
    """The explanation of a round, from its events."""
    chain = _Chain()
    for event in events:
        chain.take(event)
    wagers = tuple(
        replace(each, moves=tuple(chain.moves[key]), ranks=_ranks(each, rules)) for key, each in sorted(chain.wagers.items())
    )
    cited = {clause for each in wagers for clause in (*each.ranks, *each.clauses)}
    cited |= {clause for move in (*chain.others, *(move for each in wagers for move in each.moves)) for clause in move.clauses}
    gists = {clause.clause: rules.regulation.clause(clause.clause).gist for clause in sorted(cited)}
    return Why(chain.number, chain.void, wagers, tuple(chain.others), gists)


def _ranks(each: Because, rules: Rules) -> tuple[Citation, ...]:
    """The clauses behind the ranks of both hands, where they lie as they should."""
    order = high_order(rules)
    if each.wager != BASE or len(each.high) != order.hand_size or len(each.low) != PAI_GOW_LOW.hand_size:
        return ()
    clauses = (*order.rank(each.high).clauses, *PAI_GOW_LOW.rank(each.low).clauses)
    return tuple(dict.fromkeys(clause for clause in clauses if clause.book == rules.book))


class _Chain:
    """Events of a round, put in order by what they concern."""

    def __init__(self) -> None:
        self.number, self.void = 0, ""
        self.lammer = ENVY
        """The envy bonus that is being paid: its money follows the event that announces it."""
        self.wagers: dict[tuple[int, int, str], Because] = {}
        self.moves: dict[tuple[int, int, str], list[Moved]] = {}
        self.others: list[Moved] = []
        self.hands: dict[int, tuple[tuple[Card, ...], tuple[Card, ...]]] = {}
        self.words: dict[tuple[int, str], tuple[str, tuple[Citation, ...]]] = {}

    def take(self, event: Event) -> None:
        if event.kind == MOVED:
            self._moved(Transfer.from_event(event))
        elif event.kind in _TAKE:
            _TAKE[event.kind](self, event)

    def started(self, event: Event) -> None:
        self.number = self.number or _int(event["number"])

    def voided(self, event: Event) -> None:
        self.void = str(event["why"])
        for key, each in self.wagers.items():
            if not each.result and each.stake:
                self.wagers[key] = replace(each, result="void", clauses=event.clauses)

    def hand(self, event: Event) -> None:
        if event.facts.get("high"):
            self.hands[_int(event["position"])] = (_cards(event["high"]), _cards(event["low"]))

    def placed(self, event: Event) -> None:
        stake = _cents(event["amount"]) + _cents(event.facts.get("coupon", Cents(0)))
        self._put(_int(event["position"]), str(event["wager"]), stake=stake)

    def announced(self, event: Event) -> None:
        self.words[_int(event["position"]), str(event["wager"])] = (str(event["words"]), event.clauses)

    def surrendered(self, event: Event) -> None:
        self._put(_int(event["position"]), BASE, result="surrendered", clauses=event.clauses)

    def envy(self, event: Event) -> None:
        hands = "; ".join(f"{hand} at position {place}" for place, hand, _ in _rows(event["hands"]))
        paid = {"result": ENVY, "amount": _cents(event["amount"]), "hand": hands, "clauses": event.clauses}
        self.lammer = f"{event['wager']} {ENVY}"
        self._put(_int(event["position"]), self.lammer, **paid)

    def bank(self, event: Event) -> None:
        position = _int(event["position"])
        high, low = self.hands.get(position, ((), ()))
        told = {"hand": str(event["words"]), "high": high, "low": low}
        self._put(position, BASE, result="bank", clauses=event.clauses, **told)
        if event["result"]:
            high, low = self.hands.get(DEALER, ((), ()))
            self._put(DEALER, BASE, result=str(event["result"]), clauses=event.clauses, high=high, low=low)

    def house(self, event: Event) -> None:
        if stake := _cents(event["amount"]):
            self._put(DEALER, BASE, stake=stake, clauses=event.clauses)

    def _key(self, position: int, wager: str) -> tuple[int, int, str]:
        """In the order in which people read: by position, the base wager first."""
        return position, wager != BASE, wager

    def _put(self, position: int, wager: str, **facts: object) -> None:
        key = self._key(position, wager)
        self.moves.setdefault(key, [])
        before = self.wagers.get(key, Because(position, wager))
        self.wagers[key] = replace(before, **facts)  # type: ignore[arg-type]

    def settled(self, event: Event) -> None:
        facts = event.facts
        position, wager = _int(facts["position"]), str(facts["wager"])
        words, clauses = self.words.get((position, wager), ("", ()))
        high, low = self.hands.get(position, ((), ()))
        hand = str(facts["hand"]) or words
        if wager.startswith("number"):
            high, low = (), ()
        self._put(
            position,
            wager,
            stake=_cents(facts["stake"]),
            high=high,
            low=low,
            hand=hand,
            result=str(facts["result"]),
            amount=_cents(facts["amount"]),
            vigorish=_cents(facts["vigorish"]),
            clauses=tuple(dict.fromkeys((*clauses, *event.clauses))),
        )

    def _moved(self, transfer: Transfer) -> None:
        moved = Moved(
            transfer.source,
            transfer.target,
            transfer.amount.amount,
            transfer.reason.value,
            transfer.clauses,
            transfer.note,
        )
        if transfer.seat is None or not transfer.wager:
            self.others.append(moved)
            return
        wager = self.lammer if transfer.reason.value == ENVY else transfer.wager
        self._put(transfer.seat, wager)
        key = self._key(transfer.seat, wager)
        self.moves[key].append(moved)
        player = next((name for name in _names(moved)), "")
        if player and transfer.seat != DEALER:
            self.wagers[key] = replace(self.wagers[key], player=player)


_TAKE: Mapping[str, Callable[[_Chain, Event], None]] = {
    "round-started": _Chain.started,
    "round-voided": _Chain.voided,
    "hand-set": _Chain.hand,
    "hand-reset": _Chain.hand,
    "hand-exposed": _Chain.hand,
    "wager-placed": _Chain.placed,
    "result-announced": _Chain.announced,
    "wager-surrendered": _Chain.surrendered,
    "wager-settled": _Chain.settled,
    "envy-settled": _Chain.envy,
    "bank-exposed": _Chain.bank,
    "house-staked": _Chain.house,
}


def _names(moved: Moved) -> Iterator[str]:
    for account in (moved.source, moved.target):
        if account.startswith("player:"):
            yield account.removeprefix("player:")


def _change(move: Moved, account: str) -> int:
    return move.cents * ((move.target == account) - (move.source == account))


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def _cents(value: object) -> int:
    assert isinstance(value, Cents)
    return value.amount


def _cards(value: object) -> tuple[Card, ...]:
    assert isinstance(value, tuple)
    return value


def _rows(value: object) -> tuple[tuple[int, str, Cents], ...]:
    assert isinstance(value, tuple)
    return value
