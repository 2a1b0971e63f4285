"""Play a round file at a real table: the cards that it names come out of the shoe where it wants them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.cards import Card
from houseway.chance import seeded
from houseway.croupier import FLOOR, Croupier
from houseway.errors import HousewayError, Malformed
from houseway.events import Actor, Command, Event, Role
from houseway.games.pai_gow.outcome import high_order
from houseway.games.round import Option, Step
from houseway.ledger import MOVED, Transfer, changes, player_account
from houseway.money import Cents
from houseway.rounds.driver import Asked, Choice, Driver, Moment
from houseway.rounds.file import Bet, Do, Earlier, Key, RoundFile, Seat
from houseway.rounds.why import why
from houseway.table import Run

TABLE = "PG-1"
OPENED_AT = 1_000_000
NUMBER = "number"
BASE = "pai-gow"


@dataclass(frozen=True, slots=True)
class Settled:
    """How a wager ended."""

    result: str
    cents: int = 0
    """Handed over beside the stake, before vigorish."""
    vigorish: int = 0
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """Somebody stepped in, and what came of it."""

    do: Do
    refusal: HousewayError | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A round file as it was played."""

    file: RoundFile
    run: Run
    events: tuple[Event, ...]
    """Of the round, from its start to its end; not how players sat down and bought the chips that the file gives them."""
    meter_events: tuple[tuple[str, Event], ...]
    results: Mapping[Key, Settled]
    envy: Mapping[Key, int]
    net: Mapping[str, int]
    """What each player gained or lost, in cents."""
    accounts: Mapping[str, int]
    """What each account gained or lost, in cents."""
    meters: Mapping[str, Fraction]
    """What each meter stands at, in cents."""
    void: str
    done: tuple[Done, ...]
    observed: frozenset[str] = field(repr=False)
    """Clauses behind its events, its steps, its refusals and the ranks of its hands."""


def play(file: RoundFile) -> Played:
    """Open a table, play the rounds before, and play the round of the file."""
    if file.physical:
        return _Stage(file, None).play()
    trial = _Stage(file, {})
    trial.until_dealt()
    return _Stage(file, _arranged(file, trial)).play()


def _arranged(file: RoundFile, trial: "_Stage") -> dict[Card, Card]:
    """Which card must lie where another lay in a trial deal, so that everybody gets what the file wants.

    Shuffle, cut, starting position and method of dealing move cards about without looking at them, so that a deal of known cards
    says where each place in the deck goes.
    """
    state = trial.run.table.round
    slots: list[tuple[str, tuple[Card, ...], tuple[Card, ...]]] = [
        (f"players.{seat.position}.cards", seat.cards, state.hands.get(seat.position, ())) for seat in file.seats
    ]
    slots += [("dealer.cards", file.dealer, state.hands.get(0, ()))]
    slots += [("cards.stub", file.stub, state.stub or ()), ("cards.aside", file.aside, state.set_aside)]
    placed: dict[Card, Card] = {}
    for place, wanted, there in slots:
        if state.hands and len(wanted) > len(there):
            raise Malformed(
                f"{file.place}: {place}: {len(wanted)} cards are named, and {len(there)} come there",
                code="round-file.cards",
                place=f"{file.place}: {place}",
                given=len(wanted),
                allowed=len(there),
            )
        placed.update(zip(there, wanted, strict=False))
    pack = trial.run.table.equipment.settings.pack
    rest = [card for card in pack if card not in set(placed.values())]
    seeded(file.seed).shuffle(rest)
    placed.update(zip((card for card in pack if card not in placed), rest, strict=True))
    return placed


