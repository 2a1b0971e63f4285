"""Wrong implementations of clauses of Maryland's Pai Gow Poker, drawn at random the third time: among all that were proved."""

from dataclasses import replace

from houseway.cards import JOKER
from houseway.events import Event, Role
from houseway.games.awards import award_by_row
from houseway.games.pai_gow import game, optional_wagers, procedure, racking
from houseway.games.pai_gow.base_wager.outcome import describe_setting, is_legal, measure_setting
from houseway.games.pai_gow.irregularities.irregular import void_round
from houseway.games.paytables import BITS, envy_rows
from houseway.hands import ranking
from houseway.hands.categories import Category
from houseway.hands.ranking import FINDERS
from houseway.house_way import HouseWay, house_way_names
from houseway.money import NO_MONEY
from houseway.procedure import CENTRE, DEALER, INVENTORY, PROGRESSIVE, seat_account
from tests.mutants.own import replace_function, wrong
from tests.mutants.wrong_drawn_pai_gow import ENVY_AWARD, GAME, HELD, ROW_AWARD

OPTIONAL, SETTING, CENTRE_OF = f"{GAME}.optional_wagers", f"{GAME}.setting", f"{GAME}.base_wager.centre"
FACE_UP, COLLECT_SURRENDERED = f"{GAME}.view:_is_face_up", f"{GAME}.racking:_rack_surrendered"
COLLECT, PROGRESSIVE_STEP = f"{GAME}.procedure:_collect_step", f"{GAME}.procedure:_progressive_step"
ACKNOWLEDGE, VERIFY = f"{OPTIONAL}:_acknowledging_clauses", f"{OPTIONAL}:verify_progressive"
MAY_SET, CO_BANK, SET_DEALER = f"{SETTING}:may_set", f"{SETTING}:set_co_bank", f"{SETTING}:set_dealer"
EXPOSE_BANK = f"{SETTING}:expose_bank"
SURPLUS, WINNERS, ROUND_WITH_BANK = (
    f"{CENTRE_OF}:{name}" for name in ("distribute_surplus", "pay_winners", "settle_bank_round")
)
PAYTABLE, APPROVALS = "houseway.submission.offers:_OfferJudge._judge_paytable", "houseway.submission.judge:_SubmissionJudge"
APPROVAL, ALL_APPROVALS = f"{APPROVALS}._judge_approval", f"{APPROVALS}._judge_approvals"
UNAPPROVED = "houseway.equipment.methods:_unapproved_clauses"
SHAKER, DICE_DUTY = "houseway.equipment.start:_check_shaker", "houseway.equipment.start:due_dice_or_button_duty"
USABLE = f"{GAME}.irregularities.face_up:set_aside"
STRAIGHT_FLUSH = "houseway.hands.ranking:_find_straight_flush"


def _other_house_way(context):
    """The table as it is, with a house way that nobody filed."""
    filed = context.house_way.name
    return replace(context, house_way=HouseWay.load(next(name for name in house_way_names() if name != filed)))


# Surrendered cards


@wrong("md 11.D(4)", why="surrendered cards are counted face up", of=(FACE_UP,))
def count_surrendered_cards_face_up():
    def turned(original, context, position):
        return position in context.round.surrendered or original(context, position)

    replace_function(FACE_UP, turned)


@wrong("md 11.D(4)", why="counted surrendered cards stay out of the discard rack", of=(COLLECT_SURRENDERED,))
def rack_no_surrendered_cards():
    racking.RACKS["surrendered-collected"] = lambda context, event: ()


# Optional wagers


@wrong("md 11.H(3)(a)(iii)", why="a hand is acknowledged, and racked with its payment all the same", of=(COLLECT,))
def rack_an_acknowledged_hand():
    def at_once(original, context, position, early=False):
        state = context.round
        stays = optional_wagers.stays_for_envy(context, position) and position in state.rearranged
        if not stays or early or position in state.racked or position in state.awaiting_documents:
            return original(context, position, early)
        return procedure._rack_step(context, position, optional_wagers.why_cards_are_collected(context, position))

    replace_function(COLLECT, at_once)


@wrong(
    "md 11.H(3)(a)(iii)",
    why="a hand is acknowledged only if its own Fortune Bonus Wager is $5 or more",
    of=(ACKNOWLEDGE,),
)
def acknowledge_only_qualifying_wagers():
    def qualifying(original, context, position):
        own = "fortune-bonus" in context.round.wagers_at(position)
        return original(context, position) if not own or (position, "fortune-bonus") in context.round.lammers else ()

    replace_function(ACKNOWLEDGE, qualifying)


