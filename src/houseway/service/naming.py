"""Display names at the edge: streams hold opaque ids, and what goes out says names."""

import asyncio
import re
from collections.abc import Iterable, Mapping

from houseway.service.people.people import People
from houseway.service.people.person import PERSON_ID

_ID = re.compile(rf"\b{PERSON_ID.pattern}\b")


async def names_in(people: People, texts: Iterable[str]) -> Mapping[str, str]:
    """Return the display names of all persons whose ids are in texts."""
    ids = sorted({found for text in texts for found in _ID.findall(text)})
    return await asyncio.to_thread(people.names, ids) if ids else {}


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Put display names in the places of ids."""
    return _ID.sub(lambda found: names.get(found[0], found[0]), text)
