"""Games against the dealer that rank cards wrongly, keep folded cards on the layout, pay the wrong bonus, or ignore a jam."""

from houseway.cards import Card, Rank
from houseway.equipment.state import Stage
from houseway.events import Event
from houseway.games.four_card import dealing as four_card_dealing
from houseway.games.four_card import hands as four_card_hands
from houseway.games.four_card import paying as four_card_paying
from houseway.games.round import DueMovement
from houseway.hands.categories import Category
from houseway.procedure import ANTE, DEALER, INVENTORY, PLAY, seat_account
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import give_facts, operate

ULTIMATE_HANDS = "houseway.games.ultimate.hands"
ULTIMATE_DEALING = "houseway.games.ultimate.dealing"
SIX_CARD_ROWS = f"{ULTIMATE_HANDS}:six_card_bonus_rows"
FOUR_CARD_HANDS = "houseway.games.four_card.hands"
FIVE_CARD_NAMES = f"{FOUR_CARD_HANDS}:five_card_names"
FOUR_CARD_DEALING = "houseway.games.four_card.dealing"
FOUR_CARD_PAYING = "houseway.games.four_card.paying"
FOLD = "houseway.games.against_dealer.deciding:_fold_effects"
VOID_ROUND = "houseway.games.against_dealer.irregularities.irregular:void_round"
DEVICES = "houseway.equipment.devices"
DECKS = "houseway.equipment.decks"


# Hands


def _turn_ace(card: Card) -> Card:
    """An ace counts as a two, and a two as an ace."""
    other = {Rank.ACE: Rank.TWO, Rank.TWO: Rank.ACE}.get(card.rank)
    return Card.from_rank_and_suit(other, card.suit) if other else card


@wrong(
    *("uth 6.A", "fc as-played.6.A"),
    why="in the settlement an ace ranks below the three",
    of=(f"{ULTIMATE_HANDS}:hand_strength", f"{FOUR_CARD_HANDS}:hand_strength"),
)
def settle_with_the_ace_lowest():
    for module in (ULTIMATE_HANDS, FOUR_CARD_HANDS):
        replace_function(f"{module}:hand_strength", lambda original, cards: original(tuple(map(_turn_ace, cards))))


@wrong(
    *("uth 7.F(4)", "uth 6.F(1)", "uth 6.F(2)", "uth 6.F(3)", "uth 6.F(4)", "uth 6.F(5)", "uth 6.F(6)", "uth 6.F(7)"),
    why="of the six cards of the Six Card Bonus only the first five count",
    of=(SIX_CARD_ROWS,),
)
def rank_the_first_five_of_six():
    replace_function(SIX_CARD_ROWS, lambda original, cards: original(cards[:5]))


def _overlook(function: str, category: Category) -> None:
    """Let a function that names the rows of a hand overlook one of them."""
    replace_function(function, lambda original, cards: tuple(name for name in original(cards) if name != category))


@wrong("uth 6.F(2)", why="a straight flush wins no Six Card Bonus", of=(SIX_CARD_ROWS,))
def overlook_a_straight_flush_of_six_cards():
    _overlook(SIX_CARD_ROWS, Category.STRAIGHT_FLUSH)


@wrong("uth 6.F(3)", why="four of a kind wins no Six Card Bonus", of=(SIX_CARD_ROWS,))
def overlook_four_of_a_kind_of_six_cards():
    _overlook(SIX_CARD_ROWS, Category.FOUR_OF_A_KIND)


@wrong("uth 6.F(4)", why="a full house wins no Six Card Bonus", of=(SIX_CARD_ROWS,))
def overlook_a_full_house_of_six_cards():
    _overlook(SIX_CARD_ROWS, Category.FULL_HOUSE)


@wrong("uth 6.F(5)", why="a flush wins no Six Card Bonus", of=(SIX_CARD_ROWS,))
def overlook_a_flush_of_six_cards():
    _overlook(SIX_CARD_ROWS, Category.FLUSH)


@wrong("uth 6.F(6)", why="a straight wins no Six Card Bonus", of=(SIX_CARD_ROWS,))
def overlook_a_straight_of_six_cards():
    _overlook(SIX_CARD_ROWS, Category.STRAIGHT)


@wrong("uth 6.F(7)", why="three of a kind wins no Six Card Bonus", of=(SIX_CARD_ROWS,))
def overlook_three_of_a_kind_of_six_cards():
    _overlook(SIX_CARD_ROWS, Category.THREE_OF_A_KIND)


@wrong(
    "fc as-played.6.F",
    why="progressive Paytable C ranks the best four cards, too",
    of=(f"{FOUR_CARD_HANDS}:matching_rows",),
)
def rank_four_cards_under_table_c():
    def best_four(original, cards, table):
        return four_card_hands.four_card_names(cards)

    replace_function(f"{FOUR_CARD_HANDS}:matching_rows", best_four)


@wrong("fc as-played.6.F(3)", why="four of a kind is no hand of five cards", of=(FIVE_CARD_NAMES,))
def overlook_four_of_a_kind_of_five_cards():
    _overlook(FIVE_CARD_NAMES, Category.FOUR_OF_A_KIND)


@wrong("fc as-played.6.F(4)", why="a full house is no hand of five cards", of=(FIVE_CARD_NAMES,))
def overlook_a_full_house_of_five_cards():
    _overlook(FIVE_CARD_NAMES, Category.FULL_HOUSE)


# Folds and the Ante bonus


