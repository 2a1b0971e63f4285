"""Games against the dealer that settle in the wrong order, by the wrong hand, or only for hands that win."""

from dataclasses import replace

from houseway.events import Event
from houseway.games import awards
from houseway.games.round import DueMovement
from houseway.games.ultimate import hands as ultimate_hands
from houseway.games.ultimate import paying as ultimate_paying
from houseway.hands.categories import Category
from houseway.procedure import ANTE, BLIND, DEALER, INVENTORY, PLAY, PROGRESSIVE, seat_account
from tests.mutants.own import replace_function, wrong

AGAINST_DEALER = "houseway.games.against_dealer"
ENVY_OWED = f"{AGAINST_DEALER}.envy:envy_owed"
SEAT_STEPS = f"{AGAINST_DEALER}.procedure:_seat_steps"
END_ROUND = f"{AGAINST_DEALER}.procedure:end_round"
OPEN_WAGERS = f"{AGAINST_DEALER}.context:DealerGameContext.open_optional_wagers"
VISIBLE = f"{AGAINST_DEALER}.view:visible_cards"
FOLD = f"{AGAINST_DEALER}.deciding:_fold_effects"
SIDES = ("houseway.games.ultimate.paying:optional_award", "houseway.games.four_card.paying:optional_award")
OUTCOME = "houseway.games.ultimate.paying:hand_outcome"
QUALIFY = "houseway.games.ultimate.paying:does_dealer_qualify"


# Envy


def _owe_envy_if(keep):
    """Owe envy only where `keep` holds of the context, the holder and the receiver."""
    replace_function(
        ENVY_OWED,
        lambda original, context, holder: tuple(each for each in original(context, holder) if keep(context, holder, each[0])),
    )


def _result(context, position, wager):
    found = context.round.results.get((position, wager))
    return found.result if found else ""


ENVIOUS = ("uth 1.B(2)", "fc as-played.1.B(2)", "uth 11.J(2)(e)(i)", "fc as-played.11.J(2)(e)(i)")


@wrong(*ENVIOUS, why="who was settled before the holder gets no envy bonus", of=(ENVY_OWED,))
def forget_envy_of_those_already_settled():
    _owe_envy_if(lambda context, holder, place: place < holder)


@wrong(*ENVIOUS, why="who won the progressive himself gets no envy bonus", of=(ENVY_OWED,))
def pay_no_envy_to_winners():
    _owe_envy_if(lambda context, holder, place: _result(context, place, PROGRESSIVE) != "win")


@wrong(*ENVIOUS, why="who folded gets no envy bonus although his progressive wager stands", of=(ENVY_OWED,))
def pay_no_envy_to_those_who_folded():
    _owe_envy_if(lambda context, holder, place: place not in context.round.folded)


@wrong("uth 1.B(3)", "fc as-played.1.B(3)", why="a hand that was folded is nobody's envy", of=(ENVY_OWED,))
def pay_no_envy_for_a_folded_hand():
    _owe_envy_if(lambda context, holder, place: holder not in context.round.folded)


@wrong("uth 1.B(3)", "fc as-played.1.B(3)", why="a hand that the dealer beats is nobody's envy", of=(ENVY_OWED,))
def pay_no_envy_for_a_beaten_hand():
    _owe_envy_if(lambda context, holder, place: _result(context, holder, PLAY) != "lose")


@wrong(
    *("uth 11.J(2)(e)(iii)", "fc as-played.11.J(2)(e)(iii)"),
    why="a player gets one envy bonus in a round, however many hands earn one",
    of=(ENVY_OWED,),
)
def pay_one_envy_bonus_only():
    _owe_envy_if(lambda context, holder, place: all(paid != place for paid, _ in context.round.envy))


@wrong("uth 12.D(5)(a)", "fc .12 E(1)", why="the holder's stake decides how much envy others get", of=(ENVY_OWED,))
def pay_envy_by_the_holders_stake():
    def by_holder(original, context, holder):
        stake, earned = context.round.stake_on(holder, PROGRESSIVE), context.dealer_game.envy(context, holder)
        return tuple((place, earned.get(stake.amount, made) if stake else made) for place, made in original(context, holder))

    replace_function(ENVY_OWED, by_holder)


