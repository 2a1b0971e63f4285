"""A physical table below the engine: a deck that lies in order, a shoe or a hand or a machine, and a dealer who moves cards.

What goes wrong, goes wrong here: a card lies face up, two come out at once, a seat is passed over, a card flips over on its way,
the machine jams, a die leans against the wall of the shaker. The dealer knows the way of dealing and sees what anybody at the
table could see; he tells the engine that, and never what follows from it.

    table = PhysicalTable(MD, "manual-shoe", Faults(face_up=(3,)), engine=False)
    table.ready().bet_all().finish()

With `engine=True` the engine shuffles and knows every card, and the dealer reports cards by their places in a hand; else the cards
are known only as they are turned over, and he names them.
"""

import random
from collections import defaultdict
from dataclasses import dataclass

from houseway.cards import DECK_WITH_JOKER, JOKER
from tests.support.submissions import DIV
from tests.support.table_driver import PaiGowTable

PLACES, SIZE, STUB = 7, 7, 4
"""Six positions and the dealer; cards of a hand; what the books say is left over."""
DEALING = ("manual-shoe", "hand", "automated-shoe")


@dataclass(frozen=True)
class Faults:
    """What goes wrong. Cards in the deck are counted from the top, cards dealt in the order in which they are handed out."""

    face_up: tuple[int, ...] = ()
    """Cards that lie face up in the deck."""
    missing: int = 0
    """A card that was lost from the deck."""
    foreign: int = 0
    """Where a card of another deck, a second joker, got into it."""
    doubled: int = 0
    """Two cards are drawn instead of this one, and both go to its place."""
    doubled_seen: int = 0
    """Two cards are drawn instead of this one; the dealer sees it, and the second is face down in his hand."""
    passed_over: int = 0
    """This card is not dealt: its place is passed over."""
    flips: tuple[int, ...] = ()
    """Cards that turn over as they are handed out."""
    flips_delivered: tuple[int, ...] = ()
    """Stacks whose first card turns over as they are delivered (the Division's deal from the hand)."""
    out_of_pattern: bool = False
    """All rows of stacks run from the left."""
    jams_after: int | None = None
    """The machine stops when it has given out so many cards."""
    start_off: int = 0
    """The dealer begins so many places clockwise from where he should."""
    bad_rolls: tuple[str, ...] = ()
    """How the first rolls end: "leans" (a die does not lie flat) or "falls" (one is out of the shaker)."""
    miscounted: int = 0
    """By how much he announces too large a total, and he deals by it."""


NO_FAULTS = Faults()


