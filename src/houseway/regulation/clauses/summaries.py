"""Books, clauses, paytables and policies as plain values, for the command line and for pages."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from houseway.regulation.clauses.carriers import Carrier, find_carriers, naming_constants
from houseway.regulation.clauses.coverage import code_places, proof_of, reason_of, state_of
from houseway.regulation.loader import data_lines
from houseway.regulation.model import Clause, Paytable, Regulation, Row
from houseway.regulation.policies import policy_questions


def summarize_book(book: Regulation) -> dict[str, str | int]:
    return {
        "book": book.id,
        "short": book.short or "-",
        "dated": book.dated or "undated",
        "clauses": len(book.clauses),
        "paytables": len(book.paytables),
        "readings": len(book.readings),
        "source": f"{book.jurisdiction}: {book.source}",
        "versions": ", ".join(book.versions),
    }


# Clauses


def describe_clause(book: Regulation, clause: Clause, folder: Path) -> dict[str, object]:
    """Return everything that is known about a clause. Paths are relative to the folder, if they are in it."""
    return {
        "book": book.id,
        "version": book.version,
        "clause": clause.id,
        "kind": clause.kind.value,
        "gist": clause.gist,
        "carried_out_by": clause.by.value,
        "duty_of": clause.duty,
        "reason": reason_of(clause),
        "values": {key: value_text(value) for key, value in clause.values.items()},
        "see": [see.clause for see in clause.see],
        "modelled_on": clause.modelled_on,
        "code": list(code_places(clause.citation)),
        "functions": [describe_place(each, folder) for each in find_carriers(book, clause)],
        "constants": [describe_place(each, folder) for each in naming_constants(clause)],
        "data": [f"{_path_from(file, folder)}:{line}" for file, line in data_lines(book, clause)],
        "state": state_of(clause).value,
        "proof": (proof := proof_of(clause.citation)) and {"mutant": proof.mutant, "test": proof.test},
        "tests": [proof.test] if proof else [],
        "readings": [reading.id for reading in book.readings_about(clause.citation)],
        "rows": [
            f"{table.wager} {table.letter}: {row.hand.replace('-', ' ')} {row.pays}"
            for table in book.paytables
            for row in _rows_under_clause(table, clause.id)
        ],
    }


def describe_place(carrier: Carrier, folder: Path) -> dict[str, object]:
    """Return where a function or constant is and what it is for."""
    asks = {"asks_for": carrier.asks} if carrier.asks else {}
    place = f"{_path_from(carrier.path, folder)}:{carrier.line}"
    return {"place": place, "name": carrier.name, "summary": carrier.summary, **asks}


def _path_from(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder) if path.is_relative_to(folder) else path)


def _rows_under_clause(table: Paytable, clause: str) -> Sequence[Row]:
    if table.clause.clause == clause:
        return table.rows
    return [row for row in table.rows if row.clause.clause == clause]


def value_text(value: object) -> str:
    """Write a value that a clause sets: a share as a percentage, a list with commas."""
    if isinstance(value, Fraction):
        return f"{value * 100}%"
    return ", ".join(map(value_text, value)) if isinstance(value, tuple) else str(value)


# Paytables and policies


def describe_paytable(book: Regulation, table: Paytable) -> dict[str, object]:
    rows = [{"hand": row.hand, "pays": str(row.pays), "clause": row.clause.clause} for row in table.rows]
    return {"book": book.id, "wager": table.wager, "paytable": table.letter, "rows": rows}


def describe_policies(book: Regulation) -> Iterator[dict[str, str]]:
    """Return the choice of a book in every policy, with its clauses."""
    for policy in book.policies.values():
        question, clauses = policy_questions()[policy.name], ", ".join(clause.clause for clause in policy.clauses)
        decides = f"{question.summary}: {question.choices[policy.choice]}"
        yield {"policy": policy.name, "choice": policy.choice, "clauses": clauses, "what it decides": decides}


def describe_policy_questions() -> list[dict[str, str]]:
    """Return every policy with its choices."""
    return [
        {
            "policy": name,
            "choices": " or ".join(question.choices),
            "games": ", ".join(question.games),
            "what it decides": question.summary,
        }
        for name, question in policy_questions().items()
    ]
