"""Three wagers that nobody has, described by a book's data alone: offered, placed, folded, void, settled, explained, limited."""

import pytest

from houseway.chance import seeded_chance
from houseway.documents import make_layout, make_sign
from houseway.errors import Malformed
from houseway.files.rounds.check import check_expectations
from houseway.files.rounds.file import parse_round_file, read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.money import Cents
from houseway.play.session import TableSession, default_players
from houseway.regulation import load_book
from houseway.regulation.editions import read_edition
from houseway.submission import judge, parse_submission
from houseway.submission.built_in import built_in_submission
from houseway.submission.limit import most_won_at_minimum
from tests.support.added_books import add_book
from tests.support.paths import ROOT

BOOKS = ROOT / "examples" / "books"
LUCKY_FLOP, SUIT_UP, WEAK_DEALER = "lucky-flop", "suit-up", "weak-dealer"
WAGERS = {"nw.ultimate-texas-holdem": LUCKY_FLOP, "nw.four-card-poker": SUIT_UP, "nw.pai-gow-poker": WEAK_DEALER}
UTH = "md.ultimate-texas-holdem"


@pytest.fixture(autouse=True)
def books(monkeypatch):
    monkeypatch.setenv("HOUSEWAY_BOOKS", str(BOOKS))


def settled(text):
    """Play a round from its text, and check what it expects."""
    result = play_round_file(parse_round_file(text, BOOKS / "here.toml"))
    assert check_expectations(result) == []
    return result


each_wager = pytest.mark.parametrize(("book", "wager"), WAGERS.items())


@pytest.mark.parametrize("name", ["flop", "suits", "weak-dealer"])
def test_rounds_end_as_their_files_expect(name):
    assert check_expectations(play_round_file(read_round_file(BOOKS / "nw" / f"{name}.toml"))) == []


@each_wager
def test_rounds_are_dealt_under_the_clauses_of_the_book(book, wager):
    table = TableSession(built_in_submission(book), seeded_chance(3), default_players(4))
    for _ in range(12):
        table.deal_round()
    ended = [event for event in table.run.events if event.kind == "wager-settled" and event["wager"] == wager]
    assert {event["result"] for event in ended} == {"win", "lose"}
    known = load_book(book).clauses.keys()
    assert {clause.clause for event in table.run.events for clause in event.clauses} <= known
    reasons = {"win": "N-20(c)", "lose": "N-20(d)"}
    for event in ended:
        assert event["hand"] == "folded" or reasons[event["result"]] in {clause.clause for clause in event.clauses}


@each_wager
def test_sign_and_layout_print_it(book, wager):
    rules = judge(parse_submission(built_in_submission(book))).rules
    title, paytable = rules.regulation.wager(wager).title, rules.offers[wager].paytable
    printed = {clause for element in make_sign(rules).elements for clause in element.clauses}
    assert {row.clause for row in paytable.rows} <= printed
    assert title in {text for element in make_layout(rules).elements for text in element.cells}


@each_wager
def test_the_rules_name_it(book, wager):
    rules = judge(parse_submission(built_in_submission(book))).rules
    assert list(rules.side_bets) == [wager]


@each_wager
def test_a_stored_edition_describes_it_too(book, wager):
    own = load_book(book)
    stored = read_edition(own.text)
    assert (stored.hash, stored.edition) == (own.hash, own.edition)
    assert stored.wager(wager).side_bet == own.wager(wager).side_bet
    assert stored.numbering.wagers == own.numbering.wagers


FLOP_ROUND = """
title = "a round"
book = "nw.ultimate-texas-holdem"
submission = "default"
{top}
[players.1]
wagers = {{ ante = "$10", lucky-flop = "$5" }}
cards = "Kd Kc"
plays = ["check", "check", "play 1"]
[dealer]
cards = "Qd Kh"
[cards]
board = "8s 8d 2c Jh 3h"
{end}
"""


