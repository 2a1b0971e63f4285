"""`houseway rules`: the rule books, their clauses, paytables and readings."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.show import print_json, print_line, print_table
from houseway.errors import Malformed

if TYPE_CHECKING:
    from pathlib import Path

    from houseway.regulation import Clause, Condition, FilingOption, Paytable, Reading, Regulation, Row
    from houseway.regulation.carriers import Carrier
    from houseway.regulation.coverage import Coverage

rules = typer.Typer(name="rules", no_args_is_help=True, help="Show the rule books: clauses, paytables, readings, coverage.")

Book = Annotated[str | None, typer.Argument(help="A rule book, as in md.pai-gow-poker; all of them by default.")]
Version = Annotated[str | None, typer.Option(help="A version of the book; the first by default.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def _load_books(book: str | None, version: str | None = None) -> "list[Regulation]":
    from houseway.regulation import books, load

    if version and book is None:
        raise Malformed(
            f"version {version!r} is given, but no book: name the book", code="rules.version", given=version, allowed=books()
        )
    return [load(each) for each in books()] if book is None else [load(book, version)]


@rules.command("list")
def list_books(book: Book = None, version: Version = None, as_json: Json = False) -> None:
    """List the rule books, or the clauses of one."""
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    if book is not None:
        (regulation,) = _load_books(book, version)
        rows = [(clause.id, clause.kind.value, clause.by.value, clause.gist) for clause in regulation.clauses.values()]
        columns = ("clause", "kind", "by", "gist")
    else:
        rows = [_book_summary(regulation) for regulation in _load_books(None, version)]
        columns = ("book", "clauses", "paytables", "readings", "source")
    if as_json:
        print_json([{column: int(cell) if cell.isdigit() else cell for column, cell in zip(columns, row)} for row in rows])
    else:
        print_table(columns, rows)


def _book_summary(regulation: "Regulation") -> tuple[str, ...]:
    counts = (len(regulation.clauses), len(regulation.paytables), len(regulation.readings))
    return (regulation.id, *map(str, counts), f"{regulation.jurisdiction}: {regulation.source} [{regulation.version}]")


@rules.command()
def show(
    book: Annotated[str, typer.Argument(help="A rule book, as in md.pai-gow-poker.")],
    clause: Annotated[str, typer.Argument(help="A clause of it, as in '13.B(1)'.")],
    version: Version = None,
    as_json: Json = False,
) -> None:
    """Show a clause: its gist and values, the functions that carry it out, the tests that cite it, and its readings.

    code: functions that carry it out. value: functions that ask for what it sets. named: the constants in the code that name it.
    data: its entries in the book. test: tests that cite it. round: golden rounds that do (see `houseway settle FILE --why`).
    """
    (regulation,) = _load_books(book, version)
    found = regulation.clause(clause)
    if as_json:
        print_json(_clause_json(regulation, found))
    else:
        _print_clause(regulation, found)


def _clause_json(regulation: "Regulation", clause: "Clause") -> dict[str, object]:
    from houseway.regulation.carriers import carriers, naming_constants
    from houseway.regulation.coverage import citing_tests, code_places
    from houseway.regulation.loader import data_lines

    return {
        "book": regulation.id,
        "version": regulation.version,
        "clause": clause.id,
        "kind": clause.kind.value,
        "gist": clause.gist,
        "carried_out_by": clause.by.value,
        "reason": clause.reason,
        "values": {key: _value_text(value) for key, value in clause.values.items()},
        "see": [see.clause for see in clause.see],
        "modelled_on": clause.modelled_on,
        "code": list(code_places(clause.citation)),
        "functions": [_place_json(each) for each in carriers(regulation, clause)],
        "constants": [_place_json(each) for each in naming_constants(clause)],
        "data": [f"{_shown(file)}:{line}" for file, line in data_lines(regulation, clause)],
        "tests": list(citing_tests(clause.citation)),
        "readings": [reading.id for reading in regulation.readings_about(clause.citation)],
        "rows": [
            _row_text(table, row.hand, str(row.pays))
            for table in regulation.paytables
            for row in _rows_under_clause(table, clause.id)
        ],
    }


def _place_json(carrier: "Carrier") -> dict[str, object]:
    asks = {"asks_for": carrier.asks} if carrier.asks else {}
    return {"place": f"{_shown(carrier.path)}:{carrier.line}", "name": carrier.name, "summary": carrier.summary, **asks}


def _shown(path: "Path") -> str:
    """A path as somebody in this folder would open it."""
    from pathlib import Path

    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def _rows_under_clause(table: "Paytable", clause: str) -> "Sequence[Row]":
    if table.clause.clause == clause:
        return table.rows
    return [row for row in table.rows if row.clause.clause == clause]


def _row_text(table: "Paytable", hand: str, pays: str) -> str:
    return f"{table.wager} {table.letter}: {hand.replace('-', ' ')} {pays}"


def _print_clause(regulation: "Regulation", clause: "Clause") -> None:
    about = _clause_json(regulation, clause)
    print_line(f"{regulation.id} {clause.id}  ({clause.kind.value}, {regulation.version})", "bold")
    print_line(clause.gist)
    lines = [
        ("by", f"{clause.by.value}{f': {clause.reason}' if clause.reason else ''}"),
        ("sets", ", ".join(f"{key} = {_value_text(value)}" for key, value in clause.values.items())),
        ("see", ", ".join(see.clause for see in clause.see)),
        ("modelled on", str(clause.modelled_on or "")),
        *(("pays", row) for row in about["rows"]),  # type: ignore[attr-defined]
        *_code_lines(about["functions"], "code"),  # type: ignore[arg-type]
        *_code_lines(about["constants"], "named"),  # type: ignore[arg-type]
        *(("order", place.partition(": ")[2]) for place in about["code"] if ".orders: " in place),  # type: ignore[attr-defined]
        *(("data", place) for place in about["data"]),  # type: ignore[attr-defined]
        *(("round" if test.endswith(".toml") else "test", test) for test in about["tests"]),  # type: ignore[attr-defined]
        *(("reading", f"{reading.id}: {reading.problem}") for reading in regulation.readings_about(clause.citation)),
    ]
    print_table(("", ""), [(name, text) for name, text in lines if text])


def _code_lines(places: "Sequence[dict[str, str]]", label: str) -> "Iterator[tuple[str, str]]":
    for each in places:
        asks = f" asks for {each['asks_for']}" if "asks_for" in each else ""
        summary = f" — {each['summary']}" if each["summary"] else ""
        yield ("value" if asks else label), f"{each['place']}  {each['name']}{asks}{summary}"


def _value_text(value: object) -> str:
    from fractions import Fraction

    if isinstance(value, Fraction):
        return f"{value * 100}%"
    return ", ".join(map(_value_text, value)) if isinstance(value, tuple) else str(value)


@rules.command()
def paytables(book: Book = None, version: Version = None, as_json: Json = False) -> None:
    """Show every paytable, row by row, with the clause of each."""
    books = _load_books(book, version)
    if as_json:
        print_json([_paytable_json(regulation, table) for regulation in books for table in regulation.paytables])
        return
    for regulation in books:
        for table in regulation.paytables:
            title = f"{regulation.id}  {regulation.wagers[table.wager].title}, paytable {table.letter}  ({table.clause.clause})"
            rows = [(row.hand.replace("-", " "), str(row.pays), row.clause.clause, row.reading) for row in table.rows]
            print_table(("hand", "pays", "clause", "reading"), rows, title)
            print_line()


def _paytable_json(regulation: "Regulation", table: "Paytable") -> dict[str, object]:
    rows = [{"hand": row.hand, "pays": str(row.pays), "clause": row.clause.clause} for row in table.rows]
    return {"book": regulation.id, "wager": table.wager, "paytable": table.letter, "rows": rows}


@rules.command()
def readings(book: Book = None, version: Version = None, as_json: Json = False) -> None:
    """Show where the texts contradict themselves, break off or are silent, and which reading applies."""
    found = [(regulation, reading) for regulation in _load_books(book, version) for reading in regulation.readings.values()]
    if as_json:
        print_json([_reading_json(reading) for _, reading in found])
        return
    for _, reading in found:
        _print_reading(reading)


def _reading_json(reading: "Reading") -> dict[str, object]:
    return {
        "id": reading.id,
        "clauses": [*reading.clauses, *reading.also_clauses],
        "problem": reading.problem,
        "choices": dict(reading.choices),
        "default": reading.default or "must be filed",
        "fixed": reading.is_fixed,
        "why": reading.why,
        "worth": reading.worth,
    }


def _print_reading(reading: "Reading") -> None:
    taken = reading.default or "must be filed"
    choices = [(name + (" (taken)" if name == reading.default else ""), text) for name, text in reading.choices.items()]
    lines = [
        ("clauses", ", ".join([*(clause.clause for clause in reading.clauses), *reading.also_clauses])),
        *choices,
        ("why", reading.why),
        ("worth", reading.worth),
    ]
    title = f"{reading.id}  {'fixed: ' if reading.is_fixed else ''}{taken}"
    print_line(title, "bold")
    print_line(reading.problem)
    print_table(("", ""), [line for line in lines if line[1]])
    print_line()


@rules.command()
def coverage(book: Book = None, as_json: Json = False) -> None:
    """Count the clauses that are carried out and that a passing test cites, and list those that are not, with reasons."""
    from houseway.regulation.coverage import count_coverage as count

    counts = {regulation.id: count(regulation) for regulation in _load_books(book)}
    if as_json:
        print_json({"books": {id_: each.to_json() for id_, each in counts.items()}})
        return
    rows = [(id_, str(each.clauses), str(each.carried_out), str(each.cited)) for id_, each in counts.items()]
    print_table(("book", "clauses", "carried out", "cited by a passing test"), rows)
    for id_, each in counts.items():
        _print_missing(id_, each)


def _print_missing(book: str, counts: "Coverage") -> None:
    if counts.not_carried_out:
        print_line(f"\n{book}: {len(counts.not_carried_out)} not carried out", "bold")
        print_table(("clause", "why"), list(counts.not_carried_out.items()))
    if counts.uncited:
        print_line(f"\n{book}: {len(counts.uncited)} not cited by a passing test", "bold")
        print_line(", ".join(counts.uncited))


@rules.command()
def policies(book: Book = None, version: Version = None, as_json: Json = False) -> None:
    """Show where the rule books differ: every policy with its choices, and each book's choice with its clauses."""
    if book is None:
        rows, columns = _questions(), ("policy", "choices", "games", "what it decides")
    else:
        (regulation,) = _load_books(book, version)
        rows, columns = list(_policies(regulation)), ("policy", "choice", "clauses", "what it decides")
    if as_json:
        print_json([dict(zip(columns, row)) for row in rows])
    else:
        print_table(columns, rows)


