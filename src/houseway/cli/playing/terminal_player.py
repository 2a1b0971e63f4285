"""The person at the keyboard of `houseway play`: what the seat hears, and how questions are asked."""

from collections.abc import Callable, Mapping, Sequence

from houseway.cards import Card
from houseway.citation import Citation
from houseway.cli.playing.asking import (
    HELP,
    NO_WAGER,
    NONE,
    AmountQuestion,
    PlayerLeaves,
    Prompt,
    WagerTakenBack,
    WrongAnswer,
    ask,
    ask_yes_or_no,
    check_low_hand,
    parse_low_hand,
)
from houseway.cli.playing.decision import TypedDecision
from houseway.cli.playing.player_help import (
    count_with_progress,
    show_clauses,
    show_decision_advice,
    show_setting_advice,
    show_wager,
)
from houseway.cli.show import console, print_line
from houseway.events import Command, Event
from houseway.explanation.games import base_wager
from houseway.explanation.own_hand import describe_own_hand
from houseway.explanation.words import ANNOUNCED_KINDS, describe_event, wager_titles
from houseway.games.pai_gow.base_wager.outcome import FOUL_COUNT, Foul, describe_setting, find_foul, measure_setting
from houseway.games.view_reading import View, hand_at, visible_hands
from houseway.library.showing.display import card_faces
from houseway.money import NO_MONEY, Cents
from houseway.play.advice import advise_on_decision, advise_on_setting, base_stake
from houseway.play.driver import DecisionPoint, PlayerChoice, PlayerQuestion
from houseway.play.session import TableSession
from houseway.play.strategies import BY_GAME
from houseway.procedure import DEALER, NUMBER, PAI_GOW, LegalOption, Step, player_account
from houseway.table import Table, redact_event
from houseway.table.context import round_context

YOU = "You"
HOUSE_WAY = "h"
"""The answer that asks the dealer for the house way."""


class SeatListener:
    """Receives only what the person's seat may know."""

    def __init__(self, session: TableSession, person: "TerminalPlayer") -> None:
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
        seen: View = driver.run.table.game.view(context, you)
        self.settings |= seen.get("settings", {})
        self.cards |= visible_hands(seen)
        heard = [redact_event(context, you, event) for event in events]
        self.heard += heard
        for event in heard:
            self.person.hear_event(event)


def _place(event: Event) -> int:
    position = event.facts.get("position", 0)
    return position if isinstance(position, int) else 0


