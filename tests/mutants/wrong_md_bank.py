"""Wrong implementations of Maryland's player bank and co-banking."""

from dataclasses import replace

from houseway.events import Role
from houseway.events.disclosure import Disclosure
from houseway.games.pai_gow import banking, disclosure, procedure
from houseway.games.pai_gow.base_wager import centre, outcome
from houseway.games.round import DueMovement, round_refusal
from houseway.games.round_context import due_step_under
from houseway.money import NO_MONEY, Cents
from houseway.procedure import CENTRE, DEALER, INVENTORY, PAI_GOW, VIGORISH, seat_account
from houseway.values import with_changes
from tests.mutants.own import replace_function, wrong

GAME = "houseway.games.pai_gow"
BANKING, CENTRE_OF = f"{GAME}.banking", f"{GAME}.base_wager.centre"
NEXT_OFFER = f"{BANKING}:next_to_offer"
MAY_BANK = f"{BANKING}:may_anybody_bank"
FIRST_OFFER = f"{BANKING}:next_first_offer"
HISTORY = f"{BANKING}:bank_history_after"
FULL_STAKE = f"{BANKING}:_full_house_stake"
DIRECT = f"{BANKING}:direct_house_stake"
REQUEST = f"{BANKING}:request_co_bank"
OTHERS = f"{BANKING}:_opposing_wagers"
COVER = f"{CENTRE_OF}:bank_cover"
HALVES = f"{CENTRE_OF}:split_in_halves"
WINNERS = f"{CENTRE_OF}:pay_winners"
PUT_IN = f"{CENTRE_OF}:_put_in_shortfall"
SURPLUS = f"{CENTRE_OF}:distribute_surplus"
RETURN_STAKE = f"{CENTRE_OF}:_return_stake"
TIE = f"{CENTRE_OF}:settle_exposed_wager"
PLACE = f"{GAME}.betting:_check_place"
RESET = f"{GAME}.setting:_must_reset_bank"
COMPARE_HOUSE = f"{GAME}.setting:_compare_house_wager"
BETTING_STEP = f"{GAME}.procedure:_betting_step"
SETTLEMENT = f"{GAME}.procedure:_bank_settlement_step"
SPEAKS = f"{GAME}.context:position_of_bank"


@wrong(
    "md 12.A",
    "md 12.C",
    why="the bank is not offered to players who could not take it",
    of=(NEXT_OFFER,),
)
def offer_the_bank_only_to_who_may_take_it():
    def if_bet(original, context):
        bank, seats = context.round.bank, context.seats
        may = {place: name for place, name in seats.items() if name in context.history.last_wagers}
        return original(replace(context, seats=may, round=with_changes(context.round, bank=bank)))

    replace_function(NEXT_OFFER, if_bet)


@wrong(
    "md 12.C",
    "md 12.C(1)(a)",
    why="the bank is offered to everybody at the table, although one has accepted it",
    of=(BETTING_STEP,),
)
def go_on_offering_an_accepted_bank():
    def further(original, context):
        bank = context.round.bank
        position = banking.next_to_offer(context)
        if bank.position is not None and not bank.is_confirmed and bank.offered is None and position is not None:
            return due_step_under(context, "offer-bank", f"offer the bank to position {position}", banking.OFFER)
        return original(context)

    replace_function(BETTING_STEP, further)


@wrong("md 12.B(2)", "md 12.B(1)", why="every shuffle begins a new game, so that nobody ever banks", of=(MAY_BANK,))
def begin_a_game_with_every_shuffle():
    replace_function(MAY_BANK, lambda original, context: False)


@wrong(
    "md 12.C(2)",
    why="the next first offer goes to the right of whoever banked, and not of who was asked first",
    of=(FIRST_OFFER,),
)
def offer_next_to_the_right_of_the_bank():
    def right_of_bank(original, context):
        bank = context.round.bank
        if bank.position is None or not bank.asked_positions:
            return original(context)
        return banking._place_to_the_right(context, bank.position)

    replace_function(FIRST_OFFER, right_of_bank)


