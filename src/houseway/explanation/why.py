"""Explain why each cent of a round moved: for each wager the cards, hands, clauses and transfers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway.cards import Card
from houseway.citation import Citation
from houseway.events import Event
from houseway.explanation import reasons
from houseway.explanation.decisive_readings import find_decisive_readings
from houseway.explanation.display_names import DisplayNames, spoken_name
from houseway.explanation.explanation import MoneyMove, RoundExplanation, WagerExplanation
from houseway.explanation.games import comparison_order
from houseway.explanation.reasons import WagerCase
from houseway.explanation.results import FOLDED
from houseway.explanation.settled_round import SettledRound, find_round_readings
from houseway.explanation.words import wager_titles
from houseway.hands import PAI_GOW_LOW
from houseway.ledger import MONEY_MOVED, Transfer
from houseway.money import NO_MONEY, Cents
from houseway.procedure import ANTE, DEALER, PAI_GOW, account_player
from houseway.progressive import AWARDED
from houseway.regulation.side_bets import WITH_DEALER, DecidedBy
from houseway.submission import Rules

__all__ = ["MoneyMove", "RoundExplanation", "WagerExplanation", "explain_round"]

ENVY = "envy"
BANK = reasons.BANK


def explain_round(
    events: Iterable[Event], rules: Rules, meter_events: Iterable[tuple[str, Event]] = (), *, in_full: bool = True
) -> RoundExplanation:
    """Explain a round from its events. The meter events add what each meter showed when a share was paid.

    With `in_full=False` the explanation has results, clauses and money only, without the slower parts: hands compared, rows,
    arithmetic and readings.
    """
    chain = _DealerGameExplainer(rules) if rules.against_dealer else _RoundExplainer(rules)
    events = tuple(events)
    for event in events:
        chain.add_event(event)
    at_meters = [event for _, event in meter_events if event.facts.get("round") == chain.number]
    chain.stood = {event.number("seat"): event.fraction("of") for event in at_meters if event.kind == AWARDED}
    chained = ((key, chain.with_deciding_cards(each)) for key, each in sorted(chain.wagers.items()))
    plain = (
        replace(
            each,
            title=chain.names.wager_title(each.wager),
            moves=tuple(chain.moves[key]),
            rank_clauses=chain.rank_clauses(each),
        )
        for key, each in chained
    )
    wagers = tuple(map(chain.explain_wager, plain) if in_full else plain)
    cited = {clause for each in wagers for clause in (*each.rank_clauses, *each.clauses)}
    cited |= {clause for move in (*chain.others, *(move for each in wagers for move in each.moves)) for clause in move.clauses}
    gists = {clause.clause: rules.regulation.clause(clause.clause).gist for clause in sorted(cited)}
    whole = SettledRound(rules, wagers, chain.banking is not None, events, at_meters)
    readings = find_round_readings(whole) if in_full else ()
    return RoundExplanation(chain.number, chain.void, chain.base_void, wagers, tuple(chain.others), gists, readings)


class _RoundExplainer:
    """Collects the events of a round by the wager that they concern."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.number, self.void, self.base_void = 0, "", ""
        self.lammer = ENVY
        """The envy bonus being paid. Its transfers follow the event that announces it."""
        self.envy_bonuses: dict[str, str] = {}
        """The envy bonus for which transfers of a wager are made, so that one that is taken back is found."""
        self.wagers: dict[tuple[int, int, str], WagerExplanation] = {}
        self.moves: dict[tuple[int, int, str], list[MoneyMove]] = {}
        self.others: list[MoneyMove] = []
        self.names = DisplayNames(titles=wager_titles(rules.regulation))
        self.hands: dict[int, tuple[tuple[Card, ...], tuple[Card, ...]]] = {}
        self.dealt: Mapping[int, tuple[Card, ...]] = {}
        self.stood: Mapping[int, Fraction] = {}
        """What the meter showed when a position was paid a share of it."""
        self.banking: int | None = None
        self.co_banking = False
        self.reset: set[int] = set()
        """Positions whose hands the dealer reset."""
        self.lacking: set[tuple[int, int, str]] = set()
        """Envy bonuses that are due only by a reading, see `WagerCase.lacks_qualifying_wager`."""
        self.words: dict[tuple[int, str], tuple[str, tuple[Citation, ...]]] = {}

    def add_event(self, event: Event) -> None:
        if event.kind == MONEY_MOVED:
            self._on_transfer(Transfer.from_event(event))
        elif event.kind in self.handlers:
            self.handlers[event.kind](self, event)

    @property
    def handlers(self) -> "Mapping[str, Callable[[Any, Event], None]]":
        return _HANDLERS

    def rank_clauses(self, each: WagerExplanation) -> tuple[Citation, ...]:
        """Return the clauses that rank both hands, if they are set correctly."""
        order = self.rules.high_order
        if each.wager != PAI_GOW or len(each.high) != order.hand_size or len(each.low) != PAI_GOW_LOW.hand_size:
            return ()
        clauses = (*order.rank(each.high).clauses, *PAI_GOW_LOW.rank(each.low).clauses)
        return tuple(dict.fromkeys(self.rules.numbering.own_clauses(clauses)))

    def with_deciding_cards(self, each: WagerExplanation) -> WagerExplanation:
        """Add all cards that decided a wager. A hand that nobody set is shown as dealt."""
        side_bet = self.rules.side_bets.get(each.wager)
        if side_bet is not None and side_bet.cards in WITH_DEALER and each.result in ("win", "lose"):
            high, low = self.hands.get(DEALER, ((), ()))
            return replace(each, high=high, low=low)
        unset = not each.high and each.wager in self.rules.offers and each.result in ("win", "lose")
        return replace(each, cards=self.dealt.get(each.position, ())) if unset else each

    def explain_wager(self, each: WagerExplanation) -> WagerExplanation:
        """Add what decided a wager: hands compared, the paid hand, row, arithmetic and readings."""
        case = self.wager_case(each)
        compared = reasons.compare_hands(case)
        cards, words = reasons.find_paid_hand(case)
        banked = each.result == BANK
        moved = {move.reason: move.cents for move in each.moves}
        sums = (
            reasons.describe_bank_arithmetic(self.rules, moved, self.co_banking)
            if banked
            else each.arithmetic or reasons.describe_arithmetic(case)
        )
        against = BANK if self.banking is not None else "dealer"
        return replace(
            each,
            compared_with=f"the {against}'s" if compared else "",
            comparisons=compared,
            paid_cards=cards,
            paid_hand=words,
            is_lower_hand_paid=case.is_decided_by(DecidedBy.LOSING_HAND),
            row=reasons.describe_row(case),
            paytable=reasons.describe_paytable(case),
            lines=reasons.neighbouring_lines(case),
            arithmetic=sums,
            readings=find_decisive_readings(case),
        )

    def wager_case(self, each: WagerExplanation) -> WagerCase:
        other = self.banking if self.banking is not None else DEALER
        high, low = self.hands.get(other, ((), ())) if other != each.position else ((), ())
        vigorish = sum(move.cents for move in each.moves if move.reason == "vigorish")
        if each.result == BANK:
            each = replace(each, amount=reasons.bank_surplus({move.reason: move.cents for move in each.moves}))
        bank = "" if self.banking is None else f"co-{BANK}" if self.co_banking else BANK
        facts = {
            "own_cards": each.cards,
            "high": each.high,
            "low": each.low,
            "other_high": high,
            "other_low": low,
            "bank": bank,
        }
        return self._build_case(each, **facts, vigorish=vigorish, is_reset_by_dealer=each.position in self.reset)

    def _build_case(self, each: WagerExplanation, **facts: Any) -> WagerCase:
        settled = {
            "result": each.result,
            "stake": each.stake,
            "amount": each.amount,
            "announced_hand": each.hand,
            "clauses": each.clauses,
        }
        settled["meter_cents"] = self.stood.get(each.position)
        lacking = self._sort_key(each.position, each.wager) in self.lacking
        settled |= {"folded": each.hand == FOLDED, "lacks_qualifying_wager": lacking}
        return WagerCase(self.rules, each.wager, **settled, **facts)  # type: ignore[arg-type]

    def on_deal(self, event: Event) -> None:
        self.dealt = event.table("hands", {})

    def on_bank_accepted(self, event: Event) -> None:
        self.banking = event.position

    def on_bank_refused(self, event: Event) -> None:
        self.banking = None

    def on_co_bank(self, event: Event) -> None:
        self.co_banking = True

    def on_hand_reset(self, event: Event) -> None:
        self.reset.add(event.position)
        self.on_hand(event)

    def on_round_started(self, event: Event) -> None:
        self.number = self.number or event.number("number")

    def on_round_voided(self, event: Event) -> None:
        self.void = str(event["why"])
        unwound = bool(event.facts.get("unwound"))
        for key, each in self.wagers.items():
            if unwound or (not each.result and each.stake):
                void = replace(each, result="void", amount=0, vigorish=0, hand="", arithmetic=()) if unwound else each
                self.wagers[key] = replace(void, result="void", clauses=event.clauses)

    def on_hand(self, event: Event) -> None:
        if event.facts.get("high"):
            self.hands[event.position] = (event.cards("high"), event.cards("low"))

    def on_wager_placed(self, event: Event) -> None:
        stake = event.cents("amount").amount + event.cents("coupon", NO_MONEY).amount
        self._update_wager(event.position, str(event["wager"]), stake=stake)

    def on_wager_taken_back(self, event: Event) -> None:
        self._update_wager(event.position, str(event["wager"]), stake=0)

    def on_announcement(self, event: Event) -> None:
        self.words[event.position, str(event["wager"])] = (str(event["words"]), event.clauses)

    def on_surrender(self, event: Event) -> None:
        self._update_wager(event.position, PAI_GOW, result="surrendered", clauses=event.clauses)

    def on_envy(self, event: Event) -> None:
        rows, position, wager = event.items("hands"), event.position, str(event["wager"])
        hands = "; ".join(_describe_envied_hand(hand, place) for place, hand, _ in rows)
        sums = tuple(f"{_describe_envied_hand(hand, place)} earns {amount}" for place, hand, amount in rows)
        self.lammer = f"{wager} {ENVY}"
        own, least = self.wagers.get(self._sort_key(position, wager)), self.rules.regulation.value_of("envy-minimum")
        if own is not None and isinstance(least, Cents) and own.stake < least.amount:
            self.lacking.add(self._sort_key(position, self.lammer))
        paid = {"amount": event.cents("amount").amount, "hand": hands, "arithmetic": sums, "clauses": event.clauses}
        self._update_wager(position, self.lammer, result=ENVY, **paid)

    def on_bank_settled(self, event: Event) -> None:
        position = event.position
        high, low = self.hands.get(position, ((), ()))
        shown = {"hand": str(event["words"]), "high": high, "low": low}
        self._update_wager(position, PAI_GOW, result=BANK, clauses=event.clauses, **shown)
        if event["result"]:
            high, low = self.hands.get(DEALER, ((), ()))
            self._update_wager(DEALER, PAI_GOW, result=str(event["result"]), clauses=event.clauses, high=high, low=low)

    def on_house_stake(self, event: Event) -> None:
        if stake := event.cents("amount").amount:
            self._update_wager(DEALER, PAI_GOW, stake=stake, clauses=event.clauses)

    def _sort_key(self, position: int, wager: str) -> tuple[int, int, str]:
        """Sort by position, then the base wager first."""
        return position, _SHOWN_FIRST.index(wager) if wager in _SHOWN_FIRST else len(_SHOWN_FIRST), wager

    def _update_wager(self, position: int, wager: str, **facts: object) -> None:
        key = self._sort_key(position, wager)
        self.moves.setdefault(key, [])
        before = self.wagers.get(key, WagerExplanation(position, wager))
        if isinstance(clauses := facts.get("clauses"), tuple):
            facts["clauses"] = _without_repeats(clauses)
        self.wagers[key] = replace(before, **facts)  # type: ignore[arg-type]

    def on_wager_settled(self, event: Event) -> None:
        facts = event.facts
        position, wager = event.position, str(facts["wager"])
        words, clauses = self.words.get((position, wager), ("", ()))
        high, low = self.hands.get(position, ((), ()))
        hand = str(facts["hand"]) or words
        if wager.startswith("number"):
            high, low = (), ()
        self._update_wager(
            position,
            wager,
            stake=event.cents("stake").amount,
            high=high,
            low=low,
            hand=hand,
            result=str(facts["result"]),
            amount=event.cents("amount").amount,
            vigorish=event.cents("vigorish").amount,
            clauses=(*clauses, *event.clauses),
        )

    def _on_transfer(self, transfer: Transfer) -> None:
        moved = MoneyMove(
            transfer.source,
            transfer.target,
            transfer.amount.amount,
            transfer.reason.value,
            _without_repeats(transfer.clauses),
            transfer.note,
        )
        earlier = transfer.round not in (None, self.number)  # a correction is booked in the round that it corrects
        if transfer.seat is None or not transfer.wager or earlier:
            self.others.append(moved)
            return
        if transfer.reason.value == ENVY:
            self.envy_bonuses[transfer.wager] = self.lammer
        wager = self.envy_bonuses.get(transfer.wager, transfer.wager)
        self._update_wager(transfer.seat, wager, **self._facts_of_transfer(transfer))
        key = self._sort_key(transfer.seat, wager)
        self.moves[key].append(moved)
        player = next((name for name in _players_in(moved)), "")
        if player and transfer.seat != DEALER:
            self.wagers[key] = replace(self.wagers[key], player=player)

    def _facts_of_transfer(self, transfer: Transfer) -> dict[str, object]:
        """Return the facts about a wager that follow from one of its transfers."""
        return {}


