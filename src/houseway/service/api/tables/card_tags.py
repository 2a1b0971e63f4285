"""A reader of tags at a table with physical cards: which card a tag is on."""

from typing import Annotated

from fastapi import Depends, Path
from pydantic import BaseModel, Field

from houseway.errors import NotAllowed
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import TableId
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.live.settings import PHYSICAL
from houseway.service.people.person import Person

router = SubjectRouter(prefix="/api/tables/{table}/card-tags", tags=["tables"], responses=REFUSALS)
Tag = Annotated[str, Path(min_length=1, max_length=80, description="What the reader has sent")]


class TaggedCardOut(BaseModel):
    card: str
    deck: Annotated[str, Field(description="The deck to which the card belongs, as the house's file calls it")]


@router.get("/{tag}")
async def find_card(
    table: TableId, tag: Tag, service: ServiceHere, _person: Annotated[Person, Depends(Permitted("table.deal"))]
) -> TaggedCardOut:
    """Say which card a tag is on, to a dealer at a table with physical cards. Unknown tags are refused."""
    if service.house.settings(table).cards != PHYSICAL:
        said = f"{table} has electronic cards, which have no tags"
        raise NotAllowed(said, code="card-tag.electronic", given=table, allowed="a table with physical cards")
    found = service.settings.card_tags.find(tag)
    return TaggedCardOut(card=str(found.card), deck=found.deck)
