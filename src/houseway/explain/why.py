"""Explain why each cent of a round moved: for each wager the cards, hands, clauses and transfers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway.cards import Card
from houseway.citation import Citation
from houseway.events import Event
from houseway.explain import reasons
from houseway.explain.decisive_readings import used
from houseway.explain.explanation import Because, Moved, Why
from houseway.explain.games import compared_by
from houseway.explain.reasons import Case
from houseway.explain.results import FOLDED
from houseway.explain.settled_round import Whole, used_in
from houseway.explain.words import Names, spoken, titles
from houseway.games.pai_gow.outcome import high_order
from houseway.hands import PAI_GOW_LOW
from houseway.ledger import MOVED, Transfer
from houseway.money import Cents
from houseway.procedure import ANTE, DEALER, PAI_GOW
from houseway.progressive import AWARDED
from houseway.submission import Rules

__all__ = ["Because", "Moved", "Why", "explain_round"]

ENVY = "envy"
BANK = reasons.BANK


def explain_round(
    events: Iterable[Event], rules: Rules, meter_events: Iterable[tuple[str, Event]] = (), *, in_full: bool = True
) -> Why:
    """Explain a round from its events. The meter events add what each meter showed when a share was paid.

    With `in_full=False` the explanation has results, clauses and money only, without the slower parts: hands compared, rows,
    arithmetic and readings.
    """
    chain = _AgainstDealer(rules) if rules.against_dealer else _Chain(rules)
    events = tuple(events)
    for event in events:
        chain.take(event)
    at_meters = [event for _, event in meter_events if event.facts.get("round") == chain.number]
    chain.stood = {_int(event["seat"]): _fraction(event["of"]) for event in at_meters if event.kind == AWARDED}
    chained = ((key, chain.decided_by(each)) for key, each in sorted(chain.wagers.items()))
    plain = (
        replace(each, title=chain.names.wager(each.wager), moves=tuple(chain.moves[key]), ranks=chain.ranks(each))
        for key, each in chained
    )
    wagers = tuple(map(chain.explained, plain) if in_full else plain)
    cited = {clause for each in wagers for clause in (*each.ranks, *each.clauses)}
    cited |= {clause for move in (*chain.others, *(move for each in wagers for move in each.moves)) for clause in move.clauses}
    gists = {clause.clause: rules.regulation.clause(clause.clause).gist for clause in sorted(cited)}
    whole = Whole(rules, wagers, chain.void, chain.banking is not None, events, at_meters)
    readings = used_in(whole) if in_full else ()
    return Why(chain.number, chain.void, chain.base_void, wagers, tuple(chain.others), gists, readings)


class _Chain:
    """Collects the events of a round by the wager that they concern."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.number, self.void, self.base_void = 0, "", ""
        self.lammer = ENVY
        """The envy bonus being paid. Its transfers follow the event that announces it."""
        self.wagers: dict[tuple[int, int, str], Because] = {}
        self.moves: dict[tuple[int, int, str], list[Moved]] = {}
        self.others: list[Moved] = []
        self.names = Names(titles=titles(rules.regulation))
        self.hands: dict[int, tuple[tuple[Card, ...], tuple[Card, ...]]] = {}
        self.dealt: Mapping[int, tuple[Card, ...]] = {}
        self.stood: Mapping[int, Fraction] = {}
        """What the meter showed when a position was paid a share of it."""
        self.banking: int | None = None
        self.co_banking = False
        self.reset: set[int] = set()
        """Positions whose hands the dealer reset."""
        self.lacking: set[tuple[int, int, str]] = set()
        """Envy bonuses that are due only by a reading, see `Case.lacking`."""
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
        """Return the clauses that rank both hands, if they are set correctly."""
        order = high_order(self.rules)
        if each.wager != PAI_GOW or len(each.high) != order.hand_size or len(each.low) != PAI_GOW_LOW.hand_size:
            return ()
        clauses = (*order.rank(each.high).clauses, *PAI_GOW_LOW.rank(each.low).clauses)
        return tuple(dict.fromkeys(self.rules.numbering.own(clauses)))

    def decided_by(self, each: Because) -> Because:
        """Add all cards that decided a wager. A hand that nobody set is shown as dealt."""
        unset = not each.high and each.wager in self.rules.offers and each.result in ("win", "lose")
        return replace(each, cards=self.dealt.get(each.position, ())) if unset else each

    def explained(self, each: Because) -> Because:
        """Add what decided a wager: hands compared, the paid hand, row, arithmetic and readings."""
        case = self.case(each)
        compared = reasons.beside(case)
        cards, words = reasons.made(case)
        banked = each.result == BANK
        moved = {move.reason: move.cents for move in each.moves}
        sums = reasons.bank_sums(self.rules, moved, self.co_banking) if banked else each.sums or reasons.sums(case)
        against = BANK if self.banking is not None else "dealer"
        return replace(
            each,
            whose=f"the {against}'s" if compared else "",
            beside=compared,
            made=cards,
            made_words=words,
            row=reasons.row_words(case),
            sums=sums,
            readings=used(case),
        )

    def case(self, each: Because) -> Case:
        other = self.banking if self.banking is not None else DEALER
        high, low = self.hands.get(other, ((), ())) if other != each.position else ((), ())
        vigorish = sum(move.cents for move in each.moves if move.reason == "vigorish")
        if each.result == BANK:
            each = replace(each, amount=reasons.surplus({move.reason: move.cents for move in each.moves}))
        bank = "" if self.banking is None else f"co-{BANK}" if self.co_banking else BANK
        facts = {"own": each.cards, "high": each.high, "low": each.low, "other_high": high, "other_low": low, "bank": bank}
        return self._case(each, **facts, vigorish=vigorish, reset=each.position in self.reset)

    def _case(self, each: Because, **facts: Any) -> Case:
        told = {"result": each.result, "stake": each.stake, "amount": each.amount, "hand": each.hand, "clauses": each.clauses}
        told["meter"] = self.stood.get(each.position)
        lacking = self._key(each.position, each.wager) in self.lacking
        told |= {"folded": each.hand == FOLDED, "lacking": lacking}
        return Case(self.rules, each.wager, **told, **facts)  # type: ignore[arg-type]

    def deal(self, event: Event) -> None:
        hands = event.facts.get("hands", {})
        assert isinstance(hands, Mapping)
        self.dealt = hands

    def banks(self, event: Event) -> None:
        self.banking = _int(event["position"])

    def bank_refused(self, event: Event) -> None:
        self.banking = None

    def co_banks(self, event: Event) -> None:
        self.co_banking = True

    def set_anew(self, event: Event) -> None:
        self.reset.add(_int(event["position"]))
        self.hand(event)

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
        self._put(_int(event["position"]), PAI_GOW, result="surrendered", clauses=event.clauses)

    def envy(self, event: Event) -> None:
        rows, position, wager = _rows(event["hands"]), _int(event["position"]), str(event["wager"])
        hands = "; ".join(_envied(hand, place) for place, hand, _ in rows)
        sums = tuple(f"{_envied(hand, place)} earns {amount}" for place, hand, amount in rows)
        self.lammer = f"{wager} {ENVY}"
        own, least = self.wagers.get(self._key(position, wager)), self.rules.regulation.value("envy-minimum")
        if own is not None and isinstance(least, Cents) and own.stake < least.amount:
            self.lacking.add(self._key(position, self.lammer))
        paid = {"amount": _cents(event["amount"]), "hand": hands, "sums": sums, "clauses": event.clauses}
        self._put(position, self.lammer, result=ENVY, **paid)

    def bank(self, event: Event) -> None:
        position = _int(event["position"])
        high, low = self.hands.get(position, ((), ()))
        told = {"hand": str(event["words"]), "high": high, "low": low}
        self._put(position, PAI_GOW, result=BANK, clauses=event.clauses, **told)
        if event["result"]:
            high, low = self.hands.get(DEALER, ((), ()))
            self._put(DEALER, PAI_GOW, result=str(event["result"]), clauses=event.clauses, high=high, low=low)

    def house(self, event: Event) -> None:
        if stake := _cents(event["amount"]):
            self._put(DEALER, PAI_GOW, stake=stake, clauses=event.clauses)

    def _key(self, position: int, wager: str) -> tuple[int, int, str]:
        """Sort by position, then the base wager first."""
        return position, _FIRST.index(wager) if wager in _FIRST else len(_FIRST), wager

    def _put(self, position: int, wager: str, **facts: object) -> None:
        key = self._key(position, wager)
        self.moves.setdefault(key, [])
        before = self.wagers.get(key, Because(position, wager))
        if isinstance(clauses := facts.get("clauses"), tuple):
            facts["clauses"] = _once(clauses)
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
            clauses=(*clauses, *event.clauses),
        )

    def _moved(self, transfer: Transfer) -> None:
        moved = Moved(
            transfer.source,
            transfer.target,
            transfer.amount.amount,
            transfer.reason.value,
            _once(transfer.clauses),
            transfer.note,
        )
        earlier = transfer.round not in (None, self.number)  # a correction is booked in the round that it corrects
        if transfer.seat is None or not transfer.wager or earlier:
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
        """Return the facts about a wager that follow from one of its transfers."""
        return {}