@wrong(
    "md 11.H(6)(b)(i)", why="the dealer looks at the high hand that the player set, and not at the seven cards", of=(VERIFY,)
)
def verify_the_hand_that_was_set():
    def as_set(original, context, command):
        (event,) = original(context, command)
        laid = context.round.placed_hands[command.position]
        words = describe_setting(context.rules, laid.high, laid.low)
        return (Event(event.kind, event.clauses, {**event.facts, "hand": words}),)

    replace_function(VERIFY, as_set)


@wrong("md 11.H(6)(b)(i)", why="the floorperson verifies the hand instead of the dealer", of=(PROGRESSIVE_STEP,))
def let_the_floorperson_verify_the_hand():
    def by_floor(original, context, position):
        step = original(context, position)
        return step._replace(role=Role.FLOOR) if step is not None and step.act == "verify-progressive" else step

    replace_function(PROGRESSIVE_STEP, by_floor)
    game.ACTS["verify-progressive"] = replace(game.ACTS["verify-progressive"], roles=(Role.FLOOR,))


@wrong("md 11.H(6)(b)(i)", why="only hands that win a share of the meter are verified", of=(PROGRESSIVE_STEP,))
def verify_only_shares_of_the_meter():
    def if_share(original, context, position):
        step = original(context, position)
        made = optional_wagers.awards_at(context, position)[PROGRESSIVE]
        if step is None or step.act != "verify-progressive" or made.share is not None:
            return step
        state = context.round
        checked = replace(context, round=replace(state, lights_checked=state.lights_checked | {(position, PROGRESSIVE)}))
        return original(checked, position)

    replace_function(PROGRESSIVE_STEP, if_share)


# The bank


@wrong("md 12.E(4)", why="a co-bank may set its hand, as any other bank", of=(MAY_SET,))
def let_the_co_bank_set():
    def as_any_bank(original, context, position):
        bank = context.round.bank
        if position != bank.position or not bank.co_banking:
            return original(context, position)
        return original(replace(context, round=replace(context.round, bank=replace(bank, co_banking=False))), position)

    replace_function(MAY_SET, as_any_bank)


@wrong("md 12.E(4)", why="the co-bank's hand is set by a house way that is not the filed one", of=(CO_BANK,))
def set_a_co_bank_by_another_house_way():
    replace_function(CO_BANK, lambda original, context, command: original(_other_house_way(context), command))


@wrong("md 12.J(7)", why="the bank is given the surplus before the vigorish is taken", of=(SURPLUS,))
def give_the_surplus_before_the_vigorish():
    def surplus_first(original, rules, bank, amount, co_banking=False):
        return tuple(sorted(original(rules, bank, amount, co_banking), key=lambda move: move.reason == "vigorish"))

    replace_function(SURPLUS, surplus_first)


@wrong("md 12.J(7)", why="the bank is given the whole surplus, and the vigorish is then asked of its chips", of=(SURPLUS,))
def ask_the_bank_for_the_vigorish():
    def whole(original, rules, bank, amount, co_banking=False):
        made = original(rules, bank, amount, co_banking)
        charge = next((move for move in made if move.reason == "vigorish"), None)
        if charge is None:
            return made
        others = [move for move in made if move is not charge]
        given = [
            move._replace(amount=move.amount + charge.amount) if move.reason == "bank-surplus" else move for move in others
        ]
        return (*given, charge._replace(source=seat_account(bank)))

    replace_function(SURPLUS, whole)


@wrong("md 12.K", why="the house's wager and win are taken back when everything else is settled", of=(ROUND_WITH_BANK,))
def take_the_houses_win_back_last():
    def last(original, *args, **kwargs):
        return tuple(sorted(original(*args, **kwargs), key=lambda move: move.reason == "house-stake-returned"))

    replace_function(ROUND_WITH_BANK, last)


