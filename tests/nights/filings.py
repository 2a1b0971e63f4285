"""The submissions of nights: those of the covering design, with further options that it leaves as they are."""

import tomllib
from functools import cache

from houseway.regulation import load_book
from houseway.submission import judge, parse_submission
from tests.support.referee_filings import covered_submission
from tests.support.submissions import text_of
from tests.support.table_chance import Dice

VALUES = {
    "table.positions": (4, 5),
    "table.tip-box": ("elsewhere",),
    "table.tip-box-displaced-by": ("shuffler", "dealing-shoe", "progressive-system", "other-equipment"),
    "table.starting-position-mark": ("cover-card", "cut-card", "approved-object", "similar-object"),
    "table.spare-cover-card": ("discard-rack", "four-from-bottom"),
    "table.recut-by": ("last-to-cut", "next-entitled"),
    "table.deck-jokers": (2,),
    "table.community-cards-first": (True,),
    "table.shuffler-counts": (True,),
    "table.dealer-cards": ("left-in-shuffler",),
    "electronic.offered": (True, False),
    "bank.house-stake": ("$0", "$100", "$5,000"),
    "bank.co-banking": (True,),
    "coupons.match-play": (True, False),
    "coupons.match-play-number": (True, False),
    "coupons.progressive": (True, False),
    "payout-limit.on-layout": (True, False),
    "vigorish.rounding": ("exact-cents", "up-to-next-quarter"),
}
"""What further options may be; those that a book does not have, or does not allow beside the others, are left out."""
TRIED = 4
"""Options of a submission that are changed, where the book allows it: all of them, or as many of the first as it allows."""


@cache
def filed_text(book, number):
    """The submission of a night."""
    text, dice = covered_submission(book, number), Dice(f"{book} {number}")
    places = [place for place in VALUES if place in load_book(book).options]
    changes = [(place, dice.pick(VALUES[place])) for place in sorted({dice.pick(places) for _ in range(TRIED)})]
    tried = (with_options(text, changes[:many]) for many in range(len(changes), 0, -1))
    return next((each for each in tried if judge(parse_submission(each)).rules is not None), text)


def with_options(text, changes):
    content = tomllib.loads(text)
    for place, value in changes:
        section, key = place.split(".")
        content.setdefault(section, {})[key] = value
    return text_of(content)