BONUS = "ante-bonus"
"""Paid on the Ante; it has no stake of its own."""
_FIRST = (PAI_GOW, "ante", "blind", "play", BONUS)
"""Wagers that are shown first, in this order. The others follow by name."""


class _AgainstDealer(_Chain):
    """The same for games against the dealer: cards that are not set, a board, folds, and wagers that are returned by a void."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.own: dict[int, tuple[Card, ...]] = {}
        self.board: tuple[Card, ...] = ()
        self.box: tuple[Card, ...] = ()
        self.dealer = ""
        self.folded: set[int] = set()

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

    def fold(self, event: Event) -> None:
        self.folded.add(_int(event["position"]))

    def case(self, each: Because) -> Case:
        ante = self.wagers.get(self._key(each.position, ANTE))
        if each.wager == BONUS and ante is not None:
            each = replace(each, stake=ante.stake)
        facts = {"own": each.cards, "board": each.board, "whole_board": self.board, "dealer": self.own.get(DEALER, ())}
        return self._case(each, **facts, after_fold=each.position in self.folded, base_void=self.base_void)

    def base_voided(self, event: Event) -> None:
        self.base_void = str(event["why"])

    def refunded(self, event: Event) -> None:
        self._put(_int(event["position"]), str(event["wager"]), result="void", amount=0, hand="", clauses=event.clauses)

    def envy(self, event: Event) -> None:
        """Record one hand and everybody who is paid for it."""
        holder, wager = _int(event["position"]), str(event["wager"])
        self.lammer = f"{wager} {ENVY}"
        for place, hand, amount in _rows(event["hands"]):
            key = self._key(place, self.lammer)
            before, told = self.wagers.get(key, Because(place, self.lammer)), _envied(hand, holder)
            paid = {"amount": before.amount + amount.amount, "clauses": (*before.clauses, *event.clauses)}
            paid |= {"hand": "; ".join(filter(None, (before.hand, told))), "sums": (*before.sums, f"{told} earns {amount}")}
            self._put(place, self.lammer, result=ENVY, **paid)
            if self._key(holder, wager) not in self.wagers:
                self.lacking.add(key)

    def settled(self, event: Event) -> None:
        facts = event.facts
        position, wager = _int(facts["position"]), str(facts["wager"])
        words, clauses = self.words.get((position, ANTE), ("", ()))
        against = wager in _FIRST and wager != BONUS and words and facts["hand"] != FOLDED
        stake = _cents(facts["stake"]) if wager != BONUS else 0
        told: dict[str, object] = {"stake": stake, "result": str(facts["result"]), "amount": _cents(facts["amount"])}
        told["hand"] = f"{words} against {self.dealer}: {facts['hand']}" if against else str(facts["hand"])
        told["clauses"] = (*(clauses if against else ()), *event.clauses)
        self._put(position, wager, **told)

    def _of_move(self, transfer: Transfer) -> dict[str, object]:
        """A returned wager is void, even if a fold had lost it before."""
        if transfer.reason.value != "refund":
            return {}
        return {"result": "void", "amount": 0, "hand": "", "clauses": transfer.clauses}

    def decided_by(self, each: Because) -> Because:
        """Add the open cards: the player's, and those on the layout that count for this wager."""
        own = self.own.get(each.position, ())
        if each.wager == "play-the-board":
            return replace(each, board=self.board)
        if each.wager == "six-card-bonus" and self.box:
            return replace(each, cards=own, board=self.box if own else ())
        alone = each.wager == "ultimate-pairs" or each.result in (ENVY, "void") or not own
        flop = each.wager == "progressive" and "UTH-05=best-of-seven" not in self.rules.taken
        board = () if alone else self.board[: reasons.FLOP] if flop else self.board
        return replace(each, cards=own if each.result not in (ENVY, "void") else (), board=board)

    def ranks(self, each: Because) -> tuple[Citation, ...]:
        """Return the clauses that rank a hand that was compared with the dealer's."""
        if each.wager not in _FIRST or each.result not in ("win", "lose", "tie") or not each.cards:
            return ()
        order = compared_by(self.rules.game)
        return self.rules.numbering.own(dict(order.ranks)[order.find((*each.cards, *each.board)).category])


_TAKE: Mapping[str, Callable[[_Chain, Event], None]] = {
    "round-started": _Chain.started,
    "round-voided": _Chain.voided,
    "cards-dealt": _Chain.deal,
    "hand-set": _Chain.hand,
    "hand-reset": _Chain.set_anew,
    "bank-confirmed": _Chain.banks,
    "bank-refused": _Chain.bank_refused,
    "co-banking-agreed": _Chain.co_banks,
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
    "hand-folded": _AgainstDealer.fold,
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


def _envied(hand: str, place: int) -> str:
    return f"{spoken(hand)} at position {place}"


def _once(clauses: Iterable[Citation]) -> tuple[Citation, ...]:
    return tuple(dict.fromkeys(clauses))


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def _cents(value: object) -> int:
    assert isinstance(value, Cents)
    return value.amount


def _fraction(value: object) -> Fraction:
    assert isinstance(value, Fraction)
    return value


def _cards(value: object) -> tuple[Card, ...]:
    assert isinstance(value, tuple)
    return value


def _rows(value: object) -> tuple[tuple[int, str, Cents], ...]:
    assert isinstance(value, tuple)
    return value
