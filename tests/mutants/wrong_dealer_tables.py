"""Wrong layouts and notices of the games against the dealer."""

from dataclasses import replace

from houseway.documents import law
from houseway.documents.layout import CENTRE_X, EDGE_Y, RADIUS
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import return_instead

LAYOUT = "houseway.documents.layout"
SIGN = "houseway.documents.sign"
NOTICES, DEALER_NOTICES = "houseway.documents.notices", "houseway.documents.dealer_notices"
SPOT_ROWS = f"{LAYOUT}:_spot_rows"
DEALER_CARDS = f"{LAYOUT}:_dealer_card_areas"
DEALER_AREAS = f"{LAYOUT}:_dealer_areas"
INSCRIPTIONS = f"{LAYOUT}:layout_inscriptions"
TIP_BOX = f"{LAYOUT}:_tip_box_area"
APPROVALS = "houseway.submission.judge:_SubmissionJudge._judge_approvals"


def _either(*clauses):
    """A clause of Ultimate Texas Hold'em, and that of Four Card Poker which follows it."""
    return tuple(f"uth {clause}" for clause in clauses) + tuple(f"fc as-played.{clause}" for clause in clauses)


# The layout


def _change_areas(function, change):
    """Let a function draw other areas; None leaves one out."""

    def changed(original, rules):
        return tuple(other for area in original(rules) if (other := change(rules, area)) is not None)

    replace_function(function, changed)


@wrong(*_either("2.B(1)"), why="the layout bears the name of the game where that of the operator belongs", of=(INSCRIPTIONS,))
def name_the_game_in_place_of_the_facility():
    def game(rules, element):
        return replace(element, cells=(rules.regulation.title,)) if element.kind == "facility" else element

    _change_areas(INSCRIPTIONS, game)


@wrong("uth 2.B(2)", why="there is no equals sign between Ante and Blind", of=(SPOT_ROWS,))
def leave_out_the_equals_sign():
    def without(original, rules, number):
        return (tuple(spot for spot in row if spot.element.kind != "equals") for row in original(rules, number))

    replace_function(SPOT_ROWS, without)


@wrong(*_either("2.B(2)"), why="the Play wager is placed on the area of the Ante", of=(SPOT_ROWS,))
def leave_out_the_area_of_the_play_wager():
    def without(original, rules, number):
        return (tuple(spot for spot in row if spot.element.wager != "play") for row in original(rules, number))

    replace_function(SPOT_ROWS, without)


@wrong("uth 2.B(2)", "fc as-played.2.B(2)", why="an optional wager of every table has no area", of=(SPOT_ROWS,))
def leave_out_the_area_of_trips_or_aces_up():
    def without(original, rules, number):
        left_out = ("trips", "aces-up")
        return (tuple(spot for spot in row if spot.element.wager not in left_out) for row in original(rules, number))

    replace_function(SPOT_ROWS, without)


@wrong("uth 2.B(3)", why="the area of the community cards has room for the flop only", of=(DEALER_CARDS,))
def print_three_community_cards():
    def flop(rules, area):
        return (*area[:3], 3, *area[4:]) if area[0] == "board" else area

    _change_areas(DEALER_CARDS, flop)


@wrong("uth 2.B(3)", why="the dealer's cards lie between the community cards and the inventory", of=(DEALER_CARDS,))
def lay_the_board_behind_the_dealers_cards():
    rows = {"board": 1, "hand": 0, "box": 0}
    _change_areas(DEALER_CARDS, lambda rules, area: (*area[:4], rows.get(area[0], area[4]), area[5]))


@wrong(*_either("2.B(4)"), why="the area of the dealer's cards has room for one card less than he is dealt", of=(DEALER_CARDS,))
def print_one_card_less_for_the_dealer():
    def fewer(rules, area):
        return (*area[:3], area[3] - 1, *area[4:]) if area[0] == "hand" else area

    _change_areas(DEALER_CARDS, fewer)


@wrong(*_either("2.B(7)"), why="nothing on the layout says where the payouts are", of=(INSCRIPTIONS,))
def leave_out_the_reference_to_the_sign():
    def without(rules, element):
        return None if set(rules.law(law.ODDS)) & set(element.clauses) else element

    _change_areas(INSCRIPTIONS, without)


@wrong(*_either("2.B(7)"), why="the sign has the payouts of the base wagers only", of=(f"{SIGN}:sign_panels",))
def leave_optional_wagers_off_the_sign():
    def base_only(original, rules):
        return [panel for panel in original(rules) if panel.title.wager in ("ante", "blind", "play")]

    replace_function(f"{SIGN}:sign_panels", base_only)


