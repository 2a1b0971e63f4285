"""Wrong implementations of Maryland's optional wagers and envy."""

from houseway.cards import JOKER, Rank
from houseway.games import paytables
from houseway.games.awards import envy_award
from houseway.games.pai_gow import envy, procedure
from houseway.games.round import DueMovement
from houseway.hands import Category
from houseway.money import NO_MONEY
from houseway.procedure import CENTRE, DEALER, PAI_GOW
from tests.mutants.own import replace_function, wrong

GAME = "houseway.games.pai_gow"
AWARDS_AT = f"{GAME}.optional_wagers:awards_at"
LOST = f"{GAME}.optional_wagers:_lost_effects"
PAY_ENVY = f"{GAME}.optional_wagers:pay_envy"
ENVIED = f"{GAME}.envy:_envied_hands"
TABLES = f"{GAME}.envy:_envy_tables"
SETTLEMENT = f"{GAME}.procedure:_settlement_step"
ACKNOWLEDGE = f"{GAME}.optional_wagers:_acknowledging_clauses"
HELD = "houseway.games.paytables:held_hands"


def _lose_after(result):
    def without(original, context, position):
        made = original(context, position)
        base = context.round.results.get((position, PAI_GOW))
        if base is None or base.result != result:
            return made
        return {wager: award._replace(row=None, amount=NO_MONEY, share=None) for wager, award in made.items()}

    replace_function(AWARDS_AT, without)


@wrong(
    "md 11.H(3)(a)(ii)",
    "md 11.H(5)(b)",
    "md 11.H(6)(b)(iv)",
    "md 7.E(1)",
    "md 7.E(3)",
    why="who loses the base wager wins no optional wager",
    of=(AWARDS_AT,),
)
def lose_optional_wagers_with_the_base():
    _lose_after("lose")


@wrong("md 11.H(3)(a)(ii)", "md 11.H(4)(b)", "md 11.H(6)(b)(iv)", why="who ties wins no optional wager", of=(AWARDS_AT,))
def lose_optional_wagers_with_a_tie():
    _lose_after("tie")


@wrong("md 12.N", why="optional wagers that are lost in a bank round go to the centre, and so to the bank", of=(LOST,))
def give_lost_optional_wagers_to_the_bank():
    def to_centre(original, position, wager, stake, law, context):
        made = original(position, wager, stake, law, context)
        if context.round.bank.position is None:
            return made
        return [part._replace(target=CENTRE) if isinstance(part, DueMovement) else part for part in made]

    replace_function(LOST, to_centre)


@wrong("md 11.H(3)(b)", "md 11.H(4)(e)", why="envy is paid before the others' wagers are settled", of=(SETTLEMENT,))
def pay_envy_first():
    def envy_first(original, context):
        if set(context.round.live_positions) <= set(context.round.exposed) | context.round.surrendered:
            return procedure._envy_step(context) or original(context)
        return original(context)

    replace_function(SETTLEMENT, envy_first)


@wrong("md 11.H(3)(c)", "md 11.H(4)(f)", why="the cards that others envy are collected before envy is paid", of=(SETTLEMENT,))
def collect_cards_before_envy():
    def cards_first(original, context):
        step = original(context)
        if step.act != "pay-envy":
            return step
        found = procedure._last_cards_step(context)
        mine = found.act == "collect-cards" and found.position != DEALER
        return found if mine else step

    replace_function(SETTLEMENT, cards_first)


@wrong("md 11.H(3)(b)", "md 11.H(4)(e)", why="every lammer is paid from the envy table of the first wager", of=(TABLES,))
def pay_envy_from_the_first_table():
    replace_function(TABLES, lambda original, context, wager: envy.offers_with_envy(context.rules)[:1])


@wrong(
    "md 11.H(3)(a)(iv)", "md 11.H(4)(d)", "md 1.B(3)", why="a hand earns others envy only if its holder bet on it", of=(ENVIED,)
)
def envy_only_hands_with_the_wager():
    def with_wager(original, context, position, wager):
        found = original(context, position, wager)
        return tuple((other, made) for other, made in found if wager in context.round.wagers_at(other))

    replace_function(ENVIED, with_wager)


@wrong("md 11.H(4)(e)(ii)", "md 1.B(3)", why="the dealer's hand earns envy, too", of=(ENVIED,))
def envy_the_dealers_hand():
    def with_dealer(original, context, position, wager):
        held = envy.seven_cards(context, DEALER)
        made = envy_award(context.rules, wager, held) if held else None
        return (*original(context, position, wager), *(((DEALER, made),) if made else ()))

    replace_function(ENVIED, with_dealer)


@wrong("md 1.B(3)", "md 11.H(3)(b)", "md 11.H(4)(e)", why="envy is paid for each five dollars of the wager", of=(PAY_ENVY,))
def multiply_envy_by_the_wager():
    def multiplied(original, context, command):
        stake = context.round.stakes[command.position][command.text("wager")].amount
        times = max(stake.amount // 500, 1)
        made = original(context, command)
        return tuple(part._replace(amount=part.amount * times) if isinstance(part, DueMovement) else part for part in made)

    replace_function(PAY_ENVY, multiplied)


@wrong(
    "md 11.H(3)(a)(iii)", "md 11.H(4)(c)", why="a hand is acknowledged only if another player may envy it", of=(ACKNOWLEDGE,)
)
def acknowledge_only_for_others():
    def for_others(original, context, position):
        own = context.seats.get(position)
        others = any(context.seats.get(place) != own for place, _ in context.round.lammers)
        return original(context, position) if others else ()

    replace_function(ACKNOWLEDGE, for_others)


_NO_PAIR = (Category.STRAIGHT, Category.FLUSH)


@wrong("md 11.H(5)(a)", "md 7.E(3)", why="a straight or a flush without a pair wins the insurance", of=(HELD,))
def insure_against_a_straight():
    def unpaired(original, cards):
        bits, ranks = original(cards), [Rank.ACE if card == JOKER else card.rank for card in cards]
        better = any(bits & paytables.BITS[category] for category in _NO_PAIR)
        if better and len(set(ranks)) == len(ranks):
            return bits | paytables._NO_PAIR.get(max(ranks), 0)
        return bits

    replace_function(HELD, unpaired)