class TestVoidBase:
    def test_the_board_is_completed_for_the_flop_that_was_not_dealt(self):
        settled(
            FLOP_ROUND.format(
                top="",
                end="""
[facts.deal]
exposed = { 0 = "Qd" }
[expect]
base-void = "dealer-card-exposed"
events = ["base-voided N-13.F", "board-completed N-13.G", "wager-settled N-20(c)"]
never = ["dealer-turned", "hand-exposed"]
[expect.wagers]
"1 ante" = "void"
"1 lucky-flop" = "win 500"
[expect.net]
Ann = 500
""",
            )
        )

    def test_a_flop_that_lies_open_decides_it_without_more_cards(self):
        settled(
            FLOP_ROUND.format(
                top="",
                end="""
[[do]]
after = "deal-flop"
by = "dealer"
act = "report-exposed"
facts = { place = 0, cards = 1 }
[expect]
base-void = "dealer-card-exposed"
never = ["board-completed", "final-dealt", "dealer-turned"]
[expect.wagers]
"1 lucky-flop" = "win 500"
[expect.net]
Ann = 500
""",
            )
        )

    def test_a_wager_that_is_returned_comes_back_unsettled(self):
        settled(SUIT_ROUND.format(end=DEALER_SEEN_IN_THE_DEAL))

    def test_what_was_settled_is_undone_by_a_late_finding(self):
        settled(SUIT_ROUND.format(end=DEALER_SEEN_LATE))


SUIT_ROUND = """
title = "a round"
book = "nw.four-card-poker"
submission = "default"
[players.1]
wagers = {{ ante = "$10", aces-up = "$5", suit-up = "$5" }}
cards = "Ks Kd Qd 5d 3d"
plays = ["play 1"]
[players.2]
name = "Bob"
wagers = {{ aces-up = "$5", suit-up = "$5" }}
cards = "Ac Qh 9h 7h 4s"
[dealer]
cards = "Qs Jh 6c 5h Jc 2d"
{end}
"""
DEALER_SEEN_IN_THE_DEAL = """
[facts.deal]
exposed = { 0 = "Jh" }
[expect]
base-void = "dealer-card-exposed"
[expect.wagers]
"1 suit-up" = { result = "void", clauses = ["N-as-played.13.F"] }
"2 suit-up" = "void"
[expect.net]
Bob = -500
Ann = 3000
"""
DEALER_SEEN_LATE = """
[[do]]
after = "collect-cards 2"
by = "floor"
act = "report-exposed"
facts = { place = 0, cards = 1, when = "deciding" }
[expect]
base-void = "dealer-card-exposed"
events = [{ kind = "wager-settled", facts = { wager = "suit-up", result = "win" } }, "base-voided N-as-played.13.F"]
[expect.wagers]
"1 suit-up" = "void"
"2 suit-up" = "void"
[expect.net]
Ann = 3000
Bob = -500
"""


DEALER_WAGER = {
    "id": "dealer-pairs",
    "title": "Dealer Pairs",
    "clause": "X-7.F(1)",
    "offered": "optional",
    "decided-by": "dealer",
    "fold": "filed",
    "void-base": "settled",
    "hand": [{"id": "a-pair", "title": "A pair", "pairs": 1}],
}
PAYTABLE = {
    "wager": "dealer-pairs",
    "paytable": "A",
    "clause": "X-99",
    "rows": [{"hand": "a-pair", "pays": "12 to 1", "clause": "X-99(1)"}],
}
FOLD = {
    "key": "fold.dealer-pairs",
    "title": "what a fold does to Dealer Pairs",
    "clause": "X-7.F(1)",
    "kind": "choice",
    "choices": ["live", "lost"],
    "default": "live",
}