class Deck:
    """Cards that lie in order, some of them the wrong way up, and what became of them."""

    def __init__(self, cards, faults):
        self.faults = faults
        self.cards = [(card, place in faults.face_up) for place, card in enumerate(cards, 1)]
        if faults.missing:
            del self.cards[faults.missing - 1]
        if faults.foreign:
            self.cards.insert(faults.foreign - 1, (JOKER, False))
        self.drawn, self.dealt, self.found_up, self.aside = 0, 0, [], []
        self.in_hand = None
        self.saw_two, self.jammed = False, False
        self.hands = defaultdict(list)
        self.seen = defaultdict(list)
        """Where cards turned over, and which of the hand."""
        self.first = None

    def draw(self):
        """The next card, unless the deck is at its end; one that lies face up is laid aside."""
        if self.in_hand is not None:
            card, self.in_hand = self.in_hand, None
            return card
        while self.cards:
            card, up = self.cards.pop(0)
            self.drawn += 1
            if not up:
                return card
            self.found_up.append(self.drawn)
            self.aside.append(card)
        return None

    def hand_out(self, place):
        """One card to a place, or whatever comes of it."""
        self.dealt += 1
        if self.dealt == self.faults.passed_over:
            return
        given = [self.draw()]
        if self.dealt == self.faults.doubled:
            given.append(self.draw())
        if self.dealt == self.faults.doubled_seen:
            self.in_hand = self.draw()
            self.saw_two = self.in_hand is not None
        given = [card for card in given if card is not None]
        self.first = place if self.first is None and given else self.first
        if self.dealt in self.faults.flips and given:
            self.seen[place].append(len(self.hands[place]))
        self.hands[place].extend(given)

    def one_by_one(self, places):
        for _ in range(SIZE):
            for place in places:
                self.hand_out(place)

    def by_machine(self, places):
        for place in places:
            for _ in range(SIZE):
                if self.dealt == self.faults.jams_after:
                    self.jammed = True
                    return
                self.hand_out(place)

    def in_stacks(self):
        """Seven stacks, counted from the dealer's left: across and back, and across again."""
        stacks = range(1, PLACES + 1)
        for row in range(SIZE):
            back = row % 2 and not self.faults.out_of_pattern
            for stack in reversed(stacks) if back else stacks:
                self.hand_out(stack)

    def deliver(self, places, first):
        """The stacks go out, the first that was picked first."""
        stacks, self.hands, self.seen = self.hands, defaultdict(list), defaultdict(list)
        for turn, place in enumerate(places):
            stack = (first - 1 + turn) % PLACES + 1
            self.hands[place] = stacks[stack]
            if turn + 1 in self.faults.flips_delivered:
                self.seen[place].append(0)

    @property
    def stub(self):
        """Cards that are left, one that was drawn too many among them."""
        return len(self.cards) + (self.in_hand is not None)


