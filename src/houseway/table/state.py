"""A table as a value: seats, ledger, equipment, the round in play. Folding any prefix of its events gives the same state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from houseway import equipment as equipment_rules
from houseway.citation import Citation, law_reader
from houseway.errors import Malformed
from houseway.events import Event
from houseway.games.game import Game
from houseway.games.registry import game_of
from houseway.games.round_context import BankHistory
from houseway.house_way import HouseWay
from houseway.ledger import MONEY_MOVED, Ledger, Transfer
from houseway.money import Cents
from houseway.procedure import DEALER, player_account, seat_account
from houseway.regulation import Regulation, find_edition
from houseway.submission import Rules, judge, parse_submission
from houseway.submission.source import named_book
from houseway.values import FoldedState, lazy_property, with_changes


class TableBefore(NamedTuple):
    """What a completed round has changed at the table and a void one would not have, as it was before."""

    is_new_game: bool
    history: BankHistory
    first_offer: int
    bankless_rounds: int
    is_fresh: bool
    button: int | None
    """Where the button was; None if it stays where it is now, because a void round moves it, too, or play has begun anew."""


@dataclass(frozen=True, slots=True)
class CompletedRound:
    """The round that was completed last, for what is found about it afterwards."""

    number: int
    state: Any
    seats: Mapping[int, str]
    rules: Rules
    """The rules under which it was played; the submission may have been amended since."""
    dealing: str
    """The dealing method of the round."""
    devices: tuple[str, ...]
    """The devices for its cards."""
    deck: str
    """The deck with which it was played."""
    before: TableBefore
    carried_out: "tuple[tuple[PendingFinding, tuple[RuledMove, ...] | None], ...]" = ()
    """The findings about it that were carried out, with what was moved for each; None if it needed no ruling."""


RuledMove = tuple[str, str, Cents, int | None, str, str]
"""Source, target, amount, position, wager and reason."""


CARRY_OUT, STANDS = RULINGS = ("carry-out", "stands")
"""What a floorperson may rule on a finding."""


class PendingFinding(NamedTuple):
    """Something found about a completed round that waits for a floorperson's ruling."""

    number: int
    round: int
    act: str
    """The report."""
    reported: Mapping[str, object]
    clauses: tuple[Citation, ...]


@dataclass(frozen=True)
class Table(FoldedState):
    DERIVED_FIELDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "rules": ("game", "changes", "fixed_context"),
        **dict.fromkeys(("house_way", "equipment", "is_new_game", "history"), ("fixed_context",)),
        "seats": ("fixed_context", "chip_owners", "occupied_seats", "positions_by_player", "first_arrival"),
        "arrivals": ("first_arrival",),
    }
    id: str
    rules: Rules
    house_way: HouseWay | None
    equipment: equipment_rules.Equipment
    ledger: Ledger = field(default_factory=Ledger)
    open: bool = True
    seats: Mapping[int, str] = field(default_factory=dict)
    """Who sits where, with positions counted as the book counts them."""
    arrivals: tuple[str, ...] = ()
    """Players in order of arrival."""
    round: Any = None
    """The round in play, in the form of the book's game."""
    in_round: bool = False
    number: int = 0
    """Rounds begun so far."""
    is_new_game: bool = True
    """Whether the next round is the first after an opening."""
    history: BankHistory = field(default_factory=BankHistory)
    first_offer: int = 1
    bankless_rounds: int = 0
    """Consecutive rounds without a bank."""
    requests: frozenset[str] = frozenset()
    """What players asked for about idle cards, until the next shuffle."""
    completed: CompletedRound | None = None
    found: int = 0
    """Findings about completed rounds so far."""
    findings: tuple[PendingFinding, ...] = ()
    """Those about the last completed round that wait for a ruling."""
    version: int = 0
    """Events so far."""

    @lazy_property
    def game(self) -> Game:
        return game_of(self.rules.game)

    @lazy_property
    def changes(self) -> "Mapping[str, tuple[StateChange | None, RoundChange | None, Evolve | None]]":
        """Return what each kind of event changes: the round, the equipment, the table itself."""
        by_game = self.game.changes
        kinds = {*by_game, *equipment_rules.EVOLVE, *_EVOLVE}
        return {kind: (by_game.get(kind), equipment_rules.EVOLVE.get(kind), _EVOLVE.get(kind)) for kind in kinds}

    @lazy_property
    def fixed_context(self) -> dict[str, object]:
        """Return what a game sees of the table that does not change with every event, by the fields of its `RoundContext`."""
        equipment = self.equipment
        return {
            "rules": self.rules,
            "book": self.rules.book,
            "law": law_reader(self.rules.numbering),
            "seats": self.seats,
            "house_way": self.house_way,
            "dealing": equipment.dealing,
            "equipment_view": equipment,
            "start_of_game": self.is_new_game or equipment.is_fresh,
            "history": self.history,
        }

    @lazy_property
    def chip_owners(self) -> dict[str, str]:
        """Return whose account the chips at each seat are. Those of a player who left wait at the seat."""
        return {seat_account(position): player_account(name) for position, name in self.seats.items()}

    @lazy_property
    def occupied_seats(self) -> tuple[tuple[int, str], ...]:
        return tuple(sorted(self.seats.items()))

    @lazy_property
    def first_arrival(self) -> int | None:
        """Return the position of the player who arrived first."""
        return next((position for name in self.arrivals[:1] for position in self.positions_of(name)), None)

    def chips(self, name: str) -> Cents:
        return self.ledger.balance(player_account(name))

    @lazy_property
    def positions_by_player(self) -> dict[str, tuple[int, ...]]:
        """Return the positions of each player, in their order."""
        found: dict[str, tuple[int, ...]] = {}
        for position, name in self.occupied_seats:
            found[name] = (*found.get(name, ()), position)
        return found

    def positions_of(self, name: str) -> tuple[int, ...]:
        return self.positions_by_player.get(name, ())


