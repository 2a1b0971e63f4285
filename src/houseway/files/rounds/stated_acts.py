"""The acts of a round that a file tells act by act."""

from typing import Any

from houseway.croupier import DEALER_ACTOR
from houseway.events import Actor, Role
from houseway.files.rounds.model import StatedAct
from houseway.files.toml_node import TomlNode
from houseway.files.value_form import fact_form, read_fact

_ROLES = tuple(role.value for role in Role)
_MINUTE, _HOUR = 60, 3600


def read_stated_act(node: TomlNode) -> StatedAct:
    """Read `{ by = "player Ann", act = "wager", facts = { position = 1, ... }, wait = "5s" }`."""
    parts = node.as_table("by", "stand-in", "act", "facts", "wait", "meters")
    if "act" not in parts and "meters" not in parts and "wait" not in parts:
        node.malformed("state what is done", "act, meters or wait")
    stand_in = parts["stand-in"].as_text() if "stand-in" in parts else ""
    return StatedAct(
        parts["act"].as_text() if "act" in parts else "",
        (_read_actor(parts["by"]) if "by" in parts else DEALER_ACTOR)._replace(stand_in=stand_in),
        {name: read_fact(fact) for name, fact in parts["facts"].as_table().items()} if "facts" in parts else {},
        parts["wait"].as_seconds() if "wait" in parts else 0,
        {meter: each.as_fraction() for meter, each in parts["meters"].as_table().items()} if "meters" in parts else {},
    )


def _read_actor(node: TomlNode) -> Actor:
    role, _, name = node.as_text().partition(" ")
    if role not in _ROLES:
        node.malformed(f"{node.value!r} does not begin with a role", f"{', '.join(_ROLES)}, with a name: 'player Ann'")
    return Actor(Role(role), name)


def act_form(stated: StatedAct) -> dict[str, Any]:
    """Return an act as a file states it."""
    found: dict[str, Any] = {}
    if stated.wait_s:
        found["wait"] = _duration(stated.wait_s)
    if stated.meters:
        values = stated.meters.items()
        found["meters"] = {meter: value.numerator if value.denominator == 1 else str(value) for meter, value in values}
    if stated.act and stated.by._replace(stand_in="") != DEALER_ACTOR:
        found["by"] = f"{stated.by.role} {stated.by.name}".strip()
    if stated.by.stand_in:
        found["stand-in"] = stated.by.stand_in
    if stated.act:
        found["act"] = stated.act
    if stated.facts:
        found["facts"] = {name: fact_form(fact) for name, fact in stated.facts.items()}
    return found


def _duration(seconds: int) -> str:
    parts = ((seconds // _HOUR, "h"), (seconds % _HOUR // _MINUTE, "m"), (seconds % _MINUTE, "s"))
    return " ".join(f"{number}{unit}" for number, unit in parts if number)
