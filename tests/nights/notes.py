"""What is written down of a night: for each round and aspect, lines of text."""

from collections import defaultdict

from tests.nights.text import digest_of

ASPECTS = {
    "money": "wagers, movements and meters",
    "procedure": "what was asked, and every other event",
    "clauses": "what each event and step cites",
    "refused": "what else somebody might ask now: what would follow, or how it is refused",
    "equipment": "decks, dice and devices in other states: what is due then, and what is refused",
    "options": "what everybody may do, with bounds",
    "seen": "what everybody is shown",
    "why": "the explanation of the round",
    "words": "events, steps and refusals in words",
}


class Notes:
    """Lines by page and aspect. A page is a round, or a part of what is recorded outside of rounds."""

    def __init__(self):
        self.pages = defaultdict(lambda: defaultdict(list))
        self.page = "0"
        self.stuck = ""
        """Why the table could not go on; empty if it did."""

    def write(self, aspect, line):
        self.pages[self.page][aspect].append(line)

    def lines(self, page, aspect):
        return self.pages[page].get(aspect, [])

    def digests(self):
        """The digest of every aspect of every page; "-" where nothing was written."""
        return {
            page: {aspect: digest_of(lines) for aspect, lines in found.items() if lines} for page, found in self.pages.items()
        }
