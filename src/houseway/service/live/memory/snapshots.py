"""Snapshots of tables and meters: a cache, so that a table with many rounds is open at once.

A snapshot is the folded state of a table at the end of a round, encrypted like everything that may hold a secret. It belongs to one
version of the program, to one form of snapshots and to one history. If the program's source is another, or the form, or the hash of
the stream at that event, it is not used, and the stream is folded from its beginning. An audit never reads snapshots.
"""

import json
import sys
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from houseway import ledger
from houseway.equipment import open_equipment
from houseway.equipment import settings as equipment_settings
from houseway.equipment import state as equipment
from houseway.errors import Corrupted, HousewayError
from houseway.games import round as game_round
from houseway.games import round_context
from houseway.games.registry import game_of
from houseway.house_way import HouseWay
from houseway.program import program_hash
from houseway.progressive import ProgressiveMeter
from houseway.progressive import meter as progressive_meter
from houseway.regulation.games import GAMES
from houseway.reports.rows import tally as report_tally
from houseway.service.live.editions import HOUSE_WAY, SUBMISSION, add_stored_edition, load_edition_text, text_edition
from houseway.service.live.memory.plain_values import PlainValues, is_storable_class
from houseway.service.live.settings_plan import load_settings_plan
from houseway.service.live.turns.turn import Meters, TableState, chance_stream, meter_stream, table_stream
from houseway.service.live.waiting import Attendance, Wait
from houseway.service.secrecy import round_values, seeds
from houseway.service.secrecy.sealing import Vault
from houseway.store import Store, StreamSnapshot
from houseway.submission import FiledMeter, Rules
from houseway.table import state as table_state
from houseway.table.state import rules_of

SCHEMA = 1
"""The form in which snapshots are written. It is raised when their parts change."""
ROUNDS_BETWEEN = 50
"""A snapshot is taken when this many rounds have been completed since the last one."""
_MODULES = (
    *(ledger, equipment_settings, equipment, game_round, round_context, table_state, seeds, progressive_meter),
    *(report_tally, round_values),
)
"""The modules whose classes a state is made of, beside those of the rounds of each game."""
_GIVEN = {"rules": Rules, "house_way": HouseWay, "settings": equipment_settings.EquipmentSettings}
"""Parts that follow from the submission."""


@cache
def _plain_values() -> PlainValues:
    return PlainValues(_state_classes(), _GIVEN)


def _state_classes() -> Iterator[type]:
    rounds = dict.fromkeys(sys.modules[type(game_of(game).new_round()).__module__] for game in GAMES)
    for module in (*_MODULES, *rounds):
        yield from (each for each in vars(module).values() if is_storable_class(each) and each.__module__ == module.__name__)
    yield FiledMeter


def save_snapshot(store: Store, table: str, state: TableState, vault: Vault) -> None:
    """Save a table as it stands. It must be stored up to there."""
    assert state.table is not None, "the table is not open"
    editions = [text_edition(kind, text) for kind, text in zip((SUBMISSION, HOUSE_WAY), state.filing, strict=True)]
    book = state.table.rules.regulation
    for edition in editions:
        store.save_edition(edition)
    head = store.head_at(table_stream(table), state.version)
    content = {
        "schema": SCHEMA,
        "table": _plain_values().encode(state.table),
        "seeds": _plain_values().encode(state.seeds),
        "filing": [edition.hash for edition in editions],
        "book": [book.id, book.hash, book.edition],
        "chance": [state.chance_version, store.head_at(chance_stream(table), state.chance_version).hash.hex()],
        "deck": state.dealt_deck,
        "at": state.at,
        "wait": state.wait,
        "tally": _plain_values().encode(state.tally),
        "attendance": [dict(state.attendance.last_round), sorted(state.attendance.acted_for), dict(state.attendance.served)],
    }
    packed = vault.encrypt(zlib.compress(json.dumps(content, separators=(",", ":")).encode()))
    store.save_snapshot(StreamSnapshot(head.stream, head.version, head.hash, program_hash(), packed))