@lru_cache
def rules_of(submission: str, house_way: str, book_hash: str = "", edition: str = "") -> tuple[Rules, HouseWay | None]:
    """Return the rules of a submission, and its house way if the book has one.

    They are under the edition of the book that has these hashes, or without hashes under the program's own.
    """
    book = find_edition(named_book(submission)[0], book_hash, edition) if book_hash else None
    verdict = judge(parse_submission(submission, house_way=house_way or None, edition=book), is_in_force=True)
    if verdict.rules is None:
        findings = "; ".join(str(finding.message) for finding in verdict.findings)
        raise Malformed(
            f"the submission has findings: {findings}", code="table.submission", given=findings, allowed="no findings"
        )
    return verdict.rules, verdict.rules.house_way


def rules_named_by(event: Event) -> Rules:
    """Return the rules that an event puts into force, under the edition of the book that it names."""
    return rules_of(*(event.text(name) for name in ("submission", "house_way", "book_hash", "book_edition")))[0]


StateChange = Callable[[Any, Mapping[str, Any]], Any]
RoundChange = Callable[[equipment_rules.Equipment, Event], equipment_rules.Equipment]
Evolve = Callable[[Table, Mapping[str, Any]], Table]
_EVOLVE: dict[str, Evolve] = {}


def evolves(kind: str) -> Callable[[Evolve], Evolve]:
    def register(change: Evolve) -> Evolve:
        _EVOLVE[kind] = change
        return change

    return register


def evolve_all(table: Table | None, events: Sequence[Event]) -> Table | None:
    """Return the table after several events. The result is the same as folding one by one, but round, equipment and ledger are
    put into a table only where they are read."""
    if table is None:
        return evolve_all(open_table_state(events[0]), events[1:]) if events else None
    changes, state, equipment, moved, since = table.changes, table.round, table.equipment, [], 0
    for event in events:
        since += 1
        kind = event.kind
        if kind == MONEY_MOVED:
            moved.append(Transfer.from_event(event))
            continue
        try:
            played, used, own = changes[kind]
        except KeyError:
            allowed = tuple(changes)
            raise Malformed(f"{kind!r} is not an event of a table", code="table.event", given=kind, allowed=allowed) from None
        if played is not None:
            state = played(state, event.facts)
        if used is not None:
            equipment = used(equipment, event)
        if own is not None:
            table = own(_with_parts(table, state, equipment, moved, since), event.facts)
            changes, state, equipment, moved, since = table.changes, table.round, table.equipment, [], 0
    return _with_parts(table, state, equipment, moved, since) if since else table


