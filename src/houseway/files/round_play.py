"""Play a round file at a real table, with the named cards arranged in the deck."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.cards import Card
from houseway.chance import seeded
from houseway.croupier import FLOOR, Croupier
from houseway.errors import HousewayError
from houseway.events import Actor, Command, Event, Role
from houseway.explain.games import table_name
from houseway.explain.results import Settled, WagerKey, envy, gained, results
from houseway.explain.why import explain_round
from houseway.files.round_file import Do, Earlier, RoundFile
from houseway.files.scripted_player import Planned
from houseway.files.stacked_deck import arranged, entered, numbered
from houseway.games.pai_gow.outcome import high_order
from houseway.money import Cents
from houseway.play.driver import Driver
from houseway.procedure import NUMBER, Step, player_account
from houseway.table import Run

OPENED_AT = 1_000_000


@dataclass(frozen=True, slots=True)
class Done:
    """An intervention that was carried out, and its refusal if it was refused."""

    do: Do
    refusal: HousewayError | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A round file after it was played."""

    file: RoundFile
    run: Run
    events: tuple[Event, ...]
    """Events of the round from start to end, without players sitting down and buying the chips that the file gives them."""
    meter_events: tuple[tuple[str, Event], ...]
    results: Mapping[WagerKey, Settled]
    envy: Mapping[WagerKey, int]
    net: Mapping[str, int]
    """Each player's gain or loss, in cents."""
    accounts: Mapping[str, int]
    """Each account's gain or loss, in cents."""
    meters: Mapping[str, Fraction]
    """Each meter, in cents."""
    void: str
    base_void: str
    """Why the wagers against the dealer were void, if they were."""
    done: tuple[Done, ...]
    reported: frozenset[str]
    """Steps that came, by act and by act and position. With each, the dealer reported the facts that the file gives."""
    observed: frozenset[str] = field(repr=False)
    """Clauses behind the events, steps, refusals and ranked hands."""


def play_round_file(file: RoundFile) -> Played:
    """Open a table, play the earlier rounds, and play the round of the file."""
    if file.physical:
        return _Stage(file, None).play()
    trial = _Stage(file, {})
    trial.until_dealt()
    return _Stage(file, arranged(file, trial.run)).play()


