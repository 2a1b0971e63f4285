"""The movements of a turn on players' accounts: they are derived from the table's transfers and stored together with them. A guest
who sits down is given his play money in the same way."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from houseway.events import Actor, Event
from houseway.ledger import MONEY_MOVED, Reason, Transfer
from houseway.money import Cents
from houseway.procedure import player_account
from houseway.service.people.accounts import Account, AccountReason, account_stream
from houseway.service.people.person import PERSON_ID
from houseway.store import RecordedCommand, StreamAppend

_PLAYER = player_account("")
PLAYER_SEATED = "player-seated"
POSTED_EVENTS = frozenset((MONEY_MOVED, PLAYER_SEATED))
"""Events of a table that may move something on an account."""
REASONS_WITH_ACCOUNTS = (Reason.BUY_IN.value, Reason.CASH_OUT.value)
"""Stored reasons of transfers between a table and an account."""


@dataclass(frozen=True, slots=True)
class TableMovement:
    """Chips bought or cashed at a table by somebody with an account."""

    person: str
    reason: AccountReason
    amount: Cents
    table: str
    event: int
    """The version of the table's own transfer in its stream."""


def read_movement(table: str, version: int, event: Event) -> TableMovement | None:
    """Return what a table's event moves on an account. Names that are no ids of persons have no account."""
    if event.kind != MONEY_MOVED or event.facts.get("reason") not in REASONS_WITH_ACCOUNTS:
        return None
    transfer = Transfer.from_event(event)
    if transfer.reason is Reason.BUY_IN:
        owner, reason = transfer.target, AccountReason.BUY_IN
    elif transfer.reason is Reason.CASH_OUT:
        owner, reason = transfer.source, AccountReason.CASH_OUT
    else:
        return None
    person = owner.removeprefix(_PLAYER)
    if not (owner.startswith(_PLAYER) and PERSON_ID.fullmatch(person)):
        return None
    return TableMovement(person, reason, transfer.amount, table, version)


class AccountPostings:
    """Collects the movements of one turn, and posts them when the accounts are at hand."""

    def __init__(self, table: str) -> None:
        self._table = table
        self.newcomers: dict[str, int] = {}
        """When persons sat down."""
        self._movements: list[tuple[int, Actor, TableMovement]] = []
        self._before: Mapping[str, Account] = {}
        self._commands: dict[str, list[RecordedCommand]] = {}

    def note_events(self, events: Iterable[Event], version: int, by: Actor, at: int) -> None:
        """Note what events of a command move, and who sits down. `version` is the table's version before them."""
        for number, event in enumerate(events, start=version + 1):
            if event.kind == MONEY_MOVED:
                movement = read_movement(self._table, number, event)
                if movement is not None:
                    self._movements.append((at, by, movement))
            elif event.kind == PLAYER_SEATED and PERSON_ID.fullmatch(event.text("player")):
                self.newcomers[event.text("player")] = at

    @property
    def persons(self) -> tuple[str, ...]:
        """Return whose accounts move, each once."""
        return tuple(dict.fromkeys(movement.person for _, _, movement in self._movements))

    @property
    def is_empty(self) -> bool:
        return not (self._movements or self.newcomers)

    def post(self, accounts: Mapping[str, Account]) -> None:
        """Issue what is promised to newcomers, and post the movements in their order, or refuse all of them."""
        live = dict(accounts)
        self._before, self._commands = accounts, {}
        for person, at in self.newcomers.items():
            self._issue_promised(live, person, at)
        for at, by, movement in self._movements:
            self._issue_promised(live, movement.person, at)
            account = live[movement.person]
            command = RecordedCommand(max(at, account.at), by, _account_events(account, movement, by))
            self._add(live, movement.person, command)

    def _issue_promised(self, live: dict[str, Account], person: str, at: int) -> None:
        if person in live and live[person].promised:
            self._add(live, person, live[person].issue(at))

    def _add(self, live: dict[str, Account], person: str, command: RecordedCommand) -> None:
        self._commands.setdefault(person, []).append(command)
        live[person] = live[person].after(command)

    @property
    def parts(self) -> list[StreamAppend]:
        return [
            StreamAppend(account_stream(person), self._before[person].version, tuple(commands))
            for person, commands in self._commands.items()
        ]


def _account_events(account: Account, movement: TableMovement, by: Actor) -> tuple[Event, ...]:
    """Return the account's half. What comes back to a guest whose time is over expires at once."""
    half = account.movement_event(movement.reason, movement.amount, by.name, table=movement.table, event=movement.event)
    if not (account.expired and movement.reason is AccountReason.CASH_OUT):
        return (half,)
    held = Account(account.person, half.cents("after"))
    return half, held.movement_event(AccountReason.EXPIRY, held.balance, by.name, why="the guest's time is over")