def _with_parts(table: Table, state: Any, equipment: equipment_rules.Equipment, moved: list[Transfer], events: int) -> Table:
    new = with_changes(table) if equipment is table.equipment else with_changes(table, equipment=equipment)
    fields = new.__dict__  # nothing is derived from these
    fields["version"], fields["round"] = table.version + events, state
    if moved:
        fields["ledger"] = table.ledger.post(*moved)
    return new


def evolve(table: Table | None, event: Event) -> Table:
    """Return the table after an event. An unknown event raises."""
    after = evolve_all(table, (event,))
    assert after is not None
    return after


def fold_events(events: Sequence[Event]) -> Table:
    """Fold a stream of events."""
    table = evolve_all(None, events)
    assert table is not None, "a table's stream must begin with table-opened"
    return table


def open_table_state(event: Event) -> Table:
    if event.kind != "table-opened":
        raise Malformed(
            "a table's stream must begin with table-opened", code="table.event", given=event.kind, allowed="table-opened"
        )
    facts: Mapping[str, Any] = event.facts
    rules, house_way = _stored_rules(facts)
    equipment, fresh = equipment_rules.open_equipment(rules, facts["at"]), game_of(rules.game).new_round()
    return Table(facts["table"], rules, house_way, equipment, round=fresh, version=1)


def _stored_rules(facts: Mapping[str, Any], before: Regulation | None = None) -> tuple[Rules, HouseWay | None]:
    """Read the rules of an event. They must be the same as when it was recorded.

    An amendment that does not say under which edition of the book it was filed is under the one that was in force.
    """
    book_hash, edition = facts["book_hash"], facts["book_edition"]
    if not book_hash and before is not None:
        book_hash, edition = before.hash, before.edition
    rules, house_way = rules_of(facts["submission"], facts["house_way"], book_hash, edition)
    for name, given, now in (
        ("rules", facts["rules_hash"], rules.hash),
        ("house way", facts["house_way_hash"], house_way.hash if house_way else ""),
    ):
        if given != now:
            raise Malformed(
                f"the {name} differ from those under which this table was opened", code="table.hash", given=now, allowed=given
            )
    return rules, house_way


@evolves("table-closed")
def _on_closed(table: Table, facts: Mapping[str, Any]) -> Table:
    return with_changes(table, open=False, seats={}, arrivals=())


@evolves("rules-amended")
def _on_amended(table: Table, facts: Mapping[str, Any]) -> Table:
    rules, house_way = _stored_rules(facts, table.rules.regulation)
    equipment = equipment_rules.with_amended_rules(table.equipment, rules)
    if equipment.button is not None and equipment.button > rules.positions:
        equipment = replace(equipment, button=None)  # the position is gone, so the offer begins at the dealer again (PG-69)
    done = table.completed
    if done is not None and (done.before.button or DEALER) > rules.positions:
        done = _with_button_before(done, DEALER)
    return with_changes(table, rules=rules, house_way=house_way, equipment=equipment, completed=done)


@evolves("player-seated")
def _on_seated(table: Table, facts: Mapping[str, Any]) -> Table:
    name = facts["player"]
    seats = {**table.seats, **dict.fromkeys(facts["positions"], name)}
    arrivals = table.arrivals if name in table.arrivals else (*table.arrivals, name)
    return with_changes(table, seats=seats, arrivals=arrivals)


@evolves("player-got-up")
def _on_got_up(table: Table, facts: Mapping[str, Any]) -> Table:
    name = facts["player"]
    seats = {position: player for position, player in table.seats.items() if player != name}
    return with_changes(table, seats=seats, arrivals=tuple(player for player in table.arrivals if player != name))


@evolves("area-given-up")
def _on_area_given_up(table: Table, facts: Mapping[str, Any]) -> Table:
    return with_changes(
        table, seats={position: player for position, player in table.seats.items() if position != facts["position"]}
    )


@evolves("round-started")
def _on_round_started(table: Table, facts: Mapping[str, Any]) -> Table:
    return with_changes(table, number=facts["number"], in_round=True)


