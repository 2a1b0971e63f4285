"""Odds are computed for the rules that tables have filed."""

from fractions import Fraction

from houseway.reports.expected import filing_odds
from houseway.reports.expected.filing_odds import compute_all_missing
from houseway.reports.expected.hold import report_hold
from houseway.reports.expected.theory import TheoreticalOdds
from houseway.reports.rows.rebuilding import derive_tables
from houseway.reports.scope import ReportScope
from houseway.service.live.editions import add_stored_edition
from houseway.store import open_store
from tests.support.write_stored_house import unpack_stored_house


def test_odds_are_those_of_the_edition_under_which_a_table_was_opened(tmp_path, monkeypatch):
    """The stored house was written by an earlier version, under editions of the books that only its database has."""
    unpack_stored_house("d140fd7", tmp_path)
    asked = set()

    def compute(rules, classes):
        asked.add(rules.book)
        return {at: TheoreticalOdds(Fraction(1, 50), Fraction(1), "by hand") for at in classes}

    monkeypatch.setattr(filing_odds, "compute_odds", compute)
    scope = ReportScope("1970-01-01", "2100-01-01")
    with open_store(f"sqlite:///{tmp_path / 'house.db'}", read_only=True) as store:
        database = derive_tables(store)
        assert compute_all_missing(store, database, scope, add_stored_edition)
        with database.reading() as connection:
            assert report_hold(connection, scope).missing == ()
        database.engine.dispose()
    assert len(asked) == 4
