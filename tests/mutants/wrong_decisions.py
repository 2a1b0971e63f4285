"""Rounds against the dealer that go wrong at decisions, at the showdown and at envy bonuses."""

from houseway.cards import Card, Rank
from houseway.events import Event
from houseway.games.against_dealer.deciding import _fold_effects
from houseway.games.round import DueMovement, Stake
from houseway.procedure import ANTE, DEALER, seat_account
from tests.mutants.own import replace_function, wrong

DECIDING = "houseway.games.against_dealer.deciding"
SETTLING = "houseway.games.against_dealer.settling"
PROCEDURE = "houseway.games.against_dealer.procedure:_settlement_steps"
ENVY = "houseway.games.against_dealer.envy"
VIEW = "houseway.games.against_dealer.view"
ULTIMATE_HANDS = "houseway.games.ultimate.hands"
FOUR_CARD_HANDS = "houseway.games.four_card.hands"


@wrong(
    *("uth 1.B(1)", "uth 11.B(2)(b)", "uth 11.D(2)(b)"),
    why="a player who checks is out of the round",
    of=(f"{DECIDING}:_check_effects",),
)
def fold_those_who_check():
    def folding(original, context, position, street):
        original(context, position, street)
        return _fold_effects(context, position, context.dealer_game.decision_rounds[-1])

    replace_function(f"{DECIDING}:_check_effects", folding)


@wrong(
    *("uth 1.B(5)", "uth 11.B(2)(a)", "uth 11.D(2)(a)", "uth 11.F(1)", "fc as-played.1.B(5)", "fc as-played.11.F(1)(a)"),
    why="the chips of a Play wager stay with the player",
    of=(f"{DECIDING}:decide_play",),
)
def lay_no_chips_for_a_play_wager():
    def without_chips(original, context, command):
        return tuple(each for each in original(context, command) if not isinstance(each, DueMovement))

    replace_function(f"{DECIDING}:decide_play", without_chips)


@wrong(
    *("uth 1.B(4)", "uth 11.F(2)", "fc as-played.1.B(4)", "fc as-played.11.F(2)"),
    why="a player who folds gets the Ante back",
    of=(f"{DECIDING}:_fold_effects",),
)
def return_the_ante_of_a_fold():
    def returning(original, context, position, street):
        return tuple(
            each._replace(target=seat_account(position)) if isinstance(each, DueMovement) and each.wager == ANTE else each
            for each in original(context, position, street)
        )

    replace_function(f"{DECIDING}:_fold_effects", returning)


@wrong("fc as-played.11.F", why="players are asked from the dealer's right", of=(f"{DECIDING}:_check_turn",))
def ask_four_card_players_from_the_right():
    def last(original, context):
        state = context.round
        due = [place for place in context.undecided_positions if len(state.decisions.get(place, ())) <= state.decision_round]
        return original(context) and max(due)

    replace_function("houseway.games.against_dealer.context:DealerGameContext.position_to_act", last)


@wrong("uth 11.A", why="players do not see their own cards", of=(f"{VIEW}:_may_look",))
def hide_players_cards_from_themselves():
    replace_function(f"{VIEW}:_may_look", lambda original, context, position: False)


@wrong(
    *("uth 11.H(2)(a)", "fc as-played.11.H(2)(a)"),
    why="a hand that was turned up is seen by nobody but its player",
    of=(f"{VIEW}:visible_cards",),
)
def keep_exposed_hands_down():
    def covered(original, context, actor, place):
        return () if place != DEALER and not context.sits_at(actor, place) else original(context, actor, place)

    replace_function(f"{VIEW}:visible_cards", covered)


@wrong(
    *("uth 11.G(1)", "fc as-played.11.G(1)"),
    why="the dealer's cards stay hidden when they are turned up",
    of=(f"{VIEW}:visible_cards",),
)
def keep_the_dealers_hand_down():
    def covered(original, context, actor, place):
        return () if place == DEALER else original(context, actor, place)

    replace_function(f"{VIEW}:visible_cards", covered)


