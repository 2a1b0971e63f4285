"""What is recorded outside of rounds: what is judged and changed, what is printed, hands and what they are paid, house ways."""

from itertools import pairwise

from houseway.cards import DECK, DECK_WITH_JOKER, format_hand
from houseway.documents import make_pocket_card, make_sign
from houseway.documents.layout import layout_areas, layout_inscriptions
from houseway.errors import HousewayError
from houseway.games.awards import envy_award, optional_award, premium_envy, vigorish_on
from houseway.games.paytables import envy_rows
from houseway.hands import ORDERS, ORDERS_WITHOUT_KERNEL
from houseway.house_way import HouseWay, house_way_names, legal_settings
from houseway.money import Cents
from houseway.submission import judge, parse_submission
from houseway.submission.changes import find_changes
from tests.nights.filings import filed_text
from tests.nights.notes import Notes
from tests.nights.rich_hands import rich_hand
from tests.nights.text import text_of
from tests.support.submissions import EXAMPLES, at, changed, document, leaves, removed
from tests.support.submissions import text_of as toml_of
from tests.support.table_chance import Dice
from tests.support.table_submissions import BOOKS as PAI_GOW_BOOKS

FILED, AMENDED, PRINTED, PAID = 32, 8, 6, 5
"""How many submissions are spoilt, changed into one another, printed, and have their wagers paid."""
HANDS, SETTINGS = 200, 60
STAKES = (Cents(100), Cents(500), Cents(2500))
SPOILT = (True, False, 0, 1, -1, 9, 100, "", "A", "B", "$0", "$1", "$5", "$3", "$1,000,000", "never", [], {})
OF_KEY = {
    "rate": ("20%", "20.5%", "0.3%", "12 1/2%", "33%", "100%", "101%", "0%"),
    "seed": ("$20,000.50", "$20,001", "$1", "$19,999.99", "$50,000"),
    "reset": ("$20,000.50", "$10,000.01", "$1", "$50,000"),
    "minimum": ("$1", "$0.50", "$5", "$25", "$1,000"),
    "maximum": ("$1", "$99.99", "$5", "$5,000", "$1,000,000"),
    "amount": ("$50,000", "$25,000", "$1,000", "$49,999.99", "$100"),
}
"""Values that are near what may be filed."""
SPOILT += (["$1", "$5"], "20.5%", "0.3%", "12 1/2%", "$5.50", "$20,000.01")


# Filings


def judged(book):
    """Findings about submissions in which something is missing or otherwise, and what an amendment changes."""
    notes, dice = Notes(), Dice(f"judged {book}")
    whole = document(EXAMPLES / book / "everything.toml")
    places = [place for place, _ in leaves(whole)]
    amounts = [place for place in places if place[0] in ("meters", "wagers", "payout-limit", "bank")]
    for number in range(FILED):
        notes.page = f"filing-{number % 8}"
        content = whole
        for _ in range(1 + dice.below(3)):
            content = spoilt(content, dice.pick(places) if number % 2 else dice.pick(amounts), dice)
        note_verdict(notes, toml_of(content))
    rules = [judge(parse_submission(filed_text(book, number))).rules for number in range(AMENDED)]
    for number, (old, new) in enumerate(pairwise(rules)):
        notes.page = f"change-{number % 4}"
        for change in find_changes(new, old):
            notes.write("procedure", text_of(change.to_json()))
    return notes


def spoilt(content, place, dice):
    try:
        at(content, place)
    except (KeyError, IndexError, TypeError):
        return content  # something before it was taken away
    near = OF_KEY.get(place[-1])
    if near and not dice.happens(4):
        return changed(content, place, dice.pick(near))
    return removed(content, place) if dice.happens(3) else changed(content, place, dice.pick(SPOILT))


