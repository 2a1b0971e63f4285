"""Wrong implementations of clauses of the games against the dealer that were drawn at random among those not broken so far."""

from dataclasses import replace

from houseway.equipment import opening
from houseway.equipment.state import Stage
from houseway.games.against_dealer.irregularities.counting import MISDEALT
from houseway.games.against_dealer.irregularities.irregular import void_round
from houseway.games.round import DueMovement
from houseway.hands.categories import Category
from houseway.money import Cents
from houseway.procedure import ANTE, PLAY
from tests.mutants.own import replace_function, wrong

DEALER_GAMES = "houseway.games.against_dealer"
OPENING = "houseway.equipment.opening"
NEXT_STEP, ON_STEP = f"{OPENING}:next_opening_step", f"{OPENING}:on_opening_step"
ARRIVAL = f"{OPENING}:_check_arrival"
RECEIVED = "houseway.equipment.decks:on_deck_received"
DEVICES = "houseway.equipment.devices"
FAILED, SECURED, REPLACED = f"{DEVICES}:on_device_failed", f"{DEVICES}:on_device_secured", f"{DEVICES}:_check_replacement"
CHIPS = "houseway.equipment.acceptors:due_duty"
COUNT = f"{DEALER_GAMES}.irregularities.counting:_count_effects"
ENVY = f"{DEALER_GAMES}.envy:pay_envy"
AMOUNTS = f"{DEALER_GAMES}.deciding:play_amounts"
SPLIT = f"{DEALER_GAMES}.dealing:split_face_up"
FOUR_CARD_DEAL = "houseway.games.four_card.dealing:_dealt_facts"
BONUS = "houseway.games.four_card.paying:_bonus_award"
PROGRESSIVE_HAND = "houseway.games.ultimate.paying:_progressive_category"
ROW_AWARD = "houseway.games.awards:award_by_row"
PAYTABLE = "houseway.submission.offers:_OfferJudge._judge_paytable"
ENVY_TABLE = "houseway.submission.offers:_OfferJudge._judge_envy"
AMOUNT = "houseway.submission.meters:_MeterEntry._judge_amount"


# Opening a deck


@wrong("uth 4.A", why="a floorperson who verifies the inspection of one deck has verified both", of=(ON_STEP,))
def verify_all_decks_with_one():
    def verified(original, equipment, event):
        equipment = original(equipment, event)
        waiting = [
            deck.name for deck in equipment.decks if event.kind == "inspection-verified" and deck.stage is Stage.INSPECTED
        ]
        for name in waiting:
            equipment = equipment.with_deck(name, stage=Stage.VERIFIED)
        return equipment

    replace_function(ON_STEP, verified)


@wrong("uth 4.C(1)", why="the cards are turned face down before the first player has looked at them", of=(ON_STEP,))
def turn_the_cards_down_unseen():
    def unseen(original, equipment, event):
        equipment = original(equipment, event)
        spread = event.kind == "deck-spread"
        return equipment.with_deck(event.text("deck"), stage=Stage.VIEWED) if spread else equipment

    replace_function(ON_STEP, unseen)


@wrong("uth 4.C(3)", "fc as-played.4.C(3)", why="the cards are stacked first, and washed afterwards", of=(NEXT_STEP, ON_STEP))
def stack_the_cards_before_the_wash():
    first = {Stage.TURNED: "stack-deck", Stage.WASHED: "wash-deck"}
    after = {"deck-stacked": Stage.WASHED, "deck-washed": Stage.STACKED}

    def due(original, equipment, deck):
        return opening._STEP_BY_ACT[first[deck.stage]] if deck.stage in first else original(equipment, deck)

    def done(original, equipment, event):
        made = original(equipment, event)
        return made.with_deck(event.text("deck"), stage=after[event.kind]) if event.kind in after else made

    replace_function(NEXT_STEP, due)
    replace_function(ON_STEP, done)


@wrong("fc as-played.4.B", why="the player in the first seat looks at the cards, whoever came first", of=(ARRIVAL,))
def show_the_cards_to_the_first_seat():
    def first_seat(original, context, clauses):
        original(context, clauses)
        return context.seats[0][1]

    replace_function(ARRIVAL, first_seat)


