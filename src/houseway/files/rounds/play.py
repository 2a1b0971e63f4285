"""Play a round file at a real table, with the named cards arranged in the deck."""

from collections.abc import Mapping

from houseway.cards import Card
from houseway.chance import seeded_chance
from houseway.croupier import FLOOR_ACTOR, Croupier
from houseway.errors import HousewayError
from houseway.events import Actor, Command, Event, Role
from houseway.files.rounds.acts_play import play_stated_acts
from houseway.files.rounds.model import OPENED_AT, EarlierRound, Intervention, RoundFile
from houseway.files.rounds.played_round import DoneIntervention, PlayedRoundFile, observed_clauses, played_round
from houseway.files.rounds.scripted_player import ScriptedPlayer
from houseway.files.rounds.stacked_deck import entered_cards, number_cards, stack_deck
from houseway.files.rounds.witness import RoundWitness
from houseway.money import Cents
from houseway.play.driver import RoundDriver
from houseway.play.table_names import first_filed_table
from houseway.procedure import NUMBER, Step
from houseway.table import TableRun
from houseway.table.context import round_context
from houseway.table.run import Recorder


def play_round_file(file: RoundFile, record: Recorder | None = None) -> PlayedRoundFile:
    """Open a table, play the earlier rounds, and play the round of the file. `record` gets every command."""
    name = file.table or first_filed_table(file.submission)
    if file.acts:
        return play_stated_acts(file, name, record)
    if file.physical:
        return _RoundFileTable(file, name, None, record).play()
    trial = _RoundFileTable(file, name, {})
    trial.deal_trial()
    return _RoundFileTable(file, name, stack_deck(file, trial.run), record).play()


