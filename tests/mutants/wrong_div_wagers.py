"""Wrong implementations of the Division's progressive and bonus wagers and their payments."""

from fractions import Fraction

from houseway.games import awards, paytables
from houseway.games.pai_gow import envy, optional_wagers, procedure
from houseway.games.round import DueMovement
from houseway.money import NO_MONEY, Cents
from houseway.procedure import INVENTORY, PAI_GOW, PROGRESSIVE, layout_account, seat_account
from tests.mutants.own import replace_function, wrong

PAI_GOW_GAME = "houseway.games.pai_gow"
AWARDS = f"{PAI_GOW_GAME}.optional_wagers:awards_at"
LOST = f"{PAI_GOW_GAME}.optional_wagers:_lost_effects"
SETTLE = f"{PAI_GOW_GAME}.optional_wagers:settle_optional_wager"
REARRANGE = f"{PAI_GOW_GAME}.optional_wagers:rearrange_hand"
WAITS = f"{PAI_GOW_GAME}.optional_wagers:waits_for_envy"
PAY_ENVY = f"{PAI_GOW_GAME}.optional_wagers:pay_envy"
PLAYER_LIMIT = f"{PAI_GOW_GAME}.optional_wagers:is_limit_per_player"
ENVY_STEP = f"{PAI_GOW_GAME}.procedure:_envy_step"
OWED = f"{PAI_GOW_GAME}.envy:envy_owed"
ENVIED = f"{PAI_GOW_GAME}.envy:_envied_hands"
VALIDATION = f"{PAI_GOW_GAME}.optional_wagers:needs_validation"
DEDUCTED = "houseway.games.paytables:_is_deducted"
LAMMER = "houseway.games.awards:earns_lammer"
LIMIT = "houseway.games.awards:limit_awards"
CONTRIBUTED = "houseway.progressive.contributions:contribution_event"
PAYER = "houseway.games.validation:check_payer"


def _lose_with_base(wager, *results):
    """A wager on the seven cards wins nothing if the base wager ended so."""

    def with_base(original, context, position):
        made = original(context, position)
        base = context.round.results.get((position, PAI_GOW))
        if wager not in made or base is None or base.result not in results:
            return made
        return {**made, wager: made[wager]._replace(row=None, amount=NO_MONEY, share=None)}

    replace_function(AWARDS, with_base)


@wrong("div (q)(3)#2", why="a progressive wager is lost with the base wager", of=(AWARDS,))
def lose_the_divisions_progressive_with_the_base():
    _lose_with_base(PROGRESSIVE, "lose")


@wrong("div (q)(3)#2", why="a progressive wager wins nothing if the base wager pushes", of=(AWARDS,))
def pay_no_progressive_of_a_push():
    _lose_with_base(PROGRESSIVE, "tie")


@wrong("div (r)(4)(ii)(B)", "div (a)(1)(ii)#1", why="a bonus wager is lost with the base wager", of=(AWARDS,))
def lose_the_bonus_with_the_base():
    _lose_with_base("bonus", "lose", "surrendered")


@wrong("div (q)(3)(iii)", why="only shares of the meter are validated, not fixed awards that come off it", of=(VALIDATION,))
def validate_shares_only():
    replace_function(VALIDATION, lambda original, context, made: made.share is not None)


@wrong("div (q)(3)(iii)", why="who validates a progressive win may pay it, too", of=(PAYER,))
def let_one_person_validate_and_pay():
    replace_function(PAYER, lambda original, *given: None)


def _deduct(is_deducted):
    def deducted(original, rules, offer, row):
        letter = offer.paytable.letter
        least = rules.regulation.value_of(f"deducted-from.{letter}")
        if not isinstance(least, Cents) or not offer.paytable.meters or isinstance(row.pays, paytables.MeterShare):
            return original(rules, offer, row)
        hand = rules.regulation.value_of(f"deducted-hand.{letter}")
        return is_deducted(row.hand == hand, row.pays.award(offer.minimum), least.amount)

    replace_function(DEDUCTED, deducted)


