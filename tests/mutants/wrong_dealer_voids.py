"""Games against the dealer that are void wrongly, return too little, or pay by the wrong hand or paytable."""

from dataclasses import replace

from houseway.equipment.state import Stage
from houseway.errors import NotAllowed
from houseway.events import Event
from houseway.games import awards
from houseway.games.round import DueMovement
from houseway.hands.categories import Category
from houseway.procedure import ANTE, BLIND, PLAY
from tests.mutants.own import replace_function, wrong

AGAINST_DEALER = "houseway.games.against_dealer"
COUNT_FACE_UP = f"{AGAINST_DEALER}.irregularities.face_up:times_found"
SPLIT_FACE_UP = f"{AGAINST_DEALER}.dealing:split_face_up"
EXPOSED = f"{AGAINST_DEALER}.irregularities.exposure:exposed_effects"
VOID_ROUND = f"{AGAINST_DEALER}.irregularities.irregular:void_round"
ROUND_ENDED = "houseway.equipment.decks:on_round_ended"
REPORT_DEVICE = "houseway.equipment.devices:decide_report"
BOARD_PART = "houseway.games.ultimate.dealing:_board_part"
COMMUNITY = "houseway.games.ultimate.dealing:_community_event"
SIX_CARD_ROWS = "houseway.games.ultimate.hands:six_card_bonus_rows"
FOUR_CARD_OUTCOME = "houseway.games.four_card.paying:hand_outcome"
PAYTABLE = "houseway.submission.offers:_OfferJudge._judge_paytable"
METER_ENTRY = "houseway.submission.meters:_MeterEntry.judge"
PLAY_MULTIPLE = "houseway.submission.limit:_largest_play_multiple"


def _of_both(*clauses):
    """Clauses of Ultimate Texas Hold'em, and those of Four Card Poker that follow them."""
    return (*(f"uth {clause}" for clause in clauses), *(f"fc as-played.{clause}" for clause in clauses))


# Cards face up, drawn in error and exposed


@wrong(*_of_both("13.B"), why="only cards that are found at one time are counted together", of=(COUNT_FACE_UP,))
def forget_cards_that_were_face_up_before():
    def without_others(original, context, found):
        return original(replace(context, round=replace(context.round, face_up={})), found)

    replace_function(COUNT_FACE_UP, without_others)


@wrong(*_of_both("13.A", "13.B"), why="the last card of the deal counts as one of the stub", of=(SPLIT_FACE_UP,))
def count_the_last_dealt_card_to_the_stub():
    replace_function(SPLIT_FACE_UP, lambda original, found, deep: original(found, deep - 1))


@wrong("uth 13.D", why="a community card that was drawn in error is not used", of=(COMMUNITY,))
def burn_a_community_card_drawn_in_error():
    def without_it(original, context, command, *given):
        if command.flag("drawn_in_error", False) and context.round.undealt:
            context = replace(context, round=replace(context.round, undealt=context.round.undealt[1:]))
        return original(context, command, *given)

    replace_function(COMMUNITY, without_it)


@wrong(*_of_both("13.F"), why="a dealer's card voids the wagers even after all have decided", of=(EXPOSED,))
def void_after_all_have_decided():
    def at_any_time(original, context, place, cards, when):
        return original(context, place, cards, "deciding" if when == "later" else when)

    replace_function(EXPOSED, at_any_time)


@wrong("uth 13.G", why="no card is burned where the board of a void hand is completed", of=(BOARD_PART,))
def burn_nothing_for_a_void_hand():
    def unburned(original, context, number):
        burns, cards = original(context, number)
        return (0 if context.round.base_void else burns), cards

    replace_function(BOARD_PART, unburned)


# After the void


@wrong(*_of_both("13.B", "13.E", "13.F"), why="the cards of a void round are dealt again without a shuffle", of=(ROUND_ENDED,))
def shuffle_no_cards_of_a_void_round():
    def unshuffled(original, equipment, event):
        ended = original(equipment, event)
        return ended.with_deck(event.text("deck"), stage=Stage.LOADED) if event.flag("void") else ended

    replace_function(ROUND_ENDED, unshuffled)


