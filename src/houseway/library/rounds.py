"""A round that was dealt or recorded, and why each cent of it moved: `Round` and `explain`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from houseway.errors import Malformed
from houseway.events import Event
from houseway.explanation import RoundReport, WagerExplanation
from houseway.explanation.report import report_round
from houseway.library.showing.display import Cell, Displayed, Sheet, plain_text
from houseway.money import Cents
from houseway.submission import Rules

if TYPE_CHECKING:
    from rich.console import RenderableType

_WIDTH = 120


@dataclass(frozen=True, repr=False)
class Round(Displayed):
    """A round: its events, and what came of them."""

    number: int
    rules: Rules
    events: tuple[Event, ...] = field(repr=False)
    seats: Mapping[int, str]
    """Players by position."""
    finished: bool = True
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """Each meter after the round, in cents, if that is known."""
    meter_events: tuple[tuple[str, Event], ...] = field(default=(), repr=False)

    @cached_property
    def report(self) -> RoundReport:
        """Return hands, results and money, with the reasons."""
        return report_round(self.events, self.rules, self.seats, self.meters, meter_events=self.meter_events)

    @property
    def wagers(self) -> tuple[WagerExplanation, ...]:
        return self.report.explanation.wagers

    @property
    def net(self) -> dict[str, Cents]:
        """Return what each player won or lost."""
        return {name: Cents(self.report.player_net(name)) for name in dict.fromkeys(self.seats.values())}

    def to_json(self) -> dict[str, object]:
        return self.report.to_json()

    def __repr__(self) -> str:
        said = ", ".join(f"{name} {'+' if net.amount > 0 else ''}{net}" for name, net in self.net.items()) or "nobody played"
        return f"<round {self.number} of {self.rules.book}: {said}>"

    def __str__(self) -> str:
        return plain_text(self.__rich__(), _WIDTH)

    def __rich__(self) -> "RenderableType":
        from houseway.library.showing.round_view import round_panel

        return round_panel(self.report, _WIDTH)

    def sheets(self) -> tuple[Sheet, ...]:
        hands = tuple(self._hand_rows())
        rows = tuple(_wager_row(each) for each in self.wagers if each.player)
        title = f"Round {self.number}, {self.rules.book}"
        return Sheet(title, ("", "cards", "", "hand"), hands), Sheet("", ("player", "wager", "stake", "result", "net"), rows)

    def _hand_rows(self) -> Iterable[tuple[Cell, ...]]:
        report = self.report
        for name, cards in (("board", report.board), ("box", report.box), ("dealer's card face up", report.up_cards)):
            if cards:
                yield name, cards, "", ""
        for position, hand in self.report.hands.items():
            who = f"{position} {self.seats.get(position, '')}".strip() if position else "dealer"
            words = hand.hand_words or f"{hand.high_words}; {hand.low_words}"
            yield who, hand.cards or hand.high, hand.low, words

    def records(self) -> Iterable[Mapping[str, object]]:
        for each in self.wagers:
            yield {
                "round": self.number,
                "position": each.position,
                "player": each.player,
                "wager": each.wager,
                "stake": each.stake / 100,
                "result": each.result,
                "net": each.net / 100,
            }


def _wager_row(each: WagerExplanation) -> tuple[str, ...]:
    sign = "+" if each.net > 0 else ""
    return f"{each.position} {each.player}", each.title, str(Cents(each.stake)), each.result, f"{sign}{Cents(each.net)}"


@dataclass(frozen=True, repr=False)
class Explanation(Displayed):
    """Why each cent of a round moved: hands compared, rows, arithmetic, readings and clauses."""

    round: Round
    wagers: tuple[WagerExplanation, ...] = field(repr=False)

    @property
    def clauses(self) -> Mapping[str, str]:
        """Return every clause that is cited, with its content in our own words."""
        return self.round.report.explanation.gists

    def to_json(self) -> dict[str, object]:
        return self.round.report.explanation.to_json()

    def __repr__(self) -> str:
        return f"<explanation of {len(self.wagers)} wagers of round {self.round.number}>"

    def __str__(self) -> str:
        return plain_text(self.__rich__(), _WIDTH)

    def __rich__(self) -> "RenderableType":
        from houseway.library.showing.round_view import why_tree

        return why_tree(self.round.report, self.wagers)

    def sheets(self) -> tuple[Sheet, ...]:
        return tuple(self._wager_sheet(each) for each in self.wagers)

    def _wager_sheet(self, each: WagerExplanation) -> Sheet:
        who = f"position {each.position}, {each.player}" if each.player else "house"
        cards = (*each.cards, *each.high, *each.low, *each.board)
        cited = dict.fromkeys(clause.clause for clause in (*each.rank_clauses, *each.clauses))
        rows: list[tuple[Cell, ...]] = [("result", f"{each.result}, net {Cents(each.net)}")]
        rows += [("cards", cards)] if cards else []
        rows += [("row", each.row)] if each.row else []
        rows += [("", line) for line in each.arithmetic]
        rows += [(f"reading {used.reading}", f"{used.choice}: {used.words}") for used in each.readings]
        rows += [(clause, self.clauses.get(clause, "")) for clause in cited]
        return Sheet(f"{who}: {each.title}", ("", ""), tuple(rows))

    def records(self) -> Iterable[Mapping[str, object]]:
        for each in self.wagers:
            for clause in dict.fromkeys(clause.clause for clause in (*each.rank_clauses, *each.clauses)):
                words = self.clauses.get(clause, "")
                yield {"player": each.player, "wager": each.wager, "result": each.result, "clause": clause, "words": words}


def explain(round: Round, player: str | None = None) -> Explanation:  # noqa: A002  # what a user calls it
    """Explain why each cent of a round moved, for everybody or for one player. Print it, or show it in a notebook.

    >>> import houseway as hw
    >>> round = hw.Table("uth/minimal", seed=1).deal(players=1)
    >>> print(hw.explain(round))
    Why, round 1
    ...
    """
    given: object = round
    if not isinstance(given, Round):
        said = f"a round is explained, as Table.deal and replay return it, not {type(given).__name__}"
        raise Malformed(said, code="library.round", given=type(given).__name__, allowed="a Round")
    players = tuple(dict.fromkeys(round.seats.values()))
    if player is not None and player not in players:
        raise Malformed(
            f"{player!r} did not play in this round; {', '.join(players) or 'nobody'} did",
            code="library.player",
            given=player,
            allowed=players,
        )
    return Explanation(round, tuple(each for each in round.wagers if player in (None, each.player)))