BONUS = "ante-bonus"
"""Paid on the Ante; it has no stake of its own."""
_SHOWN_FIRST = (PAI_GOW, "ante", "blind", "play", BONUS)
"""Wagers that are shown first, in this order. The others follow by name."""


class _DealerGameExplainer(_RoundExplainer):
    """The same for games against the dealer: cards that are not set, a board, folds, and wagers that are returned by a void."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.own: dict[int, tuple[Card, ...]] = {}
        self.board: tuple[Card, ...] = ()
        self.box: tuple[Card, ...] = ()
        self.dealer = ""
        self.folded: set[int] = set()

    @property
    def handlers(self) -> "Mapping[str, Callable[[Any, Event], None]]":
        return _DEALER_GAME_HANDLERS

    def on_hand(self, event: Event) -> None:
        self.own[event.position] = event.cards("cards")

    def on_dealer_turned(self, event: Event) -> None:
        self.own[DEALER], self.dealer = event.cards("cards"), str(event["hand"])

    def on_community_cards(self, event: Event) -> None:
        self.board += event.cards("cards")

    def on_box(self, event: Event) -> None:
        self.box = event.cards("cards")

    def on_fold(self, event: Event) -> None:
        self.folded.add(event.position)

    def wager_case(self, each: WagerExplanation) -> WagerCase:
        ante = self.wagers.get(self._sort_key(each.position, ANTE))
        if each.wager == BONUS and ante is not None:
            each = replace(each, stake=ante.stake)
        facts = {
            "own_cards": each.cards,
            "board": each.board,
            "whole_board": self.board,
            "dealer_cards": self.own.get(DEALER, ()),
        }
        return self._build_case(each, **facts, after_fold=each.position in self.folded, base_void=self.base_void)

    def on_base_voided(self, event: Event) -> None:
        self.base_void = str(event["why"])
        for place, holder, amount in event.items("envy", ()):
            self._take_back_envy(place, _describe_place(holder), amount.amount, event.clauses)

    def _take_back_envy(self, place: int, hand: str, cents: int, clauses: tuple[Citation, ...]) -> None:
        """Take one hand out of what a player was paid for."""
        before = self.wagers[self._sort_key(place, self.lammer)]
        left = {
            "hand": "; ".join(words for words in before.hand.split("; ") if not words.endswith(hand)),
            "arithmetic": tuple(words for words in before.arithmetic if f"{hand} earns" not in words),
            "amount": before.amount - cents,
        }
        self._update_wager(place, self.lammer, **left, **({} if left["hand"] else {"result": "void", "clauses": clauses}))

    def on_refund(self, event: Event) -> None:
        self._update_wager(event.position, str(event["wager"]), result="void", amount=0, hand="", clauses=event.clauses)

    def on_envy(self, event: Event) -> None:
        """Record one hand and everybody who is paid for it."""
        holder, wager = event.position, str(event["wager"])
        self.lammer = f"{wager} {ENVY}"
        for place, hand, amount in event.items("hands"):
            key = self._sort_key(place, self.lammer)
            before, described = self.wagers.get(key, WagerExplanation(place, self.lammer)), _describe_envied_hand(hand, holder)
            paid = {"amount": before.amount + amount.amount, "clauses": (*before.clauses, *event.clauses)}
            paid |= {
                "hand": "; ".join(filter(None, (before.hand, described))),
                "arithmetic": (*before.arithmetic, f"{described} earns {amount}"),
            }
            self._update_wager(place, self.lammer, result=ENVY, **paid)
            if self._sort_key(holder, wager) not in self.wagers:
                self.lacking.add(key)

    def on_wager_settled(self, event: Event) -> None:
        facts = event.facts
        position, wager = event.position, str(facts["wager"])
        words, clauses = self.words.get((position, ANTE), ("", ()))
        against = wager in _SHOWN_FIRST and wager != BONUS and words and facts["hand"] != FOLDED
        stake = event.cents("stake").amount if wager != BONUS else 0
        settled: dict[str, object] = {"stake": stake, "result": str(facts["result"]), "amount": event.cents("amount").amount}
        settled["hand"] = f"{words} against {self.dealer}: {facts['hand']}" if against else str(facts["hand"])
        settled["clauses"] = (*(clauses if against else ()), *event.clauses)
        self._update_wager(position, wager, **settled)

    def _facts_of_transfer(self, transfer: Transfer) -> dict[str, object]:
        """A returned wager is void, even if a fold had lost it before."""
        if transfer.reason.value != "refund":
            return {}
        return {"result": "void", "amount": 0, "hand": "", "clauses": transfer.clauses}

    def with_deciding_cards(self, each: WagerExplanation) -> WagerExplanation:
        """Add the open cards: the player's, and those on the layout that count for this wager."""
        own, side_bet = self.own.get(each.position, ()), self.rules.side_bets.get(each.wager)
        if side_bet is not None:
            mine, others = side_bet.select_cards(own, self.own.get(DEALER, ()), self.board)
            return each if each.result == "void" else replace(each, cards=mine, board=others)
        record = self.rules.wagers.get(each.wager)
        cards = record.decided_by if record is not None else None
        if cards is DecidedBy.BOARD:
            return replace(each, board=self.board)
        if cards is DecidedBy.OWN_AND_BOX and self.box:
            return replace(each, cards=own, board=self.box if own else ())
        alone = cards is DecidedBy.OWN or each.result in (ENVY, "void") or not own
        board = () if alone else self.board[: reasons.FLOP_SIZE] if cards is DecidedBy.OWN_AND_FLOP else self.board
        return replace(each, cards=own if each.result not in (ENVY, "void") else (), board=board)

    def rank_clauses(self, each: WagerExplanation) -> tuple[Citation, ...]:
        """Return the clauses that rank a hand that was compared with the dealer's."""
        if each.wager not in _SHOWN_FIRST or each.result not in ("win", "lose", "tie") or not each.cards:
            return ()
        order = comparison_order(self.rules.game)
        return self.rules.numbering.own_clauses(
            dict(order.cited_categories)[order.find_best((*each.cards, *each.board)).category]
        )


