"""Breaks of clauses of both Pai Gow books of which strangers' breaks went unnoticed, and of their siblings: surrender, the order of
exposure, approvals, and a dealing shoe that fails."""

from houseway.equipment.settings import Shuffling
from houseway.equipment.state import Stage
from houseway.games.round import DueMovement
from houseway.money import Cents
from houseway.procedure import INVENTORY, PAI_GOW, layout_account
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import change_effects, give_facts

GAME = "houseway.games.pai_gow"
SURRENDER = f"{GAME}.setting:surrender_wager"
FIRST_PASS = f"{GAME}.procedure:_first_pass_step"
DEVICES = "houseway.equipment.devices"
REPORT = f"{DEVICES}:decide_report"
HOLDS = f"{DEVICES}:_holds_cards_of"
UNAPPROVED = "houseway.equipment.methods:_unapproved_clauses"
SHOE_FAILS = ("md 14.M", "div (n)(14)#1")


# Surrender


def _collect_last(applies):
    """Let some surrendered wagers lie on the layout until the round ends."""

    def uncollected(original, context, command):
        late = applies(context.round)
        made = original(context, command)
        return tuple(each for each in made if not (late and isinstance(each, DueMovement) and each.reason == "surrendered"))

    def late(original, context, command):
        state, moved = context.round, {move.seat for move in context.moved() if move.reason == "surrendered"}
        moves = [
            DueMovement(
                layout_account(place), INVENTORY, state.stakes[place][PAI_GOW].amount, "surrendered", (), place, PAI_GOW
            )
            for place in sorted(state.surrendered - moved)
        ]
        return (*moves, *original(context, command))

    replace_function(SURRENDER, uncollected)
    replace_function(f"{GAME}.game:end_round", late)


@wrong(
    *("div (l)(4)(i)", "md 11.D(2)"),
    why="a surrendered wager lies on the layout until the round ends",
    of=(SURRENDER, f"{GAME}.game:end_round"),
)
def collect_surrendered_wagers_last():
    _collect_last(lambda state: True)


@wrong(
    *("div (l)(4)(i)", "md 11.D(2)"),
    why="the second surrendered wager of a round lies on the layout until it ends",
    of=(SURRENDER, f"{GAME}.game:end_round"),
)
def collect_the_second_surrendered_wager_last():
    _collect_last(lambda state: bool(state.surrendered))