class PhysicalTable(PaiGowTable):
    """A table of the engine, dealt by somebody who has real cards in his hands."""

    def __init__(self, book, dealing, faults=NO_FAULTS, *, engine, options=(), seed=1, **more):
        self.dealing, self.faults, self.engine = dealing, faults, engine
        self.chance, self.deck, self.rolls, self.voids = random.Random(seed), None, list(faults.bad_rolls), frozenset()
        """`voids`: where a player has an exposed hand voided."""
        self.careless = False
        """Whether players lay down hands of a wrong number of cards as if they had seven."""
        devices = {"table.shuffler": dealing == "hand", "table.dealing": dealing}
        super().__init__(book, {**devices, **dict(options)}, **more)
        self.croupier.chance = self.chance

    # What the dealer does, and what he sees of it

    def take(self, **facts):
        """The step that is due; who turns up a hand that has not seven cards says so."""
        step, bank = self.due, self.run.table.round.bank.position
        turned = {"set-dealer": 0, "set-co-bank": bank, "expose-bank": bank}.get(step.act)
        turned = step.facts["position"] if step.act in ("expose", "rearrange") else turned
        short = self._wrong_number(turned)
        return self.do("report-misdeal", hands=short) if short else super().take(**facts)

    def _wrong_number(self, place):
        if place is None or self.deck is None or not self.run.table.round.dealt:
            return {}
        return {place: len(self.deck.hands[place])} if len(self.deck.hands[place]) != SIZE else {}

    def _chance(self, command):
        match command.act:
            case "shuffle" if not self.engine:
                return {"cards": None}
            case "uncover":
                roll = self.rolls.pop(0) if self.rolls else ""
                return {"dice": self.dice, **{"leans": {"flat": False}, "falls": {"fallen": True}}.get(roll, {})}
            case "announce-total":
                return {"total": sum(self.dice) + self.faults.miscounted}
            case "deal-stacks":
                return self._make_stacks()
            case "deal":
                return self._deal()
            case "count-stub":
                return self._count()
            case "set-dealer" | "set-co-bank" | "rearrange" | "expose" | "expose-bank" if not self.engine:
                return self._turn_over(command)
            case _:
                return super()._chance(command)

    def _pack(self):
        """The deck as it lies: in the engine's order, or in one that nobody knows."""
        cards = list(self.run.table.equipment.stock or DECK_WITH_JOKER)
        if not self.engine:
            self.chance.shuffle(cards)
        return Deck(cards, self.faults)

    def _starts_at(self):
        """Counted from the dealer, or the bank, as one; or as number and button show; and where he really begins."""
        state, starting = self.run.table.round, self.run.table.equipment.starting.value
        bank = state.bank.position or 0
        counted = {"shaker": sum(self.dice) + self.faults.miscounted, "random-number": self.number}.get(starting)
        start = (bank + counted - 1) % PLACES if counted is not None else self.run.table.equipment.button
        return (start - self.faults.start_off) % PLACES

    def _make_stacks(self):
        self.deck = self._pack()
        self.deck.in_stacks()
        facts = self._deck_facts() | self._seen()
        return facts | ({"pattern": "wrong"} if self.faults.out_of_pattern else {})

    def _deal(self):
        start = self._starts_at()
        places = [(start - turn) % PLACES for turn in range(PLACES)]
        if self.book == DIV and self.dealing == "hand":
            self.deck.deliver(places, self.run.table.round.first_stack or 1)
            return {"first": places[0], **self._seen()}
        self.deck = self._pack()
        deal = self.deck.by_machine if self.dealing == "automated-shoe" else self.deck.one_by_one
        deal(places)
        first = {} if self.deck.first is None else {"first": self.deck.first}
        return first | self._deck_facts() | self._seen() | ({"jammed": True} if self.deck.jammed else {})

    def _deck_facts(self):
        up = {"face_up": tuple(self.deck.found_up)} if self.deck.found_up else {}
        return up | ({"drawn_in_error": True} if self.deck.saw_two else {})

    def _seen(self):
        """Cards that turned over: by name, or by their places where the engine knows them."""
        seen = {
            place: tuple(dict.fromkeys(min(at + 1, SIZE) if self.engine else self.deck.hands[place][at] for at in cards))
            for place, cards in self.deck.seen.items()
        }
        return {"exposed": seen} if seen else {}

    def _count(self):
        """What is left; if not four, the hands are counted, too."""
        left = self.deck.stub
        wrong = {place: len(hand) for place, hand in self.deck.hands.items() if len(hand) != SIZE} if left != STUB else {}
        wrong |= {place: 0 for place in self._places() if place not in self.deck.hands} if left != STUB else {}
        return {"cards": left, **({"hands": wrong} if wrong else {})}

    def _places(self):
        return range(1, PLACES + 1) if self.run.table.round.stacks else range(PLACES)

    def _turn_over(self, command):
        bank = self.run.table.round.bank.position
        place = {"set-dealer": 0, "set-co-bank": bank, "expose-bank": bank}.get(command.act, command.facts.get("position"))
        cards = tuple(self.deck.hands[place])
        if command.act in ("set-dealer", "set-co-bank"):
            return {"cards": cards}
        if command.act == "rearrange":
            return {} if place in self.run.table.round.exposed or place == bank else {"cards": cards}
        low = tuple(self.house_way(cards).low)
        return {"high": tuple(card for card in cards if card not in low), "low": low}

    @property
    def racked(self):
        """What went into the rack in the round that is over: whose cards, how many, why."""
        entries = [entry for event in self.since(skip=1) if event.kind == "cards-racked" for entry in event["entries"]]
        return [(owner, held if isinstance(held, int) else len(held), why) for owner, held, why in entries]

    # What players do

    def _answer(self):
        for position in sorted(self.run.table.round.exposed_to_choose):
            act = "void-exposed" if position in self.voids else "play-exposed"
            return self.do(act, position, position=position)
        return super()._answer()

    def _set(self, position):
        """Who picks up a hand that has not seven cards says so, and the dealer reports it."""
        if not self.may_set(position):
            return False
        wrong = {} if self.careless else self._wrong_number(position)
        if wrong:
            self.do("report-misdeal", hands=wrong)
        elif self.engine:
            low = self.house_way(self.run.table.round.hands[position]).low
            self.do("set-hand", position, position=position, low=tuple(low))
        else:
            self.do("set-hand", position, position=position)
        return True