class _Stage:
    """A table on which the file is played. `placed` says which card lies in the place of which; nothing for physical cards."""

    def __init__(self, file: RoundFile, placed: Mapping[Card, Card] | None) -> None:
        self.file, self.placed = file, placed
        self.run = Run()
        self.run.act(Command("open-table", FLOOR, self._opening(), OPENED_AT))
        self.driver = Driver(self.run, Croupier(self.run, seeded(file.seed)), self._players(), OPENED_AT, self)
        self.left = list(file.do)
        self.done: list[Done] = []
        self.seen: set[str] = set()
        self.earlier: Earlier | None = None
        self.trial = placed == {}
        self._sit()

    def _opening(self) -> dict[str, object]:
        facts: dict[str, object] = {"submission": self.file.submission, "table": TABLE, "inventory": self.file.inventory}
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
        """The rounds before, with chips enough, and then the chips that the file gives."""
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
        self.driver.round(stop=lambda: bool(self.run.table.round.hands))

    def play(self) -> Played:
        self._ready()
        first = max(place for place, event in enumerate(self.run.events) if event.kind == "round-started")
        ready, meters = len(self.run.events), len(self.run.meter_events)
        self.before("start", None)
        self.driver.round()
        events = (self.run.events[first], *self.run.events[ready:])
        return self._played(events, tuple(self.run.meter_events[meters:]))

    def _played(self, events: tuple[Event, ...], meter_events: tuple[tuple[str, Event], ...]) -> Played:
        gained = _changes(events)
        results = dict(_results(events))
        void = next((str(event["why"]) for event in events if event.kind == "round-voided"), "")
        self.seen.update(clause for event in events for clause in event.clauses)
        self.seen.update(clause for _, event in meter_events for clause in event.clauses)
        explained = why(events, self.run.table.rules)
        self.seen.update(clause for each in explained.wagers for clause in each.ranks)
        return Played(
            file=self.file,
            run=self.run,
            events=events,
            meter_events=meter_events,
            results=results,
            envy=dict(_envy(events)),
            net={name: gained.get(player_account(name), 0) for name in self.file.arrivals},
            accounts=gained,
            meters={meter: state.value for meter, state in self.run.meters.items()},
            void=void,
            done=tuple(self.done),
            observed=frozenset(self.seen),
        )

    # Somebody looks on: facts that the dealer reports, and interventions

    @property
    def _golden(self) -> bool:
        """Whether the round of the file is being played, and not one before it."""
        return self.earlier is None

    def facts(self, step: Step) -> Mapping[str, object]:
        self.seen.update(step.clauses if self._golden else ())
        facts = {**self._chance(step), **self._cards(step)}
        if self._golden:
            place = step.facts.get("position")
            facts |= {**self.file.facts.get(step.act, {}), **self.file.facts.get(f"{step.act} {place}", {})}
        if self.trial:
            facts.pop("exposed", None)
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
            return {"low": self.file.dealer_low, **self._entered(step, 0)}
        return self._entered(step, 0 if step.act == "set-dealer" else step.facts.get("position"))

    def _entered(self, step: Step, position: object) -> dict[str, object]:
        """Physical cards, as they are turned over."""
        if self.placed is not None or step.act not in ("set-dealer", "set-co-bank", "expose", "expose-bank"):
            return {}
        place = position if isinstance(position, int) else self.run.table.round.bank.position
        cards, low = self._hand(place or 0)
        if step.act in ("set-dealer", "set-co-bank"):
            return {"cards": cards}
        return {"high": tuple(card for card in cards if card not in low), "low": low}

    def _hand(self, position: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        seat = self.file.seat(position)
        cards = seat.cards if seat else self.file.dealer
        low = seat.low if seat else None
        table = self.run.table
        assert table.house_way is not None
        return cards, low if low is not None else tuple(table.house_way.set(cards, high_order(table.rules)).low)

    def before(self, act: str, position: object) -> bool:
        return self._step_in("before", act, position)

    def after(self, command: Command, events: tuple[Event, ...]) -> None:
        self._step_in("after", command.act, command.facts.get("position"))

    def _step_in(self, when: str, act: str, position: object) -> bool:
        if not self._golden:
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
            self.run.act(Command(do.does, self._actor(do.by), do.facts, self.driver.at))
        except HousewayError as refusal:
            self.seen.update(refusal.clauses)
            self.done.append(Done(do, refusal))
            if not do.refused:
                raise
        else:
            self.done.append(Done(do))

    def _actor(self, by: str) -> Actor:
        role, _, name = by.partition(" ")
        table = self.run.table
        if role == Role.BANK.value:
            return Actor(Role.BANK, name or table.seats.get(table.round.bank.position or 0, ""))
        if role in (Role.DEALER.value, Role.FLOOR.value):
            known = self.driver.croupier.dealer if role == Role.DEALER.value else self.driver.croupier.floor
            return Actor(Role(role), name) if name else known
        return Actor(Role.PLAYER, name) if role == Role.PLAYER.value else self.driver.actor(by)

    # Players

    def _players(self) -> dict[str, "_Planned"]:
        return {
            name: _Planned(self, tuple(seat for seat in self.file.seats if seat.name == name)) for name in self.file.arrivals
        }


_RICH = Cents.dollars(10_000)


class _Planned:
    """A player who does what the file says."""

    def __init__(self, stage: _Stage, seats: tuple[Seat, ...]) -> None:
        self.stage, self.seats = stage, seats

    def __call__(self, asked: Asked) -> Choice | None:
        match asked.moment:
            case Moment.OFFER:
                return self._offer(asked)
            case Moment.BANKING:
                return self._banking(asked)
            case Moment.BETS:
                return self._bet(asked)
            case Moment.CHOOSE:
                option = asked.may("void-exposed" if self._seat(asked.options[0]).exposed == "void" else "play-exposed")[0]
                return Choice(option.act, option.facts)
            case Moment.SURRENDER:
                return next(self._surrenders(asked), None)
            case Moment.SETTING:
                return next(self._surrenders(asked), None) or self._set(asked)

    def _seat(self, option: Option) -> Seat:
        return next(seat for seat in self.seats if seat.position == option.facts["position"])

    def _offer(self, asked: Asked) -> Choice:
        earlier, bank = self.stage.earlier, self.stage.file.bank
        wanted = earlier.bank if earlier else bank.position if bank else None
        position = asked.options[0].facts["position"]
        mine = wanted in [seat.position for seat in self.seats]
        return Choice("accept-bank" if mine else "pass-bank", {"position": position})

    def _banking(self, asked: Asked) -> Choice | None:
        bank = self.stage.file.bank
        if self.stage.earlier or bank is None:
            return None
        if bank.co_banking and not asked.view["co_banking"]:
            return Choice("request-co-bank", {"position": bank.position})
        directed = self.stage.run.table.round.bank.directed
        if bank.house_stake is not None and directed is None:
            return Choice("direct-house-stake", {"amount": bank.house_stake})
        return None

    def _bet(self, asked: Asked) -> Choice | None:
        """The next wager of the file that does not lie there yet."""
        stakes = asked.view["stakes"]
        assert isinstance(stakes, dict)
        for seat in self.seats:
            for bet in self._bets(seat):
                if bet.wager not in stakes.get(seat.position, {}):
                    return Choice("wager", _placing(seat.position, bet))
        return None

    def _bets(self, seat: Seat) -> tuple[Bet, ...]:
        """In an earlier round: a base wager, as large as the one of the file unless that says otherwise."""
        earlier = self.stage.earlier
        if earlier is None:
            return seat.bets
        bank = self.stage.run.table.round.bank.position
        if seat.position == bank or seat.position in earlier.sit_out:
            return ()
        least = self.stage.run.table.rules.offers[BASE].minimum
        own = next((bet.amount for bet in seat.bets if bet.wager == BASE), least)
        return (Bet(BASE, earlier.wagers.get(seat.position, max(own, least))),)

    def _surrenders(self, asked: Asked) -> Iterator[Choice]:
        for option in asked.may("surrender"):
            if self._seat(option).surrender and self.stage.earlier is None:
                yield Choice("surrender", option.facts)

    def _set(self, asked: Asked) -> Choice | None:
        for option in asked.may("set-hand"):
            seat, golden = self._seat(option), self.stage.earlier is None
            if seat.asks and golden and any(each.facts == option.facts for each in asked.may("ask-house-way")):
                told = [event for event in self.stage.run.events if event.kind == "house-way-told"]
                if not any(event["position"] == seat.position for event in told):
                    return Choice("ask-house-way", option.facts)
            return Choice("set-hand", {**option.facts, **self._low(option, seat if golden else None)})
        return None

    def _low(self, option: Option, seat: Seat | None) -> dict[str, object]:
        bounds = option.bounds["low"]
        assert isinstance(bounds, Mapping)
        cards, table = bounds["from"], self.stage.run.table
        if not cards:
            return {}
        assert table.house_way is not None
        low = seat.low if seat is not None and seat.low is not None else None
        return {"low": low if low is not None else tuple(table.house_way.set(cards, high_order(table.rules)).low)}


def _placing(position: int, bet: Bet) -> dict[str, object]:
    wager, _, number = bet.wager.partition(":")
    facts: dict[str, object] = {"position": position, "wager": wager, "amount": bet.amount}
    if bet.coupon:
        facts["coupon"] = bet.coupon
    if number:
        facts["number"] = int(number)
    if not bet.lit:
        facts["lit"] = False
    return facts


def _results(events: tuple[Event, ...]) -> Iterator[tuple[Key, Settled]]:
    """How each wager ended. Where the round was void, what had not been settled is void."""
    lying: dict[Key, object] = {}
    for event in events:
        facts = event.facts
        match event.kind:
            case "wager-placed":
                lying[_key(facts)] = None
            case "wager-taken-back":
                lying.pop(_key(facts), None)
            case "wager-settled":
                lying.pop(_key(facts), None)
                yield (
                    _key(facts),
                    Settled(str(facts["result"]), _cents(facts["amount"]), _cents(facts["vigorish"]), event.clauses),
                )
            case "wager-surrendered":
                lying.pop((facts["position"], BASE), None)  # type: ignore[arg-type]
                yield (facts["position"], BASE), Settled("surrendered", clauses=event.clauses)  # type: ignore[misc]
            case "round-voided":
                yield from ((key, Settled("void", clauses=event.clauses)) for key in lying)


def _key(facts: Mapping[str, object]) -> Key:
    position, wager = facts["position"], facts["wager"]
    assert isinstance(position, int)
    return position, str(wager)


def _cents(amount: object) -> int:
    assert isinstance(amount, Cents)
    return amount.amount


def _envy(events: tuple[Event, ...]) -> Iterator[tuple[Key, int]]:
    for event in events:
        if event.kind == "envy-settled":
            yield _key(event.facts), _cents(event["amount"])


def _changes(events: tuple[Event, ...]) -> dict[str, int]:
    """What each account gained in the round, in cents."""
    moved = changes(Transfer.from_event(event) for event in events if event.kind == MOVED)
    return {account: amount.amount for account, amount in moved.items()}
