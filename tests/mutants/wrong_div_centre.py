"""Wrong implementations of the Division's settlement through the centre of the layout."""

from houseway.games.awards import vigorish_on, vigorish_rate
from houseway.games.pai_gow.base_wager import centre
from houseway.money import NO_MONEY, Cents, Rounding
from houseway.procedure import CENTRE, INVENTORY, PROGRESSIVE, VIGORISH, layout_account, seat_account
from tests.mutants.own import replace_function, wrong

PAI_GOW_GAME = "houseway.games.pai_gow"
CENTRE_OF = f"{PAI_GOW_GAME}.base_wager.centre"
SETTLING = f"{PAI_GOW_GAME}.settling"
VIGORISH_ON = "houseway.games.awards:vigorish_on"
HOUSE_EXPOSED = f"{CENTRE_OF}:settle_exposed_house_wager"
PAY_WINNERS = f"{CENTRE_OF}:pay_winners"
SHORTFALL = f"{CENTRE_OF}:_put_in_shortfall"
SURPLUS = f"{CENTRE_OF}:distribute_surplus"
WHOLE = f"{CENTRE_OF}:settle_bank_round"
RETURN = f"{CENTRE_OF}:_return_stake"
OUTCOMES = f"{PAI_GOW_GAME}.base_wager.outcome:compare_settings"
ANNOUNCE = f"{PAI_GOW_GAME}.announcing:announce_progressive"
LOST_SIDE = f"{PAI_GOW_GAME}.optional_wagers:_lost_effects"
AREA_CHECK = f"{PAI_GOW_GAME}.betting:_check_place"


def _by_kind(kinds, change):
    """Change the vigorish of some kinds."""
    replace_function(
        VIGORISH_ON, lambda original, rules, won, kind="": (change if kind in kinds else original)(rules, won, kind)
    )


def _to_the_cent(rules, won, kind):
    return Rounding.DOWN_TO_CENT.apply(vigorish_rate(rules, kind) * won.amount)


@wrong(
    *("div (m)(12)#7", "div (m)(13)#9"),
    why="vigorish on a surplus is not rounded to quarters although that is filed",
    of=(VIGORISH_ON,),
)
def take_vigorish_on_a_surplus_to_the_cent():
    _by_kind(("bank", "co-bank"), _to_the_cent)


@wrong("div (m)(15)", why="who beats the bank pays vigorish to the cent although quarters are filed", of=(VIGORISH_ON,))
def take_vigorish_from_who_beats_the_bank_to_the_cent():
    _by_kind(("against-bank",), _to_the_cent)


@wrong("div (m)(15)", why="who beats a co-bank pays no vigorish", of=(RETURN,))
def charge_nothing_on_a_win_against_a_co_bank():
    def free(original, rules, spot, co_banking):
        return [move for move in original(rules, spot, co_banking) if not (co_banking and move.target == VIGORISH)]

    replace_function(RETURN, free)


@wrong("div (m)(14)", "div (m)(15)", why="the house pays vigorish on its own win", of=(RETURN,))
def charge_the_house_on_its_win():
    def charged(original, rules, spot, co_banking):
        made = original(rules, spot, co_banking)
        if spot.position != centre.HOUSE:
            return made
        charge = vigorish_on(rules, spot.stake, "against-bank")
        return [*made, centre._movement(INVENTORY, VIGORISH, charge, "vigorish", made[0].clauses, centre.HOUSE)]

    replace_function(RETURN, charged)


@wrong("div (m)(11)#3", why="the house's winning wager goes back to the inventory before it is paid", of=(HOUSE_EXPOSED,))
def take_the_houses_winning_wager_back_at_once():
    def at_once(original, rules, stake, result):
        if result != "win":
            return original(rules, stake, result)
        law = rules.law(centre.HOUSE_PAID)
        return (centre._movement(layout_account(0), INVENTORY, stake, "house-stake-returned", law, 0),)

    def only_the_win(original, rules, spot, co_banking):
        made = original(rules, spot, co_banking)
        if spot.position != centre.HOUSE:
            return made
        return [centre._movement(layout_account(0), INVENTORY, spot.stake, "house-stake-returned", made[0].clauses, 0)]

    replace_function(HOUSE_EXPOSED, at_once)
    replace_function(RETURN, only_the_win)


@wrong("div (m)(11)#2", "div (m)(11)#5", why="the house's copies against the bank push", of=(OUTCOMES,))
def let_the_houses_copies_push():
    def pushed(original, rules, player, other, against_bank=False, *, who=""):
        made = original(rules, player, other, against_bank, who=who)
        if who != "house" or made.result != "lose" or "copy" not in (made.high, made.low):
            return made
        return type(made)("tie", made.high, made.low, made.clauses, made.words)

    replace_function(OUTCOMES, pushed)


@wrong("div (m)(12)#2", why="copies push against a banking player", of=(OUTCOMES,))
def let_copies_push_against_a_bank():
    _copies_push("")


@wrong("div (m)(13)#2", why="copies push against a co-bank", of=(OUTCOMES,))
def let_copies_push_against_a_co_bank():
    _copies_push("co-bank")


def _copies_push(against):
    def pushed(original, rules, player, other, against_bank=False, *, who=""):
        made = original(rules, player, other, against_bank, who=who)
        if not against_bank or who != against or made.result != "lose" or "copy" not in (made.high, made.low):
            return made
        return type(made)("tie", made.high, made.low, made.clauses, made.words)

    replace_function(OUTCOMES, pushed)


