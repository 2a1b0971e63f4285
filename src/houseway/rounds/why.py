"""Why each cent of a round moved: for each wager the chain from cards to hand to clause to cents."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from houseway.cards import Card
from houseway.citation import Citation
from houseway.events import Event
from houseway.games.pai_gow.outcome import high_order
from houseway.hands import FOUR_CARD, PAI_GOW_LOW, STANDARD
from houseway.ledger import MOVED, Transfer
from houseway.money import Cents
from houseway.rounds import books
from houseway.rounds.results import FOLDED
from houseway.submission import Rules

BASE = books.PAI_GOW
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
    cards: tuple[Card, ...] = ()
    """The player's own, where a hand is not set in two parts."""
    board: tuple[Card, ...] = ()
    """Cards on the layout that decide it together with his own: board, flop or box."""
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
            "cards": [str(card) for card in self.cards],
            "board": [str(card) for card in self.board],
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
    base_void: str
    """Why the wagers against the dealer were void, where only they were."""
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
            "base_void": self.base_void,
            "wagers": [each.to_json() for each in self.wagers],
            "others": [move.to_json() for move in self.others],
            "changes": self.changes,
            "clauses": dict(self.gists),
        }


def why(events: Iterable[Event], rules: Rules) -> Why:
    """The explanation of a round, from its events."""
    chain = _AgainstDealer(rules) if rules.book in books.AGAINST_DEALER else _Chain(rules)
    for event in events:
        chain.take(event)
    chained = ((key, chain.decided_by(each)) for key, each in sorted(chain.wagers.items()))
    wagers = tuple(replace(each, moves=tuple(chain.moves[key]), ranks=chain.ranks(each)) for key, each in chained)
    cited = {clause for each in wagers for clause in (*each.ranks, *each.clauses)}
    cited |= {clause for move in (*chain.others, *(move for each in wagers for move in each.moves)) for clause in move.clauses}
    gists = {clause.clause: rules.regulation.clause(clause.clause).gist for clause in sorted(cited)}
    return Why(chain.number, chain.void, chain.base_void, wagers, tuple(chain.others), gists)


