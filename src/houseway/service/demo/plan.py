"""What the demonstration house consists of, read from `house.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from houseway.money import Cents
from houseway.service.live.settings import TableSettings


@dataclass(frozen=True, slots=True)
class Temperament:
    """How a program player behaves."""

    words: str
    steps: int
    """The largest base wager, in minimum wagers."""
    optional_percent: int
    """How often an optional wager is made."""
    banks: bool
    pause: tuple[float, float]
    """How long the player thinks, in seconds: at least and at most."""


@dataclass(frozen=True, slots=True)
class PlannedPlayer:
    name: str
    temperament: Temperament
    position: int


@dataclass(frozen=True, slots=True)
class PlannedTable:
    id: str
    example: str
    players: tuple[PlannedPlayer, ...]
    settings: Mapping[str, object]
    """Settings that are other than those of the house's tables."""


@dataclass(frozen=True, slots=True)
class Plan:
    tables: tuple[PlannedTable, ...]
    settings: TableSettings
    inventory: Cents
    buy_in: Cents
    round_pause_seconds: float
    """How long program players look at the result of a round before they bet again."""
    doors: Mapping[str, str]
    """Where each kind of user begins: what for, and the path of the page."""


@cache
def read_plan() -> Plan:
    content = tomllib.loads((files("houseway.service.demo") / "house.toml").read_text(encoding="utf-8"))
    temperaments = {
        name: Temperament(**{**each, "pause": (each["pause"][0], each["pause"][1])})
        for name, each in content["temperaments"].items()
    }
    return Plan(
        tuple(_read_table(each, temperaments) for each in content["tables"]),
        TableSettings.from_json(content["settings"]),
        Cents.from_dollars(content["inventory"]),
        Cents.from_dollars(content["buy_in"]),
        content["round_pause_seconds"],
        content["doors"],
    )


def _read_table(content: Mapping[str, Any], temperaments: Mapping[str, Temperament]) -> PlannedTable:
    players = tuple(
        PlannedPlayer(str(each["name"]), temperaments[str(each["temperament"])], int(each["position"]))
        for each in content["players"]
    )
    return PlannedTable(str(content["id"]), str(content["example"]), players, content.get("settings", {}))