@wrong(
    "div (m)(12)#3", "div (m)(13)#3", why="losing wagers stay until the bank is settled", of=(f"{SETTLING}:_collect_or_return",)
)
def collect_losers_with_the_settlement():
    def later(original, context, position, stake, result, *given):
        made = original(context, position, stake, result, *given)
        late = result == "lose" and context.round.bank.position is not None
        return [each for each in made if not (late and getattr(each, "target", "") == CENTRE)]

    def without_losers(original, context, spots, house):
        return original(context, [spot for spot in spots if spot.result != "lose"], house)

    replace_function(f"{SETTLING}:_collect_or_return", later)
    replace_function(f"{SETTLING}:_movements_so_far", without_losers)


@wrong("div (m)(12)#4", why="the house's winning wager is not paid", of=(PAY_WINNERS,))
def pay_the_house_nothing():
    def others(original, rules, bank, winners, pool, co_banking=False):
        house = [spot for spot in winners if spot.position == centre.HOUSE]
        moves, pool = original(rules, bank, [spot for spot in winners if spot not in house], pool, co_banking)
        law = rules.law(centre.HOUSE_PAID)
        back = [centre._movement(layout_account(0), INVENTORY, spot.stake, "house-stake-returned", law, 0) for spot in house]
        return (*moves, *back), pool

    replace_function(PAY_WINNERS, others)


@wrong("div (m)(12)#4", "div (m)(13)#4", why="winners against a bank are paid from the left", of=(PAY_WINNERS,))
def pay_winners_against_a_bank_from_the_left():
    def reverse(original, rules, bank, winners, pool, co_banking=False):
        players = [spot for spot in winners if spot.position != centre.HOUSE]
        return original(rules, bank, [*players[::-1], *winners[len(players) :]], pool, co_banking)

    replace_function(PAY_WINNERS, reverse)


@wrong("div (m)(12)#5", "div (m)(13)#5", why="what is missing is collected winner by winner", of=(PAY_WINNERS,))
def collect_the_shortfall_winner_by_winner():
    def one_by_one(original, rules, bank, winners, pool, co_banking=False):
        moves = []
        for spot in winners:
            made, pool = original(rules, bank, (spot,), pool, co_banking)
            moves += made
        return tuple(moves), pool

    replace_function(PAY_WINNERS, one_by_one)


@wrong("div (m)(12)#5", "div (m)(13)#5", why="the bank pays all winners itself while the centre has chips", of=(PAY_WINNERS,))
def leave_the_centre_to_the_bank():
    def from_bank(original, rules, bank, winners, pool, co_banking=False):
        kept = pool.centre
        moves, pool = original(rules, bank, winners, centre.replace(pool, centre=NO_MONEY), co_banking)
        return moves, centre.replace(pool, centre=pool.centre + kept)

    replace_function(PAY_WINNERS, from_bank)


@wrong("div (m)(13)#9", why="a co-bank pays vigorish on the whole surplus", of=(SURPLUS,))
def charge_a_co_bank_on_the_whole_surplus():
    def on_all(original, rules, bank, amount, co_banking=False):
        made = original(rules, bank, amount, co_banking)
        if not co_banking or not amount:
            return made
        own, other = centre.split_in_halves(rules, amount)
        charge = vigorish_on(rules, amount, "co-bank")
        sums = {INVENTORY: other, VIGORISH: charge, seat_account(bank): own - charge}
        return tuple(move._replace(amount=sums[move.target]) for move in made)

    replace_function(SURPLUS, on_all)


@wrong("div (m)(12)#7", why="the bank pays vigorish on all that it collected, and not on the surplus", of=(WHOLE,))
def charge_the_bank_on_all_losing_wagers():
    def gross(original, rules, bank, spots, house, chips, co_banking=False, surrendered=NO_MONEY):
        made = original(rules, bank, spots, house, chips, co_banking, surrendered)
        lost = sum((move.amount.amount for move in made if move.target == CENTRE and move.reason == "wager-lost"), 0)
        charge = vigorish_on(rules, Cents(lost), "bank")
        taken = next((move.amount for move in made if move.source == CENTRE and move.target == VIGORISH), None)
        if co_banking or taken is None:
            return made
        changes = {VIGORISH: charge - taken, seat_account(bank): taken - charge}
        return tuple(
            move._replace(amount=move.amount + changes[move.target])
            if move.source == CENTRE and move.target in changes and move.reason in ("vigorish", "bank-surplus")
            else move
            for move in made
        )

    replace_function(WHOLE, gross)


@wrong("div (m)(14)", why="the house's win lies on the layout until the bank has got its surplus", of=(WHOLE,))
def return_the_houses_win_last():
    def last(original, *given):
        made = original(*given)
        return tuple(sorted(made, key=lambda move: move.reason == "house-stake-returned" and move.amount.amount > 0))

    replace_function(WHOLE, last)


@wrong("div (m)(16)", why="in a bank round the progressive wager is not called with the hand", of=(ANNOUNCE,))
def call_no_progressive_in_a_bank_round():
    def silent(original, context, position, cards):
        return original(context, position, cards) if context.round.bank.position is None else ()

    replace_function(ANNOUNCE, silent)


@wrong("div (m)(16)", why="the bank may make no progressive wager", of=(AREA_CHECK,))
def refuse_the_banks_progressive_wager():
    def refused(original, context, position, name, has_base):
        if name == PROGRESSIVE and position == context.round.bank.position:
            has_base, position = False, -1
        return original(context, position, name, has_base)

    replace_function(AREA_CHECK, refused)
