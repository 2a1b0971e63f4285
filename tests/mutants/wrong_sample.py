"""Wrong implementations of a random sample of Pai Gow clauses, which the tests that bore them had not noticed."""

from collections import Counter
from dataclasses import replace

from houseway.cards import JOKER, Rank
from houseway.equipment import cut
from houseway.events import Role
from houseway.games.pai_gow import optional_wagers, procedure
from houseway.games.pai_gow.irregularities import counting
from houseway.hands import ranking
from houseway.money import NO_MONEY
from houseway.procedure import DEALER, PAI_GOW, PROGRESSIVE
from tests.mutants.own import replace_function, wrong

PAI_GOW_GAME = "houseway.games.pai_gow"
AWARDS = f"{PAI_GOW_GAME}.optional_wagers:awards_at"
STRAIGHT_FLUSH = "houseway.hands.ranking:_find_straight_flush"
FULL_HOUSE = "houseway.hands.ranking:_two_groups_finder"
CUTTING = "houseway.equipment.cut:_cutting_position"
PAYTABLE = "houseway.submission.offers:_OfferJudge._judge_paytable"
STUB = f"{PAI_GOW_GAME}.irregularities.counting:count_stub"
COLLECT = f"{PAI_GOW_GAME}.procedure:_collect_step"
WON = f"{PAI_GOW_GAME}.procedure:_won_anything"
MAKE = "houseway.equipment.decks:_check_make"
PAY = f"{PAI_GOW_GAME}.settling:pay_base_wager"
DEAD = f"{PAI_GOW_GAME}.irregularities.exposure:is_dealer_dead"
LEGAL = f"{PAI_GOW_GAME}.base_wager.outcome:is_legal"


def _has_result(context, position, result):
    found = context.round.results.get((position, PAI_GOW))
    return found is not None and found.result == result


def _rack_now(context, position):
    return procedure._rack_step(context, position, optional_wagers.why_cards_are_collected(context, position))


@wrong("md 11.H(6)(a)", why="a progressive wager is lost with the base wager, whatever the seven cards are", of=(AWARDS,))
def lose_the_progressive_with_the_base():
    def with_base(original, context, position):
        made = original(context, position)
        if PROGRESSIVE not in made or not _has_result(context, position, "lose"):
            return made
        return {**made, PROGRESSIVE: made[PROGRESSIVE]._replace(row=None, amount=NO_MONEY, share=None)}

    replace_function(AWARDS, with_base)


@wrong("md 6.F(4)", why="the ace is only high: A-2-3-4-5 of a suit wins no progressive", of=(STRAIGHT_FLUSH,))
def play_no_wheel_for_the_progressive():
    def without_ace(original, dealt, order):
        if not order.has_category(ranking.Category.ROYAL_FLUSH):
            return original(dealt, order)
        straights = [straight for straight in order.straights[1:] if Rank.ACE not in straight]
        return ranking._find_straight_flush_of(dealt, straights, dealt.joker)

    replace_function(STRAIGHT_FLUSH, without_ace)


@wrong("div (c)(2)(v)", "md 6.B(5)", why="full houses are compared by their pairs first", of=(FULL_HOUSE,))
def compare_full_houses_by_the_pair():
    find = ranking.FINDERS[ranking.Category.FULL_HOUSE]

    def by_pair(dealt, order):
        found = find(dealt, order)
        return found and replace(found, key=(found.key[1], found.key[0], *found.key[2:]))

    ranking.FINDERS[ranking.Category.FULL_HOUSE] = by_pair


@wrong("md 5.D", "div (f)(3)#2", why="the dealer may cut the stack without offering it to anybody", of=(CUTTING,))
def let_the_dealer_cut_without_an_offer():
    def at_once(original, equipment, command, context):
        if command.by.role is Role.DEALER and "position" not in command.facts:
            return DEALER, equipment.law(cut.NOBODY_ACCEPTS)
        return original(equipment, command, context)

    replace_function(CUTTING, at_once)


@wrong("md 13.C", why="the first paytable is in force whichever the operator selected", of=(PAYTABLE,))
def offer_the_first_paytable():
    def first(original, judge):
        return original(judge) and judge.book.paytables_of(judge.wager.id)[0]

    replace_function(PAYTABLE, first)


@wrong("div (h)(4)", why="a stub with too few cards is noticed, but not one with too many", of=(STUB,))
def accept_a_stub_with_a_card_too_many():
    def at_most(original, context, command):
        found, expected = command.facts.get("cards"), counting.expected_stub(context)
        if isinstance(found, int) and found > expected:
            command = command._replace(facts={**command.facts, "cards": expected})
        return original(context, command)

    replace_function(STUB, at_most)


@wrong("div (l)(7)#2", why="the cards of a push go at once, although they won the progressive", of=(COLLECT, WON))
def collect_a_push_before_its_progressive_is_paid():
    def at_once(original, context, position, early=False):
        is_push = early and _has_result(context, position, "tie") and position not in context.round.racked
        return _rack_now(context, position) if is_push else original(context, position, early)

    replace_function(COLLECT, at_once)
    replace_function(WON, lambda original, *given: original(*given) and not _has_result(*given, "tie"))


@wrong("div (r)(4)(i)(A)", why="a loser's cards go before his bonus wager is settled", of=(COLLECT,))
def collect_a_loser_before_his_bonus_is_settled():
    def at_once(original, context, position, early=False):
        is_free = early and position not in context.round.racked and not context.round.lammers
        return _rack_now(context, position) if is_free else original(context, position, early)

    replace_function(COLLECT, at_once)


@wrong("div (r)(4)(i)#2", why="vigorish is taken before the winner is paid", of=(PAY,))
def take_vigorish_before_paying():
    def first(original, context, command):
        settled, *moves = original(context, command)
        return (settled, *sorted(moves, key=lambda move: getattr(move, "reason", "") != "vigorish"))

    replace_function(PAY, first)


@wrong("div (b)(2)(i)", why="jokers and cover cards of a second deck are not looked at", of=(MAKE,))
def accept_any_second_deck():
    def first_only(original, equipment, *made):
        if not equipment.decks:
            original(equipment, *made)

    replace_function(MAKE, first_only)


@wrong("div (m)(11)#1", why="the dealer's hand is set although its cards should have been collected", of=(DEAD,))
def set_the_dealers_dead_cards():
    replace_function(DEAD, lambda original, context: False)


@wrong("div (a)(1)(vi)", "md 1.B(5)", why="only a pair behind is compared with the high hand", of=(LEGAL,))
def compare_only_pairs_with_the_high_hand():
    def if_paired(original, laid):
        ranks = Counter(Rank.ACE if card == JOKER else card.rank for card in laid.low)
        return bool(laid.high_strength) if len(ranks) == len(laid.low) else original(laid)

    replace_function(LEGAL, if_paired)