@wrong("div (l)(4)(i)", "md 11.D(2)", why="half of a surrendered wager is given back", of=(SURRENDER,))
def give_half_of_a_surrendered_wager_back():
    def halved(original, context, command):
        made = list(original(context, command))
        for place, each in enumerate(made):
            if isinstance(each, DueMovement) and each.reason == "surrendered":
                half = Cents(each.amount.amount // 2)
                back = each._replace(target=f"seat:{each.seat}", amount=half, reason="wager-returned")
                made[place : place + 1] = [each._replace(amount=each.amount - half), back]
                break
        return tuple(made)

    replace_function(SURRENDER, halved)


@wrong("div (l)(4)(i)", why="a surrender takes the bonus wager, too", of=(SURRENDER,))
def take_the_bonus_with_a_surrender():
    def both(original, context, command):
        made, position = original(context, command), command.position
        bonus = context.round.wagers_at(position).get("bonus")
        if bonus is None:
            return made
        return (*made, DueMovement(layout_account(position), INVENTORY, bonus.amount, "wager-lost", (), position, "bonus"))

    replace_function(SURRENDER, both)


# Exposure against a bank


def _in_order_of(key):
    def ordered(original, context, positions):
        bank = context.round.bank.position
        return original(context, positions if bank is None else sorted(positions, key=lambda place: key(place, bank)))

    replace_function(FIRST_PASS, ordered)


AGAINST_A_BANK = ("div (m)(12)#1", "div (m)(13)#1", "md 12.J", "md 12.L")


@wrong(*AGAINST_A_BANK, why="against a bank hands are exposed from the dealer's left", of=(FIRST_PASS,))
def expose_from_the_left_against_a_bank():
    _in_order_of(lambda place, bank: -place)


@wrong(*AGAINST_A_BANK, why="against a bank hands are exposed from the bank's right", of=(FIRST_PASS,))
def expose_from_the_banks_right():
    _in_order_of(lambda place, bank: (place < bank, place))


@wrong(
    *("div (m)(12)#1", "md 12.J"),
    why="players are exposed before the house's wager against the bank is decided",
    of=(f"{GAME}.procedure:_bank_and_dealer_step",),
)
def expose_players_before_the_house():
    function = f"{GAME}.procedure:_bank_and_dealer_step"

    def players_first(original, context, waiting):
        step = original(context, waiting)
        if step is None or step.act != "expose-bank":
            return step
        from houseway.games.pai_gow import procedure, setting

        return procedure._first_pass_step(context, setting.playing_positions(context)) or step

    replace_function(function, players_first)


# The button


@wrong("md 2.C(3)", why="any approval on file lets a button take the place of another method", of=(UNAPPROVED,))
def approve_a_button_with_anything():
    def any_approval(original, rules, key, method):
        return () if method == "button" and rules.approvals else original(rules, key, method)

    replace_function(UNAPPROVED, any_approval)


@wrong(
    "md 2.C(3)",
    why="a button is approved where a generator is",
    of=("houseway.submission.judge:_SubmissionJudge._judge_approvals",),
)
def approve_a_button_with_the_generator():
    function = "houseway.submission.judge:_SubmissionJudge._judge_approvals"

    def with_generator(original, judge, options, offers):
        found = judge.find

        def find(code, *facts, **more):
            generator = any(entry.get("what") == "random-number-generator" for entry in judge.submission.approvals)
            if not (code == "approval.missing" and facts[3] == "button" and generator):
                found(code, *facts, **more)

        judge.find = find
        try:
            return original(judge, options, offers)
        finally:
            judge.find = found

    replace_function(function, with_generator)


@wrong(
    "md 2.C(3)",
    "md 2.C(2)",
    why="what is filed as the usual method needs no approval",
    of=("houseway.submission.judge:_SubmissionJudge._judge_approvals",),
)
def approve_the_filed_finder():
    function = "houseway.submission.judge:_SubmissionJudge._judge_approvals"

    def unasked(original, judge, options, offers):
        found = judge.find

        def find(code, *facts, **more):
            if not (code == "approval.missing" and facts[3] in ("button", "random-number-generator")):
                found(code, *facts, **more)

        judge.find = find
        try:
            return original(judge, options, offers)
        finally:
            judge.find = found

    replace_function(function, unasked)


# A dealing shoe that fails


@wrong(*SHOE_FAILS, why="a shoe that works again at once voids nothing", of=(REPORT,))
def play_on_where_the_shoe_works_again():
    def usable(original, equipment, command, context):
        return tuple(
            type(event)(event.kind, event.clauses, {**event.facts, "live": False}) if event.facts.get("usable") else event
            for event in original(equipment, command, context)
        )

    replace_function(REPORT, usable)


@wrong(*SHOE_FAILS, why="a shoe that fails between two rounds voids the next", of=(REPORT,))
def void_a_round_that_has_not_begun():
    give_facts(REPORT, "device-failed", live=lambda event: event["device"] == "automated-shoe" or event["live"])


@wrong(
    "md 14.M", "div (n)(14)#2", why="the deck that rests in the shuffler is shuffled again with that of the shoe", of=(HOLDS,)
)
def shuffle_both_decks_when_the_shoe_fails():
    def both(original, equipment, deck, device):
        return original(equipment, deck, device) or (device == "automated-shoe" and deck.in_shuffler)

    replace_function(HOLDS, both)


@wrong(
    "md 14.M", "div (n)(14)#2", why="cards that were dealt already wait, and only those in the shoe are shuffled", of=(HOLDS,)
)
def leave_dealt_cards_out():
    def loaded(original, equipment, deck, device):
        return original(equipment, deck, device) and not (device == "automated-shoe" and deck.stage is Stage.LOADED)

    replace_function(HOLDS, loaded)


@wrong("md 14.M", why="a shoe that also reshuffles counts as a shuffler: the round goes on", of=(REPORT,))
def play_on_with_a_reshuffling_shoe():
    give_facts(REPORT, "device-failed", live=lambda event: event["live"] and event["device"] != Shuffling.RESHUFFLING_DEVICE)


@wrong(*SHOE_FAILS, why="a failed shoe gives back base wagers only", of=(f"{GAME}.irregularities.irregular:device_failed",))
def give_back_base_wagers_only():
    change_effects(f"{GAME}.irregularities.irregular:device_failed", _kept_unless_base)


def _kept_unless_base(each):
    kept = isinstance(each, DueMovement) and each.reason == "refund" and each.wager != PAI_GOW
    return each._replace(target=INVENTORY) if kept else each
