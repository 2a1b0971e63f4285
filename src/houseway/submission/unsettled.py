"""Find offered wagers, and rows of their paytables, that the rule book names but no code of the program settles."""

from collections.abc import Mapping

from houseway.regulation import OfferedWhen, Paytable, Regulation
from houseway.regulation.settled import unsettled_hands, unsettled_wagers
from houseway.submission.findings import LEAVE_OUT, FindingCollector
from houseway.submission.rules import Offer

UNSETTLED_WAGER, UNSETTLED_HAND = "wager.not-settled", "paytable.not-settled"


def find_unsettled(collector: FindingCollector, offers: Mapping[str, Offer]) -> None:
    """Report every offered wager that no table could settle, and every hand that nobody would be paid for."""
    book = collector.regulation
    for offer in offers.values():
        place = f"wagers.{offer.wager}"
        for table in (offer.paytable, *offer.envy):
            if table.wager in unsettled_wagers(book):
                _find_wager(collector, place, table)
            elif hands := unsettled_hands(book, table):
                _find_hands(collector, place, table, hands)


def _find_wager(collector: FindingCollector, place: str, table: Paytable) -> None:
    book, title = collector.regulation, collector.regulation.wagers[table.wager].title
    message = f"houseway has no code that settles the {title}, so no table can offer it and no odds are counted"
    filed = [wager.id for wager in book.wagers.values() if wager.offered is not OfferedWhen.FOLLOWS]
    settled = [wager for wager in filed if wager not in unsettled_wagers(book)]
    collector.add(UNSETTLED_WAGER, place, book.wagers[table.wager].clause, table.wager, settled, message, _leave_out(book))


def _find_hands(collector: FindingCollector, place: str, table: Paytable, hands: tuple[str, ...]) -> None:
    book, title = collector.regulation, collector.regulation.wagers[table.wager].title
    message = f"houseway has no code that finds {', '.join(hands)} for the {title}, so paytable {table.letter} cannot be paid"
    clause = next(row.clause for row in table.rows if row.hand in hands)
    allowed = "a paytable of hands that it finds"
    collector.add(UNSETTLED_HAND, place, clause, hands, allowed, message, _leave_out(book))


def _leave_out(book: Regulation) -> str:
    return f"{LEAVE_OUT}: what {book.id} adds to the books that houseway plays needs a change of the program"
