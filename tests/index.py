"""The index of clauses that ships with the program: how far each has come, and where it is carried out.

python tests/index.py            checks that the committed index claims no more than the last whole test run and the mutants show
python tests/index.py --write    writes it
python tests/index.py --places   writes where clauses are carried out, and keeps what tests have shown: quick, after a renaming
python tests/index.py --proofs   writes which clauses are proved, from the results of `make mutants`

`tests/project/test_citations.py` checks that it names no clause as carried out that is not.
"""

import ast
import importlib
import json
import pkgutil
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import chain
from operator import attrgetter
from pathlib import Path
from types import ModuleType

import houseway
from houseway.citation import Citation, ClauseNumbering, Law, MissingClause, cite_clauses, clauses_of
from houseway.games import awards
from houseway.games.four_card import paying as four_card
from houseway.games.ultimate import paying as ultimate
from houseway.hands import ORDERS, ORDERS_WITHOUT_KERNEL
from houseway.hands.ranking import FINDERS
from houseway.procedure import ANTE, ANTE_BONUS, BLIND, FOUR_CARD, PAI_GOW, PLAY
from houseway.regulation import BOOKS, CarriedOutBy, Clause, Regulation, Wager, load_book
from houseway.regulation.clauses.carriers import find_carriers, is_code_path
from houseway.regulation.clauses.coverage import IndexEntry, IndexState, load_index
from houseway.regulation.clauses.source_code import SourceModule, canonical_name, source_of, split_name
from houseway.submission.changes import find_changes
from houseway.submission.judge import _SubmissionJudge
from houseway.submission.meters import _MeterEntry
from houseway.submission.offers import judge_offers
from houseway.table.acts import record_conduct

OBSERVED = Path(__file__).parent.parent / "build" / "observed.json"
UNPROVED = Path(__file__).parent / "mutants" / "unproved.toml"
"""Why clauses that are carried out are not proved, by book and clause."""


@cache
def places() -> dict[str, list[str]]:
    """Every clause that data or code names, with the places."""
    found: dict[str, set[str]] = defaultdict(set)
    for citation, place in chain(in_code(), in_constants(), in_orders(), *(in_data(load_book(book)) for book in BOOKS)):
        found[citation].add(place)
    return {citation: sorted(found[citation]) for citation in sorted(found)}


def modules() -> Iterator[tuple[ModuleType, SourceModule]]:
    """Every module of the program, with its source."""
    for module in pkgutil.walk_packages(houseway.__path__, "houseway."):
        if not module.name.endswith("__main__"):
            yield importlib.import_module(module.name), source_of(module.name)


def in_code() -> Iterator[tuple[Citation, str]]:
    """Functions and classes that are marked as carrying a clause out, or that cite it themselves."""
    for module, source in modules():
        for name in source.definitions:
            member = attrgetter(name)(module)
            yield from ((clause, f"{module.__name__}.{name}") for clause in clauses_of(member))
        for name in source.uses_of("houseway.citation.cite_clauses"):
            call = source.parents[name]
            if isinstance(call, ast.Call) and call.func is name and (function := source.enclosing_definition(call)):
                yield from ((clause, f"{module.__name__}.{function}") for clause in literally_cited(call, module))


def literally_cited(call: ast.Call, module: ModuleType) -> tuple[Citation, ...]:
    """The clauses of `cite_clauses(BOOK, "1.A", ...)`; none where the book or a clause is only known when it runs."""
    book, *clauses = call.args
    if not isinstance(book, ast.Name) or not all(isinstance(clause, ast.Constant) for clause in clauses):
        return ()
    return (
        cite_clauses(getattr(module, book.id, ""), *(ast.literal_eval(clause) for clause in clauses))
        if book.id.isupper()
        else ()
    )


def in_constants() -> Iterator[tuple[Citation, str]]:
    """Constants that name clauses, where they are defined: the functions that use them carry the clauses out.

    Four Card Poker has clauses for the rules of Ultimate Texas Hold'em, but not for those that are in the other game alone.
    """
    for module, source in modules():
        of_ultimate = "ultimate" in module.__name__.split(".")
        for name in source.constants:
            place = f"{module.__name__}.{name}"
            named = named_by(getattr(module, name, None))
            yield from ((clause, place) for clause in named if clause.book != FOUR_CARD or not of_ultimate)


def named_by(value: object) -> Iterator[Citation]:
    if isinstance(value, Citation):
        yield value
    elif isinstance(value, Law):
        yield from value.clauses
        yield from (clause for book in BOOKS for clause in value.listed_in(load_book(book).numbering))
        yield from answered_by(value, load_book(FOUR_CARD).numbering)
    elif isinstance(value, tuple | list | frozenset):
        yield from (clause for part in value for clause in named_by(part))
    elif isinstance(value, Mapping):
        yield from named_by(tuple(value.values()))
        yield from (clause for book in BOOKS if book in value for clause in clauses_in(value[book], load_book(book)))


