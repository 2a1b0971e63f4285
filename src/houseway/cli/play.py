"""`houseway play`: a seat in the terminal. Everything that is shown or asked comes from `view` and `legal`."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.show import console, faces, say
from houseway.cli.table import (
    Book,
    LogFile,
    Seed,
    Submission,
    dollars,
    place_for_log,
    rules_line,
    show_round,
    submission_text,
    write_log,
)
from houseway.errors import HousewayError

if TYPE_CHECKING:
    from houseway.cards import Card
    from houseway.events import Command, Event
    from houseway.games.round import Option, Step
    from houseway.money import Cents
    from houseway.rounds import Asked, Choice, Dealt, Session
    from houseway.submission import Rules

YOU = "You"


class Leaves(Exception):
    """The player gets up: he said so, closed the input or interrupted."""


def play(
    book: Book,
    seat: Annotated[int, typer.Option(min=1, max=6, help="Your position, counted as the book does.")] = 3,
    players: Annotated[int, typer.Option(min=1, max=6, help="Players at the table, you among them.")] = 4,
    submission: Submission = None,
    seed: Seed = None,
    log: LogFile = None,
) -> None:
    """Play a seat in the terminal, against the house and beside players who know a simple way to play.

    Enter takes what stands in brackets, 0 makes no wager, ? asks for the house way or a simple strategy, q gets up. If you get up
    in the middle of a round, it is played out: your hand is set the house way, or checks and then folds.

    \b
    Examples:
      houseway play md.pai-gow-poker
      houseway play div.pai-gow-poker --seat 1 --seed 7
      houseway play md.ultimate-texas-holdem
      houseway play md.four-card-poker --players 1
    """
    from houseway.chance import seeded, system
    from houseway.rounds import Session, lines

    place_for_log(log)
    chance = system() if seed is None else seeded(seed)
    person = Person()
    text, house_way = submission_text(book, submission)
    session = Session(text, chance, _around(seat, players, person), house_way)
    person.rules, person.seats = session.run.table.rules, session.run.table.seats
    say(f"{rules_line(person.rules)}. You sit at position {seat}.", "dim")
    try:
        _play(session, person)
    finally:
        if log is not None:
            write_log(list(lines(session.run)), log)


def _around(seat: int, players: int, person: "Person") -> "dict[int, tuple[str, Person | None]]":
    """The person at his seat, and the usual players at the others from position 1 on."""
    from houseway.rounds.books import NAMES

    others = [position for position in range(1, len(NAMES) + 1) if position != seat][: players - 1]
    seats: dict[int, tuple[str, Person | None]] = {position: (NAMES[position - 1], None) for position in others}
    return seats | {seat: (YOU, person)}


def _play(session: "Session", person: "Person") -> None:
    rounds = 0
    while not person.left:
        watch = Listener(session, person)
        try:
            dealt = session.round(watch)
        except KeyboardInterrupt:
            person.left = True
            dealt = session.round(watch)
        if not dealt.finished:
            person.again()
        elif person.bets:
            rounds += 1
            _show(session, watch, dealt)
    from houseway.events import Actor, Command, Role

    chips = session.run.table.chips(YOU)
    session.run.act(Command("leave", Actor(Role.PLAYER, YOU), {}, session.at))
    bought = sum(_cents(event["amount"]) for event in session.run.events if _bought(event))
    many = "1 round" if rounds == 1 else f"{rounds} rounds"
    gained = dollars(chips.amount - bought, sign=True)
    say(f"\n{many}; you bought {dollars(bought)} and leave with {chips}: {gained}", "bold")


def _bought(event: "Event") -> bool:
    return event.facts.get("reason") == "buy-in" and event.facts.get("target") == f"player:{YOU}"


def _cents(amount: object) -> int:
    from houseway.money import Cents

    assert isinstance(amount, Cents)
    return amount.amount


def _show(session: "Session", watch: "Listener", dealt: "Dealt") -> None:
    from houseway.rounds import report

    heard = (dealt.events[0], *watch.told)
    show_round(report(heard, session.run.table.rules, dealt.seats, dealt.meters, watch.settings, watch.cards))


class Listener:
    """Hears what the person's seat hears, and nothing else."""

    def __init__(self, session: "Session", person: "Person") -> None:
        self.session, self.person = session, person
        self.told: list[Event] = []
        self.settings: dict[int, Mapping[str, tuple[Card, ...]]] = {}
        """Hands that lay open, as the seat saw them."""
        self.cards: dict[int, tuple[Card, ...]] = {}
        """Cards that the seat saw, where hands are not set."""

    def before(self, act: str, position: object) -> bool:
        return False

    def facts(self, step: "Step") -> Mapping[str, object]:
        return {}

    def after(self, command: "Command", events: "tuple[Event, ...]") -> None:
        from houseway.table.scene import scene_of

        driver = self.session.driver
        scene, you = scene_of(driver.run.table, driver.at), driver.actor(YOU)
        game = driver.run.table.game
        seen = game.view(scene, you)
        self.settings |= _places(seen.get("settings", {}))
        self.cards |= _places(seen["cards"])
        heard = [game.told(scene, you, event) for event in events]
        self.told += heard
        for event in heard:
            self.person.hears(event)