@wrong(
    *("uth 11.J(2)(e)(iv)", "fc as-played.11.J(2)(e)(iv)"),
    why="the dealer's hand earns everybody an envy bonus",
    of=(END_ROUND,),
)
def pay_envy_for_the_dealers_hand():
    def with_envy(original, context, command):
        state, made = context.round, original(context, command)
        if state.void or not state.dealer_turned or not context.is_offered(PROGRESSIVE):
            return made
        earned = context.dealer_game.envy(context, DEALER)
        stakes = {place: stake.amount for place in context.playing_positions if (stake := context.envy_stake(place))}
        due = {place: earned[stake] for place, stake in stakes.items() if stake in earned}
        return (
            *made,
            *(
                DueMovement(INVENTORY, seat_account(place), each.amount, "envy", each.clauses, place, each.wager)
                for place, each in due.items()
            ),
        )

    replace_function(END_ROUND, with_envy)


# The order at one seat


@wrong(
    "uth 11.J", "fc as-played.11.J", why="the progressive wager is settled before the other optional wagers", of=(OPEN_WAGERS,)
)
def settle_the_progressive_first():
    def progressive_first(original, context, position):
        return tuple(sorted(original(context, position), key=lambda wager: wager != PROGRESSIVE))

    replace_function(OPEN_WAGERS, progressive_first)


@wrong(
    *("uth 11.I(1)", "fc as-played.11.I(1)"),
    why="optional wagers are settled before those against the dealer are paid",
    of=(SEAT_STEPS,),
)
def settle_optional_wagers_before_paying_the_hand():
    def sides_first(original, context, position):
        turns = {"expose": 0, "settle-side": 1, "pay": 2}
        steps = list(original(context, position))
        return iter(sorted(steps, key=lambda step: 3 if step.facts.get("wager") == PROGRESSIVE else turns.get(step.act, 3)))

    replace_function(SEAT_STEPS, sides_first)


# Optional wagers of hands that do not win


def _lose_unless_won(wager, *results):
    """Let an optional wager be lost if the hand ends against the dealer in one of these ways."""

    def unless_won(original, context, position, name):
        made = original(context, position, name)
        if name != wager or not context.is_in_play(position):
            return made
        is_lost = context.dealer_game.outcome(context, position).result in results
        return awards.award_without_row(name, made.stake, "no paying hand", made.clauses) if is_lost else made

    for module in SIDES:
        replace_function(module, unless_won)


@wrong("uth 1.B(7)", "uth 11.I(2)", why="Trips is lost with a hand that is beaten", of=SIDES)
def lose_trips_with_a_beaten_hand():
    _lose_unless_won("trips", "lose")


@wrong("uth 1.B(7)", "uth 11.I(2)", why="Trips is lost with a hand that ties", of=SIDES)
def lose_trips_with_an_equal_hand():
    _lose_unless_won("trips", "tie")


@wrong("uth 11.I(4)", why="the Six Card Bonus is lost with a hand that ties", of=SIDES)
def lose_six_card_with_an_equal_hand():
    _lose_unless_won("six-card-bonus", "tie")


@wrong(
    *("fc as-played.1.B(7)", "fc as-played.11.I(2)"),
    why="Aces Up is lost with a hand that is beaten or ties",
    of=SIDES,
)
def lose_aces_up_with_a_hand_that_does_not_win():
    _lose_unless_won("aces-up", "lose", "tie")


@wrong("uth 11.J(1)", "fc as-played.11.J(1)", why="the progressive is lost with a hand that is beaten", of=SIDES)
def lose_the_progressive_with_a_beaten_hand():
    _lose_unless_won(PROGRESSIVE, "lose")


@wrong("uth 11.J(1)", "fc as-played.11.J(1)", why="the progressive is lost with a hand that ties", of=SIDES)
def lose_the_progressive_with_an_equal_hand():
    _lose_unless_won(PROGRESSIVE, "tie")


# Ante, Blind and Play