@wrong(
    *("uth 11.G(3)", "fc as-played.11.G(3)"),
    why="the dealer turns the cards up without a word",
    of=(f"{SETTLING}:turn_dealer",),
)
def do_not_announce_the_dealers_hand():
    def silent(original, context, command):
        first, *rest = original(context, command)
        facts = {name: value for name, value in first.facts.items() if name != "hand"}
        return (Event(first.kind, first.clauses, {**facts, "hand": ""}), *rest)

    replace_function(f"{SETTLING}:turn_dealer", silent)


@wrong(
    *("uth 11.H(2)(c)", "fc as-played.11.H(2)(c)"),
    why="a player's hand is not announced",
    of=(f"{SETTLING}:expose_player",),
)
def do_not_announce_players_hands():
    def silent(original, context, command):
        made = original(context, command)
        return tuple(each for each in made if getattr(each, "kind", "") != "result-announced")

    replace_function(f"{SETTLING}:expose_player", silent)


@wrong(
    *("uth 11.H(2)", "fc as-played.11.H(2)"),
    why="hands are settled from the dealer's left",
    of=("houseway.games.against_dealer.context:DealerGameContext.settling_positions",),
)
def settle_from_the_left():
    name = "houseway.games.against_dealer.context:DealerGameContext.settling_positions"
    replace_function(name, lambda original, context: tuple(reversed(original(context))))


@wrong(
    *("uth 11.H(2)(d)", "fc as-played.11.H(2)(d)"),
    why="all hands are turned up before the first one is paid",
    of=(PROCEDURE,),
)
def settle_all_hands_at_once():
    def exposing_first(original, context):
        steps = list(original(context))
        return iter(sorted(steps, key=lambda step: step.act != "expose"))

    replace_function(PROCEDURE, exposing_first)


@wrong("uth 11.G(2)", why="the dealer plays two cards and the flop", of=(f"{ULTIMATE_HANDS}:seven_cards",))
def give_the_dealer_the_flop_only():
    def five(original, context, place):
        return original(context, place)[:5] if place == DEALER else original(context, place)

    replace_function(f"{ULTIMATE_HANDS}:seven_cards", five)


@wrong("uth 11.H(2)(b)", why="a player plays two cards and the flop", of=(f"{ULTIMATE_HANDS}:seven_cards",))
def give_players_the_flop_only():
    def five(original, context, place):
        return original(context, place)[:5] if place != DEALER else original(context, place)

    replace_function(f"{ULTIMATE_HANDS}:seven_cards", five)


@wrong("fc as-played.11.G(2)", why="the dealer plays the first five cards of six", of=(f"{FOUR_CARD_HANDS}:hand_strength",))
def give_the_dealer_five_cards():
    replace_function(f"{FOUR_CARD_HANDS}:hand_strength", lambda original, cards: original(tuple(cards)[:5]))


@wrong(
    "fc as-played.11.G(4)",
    why="a dealer without a pair does not play, as in Ultimate Texas Hold'em",
    of=("houseway.games.four_card.paying:hand_outcome",),
)
def let_the_four_card_dealer_qualify():
    def pushing(original, context, position):
        from dataclasses import replace

        from houseway.games.four_card import hands

        made = original(context, position)
        if hands.category_of(hands.best_strength(context, DEALER)) not in ("high-card", "nothing"):
            return made
        pushed = tuple(each._replace(returns_stake=True) if each.wager == ANTE else each for each in made.awards)
        return replace(made, awards=pushed)

    replace_function("houseway.games.four_card.paying:hand_outcome", pushing)


class _StrengthBySuit(int):
    """A strength that breaks ties by the suit of the first card."""

    suit: int
    __hash__ = int.__hash__

    def __eq__(self, other):
        return int(self) == int(other) and self.suit == getattr(other, "suit", self.suit)

    def __gt__(self, other):
        return (int(self), self.suit) > (int(other), other.suit)

    def __lt__(self, other):
        return (int(self), self.suit) < (int(other), other.suit)


