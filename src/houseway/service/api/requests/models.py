"""What requests and answers have in common."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, with_config

TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$")]
"""A table's id, as it stands in addresses and in the names of streams."""

PersonId = Annotated[str, StringConstraints(pattern=r"^p-[a-z2-7]{10}$")]
"""A person's opaque id."""
Reason = Annotated[str, StringConstraints(min_length=1, max_length=500)]
"""Why something is done. It goes on record."""


class RequestModel(BaseModel):
    """A request: of the declared types, and without anything else."""

    model_config = ConfigDict(extra="forbid", strict=True)


_AS_IT_IS = ConfigDict(use_attribute_docstrings=True, json_schema_serialization_defaults_required=True)


def send_as_they_are(*records: type) -> None:
    """Let dataclasses be answers, or parts of them. Their docstrings describe them in the OpenAPI document."""
    for record in records:
        with_config(_AS_IT_IS)(record)


Names = Annotated[dict[str, str], Field(description="Display names by the ids of persons")]
