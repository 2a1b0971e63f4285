"""Advise a seated player on his own decision.

Every table shows how the house would act. A table whose settings allow practice also shows what each choice is worth. Both
are recorded first, and follow from the cards that the player may see, the rules in force and nothing else.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.cards import Card, format_hand
from houseway.disk_cache import NOT_CACHED
from houseway.errors import NotAllowed, Unavailable
from houseway.events import Actor
from houseway.explanation.settings import name_settings
from houseway.explanation.words import wager_titles
from houseway.play.advice import ante_of, base_stake, player_view, value_choices
from houseway.play.driver import PlayerChoice
from houseway.play.strategies import BY_GAME
from houseway.service.advice.answers import (
    AdviceAnswer,
    Advised,
    DescribedChoice,
    Subject,
    choice_words,
    encode_choice,
    encode_values,
)
from houseway.service.advice.decisions import SET_HAND, OwnDecision, find_decision, is_in_round
from houseway.service.feed.moment import moment_of
from houseway.service.jobs.board import JobState
from houseway.service.jobs.question import JobQuestion, Lane
from houseway.service.jobs.sources import Source, table_source
from houseway.service.people.authority import actor_at
from houseway.service.people.person import Person
from houseway.service.records.advice_record import EXPECTATION
from houseway.service.service import Service

COUNTING = "advice.counting"
"""The code of a refusal: the answer is being counted."""
LONGEST_COUNT_SECONDS = 1.5
"""How long a player waits for a computation before he is told that it is under way. A repeated request continues the same one."""


@dataclass(frozen=True)
class AskedAdvice:
    """What somebody asks about a decision of his own, as it was due when he asked."""

    person: Person
    actor: Actor
    about: Subject
    decision: OwnDecision


def read_question(service: Service, person: Person, table: str, about: Subject, position: int | None = None) -> AskedAdvice:
    """Return what somebody asks about the decision that is due from him now, or refuse."""
    moment = moment_of(service.house, table)
    actor = actor_at(person, moment.table, "player")
    if about == EXPECTATION:
        _check_practice(service, table)
    return AskedAdvice(person, actor, about, find_decision(moment, actor, position))


async def answer_question(service: Service, request: AskedAdvice) -> AdviceAnswer:
    """Advise somebody, even if he has decided meanwhile. The request is recorded before it is answered."""
    about, place, table = request.about, request.decision.position, request.decision.table
    await service.advice.add(table.id, request.actor, about, table.number, table.version, place)
    found = await _advise(service, request)
    return AdviceAnswer(about=about, round=table.number, number=table.version, position=place, **found._asdict())


async def advise_player(
    service: Service, person: Person, table: str, about: Subject, position: int | None = None
) -> AdviceAnswer:
    """Advise somebody on the decision that is due from him, or refuse."""
    return await answer_question(service, read_question(service, person, table, about, position))


def prepare_advice(service: Service) -> None:
    """Let a worker get ready for the decisions of players, and for every way in which hands are set at tables for practice."""
    house = service.house
    set_by = {
        (table.house_way, table.rules.high_order): table_source(table.rules, house.filed_texts(name))
        for name, table in house.tables.items()
        if table.house_way is not None and house.settings(name).practice
    }
    service.desk.prepare(tuple(set_by.values()))


async def _advise(service: Service, request: AskedAdvice) -> Advised:
    person, decision = request.person, request.decision
    if request.about != EXPECTATION:
        return await service.desk.run_for_table(_choose_as_house, decision)
    source = table_source(decision.table.rules, service.house.filed_texts(decision.table.id))
    if decision.sets_hand:
        return value_settings(decision, await count_answer(service, _question_on_setting(decision, source), person))
    return value_decision(decision, await _count_decision(service, decision, source, person))


def _check_practice(service: Service, table: str) -> None:
    if not service.house.settings(table).practice:
        raise NotAllowed(
            f"{table} is not a table for practice, so exact values are not available there",
            code="advice.practice",
            given=EXPECTATION,
            allowed="the house way, or a table with practice",
        )


def check_no_hand_in_play(service: Service, person: Person) -> None:
    """Refuse exact values for cards that somebody names while he has a hand at a table without practice."""
    house = service.house
    live = [name for name, table in house.tables.items() if is_in_round(table, person.id) and not house.settings(name).practice]
    if live:
        raise NotAllowed(
            f"you have a hand in play at {live[0]}, which is not a table for practice; ask again when the round is over",
            code="advice.live-table",
            given=live[0],
            allowed="between rounds, or at tables with practice",
        )


# The house way


def _choose_as_house(decision: OwnDecision) -> Advised:
    """Return what the house way does with seven cards, or a published simple strategy against the dealer."""
    rules, way = decision.table.rules, decision.table.house_way
    if not decision.sets_hand:
        simple = BY_GAME[rules.game]
        return Advised(simple.source, [encode_choice(simple.choose(decision.asked))])
    assert way is not None, "hands are set where there is a house way"
    found = way.set(decision.cards, rules.high_order)
    setting, words = _setting_choice(decision, frozenset(found.low))
    return Advised(f"{way.title}: {found.rule.phrase}", [encode_choice(setting, words)])


def _setting_choice(decision: OwnDecision, low: frozenset[Card]) -> tuple[PlayerChoice, str]:
    """Return the setting with this low hand as a choice, and what both hands are."""
    named = next(each for each in name_settings(decision.table.rules, decision.cards) if frozenset(each.low) == low)
    choice = PlayerChoice(SET_HAND, {"position": decision.position, "low": named.low})
    return choice, f"{named.low_words} / {named.high_words}"


# What each choice is worth


async def count_answer(service: Service, question: JobQuestion, person: Person) -> Mapping[str, Any]:
    """Let a worker count, and return its answer in JSON."""
    job = service.desk.jobs.ask(question, person.id)
    computation = job.computation
    if not await service.desk.wait(job, LONGEST_COUNT_SECONDS):
        said = "this is being counted; follow the computation, and ask again when it is done"
        raise Unavailable(said, code=COUNTING, given=job.id, allowed="the same question again")
    if job.state is not JobState.DONE or computation.answer is None:
        raise computation.error or Unavailable("this was cancelled; ask again", code="advice.cancelled", given=job.state.value)
    answer: Mapping[str, Any] = json.loads(computation.answer["json"].content)
    return answer


def _question_on_setting(decision: OwnDecision, source: Source) -> JobQuestion:
    cards = format_hand(sorted(decision.cards, reverse=True))
    return JobQuestion("rate-settings", {"source": source, "cards": cards}, Lane.TABLE, is_private=True)


def value_settings(decision: OwnDecision, found: Mapping[str, Any]) -> Advised:
    column = "banking_exact" if decision.banks else "exact"
    by_text = {str(card): card for card in decision.cards}
    valued = [
        DescribedChoice(*_setting_choice(decision, frozenset(by_text[text] for text in each["low"])), Fraction(each[column]))
        for each in found["settings"]
    ]
    opponent = "an opponent" if decision.banks else "the dealer" if decision.asked.view["bank"] is None else "the bank"
    method = f"every hand of {opponent} who sets the house way"
    return Advised(method, encode_values(valued, base_stake(decision.asked, decision.position)))


async def _count_decision(service: Service, decision: OwnDecision, source: Source, person: Person) -> Mapping[str, Any]:
    """Value a decision. Before any other card is seen that takes the solved game: the worker that is ready looks it up, and only
    a game that nobody has solved yet is solved, by the worker for long questions."""
    seen = player_view(decision.asked)
    arguments: dict[str, object] = {"source": source, "cards": format_hand(seen.cards), "board": format_hand(seen.board)}
    if seen.board or seen.up_card is not None:
        shown = {} if seen.up_card is None else {"up_card": str(seen.up_card)}
        return await count_answer(service, JobQuestion("advise", {**arguments, **shown}, Lane.TABLE, is_private=True), person)
    try:
        return await count_answer(
            service, JobQuestion("advise", {**arguments, "kept_only": True}, Lane.TABLE, is_private=True), person
        )
    except NotAllowed as refusal:
        if refusal.code != NOT_CACHED:
            raise
    return await count_answer(service, JobQuestion("advise", arguments, Lane.TABLE_LONG, is_private=True), person)


def value_decision(decision: OwnDecision, found: Mapping[str, Any]) -> Advised:
    asked, rules = decision.asked, decision.table.rules
    values = {name: Fraction(worth) for name, worth in found["exact"].items()}
    advice = value_choices(rules, asked, values, found["method"])
    titles = wager_titles(rules.regulation)
    notes = ["the game itself is counted, without optional wagers"]
    if advice.lost_with_fold:
        notes.append(f"a fold also loses {', '.join(titles.get(each, each) for each in advice.lost_with_fold)}")
    if advice.lacks_chips:
        notes.append("the values take a Play wager for granted for which you lack chips")
    valued = [DescribedChoice(each.choice, choice_words(each.choice), each.in_stakes) for each in advice.choices]
    return Advised(advice.method, encode_values(valued, ante_of(asked)), notes)
