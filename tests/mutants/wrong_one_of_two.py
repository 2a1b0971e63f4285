"""Implementations that break one clause of a rule of several: no operator tells such clauses apart."""

import dataclasses

from houseway.equipment.decks import HANDS
from houseway.equipment.state import Stage
from houseway.events import Event
from houseway.games.against_dealer import game
from houseway.games.pai_gow.base_wager.outcome import LOSE, TIE
from houseway.procedure import ANTE, PROGRESSIVE
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import give_facts, leave_out, operate

ACCEPTORS = "houseway.equipment.acceptors"
SHUFFLE = "houseway.equipment.shuffle"
DECKS = "houseway.equipment.decks"
BETTING = "houseway.games.against_dealer.betting"
COUNTING = "houseway.games.against_dealer.irregularities.counting"
OPTIONAL = "houseway.games.against_dealer.optional_wagers"
PROCEDURE = "houseway.games.against_dealer.procedure"
PAI_GOW_BETTING = "houseway.games.pai_gow.betting"


# Progressive wagers: the device at each position, the lock-out, the win


@wrong(
    *("uth 2.C", "fc as-played.2.C"),
    why="a table has the progressive system whether it offers the wager or not",
    of=("houseway.equipment.settings:settings_of",),
)
def have_a_progressive_system_always():
    def with_system(original, rules):
        return dataclasses.replace(original(rules), progressive=True)

    replace_function("houseway.equipment.settings:settings_of", with_system)


@wrong(
    *("uth 2.C(1)", "fc as-played.2.C(1)"),
    why="the device at a position acknowledges no wager",
    of=(f"{ACCEPTORS}:on_light_switched",),
)
def acknowledge_no_wager():
    replace_function(f"{ACCEPTORS}:on_light_switched", lambda original, equipment, event: equipment)


@wrong(
    *("uth 8.C(2)", "uth 9.A(3)(a)", "uth 10.A(2)(b)(i)"),
    *("fc as-played.8.C(2)", "fc as-played.9.A(3)(a)", "fc as-played.10.A(2)(b)(i)"),
    why="the dealer deals without having locked the system",
    of=(f"{ACCEPTORS}:due_duty",),
)
def deal_without_a_lock_out():
    replace_function(
        f"{ACCEPTORS}:due_duty",
        lambda original, equipment, context: [step for step in original(equipment, context) if step.act != "lock-out"],
    )


@wrong("uth 7.F(3)(a)", why="the progressive wager is taken without an Ante", of=(f"{BETTING}:_check_needed",))
def take_the_progressive_wager_alone():
    def unchecked(original, context, position, name):
        if name != PROGRESSIVE:
            original(context, position, name)

    replace_function(f"{BETTING}:_check_needed", unchecked)


@wrong(
    *("uth 11.J(2)(a)", "fc as-played.11.J(2)(a)"),
    why="the dealer looks at the light of a progressive win, but at no hand",
    of=(f"{OPTIONAL}:verify_progressive",),
)
def verify_no_hand_against_the_dealer():
    give_facts(f"{OPTIONAL}:verify_progressive", "progressive-verified", hand="")


@wrong(
    *("uth 11.J(2)(d)", "fc as-played.11.J(2)(d)"),
    why="a progressive win is called and not paid",
    of=(f"{OPTIONAL}:settle_optional_wager",),
)
def pay_no_progressive_win():
    def is_payment(each):
        return each.wager == PROGRESSIVE and not isinstance(each, Event)

    leave_out(f"{OPTIONAL}:settle_optional_wager", is_payment)


# Chips on the layout


@wrong(
    *("md 7.A", "uth 7.A", "fc as-played.7.A"),
    why="a wager is called, and its chips stay with the player",
    of=(f"{PAI_GOW_BETTING}:_place_on_area", f"{BETTING}:_place_on_area"),
)
def leave_the_chips_with_the_player():
    for module in (PAI_GOW_BETTING, BETTING):

        def without_chips(original, *args):
            return type(original(*args))(each for each in original(*args) if isinstance(each, Event))

        replace_function(f"{module}:_place_on_area", without_chips)


@wrong(
    *("md 7.D(1)", "div (g)(3)#1"),
    why="a wager may be placed after betting is closed, though none may be taken back",
    of=(f"{PAI_GOW_BETTING}:place_wager",),
)
def take_wagers_after_the_call():
    operate(f"{PAI_GOW_BETTING}:place_wager", "drop-branch", 0)


@wrong(
    "md 12.G(2)",
    why="the house says what it stakes against the bank, and puts nothing down",
    of=("houseway.games.pai_gow.banking:stake_against_bank",),
)
def call_the_house_stake_only():
    leave_out("houseway.games.pai_gow.banking:stake_against_bank", lambda each: not isinstance(each, Event))


@wrong(
    "md 12.G(1)",
    why="the house stakes twice what the bank last wagered, or what was filed",
    of=("houseway.games.pai_gow.base_wager.centre:house_stake_against_bank",),
)
def stake_twice_as_much_against_the_bank():
    replace_function(
        "houseway.games.pai_gow.base_wager.centre:house_stake_against_bank",
        lambda original, rules, last: original(rules, last) * 2,
    )


