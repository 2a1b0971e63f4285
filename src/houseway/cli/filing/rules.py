"""`houseway rules`: the rule books, their clauses, paytables and readings."""

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.completion import complete_book, complete_clause_or_reading, complete_reading, expand_book
from houseway.cli.filing.rules_filing import filing
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.show import print_csv, print_json, print_line, print_table
from houseway.errors import Malformed
from houseway.formats.csv_text import named_values, parent_rows

if TYPE_CHECKING:
    from houseway.regulation import Clause, Reading, Regulation
    from houseway.regulation.clauses.coverage import Coverage

rules = typer.Typer(name="rules", no_args_is_help=True, help="Show the rule books: clauses, paytables, readings, coverage.")

rules.command()(filing)

Book = Annotated[
    str | None,
    typer.Argument(
        help="A rule book, as in md.pai-gow-poker; all of them by default.",
        callback=expand_book,
        autocompletion=complete_book,
    ),
]
Version = Annotated[str | None, typer.Option(help="A version of the book; the first by default.", show_default=False)]


def _load_books(book: str | None, version: str | None = None) -> "list[Regulation]":
    from houseway.regulation import book_ids, load_book

    if version and book is None:
        raise Malformed(
            f"version {version!r} is given, but no book: name the book", code="rules.version", given=version, allowed=book_ids()
        )
    return [load_book(each) for each in book_ids()] if book is None else [load_book(book, version)]


