"""What people call the acts at a table, their facts and choices. The words are data in `act_words.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class ActWords:
    """The words for one act."""

    group: str
    title: str
    """What somebody does or, for a report, what was seen."""
    done: str = ""
    """What is announced after the step; empty for acts that are never due."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """Its own names of facts, where they differ from the common ones."""


@dataclass(frozen=True, slots=True)
class ActVocabulary:
    """The words for all acts, facts and choices."""

    groups: Mapping[str, str]
    """The titles of the groups, in the order in which they are listed."""
    acts: Mapping[str, ActWords]
    facts: Mapping[str, str]
    """Labels of facts."""
    values: Mapping[str, str]
    """Choices in words, where their names do not say it."""


@cache
def act_vocabulary() -> ActVocabulary:
    """Read the words that come with the program."""
    content = tomllib.loads((resources.files("houseway.explanation") / "act_words.toml").read_text("utf-8"))
    acts = {act: ActWords(**words) for act, words in content["acts"].items()}
    return ActVocabulary(content["groups"], acts, content["facts"], content["values"])
