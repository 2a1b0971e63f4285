"""What the desks' routes take and give. Every text and every list is bounded; exact numbers are fractions in texts."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from houseway.service.api.requests.models import RequestModel

MAX_TOML = 64 * 1024
"""Characters of a submission or a house way. The largest example has 5,000."""
MAX_CENTS = 10**12
"""Ten thousand million dollars."""

Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]
"""A book, a wager, a reading, a house way or another name of a rule book."""
Toml = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TOML)]
Cards = Annotated[str, StringConstraints(min_length=2, max_length=60)]
"""Cards, as in `As Kd 10c Jk`."""
Pays = Annotated[str, StringConstraints(min_length=1, max_length=40)]
"""What a row pays, as in `50 to 1`."""
Rows = Annotated[dict[Name, Pays], Field(min_length=1, max_length=40)]
"""The caller's own paytable: pays by hand."""
Readings = Annotated[dict[Name, Name], Field(max_length=100)]
StakeCents = Annotated[int, Field(ge=1, le=MAX_CENTS)]
Wheel = Annotated[
    Literal["second", "lowest"], Field(description="How A-2-3-4-5 ranks among straights: second highest, or lowest")
]
PrintFormat = Literal["pdf", "svg", "png"]


# Where rules come from


class BookSource(RequestModel):
    """A rule book by itself, for study: each wager on its first paytable, or on the given one."""

    kind: Literal["book"] = "book"
    book: Name = Field(examples=["md.ultimate-texas-holdem"])
    version: Name | None = None
    paytables: dict[Name, Name | Rows] = Field({}, max_length=40, description="By wager: a letter, or rows of one's own")
    readings: Readings = Field({})


class SubmissionSource(RequestModel):
    """A Rules Submission as it was written."""

    kind: Literal["submission"] = "submission"
    submission: Toml
    house_way_text: Toml | None = Field(None, description="The house way, if the submission names a file of one's own")


class ExampleSource(RequestModel):
    """An example that comes with the program."""

    kind: Literal["example"] = "example"
    example: Name = Field(examples=["md.ultimate-texas-holdem/everything"])


FiledSource = Annotated[SubmissionSource | ExampleSource, Field(discriminator="kind")]
AnySource = Annotated[BookSource | SubmissionSource | ExampleSource, Field(discriminator="kind")]


class NamedHouseWay(RequestModel):
    """A house way that comes with the program."""

    kind: Literal["name"] = "name"
    name: Name = Field(examples=["foxwoods"])


class OwnHouseWay(RequestModel):
    """The caller's own house way."""

    kind: Literal["text"] = "text"
    text: Toml


class BestSetting(RequestModel):
    """Every hand is set in the best way, without a house way."""

    kind: Literal["optimal"] = "optimal"


HouseWayIn = Annotated[NamedHouseWay | OwnHouseWay, Field(discriminator="kind")]
HouseWayOrBest = Annotated[NamedHouseWay | OwnHouseWay | BestSetting, Field(discriminator="kind")]
DEFAULT_HOUSE_WAY = NamedHouseWay(name="foxwoods")


def plain_json(body: BaseModel) -> dict[str, Any]:
    """Return a request as plain JSON without what was left out, so that identical questions look identical."""
    return body.model_dump(mode="json", exclude_none=True)
