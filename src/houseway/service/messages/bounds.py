"""Legal options as JSON, with the bounds of every open fact as one of a closed set of types.

A page can draw a form for any of these types without knowing a game: it reads what a fact may be, and sends the fact in the form
that `facts` reads. The keys and their meaning are declared once, in `procedure.FactBounds`; here are the sets of keys that go
together. Any other set, and any value of another type, raises.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from houseway.cards import Card
from houseway.errors import Malformed
from houseway.events import encode_fact
from houseway.money import Cents
from houseway.procedure import FactBounds, LegalOption

closed = with_config(ConfigDict(extra="forbid"))
CentsNumber = Annotated[int, Field(description="Whole cents")]


@closed
class Money(TypedDict):
    """An amount of money, as a fact."""

    cents: int


@closed
class CardFact(TypedDict):
    """A card, as a fact."""

    card: Annotated[str, Field(examples=["As", "Td", "Jk"])]


SimpleFact = bool | int | str | Money | CardFact
FactName = Annotated[str, Field(description="The name of another fact of the same act")]


class _Bound(TypedDict):
    """Keys that every type of bound may have."""

    optional: NotRequired[Annotated[bool, Field(description="The fact may be left out")]]
    instead: NotRequired[Annotated[str, Field(description="The fact replaces this one")]]
    beside: NotRequired[Annotated[str, Field(description="The fact is given together with this amount")]]
    together: NotRequired[Annotated[int, Field(description="With `beside`: the most cents that both may be")]]
    matched: NotRequired[Annotated[bool, Field(description="With `beside`: the other amount is at least as much")]]


@closed
class AmountBound(_Bound):
    """An amount of money: `{"cents": N}`."""

    kind: Literal["amount"]
    least: CentsNumber
    most: NotRequired[CentsNumber]


@closed
class NumberBound(_Bound):
    """A whole number."""

    kind: Literal["number"]
    least: int
    most: int
    right: NotRequired[Annotated[int, Field(description="The one number that is no fault, so it cannot be reported")]]


@closed
class ChoiceBound(_Bound):
    """One of a few facts, sent as it is listed."""

    kind: Literal["choice"]
    choices: list[SimpleFact]
    words: NotRequired[Annotated[list[str], Field(description="What each choice is, in words")]]


@closed
class FlagBound(_Bound):
    """True or false."""

    kind: Literal["flag"]


@closed
class SeveralBound(_Bound):
    """A list of some of these numbers."""

    kind: Literal["several"]
    choices: list[int]
    fewest: int


@closed
class CountRange(TypedDict):
    """How many may be counted at one place."""

    place: Annotated[int | str, Field(description="A position (0 is the dealer) or a named place")]
    least: int
    most: int


@closed
class CountsBound(_Bound):
    """A number for some of these places: `{"table": [[PLACE, NUMBER], ...]}`."""

    kind: Literal["counts"]
    places: list[CountRange]
    right: NotRequired[Annotated[int, Field(description="The one number that is no fault, so it cannot be reported")]]


@closed
class HandBound(_Bound):
    """A list of a number of these cards. There are none where the cards are physical and the table does not know them."""

    kind: Literal["hand"]
    cards: list[CardFact]
    count: int


@closed
class EnteredCardsBound(_Bound):
    """A list of a number of physical cards, entered as they are turned over."""

    kind: Literal["entered-cards"]
    count: int


@closed
class CardsOfFactBound(_Bound):
    """A list of some of the cards of another fact."""

    kind: Literal["cards-of-fact"]
    fact: FactName


@closed
class DeckOrderBound(_Bound):
    """All cards of the deck, in their order."""

    kind: Literal["deck-order"]
    count: int


@closed
class DiceBound(_Bound):
    """A list of the numbers that the dice show."""

    kind: Literal["dice"]
    count: int


@closed
class TextBound(_Bound):
    """Words."""

    kind: Literal["text"]
    hint: str


@closed
class DocumentBound(_Bound):
    """The text of a Rules Submission for the same book and table, with room for whoever sits there."""

    kind: Literal["document"]
    book: str
    table: str
    positions: Annotated[int, Field(description="The fewest positions that it must have")]
    areas: Annotated[int, Field(description="The fewest betting areas that it must allow one player")]


@closed
class PartsBound(_Bound):
    """Some of these facts under their names: `{"table": [[NAME, FACT], ...]}`."""

    kind: Literal["parts"]
    parts: dict[str, "AmountBound | ChoiceBound"]


Bound = Annotated[
    AmountBound
    | NumberBound
    | ChoiceBound
    | FlagBound
    | SeveralBound
    | CountsBound
    | HandBound
    | EnteredCardsBound
    | CardsOfFactBound
    | DeckOrderBound
    | DiceBound
    | TextBound
    | DocumentBound
    | PartsBound,
    Field(discriminator="kind"),
]


@closed
class Option(TypedDict):
    """Something that somebody may do now."""

    act: str
    words: Annotated[str, Field(description="What it is, in words; empty for what is merely possible for the staff")]
    clauses: list[str]
    facts: Annotated[dict[str, Any], Field(description="Facts that are settled already, to be sent as they are")]
    bounds: Annotated[dict[str, Bound], Field(description="What each fact that is still open may be")]


def encode_option(option: LegalOption) -> Option:
    """Return an option as JSON."""
    return {
        "act": option.act,
        "words": option.words,
        "clauses": [str(clause) for clause in option.clauses],
        "facts": {name: encode_fact(fact) for name, fact in option.facts.items()},
        "bounds": {name: encode_bound(bounds) for name, bounds in option.bounds.items()},
    }


def encode_bound(bounds: FactBounds) -> Bound:
    """Return the bounds of one fact as JSON of one of the declared types."""
    build = _BUILDERS.get(frozenset(bounds.keys() - _RELATIONS.keys()))
    if build is None:
        raise _unknown_bounds_error(bounds)
    made: Bound = build(bounds)
    for name, value in bounds.items():
        if name in _RELATIONS:
            made[name] = _RELATIONS[name](value)  # type: ignore[literal-required]
    return made


def _unknown_bounds_error(bounds: object) -> Malformed:
    """Return the refusal of bounds that nobody has declared. Only names are said: the values may be cards."""
    given = sorted(map(str, bounds)) if isinstance(bounds, Mapping) else type(bounds).__name__
    allowed = sorted(" ".join(sorted(keys)) for keys in _BUILDERS)
    return Malformed(f"no type of bound has {given}", code="bounds.unknown", given=str(given), allowed=tuple(allowed))


# One function for each set of names that bounds may have


def _cents(value: object) -> int:
    if type(value) is not Cents:
        raise _unknown_bounds_error(value)
    return value.amount


def _number(value: object) -> int:
    if type(value) is not int:
        raise _unknown_bounds_error(value)
    return value


def _text(value: object) -> str:
    if type(value) is not str:
        raise _unknown_bounds_error(value)
    return value


def _flag(value: object) -> bool:
    if type(value) is not bool:
        raise _unknown_bounds_error(value)
    return value


def _range_bound(own: FactBounds) -> AmountBound | NumberBound:
    if type(own["least"]) is not Cents:
        return _number_bound(own)
    amount: AmountBound = {"kind": "amount", "least": _cents(own["least"])}
    if "most" in own:
        amount["most"] = _cents(own["most"])
    return amount


def _number_bound(own: FactBounds) -> NumberBound:
    number: NumberBound = {"kind": "number", "least": _number(own["least"]), "most": _number(own.get("most"))}
    if "right" in own:
        number["right"] = _number(own["right"])
    return number


def _choice_bound(own: FactBounds) -> ChoiceBound | FlagBound:
    if own["choices"] == (False, True) and type(own["choices"][0]) is bool:
        return FlagBound(kind="flag")
    return ChoiceBound(kind="choice", choices=[_simple_fact(choice) for choice in own["choices"]])


def _simple_fact(fact: object) -> Any:
    if type(fact) not in (bool, int, str, Cents) and not isinstance(fact, Card):
        raise _unknown_bounds_error(fact)
    return encode_fact(fact)


def _several_bound(own: FactBounds) -> SeveralBound:
    return {"kind": "several", "choices": [_number(each) for each in own["some"]], "fewest": _number(own.get("fewest", 0))}


def _counts_bound(own: FactBounds) -> CountsBound:
    places: list[CountRange] = [
        {"place": place, "least": _end_at(own["least"], place), "most": _end_at(own["most"], place)} for place in own["each"]
    ]
    counts: CountsBound = {"kind": "counts", "places": places}
    if "right" in own:
        counts["right"] = _number(own["right"])
    return counts


def _end_at(end: object, place: object) -> int:
    """Return an end of a range, which may be another at each place."""
    return _number(end[place] if isinstance(end, Mapping) else end)


def _hand_bound(own: FactBounds) -> HandBound:
    return {"kind": "hand", "cards": [{"card": str(card)} for card in own["from"]], "count": _number(own["count"])}


def _document_bound(own: FactBounds) -> DocumentBound:
    return {
        "kind": "document",
        "book": _text(own["document"]),
        "table": _text(own["table"]),
        "positions": _number(own["positions"]),
        "areas": _number(own["areas"]),
    }


def _parts_bound(own: FactBounds) -> PartsBound:
    parts: Any = {name: encode_bound(bounds) for name, bounds in own["parts"].items()}
    return {"kind": "parts", "parts": parts}


_RELATIONS: Mapping[str, Callable[[object], object]] = {
    "optional": _flag,
    "instead": _text,
    "beside": _text,
    "together": _cents,
    "matched": _flag,
}
_BUILDERS: Mapping[frozenset[str], Callable[[FactBounds], Any]] = {
    frozenset(("choices",)): _choice_bound,
    frozenset(("least",)): _range_bound,
    frozenset(("least", "most")): _range_bound,
    frozenset(("least", "most", "right")): _range_bound,
    frozenset(("each", "least", "most")): _counts_bound,
    frozenset(("each", "least", "most", "right")): _counts_bound,
    frozenset(("some",)): _several_bound,
    frozenset(("some", "fewest")): _several_bound,
    frozenset(("from", "count")): _hand_bound,
    frozenset(("enter",)): lambda own: {"kind": "entered-cards", "count": _number(own["enter"])},
    frozenset(("of",)): lambda own: {"kind": "cards-of-fact", "fact": _text(own["of"])},
    frozenset(("permutation",)): lambda own: {"kind": "deck-order", "count": _number(own["permutation"])},
    frozenset(("count",)): lambda own: {"kind": "dice", "count": _number(own["count"])},
    frozenset(("text",)): lambda own: {"kind": "text", "hint": _text(own["text"])},
    frozenset(("document", "table", "positions", "areas")): _document_bound,
    frozenset(("parts",)): _parts_bound,
}