@wrong(
    *("uth 11.F(3)(b)", "uth 11.F(3)(d)", "fc as-played.11.F(3)(b)"),
    why="the cards of a folded hand without a live wager wait on the layout",
    of=(FOLD,),
)
def rack_no_folded_cards():
    give_facts(FOLD, "hand-folded", racked=False)


@wrong("fc as-played.1.B(9)", why="the Ante bonus is paid on the Play wager", of=(f"{FOUR_CARD_PAYING}:_bonus_award",))
def pay_the_ante_bonus_on_the_play_wager():
    def on_play(original, context, position):
        stakes = context.round.stakes[position]
        times = stakes[PLAY].amount.amount // stakes[ANTE].amount.amount
        return tuple(each._replace(amount=each.amount * times) for each in original(context, position))

    replace_function(f"{FOUR_CARD_PAYING}:_bonus_award", on_play)


@wrong(
    "fc as-played.11.H(3)(a)",
    why="a lower hand is paid like an equal one",
    of=(f"{FOUR_CARD_PAYING}:_even_money_award",),
)
def pay_the_lower_hand():
    def as_a_tie(original, context, position, wager, result, law):
        return original(context, position, wager, "tie" if result == "lose" else result, law)

    replace_function(f"{FOUR_CARD_PAYING}:_even_money_award", as_a_tie)


@wrong("fc as-played.11.H(4)(a)", why="a folded hand is paid its Ante bonus", of=(FOLD,))
def pay_the_ante_bonus_of_a_folded_hand():
    def with_bonus(original, context, position, street):
        bonus = four_card_paying._bonus_award(context, position)
        paid = [
            DueMovement(INVENTORY, seat_account(position), each.amount, "payout", each.clauses, position, each.wager)
            for each in bonus
        ]
        return (*original(context, position, street), *paid)

    replace_function(FOLD, with_bonus)


# An electronic table


@wrong("uth 11.L(1)", why="the dealer of an electronic table has one card", of=(f"{ULTIMATE_DEALING}:_dealt_facts",))
def deal_one_card_to_the_electronic_dealer():
    _change_electronic_deal(lambda dealt: {**dealt, "hands": {**dealt["hands"], DEALER: dealt["hands"][DEALER][:1]}})


@wrong("uth 11.L(2)", why="the board of an electronic table has four cards", of=(f"{ULTIMATE_DEALING}:_dealt_facts",))
def deal_four_community_cards_electronically():
    _change_electronic_deal(lambda dealt: {**dealt, "board": dealt["board"][:4]})


def _change_electronic_deal(change):
    def changed(original, context, cards):
        dealt = original(context, cards)
        return change(dealt) if context.filed_option("electronic.offered") else dealt

    replace_function(f"{ULTIMATE_DEALING}:_dealt_facts", changed)


# Stacks from an automated shoe


def _deal_stacks_in(order):
    """Deal the stacks of Four Card Poker in another order of places."""

    def turned(original, context, cards):
        hands, top = {}, 0
        for place in order(context):
            size = four_card_dealing.card_count(context, place)
            hands[place], top = cards[top : top + size], top + size
        return hands

    replace_function(f"{FOUR_CARD_DEALING}:_deal_stacks", turned)


@wrong("fc as-played.10.B(3)", why="stacks go counterclockwise", of=(f"{FOUR_CARD_DEALING}:_deal_stacks",))
def deal_stacks_counterclockwise():
    _deal_stacks_in(lambda context: (*reversed(context.playing_positions), DEALER))


@wrong("fc as-played.10.B(4)", why="the dealer's stack comes first", of=(f"{FOUR_CARD_DEALING}:_deal_stacks",))
def deal_the_dealers_stack_first():
    _deal_stacks_in(lambda context: (DEALER, *context.playing_positions))


# A shoe that jams


@wrong(
    *("uth 13.I", "fc as-played.13.I"),
    why="a round goes on although the shoe jammed in the deal",
    of=(f"{ULTIMATE_DEALING}:deal_cards", f"{FOUR_CARD_DEALING}:deal_cards"),
)
def deal_on_from_a_jammed_shoe():
    for module in (ULTIMATE_DEALING, FOUR_CARD_DEALING):
        operate(f"{module}:deal_cards", "drop-guard", 0)


@wrong(*("uth 13.I(1)", "fc as-played.13.I(1)"), why="a jam of the shoe returns no wager", of=(VOID_ROUND,))
def keep_the_wagers_when_a_shoe_jams():
    def keeping(original, context, why, clauses, **facts):
        voided, *others = original(context, why, clauses, **facts)
        return (voided,) if "shoe" in why else (voided, *others)

    replace_function(VOID_ROUND, keeping)


@wrong(
    *("uth 13.I(2)", "fc as-played.13.I(2)"),
    why="cards that are in a jammed shoe stay in it",
    of=(f"{DEVICES}:decide_report",),
)
def leave_the_cards_in_a_jammed_shoe():
    def left_in(original, equipment, command, context):
        return tuple(
            Event(each.kind, each.clauses, {**each.facts, "decks": ()}) if each["device"] == "automated-shoe" else each
            for each in original(equipment, command, context)
        )

    replace_function(f"{DEVICES}:decide_report", left_in)


@wrong(
    *("uth 13.I(3)", "fc as-played.13.I(3)"),
    why="the cards of a round that was void go back into the shoe without a shuffle",
    of=(f"{DECKS}:on_round_ended",),
)
def load_the_cards_of_a_void_round_again():
    def unshuffled(original, equipment, event):
        ended = original(equipment, event)
        return ended.with_deck(event.text("deck"), stage=Stage.LOADED) if event.flag("void") else ended

    replace_function(f"{DECKS}:on_round_ended", unshuffled)
