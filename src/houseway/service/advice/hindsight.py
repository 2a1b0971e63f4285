"""What a player's decisions in a completed round were worth, when nothing can be played differently any more."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BaseModel, Field

from houseway.cards import format_hand
from houseway.play.advice import player_view
from houseway.play.driver import PlayerChoice
from houseway.service.advice.advising import count_answer, value_decision, value_settings
from houseway.service.advice.answers import Advised, AdvisedChoice, choice_words, encode_choice
from houseway.service.advice.made_decisions import MadeDecision, find_made_decisions, why_uncounted
from houseway.service.jobs.first_decisions import VALUE_DECISIONS
from houseway.service.jobs.question import JobQuestion, Lane
from houseway.service.jobs.sources import table_source
from houseway.service.live.turns.turn import table_stream
from houseway.service.messages.exact import Exact
from houseway.service.people.person import Person
from houseway.service.records.rounds import StoredRound
from houseway.service.service import Service
from houseway.store import Store

BY_OTHERS = "it was made in the player's place"
NOT_SOLVED = "not counted yet: nobody has solved this game under these rules"
ONLY_CHOICE = "no other choice was open"
NOT_VALUED = "this choice has no exact value"
AS_BANK = "as the bank, where the cost depends on every wager against it"
OPTIONAL_LEFT_OUT = "the game itself is counted, without optional wagers"
ANNULLED = "the round was found void afterwards"


class WeighedDecision(BaseModel):
    """A decision of a completed round, with what was seen when it was made."""

    position: int
    number: Annotated[int, Field(description="The version of the table at which it was made")]
    words: Annotated[str, Field(description="When it was due")]
    cards: list[str]
    board: list[str]
    up_card: str
    chosen: Annotated[str, Field(description="What was chosen, in words")]
    counts: Annotated[bool, Field(description="Whether it is one of the player's counted decisions")]
    why_not: Annotated[str, Field(description="Why it does not count; empty if it does")]
    method: str
    choices: Annotated[list[AdvisedChoice], Field(description="What each choice was worth, the best first")]
    cost: Annotated[Exact | None, Field(description="Of what was chosen, as a multiple of the wager")] = None
    cost_cents: Annotated[Exact | None, Field(description="The same with the wager of the round, in cents")] = None

    @property
    def is_solved(self) -> bool:
        """Return whether its choices have values. If not, they may have later."""
        return bool(self.choices)


class RoundHindsight(BaseModel):
    """A player's decisions in a completed round, and what they cost against the best choices."""

    table: str
    round: int
    game: str
    edition: Annotated[str, Field(description="The edition of the rule book in force in the round")]
    decisions: list[WeighedDecision]
    counted: Annotated[int, Field(description="Decisions that count")]
    best: Annotated[int, Field(description="Those in which no other choice was worth more")]
    cost_cents: Exact
    notes: list[str]


@dataclass(frozen=True)
class DueDecisions:
    """The decisions of a round that are to be weighed, and why none counts, if so."""

    read: StoredRound
    made: tuple[MadeDecision, ...]
    why_none: tuple[str, ...]


def find_decisions(store: Store, read: StoredRound, player: str, positions: Iterable[int]) -> DueDecisions:
    """Return a player's decisions at positions of a completed round. Where one was void, so were its decisions."""
    if is_annulled(store, read):
        return DueDecisions(read, (), (ANNULLED,))
    made: list[MadeDecision] = []
    why: dict[str, None] = {}
    for position in positions:
        reason = why_uncounted(read, position)
        why |= {reason: None} if reason else {}
        made += () if reason else find_made_decisions(read, player, position)
    return DueDecisions(read, tuple(made), tuple(why))


def is_annulled(store: Store, read: StoredRound) -> bool:
    """Return whether the round was found void after its end, which is only possible in the next one."""
    for append in store.read(table_stream(read.table), read.last_version):
        for event in append.events:
            if event.kind == "round-annulled" and event.number("round") == read.number:
                return True
            if event.kind == "round-started" and event.number("number") > read.number + 1:
                return False
    return False