class TerminalPlayer:
    """Answers at the keyboard. After the person has left, plays the house way, or stakes no more money."""

    def __init__(self) -> None:
        self.left = False
        self.seats: Mapping[int, str] = {}
        self.titles: Mapping[str, str] = {}
        self.house_low: tuple[Card, ...] = ()
        """The low hand by the house way, once the dealer has told it."""
        self.wants_advice = False
        self.last: dict[str, Cents] = {}
        self.last_number = NO_WAGER
        self.answered: set[object] = set()
        self.round: object = 0
        self.bets = 0
        self.bought = NO_MONEY
        """The chips that the person has bought."""

    def take_seat(self, table: Table) -> None:
        self.rules, self.house_way, self.seats = table.rules, table.house_way, table.seats
        self.titles = wager_titles(table.rules.regulation)

    def __call__(self, asked: PlayerQuestion) -> PlayerChoice | None:
        if asked.view["round"] != self.round:
            self.round, self.answered, self.bets = asked.view["round"], set(), 0
            self.house_low, self.wants_advice = (), False
        answer = self._act_for_absent_player if self.left else _ANSWERS_BY_MOMENT[asked.moment]
        try:
            return answer(self, asked)
        except (PlayerLeaves, EOFError, KeyboardInterrupt):
            stays = self.bets and asked.moment not in ("offer", "bets")
            print_line(
                "\nyou leave the table" + (f"; {_absent_hand_words(asked)}the round is played to its end" if stays else "")
            )
            self.left = True
            return self._act_for_absent_player(self, asked)

    def say_round_waits(self) -> None:
        """Tell the person that nobody has made a wager, and the round waits for one."""
        self.answered = set()
        if not self.left:
            print_line("nobody has made a wager, so the round waits (q leaves the table)", "dim")

    def hear_event(self, event: Event) -> None:
        if event.kind == "house-way-told" and "low" in event.facts:
            self.house_low, high = event.cards("low"), event.cards("high")
            words = describe_setting(self.rules, high, self.house_low)
            console().print(f"the house sets {card_faces(high)} | {card_faces(self.house_low)}: {words}")
        elif _is_buy_in(event):
            self.bought += event.cents("amount")
            print_line(f"\nyou buy chips for {event['amount']}", "dim")
        elif event.kind in ANNOUNCED_KINDS and not (self.left and not self.bets):
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
    def _act_for_absent_player(person: "TerminalPlayer", asked: PlayerQuestion) -> PlayerChoice | None:
        """Act for a person who has left: take wagers back while that is possible, and set the hand the house way."""
        match asked.moment:
            case DecisionPoint.OFFER:
                return PlayerChoice("pass-bank", asked.options_for("pass-bank")[0].facts)
            case DecisionPoint.BETS:
                back = asked.options_for("take-back")
                person.bets = 0
                return PlayerChoice("take-back", back[0].facts) if back else None
            case DecisionPoint.CHOOSE:
                return PlayerChoice("play-exposed", asked.options_for("play-exposed")[0].facts)
            case DecisionPoint.SETTING if asked.options_for("ask-house-way") and not person.house_low:
                return PlayerChoice("ask-house-way", asked.options_for("ask-house-way")[0].facts)
            case DecisionPoint.SETTING if asked.options_for("set-hand") and person.house_low:
                low, person.house_low = person.house_low, ()
                return PlayerChoice("set-hand", {**asked.options_for("set-hand")[0].facts, "low": low})
            case DecisionPoint.DECIDE:
                waits = (*asked.options_for("check"), *asked.options_for("fold"))[0]
                return PlayerChoice(waits.act, waits.facts)
        return None

    # Each moment

    def answer_bank_offer(self, asked: PlayerQuestion) -> PlayerChoice:
        accept = asked.options_for("accept-bank")
        wants = bool(accept) and ask_yes_or_no(
            "the bank is offered to you. Bank this round?", self._clauses_shown(accept[0].clauses)
        )
        option = accept[0] if wants else asked.options_for("pass-bank")[0]
        self.bets += wants
        return PlayerChoice(option.act, option.facts)

    def answer_banking(self, asked: PlayerQuestion) -> PlayerChoice | None:
        for option in asked.options_for("request-co-bank"):
            explain = self._clauses_shown(option.clauses)
            if self._is_first_mention(option.act) and ask_yes_or_no("share the bank equally with the house?", explain):
                return PlayerChoice(option.act, option.facts)
        for option in asked.options_for("direct-house-stake"):
            if self._is_first_mention(option.act):
                bounds, explain = option.bounds["amount"], self._clauses_shown(option.clauses)
                words = "largest wager of the house against you"
                most = bounds["most"]
                directed = AmountQuestion(words, bounds, option.clauses[0], explain).ask(most) or NO_MONEY
                return PlayerChoice(option.act, {"amount": directed}) if directed != most else None
        return None

    def _clauses_shown(self, clauses: Sequence[Citation]) -> Callable[[], None]:
        """Return an answer to `?` that shows what clauses say."""
        return lambda: show_clauses(self.rules.regulation, clauses)

    def place_bets(self, asked: PlayerQuestion) -> PlayerChoice | None:
        """Ask for each wager, the base wager first. The last one may be taken back."""
        if self._is_first_mention("bets"):
            print_line(f"\nRound {asked.view['round']}, you have {asked.chips}", "bold")
        try:
            return self._place_next_bet(asked)
        except WagerTakenBack:
            return self._take_back_last(asked) or self.place_bets(asked)

    def _place_next_bet(self, asked: PlayerQuestion) -> PlayerChoice | None:
        for option in asked.options_for("wager"):
            wager = str(option.facts["wager"])
            if "amount" not in option.bounds or not self._is_first_mention(wager):
                continue
            meant = self._ask_number(asked) if wager == NUMBER else option
            staked = self._ask_wager(asked, wager, meant) if meant is not None else None
            if meant is not None and staked is not None:
                self.bets += 1
                return PlayerChoice("wager", {**meant.facts, "amount": staked})
            if wager == PAI_GOW:
                return None
        return None

    def _take_back_last(self, asked: PlayerQuestion) -> PlayerChoice | None:
        """Take back the last wager, and ask again for it and for those after it."""
        back = asked.options_for("take-back")
        placed = [str(option.facts["wager"]).partition(":")[0] for option in back]
        wagers = self.rules.regulation.wagers
        gone = [wagers[name].equal_to or name for name in placed[-1:]]
        self.answered = {"bets", *(name for name in placed if name not in gone)}
        if not back:
            print_line("you have no wager to take back", "dim")
            return None
        self.bets -= 1
        return PlayerChoice(back[-1].act, back[-1].facts)

    def make_decision(self, asked: PlayerQuestion) -> PlayerChoice:
        """Ask for check, play or fold. Enter checks where that is possible; it folds or plays only after `?` advised so."""
        decision = TypedDecision(asked, self.rules.regulation)
        self._show_visible_cards(asked)
        default = None if decision.waiting is None else decision.words_for(decision.waiting)
        given = ask(Prompt(decision.prompt, decision.check, default, lambda: self._advise_decision(asked, decision)))
        return decision.parse(given)

    def _advise_decision(self, asked: PlayerQuestion, decision: TypedDecision) -> str:
        """Show what each choice is worth, and return the best; a simple strategy's choice if that is not counted."""
        found = count_with_progress("counting", lambda progress: advise_on_decision(self.rules, asked, progress))
        if found is None or not found.choices:
            words = decision.words_for(BY_GAME[self.rules.game].choose(asked))
            print_line(f"a simple strategy: {words}")
            return words
        show_decision_advice(found, decision.words_for, self.titles)
        return decision.words_for(found.best)

    def _show_visible_cards(self, asked: PlayerQuestion) -> None:
        """Show the cards that the person may see, and name the hand: his own, the board, the dealer's up card."""
        own, board = asked.own_cards, asked.board
        parts = [("your cards", own), ("board", board), ("the dealer shows", hand_at(asked.view, DEALER))]
        console().print("   ".join(f"{name}: {card_faces(cards)}" for name, cards in parts if cards))
        words = describe_own_hand(self.rules, own, board)
        if words:
            print_line(f"you have {words}")

    def _ask_number(self, asked: PlayerQuestion) -> LegalOption | None:
        """Ask for a number, if any."""
        there = {str(each.facts["number"]): each for each in asked.options_for("wager") if each.facts["wager"] == NUMBER}
        open_ = f"{min(there)} to {max(there)}"
        option = next(iter(there.values()))

        def check(text: str) -> WrongAnswer | None:
            if text.lower() in (*there, *NONE):
                return None
            clause = option.clauses[0] if text.isdecimal() else None
            return WrongAnswer(f"choose a number from {open_}, or 0 for none", clause)

        default = self.last_number if self.last_number in there else NO_WAGER
        explain = self._wager_shown(asked, NUMBER)
        self.last_number = ask(Prompt(f"a number to bet on ({open_})", check, default, explain, takes_back=True))
        return there.get(self.last_number)

    def _wager_shown(self, asked: PlayerQuestion, wager: str) -> Callable[[], None]:
        """Return an answer to `?` that shows what a wager pays."""
        return lambda: show_wager(self.rules, wager, asked.view["meters"])

    def _ask_wager(self, asked: PlayerQuestion, name: str, option: LegalOption) -> Cents | None:
        bounds, default = option.bounds["amount"], self.last.get(name)
        is_base = name == base_wager(self.rules.game)
        if default is None and is_base:
            default = bounds.get("least")
        question = AmountQuestion(
            self.titles.get(name, name), bounds, self._limit_clause(name, option), self._wager_shown(asked, name), asked.chips
        )
        staked = question.ask(default)
        if is_base and staked is not None and not self._accepts_to_fold(asked, staked):
            return self._ask_wager(asked, name, option)
        if staked is None:
            self.last.pop(name, None)
        else:
            self.last[name] = staked
        return staked

    def _limit_clause(self, name: str, option: LegalOption) -> Citation:
        """Return the clause that limits a wager: where the book sets stakes or a minimum, that clause; else the wager's own."""
        book, offer = self.rules.regulation, self.rules.offers[name]
        wager = book.wager(name)
        least = wager.minimum_value if book.value_of(wager.minimum_value) == offer.minimum else ""
        setting = book.clause_setting(wager.stakes_value or least)
        return setting.citation if setting else option.clauses[0]

    def _accepts_to_fold(self, asked: PlayerQuestion, ante: Cents) -> bool:
        """Warn of an Ante that leaves no chips for a Play wager of the same amount."""
        if not self.rules.against_dealer:
            return True
        equals = sum(wager.equal_to == base_wager(self.rules.game) for wager in self.rules.regulation.wagers.values())
        left = asked.chips - ante * (1 + equals)
        return left >= ante or ask_yes_or_no(
            f"{left} would be left, too little for a Play wager, so that the hand could only be folded. Stake {ante} anyway?"
        )

    def answer_exposed_card(self, asked: PlayerQuestion) -> PlayerChoice:
        print_line("one of your cards was exposed")
        explain = self._clauses_shown(asked.options_for("void-exposed")[0].clauses)
        act = "void-exposed" if ask_yes_or_no("void the hand (your wagers are returned)?", explain) else "play-exposed"
        return PlayerChoice(act, asked.options_for(act)[0].facts)

    def set_hand(self, asked: PlayerQuestion) -> PlayerChoice | None:
        options = asked.options_for("set-hand")
        if not options:
            return None
        option = options[0]
        cards = self._show_own_cards(asked, option)
        default = self._advise_setting(asked, option, cards) if self.wants_advice else self._house_default(asked)
        given = self._ask_low_hand(asked, cards, default)
        if given in (HELP, HOUSE_WAY):
            self.wants_advice = given == HELP
            requests = asked.options_for("ask-house-way")
            return PlayerChoice(requests[0].act, requests[0].facts) if requests else self.set_hand(asked)
        if given == "s":
            return PlayerChoice("surrender", asked.options_for("surrender")[0].facts)
        low = parse_low_hand(given, cards)
        if not self._accepts_foul(cards, low):
            return self.set_hand(asked)
        return PlayerChoice("set-hand", {**option.facts, "low": low})

    def _house_default(self, asked: PlayerQuestion) -> str:
        """Return the house way's low hand if the dealer has told it; else ask for it, or for advice if the dealer declined."""
        return " ".join(map(str, self.house_low)) or (HOUSE_WAY if asked.options_for("ask-house-way") else HELP)

    def _show_own_cards(self, asked: PlayerQuestion, option: LegalOption) -> tuple[Card, ...]:
        cards = tuple(sorted(hand_at(asked.view, option.position), reverse=True))
        numbered = "  ".join(f"[dim]{place}[/dim] {card_faces([card])}" for place, card in enumerate(cards, start=1))
        console().print(f"your cards:  {numbered}")
        if self._is_first_mention(cards):
            print_line(f"together they make {describe_own_hand(self.rules, cards)}")
        return cards

    def _ask_low_hand(self, asked: PlayerQuestion, cards: Sequence[Card], default: str) -> str:
        surrender = bool(asked.options_for("surrender"))
        house = bool(asked.options_for("ask-house-way"))
        short = (HELP, *([HOUSE_WAY] if house else []), *(["s"] if surrender else []))
        words = f"low hand: two cards or numbers; {'h house way, ' * house}? values{', s surrender' * surrender}"
        count = self.rules.law(FOUL_COUNT)[0]

        def check(text: str) -> WrongAnswer | None:
            return None if text.lower() in short else check_low_hand(text, cards, count)

        given = ask(Prompt(words, check, default))
        return given.lower() if given.lower() in short else given

    def _advise_setting(self, asked: PlayerQuestion, option: LegalOption, cards: Sequence[Card]) -> str:
        """Show what the best settings are worth, and return the low hand of the best."""
        self.wants_advice = False
        position, bank = option.position, asked.view["bank"]
        assert self.house_way is not None, "Pai Gow Poker has a house way"
        way, banks = self.house_way, position == bank
        found = count_with_progress("counting", lambda progress: advise_on_setting(self.rules, way, cards, banks))
        if found is None:
            return self._house_default(asked)
        opponent = "an opponent" if banks else "the dealer" if bank is None else "the bank"
        show_setting_advice(found, self.house_low, base_stake(asked, position), opponent)
        return " ".join(map(str, found[0].setting.low))

    def _accepts_foul(self, cards: Sequence[Card], low: Sequence[Card]) -> bool:
        """Name both hands; of a foul setting ask whether it is meant."""
        high = [card for card in cards if card not in low]
        fault: Foul | None = find_foul(self.rules, measure_setting(self.rules, high, low))
        if fault is None:
            print_line(f"you set {describe_setting(self.rules, high, low)}")
            return True
        words = f"this setting is foul and loses: {fault.words} ({fault.clauses[0].clause}). Set it anyway?"
        return ask_yes_or_no(words, self._clauses_shown(fault.clauses))

    def answer_surrender(self, asked: PlayerQuestion) -> PlayerChoice | None:
        bank = asked.view["bank"]
        against = hand_at(asked.view, DEALER if bank is None else bank)
        console().print(f"{'the bank' if bank is not None else 'the dealer'} has {card_faces(against)}")
        option = asked.options_for("surrender")[0]
        surrenders = ask_yes_or_no("surrender your whole wager?", self._clauses_shown(option.clauses))
        return PlayerChoice(option.act, option.facts) if surrenders else None

    def _is_first_mention(self, what: object) -> bool:
        first = what not in self.answered
        self.answered.add(what)
        return first


