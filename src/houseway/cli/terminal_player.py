"""The person at the keyboard of `houseway play`: what the seat hears, and how questions are asked."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from houseway.cards import Card
from houseway.cli.asking import (
    PlayerLeaves,
    amount_bounds,
    ask_amount,
    ask_until_allowed,
    ask_yes_or_no,
    check_low_hand,
    parse_low_hand,
)
from houseway.cli.show import card_faces, console, print_line
from houseway.events import Command, Event
from houseway.explain.words import describe_event, wager_titles
from houseway.games.pai_gow.outcome import Foul, find_foul, measure_setting
from houseway.money import Cents
from houseway.play.driver import Moment, PlayerChoice, Question
from houseway.play.session import Session
from houseway.play.strategies import BY_GAME
from houseway.procedure import LegalOption, Step
from houseway.regulation import load
from houseway.submission import Rules
from houseway.table import Table, redact_event
from houseway.table.context import round_context

YOU = "You"


class SeatListener:
    """Hears what the person's seat hears, and nothing else."""

    def __init__(self, session: Session, person: "TerminalPlayer") -> None:
        self.session, self.person = session, person
        self.heard: list[Event] = []
        self.settings: dict[int, Mapping[str, tuple[Card, ...]]] = {}
        """Hands that lay open, as the seat saw them."""
        self.cards: dict[int, tuple[Card, ...]] = {}
        """Cards that the seat saw, in games where hands are not set."""

    def before_step(self, act: str, position: object) -> bool:
        return False

    def reported_facts(self, step: Step) -> Mapping[str, object]:
        return {}

    def after_command(self, command: Command, events: tuple[Event, ...]) -> None:
        driver = self.session.driver
        context, you = round_context(driver.run.table, driver.at), driver.actor_for(YOU)
        seen = driver.run.table.game.view(context, you)
        self.settings |= _cards_by_position(seen.get("settings", {}))
        self.cards |= _cards_by_position(seen["cards"])
        heard = [redact_event(context, you, event) for event in events]
        self.heard += heard
        for event in heard:
            self.person.hear_event(event)


def _place(event: Event) -> int:
    position = event.facts.get("position", 0)
    return position if isinstance(position, int) else 0


def _cards_by_position(seen: object) -> dict[int, Any]:
    assert isinstance(seen, dict)
    return seen