@pytest.fixture
def add(tmp_path, monkeypatch):
    def add_wager(filing=True, follows=UTH, **changes):
        wager = {key: value for key, value in {**DEALER_WAGER, **changes}.items() if value is not None}
        files = {"book": {"wager": [wager]}, "paytables": {"paytable": [PAYTABLE]}}
        book = add_book(tmp_path, monkeypatch, follows, **files, **({"filing": {"option": [FOLD]}} if filing else {}))
        filed = (BOOKS / "nw" / "ultimate-texas-holdem" / "submission.toml").read_text()
        for old, new in (("nw.", "xx."), (LUCKY_FLOP, "dealer-pairs"), ('"2026"', '"one"')):
            filed = filed.replace(old, new)
        (tmp_path / "xx" / "ultimate-texas-holdem" / "submission.toml").write_text(filed)
        return book

    return add_wager


DEALER_ROUND = """
title = "a round"
book = "xx.ultimate-texas-holdem"
submission = "default"
{top}
[players.1]
wagers = {{ ante = "$10", dealer-pairs = "$5" }}
cards = "9d 3c"
plays = ["check", "check", "fold"]
[dealer]
cards = "Kd Kh"
[cards]
board = "8s 7d 2c Jh 4h"
{end}
"""


class TestTheDealersCards:
    def test_they_decide_it_though_the_player_folded(self, add):
        add()
        settled(DEALER_ROUND.format(top="", end='[expect.wagers]\n"1 ante" = "lose"\n"1 dealer-pairs" = "win 6000"'))

    def test_it_is_lost_with_a_fold_where_that_is_filed(self, add):
        add()
        top = '[options]\nfold.dealer-pairs = "lost"'
        settled(DEALER_ROUND.format(top=top, end='[expect.wagers]\n"1 dealer-pairs" = "lose"'))

    def test_they_are_turned_up_for_it_after_a_void_of_the_base(self, add):
        add()
        settled(
            DEALER_ROUND.format(
                top="",
                end="""
[facts.deal]
exposed = { 0 = "Kd" }
[expect]
base-void = "dealer-card-exposed"
events = ["base-voided X-13.F", "dealer-turned X-7.F(1)", "wager-settled X-99(1)"]
never = ["board-completed"]
[expect.wagers]
"1 ante" = "void"
"1 dealer-pairs" = "win 6000"
""",
            )
        )


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"decided-by": "stub"}, "decided-by is 'stub'; it may be own, flop, board, own-and-flop, own-and-board, dealer"),
        ({"fold": None}, "fold is missing; it may be stays, lost, filed"),
        ({"void-base": "lost"}, "void-base is 'lost'; it may be settled, returned"),
        ({"needs": ["blind"]}, "needs is 'blind'; it may be ante, trips"),
        ({"offered": "always"}, "must be 'optional'"),
        ({"hand": None}, r"describe each by \[\[wager.hand\]\], or name one of the orders standard"),
        ({"hand": [{"id": "a", "title": "A", "straights": 2}]}, "straights"),
        ({"hand": [{"id": "a", "title": "A", "pairs": 2}]}, "hand a"),
        ({"order": "standard"}, "order 'standard' does not rank 2 cards here"),
        ({"law": {"won": ["nowhere"]}}, "is not a clause of the book"),
        ({"law": {"wins": ["N-20(c)"]}}, "wins is not a key here; the keys are area, "),
        ({"law": {"won": "N-20(c)"}}, "which is not of type"),
        ({"envy": ["progressive-envy-1"]}, "envy is not for a wager that decided-by describes"),
        ({"decided-by": None}, "hand needs decided-by|fold needs decided-by"),
    ],
)
def test_a_book_with_an_impossible_description_is_refused_with_what_is_allowed(add, changes, reason):
    with pytest.raises(Malformed, match=reason):
        load_book(add(**changes))


@pytest.mark.parametrize(("offered", "needs"), [("always", ()), ("optional", ("ante",))])
def test_one_that_is_always_offered_on_own_cards_gets_cards_without_the_ante(tmp_path, monkeypatch, offered, needs):
    wager = {**DEALER_WAGER, "clause": "X-as-played.7.F(1)", "decided-by": "own", "offered": offered, "fold": "lost"}
    entries = {"book": {"wager": [wager]}, "paytables": {"paytable": [PAYTABLE]}}
    book = load_book(add_book(tmp_path, monkeypatch, "md.four-card-poker", **entries))
    assert book.wager("dealer-pairs").needs == needs