def answered_by(law: Law, numbering: ClauseNumbering) -> Iterator[Citation]:
    """The clauses of a book that is modelled on another, in all variants that it has clauses for."""
    for variant in law.variants_in(numbering):
        with suppress(MissingClause):
            yield from law.in_book(numbering, variant)


def clauses_in(value: object, book: Regulation) -> Iterator[Citation]:
    """The clauses of a book whose ids stand in a value as texts."""
    if isinstance(value, str):
        if value in book.clauses:
            yield book.clauses[value].citation
    elif isinstance(value, tuple | list):
        yield from (clause for part in value for clause in clauses_in(part, book))
    elif isinstance(value, Mapping):
        yield from clauses_in(tuple(value.values()), book)
    elif is_dataclass(value) and not isinstance(value, type):
        yield from clauses_in(tuple(getattr(value, each.name) for each in fields(value)), book)


def in_orders() -> Iterator[tuple[Citation, str]]:
    """The order that has a clause, and the function that finds the hand of which it speaks."""
    for order in (*ORDERS, *ORDERS_WITHOUT_KERNEL):
        for category, clauses in order.cited_categories:
            finder = function_name(FINDERS[category])
            yield from ((clause, place) for clause in clauses for place in (f"houseway.hands.orders: {order.name}", finder))
        for clause in order.clauses:
            yield clause, f"houseway.hands.orders: {order.name}"
            yield clause, function_name(type(order).rank)


def function_name(function: Callable[..., object]) -> str:
    """The dotted name of a function; of one that was made by another, that of its maker."""
    return f"{function.__module__}.{function.__qualname__.partition('.<locals>')[0]}"


def in_data(book: Regulation) -> Iterator[tuple[Citation, str]]:
    """Paytables, everything that a submission is judged by, with the function that judges it, and the duties of people, with the
    function that records a breach."""
    for clause, place in entries_of(book):
        yield clause, place
        kind = next((each for each in JUDGES if place.startswith(each)), "")
        if kind:
            yield clause, function_name(JUDGES[kind])
    yield from ((clause, function_name(record_conduct)) for clause in book.duties)
    for table in book.paytables:
        payer = function_name(payer_of(book, book.wagers[table.wager]))
        yield from ((clause, payer) for clause in (table.clause, *(row.clause for row in table.rows)))


def payer_of(book: Regulation, wager: Wager) -> Callable[..., object]:
    """The function that pays by the paytables of a wager."""
    against_dealer = {"ultimate-texas-holdem": ultimate, "four-card-poker": four_card}.get(book.game)
    if wager.id == "number":
        return awards.number_award
    if wager.id in COMPARED_WAGERS:
        return against_dealer.hand_outcome if against_dealer else awards.base_award
    if any(wager.id in each.envy for each in book.wagers.values()):
        return against_dealer.envy_awards if against_dealer else awards.envy_award
    return (against_dealer or awards).optional_award


COMPARED_WAGERS = (PAI_GOW, ANTE, BLIND, PLAY, ANTE_BONUS)
"""Wagers that are settled when a hand is compared with the dealer's."""


JUDGES: Mapping[str, Callable[..., object]] = {
    "option ": _SubmissionJudge._judge_option,
    "notice ": find_changes,
    "restriction ": _SubmissionJudge._judge_restrictions,
    "approval ": _SubmissionJudge._judge_approvals,
    "wager ": judge_offers,
    "judged: seed.": _MeterEntry._judge_amount,
    "judged: rate-minimum.": _MeterEntry._judge_rate,
}


def entries_of(book: Regulation) -> Iterator[tuple[Citation, str]]:
    for table in book.paytables:
        yield table.clause, f"paytable {table.wager} {table.letter}"
        yield from ((row.clause, f"paytable {table.wager} {table.letter}: {row.hand}") for row in table.rows)
    for option in book.options.values():
        yield option.clause, f"option {option.key}"
        if option.notice_clause:
            yield option.notice_clause, f"notice of {option.key}"
        yield from (
            (clause, f"option {option.key}") for clause in (option.minimum_bet_clause, option.greater_of_clause) if clause
        )
    heads = {"facility": book.facility, "side bets": book.side_bets}
    yield from ((clause, f"book {what}") for what, clause in heads.items() if clause)
    yield from ((restriction.clause, f"restriction {restriction.code}") for restriction in book.restrictions)
    yield from ((approval.clause, f"approval {approval.what}") for approval in book.approvals.values())
    for wager in book.wagers.values():
        yield from ((clause, f"wager {wager.id}") for clause in wager.filing_clauses)
        bounds = (book.clause_setting(key) for key in (wager.minimum_value, wager.stakes_value, *wager.odds))
        yield from ((clause.citation, f"wager {wager.id}") for clause in bounds if clause)
    for clause in book.clauses.values():
        judged = [key for key in clause.values if key.startswith(("seed.", "rate-minimum.")) or key == "payout-limit-floor"]
        yield from ((clause.citation, f"judged: {key}") for key in judged)


