"""The person at the keyboard of `houseway play`: what the seat hears, and how questions are asked."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from houseway.cards import Card
from houseway.cli.asking import Leaves, amount, ask, bounds, low_hand, wrong_low, yes
from houseway.cli.show import console, faces, say
from houseway.events import Command, Event
from houseway.explain.words import in_words, titles
from houseway.games.pai_gow.outcome import Foul, foul, setting
from houseway.money import Cents
from houseway.play.driver import Asked, Choice, Moment
from houseway.play.session import Session
from houseway.play.strategies import BY_GAME
from houseway.procedure import Option, Step
from houseway.regulation import load
from houseway.submission import Rules
from houseway.table import Table, redact_event
from houseway.table.scene import scene_of

YOU = "You"


class Listener:
    """Hears what the person's seat hears, and nothing else."""

    def __init__(self, session: Session, person: "Person") -> None:
        self.session, self.person = session, person
        self.heard: list[Event] = []
        self.settings: dict[int, Mapping[str, tuple[Card, ...]]] = {}
        """Hands that lay open, as the seat saw them."""
        self.cards: dict[int, tuple[Card, ...]] = {}
        """Cards that the seat saw, in games where hands are not set."""

    def before(self, act: str, position: object) -> bool:
        return False

    def facts(self, step: Step) -> Mapping[str, object]:
        return {}

    def after(self, command: Command, events: tuple[Event, ...]) -> None:
        driver = self.session.driver
        scene, you = scene_of(driver.run.table, driver.at), driver.actor(YOU)
        seen = driver.run.table.game.view(scene, you)
        self.settings |= _places(seen.get("settings", {}))
        self.cards |= _places(seen["cards"])
        heard = [redact_event(scene, you, event) for event in events]
        self.heard += heard
        for event in heard:
            self.person.hears(event)


def _place(event: Event) -> int:
    position = event.facts.get("position", 0)
    return position if isinstance(position, int) else 0


def _places(seen: object) -> dict[int, Any]:
    assert isinstance(seen, dict)
    return seen


