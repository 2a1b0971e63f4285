"""What the sign of a game says of the dealer's hand: when it plays, and what a tie does."""

from collections.abc import Callable, Iterator, Mapping

from houseway.documents.document import Element
from houseway.documents.law import notice_clauses
from houseway.regulation.games import FOUR_CARD_POKER
from houseway.submission import Rules

TIE_TEXTS = {"player-wins": "A tie is paid like a win.", "push": "A tie returns both wagers."}


def _tie_notice(rules: Rules) -> Iterator[Element]:
    text = f"The dealer's hand always plays. {TIE_TEXTS[rules.readings['FC-07']]}"
    yield Element("notice", ("Dealer", text), notice_clauses(rules, "tie"))


DEALER_NOTICES: Mapping[str, Callable[[Rules], Iterator[Element]]] = {
    FOUR_CARD_POKER: _tie_notice,
}
"""By game."""
