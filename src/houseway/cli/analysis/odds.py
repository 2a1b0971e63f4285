"""`houseway odds`: exact odds of the optional wagers of a rule book or a submission."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.analysis.pairs import parse_amount, parse_pairs
from houseway.cli.completion import complete_book, complete_paytable, complete_reading_choice, complete_wager, expand_book
from houseway.cli.filing.check import rules_of_passing_file
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.show import print_csv, print_json, print_line, print_table
from houseway.errors import Malformed
from houseway.input_files import file_exists

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from houseway.analysis import WagerOdds
    from houseway.regulation import Regulation
    from houseway.submission import Rules

Source = Annotated[
    str,
    typer.Argument(
        help="A rule book, as in md.pai-gow-poker, a Rules Submission, or the file of a wager of your own (TOML).",
        callback=expand_book,
        autocompletion=complete_book,
        show_default=False,
    ),
]
Wager = Annotated[
    str | None,
    typer.Option(help="Show only this wager, row by row.", autocompletion=complete_wager, show_default=False),
]
Table = Annotated[
    str | None,
    typer.Option(
        help="Show only this paytable, by its letter; or a paytable of your own, as in 'flush=4 to 1; straight=2 to 1'.",
        autocompletion=complete_paytable,
        show_default=False,
    ),
]
Stake = Annotated[str | None, typer.Option(help="The stake, as in '$5'.", show_default=False)]
Meter = Annotated[
    list[str] | None, typer.Option(help="The amount on a meter, as in mega=25000; may be repeated.", show_default=False)
]
Reading = Annotated[
    list[str] | None,
    typer.Option(
        help="A reading to try, as in PG-04=highest-ranking; may be repeated.",
        autocompletion=complete_reading_choice,
        show_default=False,
    ),
]
Version = Annotated[str | None, typer.Option(help="A version of the book; the first by default.", show_default=False)]
PERCENT_PLACES, DEVIATION_PLACES = 4, 4


def odds(
    source: Source,
    wager: Wager = None,
    paytable: Table = None,
    stake: Stake = None,
    meter: Meter = None,
    reading: Reading = None,
    version: Version = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Count the odds of every optional wager: combinations, house edge, hit frequency, standard deviation, break-even meters.

    For a rule book every paytable is listed; for a submission the wagers that it offers. The edge is a share of the wager's own
    stake. The value of an envy bonus is a share of the stake that earns it, for each other player's hand.

    \b
    Examples:
      houseway odds md.pai-gow-poker
      houseway odds md.ultimate-texas-holdem --wager trips --paytable A
      houseway odds mine.toml
      houseway odds my-wager.toml
      houseway odds md.pai-gow-poker --wager progressive --paytable A --meter meter=150000 --json
      houseway odds md.four-card-poker --wager aces-up --paytable "four-of-a-kind=50 to 1; pair-of-aces=2 to 1"
    """
    counted_from, only = _odds_source(source, version)
    wager = wager or only
    found = _find_odds(counted_from, wager, paytable, stake, meter or [], reading or [])
    if as_json:
        _print_json(source, counted_from, found)
    elif as_csv:
        _print_csv(found)
    elif not found:
        print_line(f"{source} offers no optional wager, so there are no odds to count")
    else:
        _show_odds(source, found, in_full=wager is not None or not _is_book(source))
    if wager is None and not as_json:
        _print_uncounted(counted_from, is_aside=as_csv)


def _print_json(source: str, counted_from: "Regulation | Rules", found: "tuple[WagerOdds, ...]") -> None:
    from houseway.analysis.games import uncounted_wagers
    from houseway.analysis.odds.spot import pairs_on_one_spot

    together: dict[str, Any] = {} if _is_book(source) else {"spot": pairs_on_one_spot(found)}
    if uncounted := uncounted_wagers(counted_from):
        together["not_counted"] = uncounted
    print_json({"book": _book_id(counted_from), "wagers": [each.to_json() for each in found], **together})


