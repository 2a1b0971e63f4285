"""What a client may send, read strictly, and how it is answered."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from houseway.errors import HousewayError, Malformed
from houseway.events import Event, encode_fact
from houseway.service.advice.answers import AdviceAnswer, Subject
from houseway.service.commands import CommandAnswer
from houseway.service.feed.limits import LARGEST_FRAME
from houseway.service.feed.moment import first_gist
from houseway.service.live.turns.preview import Preview
from houseway.service.messages.defects import describe_allowed, describe_defect, place_of
from houseway.service.messages.encoding import ReplaceIds, Text, json_text, object_text
from houseway.service.messages.refusals import refusal_from
from houseway.service.secrecy.round_values import VALUE
from houseway.service.sent_command import CommandId, SentCommand
from houseway.table import Table

Hexadecimal = Annotated[str, Field(pattern=f"^{VALUE.pattern}$")]
"""32 bytes in small letters and digits."""


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Hello(_Message):
    """The first message: in which capacity somebody comes, and the last number that he has, if any."""

    type: Literal["hello"]
    capacity: Annotated[str, Field(alias="as", max_length=20)] = "watch"
    last: Annotated[int, Field(ge=0, le=10**15)] | None = None
    token: Annotated[str, Field(max_length=200)] | None = None
    """The session, for clients without cookies."""


class _Act(SentCommand):
    seen: int | None = None
    """The last number that the sender had. It decides nothing: the meaning does."""


class CommandMessage(_Act):
    """A command. A repeated id gets the first answer."""

    type: Literal["command"]


class PreviewMessage(_Act):
    """A command that is only decided: what would follow from it."""

    type: Literal["preview"]


class AdviceMessage(_Message):
    """A seated player asks for advice on his own decision. The answer bears the same id; it may take a while."""

    type: Literal["advice"]
    id: CommandId
    about: Subject
    position: Annotated[int, Field(ge=1, le=99)] | None = None


class OptionsRequest(_Message):
    type: Literal["options"]
    part: Annotated[str, Field(max_length=32)]


class HashMessage(_Message):
    """The SHA-256 of the value that a player adds to the chance of the next round. There is no answer."""

    type: Literal["hash"]
    hash: Hexadecimal


class ValueMessage(_Message):
    """The value itself, once its hash is listed for the round that has begun. There is no answer."""

    type: Literal["value"]
    round: Annotated[int, Field(ge=1, le=10**15)]
    value: Hexadecimal


class Ping(_Message):
    type: Literal["ping"]


ClientMessage = Hello | CommandMessage | PreviewMessage | AdviceMessage | OptionsRequest | HashMessage | ValueMessage | Ping
_reader: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="type")])


def read_message(text: str) -> ClientMessage:
    """Read a client's message, or refuse it as malformed."""
    if len(text) > LARGEST_FRAME:
        raise Malformed("the message is too large", code="feed.size", given=len(text), allowed=f"{LARGEST_FRAME} characters")
    try:
        return _reader.validate_json(text)
    except ValidationError as error:
        raise _malformed(error) from None


def read_hello(text: str) -> Hello:
    """Read the first message, which must be a hello."""
    message = read_message(text)
    if not isinstance(message, Hello):
        raise Malformed("the first message is a hello", code="feed.malformed", given=message.type, allowed="hello")
    return message


def _malformed(error: ValidationError) -> Malformed:
    """Return the first defect of a message. Its content is not repeated: it may hold a token."""
    first: Mapping[str, Any] = error.errors(include_url=False, include_input=False)[0]
    of_whole = _DEFECTS.get(first["type"])
    said, allowed = (of_whole, _ANY_MESSAGE) if of_whole else (describe_defect(first), describe_allowed(first))
    place = place_of(first) or "message"
    return Malformed(f"the message cannot be read: {said}", code="feed.malformed", given=place, allowed=allowed)


_DEFECTS = {
    "json_invalid": "it is no JSON",
    "union_tag_invalid": "there is no message of this type",
    "union_tag_not_found": "it has no type",
    "model_attributes_type": "it is no JSON object",
}
"""Defects of whole messages in words."""
_ANY_MESSAGE = "a JSON object with a type: hello, command, preview, advice, options, hash, value or ping"


# Answers


def accepted_text(command: str, answer: CommandAnswer) -> Text:
    return json_text({"type": "answer", "id": command, "ok": True, **answer.model_dump()})


def refused_text(command: str, error: HousewayError, snapshot: Text = "") -> Text:
    """Encode the refusal of a command, with what the table looks like now if it has changed since."""
    parts = {"type": '"answer"', "id": json_text(command), "ok": "false", "error": json_text(refusal_from(error))}
    return object_text({**parts, **({"snapshot": snapshot} if snapshot else {})})


def preview_text(command: str, preview: Preview, table: Table, with_names: ReplaceIds) -> Text:
    """Encode what a command would lead to, each event with its words, and what it means for each player's chips."""
    words = map(with_names, preview.event_words(table))
    events = (*preview.events, *(event for _, event in preview.meter_events))
    events_with_words = [{**event.to_json(), "words": said} for event, said in zip(events, words, strict=True)]
    money = [
        {"position": seat.position, "player": seat.player, "amount": encode_fact(seat.amount), "words": with_names(seat.words)}
        for seat in preview.seat_money(table)
    ]
    gist = first_gist(table, [clause for event in events if not _has_exception(event) for clause in event.clauses])
    content = {"shown": preview.shown, "gist": gist, "events": events_with_words, "money": money}
    return json_text({"type": "preview", "id": command, "ok": True, **content})


def _has_exception(event: Event) -> bool:
    """Return whether the usual remedy of an event's clause does not follow: a player who has seen his cards has no choice about one
    of them (PG-103, DIV-112). The words of the event say so, and what the clause says in general would promise a choice."""
    return event.facts.get("looked") is True


def refused_preview_text(command: str, error: HousewayError) -> Text:
    return json_text({"type": "preview", "id": command, "ok": False, "error": refusal_from(error)})


def advice_text(request: str, answer: AdviceAnswer) -> Text:
    return json_text({"type": "advice", "id": request, "ok": True, **answer.model_dump()})


def refused_advice_text(request: str, error: HousewayError) -> Text:
    return json_text({"type": "advice", "id": request, "ok": False, "error": refusal_from(error)})


def error_text(error: HousewayError) -> Text:
    """Encode the refusal of something that has no id."""
    return json_text({"type": "error", "error": refusal_from(error)})


def notice_text(words: str) -> Text:
    return json_text({"type": "notice", "words": words})
