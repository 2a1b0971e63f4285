"""Everything that an operator files under a rule book, and its readings, as plain values, for the command line and for pages."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.money import Cents
from houseway.regulation import Condition, FilingOption, Paytable, Reading, Regulation, Wager
from houseway.regulation.clauses.summaries import value_text
from houseway.regulation.settled import unsettled_wagers
from houseway.submission import schema
from houseway.submission.conditions import condition_words
from houseway.submission.options import allowed_values
from houseway.submission.schema import FiledKey

Section = tuple[str, Sequence[dict[str, str]]]
"""A heading, and entries: the first value names the entry, the second says what it is, the rest are details."""


def describe_reading(book: Regulation, reading: Reading) -> dict[str, object]:
    return {
        "id": reading.id,
        "subject": reading.subject,
        "clauses": [*reading.clauses, *reading.also_clauses],
        "problem": reading.problem,
        "choices": dict(reading.choices),
        "default": reading.default or "must be filed",
        "fixed": reading.is_fixed,
        "why": reading.why,
        "worth": reading.worth,
        "matters_if": condition_words(book, reading.when),
        "warnings": [{"if": condition_words(book, each.when), "says": each.says} for each in reading.warnings],
    }


def filing_sections(book: Regulation) -> Iterator[Section]:
    """Return what a submission may contain, section by section."""
    yield "the file", _key_entries(schema.FILE_KEYS)
    yield "wagers", [_wager_entry(book, wager) for wager in book.wagers.values() if wager.offered != "follows"]
    yield "keys of a wager", _key_entries(schema.WAGER_KEYS)
    yield "options", [_option_entry(book, option) for option in book.options.values()]
    yield "meters", [entry for table in book.paytables for entry in _meter_entries(book, table)]
    yield "keys of a meter", _key_entries(schema.METER_KEYS)
    yield (
        "approvals",
        [
            {"what": each.what, "about": each.title, "needed if": _words(book, each.when), "clause": each.clause.clause}
            for each in book.approvals.values()
        ],
    )
    yield "keys of an approval", _key_entries(schema.APPROVAL_KEYS)
    yield (
        "readings that can be filed",
        [_reading_entry(book, each) for each in book.readings.values() if not each.is_fixed],
    )
    yield (
        "restrictions",
        [
            {
                "clause": each.clause.clause,
                "about": each.says,
                "if": _words(book, each.when),
                "then": _words(book, each.needs),
                "code": each.code,
            }
            for each in book.restrictions
        ],
    )


def _key_entries(keys: Sequence[FiledKey]) -> list[dict[str, str]]:
    return [{"key": each.key, "about": each.about, "values": each.form} for each in keys]


def _wager_entry(book: Regulation, wager: Wager) -> dict[str, str]:
    return {
        "wager": f"wagers.{wager.id}",
        "about": wager.title,
        "values": _when_offered(book, wager),
        "paytable": " or ".join(table.letter for table in book.paytables_of(wager.id)),
        "envy paytable": " or ".join(table.letter for table in book.paytables_of(wager.envy[0]))
        if wager.envy_choice_clause
        else "",
        **_amounts(book, wager),
        "clause": wager.clause.clause,
    }


def _when_offered(book: Regulation, wager: Wager) -> str:
    if wager.id in unsettled_wagers(book):
        return "cannot be offered: houseway has no code that settles it"
    return f"offered {'always' if wager.offered == 'always' else 'or not'}"


def _amounts(book: Regulation, wager: Wager) -> dict[str, str]:
    """Return the range of stakes and odds that the book sets, in words."""
    stakes, least, odds = wager_amounts(book, wager)
    return {
        "stake": " or ".join(map(str, stakes)),
        "at least": str(least or ""),
        "odds": " to ".join(f"'{each}'" for each in odds),
        "same limits as": wager.equal_to,
    }


def wager_amounts(book: Regulation, wager: Wager) -> tuple[tuple[Cents, ...], Cents | None, tuple[str, ...]]:
    """Return the only stakes that the book allows for a wager, its smallest wager, and the range of its odds."""
    stakes, least = book.value_of(wager.stakes_value), book.value_of(wager.minimum_value)
    fixed = tuple(stake for stake in stakes if isinstance(stake, Cents)) if isinstance(stakes, tuple) else ()
    return fixed, least if isinstance(least, Cents) else None, tuple(str(book.value_of(key)) for key in wager.odds)


def _option_entry(book: Regulation, option: FilingOption) -> dict[str, str]:
    default = "" if option.default is None else str(option.default).lower()
    return {
        "option": option.key,
        "about": option.title,
        "values": allowed_values(book, option),
        "default": "none, it must be filed" if option.required else default,
        "clause": option.clause.clause,
    }


def _meter_entries(book: Regulation, table: Paytable) -> Iterator[dict[str, str]]:
    wager = book.wagers[table.wager]
    for name in table.meters:
        seed, rate = book.value_of(f"seed.{table.letter}.{name}"), book.value_of(f"rate-minimum.{table.letter}")
        yield {
            "meter": name,
            "about": f"pays under paytable {table.letter} of the {wager.title}",
            "seed and reset at least": str(seed or ""),
            "rate at least": value_text(rate) if isinstance(rate, Fraction) else "",
            "clause": str((wager.seed_clause or wager.clause).clause),
        }


def _reading_entry(book: Regulation, reading: Reading) -> dict[str, str]:
    return {
        "reading": reading.id,
        "about": reading.subject,
        "values": " or ".join(reading.choices),
        "default": reading.default or "none, it must be filed",
        "matters if": _words(book, reading.when),
    }


def _words(book: Regulation, condition: Condition) -> str:
    return condition_words(book, condition)