class Person:
    """Answers at the keyboard. After the person has left, plays the house way, or stakes no more money."""

    def __init__(self) -> None:
        self.left = False
        self.rules: Rules | None = None
        self.seats: Mapping[int, str] = {}
        self.titles: Mapping[str, str] = {}
        self.advice: tuple[Card, ...] = ()
        self.last: dict[str, Cents] = {}
        self.answered: set[object] = set()
        self.round: object = 0
        self.bets = 0

    def sits(self, table: Table) -> None:
        self.rules, self.seats, self.titles = table.rules, table.seats, titles(table.rules.regulation)

    def __call__(self, asked: Asked) -> Choice | None:
        if asked.view["round"] != self.round:
            self.round, self.answered, self.advice, self.bets = asked.view["round"], set(), (), 0
        answer = self._left if self.left else _ANSWERS[asked.moment]
        try:
            return answer(self, asked)
        except (Leaves, EOFError, KeyboardInterrupt):
            stays = self.bets and asked.moment not in ("offer", "bets")
            how = "checks and then folds" if asked.moment == "decide" else "is set the house way"
            say("\nyou leave the table" + (f"; your hand {how}, and the round is finished" if stays else ""))
            self.left = True
            return self._left(self, asked)

    def again(self) -> None:
        """Nobody has made a wager, and the round waits for one."""
        self.answered = set()
        if not self.left:
            say("nobody has made a wager: the round waits (q leaves the table)", "dim")

    def hears(self, event: Event) -> None:
        if event.kind == "house-way-told" and "low" in event.facts:
            low = event["low"]
            assert isinstance(low, tuple)
            self.advice = low
            console().print(f"the house sets {faces(_of(event['high']))} | {faces(low)}")
        elif event.kind in _ALOUD and not (self.left and not self.bets):
            self._tell(in_words(event, self.seats, self.titles), event)

    def _tell(self, words: str, event: Event) -> None:
        """Print what is said at the table. Of the person's own decisions, print only what a fold costs."""
        own = self.seats.get(_place(event)) == YOU
        if own and event.kind in ("player-checked", "play-decided"):
            return
        for they, you in _YOURSELF.items() if own else ():
            words = words.replace(f"{YOU} ({_place(event)}) {they}", f"you {you}")
        say(words, "dim")

    @staticmethod
    def _left(person: "Person", asked: Asked) -> Choice | None:
        """Act for a person who has left: take wagers back while that is possible, and set the hand the house way."""
        match asked.moment:
            case Moment.OFFER:
                return Choice("pass-bank", asked.may("pass-bank")[0].facts)
            case Moment.BETS:
                back = asked.may("take-back")
                person.bets = 0
                return Choice("take-back", back[0].facts) if back else None
            case Moment.CHOOSE:
                return Choice("play-exposed", asked.may("play-exposed")[0].facts)
            case Moment.SETTING if asked.may("ask-house-way") and not person.advice:
                return Choice("ask-house-way", asked.may("ask-house-way")[0].facts)
            case Moment.SETTING if asked.may("set-hand") and person.advice:
                low, person.advice = person.advice, ()
                return Choice("set-hand", {**asked.may("set-hand")[0].facts, "low": low})
            case Moment.DECIDE:
                waits = (*asked.may("check"), *asked.may("fold"))[0]
                return Choice(waits.act, waits.facts)
        return None

    # Each moment

    def offer(self, asked: Asked) -> Choice:
        accept = asked.may("accept-bank")
        wants = bool(accept) and yes("the bank is offered to you: take it?", accept[0].clauses)
        option = accept[0] if wants else asked.may("pass-bank")[0]
        self.bets += wants
        return Choice(option.act, option.facts)

    def banking(self, asked: Asked) -> Choice | None:
        for option in asked.may("request-co-bank"):
            if self._first(option.act) and yes("bank together with the house, half and half?", option.clauses):
                return Choice(option.act, option.facts)
        for option in asked.may("direct-house-stake"):
            if self._first(option.act):
                most = bounds(option)["most"]
                least = amount("the house stakes against you, at most", option, most)
                return Choice(option.act, {"amount": least}) if least is not None and least != most else None
        return None

    def bet(self, asked: Asked) -> Choice | None:
        """Ask for each wager, the base wager first. An empty answer makes no wager."""
        if self._first("bets"):
            say(f"\nRound {asked.view['round']}, you have {asked.chips}", "bold")
        for option in asked.may("wager"):
            wager = str(option.facts["wager"])
            if "amount" not in option.bounds or not self._first(wager):
                continue
            meant = self._number(asked) if wager == "number" else option
            staked = self._wager(wager, meant) if meant is not None else None
            if meant is not None and staked is not None:
                self.bets += 1
                return Choice("wager", {**meant.facts, "amount": staked})
            if wager == "pai-gow":
                return None
        return None

    def decide(self, asked: Asked) -> Choice:
        """Ask for check, play or fold. The prompt names the open choices and amounts."""

        _show_cards(asked)
        waits = (*asked.may("check"), *asked.may("fold"))[0]
        amounts = bounds(asked.may("play")[0])["choices"] if asked.may("play") else ()
        ways = {waits.act: waits.act, waits.act[0]: waits.act}
        ways |= {name: play for play in amounts for name in (str(play), str(play).removeprefix("$"))}
        open_ = " or ".join((waits.act, *(f"play {play}" for play in amounts)))

        def wrong(text: str) -> str:
            return "" if _way(text) in (*ways, "?") else f"open to you now: {open_}"

        law = (*waits.clauses, *(clause for option in asked.may("play") for clause in option.clauses))
        given = ask(f"{open_} (? asks for a simple strategy)", waits.act, wrong, law)
        if given == "?":
            advice = BY_GAME[load(str(asked.view["book"])).game](asked)
            say(f"a simple strategy: {advice.act} {advice.facts.get('amount', '')}".rstrip())
            return self.decide(asked)
        meant = ways[_way(given)]
        return Choice(meant, waits.facts) if meant == waits.act else Choice("play", {**waits.facts, "amount": meant})

    def _number(self, asked: Asked) -> Option | None:
        """Ask for a number, if any."""
        there = {str(each.facts["number"]): each for each in asked.may("wager") if each.facts["wager"] == "number"}
        open_ = f"{min(there)} to {max(there)}"

        def wrong(text: str) -> str:
            return "" if text in (*there, "none", "0") else f"the numbers are {open_}, and 0 for none"

        law = next(iter(there.values())).clauses
        return there.get(ask(f"a number to bet on ({open_})", "none", wrong, law))

    def _wager(self, name: str, option: Option) -> Cents | None:
        default = self.last.get(name)
        if default is None and name in ("pai-gow", "ante"):
            default = bounds(option).get("least")
        staked = amount(self.titles.get(name, name), option, default)
        if staked is None:
            self.last.pop(name, None)
        else:
            self.last[name] = staked
        return staked

    def choose(self, asked: Asked) -> Choice:
        say("a card of yours was exposed")
        law = asked.may("void-exposed")[0].clauses
        act = "void-exposed" if yes("void the hand (your wagers are returned)?", law) else "play-exposed"
        return Choice(act, asked.may(act)[0].facts)

    def set(self, asked: Asked) -> Choice | None:
        options = asked.may("set-hand")
        if not options:
            return None
        option = options[0]
        hands = asked.view["cards"]
        assert isinstance(hands, Mapping)
        cards = tuple(sorted(hands.get(option.facts["position"], ()), reverse=True))
        numbered = "  ".join(f"[dim]{place}[/dim] {faces([card])}" for place, card in enumerate(cards, start=1))
        console().print(f"your cards:  {numbered}")
        also = ", s surrenders" if asked.may("surrender") else ""
        default = " ".join(map(str, self.advice)) if self.advice else "?"
        short = ("?", *(["s"] if also else []))
        given = ask(
            f"low hand, two cards or their numbers (? asks for the house way{also})",
            default,
            lambda text: "" if text in short else wrong_low(text, cards),
            option.clauses,
        )
        if given == "?":
            told = asked.may("ask-house-way")
            return Choice(told[0].act, told[0].facts) if told else self.set(asked)
        if given == "s":
            return Choice("surrender", asked.may("surrender")[0].facts)
        low = low_hand(given, cards)
        fault = self._foul(cards, low)
        if fault is not None and not yes(f"that is foul and loses, {fault.words}: set it so?", fault.clauses):
            return self.set(asked)
        return Choice("set-hand", {**option.facts, "low": low})

    def _foul(self, cards: Sequence[Card], low: Sequence[Card]) -> Foul | None:
        assert self.rules is not None
        high = [card for card in cards if card not in low]
        return foul(self.rules, setting(self.rules, high, low))

    def surrender(self, asked: Asked) -> Choice | None:
        hands = asked.view["cards"]
        assert isinstance(hands, Mapping)
        bank = asked.view["bank"]
        against = hands.get(bank if bank is not None else 0, ())
        console().print(f"{'the bank' if bank is not None else 'the dealer'} has {faces(against)}")
        option = asked.may("surrender")[0]
        return Choice(option.act, option.facts) if yes("surrender your wager?", option.clauses) else None

    def _first(self, what: object) -> bool:
        first = what not in self.answered
        self.answered.add(what)
        return first


