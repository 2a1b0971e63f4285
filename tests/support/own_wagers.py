"""The three wagers of `docs/add-a-wager.md` as drafts of wagers of one's own, with the edges that the page prints."""

from fractions import Fraction

UTH, FOUR_CARD, PAI_GOW = "md.ultimate-texas-holdem", "md.four-card-poker", "md.pai-gow-poker"
LUCKY_FLOP = {
    "book": UTH,
    "title": "Lucky Flop",
    "cards": "flop",
    "fold": "stays",
    "void_base": "settled",
    "rows": [
        {"title": "Straight flush", "conditions": {"suited-run": 3}, "pays": "40 to 1"},
        {"title": "Three of a kind", "conditions": {"of-a-kind": 3}, "pays": "30 to 1"},
        {"title": "Straight", "conditions": {"run": 3}, "pays": "6 to 1"},
        {"title": "Flush", "conditions": {"suited": 3}, "pays": "4 to 1"},
        {"title": "Pair", "conditions": {"pairs": 1}, "pays": "1 to 1"},
    ],
}
SUIT_UP = {
    "book": FOUR_CARD,
    "title": "Suit Up",
    "cards": "own",
    "fold": "lost",
    "void_base": "returned",
    "needs": ["ante", "aces-up"],
    "rows": [
        {"title": "Five of a suit", "conditions": {"suited": 5}, "pays": "30 to 1"},
        {"title": "Four of a suit", "conditions": {"suited": 4}, "pays": "5 to 1"},
        {"title": "Three of a suit", "conditions": {"suited": 3}, "pays": "1 to 1"},
    ],
}
WEAK_DEALER = {
    "book": PAI_GOW,
    "title": "Weak Dealer",
    "cards": "dealer",
    "order": "pai-gow-high",
    "rows": [
        {"title": "No pair", "conditions": {"at-most": "high-card"}, "pays": "1 to 1"},
        {"title": "A pair or less", "conditions": {"at-most": "pair"}, "pays": "1 to 2"},
    ],
}
EDGES = (
    (LUCKY_FLOP, Fraction(128, 5525)),
    (SUIT_UP, Fraction(479, 16660)),
    (WEAK_DEALER, Fraction(412465, 7707154)),
)


def with_row(wager, number, **changes):
    """The same wager with another row."""
    rows = [{**row, **(changes if place == number else {})} for place, row in enumerate(wager["rows"])]
    return {**wager, "rows": rows}
