"""Wrong implementations of Maryland's optional wagers, envy, the progressive and what is paid."""

from dataclasses import replace
from fractions import Fraction

from houseway.cards import JOKER, Rank
from houseway.events import Event
from houseway.games import paytables
from houseway.games.awards import envy_award
from houseway.games.pai_gow import envy, procedure
from houseway.games.round import DueMovement
from houseway.hands import Category
from houseway.money import NO_MONEY, Cents, Rounding
from houseway.procedure import CENTRE, DEALER, INVENTORY, PAI_GOW, PROGRESSIVE, VIGORISH, seat_account
from tests.mutants.own import replace_function, wrong

GAME = "houseway.games.pai_gow"
AWARDS_AT = f"{GAME}.optional_wagers:awards_at"
LOST = f"{GAME}.optional_wagers:_lost_effects"
WON = f"{GAME}.optional_wagers:_won_effects"
SHARE = f"{GAME}.optional_wagers:_share_effects"
PAY_ENVY = f"{GAME}.optional_wagers:pay_envy"
ENVIED = f"{GAME}.envy:_envied_hands"
SETTLEMENT = f"{GAME}.procedure:_settlement_step"
PROGRESSIVE_STEP = f"{GAME}.procedure:_progressive_step"
ACKNOWLEDGE = f"{GAME}.optional_wagers:_acknowledging_clauses"
NEEDS = f"{GAME}.optional_wagers:needs_validation"
VALIDATION = "houseway.games.validation:validation_effects"
PAYER = "houseway.games.validation:check_payer"
HELD = "houseway.games.paytables:held_hands"
PAY = f"{GAME}.settling:pay_base_wager"
COLLECT_CARDS = f"{GAME}.optional_wagers:collect_cards"
COLLECT_CHIPS = f"{GAME}.betting:collect_progressive"
CONTRIBUTION = f"{GAME}.betting:contribution_instruction"
VIGORISH_ON = "houseway.games.awards:vigorish_on"
LIMITED = "houseway.games.awards:wagers_under_limit"
JUDGE_LIMIT = "houseway.submission.judge:_SubmissionJudge._judge_payout_limit"
MOST = "houseway.submission.limit:most_won_at_minimum"
AMOUNT = "houseway.submission.meters:_MeterEntry._judge_amount"
PAYTABLE = "houseway.submission.offers:_OfferJudge._judge_paytable"
SIDE_STEP = f"{GAME}.procedure:_optional_wager_step"
WINS = ("md 11.H(3)(a)(ii)", "md 11.H(4)(b)", "md 11.H(5)(b)", "md 11.H(6)(b)(iv)")
WAGERS = ("md 7.E(1)", "md 7.E(2)", "md 7.E(3)", "md 7.E(4)")


def _lose_after(result):
    def without(original, context, position):
        made = original(context, position)
        base = context.round.results.get((position, PAI_GOW))
        if base is None or base.result != result:
            return made
        return {wager: award._replace(row=None, amount=NO_MONEY, share=None) for wager, award in made.items()}

    replace_function(AWARDS_AT, without)


@wrong(*WINS, *WAGERS, why="who loses the base wager wins no optional wager", of=(AWARDS_AT,))
def lose_optional_wagers_with_the_base():
    _lose_after("lose")


@wrong(*WINS, why="who ties wins no optional wager", of=(AWARDS_AT,))
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


@wrong("md 11.H(3)(b)", "md 11.H(4)(e)", why="every lammer is paid from the envy table of the first wager", of=(ENVIED,))
def pay_envy_from_the_first_table():
    def first(original, context, position, wager):
        return original(context, position, envy.offers_with_envy(context.rules)[0])

    replace_function(ENVIED, first)


@wrong(
    "md 11.H(3)(a)(iv)", "md 11.H(4)(d)", "md 1.B(3)", why="a hand earns others envy only if its holder bet on it", of=(ENVIED,)
)
def envy_only_hands_with_the_wager():
    def with_wager(original, context, position, wager):
        found = original(context, position, wager)
        return tuple((other, made) for other, made in found if wager in context.round.wagers_at(other))

    replace_function(ENVIED, with_wager)


