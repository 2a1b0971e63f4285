"""The rule books of a sweep of a wager of one's own: one for each choice of the cards that decide it."""

from dataclasses import replace
from pathlib import Path

from houseway.analysis.sweep.design import SweepDesign
from houseway.analysis.sweep.sweep import OwnWager
from houseway.errors import Malformed
from houseway.files.own_wagers.draft_check import check_draft
from houseway.files.own_wagers.wager_draft import WagerDraft
from houseway.files.own_wagers.wager_file import own_wager_in
from houseway.input_files import read_text_file
from houseway.regulation import Regulation


def swept_wager(design: SweepDesign, folder: Path) -> tuple[Regulation, OwnWager]:
    """Return the book of a design's wager of one's own, and the wager. Its file is looked for beside the design."""
    file = folder / design.own_wager
    read_text_file(file, "own-wager.file")  # which refuses a file that cannot be read
    draft = own_wager_in(file)
    if draft is None:
        said = f"{file} is no wager of one's own: it names no book that it follows"
        raise Malformed(said, code="own-wager.file", given=str(file), allowed="follows, [[wager]] and [[paytable]]")
    by_cards = {cards: check_draft(replace(draft, cards=cards)).book for cards in _cards(design, draft)}
    return next(iter(by_cards.values())), (draft.id, by_cards)


def _cards(design: SweepDesign, draft: WagerDraft) -> tuple[str, ...]:
    return next((axis.values for axis in design.axes if axis.name == "cards"), (draft.cards,))