class TerminalPlayer:
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

    def take_seat(self, table: Table) -> None:
        self.rules, self.seats, self.titles = table.rules, table.seats, wager_titles(table.rules.regulation)

    def __call__(self, asked: Question) -> PlayerChoice | None:
        if asked.view["round"] != self.round:
            self.round, self.answered, self.advice, self.bets = asked.view["round"], set(), (), 0
        answer = self._act_for_absent_player if self.left else _ANSWERS_BY_MOMENT[asked.moment]
        try:
            return answer(self, asked)
        except (PlayerLeaves, EOFError, KeyboardInterrupt):
            stays = self.bets and asked.moment not in ("offer", "bets")
            how = "checks and then folds" if asked.moment == "decide" else "is set the house way"
            print_line("\nyou leave the table" + (f"; your hand {how}, and the round is played to its end" if stays else ""))
            self.left = True
            return self._act_for_absent_player(self, asked)

    def is_asked_again(self) -> None:
        """Nobody has made a wager, and the round waits for one."""
        self.answered = set()
        if not self.left:
            print_line("nobody has made a wager, so the round waits (q leaves the table)", "dim")

    def hear_event(self, event: Event) -> None:
        if event.kind == "house-way-told" and "low" in event.facts:
            low = event["low"]
            assert isinstance(low, tuple)
            self.advice = low
            console().print(f"the house sets {card_faces(_card_list(event['high']))} | {card_faces(low)}")
        elif event.kind in _ANNOUNCED_KINDS and not (self.left and not self.bets):
            self._print_event(describe_event(event, self.seats, self.titles), event)

    def _print_event(self, words: str, event: Event) -> None:
        """Print what is said at the table. Of the person's own decisions, print only what a fold costs."""
        own = self.seats.get(_place(event)) == YOU
        if own and event.kind in ("player-checked", "play-decided"):
            return
        for they, you in _OWN_DECISIONS.items() if own else ():
            words = words.replace(f"{YOU} ({_place(event)}) {they}", f"you {you}")
        print_line(words, "dim")

    @staticmethod
    def _act_for_absent_player(person: "TerminalPlayer", asked: Question) -> PlayerChoice | None:
        """Act for a person who has left: take wagers back while that is possible, and set the hand the house way."""
        match asked.moment:
            case Moment.OFFER:
                return PlayerChoice("pass-bank", asked.options_for("pass-bank")[0].facts)
            case Moment.BETS:
                back = asked.options_for("take-back")
                person.bets = 0
                return PlayerChoice("take-back", back[0].facts) if back else None
            case Moment.CHOOSE:
                return PlayerChoice("play-exposed", asked.options_for("play-exposed")[0].facts)
            case Moment.SETTING if asked.options_for("ask-house-way") and not person.advice:
                return PlayerChoice("ask-house-way", asked.options_for("ask-house-way")[0].facts)
            case Moment.SETTING if asked.options_for("set-hand") and person.advice:
                low, person.advice = person.advice, ()
                return PlayerChoice("set-hand", {**asked.options_for("set-hand")[0].facts, "low": low})
            case Moment.DECIDE:
                waits = (*asked.options_for("check"), *asked.options_for("fold"))[0]
                return PlayerChoice(waits.act, waits.facts)
        return None

    # Each moment

    def answer_bank_offer(self, asked: Question) -> PlayerChoice:
        accept = asked.options_for("accept-bank")
        wants = bool(accept) and ask_yes_or_no("the bank is offered to you. Bank this round?", accept[0].clauses)
        option = accept[0] if wants else asked.options_for("pass-bank")[0]
        self.bets += wants
        return PlayerChoice(option.act, option.facts)

    def answer_banking(self, asked: Question) -> PlayerChoice | None:
        for option in asked.options_for("request-co-bank"):
            if self._is_first_mention(option.act) and ask_yes_or_no("share the bank equally with the house?", option.clauses):
                return PlayerChoice(option.act, option.facts)
        for option in asked.options_for("direct-house-stake"):
            if self._is_first_mention(option.act):
                most = amount_bounds(option)["most"]
                least = ask_amount("largest wager of the house against you", option, most)
                return PlayerChoice(option.act, {"amount": least}) if least is not None and least != most else None
        return None

    def place_bets(self, asked: Question) -> PlayerChoice | None:
        """Ask for each wager, the base wager first. An empty answer makes no wager."""
        if self._is_first_mention("bets"):
            print_line(f"\nRound {asked.view['round']}, you have {asked.chips}", "bold")
        for option in asked.options_for("wager"):
            wager = str(option.facts["wager"])
            if "amount" not in option.bounds or not self._is_first_mention(wager):
                continue
            meant = self._ask_number(asked) if wager == "number" else option
            staked = self._ask_wager(wager, meant) if meant is not None else None
            if meant is not None and staked is not None:
                self.bets += 1
                return PlayerChoice("wager", {**meant.facts, "amount": staked})
            if wager == "pai-gow":
                return None
        return None

    def make_decision(self, asked: Question) -> PlayerChoice:
        """Ask for check, play or fold. The prompt names the open choices and amounts."""

        _show_visible_cards(asked)
        waits = (*asked.options_for("check"), *asked.options_for("fold"))[0]
        amounts = amount_bounds(asked.options_for("play")[0])["choices"] if asked.options_for("play") else ()
        ways = {waits.act: waits.act, waits.act[0]: waits.act}
        ways |= {name: play for play in amounts for name in (str(play), str(play).removeprefix("$"))}
        open_ = " or ".join((waits.act, *(f"play {play}" for play in amounts)))

        def wrong(text: str) -> str:
            return "" if _strip_play(text) in (*ways, "?") else f"you may {open_}"

        law = (*waits.clauses, *(clause for option in asked.options_for("play") for clause in option.clauses))
        given = ask_until_allowed(f"{open_} (? asks for a simple strategy)", waits.act, wrong, law)
        if given == "?":
            advice = BY_GAME[load(str(asked.view["book"])).game](asked)
            print_line(f"a simple strategy: {advice.act} {advice.facts.get('amount', '')}".rstrip())
            return self.make_decision(asked)
        meant = ways[_strip_play(given)]
        return (
            PlayerChoice(meant, waits.facts) if meant == waits.act else PlayerChoice("play", {**waits.facts, "amount": meant})
        )

    def _ask_number(self, asked: Question) -> LegalOption | None:
        """Ask for a number, if any."""
        there = {str(each.facts["number"]): each for each in asked.options_for("wager") if each.facts["wager"] == "number"}
        open_ = f"{min(there)} to {max(there)}"

        def wrong(text: str) -> str:
            return "" if text in (*there, "none", "0") else f"choose a number from {open_}, or 0 for none"

        law = next(iter(there.values())).clauses
        return there.get(ask_until_allowed(f"a number to bet on ({open_})", "none", wrong, law))

    def _ask_wager(self, name: str, option: LegalOption) -> Cents | None:
        default = self.last.get(name)
        if default is None and name in ("pai-gow", "ante"):
            default = amount_bounds(option).get("least")
        staked = ask_amount(self.titles.get(name, name), option, default)
        if staked is None:
            self.last.pop(name, None)
        else:
            self.last[name] = staked
        return staked

    def answer_exposed_card(self, asked: Question) -> PlayerChoice:
        print_line("one of your cards was exposed")
        law = asked.options_for("void-exposed")[0].clauses
        act = "void-exposed" if ask_yes_or_no("void the hand (your wagers are returned)?", law) else "play-exposed"
        return PlayerChoice(act, asked.options_for(act)[0].facts)

    def set_hand(self, asked: Question) -> PlayerChoice | None:
        options = asked.options_for("set-hand")
        if not options:
            return None
        option = options[0]
        hands = asked.view["cards"]
        assert isinstance(hands, Mapping)
        cards = tuple(sorted(hands.get(option.facts["position"], ()), reverse=True))
        numbered = "  ".join(f"[dim]{place}[/dim] {card_faces([card])}" for place, card in enumerate(cards, start=1))
        console().print(f"your cards:  {numbered}")
        also = ", s surrenders" if asked.options_for("surrender") else ""
        default = " ".join(map(str, self.advice)) if self.advice else "?"
        short = ("?", *(["s"] if also else []))
        given = ask_until_allowed(
            f"low hand, two cards or their numbers (? asks for the house way{also})",
            default,
            lambda text: "" if text in short else check_low_hand(text, cards),
            option.clauses,
        )
        if given == "?":
            told = asked.options_for("ask-house-way")
            return PlayerChoice(told[0].act, told[0].facts) if told else self.set_hand(asked)
        if given == "s":
            return PlayerChoice("surrender", asked.options_for("surrender")[0].facts)
        low = parse_low_hand(given, cards)
        fault = self._describe_foul(cards, low)
        if fault is not None and not ask_yes_or_no(
            f"this setting is foul and loses ({fault.words}). Set it anyway?", fault.clauses
        ):
            return self.set_hand(asked)
        return PlayerChoice("set-hand", {**option.facts, "low": low})

    def _describe_foul(self, cards: Sequence[Card], low: Sequence[Card]) -> Foul | None:
        assert self.rules is not None
        high = [card for card in cards if card not in low]
        return find_foul(self.rules, measure_setting(self.rules, high, low))

    def answer_surrender(self, asked: Question) -> PlayerChoice | None:
        hands = asked.view["cards"]
        assert isinstance(hands, Mapping)
        bank = asked.view["bank"]
        against = hands.get(bank if bank is not None else 0, ())
        console().print(f"{'the bank' if bank is not None else 'the dealer'} has {card_faces(against)}")
        option = asked.options_for("surrender")[0]
        return PlayerChoice(option.act, option.facts) if ask_yes_or_no("surrender your wager?", option.clauses) else None

    def _is_first_mention(self, what: object) -> bool:
        first = what not in self.answered
        self.answered.add(what)
        return first