@wrong(*_of_both("13.H(2)"), why="a shuffler that jams returns only the wagers against the dealer", of=(VOID_ROUND,))
def return_base_wagers_only_when_a_shuffler_jams():
    def base_only(original, context, why, clauses, **facts):
        made = original(context, why, clauses, **facts)
        if "shuffler" not in why:
            return made
        return tuple(each for each in made if not isinstance(each, DueMovement) or each.wager in (ANTE, BLIND, PLAY))

    replace_function(VOID_ROUND, base_only)


@wrong(*_of_both("13.H(2)"), why="a shuffler that stops without a jam harms nobody", of=(REPORT_DEVICE,))
def return_nothing_when_a_shuffler_stops():
    def jammed_only(original, *given):
        return tuple(
            Event(each.kind, each.clauses, {**each.facts, "live": each["live"] and each["what"] == "jammed"})
            for each in original(*given)
        )

    replace_function(REPORT_DEVICE, jammed_only)


@wrong(*_of_both("13.I", "13.I(1)"), why="a shoe that stops dealing is no fault unless it jams", of=(REPORT_DEVICE,))
def know_no_shoe_that_stops():
    def jammed_only(original, equipment, command, context):
        if command.facts.get("device") == "automated-shoe" and command.facts.get("what", "jammed") != "jammed":
            raise NotAllowed("the shoe has not jammed", code="device.not-in-use", given="", allowed="")
        return original(equipment, command, context)

    replace_function(REPORT_DEVICE, jammed_only)


# What is paid


@wrong("uth 7.F(4)(a)", "uth 6.F(8)", why="any royal flush of six cards is a super royal", of=(SIX_CARD_ROWS,))
def call_every_royal_flush_super():
    def with_super(original, cards):
        names = original(cards)
        return ("super-royal", *names) if names[:1] == (Category.ROYAL_FLUSH,) else names

    replace_function(SIX_CARD_ROWS, with_super)


@wrong("uth 7.F(4)(a)", "uth 6.F(8)", why="only diamonds make a super royal", of=(SIX_CARD_ROWS,))
def know_a_super_royal_of_diamonds_only():
    def diamonds_only(original, cards):
        names = original(cards)
        return tuple(name for name in names if name != "super-royal" or "super-royal-of-diamonds" in names)

    replace_function(SIX_CARD_ROWS, diamonds_only)


@wrong(
    "fc as-played.1.B(1)",
    "fc as-played.11.H(3)(d)",
    why="a tie is paid on the Play wager, and the Ante pushes",
    of=(FOUR_CARD_OUTCOME,),
)
def push_the_ante_of_an_equal_hand():
    def pushed(original, context, position):
        made = original(context, position)
        if made.result != "tie":
            return made
        ends = (
            awards.award_without_row(ANTE, each.stake, each.words, each.clauses, returned=True) if each.wager == ANTE else each
            for each in made.awards
        )
        return replace(made, awards=tuple(ends))

    replace_function(FOUR_CARD_OUTCOME, pushed)


@wrong("uth 12.D(1)", "fc .12 D(1)", why="the first progressive paytable is in force whichever was filed", of=(PAYTABLE,))
def pay_by_the_first_progressive_paytable():
    def first(original, judge):
        found = original(judge)
        is_meant = found is not None and judge.wager.id == "progressive"
        return judge.book.paytables_of(judge.wager.id)[0] if is_meant else found

    replace_function(PAYTABLE, first)


@wrong("uth 12.D(3)(b)", "fc .12 D(3)(b)", why="a meter that was won goes back to its first amount", of=(METER_ENTRY,))
def reset_the_meter_to_its_seed():
    def to_seed(original, entry):
        filed = original(entry)
        return filed and replace(filed, reset=filed.seed)

    replace_function(METER_ENTRY, to_seed)


@wrong("uth 12.F(1)", why="the least payout limit counts the smallest Play wager only", of=(PLAY_MULTIPLE,))
def count_the_smallest_play_wager():
    replace_function(PLAY_MULTIPLE, lambda original, book, offer: 1)
