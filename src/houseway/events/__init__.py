"""Commands and events: a stable name with facts, their JSON, and who may know which fact."""

from houseway.events.event import (
    NO_FACTS,
    PLAIN_FACTS,
    SYSTEM,
    Actor,
    Command,
    EncodedFacts,
    Event,
    FactReader,
    Facts,
    Role,
    decode_fact,
    encode_events,
    encode_fact,
)

__all__ = [
    "NO_FACTS",
    "PLAIN_FACTS",
    "SYSTEM",
    "Actor",
    "Command",
    "EncodedFacts",
    "Event",
    "FactReader",
    "Facts",
    "Role",
    "decode_fact",
    "encode_events",
    "encode_fact",
]