@wrong(
    "div (a)(1)(x)",
    why="one hand higher and one not is no tie: the player loses",
    of=("houseway.games.pai_gow.base_wager.outcome:_build_outcome",),
)
def know_no_push():
    def decided(original, *args):
        found = original(*args)
        return type(found)(LOSE if found.result == TIE else found.result, found.high, found.low, found.clauses, found.words)

    replace_function("houseway.games.pai_gow.base_wager.outcome:_build_outcome", decided)


@wrong(
    "div (i)(2)(ii)#2",
    why="the stacks are dealt from the bottom of the deck",
    of=("houseway.games.pai_gow.deal_order:deal_across_and_back",),
)
def deal_stacks_from_the_bottom():
    def from_the_bottom(original, cards, stacks, size):
        return original(tuple(reversed(cards)), stacks, size)

    replace_function("houseway.games.pai_gow.deal_order:deal_across_and_back", from_the_bottom)


# Counts


@wrong(
    *("uth 5.E", "fc as-played.5.E"),
    why="a deck that the shuffler found wrong stays on the table",
    of=(f"{SHUFFLE}:on_deck_shuffled",),
)
def keep_a_deck_that_was_counted_wrong():
    def kept(original, equipment, event):
        changed = original(equipment, event)
        return changed.with_deck(event.text("deck"), leaving_reason="", clauses=())

    replace_function(f"{SHUFFLE}:on_deck_shuffled", kept)


@wrong(
    *("uth 5.E(2)", "fc as-played.5.E(2)"),
    why="the device reveals a card that is missing, but none too many",
    of=(f"{SHUFFLE}:_is_count_wrong",),
)
def reveal_no_card_too_many():
    def too_few(original, equipment, counted):
        return counted is not None and counted < len(equipment.settings.deck.cards)

    replace_function(f"{SHUFFLE}:_is_count_wrong", too_few)


@wrong(
    *("uth 8.F", "uth 9.D", "uth 10.D", "fc as-played.8.F", "fc as-played.9.D", "fc as-played.10.D"),
    why="a stub that was counted does not go into the discard rack",
    of=("houseway.games.against_dealer.game:_rack_stub",),
)
def rack_no_counted_stub():
    game.RACKS["stub-counted"] = lambda context, event: ()


@wrong(
    *("uth 8.G(1)", "uth 9.E(1)", "uth 10.E(1)", "fc as-played.8.G(1)", "fc as-played.9.E(1)", "fc as-played.10.E(1)"),
    why="a deal with a hand too many or too few cards is played on if the deck is whole",
    of=(f"{COUNTING}:_count_effects",),
)
def play_a_misdeal_of_a_whole_deck():
    def played(original, context, wrong, found):
        made = original(context, wrong, found)
        is_misdeal = made[0].kind == "round-voided" and made[0]["why"] == "misdeal"
        return (Event("stub-counted", made[0].clauses, {"cards": found}),) if is_misdeal else made

    replace_function(f"{COUNTING}:_count_effects", played)


# The deck in the dealer's hand


@wrong(
    *("uth 9.A(2)", "fc as-played.9.A(2)"),
    why="the deck is dealt from without being taken in hand",
    of=(f"{SHUFFLE}:on_deck_shuffled",),
)
def deal_a_deck_that_nobody_holds():
    def loaded(original, equipment, event):
        changed = original(equipment, event)
        deck = next(deck for deck in changed.decks if deck.name == event.text("deck"))
        return changed.with_deck(deck.name, stage=Stage.LOADED) if deck.stage is Stage.SHUFFLED else changed

    replace_function(f"{SHUFFLE}:on_deck_shuffled", loaded)


@wrong(
    *("uth 9.A(2)(a)", "fc as-played.9.A(2)(a)"),
    why="the deck is held in the hand that the dealer did not choose",
    of=(f"{DECKS}:decide_loading",),
)
def hold_the_deck_in_the_other_hand():
    other = dict(zip(HANDS, reversed(HANDS), strict=True))
    give_facts(f"{DECKS}:decide_loading", "deck-taken", hand=lambda event: other[event["hand"]])


@wrong(
    *("uth 9.A(2)(b)", "fc as-played.9.A(2)(b)"),
    why="a deck held elsewhere than over the inventory is no conduct that can be recorded",
    of=("houseway.table.acts:conduct_clauses",),
)
def record_nothing_about_a_deck_in_hand():
    def without(original, rules):
        return tuple(clause for clause in original(rules) if "9.A(2)" not in clause)

    replace_function("houseway.table.acts:conduct_clauses", without)


@wrong("fc as-played.1.B(1)", why="an Ante is taken after the cards were dealt", of=("houseway.games.wagers:check_open",))
def take_an_ante_after_the_deal():
    def open_for_antes(original, context, name, law):
        if name != ANTE:
            original(context, name, law)

    replace_function("houseway.games.wagers:check_open", open_for_antes)


@wrong(
    "fc as-played.7.F(1)",
    why="an Ante of nothing competes with the dealer",
    of=(f"{BETTING}:place_wager",),
)
def compete_for_nothing():
    operate(f"{BETTING}:place_wager", "drop-guard", 0)