@wrong(
    *("uth 6.C", "fc as-played.6.C"),
    why="suits decide between equal hands",
    of=(f"{ULTIMATE_HANDS}:best_strength", f"{FOUR_CARD_HANDS}:best_strength"),
)
def break_ties_by_suit():
    def by_suit(original, context, place):
        strength = _StrengthBySuit(original(context, place))
        strength.suit = "cdhs".index(str(context.round.hands[place][0])[-1])
        return strength

    replace_function(f"{ULTIMATE_HANDS}:best_strength", by_suit)
    replace_function(f"{FOUR_CARD_HANDS}:best_strength", by_suit)


@wrong(
    *("uth 6.E(1)", "fc as-played.6.E(1)"),
    why="hands of one category are always equal: no side card decides",
    of=(f"{ULTIMATE_HANDS}:best_strength", f"{FOUR_CARD_HANDS}:best_strength"),
)
def ignore_side_cards():
    from houseway.games.four_card import hands as four_card
    from houseway.games.ultimate import hands as ultimate

    def lowest_of(module):
        def lowest(original, context, place):
            strength = original(context, place)
            category = module.category_of(strength)
            return next(each for each in range(strength, -1, -1) if not each or module.category_of(each - 1) != category)

        return lowest

    replace_function(f"{ULTIMATE_HANDS}:best_strength", lowest_of(ultimate))
    replace_function(f"{FOUR_CARD_HANDS}:best_strength", lowest_of(four_card))


@wrong(
    *("uth 6.B", "fc as-played.6.B"),
    why="an ace is never low in a straight",
    of=(f"{ULTIMATE_HANDS}:hand_strength", f"{FOUR_CARD_HANDS}:hand_strength"),
)
def never_count_an_ace_low():
    low = {Rank.TWO, Rank.THREE, Rank.FOUR}

    def without_low_ace(original, cards):
        ranks = {card.rank for card in cards}
        if not low <= ranks or Rank.ACE not in ranks:
            return original(cards)
        free = [Rank.KING, Rank.QUEEN, Rank.JACK]
        other = next(rank for rank in free if rank not in ranks)
        return original(tuple(Card(other, card.suit) if card.rank is Rank.ACE else card for card in cards))

    replace_function(f"{ULTIMATE_HANDS}:hand_strength", without_low_ace)
    replace_function(f"{FOUR_CARD_HANDS}:hand_strength", without_low_ace)


@wrong(
    *("uth 1.B(2)", "uth 11.J(2)(e)(i)", "fc as-played.1.B(2)", "fc as-played.11.J(2)(e)(i)"),
    why="everybody else at the table gets an envy bonus, with or without a progressive wager",
    of=(f"{ENVY}:envy_owed",),
)
def pay_envy_to_everybody():
    def everybody(original, context, holder):
        owed, earned = original(context, holder), context.dealer_game.envy(context, holder)
        if not owed or not earned:
            return owed
        paid = {place for place, _ in owed}
        others = [place for place in context.settling_positions if place not in (holder, *paid)]
        return (*owed, *((place, earned[min(earned)]) for place in others))

    replace_function(f"{ENVY}:envy_owed", everybody)


@wrong(
    *("uth 11.J(2)(e)", "fc as-played.11.J(2)(e)"),
    why="nobody is paid an envy bonus",
    of=(f"{ENVY}:envy_owed",),
)
def pay_no_envy_against_the_dealer():
    replace_function(f"{ENVY}:envy_owed", lambda original, context, holder: ())


@wrong(
    *("uth 11.J(2)(e)(iv)", "fc as-played.11.J(2)(e)(iv)"),
    why="a player gets an envy bonus for his own hand",
    of=(f"{ENVY}:other_envy_stakes",),
)
def pay_envy_for_ones_own_hand_against_the_dealer():
    def with_holder(original, context, holder):
        own = context.envy_stake(holder)
        return {**original(context, holder), **({holder: own} if isinstance(own, Stake) else {})}

    replace_function(f"{ENVY}:other_envy_stakes", with_holder)


@wrong(
    *("uth 11.J(2)(e)(ii)", "fc as-played.11.J(2)(e)(ii)"),
    why="it is ignored whether the holder of an envy hand must have bet, as filed",
    of=(f"{ENVY}:must_envy_holder_bet",),
)
def turn_who_must_have_bet_for_envy():
    replace_function(f"{ENVY}:must_envy_holder_bet", lambda original, context: not original(context))