@wrong(
    "md 12.K",
    why="the house's wager is taken back before it is paid, and its win is not put beside it",
    of=(WINNERS,),
)
def take_the_houses_wager_back_before_it_is_paid():
    def unpaid(original, *args, **kwargs):
        moves, pool = original(*args, **kwargs)
        made = []
        for move in moves:
            if move.source == CENTRE and move.seat == DEALER:
                made.append(move._replace(target=INVENTORY))
            elif move.reason == "house-stake-returned":
                paid = [number for number, each in enumerate(made) if each.source == CENTRE and each.seat == DEALER]
                half = type(move.amount)(move.amount.amount // 2)
                made.insert(paid[0], move._replace(amount=half))
            else:
                made.append(move)
        return tuple(made), pool

    replace_function(WINNERS, unpaid)


# Paytables


def _offer_another_table(filed, paid):
    """Let a Fortune Bonus Wager with one paytable on file be paid by another."""

    def other(original, judge):
        table = original(judge)
        if table is None or judge.wager.id != "fortune-bonus" or table.letter != filed:
            return table
        return judge.book.paytable("fortune-bonus", paid)

    replace_function(PAYTABLE, other)


def _keep_the_stake(table):
    """Let rows of one paytable of the Fortune Bonus Wager pay for 1, and not to 1."""

    def kept(original, wager, row, *args, **kwargs):
        made = original(wager, row, *args, **kwargs)
        return made._replace(returns_stake=False) if row.clause.clause.startswith(f"{table}(") else made

    replace_function(ROW_AWARD, kept)


@wrong("md 13.B(1)", why="who files paytable A is paid by paytable B", of=(PAYTABLE,))
def pay_paytable_a_by_paytable_b():
    _offer_another_table("A", "B")


@wrong("md 13.B(1)", why="paytable A pays its odds for 1 and keeps the wager", of=(ROW_AWARD,))
def keep_the_stake_by_paytable_a():
    _keep_the_stake("13.B(1)")


@wrong("md 13.B(5)", why="who files paytable C is paid by paytable D", of=(PAYTABLE,))
def pay_paytable_c_by_paytable_d():
    _offer_another_table("C", "D")


@wrong("md 13.B(5)", why="paytable C pays its odds for 1 and keeps the wager", of=(ROW_AWARD,))
def keep_the_stake_by_paytable_c():
    _keep_the_stake("13.B(5)")


# Setting


@wrong("md 14.I", why="a hand that the dealer set wrongly makes the round void", of=(SET_DEALER,))
def void_the_round_for_a_wrong_setting():
    def voided(original, context, command):
        made = original(context, command)
        reset = next((each for each in made if each.kind == "hand-reset"), None)
        return made if reset is None else void_round(context, "misdeal", reset.clauses, given={})

    replace_function(SET_DEALER, voided)


@wrong("md 14.I", why="the dealer's hand is reset only if its low hand is the higher one", of=(SET_DEALER,))
def reset_only_foul_hands_of_the_dealer():
    def if_foul(original, context, command):
        made = original(context, command)
        reset = next((each for each in made if each.kind == "hand-reset"), None)
        if reset is None or not is_legal(measure_setting(context.rules, made[0]["high"], made[0]["low"])):
            return made
        return tuple(each for each in made if each is not reset)

    replace_function(SET_DEALER, if_foul)


@wrong("md 14.I", why="the bank's hand is reset by a house way that is not the filed one", of=(EXPOSE_BANK,))
def reset_the_bank_by_another_house_way():
    replace_function(EXPOSE_BANK, lambda original, context, command: original(_other_house_way(context), command))


# What is approved


@wrong("md 2.B", why="a layout needs approval only with optional wagers on it", of=(ALL_APPROVALS,))
def approve_only_layouts_with_optional_wagers():
    def as_needed(original, judge, options, offers):
        if len(offers) > 1 or any(
            isinstance(each, dict) and each.get("what") == "layout" for each in judge.submission.approvals
        ):
            return original(judge, options, offers)
        found, approvals = judge.collector.findings, original(judge, options, offers)
        found[:] = [each for each in found if each.code != "approval.missing" or each.allowed != "layout"]
        return approvals

    replace_function(ALL_APPROVALS, as_needed)


def _without_reference(what):
    """Let an approval on file do without a reference."""

    def unread(original, judge, number, entry):
        if isinstance(entry, dict) and entry.get("what") == what and not str(entry.get("reference", "")).strip():
            entry = {**entry, "reference": "none"}
        return original(judge, number, entry)

    replace_function(APPROVAL, unread)


@wrong("md 2.B", why="a layout that was submitted, and has no reference of its approval, counts as approved", of=(APPROVAL,))
def accept_a_layout_without_a_reference():
    _without_reference("layout")


@wrong(
    "md 2.C(2)", why="a generator that was submitted, and has no reference of its approval, counts as approved", of=(APPROVAL,)
)
def accept_a_generator_without_a_reference():
    _without_reference("random-number-generator")


@wrong("md 2.C(2)", why="a generator without approval takes the place of a shaker that is broken", of=(UNAPPROVED,))
def replace_dice_by_an_unapproved_generator():
    def unless_numbers(original, rules, key, method):
        return () if method == "random-number" else original(rules, key, method)

    replace_function(UNAPPROVED, unless_numbers)


# Dice


@wrong("md 2.C(1)(c)", why="dice that are too old can still be shaken, though their removal is due", of=(SHAKER,))
def shake_dice_that_are_too_old():
    def of_any_age(original, equipment, at):
        placed_at = equipment.shaker.placed_at
        original(equipment, at if placed_at is None else placed_at)

    replace_function(SHAKER, of_any_age)


@wrong("md 2.C(1)(c)", why="nobody is told to remove dice that are too old", of=(DICE_DUTY,))
def ask_nobody_to_remove_old_dice():
    def unasked(original, equipment, at):
        return [step for step in original(equipment, at) if step.act != "remove-dice"]

    replace_function(DICE_DUTY, unasked)


# Rankings


def _without(order_name, *categories):
    """Let the awards of one list know nothing of some of its hands."""
    left_out = sum(BITS[category] for category in categories)

    def held(original, order, cards):
        bits = original(order, cards)
        return bits & ~left_out if order.name == order_name else bits

    replace_function(HELD, held)


def _deny(order_name, category, is_denied):
    """Let cards of one list not hold a hand that they hold: in the plain ranking, and where awards are looked up."""
    find = FINDERS[category]

    def found(dealt, order):
        return None if order.name == order_name and is_denied(dealt) else find(dealt, order)

    def held(original, order, cards):
        bits = original(order, cards)
        denied = order.name == order_name and is_denied(ranking.GroupedCards(cards))
        return bits & ~BITS[category] if denied else bits

    FINDERS[category] = found
    replace_function(HELD, held)


@wrong("md 6.A(2)", why="the joker completes a straight and a flush, but no straight flush", of=(STRAIGHT_FLUSH,))
def complete_no_straight_flush_with_the_joker():
    def natural(dealt, order):
        royal_apart = order.has_category(Category.ROYAL_FLUSH)
        return ranking._find_straight_flush_of(dealt, order.straights[royal_apart:], joker=False)

    FINDERS[Category.STRAIGHT_FLUSH] = natural


@wrong(
    "md 6.A(2)", why="the joker makes a pair with the highest other card", of=("houseway.hands.ranking:GroupedCards.__init__",)
)
def pair_the_joker_with_any_card():
    find = FINDERS[Category.PAIR]

    def wild(dealt, order):
        found = find(dealt, order)
        if found is not None or not dealt.joker:
            return found
        highest = max(card.rank for card in dealt.cards if card != JOKER)
        others = sorted((card.rank for card in dealt.cards if card != JOKER and card.rank is not highest), reverse=True)
        return ranking.FoundHand((highest, *others)[: order.hand_size - 1], tuple(dealt.cards)[: order.hand_size], highest)

    FINDERS[Category.PAIR] = wild


_SEVEN_CARDS = (
    Category.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH,
    Category.ROYAL_ACE_KING,
    Category.JOKER_SEVEN_CARD_STRAIGHT_FLUSH,
)


@wrong("md 6.E", why="hands of seven cards rank above five aces, but Emperor's Treasure is paid for five of them", of=(HELD,))
def pay_five_cards_of_emperors_treasure():
    _without("emperors-treasure", *_SEVEN_CARDS)


@wrong("md 6.E", why="hands of seven cards earn others the Envy Bonus of five of them", of=(ENVY_AWARD,))
def envy_five_cards_of_emperors_treasure():
    def below(original, rules, wager, cards):
        made = original(rules, wager, cards)
        if wager != "emperors-treasure" or made is None or made.hand not in _SEVEN_CARDS:
            return made
        line = next(line for _, line in envy_rows(rules, wager) if line.row.hand == Category.STRAIGHT_FLUSH)
        return award_by_row(made.wager, line.row, line.words, NO_MONEY, line.clauses)

    replace_function(ENVY_AWARD, below)


@wrong("md 6.F(6)", why="three and three of a kind are no full house for the progressive", of=(HELD,))
def demand_a_pair_beside_the_three():
    def is_denied(dealt):
        sizes = sorted((len(cards) for cards in dealt.groups.values()), reverse=True)
        return sizes[:2] == [3, 3]

    _deny("pai-gow-progressive", Category.FULL_HOUSE, is_denied)


@wrong("md 6.F(6)", why="a full house of the progressive must be without the joker", of=(HELD,))
def demand_a_natural_full_house():
    _deny("pai-gow-progressive", Category.FULL_HOUSE, lambda dealt: dealt.joker)


# Dealing from the hand


def _deal_from_the_hand(in_order):
    """Let cards that the dealer holds in the hand be dealt in another order."""

    def reordered(original, context, *given):
        cards, aside, faults = original(context, *given)
        return (in_order(cards) if cards is not None and context.dealing == "hand" else cards), aside, faults

    replace_function(USABLE, reordered)


@wrong("md 9.B(1)", why="cards are dealt from the bottom of the deck in the dealer's hand", of=(USABLE,))
def deal_from_the_bottom_of_the_hand():
    _deal_from_the_hand(lambda cards: tuple(reversed(cards)))


@wrong("md 9.B(1)", why="the top card of the deck is burnt before the deal", of=(USABLE,))
def burn_the_top_card():
    _deal_from_the_hand(lambda cards: (*cards[1:], cards[0]))