def _print_uncounted(source: "Regulation | Rules", is_aside: bool) -> None:
    """Name the wagers that no row is about, because no code settles them. Beside CSV they are named on standard error."""
    from houseway.analysis.games import uncounted_wagers
    from houseway.submission import Rules

    book = source.regulation if isinstance(source, Rules) else source
    for wager in uncounted_wagers(source):
        said = f"not counted: the {book.wager(wager).title}, because houseway has no code that settles it"
        print(f"houseway: {said}", file=sys.stderr) if is_aside else print_line(said)


def _find_odds(
    source: "Regulation | Rules",
    wager: str | None,
    paytable: str | None,
    stake: str | None,
    meters: list[str],
    readings: list[str],
) -> "tuple[WagerOdds, ...]":
    from houseway.analysis import all_odds
    from houseway.analysis.decisive_odds import with_decisive_readings

    given = parse_pairs(readings, "PG-04=highest-ranking", "odds.pair")
    found = all_odds(
        source,
        wager,
        _parse_rows(paytable) if paytable and "=" in paytable else paytable,
        stake=None if stake is None else parse_amount(stake),
        meters={name: parse_amount(amount) for name, amount in parse_pairs(meters, "mega=25000", "odds.pair").items()},
        readings=given,
    )
    return tuple(with_decisive_readings(source, each, given) for each in found)


def _book_id(source: "Regulation | Rules") -> str:
    from houseway.submission import Rules

    return source.book if isinstance(source, Rules) else source.id


def _is_book(source: str) -> bool:
    from houseway.regulation import book_ids

    return source in book_ids()


def _odds_source(source: str, version: str | None) -> "tuple[Regulation | Rules, str | None]":
    """Return what is counted; with the file of a wager of one's own also its id, because only that wager is asked about."""
    from houseway.regulation import book_ids, load_book
    from houseway.regulation.shelf import book_hint

    if _is_book(source):
        return load_book(source, version), None
    file = Path(source)
    if file.suffix != ".toml" and not file_exists(file):
        raise Malformed(
            f"{source!r} is neither a rule book nor a file; {book_hint(source)}",
            code="odds.source",
            given=source,
            allowed=book_ids(),
        )
    if version is not None:
        raise Malformed(
            "a file names its version of the book, so --version is for a rule book only",
            code="odds.version",
            given=version,
            allowed="nothing",
        )
    return _read_source(file)


def _read_source(file: Path) -> "tuple[Regulation | Rules, str | None]":
    from houseway.files.own_wagers.draft_check import check_draft
    from houseway.files.own_wagers.wager_file import own_wager_in

    draft = own_wager_in(file)
    return (check_draft(draft).book, draft.id) if draft else (rules_of_passing_file(file), None)


def _parse_rows(text: str) -> dict[str, str]:
    """Parse a paytable from the command line."""
    return parse_pairs((part for part in text.split(";") if part.strip()), "flush=4 to 1; straight=2 to 1", "odds.pair")


# Output for people


def _show_odds(source: str, found: "tuple[WagerOdds, ...]", in_full: bool) -> None:
    from houseway.analysis.exact import as_decimal, as_percent
    from houseway.analysis.odds.wager import distinct_odds

    print_line(f"{found[0].book} ({found[0].book_version})", "bold")
    print_table(
        ("wager", "paytable", "stake", "house edge", "hit frequency", "deviation"),
        [
            (
                each.title,
                each.paytable,
                _stake_text(each),
                as_percent(each.house_edge, PERCENT_PLACES),
                as_percent(each.hit_frequency, PERCENT_PLACES),
                as_decimal(each.standard_deviation, DEVIATION_PLACES),
            )
            for each in found
        ],
        wrap_first=True,
    )
    _show_meters(found, "the lowest that the book allows" if _is_book(source) else "as filed")
    if not in_full:
        print_line(f"\nRow by row: houseway odds {source} --wager {found[0].wager} [--paytable {found[0].paytable}]")
        return
    for each in distinct_odds(found):
        _show_rows(each)
    _show_spot(found)