@wrong("div (q)(5)#3", "div (q)(5)#4", why="an award of exactly the amount does not come off the meter", of=(DEDUCTED,))
def deduct_awards_above_the_amount():
    _deduct(lambda flush, pays, least: flush or pays > least)


@wrong("div (q)(5)#3", "div (q)(5)#4", why="a straight flush that pays less does not come off the meter", of=(DEDUCTED,))
def deduct_no_straight_flush():
    _deduct(lambda flush, pays, least: pays >= least)


@wrong("div (q)(5)#3", "div (q)(5)#4", why="every award comes off the meter", of=(DEDUCTED,))
def deduct_every_award():
    _deduct(lambda flush, pays, least: True)


@wrong("div (q)(5)#1", "div (q)(5)#2", why="the meter grows by the rate of one dollar for each wager", of=(CONTRIBUTED,))
def grow_by_the_rate_of_a_dollar():
    def of_a_dollar(original, meter, stake, *given, **more):
        if stake.amount % 500:
            return original(meter, stake, *given, **more)
        return original(meter, Cents(stake.amount // 5), *given, **more)

    replace_function(CONTRIBUTED, of_a_dollar)


@wrong(
    "div (q)(7)",
    why="a share is paid of what the meter showed when the cards were dealt, not after another's win",
    of=(AWARDS,),
)
def pay_shares_of_the_meter_at_the_deal():
    shown = {}

    def at_first(original, context, position):
        key = context.round.number
        if shown.get("round") != key:
            shown.update(round=key, meters=context.meters)
        made = original(context, position)
        each = made.get(PROGRESSIVE)
        if each is None or each.share is None:
            return made
        exact = shown["meters"][each.share.meter] * each.share.share
        return {**made, PROGRESSIVE: each._replace(amount=awards.round_up_to_cent(exact))}

    replace_function(AWARDS, at_first)


@wrong("div (r)(3)#1", "div (r)(3)#2", "div (a)(1)(v)#1", why="every bonus wager gets an envy marker", of=(LAMMER,))
def mark_every_bonus_wager():
    replace_function(LAMMER, lambda original, rules, wager, stake: original(rules, wager, stake) or wager == "bonus")


@wrong("div (r)(3)#1", "div (a)(1)(v)#1", why="a bonus wager of exactly the amount gets no marker", of=(LAMMER,))
def mark_bonus_wagers_above_the_amount():
    replace_function(LAMMER, lambda original, rules, wager, stake: original(rules, wager, stake) and stake.amount > 500)


@wrong("div (r)(4)(ii)(A)", why="a lost bonus wager is returned", of=(LOST,))
def return_a_lost_bonus_wager():
    def back(original, position, wager, stake, law, context):
        if wager == PROGRESSIVE:
            return original(position, wager, stake, law, context)
        return [
            DueMovement(layout_account(position), seat_account(position), stake.amount, "wager-returned", law, position, wager)
        ]

    replace_function(LOST, back)


@wrong("div (r)(4)(ii)(C)", why="a premium hand is acknowledged only if its holder bet on it", of=(REARRANGE,))
def acknowledge_bettors_only():
    def silent(original, context, command):
        made = original(context, command)
        if "bonus" in context.round.wagers_at(command.position):
            return made
        return tuple(
            type(each)(each.kind, each.clauses, {name: fact for name, fact in each.facts.items() if name != "acknowledged"})
            for each in made
        )

    replace_function(REARRANGE, silent)


@wrong("div (r)(4)(ii)(C)", "div (r)(4)(iii)(B)", why="the bonus of a premium hand is paid at once", of=(WAITS,))
def pay_a_premium_bonus_at_once():
    replace_function(WAITS, lambda original, *given: False)


@wrong("div (r)(4)(iii)", why="envy and premium hands are settled from the left", of=(ENVY_STEP,))
def settle_envy_from_the_left():
    _walk_envy(
        lambda context, places, envies, premium: [found for place in places[::-1] for found in (envies(place), premium(place))]
    )


@wrong("div (r)(4)(iii)", why="all envy is paid before the first premium hand", of=(ENVY_STEP,))
def pay_all_envy_first():
    _walk_envy(lambda context, places, envies, premium: [*map(envies, places), *map(premium, places)])


@wrong("div (r)(4)(iii)", why="all premium hands are paid before the first envy", of=(ENVY_STEP,))
def pay_premium_hands_first():
    _walk_envy(lambda context, places, envies, premium: [*map(premium, places), *map(envies, places)])


def _walk_envy(walk):
    def steps(original, context):
        state = context.round
        unpaid = state.lammers - state.envy_paid
        premium = any(envy.envy_hand_at(context, place) for place in state.live_positions)

        def envies(place):
            if not premium or (place, "bonus") not in unpaid or not envy.envy_owed(context, place, "bonus"):
                return None
            law = envy.envy_clauses(context, place, "bonus")
            words = f"pay the envy bonus to position {place}"
            return procedure.due_step_under(context, "pay-envy", words, law, position=place, wager="bonus")

        if not optional_wagers.is_premium_paid_last(context):
            return original(context)
        found = walk(context, state.live_positions, envies, lambda place: procedure._premium_step(context, place))
        return next(filter(None, found), None)

    replace_function(ENVY_STEP, steps)


@wrong("div (r)(4)(iii)(A)", why="who holds a premium hand himself gets no envy for another's", of=(OWED,))
def pay_holders_no_envy():
    def not_holders(original, context, position, wager):
        return () if envy.envy_hand_at(context, position) else original(context, position, wager)

    replace_function(OWED, not_holders)


@wrong("div (a)(1)(v)#2", why="envy is paid for the highest premium hand only", of=(OWED,))
def pay_envy_for_one_hand():
    def best(original, *given):
        found = original(*given)
        return (max(found, key=lambda each: each[1].amount.amount),) if found else ()

    replace_function(OWED, best)


@wrong("div (a)(1)(v)#3", why="a player gets envy for his own second hand", of=(ENVIED,))
def pay_envy_for_ones_second_hand():
    def others(original, context, position, wager):
        mine = [place for place in context.positions_of(context.seats.get(position, "")) if place != position]
        own = [
            (place, made)
            for place in mine
            if place in context.round.live_positions
            and (made := awards.envy_award(context.rules, wager, envy.seven_cards(context, place)))
        ]
        return (*original(context, position, wager), *own)

    replace_function(ENVIED, others)


@wrong("div (a)(1)(v)#1", why="envy is paid in proportion to the bonus wager", of=(PAY_ENVY,))
def pay_envy_in_proportion():
    def doubled(original, context, command):
        stake = context.round.stakes[command.position]["bonus"].amount
        times = Fraction(stake.amount, 500)
        return tuple(
            each._replace(amount=Cents(int(each.amount.amount * times))) if isinstance(each, DueMovement) else each
            for each in original(context, command)
        )

    replace_function(PAY_ENVY, doubled)


@wrong("div (s)(3)#1", why="the payout limit holds for each hand of a player, and not for the player", of=(PLAYER_LIMIT,))
def limit_each_hand():
    replace_function(PLAYER_LIMIT, lambda original, context: False)


@wrong("div (s)(3)#1", why="the payout limit holds for each wager by itself", of=(LIMIT,))
def limit_each_wager():
    replace_function(LIMIT, lambda original, rules, each: tuple(made for award in each for made in original(rules, [award])))


@wrong("div (r)(4)(ii)(B)", why="a won bonus wager is paid, and its stake collected", of=(SETTLE,))
def keep_the_stake_of_a_won_bonus():
    def kept(original, context, command):
        return tuple(
            each._replace(target=INVENTORY, reason="wager-collected")
            if isinstance(each, DueMovement) and each.reason == "wager-returned" and each.wager == "bonus"
            else each
            for each in original(context, command)
        )

    replace_function(SETTLE, kept)
