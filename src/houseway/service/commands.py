"""Commands from outside: who sends them in which capacity, decoded strictly, carried out once. REST and sockets both use this."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from houseway.errors import HousewayError, NotAllowed
from houseway.events import Command
from houseway.money import Cents
from houseway.procedure import player_account
from houseway.service.clock import MILLISECONDS
from houseway.service.feed.guarding import MeaningGuard
from houseway.service.live.house import House
from houseway.service.live.memory.live_tables import Update
from houseway.service.live.turns.answers import FirstAnswer, answered_version
from houseway.service.live.turns.preview import Preview, preview_command
from houseway.service.messages.facts import decode_facts
from houseway.service.people.authority import WATCHER
from houseway.service.people.stops import check_stops
from houseway.service.sent_command import Sender, SentCommand, stored_command_id
from houseway.service.service import Service
from houseway.store import Appended
from houseway.table.transfers import buy_in_transfers


class CommandAnswer(BaseModel):
    """A command that was carried out. What it has led to is durable."""

    version: Annotated[int | None, Field(description="The version of the table after it")]
    repeated: Annotated[bool, Field(description="The same command was carried out before, and nothing was done now")] = False
    receipt: Annotated[
        dict[str, Any] | None, Field(description="The table's signed head, if the command completed a round")
    ] = None


def build_command(house: House, sender: Sender, table: str, sent: SentCommand) -> Command:
    """Return the command as the table gets it, or refuse it: the sender may not act so, or its facts cannot be read."""
    actor = sender.actor_at(house.latest_state(table))
    if actor == WATCHER:
        raise NotAllowed(
            "you watch this table, and cannot act there; open it as its player, dealer or floorperson",
            code="authority.denied",
            given=sent.act,
            allowed="player, dealer, floor",
        )
    return Command(sent.act, actor, decode_facts(sent.facts))


async def take_command(
    service: Service, sender: Sender, table: str, sent: SentCommand, guard: MeaningGuard | None = None
) -> CommandAnswer:
    """Carry out a command, or refuse it, for example because it is stale. A repeated command gets its first answer."""
    guard = guard or MeaningGuard(sender, sent)
    service.check_takes_work()
    try:
        made = await _act(service.house, sender, table, sent, guard)
    except HousewayError:
        service.metrics.commands.labels("refused").inc()
        raise
    service.metrics.commands.labels("taken" if isinstance(made, Update) else "repeated").inc()
    return answer_from(made)


async def _act(house: House, sender: Sender, table: str, sent: SentCommand, guard: MeaningGuard) -> Update | Appended:
    if not house.has_table(table):
        await house.catch_up(table)  # another server may have opened it
    command = build_command(house, sender, table, sent)
    try:
        return await house.act(table, command, stored_command_id(sender.person, sent.id), guard)
    except HousewayError as refusal:
        await _check_buyer(house, table, command, refusal)
        again = build_command(house, sender, table, sent)
        if again.by == command.by:
            raise
    return await house.act(
        table, again, stored_command_id(sender.person, sent.id), guard
    )  # at another server he became the bank


_BUY_IN, _SHORT = "buy-in", "ledger.short"


async def _check_buyer(house: House, table: str, command: Command, refusal: HousewayError) -> None:
    """If the table has too few chips for a buy-in, and the buyer's account has too little money, too, refuse it for the account:
    that is the limit that he was shown."""
    amount = command.facts.get("amount")
    if command.act == _BUY_IN and refusal.code == _SHORT and isinstance(amount, Cents):
        transfers = buy_in_transfers(player_account(command.by.name), amount)
        await house.check_accounts(table, [transfer.to_event() for transfer in transfers], command.by)


def answer_from(made: Update | Appended) -> CommandAnswer:
    if isinstance(made, Update):
        return CommandAnswer(version=made.state.version, receipt=made.receipt.to_json() if made.receipt else None)
    receipt = made.receipt.to_json() if isinstance(made, FirstAnswer) and made.receipt else None
    return CommandAnswer(version=answered_version(made), repeated=True, receipt=receipt)


async def preview_request(service: Service, sender: Sender, table: str, sent: SentCommand) -> Preview:
    """Decide a command without storing anything. It is refused as it would be if it were carried out."""
    house = service.house
    await house.catch_up(table)
    command = build_command(house, sender, table, sent)._replace(at=house.now() // MILLISECONDS)
    state = house.latest_state(table)
    check_stops(house.record.state.stops, state, command)
    try:
        preview = preview_command(state, command, house.meters.by_id)
    except HousewayError as refusal:
        await _check_buyer(house, table, command, refusal)
        raise
    await house.check_accounts(table, preview.events, command.by)
    await house.check_play(table, command, preview.events)
    return preview