class _RoundFileTable:
    """The table on which the file is played. `placed` maps each card to the one that replaces it; None for physical cards."""

    def __init__(self, file: RoundFile, name: str, placed: Mapping[Card, Card] | None, record: Recorder | None = None) -> None:
        self.file, self.name, self.placed = file, name, placed
        self.run = TableRun(record=record)
        self.run.act(Command("open-table", FLOOR_ACTOR, self._opening_facts(), OPENED_AT))
        self.driver = RoundDriver(
            self.run, Croupier(self.run, seeded_chance(file.seed)), self._scripted_players(), OPENED_AT, self
        )
        self.left = list(file.interventions)
        self.done: list[DoneIntervention] = []
        self.seen: set[str] = set()
        self.reported: set[str] = set()
        self.earlier: EarlierRound | None = None
        self.trial = placed == {}
        self.witness = RoundWitness(file.expect.sights)
        self._seat_players()

    def _opening_facts(self) -> dict[str, object]:
        file = self.file
        facts: dict[str, object] = {
            "submission": file.submission,
            "table": self.name,
            "inventory": file.inventory,
        }
        return facts | ({"house_way": self.file.house_way} if self.file.house_way is not None else {})

    def _seat_players(self) -> None:
        for name in self.file.arrivals:
            actor = Actor(Role.PLAYER, name)
            positions = tuple(seat.position for seat in self.file.seats if seat.name == name)
            self.run.act(Command("sit", actor, {"positions": positions}, OPENED_AT))

    def _fund(self, name: str, wanted: Cents) -> None:
        actor, there = Actor(Role.PLAYER, name), self.run.table.chips(name)
        if there < wanted:
            self.run.act(Command("buy-in", actor, {"amount": wanted - there}, OPENED_AT))
        elif there > wanted:
            self.run.act(Command("cash-out", actor, {"amount": there - wanted}, OPENED_AT))

    def _play_earlier_rounds(self) -> None:
        """Play the earlier rounds with ample chips, then give players the chips of the file."""
        for earlier in self.file.earlier:
            self.earlier = earlier
            for name in self.file.arrivals:
                self._fund(name, _AMPLE_CHIPS)
            self.driver.play_round()
        self.earlier = None
        for name in self.file.arrivals:
            self._fund(name, sum((seat.chips for seat in self.file.seats if seat.name == name), start=Cents(0)))

    def deal_trial(self) -> None:
        self._play_earlier_rounds()
        self.before_step("start", None)
        self.driver.play_round(stop=self._are_all_cards_out)

    def _are_all_cards_out(self) -> bool:
        """Return whether every card that the file may name is on the table."""
        state, rules = self.run.table.round, self.run.table.rules
        board = rules.regulation.value_of("community-cards") or 0
        return bool(state.hands) and (bool(state.void) or not board or state.shown >= board)

    def play(self) -> PlayedRoundFile:
        self._play_earlier_rounds()
        first = max(place for place, event in enumerate(self.run.events) if event.kind == "round-started")
        ready, meters = len(self.run.events), len(self.run.meter_events)
        self.before_step("start", None)
        self.driver.play_round()
        events = (self.run.events[first], *self.run.events[ready:])
        return self._build_result(events, tuple(self.run.meter_events[meters:]))

    def _build_result(self, events: tuple[Event, ...], meter_events: tuple[tuple[str, Event], ...]) -> PlayedRoundFile:
        observed = {*self.seen, *observed_clauses(events, meter_events, self.run.table.rules)}
        done, reported = tuple(self.done), frozenset(self.reported)
        return played_round(self.file, self.run, events, meter_events, done, reported, self.witness, observed)

    # Observer: facts that the dealer reports, and interventions

    @property
    def _is_target_round(self) -> bool:
        """Return whether the round of the file is being played, and not an earlier one."""
        return self.earlier is None

    @property
    def _are_cards_entered(self) -> bool:
        """Return whether cards are physical: all of them, or only those of the target round if the dealer's are never seen."""
        return self.placed is None and (self._is_target_round or bool(self.file.dealer))

    def reported_facts(self, step: Step) -> Mapping[str, object]:
        self.seen.update(step.clauses if self._is_target_round else ())
        facts = {**self._scripted_chance(step), **self._reported_cards(step)}
        if self._is_target_round:
            for name in (step.act, f"{step.act} {step.facts.get('position')}"):
                facts |= self.file.facts.get(name, {})
                self.reported.add(name)
        exposed = facts.get("exposed")
        if isinstance(exposed, Mapping):
            facts["exposed"] = {place: self._number_cards(place, cards) for place, cards in exposed.items()}
        if self.trial:
            facts = {name: fact for name, fact in facts.items() if name not in _NOT_IN_TRIAL}
        return facts

    def _scripted_chance(self, step: Step) -> dict[str, object]:
        chance, settings = self.file.chance, self.run.table.equipment.settings
        match step.act:
            case "uncover":
                return {"dice": chance.get("dice", tuple(range(1, settings.dice.number + 1)))}
            case "draw-number":
                return {"number": chance.get(NUMBER, 1)}
            case "choose-stack":
                return {"stack": chance.get("stack", 1)}
            case "cut":
                return {"depth": chance.get("cut", settings.cut.depth)}
            case _:
                return {}

    def _reported_cards(self, step: Step) -> dict[str, object]:
        settings = self.run.table.equipment.settings
        if step.act == "shuffle" or (step.act == "receive-deck" and settings.deck.preshuffled):
            pack = settings.deck.cards
            return {"cards": None if self._are_cards_entered else tuple((self.placed or {}).get(card, card) for card in pack)}
        if step.act == "set-dealer" and self.file.dealer_low is not None and self._is_target_round:
            return {"low": self._number_cards(0, self.file.dealer_low), **self._entered_cards(step, 0)}
        return self._entered_cards(step, 0 if step.act == "set-dealer" else step.facts.get("position"))

    def _entered_cards(self, step: Step, position: object) -> dict[str, object]:
        """Return physical cards as they are turned over: those that the step asks for."""
        table = self.run.table
        if not self._are_cards_entered or step.act not in table.game.acts:
            return {}
        asked = table.game.open_facts(round_context(table, self.driver.at, self.run.meters), step)
        entered = {name for name, bounds in asked.items() if isinstance(bounds, Mapping) and "enter" in bounds}
        return {name: cards for name, cards in self._cards_turned_over(step, position).items() if name in entered}

    def _cards_turned_over(self, step: Step, position: object) -> dict[str, object]:
        if self.file.against_dealer:
            return entered_cards(self.file, self.run.table, step)
        if step.act not in ("set-dealer", "set-co-bank", "expose", "expose-bank", "rearrange"):
            return {}
        place = position if isinstance(position, int) else self.run.table.round.bank.position
        cards, low = self._hand_cards(place or 0)
        return {"cards": cards, "high": tuple(card for card in cards if card not in low), "low": low}

    def _hand_cards(self, position: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        seat = self.file.seat(position)
        cards = seat.cards if seat else self.file.dealer
        low = seat.low if seat else None
        table = self.run.table
        assert table.house_way is not None
        return cards, low if low is not None else tuple(table.house_way.set(cards, table.rules.high_order).low)

    def _number_cards(self, place: object, cards: object) -> object:
        return cards if self.placed is None else number_cards(self.file, self.run.table.round, place, cards)

    def before_step(self, act: str, position: object) -> bool:
        if self._is_target_round:
            self.witness.look(self.run, self.driver.at, act, position)
        return self._run_interventions("before", act, position)

    def after_command(self, command: Command, events: tuple[Event, ...]) -> None:
        if self._is_target_round:
            self.witness.note_act(command)
            self.witness.note_events(self.run, self.driver.at, events)
        self._run_interventions("after", command.act, command.facts.get("position"))

    def _run_interventions(self, when: str, act: str, position: object) -> bool:
        if not self._is_target_round:
            return False
        fit = [do for do in self.left if (do.when, do.act) == (when, act) and do.position in (None, position)]
        if self.trial and self.run.table.round.dealt:
            fit = [do for do in fit if do.command_act in _MOVES_CARDS]
        for do in fit:
            self.left.remove(do)
            self._run_intervention(do)
        return bool(fit)

    def _run_intervention(self, do: Intervention) -> None:
        self.driver.at += do.wait_s
        if not do.command_act:
            self.done.append(DoneIntervention(do))
            return
        command = Command(do.command_act, self._actor_named(do.by), self._intervention_facts(do), self.driver.at)
        try:
            events = self.run.act(command)
        except HousewayError as refusal:
            self.seen.update(refusal.clauses)
            self.done.append(DoneIntervention(do, refusal))
            if not do.refused:
                raise
        else:
            self.witness.note_act(command)
            self.witness.note_events(self.run, self.driver.at, events)
            self.done.append(DoneIntervention(do))

    def _intervention_facts(self, do: Intervention) -> Mapping[str, object]:
        if do.command_act != "report-exposed" or "cards" not in do.facts:
            return do.facts
        return {**do.facts, "cards": self._number_cards(do.facts.get("place", do.facts.get("position")), do.facts["cards"])}

    def _actor_named(self, by: str) -> Actor:
        role, _, name = by.partition(" ")
        table = self.run.table
        if role == Role.BANK.value:
            return Actor(Role.BANK, name or table.seats.get(table.game.bank.position(table.round) or 0, ""))
        if role in (Role.DEALER.value, Role.FLOOR.value):
            known = self.driver.croupier.dealer if role == Role.DEALER.value else self.driver.croupier.floor
            return Actor(Role(role), name) if name else known
        return Actor(Role.PLAYER, name) if role == Role.PLAYER.value else self.driver.actor_for(by)

    # Players

    def _scripted_players(self) -> dict[str, ScriptedPlayer]:
        return {
            name: ScriptedPlayer(self, tuple(seat for seat in self.file.seats if seat.name == name))
            for name in self.file.arrivals
        }


_AMPLE_CHIPS = Cents.from_dollars(10_000)
_NOT_IN_TRIAL = ("exposed",)
"""Facts that do not affect where cards go."""
_MOVES_CARDS = ("report-face-up",)
"""Acts after the deal that affect where the next cards go: they set cards aside."""