@wrong("md 12.C(2)", why="the next first offer goes to the left of the bank", of=(FIRST_OFFER,))
def offer_next_to_the_left_of_the_bank():
    def left_of_bank(original, context):
        found, most = original(context), len(context.positions)
        first = context.round.bank.asked_positions[:1]
        return found if found == 1 or not first else (first[0] - 2) % most + 1

    replace_function(FIRST_OFFER, left_of_bank)


@wrong("md 12.C(3)", why="a player who has banked may never bank again", of=(HISTORY,))
def let_nobody_bank_a_second_time():
    def ever(original, state, seats, history):
        made = original(state, seats, history)
        return made if state.bank.position is not None else replace(made, last_bank=history.last_bank)

    replace_function(HISTORY, ever)


@wrong("md 12.D(1)", why="a wager in any earlier round against the dealer is enough", of=(HISTORY,))
def remember_wagers_of_any_round():
    def kept(original, state, seats, history):
        made = original(state, seats, history)
        return replace(made, last_wagers={**history.last_wagers, **made.last_wagers})

    replace_function(HISTORY, kept)


@wrong("md 12.D(1)", why="a wager against another bank counts as one against the dealer", of=(HISTORY,))
def count_wagers_against_a_bank():
    def counted(original, state, seats, history):
        made = original(state, seats, history)
        if state.bank.position is None:
            return made
        bets = {seats[place]: (wagers[PAI_GOW].total,) for place, wagers in state.stakes.items() if PAI_GOW in wagers}
        return replace(made, last_wagers={**made.last_wagers, **bets})

    replace_function(HISTORY, counted)


@wrong("md 12.D(2)", why="the bank covers the largest wager, and not all of them", of=(OTHERS,))
def cover_only_the_largest_wager():
    replace_function(OTHERS, lambda original, context: (max(original(context), default=NO_MONEY),))


@wrong("md 12.D(2)", why="chips that exactly cover the wagers are not enough", of=(COVER,))
def want_more_than_the_cover():
    def more(original, rules, wagers, chips, house_stake, co_banking=False):
        made = original(rules, wagers, chips, house_stake, co_banking)
        return replace(made, covers=chips > made.needed)

    replace_function(COVER, more)


@wrong("md 12.E(2)", "md 1.B(2)", why="a co-bank must cover all wagers, and not one half", of=(COVER,))
def let_a_co_bank_cover_all():
    def all_of_it(original, rules, wagers, chips, house_stake, co_banking=False):
        wagers = tuple(wagers)
        made = original(rules, wagers, chips, house_stake, co_banking)
        return replace(made, covers=chips >= sum(wagers, start=NO_MONEY)) if co_banking else made

    replace_function(COVER, all_of_it)


@wrong("md 12.E(2)", why="the dealer may make a bank a co-bank", of=(REQUEST, SPEAKS))
def let_others_ask_for_co_banking():
    def by_anybody(original, context, command):
        name = context.seats.get(context.round.bank.position or 0, "")
        return original(context, command._replace(by=command.by._replace(name=name, role=Role.BANK)))

    replace_function(SPEAKS, by_anybody)


@wrong("md 12.F", why="the bank may make no optional wager on its one area", of=(PLACE,))
def forbid_the_bank_every_wager():
    def none(original, context, position, name, has_base):
        if position == context.round.bank.position:
            raise round_refusal(
                "bank-bets-nothing", "the bank bets nothing", context.law(banking.ONE_AREA), given=name, allowed=""
            )
        return original(context, position, name, has_base)

    replace_function(PLACE, none)


@wrong("md 12.G(1)", why="the house stakes what all players together have wagered last", of=(FULL_STAKE,))
def stake_what_everybody_wagered():
    def of_all(original, context):
        bank, history = context.round.bank, context.history
        name = context.seats[bank.position]
        every = tuple(amount for amounts in history.last_wagers.values() for amount in amounts)
        return original(replace(context, history=replace(history, last_wagers={**history.last_wagers, name: every})))

    replace_function(FULL_STAKE, of_all)