def _strip_play(text: str) -> str:
    """Strip the word "play" from an answer."""
    return text.lower().removeprefix("play").strip() or text


def _show_visible_cards(asked: Question) -> None:
    """Show the cards that the person may see: his own, the board, the dealer's up card."""
    hands, board = asked.view["cards"], asked.view["board"]
    assert isinstance(hands, Mapping)
    own = hands.get(asked.options[0].facts["position"], ())
    parts = [("your cards", own), ("board", _card_list(board)), ("the dealer shows", hands.get(0, ()))]
    console().print("   ".join(f"{name}: {card_faces(cards)}" for name, cards in parts if cards))


def _card_list(cards: object) -> tuple[Card, ...]:
    assert isinstance(cards, tuple)
    return cards


_ANNOUNCED_KINDS = frozenset(
    ("betting-closed", "bank-accepted", "bank-refused", "nobody-banks", "house-staked", "total-announced", "number-drawn")
) | {
    *("button-read", "round-voided", "dealer-done", "bank-exposed", "help-declined", "base-voided", "card-exposed"),
    *("player-checked", "play-decided", "hand-folded", "flop-dealt", "final-dealt", "board-completed", "dealer-turned"),
    "bank-hands-shown",
}
_OWN_DECISIONS = {"banks": "bank", "folds": "fold", "may not": "may not"}
"""Phrases about others, and the same addressed to the person."""
_ANSWERS_BY_MOMENT: Mapping[str, Callable[[TerminalPlayer, Question], PlayerChoice | None]] = {
    "offer": TerminalPlayer.answer_bank_offer,
    "banking": TerminalPlayer.answer_banking,
    "bets": TerminalPlayer.place_bets,
    "choose": TerminalPlayer.answer_exposed_card,
    "setting": TerminalPlayer.set_hand,
    "surrender": TerminalPlayer.answer_surrender,
    "decide": TerminalPlayer.make_decision,
}