def _way(text: str) -> str:
    """Strip the word "play" from an answer."""
    return text.lower().removeprefix("play").strip() or text


def _show_cards(asked: Asked) -> None:
    """Show the cards that the person may see: his own, the board, the dealer's up card."""
    hands, board = asked.view["cards"], asked.view["board"]
    assert isinstance(hands, Mapping)
    own = hands.get(asked.options[0].facts["position"], ())
    parts = [("your cards", own), ("board", _of(board)), ("the dealer shows", hands.get(0, ()))]
    console().print("   ".join(f"{name}: {faces(cards)}" for name, cards in parts if cards))


def _of(cards: object) -> tuple[Card, ...]:
    assert isinstance(cards, tuple)
    return cards


_ALOUD = frozenset(
    ("betting-closed", "bank-accepted", "bank-refused", "nobody-banks", "house-staked", "total-announced", "number-drawn")
) | {
    *("button-read", "round-voided", "dealer-done", "bank-exposed", "help-declined", "base-voided", "card-exposed"),
    *("player-checked", "play-decided", "hand-folded", "flop-dealt", "final-dealt", "board-completed", "dealer-turned"),
}
_YOURSELF = {"banks": "bank", "folds": "fold", "may not": "may not"}
"""Phrases about others, and the same addressed to the person."""
_ANSWERS: Mapping[str, Callable[[Person, Asked], Choice | None]] = {
    "offer": Person.offer,
    "banking": Person.banking,
    "bets": Person.bet,
    "choose": Person.choose,
    "setting": Person.set,
    "surrender": Person.surrender,
    "decide": Person.decide,
}