@wrong(
    "md 12.G(1)",
    why="the house stakes the bank's last wager although another amount is filed",
    of=(f"{CENTRE_OF}:house_stake_against_bank",),
)
def stake_the_last_wager_although_another_is_filed():
    def last(original, rules, last_wagers):
        return sum(last_wagers, start=NO_MONEY) if last_wagers else original(rules, last_wagers)

    replace_function(f"{CENTRE_OF}:house_stake_against_bank", last)


@wrong("md 12.G(3)", why="the bank may raise the house's wager", of=(DIRECT, FULL_STAKE))
def let_the_bank_raise_the_house_stake():
    def raised(original, context):
        directed = context.round.bank.directed_stake
        return Cents(10**9) if directed is None else directed

    replace_function(FULL_STAKE, raised)


@wrong("md 12.G(3)", why="the bank may lower the house's wager, but not to nothing", of=(DIRECT,))
def let_the_house_always_stake_something():
    def something(original, context, command):
        if not command.cents("amount"):
            raise round_refusal(
                "stake-nothing", "the house stakes something", context.law(banking.DIRECTS), given="$0", allowed=""
            )
        return original(context, command)

    replace_function(DIRECT, something)


@wrong("md 12.I(1)", why="the house's wager is compared by the high hands alone", of=(COMPARE_HOUSE,))
def compare_the_house_by_its_high_hand():
    def high_only(original, context, bank):
        own = context.round.placed_hands[DEALER]
        rules = context.rules
        mine = outcome.measure_setting(rules, own.high, own.low).high_strength
        theirs = outcome.measure_setting(rules, bank.high, bank.low).high_strength
        return "win" if mine > theirs else "lose"

    replace_function(COMPARE_HOUSE, high_only)


@wrong(
    "md 12.I(2)",
    "md 14.I",
    why="a bank's hands stay as they were set, however wrongly",
    of=(RESET,),
)
def leave_a_wrong_setting_of_the_bank():
    replace_function(RESET, lambda original, context, laid, right: False)


@wrong(
    "md 12.J(2)",
    "md 12.L(1)(b)",
    why="losing wagers are moved to the centre only when the bank is settled",
    of=(TIE, f"{GAME}.settling:_collect_or_return"),
)
def collect_for_the_bank_at_the_end():
    def later(original, context, position, stake, result, words, clauses):
        made = original(context, position, stake, result, words, clauses)
        if context.round.bank.position is None or result != "lose":
            return made
        return [part for part in made if not isinstance(part, DueMovement)]

    def nothing_yet(original, context, spots, house):
        lost = [spot for spot in spots if spot.result != "lose"]
        return original(context, lost, house)

    replace_function(f"{GAME}.settling:_collect_or_return", later)
    replace_function(f"{GAME}.settling:_movements_so_far", nothing_yet)


@wrong("md 12.J(3)", why="the house's wager is paid before the players'", of=(WINNERS,))
def pay_the_house_before_the_players():
    def house_first(original, rules, bank, winners, pool, co_banking=False):
        order = sorted(winners, key=lambda spot: spot.position != centre.HOUSE)
        return original(rules, bank, order, pool, co_banking)

    replace_function(WINNERS, house_first)


@wrong(
    "md 12.J(4)",
    "md 1.B(1)",
    why="the bank puts in the amount for each winner by itself, not for all that remain",
    of=(PUT_IN,),
)
def put_in_for_one_winner_at_a_time():
    def one_by_one(original, rules, bank, winners, pool, co_banking=False):
        moves = []
        for spot in winners:
            made, pool = original(rules, bank, (spot,), pool, co_banking)
            moves += made
        return tuple(moves), pool

    replace_function(WINNERS, one_by_one)


@wrong("md 12.J(6)", "md 12.L(3)(d)", why="a bank pays vigorish twice of its surplus", of=(SURPLUS,))
def take_vigorish_before_winners_are_paid():
    def more(original, rules, bank, amount, co_banking=False):
        moves = list(original(rules, bank, amount, co_banking))
        return tuple(move._replace(amount=Cents(move.amount.amount * 2)) if move.target == VIGORISH else move for move in moves)

    replace_function(SURPLUS, more)


