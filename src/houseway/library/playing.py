"""A table to play at: `Table`."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from houseway.cards import Card
from houseway.chance import seeded_chance, system_chance
from houseway.citation import Citation
from houseway.croupier import command_for_step
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.explanation.option_words import describe_option
from houseway.explanation.words import wager_titles
from houseway.library.arguments import as_cents, as_path, check_number, check_text, wrong_type
from houseway.library.filing import FiledRules, rules_from
from houseway.library.rounds import Round
from houseway.library.showing.display import Displayed, Sheet
from houseway.library.sources import as_cards
from houseway.money import Cents
from houseway.play.driver import PlayerFunction, player_actor
from houseway.play.session import ROUND_SECONDS, TableSession, default_player, default_players
from houseway.procedure import Bounds, Step
from houseway.submission import Rules

Given = str | int | bool | Cents | Iterable[Card | str]
"""A fact of an act. Money may be written as in "$10", and cards as in "As Kd"."""
_FACT_MISSING = "command.fact"
"""The code of a refusal: a fact is missing or of another type."""


@dataclass(frozen=True, repr=False)
class TableOption:
    """Something that somebody may do now."""

    act: str
    player: str
    """Who may do it; empty for a step of the dealer or the floorperson."""
    words: str
    facts: Mapping[str, object]
    """What is settled already."""
    bounds: Bounds
    """What is still open, and what it may be."""
    clauses: tuple[Citation, ...]
    step: Step | None = field(default=None, compare=False)
    """The step that is due, if this is one."""

    def __repr__(self) -> str:
        settled = "".join(f", {name}={value}" for name, value in self.facts.items())
        open_ = "".join(f", {name}=?" for name in self.bounds)
        return f"<{self.player or 'dealer'}: {self.act}{settled}{open_}>"


class PlayableTable(Displayed):
    """A table under the rules of a submission, dealt by an automatic croupier. The same seed gives the same cards.

    >>> import houseway as hw
    >>> table = hw.Table("uth/minimal", seed=1)
    >>> table.deal(players=3)
    <round 1 of md.ultimate-texas-holdem: Ann ..., Bob ..., Cid ...>

    Or play at it yourself: `options` lists what may be done now, as `legal_moves` of a chess board, and `act` does it.

    >>> table = hw.Table("uth/minimal", seed=1)
    >>> table.sit("Ann")
    >>> table.options("Ann")[0]
    <Ann: wager, position=1, wager=ante, amount=?>
    >>> table.act("wager", "Ann", wager="ante", amount="$10")
    >>> table.deal()
    <round 1 of md.ultimate-texas-holdem: Ann ...>
    """

    def __init__(
        self,
        source: str | Path | Rules,
        *,
        seed: int | None = None,
        name: str | None = None,
        log: str | Path | None = None,
        replace: bool = False,
    ) -> None:
        """Open a table. Events are recorded in a log, if one is named, which `close` ends; it replaces a file only if told to."""
        check_number(seed, "a seed")
        self._files = ExitStack()
        record = self._open_log(as_path(log, "a log"), replace) if log is not None else None
        text, house_way = _filed_text(rules_from(source))
        self._chance = system_chance() if seed is None else seeded_chance(seed)
        self._session = TableSession(text, self._chance, {}, house_way, name, record=record)
        self.last_round: Round | None = None
        """The round that was completed last."""

    def _open_log(self, path: Path, replace: bool):  # type: ignore[no-untyped-def]  # noqa: ANN202  # a recorder
        from houseway.files.logs.writer import LogWriter

        return self._files.enter_context(LogWriter(path, replace)).record

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._files.__exit__(kind, error, trace)

    def close(self) -> None:
        """End the log."""
        self._files.close()

    # What there is

    @property
    def name(self) -> str:
        return self._session.run.table.id

    @property
    def rules(self) -> Rules:
        return self._session.run.table.rules

    @property
    def seats(self) -> dict[int, str]:
        """Return the players by position."""
        return dict(self._session.run.table.seats)

    @property
    def chips(self) -> dict[str, Cents]:
        """Return the chips in front of each player."""
        table = self._session.run.table
        return {name: table.chips(name) for name in table.arrivals}

    @property
    def round_number(self) -> int:
        """Return the number of the round that is played or comes next."""
        return self._session.run.table.number

    @property
    def due(self) -> Step | None:
        """Return the step of the dealer or floorperson that is due; None while the table waits for players."""
        return self._session.run.due(self._session.at)

    def __repr__(self) -> str:
        seated = ", ".join(f"{position} {name}" for position, name in sorted(self.seats.items())) or "nobody"
        return f"<table {self.name} of {self.rules.book}, round {self.round_number}: {seated}>"

    def sheets(self) -> tuple[Sheet, ...]:
        chips = self.chips
        rows = tuple((str(place), name, str(chips[name])) for place, name in sorted(self.seats.items()))
        title = f"table {self.name}, {self.rules.book}, round {self.round_number}"
        next_ = self.due.words if self.due is not None else "players"
        return Sheet(title, ("position", "player", "chips"), rows), Sheet("", ("", ""), (("waits for", next_),))

    def records(self) -> Iterable[Mapping[str, object]]:
        for position, name in sorted(self.seats.items()):
            yield {"position": position, "player": name, "chips": self.chips[name].amount / 100}

    # What may be done

    def options(self, player: str | None = None) -> tuple[TableOption, ...]:
        """Return what a player may do now; without a name, the step that is due and what each seated player may do."""
        if player is not None:
            check_text(player, "a player", "his name")
            return tuple(self._player_options(player))
        everybody = (option for name in self._session.run.table.arrivals for option in self._player_options(name))
        return (*map(_step_option, filter(None, (self.due,))), *everybody)

    def _player_options(self, player: str) -> Iterator[TableOption]:
        table = self._session.run.table
        titles = wager_titles(table.rules.regulation)
        for each in self._session.run.legal(player_actor(table, player), self._session.at):
            yield TableOption(each.act, player, describe_option(each, titles), each.facts, each.bounds, each.clauses)

    def act(self, act: str | TableOption, player: str | None = None, **facts: Given) -> None:
        """Do something: an option with its open facts, an act of a player by its name, or the step that is due.

        A refusal says what was given, what is allowed, and under which clauses; it changes nothing.
        """
        given: object = act
        if not isinstance(given, str | TableOption):
            raise wrong_type("an act", given, "its name, or an option as `options` returns it")
        asked = act if isinstance(act, str) else act.act
        who = player if isinstance(act, str) else act.player or None
        if who is None:
            self._take_step(asked, facts)
            return
        check_text(who, "a player", "his name")
        settled = {} if isinstance(act, str) else dict(act.facts)
        given = {**settled, **facts}
        found = self._matching_option(asked, who, given)
        if found is not None:
            self._do_as(who, asked, {**found.facts, **_typed(given, found.bounds)})
            return
        try:  # it will be refused: the rules say why
            self._do_as(who, asked, given)
        except Malformed as refusal:
            own = self._session.run.table.positions_of(who)
            if refusal.code != _FACT_MISSING or len(own) != 1:
                raise
            self._do_as(who, asked, {"position": own[0], **given})

    def _do_as(self, player: str, act: str, facts: Mapping[str, object]) -> None:
        self._do(Command(act, player_actor(self._session.run.table, player), facts, self._session.at))

    def _matching_option(self, act: str, player: str, given: Mapping[str, object]) -> TableOption | None:
        """Return the first option of a player that contradicts none of the facts that were given."""
        options = (option for option in self._player_options(player) if option.act == act)
        return next((each for each in options if all(given.get(name, fact) == fact for name, fact in each.facts.items())), None)

    def step(self) -> None:
        """Take the step that is due, as the automatic croupier does it."""
        self._take_step(None, {})

    def _take_step(self, act: str | None, facts: Mapping[str, object]) -> None:
        step = self.due
        if step is None or act not in (None, step.act):
            waits = step.act if step is not None else "a player"
            raise NotAllowed(
                f"the table waits for {step.words if step is not None else waits}",
                code="library.step",
                clauses=step.clauses if step is not None else (),
                given=act or "a step",
                allowed=waits,
            )
        table, at = self._session.run.table, self._session.at
        command = command_for_step(table, step, at, self._chance)
        self._do(Command(command.act, command.by, {**command.facts, **facts}, at))

    def sit(
        self, player: str, position: int | None = None, *, chips: str | Cents = "$1,000", play: PlayerFunction | None = None
    ) -> None:
        """Seat a player with chips at a position, or at the first that is free. What he leaves open, `deal` plays for him: by
        `play`, or by the house way or a simple strategy."""
        check_text(player, "a player", "his name")
        free = [place for place in range(1, self.rules.positions + 1) if place not in self.seats]
        if position is None and not free:
            raise NotAllowed("no position is free", code="library.seat", given=player, allowed="a free position")
        if play is not None and not callable(play):
            raise wrong_type("play", play, "a function that answers what a player is asked")
        amount = as_cents(chips, "chips")
        actor = Actor(Role.PLAYER, player)
        self._do(Command("sit", actor, {"position": position if position is not None else free[0]}, self._session.at))
        self._do(Command("buy-in", actor, {"amount": amount}, self._session.at))
        self._session.players[player] = play or default_player(self._session.run.table, self._chance)

    def deal(self, players: int | None = None) -> Round:
        """Play the round to its end, and return it. Program players take free seats until there are as many as wanted."""
        self._seat_players(players)
        dealt = self._session.deal_round()
        return self._complete(dealt.number, dealt.events, dealt.seats, dealt.finished)

    def _seat_players(self, wanted: int | None) -> None:
        check_number(wanted, "players")
        seated, most = len(self.chips), self.rules.positions
        if wanted is None and not seated:
            said = f"nobody sits at the table: deal(players=3), or seat somebody with sit; there are {most} positions"
            raise Malformed(said, code="library.players", given="nobody", allowed=f"1 to {most}")
        if wanted is not None and not 1 <= wanted <= most:
            said = f"the table has {most} positions, so it cannot have {wanted} players"
            raise Malformed(said, code="library.players", given=wanted, allowed=f"1 to {most}")
        names = [name for name, _ in default_players(most).values() if name not in self.chips]
        for name in names[: max((wanted or 0) - seated, 0)]:
            self.sit(name)

    def _do(self, command: Command) -> None:
        run, number, seats = self._session.run, self.round_number, self.seats
        run.act(command)
        if self.round_number != number:
            first = next(place for place in reversed(range(len(run.events) - 1)) if run.events[place].kind == "round-started")
            self._session.at += ROUND_SECONDS
            self._session.driver.at = self._session.at
            self._complete(number, tuple(run.events[first:-1]), seats, True)

    def _complete(self, number: int, events: tuple[Event, ...], seats: Mapping[int, str], finished: bool) -> Round:
        run = self._session.run
        meters = {meter: state.value for meter, state in run.meters.items()}
        found = Round(number, self.rules, events, seats, finished, meters, tuple(run.meter_events))
        if finished:
            run.drop_finished_rounds()
            self.last_round = found
        return found


def _filed_text(rules: Rules) -> tuple[str, str | None]:
    """Return the text of a submission, and of a house way that it files by path: the table records both."""
    if not isinstance(rules, FiledRules) or rules.submission is None:
        said = "a table is opened under a submission, as check returns its rules"
        raise Malformed(said, code="library.rules", given=type(rules).__name__, allowed="houseway.check(...)")
    attached = rules.submission.attached
    return rules.submission.text, attached.text if attached is not None else None


def _step_option(step: Step) -> TableOption:
    return TableOption(step.act, "", step.words, step.facts, {}, step.clauses, step)


def _typed(given: Mapping[str, object], bounds: Bounds) -> dict[str, object]:
    """Return facts in the types that their bounds have: texts become money or cards."""
    return {name: _typed_fact(value, bounds.get(name, {})) for name, value in given.items()}


def _typed_fact(value: object, bound: Mapping[str, object]) -> object:
    if "from" in bound and not isinstance(value, tuple):
        return as_cards(value)  # type: ignore[arg-type]  # anything else is refused there
    choices = bound.get("choices", ())
    of_money = [bound.get("least"), bound.get("most"), *(choices if isinstance(choices, tuple) else ())]
    is_money = any(isinstance(each, Cents) for each in of_money)
    return Cents.parse(value) if is_money and isinstance(value, str) else value
