"""What the sign says of the dealer's hand."""

from collections.abc import Iterator

from houseway.documents.document import Element
from houseway.documents.law import notice_clauses
from houseway.submission import Rules
from three_card_poker.hands import lowest_dealer_rank


def dealer_notice(rules: Rules) -> Iterator[Element]:
    least = lowest_dealer_rank(rules.regulation).word
    text = f"Plays with {least} high or better. Otherwise the Ante is paid and the Play returned. A tie returns both wagers."
    yield Element("notice", ("Dealer", text), notice_clauses(rules, "tie"))