@wrong("md 12.L(3)(c)", "md 12.L(3)(d)", why="vigorish is taken of the whole surplus before it is halved", of=(SURPLUS,))
def take_vigorish_before_the_halves():
    def before(original, rules, bank, amount, co_banking=False):
        if not co_banking:
            return original(rules, bank, amount, co_banking)
        charge = centre.vigorish_on(rules, amount, "co-bank")
        own, other = centre.split_in_halves(rules, amount - charge)
        law = rules.law(centre.HOUSE_HALF)
        moves = (
            centre._movement(CENTRE, VIGORISH, charge, "vigorish", law, bank),
            centre._movement(CENTRE, INVENTORY, other, "co-bank-half", law, DEALER),
            centre._movement(CENTRE, seat_account(bank), own, "bank-surplus", law, bank),
        )
        return tuple(move for move in moves if move.amount)

    replace_function(SURPLUS, before)


@wrong("md 12.L(3)(d)", "md 12.L(3)(e)", why="the house's half pays vigorish like the bank's", of=(SURPLUS,))
def charge_the_house_vigorish():
    def both(original, rules, bank, amount, co_banking=False):
        moves = []
        for move in original(rules, bank, amount, co_banking):
            if co_banking and move.target == INVENTORY:
                charge = centre.vigorish_on(rules, move.amount, "co-bank")
                moves += [move._replace(amount=move.amount - charge), move._replace(amount=charge, target=VIGORISH)]
            else:
                moves.append(move)
        return tuple(moves)

    replace_function(SURPLUS, both)


@wrong("md 12.K", "md 12.M", why="the house pays vigorish on what it wins from the bank", of=(RETURN_STAKE,))
def charge_the_house_for_beating_the_bank():
    def charged(original, rules, spot, co_banking):
        made = original(rules, spot, co_banking)
        if spot.position != centre.HOUSE:
            return made
        charge = centre.vigorish_on(rules, spot.stake, "against-bank")
        (back,) = made
        return [back._replace(amount=back.amount - charge), back._replace(amount=charge, target=VIGORISH)]

    replace_function(RETURN_STAKE, charged)


@wrong("md 12.M", why="a player pays vigorish on the wager and the win together", of=(RETURN_STAKE,))
def charge_a_winner_on_his_stake_too():
    def on_both(original, rules, spot, co_banking):
        return [
            move._replace(amount=Cents(move.amount.amount * 2)) if move.reason == "vigorish" else move
            for move in original(rules, spot, co_banking)
        ]

    replace_function(RETURN_STAKE, on_both)


@wrong("md 12.N", why="optional wagers are settled before the bank is", of=(SETTLEMENT,))
def settle_optional_wagers_before_the_bank():
    def sides_first(original, context):
        step = original(context)
        if step is None or step.act != "settle-bank":
            return step
        found = (procedure._optional_wager_step(context, place) for place in context.round.live_positions)
        return next(filter(None, found), step)

    replace_function(SETTLEMENT, sides_first)


@wrong("md 12.C(1)(b)", "md 12.E(3)", why="only the dealer knows who has the marker", of=(f"{BANKING}:accept_bank",))
def hide_the_markers():
    for kind in ("bank-accepted", "co-banking-agreed"):
        disclosure.DISCLOSURES[kind] = Disclosure(("position",), staff=("marker",))


@wrong(
    "md 12.G",
    why="the cards are shuffled before the bank is checked",
    of=(f"{GAME}.procedure:_must_shuffle_after_check", f"{GAME}.procedure:why_too_early"),
)
def shuffle_before_the_bank_is_checked():
    replace_function(f"{GAME}.procedure:why_too_early", lambda original, context, act: ())


@wrong("md 1.B(2)", "md 12.L(2)", "md 12.L(3)(a)", why="of the shortfall the house bears two thirds", of=(HALVES,))
def split_unequally():
    def thirds(original, rules, amount):
        own = Cents(amount.amount // 3)
        return own, amount - own

    replace_function(HALVES, thirds)
