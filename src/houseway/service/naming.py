"""Display names for what is read from the store, where only opaque ids are."""

import asyncio
from collections.abc import Iterable, Mapping

from houseway.service.messages.encoding import person_ids_in
from houseway.service.people.people import People


async def names_in(people: People, texts: Iterable[str]) -> Mapping[str, str]:
    """Return the display names of all persons whose ids are in texts."""
    ids = sorted({found for text in texts for found in person_ids_in(text)})
    return await asyncio.to_thread(people.names, ids) if ids else {}
