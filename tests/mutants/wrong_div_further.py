"""Further wrong implementations of the Division's rules: who acts, where a mark lies, what is told, and what waits for what."""

from houseway.equipment import opening
from houseway.equipment.state import Stage, replace
from houseway.events import Event
from houseway.games import paytables, wagers
from houseway.games.pai_gow import dealing, procedure, setting
from houseway.procedure import DEALER, NUMBER
from tests.mutants.own import change_constant, replace_function, wrong

PAI_GOW_GAME = "houseway.games.pai_gow"
OWN = f"{PAI_GOW_GAME}.context:own_position"
BANK_SPEAKS = f"{PAI_GOW_GAME}.context:position_of_bank"
CO_BANK = f"{PAI_GOW_GAME}.banking:request_co_bank"
ENVY_ROWS = "houseway.games.paytables:envy_rows"
CHECK_SHAKER = "houseway.equipment.start:_check_shaker"
COVERED = "houseway.equipment.start:on_dice_covered"
NEXT_STEP = "houseway.equipment.opening:next_opening_step"
UNWASHED = "houseway.equipment.opening:is_unwashed"
MARK = "houseway.equipment.start:decide_mark"
TURN = f"{PAI_GOW_GAME}.setting:_check_turn"
MAY_SET = f"{PAI_GOW_GAME}.setting:may_set"
EXPOSE = f"{PAI_GOW_GAME}.settling:expose_player"
DEALING_STEP = f"{PAI_GOW_GAME}.procedure:_dealing_step"
AREAS = "houseway.table.acts:areas_allowed"
BARS = f"{PAI_GOW_GAME}.setting:_bars_surrender"
PAYTABLE = "houseway.submission.offers:_OfferJudge._judge_paytable"
CHOOSE = f"{PAI_GOW_GAME}.dealing:choose_stack"
START_AT_BUTTON = "houseway.equipment.start:start_at_button"
SEVEN_CARDS = ("seven-card-straight-flush", "royal-flush-and-king-queen-suited", "seven-card-straight-flush-with-joker")


@wrong("div (a)(1)(i)", why="the bank may act as an ordinary player, and a player as the bank", of=(OWN,))
def mix_up_bank_and_players():
    replace_function(OWN, lambda original, context, command: wagers.own_position(context, command, setting.OWN_HANDS))


@wrong("div (a)(1)(viii)", "div (m)(5)#3", why="the co-bank has the same marker as a bank", of=(CO_BANK,))
def mark_a_co_bank_as_a_bank():
    def marked(original, context, command):
        (made,) = original(context, command)
        return (Event(made.kind, made.clauses, {**made.facts, "marker": "bank"}),)

    replace_function(CO_BANK, marked)


@wrong("div (a)(1)(ix)", why="only hands of five cards earn envy", of=(ENVY_ROWS,))
def earn_envy_with_five_cards_only():
    original = paytables.envy_rows

    def five(rules, wager):
        return tuple((name, row) for name, row in original(rules, wager) if row.row.hand not in SEVEN_CARDS)

    change_constant("houseway.games.paytables", "envy_rows", five)


@wrong("div (d)(1)(ii)", why="dice that are too old may be shaken until somebody replaces them", of=(CHECK_SHAKER,))
def shake_old_dice():
    def any_age(original, equipment, at):
        original(equipment, equipment.shaker.placed_at if equipment.shaker.placed_at is not None else at)

    replace_function(CHECK_SHAKER, any_age)


@wrong("div (e)(4)", why="of two decks only the first is shown to the first player and washed", of=(NEXT_STEP,))
def open_the_second_deck_by_half():
    def half(original, equipment, deck):
        if equipment.decks and deck is not equipment.decks[0] and deck.stage is Stage.VERIFIED:
            return next(step for step in opening.OPENING_STEPS if step.act == "stack-deck")
        return original(equipment, deck)

    replace_function(NEXT_STEP, half)


@wrong("div (f)(7)#3", why="idle cards are stacked without a wash", of=(UNWASHED,))
def stack_idle_cards_unwashed():
    replace_function(UNWASHED, lambda original, equipment, deck: deck.was_idle)