def note_verdict(notes, text):
    try:
        verdict = judge(parse_submission(text))
    except HousewayError as refusal:
        notes.write("refused", text_of(refusal.code, refusal.facts))
        notes.write("words", refusal.message)
        return
    notes.write("procedure", text_of("passes", verdict.passes, verdict.count))
    for finding in verdict.findings:
        notes.write("clauses", text_of(finding.code, finding.clause))
        notes.write(
            "refused", text_of(finding.code, finding.place, finding.given, finding.allowed, finding.severity, finding.line)
        )
        notes.write("options", text_of(finding.place, finding.remedy, finding.correction and finding.correction.to_json()))
        notes.write("words", text_of(finding.message, finding.suggestion))


# Papers


def printed(book):
    """The sign and the layout of some submissions, by element."""
    notes = Notes()
    for number in range(PRINTED):
        rules = judge(parse_submission(filed_text(book, 100 + number))).rules
        notes.page = f"sign-{number}"
        note_elements(notes, make_sign(rules).elements)
        notes.page = f"layout-{number}"
        note_elements(notes, layout_inscriptions(rules))
        for area in layout_areas(rules):
            place = [round(each, 3) for each in (area.x, area.y, area.width, area.height, area.angle)]
            notes.write("procedure", text_of(area.shape, [f"{each:.2f}" for each in place], area.parts, area.holds))
            note_elements(notes, [area.element])
    return notes


def note_elements(notes, elements):
    for each in elements:
        notes.write("seen", text_of(each.kind, each.cells, each.wager, each.position, each.is_extra))
        notes.write("clauses", text_of(each.kind, each.clauses))


# Hands


def ranked(book):
    """Hands in every order of the book, and what optional wagers on seven cards are paid."""
    notes, dice = Notes(), Dice(f"ranked {book}")
    for order in (*ORDERS, *ORDERS_WITHOUT_KERNEL):
        if book in order.books:
            notes.page = order.name.replace(" ", "-")
            for _ in range(HANDS):
                cards = rich_hand(dice, DECK_WITH_JOKER if order.has_joker else DECK, dice.pick(order.card_counts))
                for hand in order.find_all(cards)[:3]:
                    notes.write("money", text_of(format_hand(cards), hand.category, hand.strength, hand.cards))
                    notes.write("clauses", text_of(hand.clauses))
                    notes.write("words", hand.describe())
    if book in PAI_GOW_BOOKS:
        for number in range(PAID):
            notes.page = f"paid-{number}"
            note_awards(notes, judge(parse_submission(filed_text(book, number))).rules, dice)
    return notes


def note_awards(notes, rules, dice):
    wagers = [name for name in rules.offers if name not in ("pai-gow", "number", "insurance")]
    for _ in range(HANDS // 4):
        cards, stake = rich_hand(dice, DECK_WITH_JOKER, 7), dice.pick(STAKES)
        awards = [optional_award(rules, wager, cards, stake) for wager in wagers]
        awards += [envy_award(rules, wager, cards) for wager in wagers if envy_rows(rules, wager)]
        for award in awards:
            if award is not None:
                notes.write("money", text_of(format_hand(cards), award.wager, award.hand, award.amount, award.stake))
                notes.write("clauses", text_of(award.clauses))
                notes.write("words", award.words)
        premium = premium_envy(rules, cards)
        notes.write("money", text_of(premium and (premium.hand, premium.amount)))
        notes.write("money", text_of(vigorish_on(rules, stake)))


# House ways


def set_by_ways(book):
    """How the house ways that come with the program set hands, and why; and how many settings are legal."""
    notes, dice = Notes(), Dice(f"set {book}")
    orders = [each for each in ORDERS if book in each.books and each.name.startswith("pai-gow-high")]
    for name in house_way_names():
        notes.page = name
        way = HouseWay.load(name)
        note_elements(notes, make_pocket_card(way).elements)
        for _ in range(SETTINGS):
            cards, order = rich_hand(dice, DECK_WITH_JOKER, 7), dice.pick(orders)
            laid, legal = way.set(cards, order), len(legal_settings(cards, order))
            notes.write("procedure", text_of(format_hand(cards), laid.high, laid.low, laid.kind, legal))
            notes.write("clauses", text_of(laid.clauses, laid.high_hand.clauses, laid.low_hand.clauses))
            notes.write("words", text_of(laid.high_hand.describe(), laid.low_hand.describe()))
    return notes
