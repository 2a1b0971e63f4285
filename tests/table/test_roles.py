"""Whoever may not do something is refused under the rule that gives it to another, in every book."""

import pytest

from houseway.cards import CARDS
from houseway.chance import seeded_chance
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Role
from houseway.play.unattended import UnattendedTable
from tests.support.submissions import EXAMPLES

BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker")
ELSEWHERE = {"md.pai-gow-poker": {"settle-numbers", "deal-stacks", "choose-stack", "report-stacks"}}
"""Acts of the other book of the same game."""


@pytest.mark.parametrize("book", BOOKS)
def test_a_refusal_by_role_cites_the_rule_of_the_act(book):
    table = UnattendedTable((EXAMPLES / book / "everything.toml").read_text(), seeded_chance(1))
    for name, act in table.run.table.game.acts.items():
        stranger = Actor(next(role for role in Role if role not in act.roles), "somebody")
        with pytest.raises(NotAllowed) as refused:
            table.run.act(Command(name, stranger, {}, 0))
        assert refused.value.code == "round.role", name
        assert {clause.book for clause in refused.value.clauses} == (set() if name in ELSEWHERE.get(book, ()) else {book}), name


def test_a_card_is_no_number():
    """Cards count as whole numbers in Python, and not in a command."""
    table = UnattendedTable((EXAMPLES / BOOKS[1] / "everything.toml").read_text(), seeded_chance(1))
    facts = {"position": 1, "wager": "number", "number": CARDS[3], "amount": table.run.table.rules.offers["number"].minimum}
    with pytest.raises(Malformed) as refused:
        table.run.act(Command("wager", table.players[1], facts, 0))
    assert refused.value.code == "command.fact"