def _policies(regulation: "Regulation") -> "Iterator[tuple[str, ...]]":
    from houseway.regulation.policies import policy_questions

    for policy in regulation.policies.values():
        question, clauses = policy_questions()[policy.name], ", ".join(clause.clause for clause in policy.clauses)
        yield policy.name, policy.choice, clauses, f"{question.summary}: {question.choices[policy.choice]}"


def _questions() -> list[tuple[str, ...]]:
    from houseway.regulation.policies import policy_questions

    return [
        (name, " or ".join(question.choices), ", ".join(question.games), question.summary)
        for name, question in policy_questions().items()
    ]


@rules.command()
def filing(
    book: Annotated[str, typer.Argument(help="A rule book, as in md.pai-gow-poker.")],
    version: Version = None,
    as_json: Json = False,
) -> None:
    """Show what an operator files: wagers, options with their choices and defaults, approvals, readings, restrictions."""
    (regulation,) = _load_books(book, version)
    if as_json:
        print_json({name: [dict(zip(columns, row)) for row in rows] for name, columns, rows in _filing_document(regulation)})
        return
    for name, columns, rows in _filing_document(regulation):
        print_table(columns, rows, name)
        print_line()


def _filing_document(regulation: "Regulation") -> "Iterator[tuple[str, tuple[str, ...], list[tuple[str, ...]]]]":
    offered = [wager for wager in regulation.wagers.values() if wager.offered != "follows"]
    yield (
        "wagers",
        ("wagers.NAME", "offered", "paytables", "clause"),
        [(each.id, each.offered.value, _paytable_letters(regulation, each.id), each.clause.clause) for each in offered],
    )
    yield (
        "options",
        ("option", "values", "default", "clause", "what it is"),
        [
            (each.key, _option_values(each), _default_text(each), each.clause.clause, each.title)
            for each in regulation.options.values()
        ],
    )
    yield (
        "approvals",
        ("what", "where", "clause", "what it is"),
        [(each.what, _condition_text(each.when), each.clause.clause, each.title) for each in regulation.approvals.values()],
    )
    yield (
        "readings that can be filed",
        ("reading", "choices", "default", "where"),
        [
            (each.id, " or ".join(each.choices), each.default or "must be filed", _condition_text(each.when))
            for each in regulation.readings.values()
            if not each.is_fixed
        ],
    )
    yield (
        "restrictions",
        ("where", "needs", "clause"),
        [(_condition_text(each.when), _condition_text(each.needs), each.clause.clause) for each in regulation.restrictions],
    )


def _paytable_letters(regulation: "Regulation", wager: str) -> str:
    return ", ".join(table.letter for table in regulation.paytables_of(wager))


def _option_values(option: "FilingOption") -> str:
    return " or ".join(option.choices) or {"flag": "true or false", "count": "a number", "money": "an amount"}.get(
        option.kind, "a text"
    )


def _default_text(option: "FilingOption") -> str:
    if option.required:
        return "must be filed"
    return "" if option.default is None else str(option.default).lower()


def _condition_text(condition: "Condition") -> str:
    return ", ".join(f"{key} = {' or '.join(str(each).lower() for each in allowed)}" for key, allowed in condition.items())
