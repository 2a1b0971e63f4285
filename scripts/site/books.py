"""The reference of the rule books: every clause with its state, code, proof and readings; the readings; the policies."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from houseway.citation import Citation
from houseway.regulation import Clause, Reading, Regulation, book_ids, load_book
from houseway.regulation.clauses.chapters import chapter_of, chapter_title, clauses_in_text_order
from houseway.regulation.clauses.coverage import ClauseState, count_coverage, state_of
from houseway.regulation.clauses.mentions import find_mentions
from houseway.regulation.clauses.summaries import describe_clause, describe_policies
from houseway.submission.filing_form import describe_reading
from scripts.site.markdown import ROOT, code, escape, hidden_toctree, index_entry, rubric, site_link, source_link, table

FOLDER = "reference/books"
_NOT_IN_NAMES = re.compile("[^a-z0-9]+")
_STATES = {
    ClauseState.PROVED: "code or data carries it out, and a test that bears its id notices if it is carried out wrongly",
    ClauseState.CARRIED_OUT: "code or data carries it out; no wrong way was tried yet",
    ClauseState.RECORDED: "it asks something of people that no program could do; the program can record a breach",
    ClauseState.NOT_CARRIED_OUT: "nothing carries it out, for the reason given",
}


def book_pages() -> Iterator[tuple[str, str]]:
    books = [load_book(book) for book in book_ids()]
    yield f"{FOLDER}/index", _books_page(books)
    for book in books:
        yield f"{_folder(book.id)}/index", _book_page(book)
        yield f"{_folder(book.id)}/readings", _readings_page(book)
        yield f"{_folder(book.id)}/policies", _policies_page(book)
        for chapter, clauses in _chapters(book.id).items():
            yield _chapter_page(book.id, chapter), _clauses_page(book, chapter, clauses)


# Where things are


def _folder(book: str) -> str:
    return f"{FOLDER}/{book}"


def _chapter_page(book: str, chapter: str) -> str:
    return f"{_folder(book)}/chapter-{_NOT_IN_NAMES.sub('-', chapter.lower()).strip('-')}"


@cache
def _chapters(book: str) -> Mapping[str, Sequence[Clause]]:
    chapters: dict[str, list[Clause]] = {}
    for clause in clauses_in_text_order(load_book(book)):
        chapters.setdefault(chapter_of(clause.id), []).append(clause)
    return chapters


@cache
def _anchors(book: str) -> Mapping[str, str]:
    """Return the anchor of every clause. Ids that differ only by signs get a number."""
    anchors: dict[str, str] = {}
    for clause in load_book(book).clauses:
        name = f"{book.replace('.', '-')}-{_NOT_IN_NAMES.sub('-', clause.lower()).strip('-')}"
        taken = sum(other == name or other.startswith(f"{name}-again-") for other in anchors.values())
        anchors[clause] = f"{name}-again-{taken}" if taken else name
    return anchors


def _chapter_name(book: str, chapter: str) -> str:
    title = chapter_title(book, chapter)
    return f"{chapter} {title}" if title else chapter


def clause_link(citation: Citation | str) -> str:
    """Link to a clause, from anywhere. The link says its id."""
    book, _, clause = str(citation).partition(" ")
    return site_link(escape(clause), _chapter_page(book, chapter_of(clause)), _anchors(book)[clause])


def reading_link(book: str, reading: str) -> str:
    return site_link(reading, f"{_folder(book)}/readings", reading.lower())


def linked(text: str, book: Regulation) -> str:
    """Write a text of a book, with links to the clauses and readings that it names."""
    mentions = find_mentions(text, book)
    if not mentions:
        return escape(text)
    names = sorted(mentions, key=len, reverse=True)
    pattern = re.compile("(" + "|".join(rf"(?<![\w.(-]){re.escape(name)}(?![\w(-])" for name in names) + ")")
    parts = pattern.split(text)
    return "".join(_mention(mentions[part], part) if place % 2 else _escape_part(part) for place, part in enumerate(parts))


def _escape_part(text: str) -> str:
    """Escape a part of a text; blanks at its ends stay."""
    words = escape(text)
    before, after = (" " if text[:1].isspace() else ""), (" " if text[-1:].isspace() and text.strip() else "")
    return f"{before}{words}{after}"


def _mention(citation: str, text: str) -> str:
    book, _, name = citation.partition(" ")
    if name in load_book(book).readings:
        return site_link(escape(text), f"{_folder(book)}/readings", name.lower())
    return site_link(escape(text), _chapter_page(book, chapter_of(name)), _anchors(book)[name])


# The books


def _books_page(books: Sequence[Regulation]) -> str:
    counts = {book.id: count_coverage(book) for book in books}
    rows = [
        (
            site_link(escape(book.title), f"{_folder(book.id)}/index"),
            code(book.short),
            *map(str, (c.clauses, len(c.proved), len(c.carried_out), len(c.recorded), len(c.not_carried_out))),
            str(len(book.readings)),
        )
        for book in books
        for c in (counts[book.id],)
    ]
    columns = ("book", "short", "clauses", "proved", "carried out", "recorded", "not carried out", "readings")
    head = (
        "# The rule books\n\nEvery clause of every book: what it says in our own words, how far it is carried out, and "
        "links to its code, data, proof and "
        "readings. These pages are written from the program's own data (`houseway rules show BOOK "
        "CLAUSE`).\n\n"
    )
    states = table(("state", "meaning"), [(state_badge(state), words) for state, words in _STATES.items()])
    return head + table(columns, rows) + "\n" + states + "\n" + hidden_toctree(f"/{_folder(book.id)}/index" for book in books)


def state_badge(state: ClauseState) -> str:
    return f"[{state.value}]{{.state .state-{state.name.lower().replace('_', '-')}}}"


def _book_page(book: Regulation) -> str:
    rows = [
        (
            site_link(escape(_chapter_name(book.id, chapter)), _chapter_page(book.id, chapter)),
            str(len(clauses)),
            *(str(sum(state_of(clause) is state for clause in clauses) or "") for state in ClauseState),
        )
        for chapter, clauses in _chapters(book.id).items()
    ]
    links = ", ".join(
        site_link(words, f"{_folder(book.id)}/{page}") for page, words in (("readings", "readings"), ("policies", "policies"))
    )
    head = (
        f"# {escape(book.title)}\n\n{code(book.id)}, version {code(book.version)}. {escape(book.jurisdiction)}: "
        f"{escape(book.source)}\n\nAlso: {links}, and its "
        f"{site_link('paytables', f'reference/paytables/{book.id}')}.\n\n"
    )
    listed = table(("chapter", "clauses", *(state.value for state in ClauseState)), rows)
    pages = [
        *((_chapter_name(book.id, chapter), _chapter_page(book.id, chapter)) for chapter in _chapters(book.id)),
        *((name.capitalize(), f"{_folder(book.id)}/{name}") for name in ("readings", "policies")),
    ]
    return head + listed + "\n" + hidden_toctree(f"{name} </{page}>" for name, page in pages)


def _clauses_page(book: Regulation, chapter: str, clauses: Sequence[Clause]) -> str:
    head = f"# {escape(f'{book.title}: {_chapter_name(book.id, chapter)}')}\n\n{code(book.id)}, version {code(book.version)}.\n"
    return "\n".join([head, *(_clause_section(book, clause) for clause in clauses)])


def _clause_section(book: Regulation, clause: Clause) -> str:
    about: dict[str, Any] = describe_clause(book, clause, ROOT)
    title = index_entry(clause.id) + rubric(clause.id, _anchors(book.id)[clause.id])
    head = f"{title}{state_badge(state_of(clause))} {linked(clause.gist, book)}\n"
    return "\n".join([head, *(f"- **{name}** {text}" for name, text in _clause_lines(book, clause, about) if text), ""])


def _clause_lines(book: Regulation, clause: Clause, about: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "by", f"{clause.by.value}, {clause.kind.value}"
    yield "why", linked(about["reason"], book)
    yield "duty of", escape(clause.duty or "")
    yield "sets", ", ".join(f"{code(key)} = {escape(value)}" for key, value in about["values"].items())
    yield "pays", "; ".join(map(escape, about["rows"]))
    yield "see", ", ".join(map(clause_link, clause.see))
    yield "modelled on", clause_link(clause.modelled_on) if clause.modelled_on else ""
    yield "readings", ", ".join(reading_link(book.id, each) for each in about["readings"])
    yield "code", ", ".join(_place_link(each) for each in (*about["functions"], *about["constants"]))
    yield "data", ", ".join(_file_link(place) for place in about["data"])
    yield "proof", _proof(about["proof"])


def _place_link(place: dict[str, str]) -> str:
    path, _, line = place["place"].rpartition(":")
    asks = f" (asks for {code(place['asks_for'])})" if "asks_for" in place else ""
    return source_link(path, int(line), code(place["name"])) + asks


def _file_link(place: str) -> str:
    path, _, line = place.rpartition(":")
    return source_link(path, int(line), code(f"{path.rpartition('/')[2]}:{line}"))


def _proof(proof: dict[str, str] | None) -> str:
    return f"{_test_link(proof['test'])} notices: {escape(proof['mutant'])}" if proof else ""


def _test_link(test: str) -> str:
    """Link to a test: `FILE::NAME[CASE]`, or the file of a golden round."""
    path, _, name = test.partition("::")
    if not (ROOT / path).exists():
        return code(test)
    function = name.partition("[")[0].rpartition("::")[2]
    return source_link(path, _line_of(path, function) if function else None, code(function or path.rpartition("/")[2]))


def _line_of(path: str, function: str) -> int | None:
    return _functions(path).get(function)


@cache
def _functions(path: str) -> Mapping[str, int]:
    """Return the lines of the functions of a file."""
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    found = ((re.match(r"\s*(?:async )?def (\w+)", line), number) for number, line in enumerate(lines, start=1))
    return {match[1]: number for match, number in found if match}


# Readings and policies


def _readings_page(book: Regulation) -> str:
    head = (
        f"# Readings of {escape(book.title)}\n\nWhere the text contradicts itself, breaks off or is silent: the "
        f"possible interpretations, which one is "
        "taken and why, and what it is worth.\n"
    )
    return "\n".join([head, *(_reading_section(book, reading) for reading in book.readings.values())])


def _reading_section(book: Regulation, reading: Reading) -> str:
    about: dict[str, Any] = describe_reading(book, reading)
    taken = f"{'fixed' if reading.is_fixed else 'default'}: {code(reading.default)}" if reading.default else "must be filed"
    lines = [
        *(
            (f"{code(name)}{' (taken)' if name == reading.default else ''}", linked(text, book))
            for name, text in reading.choices.items()
        ),
        ("why", linked(reading.why, book)),
        ("worth", linked(reading.worth, book)),
        ("matters if", escape(about["matters_if"])),
        *(("check warns", f"{escape(each['says'])} (if {escape(each['if'])})") for each in about["warnings"]),
        ("clauses", ", ".join(clause_link(each) for each in (*reading.clauses, *reading.also_clauses))),
    ]
    head = f"{rubric(f'{reading.id} {reading.subject}', reading.id.lower())}{linked(reading.problem, book)}\n\n*{taken}*\n"
    return "\n".join([head, *(f"- **{name}** {text}" for name, text in lines if text), ""])


def _policies_page(book: Regulation) -> str:
    rows = [
        (code(each["policy"]), code(each["choice"]), escape(each["what it decides"]), escape(each["clauses"]))
        for each in describe_policies(book)
    ]
    head = (
        f"# Policies of {escape(book.title)}\n\nWhere the books of one game differ, the difference is a named policy in "
        f"each book's data. Code never "
        "asks which book it is.\n\n"
    )
    return head + table(("policy", "choice", "what it decides", "clauses"), rows)