def _places(seen: object) -> dict[int, Any]:
    assert isinstance(seen, dict)
    return seen


class Person:
    """Answers at the keyboard; after he has left, by the house way, or with no more money than lies there."""

    def __init__(self) -> None:
        self.left = False
        self.rules: Rules | None = None
        self.seats: Mapping[int, str] = {}
        self.advice: tuple[Card, ...] = ()
        self.last: dict[str, Cents] = {}
        self.answered: set[object] = set()
        self.round: object = 0
        self.bets = 0

    def __call__(self, asked: "Asked") -> "Choice | None":
        if asked.view["round"] != self.round:
            self.round, self.answered, self.advice, self.bets = asked.view["round"], set(), (), 0
        answer = self._left if self.left else _ANSWERS[asked.moment]
        try:
            return answer(self, asked)
        except (Leaves, EOFError, KeyboardInterrupt):
            stays = self.bets and asked.moment not in ("offer", "bets")
            how = "checks and then folds" if asked.moment == "decide" else "is set the house way"
            say("\nyou get up" + (f"; your hand {how}, and the round is played out" if stays else ""))
            self.left = True
            return self._left(self, asked)

    def again(self) -> None:
        """Nobody has made a wager, and the round waits for one."""
        self.answered = set()
        if not self.left:
            say("nobody has made a wager: the round waits (q gets up)", "dim")

    def hears(self, event: "Event") -> None:
        from houseway.rounds import in_words

        if event.kind == "house-way-told" and "low" in event.facts:
            low = event["low"]
            assert isinstance(low, tuple)
            self.advice = low
            console().print(f"the house sets {faces(_of(event['high']))} | {faces(low)}")
        elif event.kind in _ALOUD:
            say(in_words(event, self.seats), "dim")

    @staticmethod
    def _left(person: "Person", asked: "Asked") -> "Choice | None":
        """What happens to somebody who is gone: wagers are taken back while they may be, a hand is set the house way."""
        from houseway.rounds import Choice, Moment

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

    def offer(self, asked: "Asked") -> "Choice":
        from houseway.rounds import Choice

        accept = asked.may("accept-bank")
        wants = bool(accept) and self._yes("the bank is offered to you: take it?")
        option = accept[0] if wants else asked.may("pass-bank")[0]
        self.bets += wants
        return Choice(option.act, option.facts)

    def banking(self, asked: "Asked") -> "Choice | None":
        from houseway.rounds import Choice

        for option in asked.may("request-co-bank"):
            if self._first(option.act) and self._yes("bank together with the house, half and half?"):
                return Choice(option.act, option.facts)
        for option in asked.may("direct-house-stake"):
            if self._first(option.act):
                most = _bounds(option)["most"]
                amount = self._amount("the house stakes against you, at most", option, most)
                return Choice(option.act, {"amount": amount}) if amount is not None and amount != most else None
        return None

    def bet(self, asked: "Asked") -> "Choice | None":
        """Wager by wager, the base wager first; one for which nothing is said is not made."""
        from houseway.rounds import Choice

        if self._first("bets"):
            say(f"\nRound {asked.view['round']}, you have {asked.chips}", "bold")
        for option in asked.may("wager"):
            wager = str(option.facts["wager"])
            if not self._first(wager):
                continue
            meant = self._number(asked) if wager == "number" else option
            amount = self._wager(wager, meant) if meant is not None else None
            if meant is not None and amount is not None:
                self.bets += 1
                return Choice("wager", {**meant.facts, "amount": amount})
            if wager == "pai-gow":
                return None
        return None

    def decide(self, asked: "Asked") -> "Choice":
        """Check, play or fold; the prompt says what is open and for how much."""
        from houseway.rounds import Choice
        from houseway.rounds.strategies import BY_BOOK

        _show_cards(asked)
        waits = (*asked.may("check"), *asked.may("fold"))[0]
        amounts = _bounds(asked.may("play")[0])["choices"] if asked.may("play") else ()
        ways = {waits.act: waits.act, waits.act[0]: waits.act}
        ways |= {name: amount for amount in amounts for name in (str(amount), str(amount).removeprefix("$"))}
        open_ = " or ".join((waits.act, *(f"play {amount}" for amount in amounts)))
        given = self._ask(f"{open_} (? asks for a simple strategy)", waits.act, lambda text: _way(text) in (*ways, "?"))
        if given == "?":
            advice = BY_BOOK[str(asked.view["book"])](asked)
            say(f"a simple strategy: {advice.act} {advice.facts.get('amount', '')}".rstrip())
            return self.decide(asked)
        meant = ways[_way(given)]
        return Choice(meant, waits.facts) if meant == waits.act else Choice("play", {**waits.facts, "amount": meant})

    def _number(self, asked: "Asked") -> "Option | None":
        """Which number, if any."""
        there = {str(each.facts["number"]): each for each in asked.may("wager") if each.facts["wager"] == "number"}
        prompt = f"a number to bet on ({min(there)} to {max(there)})"
        return there.get(self._ask(prompt, "none", lambda text: text in (*there, "none", "0")))

    def _wager(self, name: str, option: "Option") -> "Cents | None":
        bounds = _bounds(option)
        default = self.last.get(name)
        if default is None and name in ("pai-gow", "ante"):
            default = bounds.get("least")
        amount = self._amount(name, option, default)
        if amount is None:
            self.last.pop(name, None)
        else:
            self.last[name] = amount
        return amount

    def choose(self, asked: "Asked") -> "Choice":
        from houseway.rounds import Choice

        say("a card of yours was exposed")
        act = "void-exposed" if self._yes("void the hand (your wagers go back)?") else "play-exposed"
        return Choice(act, asked.may(act)[0].facts)

    def set(self, asked: "Asked") -> "Choice | None":
        from houseway.rounds import Choice

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
        given = self._ask(
            f"low hand, two cards or their numbers (? asks for the house way{also})",
            default,
            lambda text: text in ("?", *(["s"] if also else [])) or self._low(text, cards) is not None,
        )
        if given == "?":
            ask = asked.may("ask-house-way")
            return Choice(ask[0].act, ask[0].facts) if ask else self.set(asked)
        if given == "s":
            return Choice("surrender", asked.may("surrender")[0].facts)
        low = self._low(given, cards) or ()
        if self._foul(cards, low) and not self._yes(
            "that is foul, the high hand ranks below the low hand, and loses: set it so?"
        ):
            return self.set(asked)
        return Choice("set-hand", {**option.facts, "low": low})

    def _low(self, text: str, cards: "Sequence[Card]") -> "tuple[Card, ...] | None":
        from houseway.cards import parse_hand

        words = text.split()
        if len(words) == 2 and all(word.isdigit() and 1 <= int(word) <= len(cards) for word in words) and words[0] != words[1]:
            return tuple(cards[int(word) - 1] for word in words)
        try:
            low = parse_hand(text)
        except HousewayError:
            return None
        return low if len(low) == 2 and set(low) <= set(cards) else None

    def _foul(self, cards: "Sequence[Card]", low: "Sequence[Card]") -> bool:
        from houseway.games.pai_gow.outcome import foul, setting

        assert self.rules is not None
        high = [card for card in cards if card not in low]
        return foul(self.rules, setting(self.rules, high, low)) is not None

    def surrender(self, asked: "Asked") -> "Choice | None":
        from houseway.rounds import Choice

        hands = asked.view["cards"]
        assert isinstance(hands, Mapping)
        bank = asked.view["bank"]
        against = hands.get(bank if bank is not None else 0, ())
        console().print(f"{'the bank' if bank is not None else 'the dealer'} has {faces(against)}")
        option = asked.may("surrender")[0]
        return Choice(option.act, option.facts) if self._yes("surrender your wager?") else None

    # Asking

    def _first(self, what: object) -> bool:
        first = what not in self.answered
        self.answered.add(what)
        return first

    def _ask(self, prompt: str, default: str, right: Callable[[str], bool]) -> str:
        """Until the answer is one that is allowed; q and the end of input get up."""
        while True:
            console().print(f"{prompt} [{default}]: ", end="", markup=False)
            given = input().strip() or default
            if not sys.stdin.isatty():
                say(given)
            if given in ("q", "quit"):
                raise Leaves
            if right(given):
                return given
            say(f"{given!r} will not do", "red")

    def _yes(self, prompt: str) -> bool:
        return self._ask(f"{prompt} y or n", "n", lambda text: text.lower() in ("y", "yes", "n", "no")).lower().startswith("y")

    def _amount(self, name: str, option: "Option", default: "Cents | None") -> "Cents | None":
        """An amount within the bounds; nothing for none."""
        from houseway.money import Cents

        bounds = _bounds(option)
        few = bounds.get("choices")
        allowed = " or ".join(map(str, few)) if few else f"{bounds['least']} to {bounds['most']}"

        def amount(text: str) -> "Cents | None":
            try:
                return Cents.parse(text)
            except HousewayError:
                return None

        def right(text: str) -> bool:
            given = amount(text)
            if text in ("0", "none") or given is None:
                return text in ("0", "none")
            return given in few if few else bool(bounds["least"] <= given <= bounds["most"])

        usual = str(default) if default is not None and right(str(default)) else "none"
        given = self._ask(f"{name} ({allowed})", usual, right)
        return None if given in ("0", "none") else amount(given)