def _end_differently(is_meant, change):
    """Let wagers against the dealer end differently: those of which `is_meant` holds."""

    def changed(original, context, position):
        made = original(context, position)
        ends = (change(award) if is_meant(context, made, award) else award for award in made.awards)
        return replace(made, awards=tuple(ends))

    replace_function(OUTCOME, changed)


def _returned(award):
    return awards.award_without_row(award.wager, award.stake, award.words, award.clauses, returned=True)


def _lost(award):
    return awards.award_without_row(award.wager, award.stake, award.words, award.clauses)


@wrong("uth 11.H(1)", why="a dealer without a pair returns Blind and Play, too", of=(OUTCOME,))
def return_everything_without_a_pair():
    _end_differently(lambda context, made, award: not ultimate_paying.does_dealer_qualify(context), _returned)


@wrong("uth 11.H(1)", why="the last two community cards make no pair for the dealer", of=(QUALIFY,))
def qualify_by_the_flop():
    def by_flop(original, context):
        cards = (*context.round.hands[DEALER], *context.round.board[:3])
        return ultimate_hands.is_at_least(ultimate_hands.hand_strength(cards), Category.PAIR)

    replace_function(QUALIFY, by_flop)


@wrong("uth 11.H(3)(a)", why="a beaten hand has its Blind back", of=(OUTCOME,))
def return_the_blind_of_a_beaten_hand():
    _end_differently(lambda context, made, award: (made.result, award.wager) == ("lose", BLIND), _returned)


@wrong("uth 11.H(3)(d)", "uth 6.E(2)", why="a tie loses the Blind", of=(OUTCOME,))
def lose_the_blind_of_an_equal_hand():
    _end_differently(lambda context, made, award: (made.result, award.wager) == ("tie", BLIND), _lost)


@wrong("uth 11.H(3)(c)", why="a winning hand below the rows loses the Blind", of=(OUTCOME,))
def lose_the_blind_of_a_low_winner():
    _end_differently(lambda context, made, award: (made.result, award.wager, award.amount.amount) == ("win", BLIND, 0), _lost)


# Folded cards


@wrong(
    *("uth 11.F(3)(a)", "uth 11.F(3)(c)", "fc as-played.11.F(3)(a)"),
    why="folded cards lie face up under the wager that is still to be settled",
    of=(VISIBLE,),
)
def lay_folded_cards_face_up():
    def face_up(original, context, actor, place):
        return context.round.hands.get(place, ()) if place in context.round.folded else original(context, actor, place)

    replace_function(VISIBLE, face_up)


def _rack_folded_cards_unless(wager):
    """Let only one wager keep folded cards on the table."""

    def unless_placed(original, context, position, street):
        folded, *others = original(context, position, street)
        racked = wager not in context.round.stakes[position]
        return (Event(folded.kind, folded.clauses, {**folded.facts, "racked": racked}), *others)

    replace_function(FOLD, unless_placed)


@wrong("uth 11.F(3)(c)", why="only Trips keeps folded cards on the table", of=(FOLD,))
def rack_cards_folded_under_a_six_card_bonus():
    _rack_folded_cards_unless("trips")


@wrong("fc as-played.11.F(3)(a)", why="only Aces Up keeps folded cards on the table, and not the progressive", of=(FOLD,))
def rack_cards_folded_under_a_progressive():
    _rack_folded_cards_unless("aces-up")


@wrong("uth 11.F(2)", "uth 1.B(4)", why="a fold loses the Ante, and the Blind goes back to the player", of=(FOLD,))
def return_the_blind_of_a_folded_hand():
    def with_blind(original, context, position, street):
        return tuple(
            each._replace(target=seat_account(position)) if isinstance(each, DueMovement) and each.wager == BLIND else each
            for each in original(context, position, street)
        )

    replace_function(FOLD, with_blind)


@wrong("uth 11.H(3)(b)", "uth 12.A", why="a Play wager of several Antes is paid as one Ante", of=(OUTCOME,))
def pay_the_play_wager_like_the_ante():
    def like_ante(original, context, position):
        made, ante = original(context, position), context.round.stakes[position][ANTE].amount
        ends = (each._replace(amount=ante) if each.wager == PLAY and each.amount else each for each in made.awards)
        return replace(made, awards=tuple(ends))

    replace_function(OUTCOME, like_ante)