class _Chain:
    """Events of a round, put in order by what they concern."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.number, self.void, self.base_void = 0, "", ""
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
        elif event.kind in self.takes:
            self.takes[event.kind](self, event)

    @property
    def takes(self) -> "Mapping[str, Callable[[Any, Event], None]]":
        return _TAKE

    def ranks(self, each: Because) -> tuple[Citation, ...]:
        """The clauses behind the ranks of both hands, where they lie as they should."""
        order = high_order(self.rules)
        if each.wager != BASE or len(each.high) != order.hand_size or len(each.low) != PAI_GOW_LOW.hand_size:
            return ()
        clauses = (*order.rank(each.high).clauses, *PAI_GOW_LOW.rank(each.low).clauses)
        return tuple(dict.fromkeys(clause for clause in clauses if clause.book == self.rules.book))

    def decided_by(self, each: Because) -> Because:
        """A wager with all cards that decided it, once the round is known."""
        return each

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
        return position, _FIRST.index(wager) if wager in _FIRST else len(_FIRST), wager

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
        self._put(transfer.seat, wager, **self._of_move(transfer))
        key = self._key(transfer.seat, wager)
        self.moves[key].append(moved)
        player = next((name for name in _names(moved)), "")
        if player and transfer.seat != DEALER:
            self.wagers[key] = replace(self.wagers[key], player=player)

    def _of_move(self, transfer: Transfer) -> dict[str, object]:
        """What a movement says of its wager, beside its money."""
        return {}


BONUS = "ante-bonus"
"""Paid on the Ante; nothing is staked on it."""
_FIRST = (BASE, "ante", "blind", "play", BONUS)
"""Wagers that people read first, in this order; the others follow by name."""


class _AgainstDealer(_Chain):
    """The same of a game against the dealer: cards that are not set, a board, folds, wagers that a void takes out."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.own: dict[int, tuple[Card, ...]] = {}
        self.board: tuple[Card, ...] = ()
        self.box: tuple[Card, ...] = ()
        self.dealer = ""

    @property
    def takes(self) -> "Mapping[str, Callable[[Any, Event], None]]":
        return _TAKE_AGAINST_DEALER

    def hand(self, event: Event) -> None:
        self.own[_int(event["position"])] = _cards(event["cards"])

    def turned(self, event: Event) -> None:
        self.own[DEALER], self.dealer = _cards(event["cards"]), str(event["hand"])

    def community(self, event: Event) -> None:
        self.board += _cards(event["cards"])

    def boxed(self, event: Event) -> None:
        self.box = _cards(event["cards"])

    def base_voided(self, event: Event) -> None:
        self.base_void = str(event["why"])

    def refunded(self, event: Event) -> None:
        self._put(_int(event["position"]), str(event["wager"]), result="void", amount=0, hand="", clauses=event.clauses)

    def envy(self, event: Event) -> None:
        """One hand, and everybody who is paid for it."""
        self.lammer = f"{event['wager']} {ENVY}"
        for place, hand, amount in _rows(event["hands"]):
            before = self.wagers.get(self._key(place, self.lammer), Because(place, self.lammer))
            told = f"{hand.replace('-', ' ')} at position {event['position']}"
            clauses = tuple(dict.fromkeys((*before.clauses, *event.clauses)))
            hands = "; ".join(part for part in (before.hand, told) if part)
            self._put(place, self.lammer, result=ENVY, amount=before.amount + amount.amount, hand=hands, clauses=clauses)

    def settled(self, event: Event) -> None:
        facts = event.facts
        position, wager = _int(facts["position"]), str(facts["wager"])
        words, clauses = self.words.get((position, books.ANTE), ("", ()))
        against = wager in _FIRST and wager != BONUS and words and facts["hand"] != FOLDED
        stake = _cents(facts["stake"]) if wager != BONUS else 0
        told: dict[str, object] = {"stake": stake, "result": str(facts["result"]), "amount": _cents(facts["amount"])}
        told["hand"] = f"{words} against {self.dealer}: {facts['hand']}" if against else str(facts["hand"])
        told["clauses"] = tuple(dict.fromkeys((*(clauses if against else ()), *event.clauses)))
        self._put(position, wager, **told)

    def _of_move(self, transfer: Transfer) -> dict[str, object]:
        """What comes back is void, also if a fold had lost it before."""
        if transfer.reason.value != "refund":
            return {}
        return {"result": "void", "amount": 0, "hand": "", "clauses": transfer.clauses}

    def decided_by(self, each: Because) -> Because:
        """With the cards that lay open: the player's, and those of the layout that count for this wager."""
        own = self.own.get(each.position, ())
        if each.wager == "play-the-board":
            return replace(each, board=self.board)
        if each.wager == "six-card-bonus" and self.box:
            return replace(each, cards=own, board=self.box if own else ())
        alone = each.wager == "ultimate-pairs" or each.result in (ENVY, "void") or not own
        flop = each.wager == "progressive" and "UTH-05=best-of-seven" not in self.rules.taken
        board = () if alone else self.board[:_FLOP] if flop else self.board
        return replace(each, cards=own if each.result not in (ENVY, "void") else (), board=board)

    def ranks(self, each: Because) -> tuple[Citation, ...]:
        """The clauses behind the rank of a hand that was held against the dealer's."""
        if each.wager not in _FIRST or each.result not in ("win", "lose", "tie") or not each.cards:
            return ()
        order = FOUR_CARD if self.rules.book == books.FOUR_CARD else STANDARD
        return dict(order.ranks)[order.find((*each.cards, *each.board)).category]


_FLOP = 3
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
_TAKE_AGAINST_DEALER: Mapping[str, Callable[[_AgainstDealer, Event], None]] = {
    "round-started": _Chain.started,
    "round-voided": _Chain.voided,
    "base-voided": _AgainstDealer.base_voided,
    "hand-exposed": _AgainstDealer.hand,
    "dealer-turned": _AgainstDealer.turned,
    "flop-dealt": _AgainstDealer.community,
    "final-dealt": _AgainstDealer.community,
    "board-completed": _AgainstDealer.community,
    "box-turned": _AgainstDealer.boxed,
    "wager-placed": _Chain.placed,
    "result-announced": _Chain.announced,
    "wager-settled": _AgainstDealer.settled,
    "wager-refunded": _AgainstDealer.refunded,
    "envy-settled": _AgainstDealer.envy,
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