@wrong("md 11.H(3)(b)(ii)", "md 11.H(4)(e)(ii)", "md 1.B(3)", why="the dealer's hand earns envy, too", of=(ENVIED,))
def envy_the_dealers_hand():
    def with_dealer(original, context, position, wager):
        held = envy.seven_cards(context, DEALER)
        made = envy_award(context.rules, wager, held) if held else None
        return (*original(context, position, wager), *(((DEALER, made),) if made else ()))

    replace_function(ENVIED, with_dealer)


@wrong("md 1.B(3)", "md 11.H(3)(b)", "md 11.H(4)(e)", why="envy is paid for each five dollars of the wager", of=(PAY_ENVY,))
def multiply_envy_by_the_wager():
    def multiplied(original, context, command):
        stake = context.round.stake_on(command.position, command.text("wager"))  # none where every lammer is paid (PG-11)
        times = max(stake.amount.amount // 500, 1) if stake else 1
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


@wrong("md 11.H(5)(b)", "md 6.A(2)", why="the joker is no ace for the insurance", of=(HELD,))
def insure_without_the_joker():
    def without_joker(original, cards):
        bits = original(cards)
        if JOKER not in cards or bits != paytables.BITS[Category.ACE_HIGH]:
            return bits
        return paytables._NO_PAIR.get(max(card.rank for card in cards if card != JOKER), 0)

    replace_function(HELD, without_joker)


# The progressive


@wrong("md 11.H(6)(b)(iii)", why="a floorperson validates only what comes from the meter", of=(NEEDS,))
def validate_only_shares_in_maryland():
    replace_function(NEEDS, lambda original, context, made: made.share is not None)


@wrong("md 11.H(6)(b)(iii)", why="the dealer who verified a win may validate it under another hat", of=(VALIDATION, PAYER))
def let_one_person_verify_and_validate():
    def alone(original, context, command, clauses):
        facts = {"position": command.position, "wager": PROGRESSIVE, "by": command.by.name}
        return (Event("payout-validated", clauses, facts),)

    replace_function(VALIDATION, alone)
    replace_function(PAYER, lambda original, *given: None)


@wrong(
    "md 11.H(6)(b)(i)", "md 11.H(6)(b)(ii)", why="a win is validated before the dealer has verified it", of=(PROGRESSIVE_STEP,)
)
def validate_before_verifying():
    def validated_first(original, context, position):
        step = original(context, position)
        if step is None or step.act != "verify-progressive" or (position, PROGRESSIVE) in context.round.validated:
            return step
        return step._replace(act="validate", role=procedure.Role.FLOOR)

    replace_function(PROGRESSIVE_STEP, validated_first)


@wrong("md 11.H(6)(b)(iv)", why="a progressive chip is returned beside its payout: for 1 is read as to 1", of=(WON,))
def return_the_progressive_chip():
    def with_chip(original, context, position, made, stake, law):
        yield from original(context, position, made, stake, law)
        if made.wager == PROGRESSIVE and stake.amount and made.share is None:
            yield DueMovement(INVENTORY, seat_account(position), stake.amount, "payout", law, position, PROGRESSIVE)

    replace_function(WON, with_chip)


@wrong("md 11.H(6)(b)(v)", why="a share of the meter is paid from the table inventory", of=(SHARE,))
def pay_a_share_from_the_inventory():
    def from_tray(original, context, position, made, share):
        for part in original(context, position, made, share):
            yield part._replace(source=INVENTORY) if isinstance(part, DueMovement) else part

    replace_function(SHARE, from_tray)


@wrong(
    "md 13.F",
    "md 13.E(8)",
    why="a share is taken of what the meter showed when betting was closed",
    of=(AWARDS_AT, COLLECT_CHIPS),
)
def pay_the_meter_as_it_was_before_the_deal():
    shown = {}

    def noting(original, context, standing=None):
        shown[context.round.number] = {name: Fraction(value) for name, value in context.meters.items()}
        return original(context, standing)

    def as_it_was(original, context, position):
        return original(replace(context, meters=shown.get(context.round.number, context.meters)), position)

    replace_function(COLLECT_CHIPS, noting)
    replace_function(AWARDS_AT, as_it_was)


@wrong("md 13.E(6)", why="of several progressive wagers only one adds to the meter", of=(CONTRIBUTION,))
def let_one_wager_contribute():
    def of_one(original, context, position, stake, kind="contribute"):
        least = context.rules.offers[PROGRESSIVE].minimum
        return original(context, position, stake._replace(amount=min(stake.amount, least)), kind)

    replace_function(CONTRIBUTION, of_one)


# Vigorish


@wrong("md 13.A(1)", why="vigorish is rounded to the nearest quarter, and not up", of=(VIGORISH_ON,))
def round_vigorish_to_the_nearest_quarter():
    def nearest(original, rules, won, kind=""):
        exact, quarter = original(rules, won, kind).amount, 25
        if rules.options["vigorish.rounding"] != "up-to-next-quarter":
            return Cents(exact)
        plain = Rounding.DOWN_TO_CENT.apply(Fraction(won.amount, 20)).amount
        return Cents((plain + 12) // quarter * quarter)

    replace_function(VIGORISH_ON, nearest)


@wrong(
    "md 13.A(2)", why="vigorish is taken when the cards are collected, and not when the winner is paid", of=(PAY, COLLECT_CARDS)
)
def take_vigorish_with_the_cards():
    owed = {}

    def unpaid(original, context, command):
        made = original(context, command)
        for part in made:
            if isinstance(part, DueMovement) and part.target == VIGORISH:
                owed[context.round.number, command.position] = part
        return tuple(part for part in made if not (isinstance(part, DueMovement) and part.target == VIGORISH))

    def then(original, context, command):
        late = owed.pop((context.round.number, command.position), None)
        return (*original(context, command), *((late,) if late else ()))

    replace_function(PAY, unpaid)
    replace_function(COLLECT_CARDS, then)


# Limits and filings


@wrong("md 13.G(2)", why="a payout limit cuts envy bonuses, too", of=(LIMITED,))
def limit_envy():
    def with_envy(original, rules):
        found = original(rules)
        return found and frozenset({*found, *(table.wager for offer in rules.offers.values() for table in offer.envy)})

    replace_function(LIMITED, with_envy)


@wrong("md 13.G(1)(a)", "md 13.G(1)", why="only what a player could win bounds a payout limit", of=(JUDGE_LIMIT,))
def forget_the_fixed_bound_of_the_limit():
    def without_floor(original, book, key):
        return Cents(1) if key == "payout-limit-floor" else original(book, key)

    replace_function("houseway.regulation.model:Regulation.value_of", without_floor)


@wrong("md 13.G(1)(b)", "md 13.G(1)", why="only the fixed amount bounds a payout limit", of=(JUDGE_LIMIT, MOST))
def forget_what_a_player_could_win():
    replace_function(MOST, lambda original, *given: NO_MONEY)


SEEDS = ("md 13.E(7)(b)", "md 13.E(7)(c)", "md 13.E(7)(d)", "md 13.E(7)(e)")


def _unjudged(*keys):
    def judged(original, entry, key):
        if key not in keys:
            return original(entry, key)
        return Cents.parse(entry.entry[key]) if entry.entry.get(key) else original(entry, key)

    replace_function(AMOUNT, judged)


@wrong(*SEEDS, why="the initial amount of a meter is judged, its reset amount is not", of=(AMOUNT,))
def do_not_judge_reset_amounts():
    _unjudged("reset")


@wrong(*SEEDS, why="the reset amount of a meter is judged, its initial amount is not", of=(AMOUNT,))
def do_not_judge_initial_amounts():
    _unjudged("seed")


@wrong("md 13.B", "md 13.D", "md 13.E(1)", why="the first paytable is in force whichever the operator selected", of=(PAYTABLE,))
def play_by_the_first_paytable():
    def first(original, judge):
        return original(judge) and judge.book.paytables_of(judge.wager.id)[0]

    replace_function(PAYTABLE, first)


@wrong("md 11.I", why="the cards go as soon as the first optional wager is settled", of=(SIDE_STEP,))
def rack_after_the_first_optional_wager():
    def one_only(original, context, position):
        settled = [wager for wager in context.optional_wagers(position) if (position, wager) in context.round.paid]
        return None if settled else original(context, position)

    replace_function(SIDE_STEP, one_only)
