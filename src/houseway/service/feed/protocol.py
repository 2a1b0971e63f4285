"""What a client may send, read strictly, and how it is answered."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from houseway.errors import HousewayError, Malformed, quote
from houseway.service.api.errors import refusal_from
from houseway.service.feed.encoding import Text, object_text, to_text

LARGEST_FRAME = 256 * 1024
"""Characters. The largest command carries a whole Rules Submission."""
LONGEST_ID = 64


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Hello(_Message):
    """The first message: in which capacity somebody comes, and the last number that he has, if any."""

    type: Literal["hello"]
    capacity: Annotated[str, Field(alias="as", max_length=20)] = "watch"
    last: Annotated[int, Field(ge=0, le=10**15)] | None = None
    token: Annotated[str, Field(max_length=200)] | None = None
    """The session, for clients without cookies."""


class _Act(_Message):
    id: Annotated[str, Field(min_length=1, max_length=LONGEST_ID, pattern=r"^[A-Za-z0-9._:-]+$")]
    act: Annotated[str, Field(max_length=64)]
    facts: dict[str, Any] = {}
    meaning: Annotated[str, Field(max_length=64)] | None = None
    seen: int | None = None


class Act(_Act):
    """A command. A repeated id gets the first answer."""

    type: Literal["command"]


class Preview(_Act):
    """A command that is only decided: what would follow from it."""

    type: Literal["preview"]


class OptionsRequest(_Message):
    type: Literal["options"]
    part: Annotated[str, Field(max_length=32)]


class Ping(_Message):
    type: Literal["ping"]


ClientMessage = Annotated[Hello | Act | Preview | OptionsRequest | Ping, Field(discriminator="type")]
_reader: TypeAdapter[Hello | Act | Preview | OptionsRequest | Ping] = TypeAdapter(ClientMessage)


def read_message(text: str) -> Hello | Act | Preview | OptionsRequest | Ping:
    """Read a client's message, or refuse it as malformed."""
    if len(text) > LARGEST_FRAME:
        raise Malformed("the message is too large", code="feed.size", given=len(text), allowed=f"{LARGEST_FRAME} characters")
    try:
        return _reader.validate_json(text)
    except ValidationError as error:
        raise _malformed(error) from None


def _malformed(error: ValidationError) -> Malformed:
    """Return the first defect of a message."""
    first: Mapping[str, Any] = error.errors(include_url=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    said = f"{place}: {first['msg']}" if place else str(first["msg"])
    allowed = "a JSON object with a type: hello, command, preview, options or ping"
    return Malformed(
        f"the message cannot be read: {said}", code="feed.malformed", given=quote(first.get("input")), allowed=allowed
    )


# Answers


def accepted_text(command: str, version: int | None, receipt: Mapping[str, object] | None, repeated: bool) -> Text:
    return to_text({"type": "answer", "id": command, "ok": True, "version": version, "receipt": receipt, "repeated": repeated})


def refused_text(command: str, error: HousewayError, snapshot: Text = "") -> Text:
    """Encode the refusal of a command, with what the table looks like now if it has changed since."""
    parts = {"type": '"answer"', "id": to_text(command), "ok": "false", "error": to_text(refusal_from(error))}
    return object_text({**parts, **({"snapshot": snapshot} if snapshot else {})})


def error_text(error: HousewayError) -> Text:
    """Encode the refusal of something that has no id."""
    return to_text({"type": "error", "error": refusal_from(error)})


def notice_text(words: str) -> Text:
    return to_text({"type": "notice", "words": words})