@wrong("fc as-played.4.F", "uth 4.F", why="decks that come shuffled are inspected and spread like others", of=(RECEIVED,))
def open_a_preshuffled_deck_like_others():
    def opened(original, equipment, event):
        made = original(equipment, event)
        return made.with_deck(event.text("deck"), stage=Stage.RECEIVED)

    replace_function(RECEIVED, opened)


# Devices


@wrong("uth 13.H(1)", why="cards that the shuffler has not finished are dealt as they are", of=(FAILED,))
def deal_cards_of_an_unfinished_shuffle():
    def as_they_are(original, equipment, event):
        made = original(equipment, event)
        return replace(made, decks=equipment.decks, cut=equipment.cut)

    replace_function(FAILED, as_they_are)


@wrong(
    *("uth 13.J(1)", "fc as-played.13.J(1)", "fc as-played.13.J(2)"),
    why="another method is used while the broken device stands open on the table",
    of=(REPLACED,),
)
def use_another_method_beside_an_open_device():
    def unsecured(original, equipment, shuffling, dealing, clauses):
        faults = tuple(replace(fault, secured=fault.secured or "covered") for fault in equipment.faults)
        original(replace(equipment, faults=faults), shuffling, dealing, clauses)

    replace_function(REPLACED, unsecured)
    replace_function(f"{DEVICES}:_is_out_of_use", lambda original, equipment, device: bool(_fault(equipment, device)))


def _fault(equipment, device):
    return [fault for fault in equipment.faults if fault.device == device]


def _secure_only_by(how):
    """Let only one of the ways put a device out of use."""

    def only_so(original, equipment, event):
        made = original(equipment, event)
        faults = tuple(replace(fault, secured="") if fault.secured not in ("", how) else fault for fault in made.faults)
        return replace(made, faults=faults)

    replace_function(SECURED, only_so)


@wrong("uth 13.J(1)", "fc as-played.13.J(1)", why="a cover does not put a device out of use: a sign is needed", of=(SECURED,))
def demand_a_sign():
    _secure_only_by("signed")


@wrong("fc as-played.13.J(2)", why="a sign does not put a device out of use: a cover is needed", of=(SECURED,))
def demand_a_cover():
    _secure_only_by("covered")


@wrong(
    "uth 9.A(3)(b)",
    "fc as-played.9.A(3)(b)",
    "uth 10.A(2)(b)(ii)",
    why="cards are dealt before the progressive chips are counted",
    of=(CHIPS,),
)
def deal_without_counting_progressive_chips():
    def uncounted(original, equipment, context):
        return [step for step in original(equipment, context) if step.act != "count-chips"]

    replace_function(CHIPS, uncounted)


# Counts and cards


@wrong(
    "uth 10.E",
    "fc as-played.8.G",
    "uth 8.G",
    why="the deck leaves although the cards were only misdealt",
    of=(COUNT,),
)
def look_for_no_misdeal():
    replace_function(COUNT, lambda original, context, wrong_places, found: original(context, {}, found))


@wrong("uth 9.E", "fc as-played.9.E", why="a misdeal explains every wrong count, and the deck stays", of=(COUNT,))
def explain_every_count_by_a_misdeal():
    def misdealt(original, context, wrong_places, found):
        made = original(context, wrong_places, found)
        if not wrong_places or made[0].facts.get("why") != "wrong-deck":
            return made
        facts = {name: made[0][name] for name in ("given", "should_be")}
        return void_round(context, "misdeal", context.law(MISDEALT, context.dealing), **facts)

    replace_function(COUNT, misdealt)


@wrong("fc as-played.13.C", why="cards that are face up in the stub void the round like those that are dealt", of=(SPLIT,))
def count_the_stub_among_dealt_cards():
    replace_function(SPLIT, lambda original, found, deep: (found, ()))


