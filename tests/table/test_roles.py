"""Whoever may not do something is refused under the rule that gives it to another, in every book."""

import pytest

from benchmarks.unattended import UnattendedTable
from houseway.cards import CARDS
from houseway.chance import seeded_chance
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Role
from houseway.table.acts import ACTS
from tests.support.submissions import EXAMPLES

BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker")
ELSEWHERE = {"md.pai-gow-poker": {"settle-numbers", "deal-stacks", "choose-stack", "report-stacks"}}
"""Acts of the other book of the same game."""


PLAYER, BANK, DEALER, FLOOR = Role.PLAYER, Role.BANK, Role.DEALER, Role.FLOOR
WHO = {
    (PLAYER,): "check play fold pass-bank accept-bank surrender sit",
    (PLAYER, BANK): (
        "wager take-back play-exposed void-exposed set-hand ask-house-way leave buy-in cash-out tip ask-spread bet-in-words"
    ),
    (BANK,): "request-co-bank direct-house-stake",
    (BANK, DEALER): "choose-stack",
    (DEALER, FLOOR): "report-exposed report-misdeal report-face-up report-start report-stacks record-conduct",
    (FLOOR,): (
        "rule-exposed abandon rule-light validate complete-documents close-table fill credit rule correct rule-finding amend"
    ),
}
"""Whose act it is; all others are the dealer's. Nobody banks against a dealer, so his games leave the bank out."""
ROLES = {act: roles for roles, acts in WHO.items() for act in acts.split()}


def owners(act, has_bank):
    """The roles that may do an act."""
    return tuple(role for role in ROLES.get(act, (DEALER,)) if has_bank or role is not BANK)


@pytest.mark.parametrize("book", BOOKS)
def test_a_refusal_by_role_cites_the_rule_of_the_act(book, claim):
    table = UnattendedTable((EXAMPLES / book / "everything.toml").read_text(), seeded_chance(1))
    acts = table.run.table.game.acts
    for name, act in acts.items():
        owned = owners(name, has_bank="accept-bank" in acts)
        assert set(act.roles) == set(owned), name
        for role in set(Role) - set(owned):
            with pytest.raises(NotAllowed) as refused:
                table.run.act(Command(name, Actor(role, "somebody"), {}, 0))
            assert refused.value.code == "round.role", name
            cited = refused.value.clauses
            assert {clause.book for clause in cited} == (set() if name in ELSEWHERE.get(book, ()) else {book}), name
            claim(*cited)


@pytest.mark.parametrize("book", BOOKS)
def test_a_refusal_of_an_act_beside_the_game_cites_its_rule(book, claim):
    table = UnattendedTable((EXAMPLES / book / "everything.toml").read_text(), seeded_chance(1))
    for name, act in ACTS.items():
        assert set(act.roles) == set(owners(name, has_bank=True)), name
        for role in set(Role) - set(act.roles):
            with pytest.raises(NotAllowed) as refused:
                table.run.act(Command(name, Actor(role, "somebody"), {}, 0))
            assert refused.value.code == "table.role", name
            claim(*refused.value.clauses)


def test_a_card_is_no_number():
    """Cards count as whole numbers in Python, and not in a command."""
    table = UnattendedTable((EXAMPLES / BOOKS[1] / "everything.toml").read_text(), seeded_chance(1))
    facts = {"position": 1, "wager": "number", "number": CARDS[3], "amount": table.run.table.rules.offers["number"].minimum}
    with pytest.raises(Malformed) as refused:
        table.run.act(Command("wager", table.players[1], facts, 0))
    assert refused.value.code == "command.fact"
