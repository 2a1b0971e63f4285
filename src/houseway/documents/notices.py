"""The notices on a sign in addition to the paytables: vigorish, pushes, multiples, envy, the payout limit; each if it applies."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from houseway.citation import Citation
from houseway.documents import law
from houseway.documents.dealer_notices import DEALER_NOTICES
from houseway.documents.document import Element
from houseway.documents.wording import format_percent, hand_title, join_words
from houseway.money import Cents, Push
from houseway.submission import Rules
from houseway.submission.limit import limited_wagers

TIMES_WORDS = {1: "once", 2: "twice"}
COUNT_WORDS = {3: "three", 4: "four", 5: "five"}
PLAY_STREETS = (
    ("play-multiples", "{} the Ante"),
    ("play-multiples-first", "{} the Ante before the flop"),
    ("play-multiples-flop", "{} after the flop"),
    ("play-multiples-river", "{} when all cards are dealt"),
)
ENVY_HOLDER_READINGS = ("UTH-31", "FC-17")
"""The readings on whether the holder of an envy hand must have made the wager."""


def sign_notices(rules: Rules) -> tuple[Element, ...]:
    return tuple(element for notice in _NOTICES for element in notice(rules))


def _vigorish_notice(rules: Rules) -> Iterator[Element]:
    book, rate = rules.regulation, rules.regulation.value_of("vigorish")
    if not isinstance(rate, Fraction):
        return
    up = f", rounded up to the next {book.value_of('vigorish-step')}"
    rounded = {"up-to-next-quarter": up, "exact-cents": ", to the cent"}.get(str(rules.options.get("vigorish.rounding")), "")
    text = f"{format_percent(rate)} of the winnings on the {book.wager('pai-gow').title}{rounded}."
    yield Element("notice", ("Vigorish", text), _value_clauses(rules, "vigorish", "vigorish-step"), "pai-gow")


def _ante_notice(rules: Rules) -> Iterator[Element]:
    qualifier = rules.regulation.value_of("dealer-qualifier")
    if qualifier is not None:
        text = f"Pushes when the dealer has less than a {qualifier}."
        yield Element(
            "notice", ("Ante", text), (*law.notice_clauses(rules, "ante"), *_value_clauses(rules, "dealer-qualifier")), "ante"
        )


def _blind_notice(rules: Rules) -> Iterator[Element]:
    offer = rules.offers.get("blind")
    if offer is None:
        return
    for row in offer.paytable.rows:
        if isinstance(row.pays, Push):
            text = f"Pushes when the player wins with {hand_title(row.hand).lower()}."
            yield Element("notice", ("Blind", text), (*law.notice_clauses(rules, "blind"), row.clause), "blind")


def _play_notice(rules: Rules) -> Iterator[Element]:
    streets = [(key, words) for key, words in PLAY_STREETS if rules.regulation.clause_setting(key)]
    if streets:
        said = [words.format(_multiples_words(rules.regulation.numbers_of(key))) for key, words in streets]
        clauses = (*law.notice_clauses(rules, "play"), *_value_clauses(rules, *(key for key, _ in streets)))
        text = join_words(said, "or")
        yield Element("notice", ("Play", f"{text[:1].upper()}{text[1:]}."), clauses, "play")


def _dealer_notice(rules: Rules) -> Iterator[Element]:
    """Say when the dealer's hand plays, and what a tie does, where a game has a notice of its own on that."""
    notice = DEALER_NOTICES.get(rules.game)
    return notice(rules) if notice is not None else iter(())


def _ante_bonus_notice(rules: Rules) -> Iterator[Element]:
    if "ante-bonus" in rules.offers:
        clauses = (*law.notice_clauses(rules, "ante-bonus"), rules.regulation.wager("ante-bonus").clause)
        yield Element("notice", ("Ante bonus", "Needs a Play wager, and is paid win or lose."), clauses, "ante-bonus")


def _number_notice(rules: Rules) -> Iterator[Element]:
    if "number" in rules.offers:
        text = f"Winnings are rounded down to a multiple of {rules.regulation.value_of('number-rounding-step')}."
        clauses = _value_clauses(rules, "number-odds-minimum", "number-rounding-step")
        yield Element("notice", (rules.regulation.wager("number").title, text), clauses, "number")


def _envy_notice(rules: Rules) -> Iterator[Element]:
    book, with_envy = rules.regulation, [rules.regulation.wager(offer.wager) for offer in rules.offers.values() if offer.envy]
    if not with_envy:
        return
    titles, least = join_words([wager.title for wager in with_envy], "or"), book.value_of("envy-minimum")
    holder = " with the same wager" if any(rules.readings.get(each) == "required" for each in ENVY_HOLDER_READINGS) else ""
    held = [wager.title for wager in with_envy if rules.wagers[wager.id].has_envy_minimum]
    which = f" on the {join_words(held, 'or')}" if len(held) < len(with_envy) else ""
    staked = f", {least} or more{which}" if least is not None and held else ""
    text = f"With a wager on the {titles}{staked}, paid when another player{holder} has the hand."
    clauses = dict.fromkeys(book.wager(envy).clause for wager in with_envy for envy in wager.envy)
    yield Element("notice", ("Envy bonus", text), (*clauses, *_value_clauses(rules, "envy-minimum")))


def _limit_notice(rules: Rules) -> Iterator[Element]:
    limit = rules.options.get("payout-limit.amount")
    if not isinstance(limit, Cents):
        return
    reached = _limited_titles(rules)
    if not reached:
        return
    each = " each" if rules.takes_reading("PG-23=per-wager", "UTH-106") else " together"
    limit_on = "in one round" if rules.policies.get("payout-limit-on") == "player" else "on one hand"
    text = f"The most that is paid to a player {limit_on} is {limit}, for {join_words(reached)}{each if reached[1:] else ''}."
    posted = (*rules.law(law.LIMIT_POSTED), *rules.law(law.NOTICE, "sign"))
    yield Element("limit", ("Payout limit", text), (*posted, *rules.law(law.LIMIT_FILED), *rules.law(law.LIMIT_COVERS)))


def _limited_titles(rules: Rules) -> list[str]:
    """Return the titles of the wagers that the payout limit covers, under the filed readings."""
    reached = limited_wagers(rules.regulation, rules.offers, rules.readings)
    envy = ["envy bonuses"] if reached and rules.takes_reading("DIV-14=envy-capped") else []
    return [rules.regulation.wager(offer.wager).title for offer in reached] + envy


Notice = Callable[[Rules], Iterator[Element]]
_NOTICES: tuple[Notice, ...] = (
    _vigorish_notice,
    _ante_notice,
    _blind_notice,
    _play_notice,
    _dealer_notice,
    _ante_bonus_notice,
    _number_notice,
    _envy_notice,
    _limit_notice,
)


def _value_clauses(rules: Rules, *keys: str) -> tuple[Citation, ...]:
    setters = [rules.regulation.clause_setting(key) for key in keys]
    return tuple(dict.fromkeys(setter.citation for setter in setters if setter))


def _multiples_words(counts: tuple[int, ...]) -> str:
    words = [TIMES_WORDS.get(count, COUNT_WORDS.get(count, str(count))) for count in counts]
    return join_words(words, "or") + ("" if counts[-1] in TIMES_WORDS else " times")
