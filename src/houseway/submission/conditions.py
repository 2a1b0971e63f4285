"""The conditions of a rule book in the operator's words: where each is filed, what it says, and what to write so that it holds."""

import json
from collections.abc import Sequence

from houseway.money import Cents
from houseway.regulation import Condition, FiledValue, Regulation, filing

_PREFIXES = (filing.OFFERS, filing.PAYTABLE, filing.STAKE, filing.FILED, filing.RAISED, filing.READING, filing.RESET)


def place_of(book: Regulation, name: str) -> str:
    """Return the place in a submission where the subject of a condition is filed."""
    prefix, asked = split_condition(name)
    match prefix:
        case filing.OFFERS:
            return f"wagers.{asked}"
        case filing.PAYTABLE:
            owner = next((wager.id for wager in book.wagers.values() if asked in wager.envy), None)
            return f"wagers.{owner}.envy" if owner else f"wagers.{asked}.paytable"
        case filing.STAKE:
            return f"wagers.{asked}.stake"
        case filing.RAISED:
            return f"wagers.{asked}.pays"
        case filing.READING:
            return f"readings.{asked}"
        case filing.RESET:
            return "meters"
        case _:
            return asked


def state_words(book: Regulation, name: str, *values: FiledValue | None) -> str:
    """Return in words that one of these values is filed."""
    prefix, asked = split_condition(name)
    held = any(value is True for value in values)
    match prefix:
        case filing.OFFERS:
            return f"the {book.wagers[asked].title} is {'offered' if held else 'not offered'}"
        case filing.FILED:
            return f"{asked} is {'filed' if held else 'not filed'}"
        case filing.RAISED:
            return f"the {book.wagers[asked].title} pays {'more than its paytable' if held else 'what its paytable says'}"
    said = join_or([_plain(value) for value in values])
    match prefix:
        case filing.PAYTABLE:
            return f"the paytable of the {book.wagers[asked].title} is {said}"
        case filing.STAKE:
            return f"the stake of the {book.wagers[asked].title} is {said}"
        case filing.READING:
            return f"reading {asked} is {said}"
        case filing.RESET:
            return f"the meter {asked} is reset to {said}"
        case _:
            return f"{asked} is {said}"


def condition_words(book: Regulation, condition: Condition) -> str:
    """Return a whole condition in words."""
    return " and ".join(state_words(book, name, *allowed) for name, allowed in condition.items())


def describe_condition(book: Regulation, condition: Condition) -> str:
    """Return a whole condition in the words of the form, where an option has its title instead of its key."""
    return " and ".join(_describe_state(book, name, allowed) for name, allowed in condition.items())


def _describe_state(book: Regulation, name: str, allowed: Sequence[FiledValue]) -> str:
    prefix, asked = split_condition(name)
    option = book.options.get(asked)
    if option is None or prefix not in ("", filing.FILED):
        return state_words(book, name, *allowed)
    title = f"“{option.title}”"
    if prefix == filing.FILED:
        return f"{title} is {'filed' if True in allowed else 'not filed'}"
    return f"{title} is {join_or([_spoken_value(value) for value in allowed])}"


def _spoken_value(value: FiledValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("-", " ")


def what_to_write(book: Regulation, name: str, allowed: Sequence[FiledValue]) -> str:
    """Return what an operator writes so that a condition holds."""
    prefix, asked = split_condition(name)
    place = place_of(book, name)
    if prefix in (filing.OFFERS, filing.FILED, filing.RAISED):
        if True not in allowed:
            return f"take out {place}"
        example = f" (houseway new {book.id} --offer {asked} shows how)" if prefix == filing.OFFERS else ""
        return f"{'offer' if prefix == filing.OFFERS else 'file'} {place}{example}"
    return filing_instruction(place, *allowed)


def filing_instruction(place: str, *values: FiledValue) -> str:
    """Return the line of a submission that files one of these values."""
    return f"write {place} = {join_or([toml_value(value) for value in values])}"


def toml_value(value: FiledValue | Sequence[FiledValue]) -> str:
    """Return a value as it is written in a submission."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str | Cents):
        return json.dumps(str(value), ensure_ascii=False)
    return f"[{', '.join(map(toml_value, value))}]"


def join_or(texts: Sequence[str]) -> str:
    *first, last = texts or ("nothing",)
    return f"{', '.join(first)} or {last}" if first else last


def split_condition(name: str) -> tuple[str, str]:
    """Return the prefix of a condition's name, and what is asked about."""
    prefix = next((each for each in _PREFIXES if name.startswith(each)), "")
    return prefix, name.removeprefix(prefix)


def _plain(value: FiledValue | None) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "nothing" if value is None else str(value)
