"""`houseway play`: a seat in the terminal. Everything that is shown or asked comes from `view` and `legal`."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.asking import Leaves, amount, ask, bounds, low_hand, wrong_low, yes
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

if TYPE_CHECKING:
    from houseway.cards import Card
    from houseway.events import Command, Event
    from houseway.games.pai_gow.outcome import Foul
    from houseway.games.round import Option, Step
    from houseway.money import Cents
    from houseway.play.driver import Asked, Choice
    from houseway.play.session import Dealt, Session
    from houseway.submission import Rules
    from houseway.table import Table

YOU = "You"


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
    from houseway.files.log import log_lines
    from houseway.play.session import Session

    place_for_log(log)
    chance = system() if seed is None else seeded(seed)
    person = Person()
    text, house_way = submission_text(book, submission)
    session = Session(text, chance, _around(seat, players, person), house_way)
    person.sits(session.run.table)
    say(f"{rules_line(session.run.table.rules)}. You sit at position {seat}.", "dim")
    try:
        _play(session, person)
    finally:
        if log is not None:
            write_log(list(log_lines(session.run)), log)


def _around(seat: int, players: int, person: "Person") -> "dict[int, tuple[str, Person | None]]":
    """The person at his seat, and the usual players at the others from position 1 on."""
    from houseway.explain.books import NAMES

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
    from houseway.explain.report import report_round

    heard = (dealt.events[0], *watch.told)
    show_round(report_round(heard, session.run.table.rules, dealt.seats, dealt.meters, watch.settings, watch.cards))


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


def _place(event: "Event") -> int:
    position = event.facts.get("position", 0)
    return position if isinstance(position, int) else 0


def _places(seen: object) -> dict[int, Any]:
    assert isinstance(seen, dict)
    return seen


class Person:
    """Answers at the keyboard; after he has left, by the house way, or with no more money than lies there."""

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

    def sits(self, table: "Table") -> None:
        from houseway.explain.words import titles

        self.rules, self.seats, self.titles = table.rules, table.seats, titles(table.rules.regulation)

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
        from houseway.explain.words import in_words

        if event.kind == "house-way-told" and "low" in event.facts:
            low = event["low"]
            assert isinstance(low, tuple)
            self.advice = low
            console().print(f"the house sets {faces(_of(event['high']))} | {faces(low)}")
        elif event.kind in _ALOUD and not (self.left and not self.bets):
            self._tell(in_words(event, self.seats, self.titles), event)

    def _tell(self, words: str, event: "Event") -> None:
        """What is said at the table; of what the person has just decided himself, only what a fold costs."""
        own = self.seats.get(_place(event)) == YOU
        if own and event.kind in ("player-checked", "play-decided"):
            return
        for they, you in _YOURSELF.items() if own else ():
            words = words.replace(f"{YOU} ({_place(event)}) {they}", f"you {you}")
        say(words, "dim")

    @staticmethod
    def _left(person: "Person", asked: "Asked") -> "Choice | None":
        """What happens to somebody who is gone: wagers are taken back while they may be, a hand is set the house way."""
        from houseway.play.driver import Choice, Moment

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
        from houseway.play.driver import Choice

        accept = asked.may("accept-bank")
        wants = bool(accept) and yes("the bank is offered to you: take it?", accept[0].clauses)
        option = accept[0] if wants else asked.may("pass-bank")[0]
        self.bets += wants
        return Choice(option.act, option.facts)

    def banking(self, asked: "Asked") -> "Choice | None":
        from houseway.play.driver import Choice

        for option in asked.may("request-co-bank"):
            if self._first(option.act) and yes("bank together with the house, half and half?", option.clauses):
                return Choice(option.act, option.facts)
        for option in asked.may("direct-house-stake"):
            if self._first(option.act):
                most = bounds(option)["most"]
                least = amount("the house stakes against you, at most", option, most)
                return Choice(option.act, {"amount": least}) if least is not None and least != most else None
        return None

    def bet(self, asked: "Asked") -> "Choice | None":
        """Wager by wager, the base wager first; one for which nothing is said is not made."""
        from houseway.play.driver import Choice

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

    def decide(self, asked: "Asked") -> "Choice":
        """Check, play or fold; the prompt says what is open and for how much."""
        from houseway.play.driver import Choice
        from houseway.play.strategies import BY_BOOK

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
            advice = BY_BOOK[str(asked.view["book"])](asked)
            say(f"a simple strategy: {advice.act} {advice.facts.get('amount', '')}".rstrip())
            return self.decide(asked)
        meant = ways[_way(given)]
        return Choice(meant, waits.facts) if meant == waits.act else Choice("play", {**waits.facts, "amount": meant})

    def _number(self, asked: "Asked") -> "Option | None":
        """Which number, if any."""
        there = {str(each.facts["number"]): each for each in asked.may("wager") if each.facts["wager"] == "number"}
        open_ = f"{min(there)} to {max(there)}"

        def wrong(text: str) -> str:
            return "" if text in (*there, "none", "0") else f"the numbers are {open_}, and 0 for none"

        law = next(iter(there.values())).clauses
        return there.get(ask(f"a number to bet on ({open_})", "none", wrong, law))

    def _wager(self, name: str, option: "Option") -> "Cents | None":
        default = self.last.get(name)
        if default is None and name in ("pai-gow", "ante"):
            default = bounds(option).get("least")
        staked = amount(self.titles.get(name, name), option, default)
        if staked is None:
            self.last.pop(name, None)
        else:
            self.last[name] = staked
        return staked

    def choose(self, asked: "Asked") -> "Choice":
        from houseway.play.driver import Choice

        say("a card of yours was exposed")
        law = asked.may("void-exposed")[0].clauses
        act = "void-exposed" if yes("void the hand (your wagers go back)?", law) else "play-exposed"
        return Choice(act, asked.may(act)[0].facts)

    def set(self, asked: "Asked") -> "Choice | None":
        from houseway.play.driver import Choice

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
        foul = self._foul(cards, low)
        if foul is not None and not yes(f"that is foul and loses, {foul.words}: set it so?", foul.clauses):
            return self.set(asked)
        return Choice("set-hand", {**option.facts, "low": low})

    def _foul(self, cards: "Sequence[Card]", low: "Sequence[Card]") -> "Foul | None":
        from houseway.games.pai_gow.outcome import foul, setting

        assert self.rules is not None
        high = [card for card in cards if card not in low]
        return foul(self.rules, setting(self.rules, high, low))

    def surrender(self, asked: "Asked") -> "Choice | None":
        from houseway.play.driver import Choice

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
    """An answer to a decision without the word that says that one plays."""
    return text.lower().removeprefix("play").strip() or text


def _show_cards(asked: "Asked") -> None:
    """What lies open for the one who decides: his cards, the board, a dealer's card."""
    hands, board = asked.view["cards"], asked.view["board"]
    assert isinstance(hands, Mapping)
    own = hands.get(asked.options[0].facts["position"], ())
    parts = [("your cards", own), ("board", _of(board)), ("the dealer shows", hands.get(0, ()))]
    console().print("   ".join(f"{name}: {faces(cards)}" for name, cards in parts if cards))


def _of(cards: object) -> "tuple[Card, ...]":
    assert isinstance(cards, tuple)
    return cards


_ALOUD = frozenset(
    ("betting-closed", "bank-accepted", "bank-refused", "nobody-banks", "house-staked", "total-announced", "number-drawn")
) | {
    *("button-read", "round-voided", "dealer-done", "bank-exposed", "help-declined", "base-voided", "card-exposed"),
    *("player-checked", "play-decided", "hand-folded", "flop-dealt", "final-dealt", "board-completed", "dealer-turned"),
}
_YOURSELF = {"banks": "bank", "folds": "fold", "may not": "may not"}
"""What is said of others, and what to somebody's face."""
_ANSWERS: Mapping[str, Callable[[Person, "Asked"], "Choice | None"]] = {
    "offer": Person.offer,
    "banking": Person.banking,
    "bets": Person.bet,
    "choose": Person.choose,
    "setting": Person.set,
    "surrender": Person.surrender,
    "decide": Person.decide,
}