@rules.command("list")
def list_books(book: Book = None, version: Version = None, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """List the rule books, or the clauses of one."""
    if book is not None:
        (regulation,) = _load_books(book, version)
        _list_clauses(regulation, as_json, as_csv)
        return
    from houseway.regulation.clauses.summaries import summarize_book

    summaries = [summarize_book(regulation) for regulation in _load_books(None, version)]
    if as_json:
        print_json(summaries)
        return
    if as_csv:
        print_csv(summaries)
        return
    columns = [column for column in summaries[0] if column not in ("source", "versions")]
    print_table(columns, [[str(each[column]) for column in columns] for each in summaries])
    print_table(("", ""), [(str(each["book"]), f"{each['source']} [{each['versions']}]") for each in summaries], "\nsources")
    print_table(("", ""), _BOOK_LEGEND, "\nlegend")


_BOOK_LEGEND = (
    ("short", "a shorter name, which every command takes for the book"),
    ("dated", "the date that the text bears; undated if it bears none"),
    ("clauses", "number of rules in the text; houseway rules list BOOK shows them"),
    ("paytables", "number of lists of payouts; houseway rules paytables BOOK"),
    ("readings", "number of places that the text leaves unclear; houseway rules readings BOOK"),
    ("sources", "whose text it is, with its versions in brackets; the first one holds if none is named"),
)
_CLAUSE_LEGEND = (
    ("kind", "the subject of the clause"),
    (
        "by",
        "what carries it out: data of the book, code of the game, the console of dealer and floorperson, the equipment, the layout,"
        " the check of a submission, or nothing; houseway rules show BOOK CLAUSE says more",
    ),
    ("gist", "what it says, in our own words"),
)


def _list_clauses(regulation: "Regulation", as_json: bool, as_csv: bool) -> None:
    rows = [(clause.id, clause.kind.value, clause.by.value, clause.gist) for clause in regulation.clauses.values()]
    columns = ("clause", "kind", "by", "gist")
    if as_json or as_csv:
        (print_json if as_json else print_csv)([dict(zip(columns, row)) for row in rows])
        return
    print_table(columns, rows)
    print_table(("", ""), _CLAUSE_LEGEND, "\nlegend")


@rules.command()
def show(
    book: Annotated[
        str,
        typer.Argument(help="A rule book, as in md.pai-gow-poker.", callback=expand_book, autocompletion=complete_book),
    ],
    clause: Annotated[
        str,
        typer.Argument(
            help="A clause of it, as in '13.B(1)', or a reading, as in PG-26.", autocompletion=complete_clause_or_reading
        ),
    ],
    version: Version = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show a clause: its summary and values, the functions that carry it out, the tests that cite it, and its readings.

    For a reading: what it is about, its choices, the default and why, what it is worth, what `check` warns of, and its clauses.

    code: functions that carry it out. value: functions that ask for what it sets. named: the constants in the code that name it.
    data: its entries in the book. test: tests that cite it. round: golden rounds that do (see `houseway settle FILE --why`).
    """
    (regulation,) = _load_books(book, version)
    if clause not in regulation.clauses and clause.upper() in regulation.readings:
        _show_readings([regulation], clause, as_json, as_csv)
        return
    if clause not in regulation.clauses:
        _check_not_elsewhere(regulation, clause)
    found = regulation.clause(clause)
    if as_json:
        print_json(_describe_clause(regulation, found))
    elif as_csv:
        print_csv(named_values(_describe_clause(regulation, found)))
    else:
        _print_clause(regulation, found)


def _check_not_elsewhere(regulation: "Regulation", id_: str) -> None:
    """Refuse the clause or reading of another book, and name the book."""
    from houseway.regulation import book_ids

    others = [other for other in _load_books(None, None) if other.id != regulation.id]
    owners = [other.id for other in others if id_ in other.clauses or id_.upper() in other.readings]
    if owners:
        raise Malformed(
            f"{regulation.id} has no {id_!r}; it is in {' and '.join(owners)}: houseway rules show {owners[0]} {shlex.quote(id_)}",
            code="book.elsewhere",
            given=id_,
            allowed=book_ids(),
        )


def _describe_clause(regulation: "Regulation", clause: "Clause") -> "dict[str, object]":
    """Describe a clause, with paths as somebody in this folder would open them."""
    from pathlib import Path

    from houseway.regulation.clauses.summaries import describe_clause

    return describe_clause(regulation, clause, Path.cwd())


def _print_clause(regulation: "Regulation", clause: "Clause") -> None:
    from houseway.regulation.clauses.summaries import value_text

    about = _describe_clause(regulation, clause)
    print_line(f"{regulation.id} {clause.id}  ({clause.kind.value}, {regulation.version})", "bold")
    print_line(clause.gist)
    lines = [
        ("by", f"{clause.by.value}{f': {clause.reason}' if clause.reason else ''}"),
        ("duty of", str(clause.duty or "")),
        ("state", _state_text(about)),
        ("proof", _proof_text(about["proof"])),  # type: ignore[arg-type]
        ("sets", ", ".join(f"{key} = {value_text(value)}" for key, value in clause.values.items())),
        ("see", ", ".join(see.clause for see in clause.see)),
        ("modelled on", str(clause.modelled_on or "")),
        *(("pays", row) for row in about["rows"]),  # type: ignore[attr-defined]
        *_code_lines(about["functions"], "code"),  # type: ignore[arg-type]
        *_code_lines(about["constants"], "named"),  # type: ignore[arg-type]
        *(("order", place.partition(": ")[2]) for place in about["code"] if ".orders: " in place),  # type: ignore[attr-defined]
        *(("data", place) for place in about["data"]),  # type: ignore[attr-defined]
        *(("reading", f"{reading.id}: {reading.problem}") for reading in regulation.readings_about(clause.citation)),
    ]
    print_table(("", ""), [(name, text) for name, text in lines if text])


def _state_text(about: "dict[str, object]") -> str:
    """Say how far the clause has come, and why it is not proved if only that is missing."""
    return f"{about['state']}: {about['reason']}" if about["state"] == "carried out" else str(about["state"])


def _proof_text(proof: "dict[str, str] | None") -> str:
    """Say which mutant was killed by which test."""
    return f"{proof['test']} notices: {proof['mutant']}" if proof else ""


def _code_lines(places: "Sequence[dict[str, str]]", label: str) -> "Iterator[tuple[str, str]]":
    for each in places:
        asks = f" asks for {each['asks_for']}" if "asks_for" in each else ""
        summary = f" — {each['summary']}" if each["summary"] else ""
        yield ("value" if asks else label), f"{each['place']}  {each['name']}{asks}{summary}"


@rules.command()
def paytables(book: Book = None, version: Version = None, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Show every paytable, row by row, with the clause of each."""
    from houseway.analysis.exact import group_digits

    books = _load_books(book, version)
    if as_json or as_csv:
        from houseway.regulation.clauses.summaries import describe_paytable

        found = [describe_paytable(regulation, table) for regulation in books for table in regulation.paytables]
        print_json(found) if as_json else print_csv(parent_rows(found, "rows"))
        return
    for regulation in books:
        for table in regulation.paytables:
            title = f"{regulation.id}  {regulation.wagers[table.wager].title}, paytable {table.letter}  ({table.clause.clause})"
            rows = [
                (row.hand.replace("-", " "), group_digits(str(row.pays)), row.clause.clause, row.reading) for row in table.rows
            ]
            print_table(("hand", "pays", "clause", "reading"), rows, title)
            print_line()


@rules.command()
def readings(
    book: Book = None,
    reading: Annotated[
        str | None,
        typer.Argument(help="One reading of the book, as in PG-26.", autocompletion=complete_reading, show_default=False),
    ] = None,
    version: Version = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show where the texts contradict themselves, break off or are silent, and which reading applies.

    A reading may be named without its book, as in `houseway rules readings PG-26`.
    """
    if reading is None and book is not None:
        book, reading = _book_of_reading(book)
    found = _load_books(book, version)
    if reading and len(found) == 1 and reading.upper() not in found[0].readings:
        _check_not_elsewhere(found[0], reading)
    _show_readings(found, reading, as_json, as_csv)


def _book_of_reading(name: str) -> tuple[str, str | None]:
    """Return a book as it is, or the book of a reading that was named without it."""
    from houseway.regulation import book_ids, load_book

    if name in book_ids():
        return name, None
    owner = next((book for book in book_ids() if name.upper() in load_book(book).readings), None)
    return (owner, name) if owner is not None else (name, None)


def _show_readings(books: "Sequence[Regulation]", id_: str | None, as_json: bool, as_csv: bool) -> None:
    """Show all readings of some books, or one of a book."""
    found = [(book, each) for book in books for each in ([book.reading(id_)] if id_ else book.readings.values())]
    if as_json or as_csv:
        from houseway.submission.filing_form import describe_reading

        shown = [describe_reading(book, each) for book, each in found]
        if as_csv:
            print_csv(_choice_rows(found))
        else:
            print_json(shown[0] if id_ else shown)
        return
    for book, each in found:
        _print_reading(book, each)


def _choice_rows(found: "Sequence[tuple[Regulation, Reading]]") -> "Iterator[dict[str, object]]":
    """Yield a record of each choice of each reading."""
    from houseway.submission.filing_form import describe_reading

    for book, each in found:
        shown = describe_reading(book, each)
        del shown["choices"], shown["warnings"]
        for choice, meaning in each.choices.items():
            yield {
                "book": book.id,
                "id": each.id,
                "choice": choice,
                "meaning": meaning,
                "taken": choice == each.default,
            } | shown


def _print_reading(book: "Regulation", reading: "Reading") -> None:
    from houseway.submission.conditions import condition_words, toml_value

    choices = [(name + (" (taken)" if name == reading.default else ""), text) for name, text in reading.choices.items()]
    lines = [
        ("clauses", ", ".join([*(clause.clause for clause in reading.clauses), *reading.also_clauses])),
        *choices,
        ("why", reading.why),
        ("worth", reading.worth),
        ("matters if", condition_words(book, reading.when)),
        *(("check warns", f"{each.says} (if {condition_words(book, each.when)})") for each in reading.warnings),
        ("to file", "" if reading.is_fixed else f"readings.{reading.id} = {' or '.join(map(toml_value, reading.choices))}"),
    ]
    taken = f"{'fixed' if reading.is_fixed else 'default'}: {reading.default}" if reading.default else "must be filed"
    print_line(f"{reading.id}  {reading.subject}  ({taken})", "bold")
    print_line(reading.problem)
    print_table(("", ""), [line for line in lines if line[1]])
    print_line()


@rules.command()
def coverage(book: Book = None, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Count clauses by state: proved, carried out, recorded, not carried out; list all that are not proved.

    proved: a mutant that carries the clause out wrongly is killed by a test that bears its id. carried out: code or data does it,
    and no mutant of it was killed yet. recorded: a duty of people; the program can note a breach. Each of the
    others is listed with the reason.
    """
    from houseway.regulation.clauses.coverage import count_coverage as count

    counts = {regulation.id: count(regulation) for regulation in _load_books(book)}
    if as_json:
        print_json({"books": {id_: each.to_json() for id_, each in counts.items()}})
        return
    if as_csv:
        print_csv(row for id_, each in counts.items() for row in _coverage_rows(id_, each))
        return
    rows = [
        (id_, *map(str, (c.clauses, len(c.proved), len(c.carried_out), len(c.recorded), len(c.not_carried_out))))
        for id_, c in counts.items()
    ]
    print_table(("book", "clauses", "proved", "carried out", "recorded", "not carried out"), rows)
    for id_, each in counts.items():
        _print_unproved(id_, each)


def _coverage_rows(book: str, counts: "Coverage") -> "Iterator[dict[str, str]]":
    """Yield a record of each clause of a book."""
    for clause in counts.proved:
        yield {"book": book, "clause": clause, "state": "proved", "duty": "", "reason": ""}
    for state, clauses in (("carried out", counts.carried_out), ("not carried out", counts.not_carried_out)):
        for clause, reason in clauses.items():
            yield {"book": book, "clause": clause, "state": state, "duty": "", "reason": reason}
    for each in counts.recorded:
        yield {"book": book, "clause": each.id, "state": "recorded", "duty": str(each.duty), "reason": each.reason}


def _print_unproved(book: str, counts: "Coverage") -> None:
    if counts.not_carried_out:
        print_line(f"\n{book}: {len(counts.not_carried_out)} not carried out", "bold")
        print_table(("clause", "why"), list(counts.not_carried_out.items()))
    if counts.recorded:
        print_line(f"\n{book}: {len(counts.recorded)} recorded", "bold")
        rows = [(clause.id, str(clause.duty), clause.reason) for clause in counts.recorded]
        print_table(("clause", "duty of", "why no program could do it"), rows)
    if counts.carried_out:
        print_line(f"\n{book}: {len(counts.carried_out)} carried out, without proof", "bold")
        print_table(("clause", "why it is not proved"), list(counts.carried_out.items()))


@rules.command()
def policies(book: Book = None, version: Version = None, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Show where the rule books differ: every policy with its choices, and each book's choice with its clauses."""
    from houseway.regulation.clauses.summaries import describe_policies, describe_policy_questions

    found = describe_policy_questions() if book is None else list(describe_policies(_load_books(book, version)[0]))
    if as_json:
        print_json(found)
    elif as_csv:
        print_csv(found)
    else:
        print_table(list(found[0]) if found else (), [list(each.values()) for each in found])
