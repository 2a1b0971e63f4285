"""Write a recorded round as a round file that `houseway settle` plays to the same cents."""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import starmap
from typing import Any

import tomli_w

from houseway.errors import HousewayError, NotAllowed
from houseway.events import encode_fact
from houseway.explanation.results import account_gains, envy_by_wager, player_gains, wager_results
from houseway.files.rounds.acts_play import open_run
from houseway.files.rounds.check import made_transfers
from houseway.files.rounds.expectations import ACCOUNTS
from houseway.files.rounds.file import parse_round_file
from houseway.files.rounds.history import AskedRound, RoundHistory
from houseway.files.rounds.play import play_round_file
from houseway.files.rounds.played_round import void_reason
from houseway.files.rounds.stated_acts import act_form, read_stated_act
from houseway.files.rounds.table_left import left_form
from houseway.files.rounds.witness import dealt_by_place
from houseway.files.toml_node import TomlNode
from houseway.ledger import MONEY_MOVED
from houseway.money import Cents
from houseway.procedure import INVENTORY, account_player
from houseway.regulation import load_book
from houseway.submission.source import HOUSE_WAY, TOML_SUFFIX, named_book, parse_content
from houseway.table.meters import meters_drawn_on

PLACE = "the written file"
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_LEAST_INVENTORY = Cents.from_dollars(1)


def write_round(history: RoundHistory, number: int, notes: Iterable[str] = ()) -> str:
    """Return a round as a round file.

    The file is played before it is returned. What does not come out as it was recorded is refused, unless `notes` say where the
    record is not what the rules give: then the file expects what is recorded.
    """
    rounds, notes = history.find(number), tuple(notes)
    _check_known(rounds, number)
    text = _file_text(rounds, notes)
    if not notes:
        _check_played(text, rounds[-1])
    return text


def unwritable_error(number: int, why: str) -> NotAllowed:
    return NotAllowed(
        f"round {number} cannot be written as a round file: {why}",
        code="round-file.unwritable",
        given=number,
        allowed="a round that is over, with everything that was asked in it",
    )


def _check_known(rounds: list[AskedRound], number: int) -> None:
    if not rounds:
        raise unwritable_error(number, "the record does not say what was asked in it")
    if not rounds[-1].is_over:
        raise unwritable_error(number, "it is not over, or facts of it are still sealed")
    for each in rounds:
        if each.unknown:
            raise unwritable_error(number, each.unknown)
    first = rounds[0]
    own = load_book(*named_book(first.submission))
    if first.start.rules.regulation.hash != own.hash:
        raise unwritable_error(number, "it was played under another edition of the rule book than this program has")
    for meter in meters_drawn_on(first.meters, first.start.rules).values():
        if meter.mismatch is not None or meter.requested is not None:
            raise unwritable_error(number, f"a ruling or new terms were waited for at the meter {meter.id} as it began")


def _check_played(text: str, last: AskedRound) -> None:
    """Play the file, and refuse it if it does not come out as it was recorded."""
    try:
        played = play_round_file(parse_round_file(text, PLACE))
    except HousewayError as refusal:
        raise unwritable_error(last.number, f"its file cannot be played: {refusal.message}") from refusal
    wanted = [encode_fact(event.facts) for event in last.events if event.kind == MONEY_MOVED]
    found = [encode_fact(event.facts) for event in played.events if event.kind == MONEY_MOVED]
    meters = {each.id: each.value for each in meters_drawn_on(last.meters_after, last.start.rules).values()}
    if wanted != found or any(played.meters.get(meter) != value for meter, value in meters.items()):
        raise unwritable_error(last.number, "its file does not come out as it was recorded")


# ---- the parts of a file


def _file_text(rounds: list[AskedRound], notes: tuple[str, ...]) -> str:
    first, last = rounds[0], rounds[-1]
    table, rules = first.start, first.start.rules
    inventory = max(table.ledger.balance(INVENTORY), _LEAST_INVENTORY)
    own_way = first.house_way if _is_way_attached(first.submission) else None
    opened = open_run(first.submission, own_way, table.id, inventory, first.at)
    top: dict[str, Any] = {"title": f"Round {last.number} at table {table.id}"}
    if notes:
        top["note"] = " ".join(("The record is not what the rules give.", *notes))
    top |= {"book": rules.book, "table": table.id, "at": first.at, "inventory": str(inventory), "arrivals": [*table.arrivals]}
    parts = {
        "players": _player_forms(first),
        "left": left_form(table, first.meters, opened.table, opened.meters),
        "expect": _expectations(last),
    }
    texts = {"submission": first.submission} | ({"house-way": own_way} if own_way is not None else {})
    lines = [f"{key} = {_inline(value)}{_comment(key, value)}" for key, value in top.items()]
    acts = [f"    {_inline(act_form(each))}," for each in _acts(rounds)]
    whole = ["\n".join(lines), "\n".join(["acts = [", *acts, "]"]), "\n".join(starmap(_long_text, texts.items()))]
    return "\n".join([*whole, *_tables("", parts)])