@pytest.mark.parametrize(
    ("follows", "needs", "allowed"),
    [
        (UTH, "play", "ante, trips"),
        ("md.four-card-poker", "play", "ante, aces-up"),
        ("md.pai-gow-poker", "insurance", "pai-gow"),
        ("div.pai-gow-poker", "number", "pai-gow"),
    ],
)
def test_it_may_need_the_first_wager_of_the_book_and_others_that_are_always_offered_on_cards(
    tmp_path, monkeypatch, follows, needs, allowed
):
    clause = "X(r)(1)" if follows.startswith("div") else "X-7.F(1)"
    changed = {
        key: value for key, value in DEALER_WAGER.items() if "pai-gow" not in follows or key not in ("fold", "void-base")
    }
    wager = {**changed, "clause": clause, "needs": [needs]}
    book = add_book(tmp_path, monkeypatch, follows, book={"wager": [wager]}, paytables={"paytable": [PAYTABLE]})
    with pytest.raises(Malformed, match=f"needs is '{needs}'; it may be {allowed}$"):
        load_book(book)


def test_a_fold_that_is_filed_needs_its_option(add):
    with pytest.raises(Malformed, match=r"fold is 'filed', but filing.toml has no option 'fold.dealer-pairs'"):
        load_book(add(filing=False))


def test_nobody_folds_at_pai_gow_poker(tmp_path, monkeypatch):
    wager = {**DEALER_WAGER, "clause": "X-7.E"}
    book = add_book(tmp_path, monkeypatch, "md.pai-gow-poker", book={"wager": [wager]}, paytables={"paytable": [PAYTABLE]})
    with pytest.raises(Malformed, match="fold is not a key in pai-gow-poker"):
        load_book(book)


def test_the_limit_takes_its_top_row():
    rules = judge(parse_submission(built_in_submission("nw.ultimate-texas-holdem"))).rules
    others = {wager: offer for wager, offer in rules.offers.items() if wager != LUCKY_FLOP}
    least = [most_won_at_minimum(rules.regulation, offers, rules.readings) for offers in (others, rules.offers)]
    assert least[1] - least[0] == Cents(5_00 * 40)


def test_a_wager_on_the_dealers_cards_that_lies_there_goes_back_when_a_player_banks():
    text = (
        (BOOKS / "nw" / "weak-dealer.toml").read_text().partition("[dealer]")[0].replace('"N-20(b)(2)", "N-20(c)"', '"N-20(a)"')
    )
    banked = text.replace("[players.1]", '[readings]\nPG-53 = "after"\n\n[bank]\nposition = 3\n\n[players.1]')
    back = '{ kind = "wager-taken-back", facts = { position = 1, wager = "weak-dealer" } }'
    bank = '[players.3]\nname = "Cid"\ncards = "6s 6d Kh Qc 8d 4d 3s"\n'
    settled(f'{banked}{bank}[expect]\nevents = ["bank-confirmed", {back}]\n[expect.net]\nAnn = -2000\n')


def test_nobody_wagers_on_the_dealers_cards_against_a_bank():
    table = TableSession(built_in_submission("nw.pai-gow-poker"), seeded_chance(7), default_players(3))
    placed = {True: 0, False: 0}
    for _ in range(6):
        begun = len(table.run.events)
        table.deal_round()
        events = table.run.events[begun:]
        banked = any(event.kind == "bank-confirmed" for event in events)
        placed[banked] += sum(event.kind == "wager-placed" and event["wager"] == WEAK_DEALER for event in events)
    assert placed[True] == 0 < placed[False]
    assert any(event.kind == "bank-confirmed" for event in table.run.events)
