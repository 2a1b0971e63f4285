"""What somebody may do now, as it is sent to him."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from houseway.croupier import CHANCE_FACTS
from houseway.errors import Malformed
from houseway.events import Actor, Command, Role
from houseway.explanation.option_words import ACT_WITH_AMOUNTS, describe_amounts, describe_option
from houseway.procedure import LegalOption
from houseway.service.feed.meaning import Meanings
from houseway.service.feed.moment import TableMoment, titles_under
from houseway.service.live.settings import ELECTRONIC, PHYSICAL, TableSettings
from houseway.service.live.turns.steps import may_choose
from houseway.service.messages.bounds import Option, encode_option
from houseway.service.messages.encoding import ReplaceIds, Text, json_text, list_text, person_ids_in
from houseway.service.people.protection.choices import BEGINNINGS
from houseway.service.people.stops import is_stopped, without_stopped_wagers
from houseway.service.secrecy.seeds import SHUFFLE_ACTS
from houseway.submission import Rules
from houseway.table import Table, legal_options
from houseway.table.rulings import ruling_options

PARTS = {"rulings": "rule", "corrections": "correct"}
"""There may be hundreds of rulings and corrections, so they are sent on request: each part with its act."""
_KEPT = 8
"""Encoded options that are kept of one act with one wager at one place: amounts come back in the next round."""


def current_options(moment: TableMoment, actor: Actor) -> tuple[LegalOption, ...]:
    """Return what somebody may do now, without what is sent on request and what is stopped."""
    if actor.role is Role.PLAYER and not actor.name:
        return ()  # a watcher
    options = legal_options(moment.table, actor, moment.seconds, moment.meters, False)
    if moment.stops:
        options = tuple(_without_stopped(moment, actor, options))
    chosen = moment.protections.get(actor.name)
    if chosen is not None and chosen.bar_at(moment.at):
        options = tuple([option for option in options if option.act not in BEGINNINGS])
    is_physical = moment.settings.cards == PHYSICAL
    return tuple(
        [
            _with_cards_of(moment.settings, option, actor) if is_physical or option.act in CHANCE_FACTS else option
            for option in options
        ]
    )


def _without_stopped(moment: TableMoment, actor: Actor, options: Iterable[LegalOption]) -> Iterator[LegalOption]:
    for option in options:
        if not is_stopped(moment.stops, moment.table, Command(option.act, actor, option.facts)):
            yield without_stopped_wagers(moment.stops, moment.table, option)


def _with_cards_of(settings: TableSettings, option: LegalOption, actor: Actor) -> LegalOption:
    """Return an option without what chance decides at a table with electronic cards. A player may still choose his own cut, and
    nobody needs to say in which order physical cards lie."""
    if settings.cards == PHYSICAL and actor.role in (Role.PLAYER, Role.BANK):
        option = _without_unknown_cards(option)
    fact = CHANCE_FACTS.get(option.act)
    if fact is None or fact not in option.bounds:
        return option
    if settings.cards == ELECTRONIC and not may_choose(option.act, actor):
        return option._replace(bounds={name: bound for name, bound in option.bounds.items() if name != fact})
    bound = option.bounds[fact]
    if settings.cards == PHYSICAL and option.act not in SHUFFLE_ACTS:
        return option
    return option._replace(bounds={**option.bounds, fact: {**bound, "optional": True}})


def _without_unknown_cards(option: LegalOption) -> LegalOption:
    """Return an option without the choice among cards that lie face down on a real table: a player only says that he has set."""
    known = {name: bound for name, bound in option.bounds.items() if bound.get("from") != ()}
    return option._replace(bounds=known) if len(known) < len(option.bounds) else option


def requested_options(moment: TableMoment, actor: Actor, part: str) -> tuple[LegalOption, ...]:
    """Return the options of a part that is sent on request."""
    if part not in PARTS:
        raise Malformed(f"{part!r} is not a part of the options", code="feed.part", given=part, allowed=tuple(PARTS))
    if actor.role is not Role.FLOOR or not moment.table.open:
        return ()
    return tuple(option for option in ruling_options(moment.table) if option.act == PARTS[part])


class OptionTexts:
    """Options as somebody was sent them. Most stay the same for a while or come back in the next round, and are encoded once."""

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self._known: dict[tuple[object, ...], deque[_EncodedOption]] = {}
        """By act, place and wager: the options that were encoded last, the latest first, without their meanings."""

    def encode(self, table: Table, options: Collection[LegalOption], meanings: Meanings, with_names: ReplaceIds) -> Text:
        """Encode options, each with its meaning and what it is in words."""
        if table.rules is not self._rules:
            self._rules, self._known = table.rules, {}
        known, digests = self._known, meanings.digests([option.act for option in options])
        texts = []
        for option in options:
            act, facts = option.act, option.facts
            asked = act, facts.get("position"), facts.get("wager")
            amounts = describe_amounts(option, table) if act == ACT_WITH_AMOUNTS else _NO_AMOUNTS
            for each in known.get(asked, ()):
                if each.option == option and each.amounts == amounts:
                    text = each.text
                    break
            else:
                text = self._encode_anew(asked, option, titles_under(table.rules), amounts, with_names)
            texts.append(f'{text},"meaning":"{digests[act]}"}}')
        return list_text(texts)

    def _encode_anew(
        self,
        asked: tuple[object, ...],
        option: LegalOption,
        titles: Mapping[str, str],
        amounts: list[str],
        with_names: ReplaceIds,
    ) -> Text:
        """Return the text of an option up to its meaning, and keep it."""
        content = _encode_with_words(option, titles, amounts)
        text = json_text({**content, "words": with_names(content["words"])})[:-1]
        if not person_ids_in(content["words"]):  # the names of people may still be learnt
            self._known.setdefault(asked, deque(maxlen=_KEPT)).appendleft(_EncodedOption(option, amounts, text))
        return text


_NO_AMOUNTS: list[str] = []


class _EncodedOption(NamedTuple):
    option: LegalOption
    amounts: list[str]
    """What its amounts are in words, which depends on what lies on the table."""
    text: Text


def _encode_with_words(option: LegalOption, titles: Mapping[str, str], amounts: list[str]) -> Option:
    content = encode_option(option)
    content["words"] = describe_option(option, titles)
    amount = content["bounds"].get("amount")
    if amount is not None and amount["kind"] == "choice" and amounts:
        amount["words"] = amounts
    return content
