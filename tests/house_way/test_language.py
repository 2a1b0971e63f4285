"""The language of house ways: what can be written, how it prints, and what is answered where it cannot be read."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import Rank
from houseway.errors import Malformed
from houseway.house_way import HandKind, HouseWay, house_way_names
from houseway.house_way.parser import PhraseError, parse_conditions, parse_front
from houseway.house_way.vocabulary import (
    BestFront,
    FrontAtLeast,
    FrontBeats,
    HandFeature,
    HasFeature,
    MadeHand,
    NthHighest,
    OneOfGroup,
    RankGroup,
    RankIs,
    TwoCards,
    TwoOfGroup,
    print_conditions,
)

FOXWOODS = HouseWay.load("foxwoods")


# Phrases


@pytest.mark.parametrize(
    ("phrase", "front"),
    [
        ("second and third highest", TwoCards(NthHighest(2), NthHighest(3))),
        ("two highest", TwoCards(NthHighest(1), NthHighest(2))),
        ("two highest others", TwoCards(NthHighest(1, True), NthHighest(2, True))),
        ("first and third highest others", TwoCards(NthHighest(1, True), NthHighest(3, True))),
        ("highest and second highest", TwoCards(NthHighest(1), NthHighest(2))),
        ("pair", TwoOfGroup(RankGroup.PAIR)),
        ("high pair", TwoOfGroup(RankGroup.HIGH_PAIR)),
        ("middle pair", TwoOfGroup(RankGroup.MIDDLE_PAIR)),
        ("low pair", TwoOfGroup(RankGroup.LOW_PAIR)),
        ("two of trips", TwoOfGroup(RankGroup.TRIPS)),
        ("two of high trips", TwoOfGroup(RankGroup.HIGH_TRIPS)),
        ("two of quads", TwoOfGroup(RankGroup.QUADS)),
        ("two of aces", TwoOfGroup(RankGroup.ACES)),
        ("one of trips and highest other", TwoCards(OneOfGroup(RankGroup.TRIPS), NthHighest(1, True))),
        ("highest other and one of trips", TwoCards(OneOfGroup(RankGroup.TRIPS), NthHighest(1, True))),
        ("one of quads and second highest other", TwoCards(OneOfGroup(RankGroup.QUADS), NthHighest(2, True))),
        ("best", BestFront()),
        ("best pair", BestFront(wants_pair=True)),
        ("best that keeps a complete hand", BestFront(kept_hand=MadeHand.COMPLETE)),
        ("best that keeps a straight flush", BestFront(kept_hand=MadeHand.STRAIGHT_FLUSH)),
        ("best that keeps two pair", BestFront(kept_hand=MadeHand.TWO_PAIR)),
        ("best pair that keeps a flush", BestFront(wants_pair=True, kept_hand=MadeHand.FLUSH)),
        ("best unpaired that keeps a straight", BestFront(wants_pair=False, kept_hand=MadeHand.STRAIGHT)),
    ],
)
def test_a_front_is_read(phrase, front):
    assert parse_front(phrase) == front
    assert parse_front(str(front)) == front


@pytest.mark.parametrize(
    ("phrase", "conditions"),
    [
        ("pair is A", (RankIs(RankGroup.PAIR, Rank.ACE, Rank.ACE),)),
        ("high pair is J or better", (RankIs(RankGroup.HIGH_PAIR, Rank.JACK, Rank.ACE),)),
        ("high pair is jacks or better", (RankIs(RankGroup.HIGH_PAIR, Rank.JACK, Rank.ACE),)),
        ("quads is 6 or lower", (RankIs(RankGroup.QUADS, Rank.TWO, Rank.SIX),)),
        ("pair is T to K", (RankIs(RankGroup.PAIR, Rank.TEN, Rank.KING),)),
        ("pair is K to 10", (RankIs(RankGroup.PAIR, Rank.TEN, Rank.KING),)),
        ("highest other is A", (RankIs(NthHighest(1, True), Rank.ACE, Rank.ACE),)),
        ("third highest is nine or lower", (RankIs(NthHighest(3), Rank.TWO, Rank.NINE),)),
        ("front is K or better", (FrontAtLeast(Rank.KING),)),
        ("front is A-K or better", (FrontAtLeast(Rank.ACE, Rank.KING),)),
        ("front is a pair", (FrontAtLeast(Rank.TWO, Rank.TWO),)),
        ("front is pair of 9 or better", (FrontAtLeast(Rank.NINE, Rank.NINE),)),
        ("front is a pair of A", (FrontAtLeast(Rank.ACE, Rank.ACE),)),
        ("front beats best that keeps a complete hand", (FrontBeats(BestFront(kept_hand=MadeHand.COMPLETE)),)),
        (
            "front beats second and third highest and has an ace",
            (FrontBeats(TwoCards(NthHighest(2), NthHighest(3))), HasFeature(HandFeature.ACE)),
        ),
        ("has a straight, has a flush", (HasFeature(HandFeature.STRAIGHT), HasFeature(HandFeature.FLUSH))),
        (
            "has a straight flush and has no joker",
            (HasFeature(HandFeature.STRAIGHT_FLUSH), HasFeature(HandFeature.JOKER, is_absent=True)),
        ),
    ],
)
def test_conditions_are_read(phrase, conditions):
    assert parse_conditions(phrase) == conditions
    assert parse_conditions(print_conditions(conditions)) == conditions


@pytest.mark.parametrize(
    ("phrase", "word", "near", "allowed"),
    [
        ("lowe pair", "lowe", "low", "low pair"),
        ("two highest otters", "otters", "others", "others"),
        ("best that keeps a strait", "strait", "straight", "straight"),
        ("best that keeps", "", None, "a complete hand"),
        ("second highest", "", None, "and"),
        ("one of trips and", "", None, "highest"),
        ("", "", None, "best"),
        ("pair pair", "pair", None, "the end"),
    ],
)
def test_a_front_that_cannot_be_read_names_the_word_and_what_is_allowed(phrase, word, near, allowed):
    with pytest.raises(PhraseError) as refusal:
        parse_front(phrase)
    assert refusal.value.word == word
    assert near is None or near in refusal.value.near
    assert allowed in refusal.value.expected


@pytest.mark.parametrize(
    "phrase",
    [
        "high pair are J or better",
        "high pair is X or better",
        "high pair is a or better",
        "front is K",
        "front is K-A or better",
        "front is pair",
        "has",
        "has a joker",
        "pair is A,",
        "pair is A and",
        ", pair is A",
        "not pair is A",
        "front beats",
        "second and second highest is A",
    ],
)
def test_conditions_that_cannot_be_read(phrase):
    with pytest.raises(PhraseError):
        parse_conditions(phrase)


cards = st.one_of(st.builds(NthHighest, st.integers(1, 7), st.booleans()), st.builds(OneOfGroup, st.sampled_from(RankGroup)))
fronts = st.one_of(
    st.builds(TwoOfGroup, st.sampled_from(RankGroup)),
    st.builds(BestFront, st.sampled_from([None, True, False]), st.one_of(st.none(), st.sampled_from(MadeHand))),
    st.tuples(cards, cards).filter(lambda two: two[0] != two[1]).map(lambda two: f"{two[0]} and {two[1]}").map(parse_front),
)
ranks = st.sampled_from(Rank)
conditions = st.lists(
    st.one_of(
        st.builds(
            lambda noun, two: RankIs(noun, min(two), max(two)),
            st.one_of(st.sampled_from(RankGroup), st.builds(NthHighest, st.integers(1, 7), st.booleans())),
            st.tuples(ranks, ranks),
        ),
        st.builds(FrontAtLeast, ranks),
        st.tuples(ranks, ranks).map(lambda two: FrontAtLeast(max(two), min(two))),
        st.builds(FrontBeats, fronts),
        st.builds(HasFeature, st.sampled_from(HandFeature), st.booleans()),
    ),
    min_size=1,
    max_size=4,
).map(tuple)


@given(fronts)
def test_a_front_prints_as_it_is_read(front):
    assert parse_front(str(front)) == front


@given(conditions)
def test_conditions_print_as_they_are_read(found):
    assert parse_conditions(print_conditions(found)) == found


def read_or_refusal(read, phrase):
    try:
        return read(phrase)
    except PhraseError as refusal:
        return refusal


WRITTEN = """front is beats has no the an best pair unpaired that keeps two one of and , or better lower to A K 10 2 A-K
    first second third highest other others"""
WORDS = sorted({*WRITTEN.split(), *(word for noun in (*RankGroup, *MadeHand, *HandFeature) for word in noun.split())})


@given(st.one_of(st.text(), st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)))
def test_whatever_is_written_is_read_or_answered(phrase):
    for read, print_ in ((parse_front, str), (parse_conditions, print_conditions)):
        found = read_or_refusal(read, phrase)
        if isinstance(found, PhraseError):
            assert found.expected
            assert found.reason
        else:
            assert read(print_(found)) == found


# Files


def read(text):
    return HouseWay.from_text(text, "way.toml")


def changed(old, new):
    assert old in FOXWOODS.text
    return FOXWOODS.text.replace(old, new, 1)


def line_of(text, part):
    return 1 + text[: text.index(part)].count("\n")


@pytest.mark.parametrize("name", house_way_names())
def test_every_shipped_way_is_read_and_says_what_it_is(name):
    way = HouseWay.load(name)
    assert way.name == name
    assert way.title
    assert way.source
    assert len(way.hash) == 64
    assert list(way.rules) == list(HandKind)
    assert [rule.number for rule in way.numbered_rules] == list(range(1, len(way.numbered_rules) + 1))


@pytest.mark.parametrize("name", ["foxwoods", "mgm-grand", "ballys-atlantic-city"])
def test_a_published_way_lists_what_it_decides_and_what_was_not_published(name):
    way = HouseWay.load(name)
    assert way.decisions
    assert way.unpublished


def test_the_rules_know_their_lines():
    for rules in FOXWOODS.rules.values():
        for rule in rules:
            line = FOXWOODS.text.split("\n")[rule.line - 1]
            assert str(rule.front or rule.follows) in line


def test_rules_may_be_tables_of_their_own():
    text = changed('pair = [{ front = "two highest others" }]\n', "") + '\n[[rules.pair]]\nfront = "two highest others"\n'
    way = read(text)
    assert way.rules[HandKind.PAIR] == read(text).rules[HandKind.PAIR]
    assert way.rules[HandKind.PAIR][0].line == line_of(text, "[[rules.pair]]")


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ('{ front = "low pair" }', '{ front = "lower pair" }', "word", "did you mean 'low'"),
        ("high pair is J or better", "big pair is J or better", "word", "'big' in 'big pair is J or better'"),
        ("high pair is J or better", "high pair is J or higher", "word", "better, lower"),
        ("three-pair = ", "tree-pair = ", "kind", "did you mean 'three-pair'"),
        ("complete-with-quads = ", "complete-with-two-trips = ", "kind", "there is no kind of hand"),
        ('as = "two-pair"', 'as = "two-pairs"', "kind", "did you mean 'two-pair'"),
        ('as = "two-pair"', 'as = "complete-with-two-pair"', "circle", "is circular"),
        ('{ front = "low pair" }', '{ front = "low pair", as = "pair" }', "front-or-as", "either 'front'"),
        ('{ front = "low pair" }', '{ when = "has an ace" }', "front-or-as", "either 'front'"),
        ('{ front = "low pair" }', "{ }", "front-or-as", "either 'front'"),
        ('{ as = "two-pair" }', '{ as = "two-pair", when = "front is a pair" }', "front-or-as", "no front of its own"),
        ('{ front = "low pair" }', '{ front = "middle pair" }', "never", "needs middle pair, which no two-pair hand has"),
        ('{ front = "low pair" }', '{ front = "best that keeps a flush" }', "never", "needs a flush"),
        ('{ front = "high pair" }', '{ front = "two highest others" }', "never", "at most 1 others"),
        ('as = "two-pair"', 'as = "trips"', "never", "needs trips"),
        ('{ front = "low pair" }', '{ font = "low pair" }', "key", "did you mean 'front'"),
        ('{ front = "low pair" }', '"low pair"', "type", "it must be a table"),
        ('{ front = "low pair" }', "{ front = 3 }", "type", "it must be a text"),
        ('[{ front = "second and third highest" }]', '"second and third highest"', "type", "a list of rules"),
        ('[{ front = "second and third highest" }]', "[]", "empty", "has no rule"),
        ('no-pair = [{ front = "second and third highest" }]\n', "", "missing", "no-pair: there are no rules"),
        ('title = "Foxwoods Resort Casino, Connecticut"\n', "", "missing", "title is missing"),
        ('name = "foxwoods"', 'name = "Fox Woods"', "name", "lower-case letters"),
        ('name = "foxwoods"', "name = 7", "type", "a non-empty text"),
        ('name = "foxwoods"', 'name = "foxwoods"\nnames = "x"', "key", "did you mean 'name'"),
        ("[rules]", "[rulez]", "key", "did you mean 'rules'"),
        ("[rules]", "[rules", "toml", "is not TOML"),
        ("decided = [", "decided = 5\nx = [", "type", "decision = text"),
    ],
)
def test_a_bad_file_is_answered_with_place_and_remedy(old, new, code, says):
    text = changed(old, new)
    with pytest.raises(Malformed) as refusal:
        read(text)
    facts = refusal.value.facts
    assert f"house-way.{code}" in (refusal.value.code, *facts.get("codes", ()))
    assert says in refusal.value.message
    assert "way.toml:" in refusal.value.message
    assert refusal.value.to_json()["facts"]


@pytest.mark.parametrize("old", ['{ front = "low pair" }', '{ front = "two of aces" }', '{ as = "two-pair" }'])
def test_the_place_is_the_line_of_the_rule(old):
    text = changed(old, '{ front = "nonsense" }')
    with pytest.raises(Malformed) as refusal:
        read(text)
    assert refusal.value.facts["place"] == f"way.toml:{line_of(text, 'nonsense')}"


def test_all_defects_are_said_at_once():
    text = changed('{ front = "low pair" }', '{ front = "lower pair" }').replace("two of aces", "two of ace")
    with pytest.raises(Malformed) as refusal:
        read(text.replace('three-pair = [{ front = "high pair" }]\n', ""))
    assert refusal.value.facts["codes"] == ("house-way.missing", "house-way.word", "house-way.word")


def test_the_same_defect_twice_on_a_line_is_said_once():
    """Found by the test below: the second rule was taken for a good one, because its defect had been said before."""
    with pytest.raises(Malformed) as refusal:
        read(
            changed('[{ front = "second and third highest" }]', '[{ when = false, front = "" }, { when = false, front = "" }]')
        )
    assert refusal.value.code == "house-way.type"
    assert refusal.value.message.count("when is False") == 1


def test_a_way_that_is_not_there():
    with pytest.raises(Malformed, match="did you mean 'foxwoods'") as refusal:
        HouseWay.load("foxwood")
    assert refusal.value.code == "house-way.unknown"


def test_files_that_cannot_be_opened(tmp_path):
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe9'")
    for path in (tmp_path / "none.toml", str(tmp_path / "none.toml"), tmp_path, tmp_path / "latin.toml", "\0.toml"):
        with pytest.raises(Malformed) as refusal:
            HouseWay.load(path)
        assert refusal.value.code == "house-way.file"


def test_a_file_is_read_by_its_path(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(FOXWOODS.text.replace("foxwoods", "mine", 1))
    way = HouseWay.load(path)
    assert way.name == "mine" or way.hash != FOXWOODS.hash
    assert way.place == str(path)


values = st.recursive(
    st.one_of(st.text(max_size=8), st.integers(), st.booleans(), st.sampled_from(["low pair", "two-pair", "has an ace"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["when", "unless", "front", "as", "x"]), inner, max_size=3),
    ),
    max_leaves=6,
)


def toml(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, str):
        return (
            '"' + "".join(letter if letter.isalnum() or letter in " -" else f"\\U{ord(letter):08x}" for letter in value) + '"'
        )
    return str(value).lower()


@given(st.sampled_from([*HandKind, "x"]), values)
def test_no_value_of_a_kind_gives_a_traceback(kind, value):
    lines = [line for line in FOXWOODS.text.split("\n") if not line.startswith(f"{kind} = ")]
    answered("\n".join([*lines, f"{kind} = {toml(value)}"]))


@given(st.text())
def test_no_text_gives_a_traceback(text):
    answered(text)
    answered(FOXWOODS.text + text)


def answered(text):
    """Either it is read, or it is answered in our own way."""
    with suppress(Malformed):
        read(text)
