"""A command as clients send it, over HTTP or the feed, and who sends it."""

from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from houseway.events import Actor
from houseway.service.people.authority import actor_at
from houseway.service.people.person import Person
from houseway.table import Table

CommandId = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="Chosen by the sender, another for each command")
]


class SentCommand(BaseModel):
    """A command. Facts have the form in which options list them."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    id: CommandId
    act: Annotated[str, Field(pattern=r"^[a-z][a-z-]{0,39}$")]
    facts: dict[str, Any] = Field(default_factory=dict)
    meaning: Annotated[str, Field(max_length=64, description="As the option says; empty to decide whatever has changed")] = ""


class Sender(NamedTuple):
    """A person in the capacity in which he comes to a table."""

    person: Person
    capacity: str

    def actor_at(self, table: Table) -> Actor:
        """Return the actor that he is at a table now, or refuse him."""
        return actor_at(self.person, table, self.capacity)


def stored_command_id(person: Person, command_id: str) -> str:
    """Return the id under which a command is stored. Nobody can take an id that somebody else may use."""
    return f"{person.id}/{command_id}"
