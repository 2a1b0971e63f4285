"""The answers to a player who asks for advice."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, Field

from houseway.events import encode_fact
from houseway.money import Cents
from houseway.play.driver import PlayerChoice
from houseway.service.messages.exact import Exact

Subject = Annotated[
    Literal["house-way", "expectation"],
    Field(description="How the house would act, or, at a table with practice, what each choice is worth"),
]


class AdvisedChoice(BaseModel):
    """A choice that is open, as it is sent as a command."""

    act: str
    facts: dict[str, Any]
    words: str
    value: Annotated[Exact | None, Field(description="What it is worth, as a multiple of the Ante or the Pai Gow wager")] = None
    cost: Annotated[Exact | None, Field(description="How much less than the best choice that is")] = None
    value_cents: Annotated[Exact | None, Field(description="The value with the wager on the table; null for the bank")] = None
    cost_cents: Annotated[Exact | None, Field(description="The cost with the wager on the table; null for the bank")] = None


class AdviceAnswer(BaseModel):
    """Advice on a decision of one's own."""

    about: Subject
    round: int
    number: Annotated[int, Field(description="The version of the table to which it applies")]
    position: int
    method: Annotated[str, Field(description="Where it comes from, in words")]
    choices: Annotated[list[AdvisedChoice], Field(description="The best first; of the house way, the one that it takes")]
    notes: Annotated[Sequence[str], Field(description="What the values leave out")]


class Advised(NamedTuple):
    """The content of an answer."""

    method: str
    choices: list[AdvisedChoice]
    notes: Sequence[str] = ()


class DescribedChoice(NamedTuple):
    """A choice in words, and what it is worth."""

    choice: PlayerChoice
    words: str
    worth: Fraction
    """As a multiple of the wager."""


def encode_choice(choice: PlayerChoice, words: str = "") -> AdvisedChoice:
    """Return a choice in the form in which it is sent back as a command."""
    facts = {name: encode_fact(fact) for name, fact in choice.facts.items()}
    return AdvisedChoice(act=choice.act, facts=facts, words=words or choice_words(choice))


def choice_words(choice: PlayerChoice) -> str:
    amount = choice.facts.get("amount")
    return choice.act if amount is None else f"{choice.act} {amount}"


def encode_values(valued: Iterable[DescribedChoice], wager: Cents | None) -> list[AdvisedChoice]:
    """Return choices with what each is worth and what it costs against the best one, which is the first."""
    best_first = sorted(valued, key=lambda each: -each.worth)
    return [_encode_value(each, best_first[0].worth - each.worth, wager) for each in best_first]


def _encode_value(valued: DescribedChoice, cost: Fraction, wager: Cents | None) -> AdvisedChoice:
    shown = {"value": Exact.of(valued.worth), "cost": Exact.of(cost)}
    if wager is not None:
        shown |= {"value_cents": Exact.of(valued.worth * wager.amount), "cost_cents": Exact.of(cost * wager.amount)}
    return encode_choice(valued.choice, valued.words).model_copy(update=shown)