def _is_buy_in(event: Event) -> bool:
    """Return whether the person receives chips for cash."""
    return event.facts.get("reason") == "buy-in" and event.facts.get("target") == player_account(YOU)


def _absent_hand_words(asked: PlayerQuestion) -> str:
    """Say what becomes of the hand of a person who leaves now."""
    match asked.moment:
        case DecisionPoint.DECIDE:
            return f"your hand {'checks and then folds' if asked.options_for('check') else 'is folded'}, and "
        case DecisionPoint.SETTING | DecisionPoint.CHOOSE:
            return "your hand is set the house way, and "
    return ""


_OWN_DECISIONS = {"banks": "bank", "folds": "fold", "may not": "may not"}
"""Phrases about others, and the same addressed to the person."""
_ANSWERS_BY_MOMENT: Mapping[str, Callable[[TerminalPlayer, PlayerQuestion], PlayerChoice | None]] = {
    "offer": TerminalPlayer.answer_bank_offer,
    "banking": TerminalPlayer.answer_banking,
    "bets": TerminalPlayer.place_bets,
    "choose": TerminalPlayer.answer_exposed_card,
    "setting": TerminalPlayer.set_hand,
    "surrender": TerminalPlayer.answer_surrender,
    "decide": TerminalPlayer.make_decision,
}