@wrong(*_either("2.D(1)"), why="drop box and tip box are on the same side of the dealer", of=(TIP_BOX,))
def put_the_tip_box_beside_the_drop_box():
    replace_function(TIP_BOX, lambda original, rules: replace(original(rules), x=2 * CENTRE_X - original(rules).x))


@wrong(*_either("2.D(2)"), why="the discard rack is on the players' side", of=(DEALER_AREAS,))
def put_the_discard_rack_among_the_players():
    def far(rules, area):
        return replace(area, y=EDGE_Y + RADIUS) if area.holds == "discards" else area

    _change_areas(DEALER_AREAS, far)


@wrong(*_either("2.E"), why="the tip box stays where it was although another place was approved", of=(TIP_BOX,))
def leave_the_tip_box_in_its_place():
    def usual(original, rules):
        return original(replace(rules, options={**rules.options, "table.tip-box": "usual"}))

    replace_function(TIP_BOX, usual)


@wrong(
    *_either("2.B", "2.E", "2.D(1)"),
    "md 2.C(2)",
    "md 2.C(3)",
    "md 5.I",
    why="an approval that is missing is not asked for",
    of=(APPROVALS,),
)
def ask_for_no_approval():
    def none(original, judge, options, offers):
        return tuple(
            made
            for number, entry in enumerate(judge.submission.approvals, start=1)
            if (made := judge._judge_approval(number, entry)) is not None
        )

    replace_function(APPROVALS, none)


# Notices on the sign


def _say(function, lead, words, module=NOTICES):
    """Let a notice say something else."""

    def said(original, rules):
        for element in original(rules):
            yield replace(element, cells=(lead, words(element.cells[1]))) if element.cells[0] == lead else element

    replace_function(f"{module}:{function}", said)


@wrong("uth 2.B(8)(a)", why="the sign says that the Ante is lost without a pair of the dealer", of=(f"{NOTICES}:_ante_notice",))
def announce_that_the_ante_is_lost():
    _say("_ante_notice", "Ante", lambda text: text.replace("Pushes", "Is lost"))


@wrong(
    "uth 2.B(8)(b)",
    why="the sign says that the Blind pushes below a straight, whichever paytable was selected",
    of=(f"{NOTICES}:_blind_notice",),
)
def announce_one_push_of_the_blind_for_every_paytable():
    _say("_blind_notice", "Blind", lambda text: "Pushes when the player wins with less than a straight.")


@wrong("uth 2.B(8)(b)", why="the sign says that the Blind is lost below its paytable", of=(f"{NOTICES}:_blind_notice",))
def announce_that_the_blind_is_lost():
    _say("_blind_notice", "Blind", lambda text: text.replace("Pushes", "Is lost"))


@wrong(
    *_either("2.B(8)(c)"), why="the sign names the highest multiple of a Play wager only", of=(f"{NOTICES}:_multiples_words",)
)
def announce_the_highest_multiple_only():
    replace_function(f"{NOTICES}:_multiples_words", lambda original, counts: original(counts[-1:]))


@wrong("uth 2.B(8)(c)", why="the sign says nothing of a Play wager after the flop", of=(f"{NOTICES}:_play_notice",))
def announce_the_first_play_wager_only():
    _say("_play_notice", "Play", lambda text: text.partition(",")[0] + ".")


@wrong("uth 2.B(8)(d)", why="the sign names no payout limit", of=(f"{NOTICES}:_limit_notice",))
def announce_no_payout_limit():
    return_instead(f"{NOTICES}:_limit_notice", ())


@wrong("uth 2.B(8)(d)", why="the sign names the payout limit without its amount", of=(f"{NOTICES}:_limit_notice",))
def announce_a_payout_limit_without_its_amount():
    _say("_limit_notice", "Payout limit", lambda text: text.partition(" is ")[0] + " is limited.")


@wrong(*_either("2.B(9)"), why="neither the layout nor the sign has the notices", of=(f"{NOTICES}:sign_notices",))
def leave_out_all_notices():
    return_instead(f"{NOTICES}:sign_notices", ())


@wrong(
    "fc as-played.2.B(8)(a)",
    why="the sign says that a tie is paid, however it was filed",
    of=(f"{DEALER_NOTICES}:_tie_notice",),
)
def announce_that_a_tie_is_paid():
    _say("_tie_notice", "Dealer", lambda text: "The dealer's hand always plays. A tie is paid like a win.", DEALER_NOTICES)


@wrong("fc as-played.2.B(8)(b)", why="the sign says that a losing Ante has no bonus", of=(f"{NOTICES}:_ante_bonus_notice",))
def announce_an_ante_bonus_for_winners():
    _say("_ante_bonus_notice", "Ante bonus", lambda text: "Needs a Play wager, and is paid if it wins.")
