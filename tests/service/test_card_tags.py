"""Tags of cards: a strict file, the card of a tag for dealers, and a refusal that says what to do with an unknown one."""

import pytest

from houseway.errors import HousewayError, Malformed
from houseway.service.card_tags import NO_TAGS, parse_card_tags

FILE = """
[decks.blue]
E280689400005019 = "As"
"04:A1:9C:22" = "Jk"

[decks.red]
E280689400005020 = "As"
"""


def test_a_tag_is_found_however_a_reader_writes_it():
    tags = parse_card_tags(FILE)
    for sent in ("04A19C22", "04a19c22", "04-a1-9c-22", "04:A1:9C:22"):
        found = tags.find(sent)
        assert (found.deck, str(found.card)) == ("blue", "Jk")
    assert tags.find("e280689400005020").deck == "red"


@pytest.mark.parametrize(("tags", "way_out"), [(NO_TAGS, "rank and suit"), (parse_card_tags(FILE), "type the card")])
def test_an_unknown_tag_is_refused_with_what_to_do(tags, way_out):
    with pytest.raises(HousewayError, match="tag") as refusal:
        tags.find("E2000000")
    assert refusal.value.code == "card-tag.unknown"
    assert way_out in str(refusal.value.facts["allowed"])


def test_the_configuration_has_the_hash_of_the_file_and_no_tag():
    words = repr(parse_card_tags(FILE))
    assert "tags=3" in words
    assert "5019" not in words
    assert words != repr(parse_card_tags(FILE.replace("As", "Ks")))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "has no decks"),
        ("decks = 3", "has no decks"),
        ("[decks", "no TOML"),
        ("[decks.blue]", "blue has no tags"),
        ('[decks.blue]\nE2806894 = "Zz"', "E2806894 names no card"),
        ("[decks.blue]\nE2806894 = 5", "E2806894 names no card"),
        ('[decks.blue]\nE28 = "As"', "is no tag"),
        ('[decks.blue]\n"----" = "As"', "is no tag"),
        ('[decks.blue]\nE2806894 = "As"\nE2806895 = "As"', "has the As twice"),
        ('[decks.blue]\nE2806894 = "As"\n[decks.red]\ne2806894 = "Kd"', "is on two cards, As and Kd"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_a_line(text, why):
    with pytest.raises(Malformed, match=why) as refusal:
        parse_card_tags(text)
    assert refusal.value.code == "card-tags.file"