def _acts(rounds: list[AskedRound]) -> Iterable[Any]:
    for each in rounds:
        for act in each.acts:
            _check_readable(each.number, act)
            yield act


def _check_readable(number: int, act: Any) -> None:
    """Refuse an act whose facts a file cannot say."""
    read = read_stated_act(TomlNode(json.loads(json.dumps(act_form(act))), PLACE))
    if encode_fact(read.facts) != encode_fact(act.facts) or read.by != act.by:
        raise unwritable_error(number, f"a file cannot say what was asked with {act.act}")


def _comment(key: str, value: object) -> str:
    """Say a time in words."""
    if key != "at" or not isinstance(value, int) or not 0 <= value < _LAST_SECOND:
        return ""
    return f"  # {datetime.fromtimestamp(value, UTC):%Y-%m-%d %H:%M:%S} UTC"


_LAST_SECOND = 253_402_300_800
"""The year 10000."""


def _is_way_attached(submission: str) -> bool:
    """Return whether the house way is a file of its own."""
    way = parse_content(submission).get(HOUSE_WAY)
    return isinstance(way, str) and way.endswith(TOML_SUFFIX)


def _player_forms(first: AskedRound) -> dict[str, Any]:
    """Return the players as the round begins. All chips of somebody with two areas are at the first one."""
    table, forms = first.start, dict[str, Any]()
    for position, name in table.occupied_seats:
        is_first = table.positions_of(name)[0] == position
        forms[str(position)] = {"name": name, "chips": str(table.chips(name) if is_first else Cents(0))}
    return forms


def _expectations(last: AskedRound) -> dict[str, Any]:
    events = tuple(last.events)
    against_dealer = last.start.rules.against_dealer
    moved = account_gains(events)
    found: dict[str, Any] = {"void": void_reason(events, "round-voided"), "base-void": void_reason(events, "base-voided")}
    found |= {account: moved[account] for account in ACCOUNTS if moved.get(account)}
    meters = meters_drawn_on(last.meters_after, last.start.rules).values()
    found |= {
        "transfers": [
            {"cents": each.cents, "from": each.source, "to": each.target, "reason": each.reason}
            for each in made_transfers(events)
        ],
        "hands": {place: " ".join(map(str, cards)) for place, cards in dealt_by_place(events).items()},
        "wagers": {
            f"{position} {wager}": _result_text(each) for (position, wager), each in sorted(wager_results(events).items())
        },
        "envy": {
            f"{position} {wager}": cents for (position, wager), cents in sorted(envy_by_wager(events, against_dealer).items())
        },
        "net": {player: cents for account, cents in player_gains(events).items() if (player := account_player(account))},
        "meters": {each.id: each.value.numerator if each.value.denominator == 1 else str(each.value) for each in meters},
    }
    return {key: value for key, value in found.items() if value}


def _result_text(each: Any) -> str:
    """Return `win 2500 less 125`, or only the result where nothing is paid."""
    less = f" less {each.vigorish}" if each.vigorish else ""
    return f"{each.result} {each.cents}{less}" if each.cents or less else str(each.result)


# ---- TOML with a line for each entry of a list


def _long_text(key: str, text: str) -> str:
    """Return a text of many lines as it is, if TOML can say it so."""
    is_plain = "'''" not in text and not text.endswith("'") and all(each in "\n\t" or each.isprintable() for each in text)
    return f"{key} = '''\n{text}'''\n" if is_plain else tomli_w.dumps({key: text}, multiline_strings=True)


def _tables(name: str, content: Mapping[str, Any]) -> list[str]:
    """Return a table and those below it: plain values first."""
    plain = {key: value for key, value in content.items() if not _is_section(value)}
    lines = [f"{_key(key)} = {_listed(value)}" for key, value in plain.items()]
    text = [] if not name or (not plain and content) else ["\n".join([f"[{name}]", *lines, ""])]
    for key, value in content.items():
        if _is_section(value):
            text += _tables(f"{name}.{_key(key)}" if name else _key(key), value)
    return text


def _is_section(value: object) -> bool:
    return isinstance(value, dict)


def _listed(value: object) -> str:
    """Return a value. A list of tables has a line for each."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "\n".join(["[", *(f"    {_inline(part)}," for part in value), "]"])
    return _inline(value)


def _inline(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_inline(part)}' for key, part in value.items())} }}" if value else "{}"
    return str(value)


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _inline(key)