def only_named(seen: Container[str], proved: Container[str]) -> list[str]:
    """Clauses that are named, while nothing does what they say.

    Data does it, or a mutant that was killed shows that code does. Otherwise a test that bears the clause must have seen it, and a
    function must act by it (`acts_by`).
    """
    named = (
        (book, clause)
        for book in map(load_book, BOOKS)
        for clause in book.clauses.values()
        if clause.citation in places() and clause.by is not CarriedOutBy.NOTHING and clause.citation not in proved
    )
    return [
        str(clause.citation)
        for book, clause in named
        if not is_data(clause.citation) and not (clause.citation in seen and acts_by(book, clause))
    ]


def is_data(clause: Citation) -> bool:
    """Whether an entry of a book's data is under a clause."""
    return any(not is_code_path(place) for place in places()[clause])


def acts_by(book: Regulation, clause: Clause) -> bool:
    """Whether a function is marked with a clause, asks for what it sets, or acts where it names a rule of few clauses.

    A clause that is one of many in a tuple shows nothing about what a function does, however often the tuple is cited.
    """
    from tests.mutants.citing import acting_nodes, citing_nodes

    is_marked = any(map(is_function, filter(is_code_path, places()[clause.citation])))
    is_asked = any(each.asks for each in find_carriers(book, clause))
    return is_marked or is_asked or any(any(acting_nodes(node)) for node in citing_nodes(clause.citation))


def is_function(place: str) -> bool:
    """Whether a dotted name is that of a function or class, and not of a constant."""
    module, inner = split_name(canonical_name(place))
    return module is not None and inner in module.definitions


def reasons_unproved() -> dict[str, str]:
    """By clause: why it is carried out, but not proved. A reason stays in the file until the clause is proved."""
    written = tomllib.loads(UNPROVED.read_text(encoding="utf-8"))
    return {
        str(load_book(book).clauses[clause].citation): reason for book in written for clause, reason in written[book].items()
    }


def make_index(seen: Container[str], proved: Mapping[str, Sequence[str]]) -> dict[str, IndexEntry]:
    """The index, by the clauses that a test bears and saw, and the proofs of those of which a mutant was killed.

    A clause whose tests were deleted is not proved, although a mutant of it was killed once.
    """
    idle, reasons = set(only_named(seen, proved)), reasons_unproved()
    index: dict[str, IndexEntry] = {}
    for clause, where in places().items():
        if clause in proved and clause in seen:
            index[clause] = {"state": IndexState.PROVED, "proof": [*proved[clause]], "places": where}
        elif clause in idle:
            index[clause] = {"state": IndexState.ONLY_NAMED, "places": where}
        elif clause in reasons:
            index[clause] = {"state": IndexState.CARRIED_OUT, "reason": reasons[clause], "places": where}
        else:
            index[clause] = {"state": IndexState.CARRIED_OUT, "places": where}
    return index


def write(index: Mapping[str, IndexEntry]) -> None:
    from tests.mutants.proofs import write_index

    write_index(index)


def known_claims() -> tuple[set[str], dict[str, Sequence[str]]]:
    """The clauses that a test saw, and the proofs, as far as the committed index tells."""
    states = {clause: entry["state"] for clause, entry in load_index().items()}
    seen = {clause for clause, state in states.items() if state != IndexState.ONLY_NAMED}
    return seen, {clause: entry["proof"] for clause, entry in load_index().items() if "proof" in entry}


def proofs() -> dict[str, tuple[str, str]]:
    """By clause: a mutant of it that was killed, and the test that killed it."""
    from tests.mutants.proofs import read_proofs

    return {clause: (proof.mutant, proof.test) for clause, proof in read_proofs().items()}


RANKS = (None, IndexState.ONLY_NAMED, IndexState.CARRIED_OUT, IndexState.PROVED)
"""What may be claimed, from little to much."""


def check_claims(claimed: Mapping[str, IndexEntry], shown: Mapping[str, IndexEntry]) -> None:
    """The committed index may claim less than is shown, but not more."""
    states = {clause: entry["state"] for clause, entry in shown.items()}
    false = [clause for clause, entry in claimed.items() if RANKS.index(entry["state"]) > RANKS.index(states.get(clause))]
    if false:
        sys.exit(f"the index of clauses claims what is not shown: {', '.join(false)}; run `make coverage` or `make mutants`")
    if claimed != shown:
        print("the index of clauses lags behind: run `make coverage` and commit it")
    print(f"clauses in the index: {len(shown)}, proved: {sum(state == IndexState.PROVED for state in states.values())}")


def main() -> None:
    if "--places" in sys.argv:
        write(make_index(*known_claims()))
        return
    if "--proofs" in sys.argv:
        seen, _ = known_claims()
        write(make_index(seen, proofs()))
        return
    shown = make_index(json.loads(OBSERVED.read_text(encoding="utf-8")), proofs())
    if "--write" in sys.argv:
        write(shown)
    else:
        check_claims(load_index(), shown)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))  # it may be run as a file, and needs the package of the tests
    main()