class _Stage:
    """The table on which the file is played. `placed` maps each card to the one that replaces it; None for physical cards."""

    def __init__(self, file: RoundFile, placed: Mapping[Card, Card] | None) -> None:
        self.file, self.placed = file, placed
        self.run = Run()
        self.run.act(Command("open-table", FLOOR, self._opening(), OPENED_AT))
        self.driver = Driver(self.run, Croupier(self.run, seeded(file.seed)), self._players(), OPENED_AT, self)
        self.left = list(file.do)
        self.done: list[Done] = []
        self.seen: set[str] = set()
        self.reported: set[str] = set()
        self.earlier: Earlier | None = None
        self.trial = placed == {}
        self._sit()

    def _opening(self) -> dict[str, object]:
        file = self.file
        facts: dict[str, object] = {"submission": file.submission, "table": table_name(file.game), "inventory": file.inventory}
        return facts | ({"house_way": self.file.house_way} if self.file.house_way is not None else {})

    def _sit(self) -> None:
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

    def _ready(self) -> None:
        """Play the earlier rounds with ample chips, then give players the chips of the file."""
        for earlier in self.file.earlier:
            self.earlier = earlier
            for name in self.file.arrivals:
                self._fund(name, _RICH)
            self.driver.round()
        self.earlier = None
        for name in self.file.arrivals:
            self._fund(name, sum((seat.chips for seat in self.file.seats if seat.name == name), start=Cents(0)))

    def until_dealt(self) -> None:
        self._ready()
        self.before("start", None)
        self.driver.round(stop=self._all_out)

    def _all_out(self) -> bool:
        """Return whether every card that the file may name is on the table."""
        state, rules = self.run.table.round, self.run.table.rules
        board = rules.regulation.value("community-cards") or 0
        return bool(state.hands) and (bool(state.void) or not board or state.shown >= board)

    def play(self) -> Played:
        self._ready()
        first = max(place for place, event in enumerate(self.run.events) if event.kind == "round-started")
        ready, meters = len(self.run.events), len(self.run.meter_events)
        self.before("start", None)
        self.driver.round()
        events = (self.run.events[first], *self.run.events[ready:])
        return self._played(events, tuple(self.run.meter_events[meters:]))

    def _played(self, events: tuple[Event, ...], meter_events: tuple[tuple[str, Event], ...]) -> Played:
        moved = gained(events)
        void, base_void = (_why(events, kind) for kind in ("round-voided", "base-voided"))
        self.seen.update(clause for event in events for clause in event.clauses)
        self.seen.update(clause for _, event in meter_events for clause in event.clauses)
        explained = explain_round(events, self.run.table.rules, in_full=False)
        self.seen.update(clause for each in explained.wagers for clause in each.ranks)
        return Played(
            file=self.file,
            run=self.run,
            events=events,
            meter_events=meter_events,
            results=results(events),
            envy=envy(events, self.file.against_dealer),
            net={name: moved.get(player_account(name), 0) for name in self.file.arrivals},
            accounts=moved,
            meters={meter: state.value for meter, state in self.run.meters.items()},
            void=void,
            base_void=base_void,
            done=tuple(self.done),
            reported=frozenset(self.reported),
            observed=frozenset(self.seen),
        )

    # Observer: facts that the dealer reports, and interventions

    @property
    def _golden(self) -> bool:
        """Return whether the round of the file is being played, and not an earlier one."""
        return self.earlier is None

    def facts(self, step: Step) -> Mapping[str, object]:
        self.seen.update(step.clauses if self._golden else ())
        facts = {**self._chance(step), **self._cards(step)}
        if self._golden:
            for name in (step.act, f"{step.act} {step.facts.get('position')}"):
                facts |= self.file.facts.get(name, {})
                self.reported.add(name)
        exposed = facts.get("exposed")
        if isinstance(exposed, Mapping):
            facts["exposed"] = {place: self._numbered(place, cards) for place, cards in exposed.items()}
        if self.trial:
            facts = {name: fact for name, fact in facts.items() if name not in _NOT_IN_TRIAL}
        return facts

    def _chance(self, step: Step) -> dict[str, object]:
        chance, settings = self.file.chance, self.run.table.equipment.settings
        match step.act:
            case "uncover":
                return {"dice": chance.get("dice", tuple(range(1, settings.dice + 1)))}
            case "draw-number":
                return {"number": chance.get(NUMBER, 1)}
            case "choose-stack":
                return {"stack": chance.get("stack", 1)}
            case "cut":
                return {"depth": chance.get("cut", settings.cut_depth)}
            case _:
                return {}

    def _cards(self, step: Step) -> dict[str, object]:
        settings = self.run.table.equipment.settings
        if step.act == "shuffle" or (step.act == "receive-deck" and settings.preshuffled):
            pack = settings.pack
            return {"cards": None if self.placed is None else tuple(self.placed.get(card, card) for card in pack)}
        if step.act == "set-dealer" and self.file.dealer_low is not None and self._golden:
            return {"low": self._numbered(0, self.file.dealer_low), **self._entered(step, 0)}
        return self._entered(step, 0 if step.act == "set-dealer" else step.facts.get("position"))

    def _entered(self, step: Step, position: object) -> dict[str, object]:
        """Return physical cards as they are turned over."""
        if self.placed is not None:
            return {}
        if self.file.against_dealer:
            return entered(self.file, self.run.table.round, step)
        if step.act not in ("set-dealer", "set-co-bank", "expose", "expose-bank", "rearrange"):
            return {}
        place = position if isinstance(position, int) else self.run.table.round.bank.position
        cards, low = self._hand(place or 0)
        if step.act in ("set-dealer", "set-co-bank", "rearrange"):
            return {"cards": cards}
        return {"high": tuple(card for card in cards if card not in low), "low": low}

    def _hand(self, position: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        seat = self.file.seat(position)
        cards = seat.cards if seat else self.file.dealer
        low = seat.low if seat else None
        table = self.run.table
        assert table.house_way is not None
        return cards, low if low is not None else tuple(table.house_way.set(cards, high_order(table.rules)).low)

    def _numbered(self, place: object, cards: object) -> object:
        return cards if self.placed is None else numbered(self.file, self.run.table.round, place, cards)

    def before(self, act: str, position: object) -> bool:
        return self._step_in("before", act, position)

    def after(self, command: Command, events: tuple[Event, ...]) -> None:
        self._step_in("after", command.act, command.facts.get("position"))

    def _step_in(self, when: str, act: str, position: object) -> bool:
        if not self._golden or (self.trial and self.run.table.round.dealt):
            return False
        fit = [do for do in self.left if (do.when, do.act) == (when, act) and do.position in (None, position)]
        for do in fit:
            self.left.remove(do)
            self._do(do)
        return bool(fit)

    def _do(self, do: Do) -> None:
        self.driver.at += do.wait_s
        if not do.does:
            self.done.append(Done(do))
            return
        try:
            self.run.act(Command(do.does, self._actor(do.by), self._told(do), self.driver.at))
        except HousewayError as refusal:
            self.seen.update(refusal.clauses)
            self.done.append(Done(do, refusal))
            if not do.refused:
                raise
        else:
            self.done.append(Done(do))

    def _told(self, do: Do) -> Mapping[str, object]:
        if do.does != "report-exposed" or "cards" not in do.facts:
            return do.facts
        return {**do.facts, "cards": self._numbered(do.facts.get("place", do.facts.get("position")), do.facts["cards"])}

    def _actor(self, by: str) -> Actor:
        role, _, name = by.partition(" ")
        table = self.run.table
        if role == Role.BANK.value:
            return Actor(Role.BANK, name or table.seats.get(table.game.bank(table.round) or 0, ""))
        if role in (Role.DEALER.value, Role.FLOOR.value):
            known = self.driver.croupier.dealer if role == Role.DEALER.value else self.driver.croupier.floor
            return Actor(Role(role), name) if name else known
        return Actor(Role.PLAYER, name) if role == Role.PLAYER.value else self.driver.actor(by)

    # Players

    def _players(self) -> dict[str, Planned]:
        return {
            name: Planned(self, tuple(seat for seat in self.file.seats if seat.name == name)) for name in self.file.arrivals
        }


_RICH = Cents.dollars(10_000)
_NOT_IN_TRIAL = ("exposed",)
"""Facts that do not affect where cards go."""


def _why(events: tuple[Event, ...], kind: str) -> str:
    return next((str(event["why"]) for event in events if event.kind == kind), "")
