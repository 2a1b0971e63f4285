"""Notices that Four Card Poker's sign must carry, in the words of the reading that is filed."""

import pytest

from houseway import documents
from tests.support.submissions import EXAMPLES, document, filed

BOOK = "md.four-card-poker"


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        ("player-wins", "The dealer's hand always plays. A tie is paid like a win."),
        ("push", "The dealer's hand always plays. A tie returns both wagers."),
    ],
)
@pytest.mark.clause(f"{BOOK} as-played.2.B(8)(a)", f"{BOOK} as-played.2.B(9)")
def test_the_sign_says_that_the_dealer_always_plays_and_what_a_tie_does(reading, words):
    content = document(EXAMPLES / BOOK / "everything.toml")
    content["readings"]["FC-07"] = reading
    verdict = filed(content)
    assert verdict.passes, verdict.findings
    (notice,) = [each for each in documents.make_sign(verdict.rules).elements if each.cells[0] == "Dealer"]
    assert notice.kind == "notice"
    assert notice.cells[1] == words
    assert {f"{BOOK} as-played.2.B(8)(a)", f"{BOOK} as-played.2.B(9)"} <= set(notice.clauses)