@wrong("fc as-played.13.D", why="a card drawn in error is put aside, and the one after it is dealt", of=(FOUR_CARD_DEAL,))
def put_a_card_drawn_in_error_aside():
    def after_it(original, context, command, cards):
        drawn = command.flag("drawn_in_error", False) and cards is not None
        return original(context, command, cards[1:] if drawn else cards)

    replace_function(FOUR_CARD_DEAL, after_it)


# Wagers and payment


@wrong("fc as-played.11.F(1)", why="a Play wager is any amount from one Ante to three", of=(AMOUNTS,))
def take_any_play_wager_up_to_three_antes():
    def any_amount(original, context, position, street):
        allowed = original(context, position, street)
        cents = [amount.amount for amount in allowed]
        return tuple(map(Cents, range(min(cents), max(cents) + 1, 100))) if cents else ()

    replace_function(AMOUNTS, any_amount)


@wrong("fc as-played.11.H(4)", why="a lost Ante earns a bonus on what the player had staked in all", of=(BONUS,))
def raise_the_ante_bonus_by_the_play_wager():
    def on_both(original, context, position):
        play, ante = (context.round.stakes[position][wager].amount for wager in (PLAY, ANTE))
        times = (play + ante).amount // ante.amount
        return tuple(made._replace(amount=made.amount * times) for made in original(context, position))

    replace_function(BONUS, on_both)


@wrong("uth 1.B(6)", why="three of a kind wins no progressive payout", of=(PROGRESSIVE_HAND,))
def demand_a_straight_for_the_progressive():
    def straight(original, *given):
        found = original(*given)
        return Category.PAIR if found is Category.THREE_OF_A_KIND else found

    replace_function(PROGRESSIVE_HAND, straight)


@wrong("uth 12.G(3)(c)", "uth 12.F~2(1)(g)", why="the stake is counted as part of the payout", of=(ROW_AWARD,))
def pay_ultimate_rows_for_one():
    rows = {f"md.ultimate-texas-holdem {row}" for row in ("12.G(3)(c)", "12.F~2(1)(g)")}

    def for_one(original, wager, row, words, stake, *rest, **more):
        made = original(wager, row, words, stake, *rest, **more)
        return made._replace(amount=made.amount - stake) if row.clause in rows else made

    replace_function(ROW_AWARD, for_one)


@wrong("uth 12.D(6)(a)(i)", why="one envy bonus is shared by all who are owed it", of=(ENVY,))
def share_one_envy_bonus():
    def shared(original, context, command):
        settled, *moves = original(context, command)
        return (settled, *(_split(move, len(moves)) for move in moves))

    replace_function(ENVY, shared)


def _split(move, among):
    return move._replace(amount=Cents(move.amount.amount // among)) if isinstance(move, DueMovement) else move


# What may be filed


@wrong(
    *("uth 12.F~2", "uth 12.G", "fc .12 C", "fc .12 C(5)", "fc .12 C(6)"),
    why="the first paytable is in force whichever was filed",
    of=(PAYTABLE,),
)
def pay_dealer_games_by_the_first_paytable():
    def first(original, judge):
        return original(judge) and judge.book.paytables_of(judge.wager.id)[0]

    replace_function(PAYTABLE, first)


@wrong("uth 12.D(5)(b)", why="an envy paytable need not be filed: the first is taken", of=(ENVY_TABLE,))
def take_the_first_envy_paytable():
    def first(original, judge, table):
        if judge.wager.envy_choice_clause is not None:
            judge.entry = {"envy": table.letter if table else "A", **judge.entry}
        return original(judge, table)

    replace_function(ENVY_TABLE, first)


@wrong(
    "div (q)(6)#2",
    "fc .12 D(3)(b)(i)",
    "fc .12 D(3)(b)(ii)",
    why="the least amount of a meter is too little",
    of=(AMOUNT,),
)
def refuse_the_least_amount_of_a_meter():
    def above(original, entry, key):
        amount = original(entry, key)
        floor = entry.book.value_of(f"seed.{entry.offer.paytable.letter}.{entry.entry['name']}")
        if amount is None or amount != floor:
            return amount
        entry.entry = {**entry.entry, key: str(Cents(amount.amount - 100))}
        return original(entry, key)

    replace_function(AMOUNT, above)
