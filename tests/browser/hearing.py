"""What a screen reader is given to say."""

from itertools import pairwise

LISTEN = """() => {
  window.heard = [];
  const hear = ({ addedNodes }) => window.heard.push(...[...addedNodes].map(({ textContent }) => textContent));
  const listener = new MutationObserver((changes) => changes.forEach(hear));
  for (const id of ["announcer", "alarm"]) listener.observe(document.getElementById(id), { childList: true });
}"""


def listen(page):
    page.evaluate(LISTEN)


def heard(page):
    """Everything that was said since somebody listens, in order."""
    return page.evaluate("window.heard")


def check_round_was_heard(page, number, asked_for_cards=0):
    """The player's cards were said once and whenever he asked, all cards in words, and the result before what comes next."""
    said = heard(page)
    assert [line for line in said if set(line) & set("♠♥♦♣")] == []
    assert sum(line.startswith("Your cards: ") for line in said) == 1 + asked_for_cards
    assert any("Your decision: " in line for line in said)
    assert [one for one, other in pairwise(said) if one == other] == []
    (result,) = [place for place, line in enumerate(said) if line.startswith(f"Round {number}: ")]
    before = " ".join(said[:result])
    assert "No more bets." in before
    assert "bank" not in before
    assert "The dealer" in before
