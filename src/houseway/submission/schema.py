"""The keys of a submission file, in words: of the file itself, and of its wagers, meters and approvals."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FiledKey:
    """A key, the form of its value, and what it is for."""

    key: str
    form: str
    about: str


FILE_KEYS = (
    FiledKey("book", "the id of a rule book, in quotes", "the rule book under which it is filed; must be there"),
    FiledKey("version", "a version of the book, in quotes", "the version of the book; the first one if it is left out"),
    FiledKey("facility", "a name, in quotes", "the casino, as it is printed on layouts and signs; must be there"),
    FiledKey(
        "wagers", "[wagers.NAME] with the keys of a wager", "every wager that is offered; those offered always must be there"
    ),
    FiledKey("meters", "a list of tables, [[meters]]", "one entry for each meter from which an offered paytable pays"),
    FiledKey("approvals", "a list of tables, [[approvals]]", "one entry for each approval on file"),
    FiledKey("readings", "[readings] with ID = choice", "the choice in a reading, if it is not the default"),
)
"""Every other key of the file is an option of the book."""

WAGER_KEYS = (
    FiledKey("minimum", 'an amount, as in "$5"', "the smallest wager"),
    FiledKey("maximum", 'an amount, as in "$100"', "the largest wager"),
    FiledKey("paytable", 'a letter, as in "A"', "the paytable; may be left out if the wager has only one"),
    FiledKey("stake", 'an amount, or a list as in ["$1", "$5"]', "the only stakes, in place of minimum and maximum"),
    FiledKey("envy", 'a letter, as in "A"', "the paytable of the envy bonus, if it is filed by itself"),
    FiledKey("odds", 'as in "6 to 1"', "the odds, if the book sets a range"),
    FiledKey("pays", 'a table, as in { flush = "5 to 1" }', "payouts above those of the paytable, if the book allows them"),
)

METER_KEYS = (
    FiledKey("wager", "the id of a wager, in quotes", "the wager whose paytable pays from the meter"),
    FiledKey("name", "a name, in quotes", "the meter's name in that paytable"),
    FiledKey("seed", 'an amount, as in "$10,000"', "the amount with which the meter starts"),
    FiledKey("reset", 'an amount, as in "$10,000"', "the amount to which it is reset when all of it is won"),
    FiledKey("rate", 'a share, as in "20%"', "the share of each wager by which it grows"),
    FiledKey("tables", 'a list, as in ["T-1", "T-2"]', "the tables that share it; may be left out"),
)

APPROVAL_KEYS = (
    FiledKey("what", "what was approved, in quotes", "one of the approvals that the book asks for"),
    FiledKey("reference", "a text", "the number or name under which the approval is on file"),
    FiledKey("date", "a date, as in 2026-01-31, without quotes", "the date of the approval"),
)


def key_names(keys: tuple[FiledKey, ...]) -> tuple[str, ...]:
    return tuple(each.key for each in keys)