_HANDLERS: Mapping[str, Callable[[_RoundExplainer, Event], None]] = {
    "round-started": _RoundExplainer.on_round_started,
    "round-voided": _RoundExplainer.on_round_voided,
    "cards-dealt": _RoundExplainer.on_deal,
    "hand-set": _RoundExplainer.on_hand,
    "hand-reset": _RoundExplainer.on_hand_reset,
    "bank-confirmed": _RoundExplainer.on_bank_accepted,
    "bank-refused": _RoundExplainer.on_bank_refused,
    "co-banking-agreed": _RoundExplainer.on_co_bank,
    "hand-exposed": _RoundExplainer.on_hand,
    "wager-placed": _RoundExplainer.on_wager_placed,
    "wager-taken-back": _RoundExplainer.on_wager_taken_back,
    "result-announced": _RoundExplainer.on_announcement,
    "wager-surrendered": _RoundExplainer.on_surrender,
    "wager-settled": _RoundExplainer.on_wager_settled,
    "envy-settled": _RoundExplainer.on_envy,
    "bank-exposed": _RoundExplainer.on_bank_settled,
    "house-staked": _RoundExplainer.on_house_stake,
}
_DEALER_GAME_HANDLERS: Mapping[str, Callable[[_DealerGameExplainer, Event], None]] = {
    "round-started": _RoundExplainer.on_round_started,
    "round-voided": _RoundExplainer.on_round_voided,
    "base-voided": _DealerGameExplainer.on_base_voided,
    "hand-exposed": _DealerGameExplainer.on_hand,
    "dealer-turned": _DealerGameExplainer.on_dealer_turned,
    "hand-folded": _DealerGameExplainer.on_fold,
    "flop-dealt": _DealerGameExplainer.on_community_cards,
    "final-dealt": _DealerGameExplainer.on_community_cards,
    "board-completed": _DealerGameExplainer.on_community_cards,
    "box-turned": _DealerGameExplainer.on_box,
    "wager-placed": _RoundExplainer.on_wager_placed,
    "wager-taken-back": _RoundExplainer.on_wager_taken_back,
    "result-announced": _RoundExplainer.on_announcement,
    "wager-settled": _DealerGameExplainer.on_wager_settled,
    "wager-refunded": _DealerGameExplainer.on_refund,
    "envy-settled": _DealerGameExplainer.on_envy,
}


def _players_in(moved: MoneyMove) -> Iterator[str]:
    return filter(None, (account_player(moved.source), account_player(moved.target)))


def _describe_envied_hand(hand: str, place: int) -> str:
    return f"{spoken_name(hand)} {_describe_place(place)}"


def _describe_place(place: int) -> str:
    return f"at position {place}"


def _without_repeats(clauses: Iterable[Citation]) -> tuple[Citation, ...]:
    return tuple(dict.fromkeys(clauses))