def _show_meters(found: "tuple[WagerOdds, ...]", default: str) -> None:
    """Show the assumed amounts of the meters, their defaults, and the amounts at which the wager breaks even."""
    rows = [
        (each.title, each.paytable, _stake_text(each), _meters_text(each.meters), _break_even_text(each))
        for each in found
        if each.meters
    ]
    if rows:
        print_line(f"\nCounted with these amounts on the meters (--meter NAME=AMOUNT sets others; by default {default})")
        print_table(("wager", "paytable", "stake", "meters", "break-even, one meter alone"), rows)


def _stake_text(each: "WagerOdds") -> str:
    return str(each.stake) if each.depends_on_stake else "any"


def _meters_text(amounts: "Mapping[str, Fraction | None]") -> str:
    from houseway.analysis.exact import as_dollars

    return ", ".join(f"{name} {'never' if shows is None else as_dollars(shows)}" for name, shows in amounts.items())


def _break_even_text(each: "WagerOdds") -> str:
    return _meters_text(each.break_even)


def _show_rows(each: "WagerOdds") -> None:
    from houseway.analysis.exact import as_decimal, as_dollars, as_ratio, group_digits

    print_line()
    rows = [
        (
            row.hand.replace("-", " "),
            f"{row.combinations:,}",
            as_decimal(row.combinations / _fraction_text(each.total), 10),
            "" if row.pays is None else group_digits(str(row.pays)),
            as_decimal(row.contribution, 10),
            row.clause.clause if row.clause else "",
        )
        for row in each.rows
    ]
    rows.append(("", f"{each.total:,}", "", "", as_decimal(each.expected_value, 10), ""))
    title = f"{each.title}, paytable {each.paytable}{f', at {each.stake}' if each.depends_on_stake else ''}"
    print_table(("hand", "combinations", "probability", "pays", "contribution", "clause"), rows, title)
    facts = [
        ("expected value", f"{as_ratio(each.expected_value)} {each.denominator}"),
        *(("meter", f"{name} at {as_dollars(shows)}") for name, shows in each.meters.items()),
        ("by meter", _meter_lines(each)),
        ("break-even", _break_even_text(each)),
        ("payout limit", str(each.limit) if each.limit else ""),
        ("readings", ", ".join(f"{id_} {choice}" for id_, choice in each.readings.items())),
        ("method", each.method),
        *(("assumptions", text) for text in each.assumptions),
    ]
    print_table(("", ""), [fact for fact in facts if fact[1]])


def _meter_lines(each: "WagerOdds") -> str:
    from houseway.analysis.exact import as_decimal

    parts = [
        f"{as_decimal(part, 12)} for each dollar on the meter {name}" for name, part in each.value_per_meter_dollar.items()
    ]
    return " + ".join([as_decimal(each.fixed_value, 10), *parts]) if parts else ""


def _fraction_text(number: int) -> "Fraction":
    from fractions import Fraction

    return Fraction(number)


def _show_spot(found: "tuple[WagerOdds, ...]") -> None:
    """Show the correlations of the wagers on one spot, if they are counted."""
    from houseway.analysis.odds.spot import pairs_on_one_spot

    pairs: list[dict[str, Any]] = pairs_on_one_spot(found)
    rows = [(*pair["wagers"], f"{float(pair['correlation']):.6f}") for pair in pairs]
    if rows:
        print_line()
        print_table(("wager", "wager", "correlation"), rows, "On one spot")


# Output for programs

_CSV_COLUMNS = ("book", "wager", "paytable", "stake", "hand", "combinations", "pays", "contribution", "total")
_SUMMARY_COLUMNS = ("expected_value", "house_edge", "hit_frequency", "standard_deviation")


def _print_csv(found: "tuple[WagerOdds, ...]") -> None:
    rows = ({**each.to_json(), **row.to_json()} for each in found for row in each.rows)
    print_csv(rows, (*_CSV_COLUMNS, *_SUMMARY_COLUMNS))
