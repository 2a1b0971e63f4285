"""Meters of several books in one house: the same filed name does not make two meters one."""

from houseway.service.live.turns.turn import Meters
from houseway.table.meters import follow_filing
from houseway.table.state import rules_of
from tests.support.live import BOOKS, TABLES, submission


def test_books_that_file_the_same_name_have_meters_of_their_own():
    meters, filed = Meters(), set()
    for book in BOOKS:
        rules, _ = rules_of(submission(book), "")
        meters = meters.after(follow_filing(meters.by_id, rules, TABLES[book]))
        filed |= {(book, each.wager, each.name) for each in rules.meters}
    assert {meter.terms.key[:3] for meter in meters.by_id.values()} == filed
    assert {"progressive/mega", "md.ultimate-texas-holdem/progressive/mega"} <= meters.by_id.keys()