def load_snapshot(store: Store, table: str, vault: Vault, at_most: int | None = None) -> TableState | None:
    """Return the latest snapshot of a table at or below a version, if it belongs to this program and this history."""
    stream = table_stream(table)
    snapshot = store.latest_snapshot(stream, program_hash(), at_most)
    if snapshot is None or store.head_at(stream, snapshot.version).hash != snapshot.head:
        return None
    try:
        state = _decode(store, table, json.loads(zlib.decompress(vault.decrypt(snapshot.content))))
        return state if state is not None and state.version == snapshot.version else None
    except (HousewayError, zlib.error, ValueError, KeyError, TypeError):
        return None  # it does not fit, for whatever reason, so the stream is folded


def save_meter_snapshots(store: Store, meters: Meters, names: Iterable[str], vault: Vault) -> None:
    """Save meters as they stand. They must be stored up to there. What a meter holds is no secret, but encrypted it cannot be
    changed, or passed off as a later one, by somebody who has the database and not the key."""
    for name in names:
        head = store.head_at(meter_stream(name), meters.versions[name])
        whole = {"schema": SCHEMA, "version": head.version, "meter": _plain_values().encode(meters.by_id[name])}
        content = json.dumps(whole, separators=(",", ":"))
        packed = vault.encrypt(zlib.compress(content.encode()))
        store.save_snapshot(StreamSnapshot(head.stream, head.version, head.hash, program_hash(), packed))


def load_meter_snapshot(
    store: Store, name: str, vault: Vault, at_most: int | None = None
) -> tuple[ProgressiveMeter | None, int]:
    """Return the latest snapshot of a meter at or below a version, with its version, if it belongs to this program and this
    history."""
    stream = meter_stream(name)
    snapshot = store.latest_snapshot(stream, program_hash(), at_most)
    if snapshot is None or store.head_at(stream, snapshot.version).hash != snapshot.head:
        return None, 0
    try:
        content = json.loads(zlib.decompress(vault.decrypt(snapshot.content)))
        _check_schema(content)
        meter: ProgressiveMeter = _plain_values().decode(content["meter"], {})
        is_that = meter.id == name and content["version"] == snapshot.version
        return (meter, snapshot.version) if is_that else (None, 0)
    except (HousewayError, zlib.error, ValueError, KeyError, TypeError):
        return None, 0  # it does not fit, for whatever reason, so the stream is folded


def _check_schema(content: Any) -> None:
    if content["schema"] != SCHEMA:
        raise Corrupted(
            f"a snapshot has form {content['schema']}", code="snapshot.schema", given=content["schema"], allowed=SCHEMA
        )


def _decode(store: Store, table: str, content: Any) -> TableState | None:
    _check_schema(content)
    version, hashed = content["chance"]
    if store.head_at(chance_stream(table), version).hash.hex() != hashed:
        return None
    filed = [load_edition_text(store, each) for each in content["filing"]]
    if None in filed:
        return None
    filing = tuple(text for text in filed if text is not None)
    add_stored_edition(store, *content["book"])
    rules, house_way = rules_of(*filing, *content["book"][1:])
    given = {"rules": rules, "house_way": house_way, "settings": open_equipment(rules, 0).settings}
    decode = _plain_values().decode
    return TableState(
        decode(content["table"], given),
        decode(content["seeds"], given),
        version,
        content["deck"],
        content["at"],
        (filing[0], filing[1]),
        plan=load_settings_plan(store, table),
        attendance=Attendance(content["attendance"][0], frozenset(content["attendance"][1]), content["attendance"][2]),
        wait=_decode_wait(content["wait"]),
        tally=decode(content["tally"], given),
    )


def _decode_wait(content: list[Any] | None) -> Wait | None:
    if content is None:
        return None
    what, positions, *others = content
    return Wait(what, tuple(positions), *others)