async def weigh_decisions(
    service: Service, person: Person, rounds: Sequence[DueDecisions], lane: Lane
) -> tuple[RoundHindsight, ...]:
    """Value the decisions of rounds under the same rules, in one question to a worker."""
    made = [each for due in rounds for each in due.made]
    values: list[Mapping[str, Any] | None] = []
    if made:
        first = next(due for due in rounds if due.made)
        source = table_source(made[0].decision.table.rules, first.read.filing)
        question = JobQuestion(
            VALUE_DECISIONS, {"source": source, "decisions": [_arguments(each) for each in made]}, lane, is_private=True
        )
        values = (await count_answer(service, question, person))["values"]
    left = iter(values)
    return tuple(_weigh_round(due, [next(left) for _ in due.made]) for due in rounds)


def _arguments(made: MadeDecision) -> dict[str, object]:
    """Return a decision as a worker is asked about it: the cards that the player saw, and no others."""
    if made.decision.sets_hand:
        return {"sets_hand": True, "cards": format_hand(sorted(made.cards, reverse=True))}
    seen = player_view(made.decision.asked)
    shown = {} if seen.up_card is None else {"up_card": str(seen.up_card)}
    looked_up = not seen.board and seen.up_card is None
    found = {"sets_hand": False, "cards": format_hand(seen.cards), "board": format_hand(seen.board), "kept_only": looked_up}
    return {**found, **shown}


def _weigh_round(due: DueDecisions, values: Sequence[Mapping[str, Any] | None]) -> RoundHindsight:
    decisions = [weigh_decision(made, found) for made, found in zip(due.made, values, strict=True)]
    counted = [Fraction(each.cost_cents.exact) for each in decisions if each.counts and each.cost_cents is not None]
    rules = due.read.begin.rules
    return RoundHindsight(
        table=due.read.table,
        round=due.read.number,
        game=due.read.begin.game.name,
        edition=rules.regulation.edition,
        decisions=decisions,
        counted=len(counted),
        best=counted.count(Fraction(0)),
        cost_cents=Exact.of(sum(counted, Fraction(0))),
        notes=[*due.why_none, *([OPTIONAL_LEFT_OUT] if decisions else [])],
    )


def weigh_decision(made: MadeDecision, found: Mapping[str, Any] | None) -> WeighedDecision:
    """Return what a decision cost. `found` is the worth of each choice as a worker counted it; None if it is not solved."""
    decision, seen = made.decision, player_view(made.decision.asked)
    value = value_settings if decision.sets_hand else value_decision
    advised = Advised("", []) if found is None else value(decision, found)
    chosen = _find_chosen(advised.choices, made.chosen)
    why_not = _why_not(made, advised, chosen)
    return WeighedDecision(
        position=decision.position,
        number=made.version,
        words=made.words,
        cards=[str(card) for card in made.cards],
        board=[str(card) for card in seen.board],
        up_card=str(seen.up_card or ""),
        chosen=chosen.words if chosen else choice_words(made.chosen),
        counts=not why_not,
        why_not=why_not,
        method=advised.method,
        choices=advised.choices,
        cost=chosen.cost if chosen else None,
        cost_cents=chosen.cost_cents if chosen else None,
    )


def _why_not(made: MadeDecision, advised: Advised, chosen: AdvisedChoice | None) -> str:
    if not made.is_own:
        return BY_OTHERS
    if not advised.choices:
        return NOT_SOLVED
    if chosen is None:
        return NOT_VALUED
    if len(advised.choices) == 1:
        return ONLY_CHOICE
    return AS_BANK if chosen.cost_cents is None else ""


def _find_chosen(choices: Iterable[AdvisedChoice], made: PlayerChoice) -> AdvisedChoice | None:
    """Return the valued choice that was taken; None if it is not among them, as a foul setting."""
    wanted = _key(encode_choice(made))
    return next((each for each in choices if _key(each) == wanted), None)


def _key(choice: AdvisedChoice) -> tuple[str, str, frozenset[str]]:
    """Return what tells the choices of a decision apart: the act, the amount, and the cards of the low hand."""
    low = frozenset(str(card) for card in choice.facts.get("low", ()))
    return choice.act, str(choice.facts.get("amount", "")), low
