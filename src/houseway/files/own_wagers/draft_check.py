"""Checks a draft of a wager of one's own field by field, with the code that reads a rule book. All errors are found together."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

from houseway.errors import HousewayError, Malformed, quote
from houseway.files.own_wagers.base_book import BaseBook, base_books
from houseway.files.own_wagers.own_book import build_own_book
from houseway.files.own_wagers.stakes_text import read_stakes
from houseway.files.own_wagers.wager_draft import LONGEST_TITLE, MOST_ROWS, DraftRow, WagerDraft, id_from
from houseway.hands.predicates import WagerCards, parse_conditions
from houseway.money import MeterShare, parse_pay
from houseway.regulation import Regulation
from houseway.spelling import list_things

NOTHING = "nothing"
"""The id under which deals that make no hand are counted."""
ACE = "ace"
"""The setting of the conditions `lowest` and `highest`."""
PAYS_ALLOWED = "N to 1, N to M, N for 1, $N, push, or nothing"


@dataclass(frozen=True, slots=True)
class DraftFinding:
    """What is wrong at one field of a draft."""

    place: str
    """The field: `cards`, `rows.0.pays`, `rows.0.conditions.suited`; empty if no single field is wrong."""
    message: str
    allowed: str


@dataclass(frozen=True)
class CheckedDraft:
    """A draft with what is wrong with it. If nothing is, there is a rule book with it."""

    draft: WagerDraft
    findings: tuple[DraftFinding, ...]
    regulation: Regulation | None = field(default=None, repr=False)

    @property
    def book(self) -> Regulation:
        """Return the book with the wager, or refuse the draft."""
        if self.regulation is None:
            first, *others = self.findings
            more = f" ({len(others)} more)" if others else ""
            said = f"{first.place}: {first.message}{more}" if first.place else f"{first.message}{more}"
            raise Malformed(said, code="own-wager.findings", given=first.place or "the wager", allowed=first.allowed)
        return self.regulation


def check_draft(draft: WagerDraft) -> CheckedDraft:
    """Check a draft, and build its book if nothing is wrong."""
    books = base_books()
    if draft.book not in books:
        return CheckedDraft(draft, (_not_listed("book", "the rule book", draft.book, books),))
    base = BaseBook.named(draft.book)
    findings = tuple(_DraftCheck(draft, base).find())
    if findings:
        return CheckedDraft(draft, findings)
    try:
        return CheckedDraft(draft, (), build_own_book(draft, base))
    except HousewayError as error:
        return CheckedDraft(draft, (_found("", error),))


def _found(place: str, error: HousewayError) -> DraftFinding:
    reason = error.facts.get("reason")
    return DraftFinding(place, str(reason or error.message), _allowed(error.facts.get("allowed")))


def _allowed(allowed: object) -> str:
    return ", ".join(map(str, allowed)) if isinstance(allowed, tuple | list) else str(allowed or "")


def _not_listed(place: str, what: str, given: str, allowed: Sequence[str]) -> DraftFinding:
    said = f"{what} is {quote(given)}, and may be {list_things(allowed)}" if given else f"{what} is missing: choose one"
    return DraftFinding(place, said, ", ".join(allowed))


@dataclass
class _DraftCheck:
    """Finds what is wrong with a draft at a known book."""

    draft: WagerDraft
    base: BaseBook

    def find(self) -> Iterator[DraftFinding]:
        yield from self._check_title("title", "the wager", self.draft.title, self.draft.id, self.base.regulation.wagers)
        yield from self._check_terms()
        yield from self._check_stakes()
        if not 1 <= len(self.draft.rows) <= MOST_ROWS:
            said = f"the wager has {len(self.draft.rows)} hands, and may have 1 to {MOST_ROWS}"
            yield DraftFinding("rows", said, f"1 to {MOST_ROWS} hands")
            return
        for number, row in enumerate(self.draft.rows):
            yield from self._check_row(f"rows.{number}", row, [each.id for each in self.draft.rows[:number]])
        if not any(row.pays.strip() for row in self.draft.rows):
            yield DraftFinding("rows", "no hand pays anything, so the wager can never win: fill in what one pays", PAYS_ALLOWED)

    def _check_title(self, place: str, whose: str, title: str, id_: str, taken: Iterable[str]) -> Iterator[DraftFinding]:
        allowed = f"1 to {LONGEST_TITLE} characters, among them a letter or a digit"
        if not title.strip():
            yield DraftFinding(place, f"{whose} needs a name", allowed)
        elif len(title) > LONGEST_TITLE or title != title.strip() or not title.isprintable() or not id_ or id_ != id_from(id_):
            said = f"{quote(title)} is no name: it has {allowed}, and neither begins nor ends with a blank"
            yield DraftFinding(place, said, allowed)
        elif id_ in (*taken, NOTHING):
            yield DraftFinding(place, f"{quote(title)} is taken: choose another name", "a name that nothing else has")

    def _check_terms(self) -> Iterator[DraftFinding]:
        draft, base = self.draft, self.base
        if draft.cards not in base.cards:
            yield _not_listed("cards", "what decides the wager", draft.cards, base.cards)
        elif draft.order or draft.pays_order:
            fitting = [order.name for order in base.ranking_orders(base.deciding_cards(draft.cards))]
            if not draft.order:
                yield DraftFinding(
                    "order", "choose the order whose hands it pays", ", ".join(fitting) or "no order ranks these cards"
                )
            elif draft.order not in fitting:
                yield _not_listed("order", "the order of hands for these cards", draft.order, fitting or ("none",))
        for place, what, given, allowed in (
            ("fold", "what a fold does", draft.fold, base.folds),
            ("void_base", "what happens if the other wagers are void", draft.void_base, base.void_bases),
        ):
            if given not in allowed and (allowed or given):
                yield _not_listed(place, what, given, allowed or ("left out, because nobody folds",))
        for given in draft.needs:
            if given not in base.needs:
                yield _not_listed("needs", "the wager that must be placed first", given, base.needs)

    def _check_stakes(self) -> Iterator[DraftFinding]:
        with _finding_at("stakes") as found:
            read_stakes(self.draft.stakes)
        yield from found

    def _check_row(self, place: str, row: DraftRow, ids_above: Sequence[str]) -> Iterator[DraftFinding]:
        if self.draft.pays_order:
            yield from self._check_category(place, row, ids_above)
        else:
            yield from self._check_title(f"{place}.title", "the hand", row.title, row.id, ids_above)
            yield from self._check_conditions(f"{place}.conditions", row.conditions)
        if row.pays.strip() and not _is_possible_pay(row.pays):
            said = f"{quote(row.pays)} is not what a hand can pay; write it as in '3 to 2', '500 for 1', '$5,000' or 'push'"
            yield DraftFinding(f"{place}.pays", said, PAYS_ALLOWED)

    def _check_category(self, place: str, row: DraftRow, ids_above: Sequence[str]) -> Iterator[DraftFinding]:
        order = self.base.orders.get(self.draft.order)
        hands = [str(each) for each in order.categories] if order else []
        if order and row.hand not in hands:
            yield _not_listed(f"{place}.hand", "the hand", row.hand, hands)
        elif row.hand in ids_above:
            yield DraftFinding(f"{place}.hand", f"{quote(row.hand)} is paid twice", "each hand once")
        if row.conditions:
            yield DraftFinding(f"{place}.conditions", "the hands of an order have no conditions", "no conditions")

    @cached_property
    def _cards(self) -> WagerCards | None:
        if self.draft.cards not in self.base.cards:
            return None
        return self.base.deciding_cards(self.draft.cards, self.draft.order)

    def _check_conditions(self, place: str, given: Mapping[str, object]) -> Iterator[DraftFinding]:
        """Check each condition by itself, and then whether all can hold together."""
        cards = self._cards
        if cards is None:
            return
        checks: list[tuple[str, Mapping[str, object]]] = [
            (f"{place}.{key}", {key: value}) for key, value in given.items() if key != ACE
        ]
        wrong = [each for at, conditions in checks for each in _try(at, parse_conditions, conditions, cards)]
        yield from wrong or _try(
            f"{place}.{ACE}" if self._is_ace_wrong(given, cards) else place, parse_conditions, given, cards
        )

    def _is_ace_wrong(self, given: Mapping[str, object], cards: WagerCards) -> bool:
        others = {key: value for key, value in given.items() if key != ACE}
        return ACE in given and bool(others) and not list(_try("", parse_conditions, others, cards))


def _is_possible_pay(text: str) -> bool:
    """Return whether a text is a pay. The wager has no meter of which one could pay a share."""
    try:
        return not isinstance(parse_pay(text), MeterShare)
    except HousewayError:
        return False


def _try(
    place: str, parse: Callable[[Mapping[str, object], WagerCards], object], given: Mapping[str, object], cards: WagerCards
) -> Iterator[DraftFinding]:
    with _finding_at(place) as found:
        parse(given, cards)
    yield from found


@contextmanager
def _finding_at(place: str) -> Iterator[list[DraftFinding]]:
    """Collect the refusal of what is tried, as a finding at a field."""
    found: list[DraftFinding] = []
    try:
        yield found
    except (HousewayError, ValueError) as error:
        found.append(_found(place, error) if isinstance(error, HousewayError) else DraftFinding(place, str(error), ""))