def _way(text: str) -> str:
    """An answer to a decision without the word that says that one plays."""
    return text.lower().removeprefix("play").strip() or text


def _show_cards(asked: "Asked") -> None:
    """What lies open for the one who decides: his cards, the board, a dealer's card."""
    hands, board = asked.view["cards"], asked.view["board"]
    assert isinstance(hands, Mapping)
    own = hands.get(asked.options[0].facts["position"], ())
    parts = [("your cards", own), ("board", _of(board)), ("the dealer shows", hands.get(0, ()))]
    console().print("   ".join(f"{name}: {faces(cards)}" for name, cards in parts if cards))


def _bounds(option: "Option") -> Mapping[str, Any]:
    bounds = option.bounds["amount"]
    assert isinstance(bounds, Mapping)
    return bounds


def _of(cards: object) -> "tuple[Card, ...]":
    assert isinstance(cards, tuple)
    return cards


_ALOUD = frozenset(
    ("betting-closed", "bank-accepted", "bank-refused", "nobody-banks", "house-staked", "total-announced", "number-drawn")
) | {
    *("button-read", "round-voided", "dealer-done", "bank-exposed", "help-declined", "base-voided", "card-exposed"),
    *("player-checked", "play-decided", "hand-folded", "flop-dealt", "final-dealt", "board-completed", "dealer-turned"),
}
_ANSWERS: Mapping[str, Callable[[Person, "Asked"], "Choice | None"]] = {
    "offer": Person.offer,
    "banking": Person.banking,
    "bets": Person.bet,
    "choose": Person.choose,
    "setting": Person.set,
    "surrender": Person.surrender,
    "decide": Person.decide,
}
