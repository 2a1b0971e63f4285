"""A decision typed at the keyboard: check, fold, or a Play wager as an amount or as a multiple of the Ante."""

import re
from dataclasses import dataclass

from houseway.citation import Citation
from houseway.cli.playing.asking import WrongAnswer
from houseway.errors import HousewayError
from houseway.money import Cents
from houseway.play.advice import ante_of, open_choices, play_amounts
from houseway.play.driver import PlayerChoice, PlayerQuestion
from houseway.regulation import Regulation

_PLAY = re.compile(r"(?:(?P<word>play|p)\s*)?(?P<number>\$?[\d,.]+)?\s*(?P<times>x|times)?", re.ASCII)
_WORDS = {"c": "check", "f": "fold"}
_CLOSED = {"check": "checking is not possible now", "fold": "a fold is not possible yet"}


@dataclass(frozen=True)
class TypedDecision:
    """Reads an answer to a decision that is due."""

    asked: PlayerQuestion
    regulation: Regulation

    @property
    def waiting(self) -> PlayerChoice | None:
        """Return the choice that costs nothing now, if there is one."""
        return open_choices(self.asked).get("check")

    @property
    def prompt(self) -> str:
        return f"{self._describe_choices()}, ? for values"

    def words_for(self, choice: PlayerChoice) -> str:
        amount = choice.facts.get("amount")
        return f"{choice.act} {amount}" if amount is not None else choice.act

    def check(self, text: str) -> WrongAnswer | None:
        found = self._read(text)
        return found if isinstance(found, WrongAnswer) else None

    def parse(self, text: str) -> PlayerChoice:
        """Parse an answer that has been checked."""
        found = self._read(text)
        assert isinstance(found, PlayerChoice)
        return found

    def _read(self, text: str) -> PlayerChoice | WrongAnswer:
        text = text.strip().lower()
        choices, word = open_choices(self.asked), _WORDS.get(text, text)
        if word in _CLOSED:
            return choices.get(word) or WrongAnswer(f"{_CLOSED[word]}; you may {self._describe_choices()}", self._clause)
        match = _PLAY.fullmatch(text)
        if match is None or not text or not (match["word"] or match["number"]):
            return WrongAnswer(f"you may {self._describe_choices()}")
        return self._read_play(match["number"], is_multiple=match["times"] is not None)

    def _read_play(self, number: str | None, is_multiple: bool) -> PlayerChoice | WrongAnswer:
        amounts = play_amounts(self.asked)
        meant = self._amounts_meant(number, is_multiple) if number else set(amounts)
        found = meant & set(amounts)
        if len(found) == 1:
            (amount,) = found
            (option,) = self.asked.options_for("play")
            return PlayerChoice(option.act, {**option.facts, "amount": amount})
        if len(found) > 1:
            why = "say how much" if number is None else f"write ${number} for the amount, or {number}x for the multiple"
            return WrongAnswer(f"{why}; you may {self._describe_choices()}")
        return WrongAnswer(self._describe_refusal(meant), self._clause if self._is_barred(meant) else None)

    def _amounts_meant(self, number: str, is_multiple: bool) -> set[Cents]:
        """Return the amounts that a number can mean: itself, or a multiple of the Ante."""
        try:
            amount = Cents.parse(number)
        except HousewayError:
            return set()
        times = [ante_of(self.asked) * int(number)] if number.isdigit() else []
        return {*times, *(() if is_multiple else (amount,))}

    def _describe_choices(self) -> str:
        parts = [self._with_multiple(name, choice) for name, choice in open_choices(self.asked).items()]
        return " or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)

    def _with_multiple(self, name: str, choice: PlayerChoice) -> str:
        words = self.words_for(choice)
        return f"{words} ({name})" if name.endswith("x") else words

    def _is_barred(self, meant: set[Cents]) -> bool:
        """Return whether the rules refuse these amounts, and not only the player's chips."""
        return bool(meant) and not meant & set(self._amounts_by_rule())

    def _describe_refusal(self, meant: set[Cents]) -> str:
        short = meant and not self._is_barred(meant)
        return f"{f'you have only {self.asked.chips}; ' if short else ''}you may {self._describe_choices()}"

    def _amounts_by_rule(self) -> tuple[Cents, ...]:
        """Return the Play wagers that the book allows now, whatever chips the player has."""
        clause = self._clause
        values = self.regulation.clause(clause.clause).values.values() if clause else ()
        times = [each for value in values if isinstance(value, tuple) for each in value if isinstance(each, int)]
        return tuple(ante_of(self.asked) * each for each in times)

    @property
    def _clause(self) -> Citation | None:
        """Return the clause that sets how many times the Ante a Play wager may be now."""
        cited = [clause for option in self.asked.options for clause in option.clauses]
        return next((clause for clause in cited if self.regulation.clause(clause.clause).values), None)