@wrong("div (k)(5)", why="the mark lies before the dealer, wherever the deal began", of=(MARK,))
def mark_the_dealer_as_the_start():
    def at_dealer(original, *given):
        (made,) = original(*given)
        return (Event(made.kind, made.clauses, {**made.facts, "position": DEALER}),)

    replace_function(MARK, at_dealer)


@wrong("div (l)(1)#1", why="players set before the rest of the cards is counted", of=(TURN,))
def let_players_set_before_the_count():
    def early(original, context, position):
        state = context.round
        if state.dealt and not state.stub_counted and position in state.betting_positions and not state.void:
            return
        original(context, position)

    replace_function(TURN, early)


@wrong("div (l)(3)#3", why="the bank sets when it likes, before other players have set", of=(MAY_SET,))
def let_the_bank_set_with_the_players():
    def at_once(original, context, position):
        bank = context.round.bank
        return original(context, position) or (position == bank.position and not bank.co_banking)

    replace_function(MAY_SET, at_once)


@wrong("div (l)(5)#1", why="the dealer exposes the high hand only", of=(EXPOSE,))
def expose_the_high_hand_only():
    def high_only(original, context, command):
        return tuple(
            Event(each.kind, each.clauses, {**each.facts, "low": ()})
            if isinstance(each, Event) and each.kind == "hand-exposed"
            else each
            for each in original(context, command)
        )

    replace_function(EXPOSE, high_only)


@wrong("div (l)(5)#2", "div (m)(12)#2", "div (m)(13)#2", why="a push is announced as a loss", of=(EXPOSE,))
def announce_a_push_as_a_loss():
    def called(original, context, command):
        return tuple(
            Event(each.kind, each.clauses, {**each.facts, "result": "lose"})
            if isinstance(each, Event) and each.kind == "result-announced" and each["result"] == "tie"
            else each
            for each in original(context, command)
        )

    replace_function(EXPOSE, called)


@wrong("div (m)(9)(i)#1", why="any player may pick the first stack", of=(CHOOSE, BANK_SPEAKS))
def let_anybody_pick_the_first_stack():
    replace_function(BANK_SPEAKS, lambda original, context, command: context.round.bank.position)


@wrong("div (m)(9)(i)#1", why="the bank picks a stack before the rest is counted and racked", of=(DEALING_STEP,))
def pick_a_stack_before_the_count():
    def first(original, context):
        state = context.round
        if state.stacks and state.bank.position is not None and state.first_stack is None and not state.stub_counted:
            who = procedure.Role.BANK
            law = dealing.first_stack_clauses(context)
            return procedure.due_step_under(context, "choose-stack", "let the bank choose", law, role=who)
        return original(context)

    replace_function(DEALING_STEP, first)


@wrong("div (o)(1)", why="a player may have three areas", of=(AREAS,))
def allow_three_areas():
    replace_function(AREAS, lambda original, rules: original(rules) + 1)


@wrong("div (p)(3)", "div (l)(4)", why="who has a wager on a number may not surrender", of=(BARS,))
def let_a_number_bar_surrender():
    replace_function(BARS, lambda original, context, wager: wager.startswith(NUMBER) or original(context, wager))


@wrong("div (q)(4)", "div (q)(3)#1", why="the one-dollar list pays, whichever is filed", of=(PAYTABLE,))
def pay_by_the_one_dollar_list():
    def first(original, judge):
        return original(judge) and judge.book.paytables_of(judge.wager.id)[0]

    replace_function(PAYTABLE, first)


@wrong("div (k)(4)#1", why="with a bank the deal begins at the bank, wherever the button lies", of=(START_AT_BUTTON,))
def begin_at_the_bank_with_a_button():
    replace_function(START_AT_BUTTON, lambda original, equipment, bank: bank if bank is not None else equipment.button)


@wrong("div (d)(1)(ii)", why="the age of dice counts from the last round", of=(COVERED,))
def count_the_age_of_dice_from_the_last_round():
    now = {}

    def noted(original, equipment, at):
        now["at"] = at
        original(equipment, at)

    def younger(original, equipment, event):
        made = original(equipment, event)
        return replace(made, shaker=replace(made.shaker, placed_at=now.get("at", made.shaker.placed_at)))

    replace_function(CHECK_SHAKER, noted)
    replace_function(COVERED, younger)
