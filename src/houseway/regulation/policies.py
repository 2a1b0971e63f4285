"""Policies: the differences between rule books as data. Which policies there are, and what each book chooses."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from houseway.citation import Citation
from houseway.regulation.file import BookFile
from houseway.regulation.games import GAMES
from houseway.regulation.model import Policy
from houseway.regulation.shapes import POLICY, DistinctTexts, Shape, TomlTable

DECLARATIONS_FILE = Path(__file__).parent / "data" / "policies.toml"
_DECLARATION_SHAPE = Shape({"says": str, "choices": dict}, {"games": DistinctTexts, "needs": dict, "before": str})


@dataclass(frozen=True, slots=True)
class PolicyQuestion:
    """A policy that every book of some games, or of all, must choose."""

    only: tuple[str, ...]
    """The games that it concerns; empty if it concerns all."""
    summary: str
    choices: Mapping[str, str]
    """The choices, each in words."""
    needs: Mapping[str, list[str]]
    """The values that a clause of the book must set for a choice."""
    before: str = ""
    """The choice by which books were played before the policy was declared: that of editions that were stored without it."""

    @property
    def games(self) -> tuple[str, ...]:
        return self.only or tuple(GAMES)


@cache
def policy_questions() -> dict[str, PolicyQuestion]:
    """Return every declared policy by name."""
    file = BookFile(DECLARATIONS_FILE)
    entries = {name: file.check_table(entry, f"policy {name}", _DECLARATION_SHAPE) for name, entry in file.content.items()}
    return {
        name: PolicyQuestion(
            tuple(entry.get("games", ())),
            entry["says"],
            entry["choices"],
            entry.get("needs", {}),
            _read_before(file, name, entry),
        )
        for name, entry in entries.items()
    }


def _read_before(file: BookFile, name: str, entry: TomlTable) -> str:
    before = str(entry.get("before", ""))
    if before and before not in entry["choices"]:
        raise file.refusal(f"policy {name}", f"before {before!r} is not one of its choices", "choice")
    return before


def read_policies(
    file: BookFile, game: str, cite: Callable[[str], Citation], values: Collection[str], is_stored: bool = False
) -> dict[str, Policy]:
    """Read the policies of a book: one choice for every policy of its game, and nothing else.

    Some choices need a value; `values` are those that the book's clauses set. An edition that was stored before a policy was
    declared has the choice by which it was played then.
    """
    asked = {name: question for name, question in policy_questions().items() if game in question.games}
    file.refuse_other_keys(*asked)
    earlier = _earlier_choices(file, asked) if is_stored else {}
    for name in asked:
        if name not in file.content and name not in earlier:
            raise file.refusal(f"policy {name}", f"is missing; every book of {game} chooses one", "missing-policy")
    chosen = {name: earlier.get(name) or _read_choice(file, name, question, cite) for name, question in asked.items()}
    for name, policy in chosen.items():
        for value in asked[name].needs.get(policy.choice, []):
            if value not in values:
                said = f"{policy.choice} needs the value {value!r}, which no clause sets"
                raise file.refusal(f"policy {name}", said, "no-value")
    return chosen


def _earlier_choices(file: BookFile, asked: Mapping[str, PolicyQuestion]) -> dict[str, Policy]:
    return {
        name: Policy(name, question.before, ())
        for name, question in asked.items()
        if question.before and name not in file.content
    }


def _read_choice(file: BookFile, name: str, question: PolicyQuestion, cite: Callable[[str], Citation]) -> Policy:
    place, entry = f"policy {name}", file.content[name]
    if not isinstance(entry, dict):
        raise file.refusal(place, f"is {entry!r}, not a table", "wrong-type")
    file.check_table(entry, place, POLICY)
    if entry["choice"] not in question.choices:
        allowed = ", ".join(question.choices)
        raise file.refusal(place, f"choice {entry['choice']!r} is not one of {allowed}", "choice")
    return Policy(name, entry["choice"], tuple(map(cite, entry["clauses"])))
