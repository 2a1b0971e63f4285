"""Parse the phrases of a house way word by word. An error names the word and what is allowed in its place."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TypeVar

from houseway.cards import Rank
from houseway.house_way import vocabulary

Meaning = TypeVar("Meaning")

_TOKEN = re.compile(r"[^\s,]+|,")
_RANK_WORDS = {
    **{rank.letter: rank for rank in Rank},
    "10": Rank.TEN,
    **{rank.word: rank for rank in Rank},
    **{rank.plural: rank for rank in Rank},
}
_GROUPS_LONGEST_FIRST = sorted(vocabulary.RankGroup, key=lambda group: -len(group.value.split()))


class PhraseError(Exception):
    """A phrase that cannot be parsed: the word, and what is allowed in its place."""

    def __init__(self, phrase: str, word: str, expected: Sequence[str]) -> None:
        self.phrase = phrase
        self.word = word
        self.expected = tuple(expected)
        self.near = tuple(get_close_matches(word, [part for words in expected for part in words.split()], n=3, cutoff=0.6))
        super().__init__(self.reason)

    @property
    def reason(self) -> str:
        given = f"{self.word!r} in {self.phrase!r} is not understood" if self.word else f"{self.phrase!r} ends too early"
        near = f"; did you mean {' or '.join(map(repr, self.near))}?" if self.near else ""
        return f"{given}{near}; allowed here: {', '.join(self.expected)}"


def split_words(phrase: str) -> list[str]:
    """Split a phrase into words and commas."""
    return _TOKEN.findall(phrase)


class _WordReader:
    """The words of a phrase and the current position; remembers what was expected at the furthest position reached."""

    def __init__(self, phrase: str) -> None:
        self.phrase = phrase
        self.words = split_words(phrase)
        self.place = 0
        self._furthest = 0
        self._expected: dict[str, None] = {}

    def accept(self, words: str) -> bool:
        """Consume these words if they come next."""
        parts = words.split()
        for count, part in enumerate(parts):
            if self.words[self.place + count : self.place + count + 1] != [part]:
                self.expect(" ".join(parts[count:]), self.place + count)
                return False
        self.place += len(parts)
        return True

    def expect(self, words: str, place: int) -> None:
        """Remember that these words were allowed at this position."""
        if place > self._furthest:
            self._furthest, self._expected = place, {}
        if place == self._furthest:
            self._expected[words] = None

    def one_of(self, choices: Iterable[tuple[str, Meaning]]) -> Meaning | None:
        """Consume the first of the choices that comes next, and return its meaning."""
        return next((meaning for words, meaning in choices if self.accept(words)), None)

    def is_at_end(self) -> bool:
        if self.place < len(self.words):
            self.expect("the end", self.place)
        return self.place == len(self.words)

    def rewind_to(self, place: int) -> None:
        self.place = place

    def make_error(self) -> PhraseError:
        word = self.words[self._furthest] if self._furthest < len(self.words) else ""
        return PhraseError(self.phrase, word, list(self._expected))


def parse_front(phrase: str) -> vocabulary.Front:
    """Parse the front of a rule."""
    words = _WordReader(phrase)
    front = _parse_front(words)
    if front is None or not words.is_at_end():
        raise words.make_error()
    return front


def parse_conditions(phrase: str) -> vocabulary.Conditions:
    """Parse conditions joined by a comma or by `and`; all of them must hold."""
    words = _WordReader(phrase)
    conditions = _parse_conditions(words)
    if conditions is None or not words.is_at_end():
        raise words.make_error()
    return conditions


# Fronts


def _parse_front(words: _WordReader) -> vocabulary.Front | None:
    start = words.place
    for read in (_parse_best, _parse_two_of, _parse_two_cards):
        found = read(words)
        if found is not None:
            return found
        words.rewind_to(start)
    return None


def _parse_best(words: _WordReader) -> vocabulary.Front | None:
    if not words.accept("best"):
        return None
    pair = words.one_of([("pair", True), ("unpaired", False)])
    if not words.accept("that keeps"):
        return vocabulary.BestFront(pair)
    made = words.one_of((made.value, made) for made in sorted(vocabulary.MadeHand, key=lambda made: -len(made.value)))
    return None if made is None else vocabulary.BestFront(pair, made)


def _parse_two_of(words: _WordReader) -> vocabulary.Front | None:
    if words.accept("two of"):
        group = _parse_group(words, pairs=False)
        return None if group is None else vocabulary.TwoOfGroup(group)
    start = words.place
    group = _parse_group(words)
    if group is None or not group.is_pair:
        words.rewind_to(start)
        return None
    return vocabulary.TwoOfGroup(group)


def _parse_two_cards(words: _WordReader) -> vocabulary.Front | None:
    if words.accept("two highest"):
        of_others = words.accept("others")
        return vocabulary.TwoCards(vocabulary.NthHighest(1, of_others), vocabulary.NthHighest(2, of_others))
    start = words.place
    places = _parse_two_ordinals(words)
    if places is not None:
        return places
    words.rewind_to(start)
    first = _parse_card(words)
    if first is None or not words.accept("and"):
        return None
    second = _parse_card(words)
    return None if second is None else _order_cards(first, second)


def _parse_two_ordinals(words: _WordReader) -> vocabulary.Front | None:
    """Parse `second and third highest`, of the seven or of the others."""
    first = _parse_ordinal(words)
    second = _parse_ordinal(words) if first and words.accept("and") else None
    if first is None or second is None or first == second or not words.accept("highest"):
        return None
    of_others = words.accept("others")
    return vocabulary.TwoCards(
        vocabulary.NthHighest(min(first, second), of_others), vocabulary.NthHighest(max(first, second), of_others)
    )


def _order_cards(
    first: vocabulary.NthHighest | vocabulary.OneOfGroup, second: vocabulary.NthHighest | vocabulary.OneOfGroup
) -> vocabulary.Front | None:
    """Put the two cards of a front in a fixed order; None if they are the same card."""
    if first == second:
        return None
    ahead, behind = sorted((first, second), key=str)
    if isinstance(first, vocabulary.NthHighest) and isinstance(second, vocabulary.NthHighest):
        ahead, behind = sorted((first, second), key=lambda card: (card.of_others, card.position))
    elif isinstance(ahead, vocabulary.NthHighest):
        ahead, behind = behind, ahead
    return vocabulary.TwoCards(ahead, behind)


# Nouns


def _parse_card(words: _WordReader) -> vocabulary.NthHighest | vocabulary.OneOfGroup | None:
    if words.accept("one of"):
        group = _parse_group(words)
        return None if group is None else vocabulary.OneOfGroup(group)
    return _parse_nth(words)


def _parse_nth(words: _WordReader) -> vocabulary.NthHighest | None:
    start = words.place
    place = _parse_ordinal(words) or 1
    if not words.accept("highest"):
        words.rewind_to(start)
        return None
    return vocabulary.NthHighest(place, words.accept("other"))


def _parse_ordinal(words: _WordReader) -> int | None:
    return words.one_of((word, place) for place, word in enumerate(vocabulary.ORDINALS, start=1))


def _parse_group(words: _WordReader, pairs: bool = True) -> vocabulary.RankGroup | None:
    return words.one_of((group.value, group) for group in _GROUPS_LONGEST_FIRST if pairs or not group.is_pair)


# Conditions


def _parse_conditions(words: _WordReader) -> vocabulary.Conditions | None:
    found: list[vocabulary.Condition] = []
    while True:
        condition = _parse_condition(words)
        if condition is None:
            return None
        found.append(condition)
        if not (words.accept(",") or words.accept("and")):
            return tuple(found)


def _parse_condition(words: _WordReader) -> vocabulary.Condition | None:
    if words.accept("front beats"):
        other = _parse_front(words)
        return None if other is None else vocabulary.FrontBeats(other)
    if words.accept("front is"):
        return _parse_front_is(words)
    if words.accept("has"):
        return _parse_has(words)
    noun: vocabulary.RankGroup | vocabulary.NthHighest | None = _parse_group(words) or _parse_nth(words)
    if noun is None or not words.accept("is"):
        return None
    return _parse_rank_is(words, noun)


def _parse_front_is(words: _WordReader) -> vocabulary.Condition | None:
    if words.accept("a pair of") or words.accept("pair of"):
        rank = _parse_rank(words)
        return vocabulary.FrontAtLeast(rank, rank) if rank and _parse_or_better(words, rank, rank) else None
    if words.accept("a pair"):
        return vocabulary.FrontAtLeast(Rank.TWO, Rank.TWO)
    ranks = _parse_two_ranks(words)
    return vocabulary.FrontAtLeast(*ranks) if ranks and _parse_or_better(words, *ranks) else None


def _parse_or_better(words: _WordReader, first: Rank, second: Rank | None = None) -> bool:
    """Parse `or better`, which may be left out for a pair of aces: nothing is better."""
    return words.accept("or better") or first == second == Rank.ACE


def _parse_two_ranks(words: _WordReader) -> tuple[Rank, Rank | None] | None:
    """Parse `A`, or `A-K` with the higher rank first."""
    word = words.words[words.place] if words.place < len(words.words) else ""
    first, dash, second = word.partition("-")
    if not dash:
        rank = _parse_rank(words)
        return None if rank is None else (rank, None)
    if first not in _RANK_WORDS or second not in _RANK_WORDS or _RANK_WORDS[first] < _RANK_WORDS[second]:
        words.expect("two ranks, the higher first, as in A-K", words.place)
        return None
    words.place += 1
    return _RANK_WORDS[first], _RANK_WORDS[second]


def _parse_has(words: _WordReader) -> vocabulary.Condition | None:
    """Parse `has a flush` or `has no joker`; try longer phrases first."""
    for absent in (True, False):
        named = sorted(
            ((f"no {held}" if absent else held.with_article, held) for held in vocabulary.HandFeature),
            key=lambda pair: -len(pair[0]),
        )
        found = words.one_of(named)
        if found is not None:
            return vocabulary.HasFeature(found, absent)
    return None


def _parse_rank_is(words: _WordReader, noun: vocabulary.RankGroup | vocabulary.NthHighest) -> vocabulary.Condition | None:
    rank = _parse_rank(words)
    if rank is None:
        return None
    if words.accept("or better"):
        return vocabulary.RankIs(noun, rank, Rank.ACE)
    if words.accept("or lower"):
        return vocabulary.RankIs(noun, Rank.TWO, rank)
    if words.accept("to"):
        other = _parse_rank(words)
        return None if other is None else vocabulary.RankIs(noun, min(rank, other), max(rank, other))
    return vocabulary.RankIs(noun, rank, rank)


def _parse_rank(words: _WordReader) -> Rank | None:
    word = words.words[words.place] if words.place < len(words.words) else ""
    if word not in _RANK_WORDS:
        words.expect("a rank (A K Q J T 9 to 2, or in words)", words.place)
        return None
    words.place += 1
    return _RANK_WORDS[word]