@evolves("round-completed")
def _on_round_completed(table: Table, facts: Mapping[str, Any]) -> Table:
    """Keep what the next round must know of this one."""
    state = table.round
    done: dict[str, object] = {
        "completed": CompletedRound(
            table.number,
            state,
            table.seats,
            table.rules,
            table.equipment.dealing,
            equipment_rules.devices_in_use(table.equipment),
            table.equipment.last_used,
            _table_before(table),
        ),
        "findings": (),
    }
    if state.void:
        history = replace(table.history, last_bank=facts["banked"]) if "banked" in facts else table.history
        return with_changes(table, in_round=False, history=history, **done)
    game = table.game
    history = game.history_after(state, table.seats, table.history)
    bankless = 0 if game.bank.position(state) is not None or table.is_new_game else table.bankless_rounds + 1
    offer = facts.get("next_offer", table.first_offer)
    return with_changes(
        table, in_round=False, is_new_game=False, history=history, first_offer=offer, bankless_rounds=bankless, **done
    )


def _table_before(table: Table) -> TableBefore:
    equipment = table.equipment
    button = None if equipment.settings.mark.moves_after_void else equipment.button
    return TableBefore(table.is_new_game, table.history, table.first_offer, table.bankless_rounds, equipment.is_fresh, button)


@evolves("finding-reported")
def _on_finding_reported(table: Table, facts: Mapping[str, Any]) -> Table:
    """A finding that would void the round, move money, leave a debt or send the deck away waits for a ruling. Any other counts at
    once with what else is found about the round: a second card face up is one more."""
    number, clauses = facts["finding"], facts["under"]
    finding = PendingFinding(number, facts["round"], facts["act"], facts["reported"], clauses)
    waits = facts["void"] or facts["proposed"] or facts["meters"] or facts["owed"] or facts["deck"]
    if waits or table.completed is None:
        return with_changes(table, found=number, findings=(*table.findings, finding) if waits else table.findings)
    recorded = (*table.completed.carried_out, (finding, None))
    return with_changes(table, found=number, completed=replace(table.completed, carried_out=recorded))


@evolves("finding-ruled")
def _on_finding_ruled(table: Table, facts: Mapping[str, Any]) -> Table:
    """Once the whole round is void, nothing more can follow from it. What voids less leaves room for another finding."""
    if facts["void"]:
        return with_changes(table, findings=(), completed=None)
    others = tuple(each for each in table.findings if each.number != facts["finding"])
    if facts["choice"] != CARRY_OUT:
        return with_changes(table, findings=others)
    assert table.completed is not None
    ruled = next(each for each in table.findings if each.number == facts["finding"])
    carried_out = (*table.completed.carried_out, (ruled, facts["moved"]))
    return with_changes(table, findings=others, completed=replace(table.completed, carried_out=carried_out))


@evolves("round-annulled")
def _on_round_annulled(table: Table, facts: Mapping[str, Any]) -> Table:
    """The last completed round was found void, so it counts as a void one for the rounds after it."""
    return with_changes(
        table,
        is_new_game=facts["new_game"],
        history=BankHistory(facts["last_bank"], facts["last_wagers"]),
        first_offer=facts["first_offer"],
        bankless_rounds=facts["bankless_rounds"],
    )


@evolves("deck-received")
@evolves("preshuffled-deck-received")
def _on_new_game(table: Table, facts: Mapping[str, Any]) -> Table:
    return with_changes(table, is_new_game=True)


@evolves("table-idled")
def _on_idled(table: Table, facts: Mapping[str, Any]) -> Table:
    """A new game begins, and the button begins in front of the dealer, whatever is found about the round before."""
    return with_changes(_on_new_game(table, facts), completed=_with_button_before(table.completed, None))


def _with_button_before(done: CompletedRound | None, button: int | None) -> CompletedRound | None:
    return done and replace(done, before=done.before._replace(button=button))


@evolves("spread-asked")
def _on_spread_asked(table: Table, facts: Mapping[str, Any]) -> Table:
    return with_changes(table, requests=table.requests | {facts["what"]})


@evolves("cards-shuffled")
def _on_spread_answered(table: Table, facts: Mapping[str, Any]) -> Table:
    return with_changes(table, requests=frozenset()) if table.requests else table


@evolves("conduct-recorded")
def _on_recorded(table: Table, facts: Mapping[str, Any]) -> Table:
    """This is only a record: nothing at the table changes."""
    return table
