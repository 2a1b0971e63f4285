"""Wrong implementations of the Division's rules of setting, comparing and paying against the dealer."""

from houseway.cards import JOKER
from houseway.games.awards import vigorish_rounding
from houseway.games.pai_gow import disclosure, optional_wagers, procedure, setting, settling
from houseway.games.pai_gow.state import PlacedHands
from houseway.games.round import use_coupon
from houseway.money import Cents
from houseway.procedure import DEALER, PAI_GOW, PROGRESSIVE, VIGORISH
from tests.mutants.own import replace_function, wrong

PAI_GOW_GAME = "houseway.games.pai_gow"
LEGAL = f"{PAI_GOW_GAME}.base_wager.outcome:is_legal"
FOUL = f"{PAI_GOW_GAME}.base_wager.outcome:find_foul"
BUILD = f"{PAI_GOW_GAME}.base_wager.outcome:_build_outcome"
SET_HAND = f"{PAI_GOW_GAME}.setting:set_hand"
TURN = f"{PAI_GOW_GAME}.setting:_check_turn"
ASKED = f"{PAI_GOW_GAME}.setting:_position_that_asked"
BARRED = f"{PAI_GOW_GAME}.setting:why_surrender_is_barred"
SURRENDER = f"{PAI_GOW_GAME}.setting:surrender_wager"
OPTIONAL = f"{PAI_GOW_GAME}.setting:_optional_wagers_of_player"
FACE_UP = f"{PAI_GOW_GAME}.view:_is_face_up"
ANNOUNCE = f"{PAI_GOW_GAME}.announcing:announce_progressive"
COLLECT_OR_RETURN = f"{PAI_GOW_GAME}.settling:_collect_or_return"
EXPOSE = f"{PAI_GOW_GAME}.settling:expose_player"
PAY = f"{PAI_GOW_GAME}.settling:pay_base_wager"
WON = f"{PAI_GOW_GAME}.procedure:_won_anything"
AFTER_ALL = f"{PAI_GOW_GAME}.procedure:_winners_after_all_step"
COLLECT = f"{PAI_GOW_GAME}.procedure:_collect_step"
RACKED = f"{PAI_GOW_GAME}.racking:_rack_collected"
SHARE = f"{PAI_GOW_GAME}.optional_wagers:_share_effects"
OWN = "houseway.games.wagers:own_position"


@wrong("div (l)(1)#2", "div (a)(1)(vi)", why="a high hand that equals the low hand in rank is foul", of=(LEGAL,))
def demand_a_higher_high_hand():
    def higher(original, laid):
        pair = len({card.rank if card != JOKER else 14 for card in laid.low}) == 1
        return original(laid) and not (pair and original(laid._replace(low_strength=laid.low_strength)) and _equals(laid))

    replace_function(LEGAL, higher)


def _equals(laid):
    ranks = [card.rank for card in laid.high if card != JOKER]
    return laid.low[0] != JOKER and ranks.count(laid.low[0].rank) == len(laid.low) and len(set(ranks)) == len(ranks) - 1


@wrong("div (l)(2)#1", why="a player may set the hands of his neighbour", of=(OWN,))
def let_a_player_set_anothers_hands():
    def any_position(original, context, command, law):
        return command.position if command.act == "set-hand" else original(context, command, law)

    replace_function(OWN, any_position)


@wrong("div (l)(2)#2", why="everybody hears how the house would set a player's cards")
def tell_everybody_the_house_way():
    _publish("house-way-told", "high", "low", "rule")


def _publish(kind, *facts):
    """Let everybody know some facts of a kind of event."""
    declared = disclosure.DISCLOSURES[kind]
    for name in ("own_hand", "staff", "sealed"):
        object.__setattr__(declared, name, tuple(fact for fact in getattr(declared, name) if fact not in facts))
    object.__setattr__(declared, "public", (*declared.public, *facts))
    for name in ("declared_facts", "open_facts", "_known_facts"):
        declared.__dict__.pop(name, None)


@wrong("div (l)(2)#2", why="the dealer tells a player who has not asked", of=(ASKED,))
def tell_the_house_way_unasked():
    replace_function(ASKED, lambda original, context, command: command.position)


@wrong("div (l)(2)#4", why="a player may set again until the dealer has set", of=(TURN,))
def let_players_set_again():
    def again(original, context, position):
        state = context.round
        if position in state.placed_hands and not state.is_dealer_done and position not in state.surrendered:
            return
        original(context, position)

    replace_function(TURN, again)


@wrong("div (l)(3)#1", why="the dealer's cards lie face up from the deal on", of=(FACE_UP,))
def show_the_dealers_cards_before_players_set():
    def at_once(original, context, position):
        return original(context, position) or (position == DEALER and context.round.stub_counted and context.round.dealt)

    replace_function(FACE_UP, at_once)


@wrong("div (l)(3)#2", why="the dealer's hands stay face down when they are set", of=(FACE_UP,))
def keep_the_dealers_hands_down():
    replace_function(FACE_UP, lambda original, context, position: position != DEALER and original(context, position))


@wrong("div (l)(4)", why="a player with a progressive wager may surrender", of=(OPTIONAL,))
def let_a_player_with_a_progressive_surrender():
    replace_function(OPTIONAL, lambda original, *given: tuple(each for each in original(*given) if each != PROGRESSIVE))


@wrong("div (l)(4)", why="a player may surrender when his hands are exposed", of=(BARRED,))
def let_a_player_surrender_an_exposed_hand():
    def still(original, context, position):
        if position in context.round.exposed and (position, PAI_GOW) not in context.round.paid:
            return ""
        return original(context, position)

    replace_function(BARRED, still)


@wrong("div (l)(4)", why="a player may surrender only while he has not set", of=(BARRED,))
def let_nobody_surrender_a_set_hand():
    def unset(original, context, position):
        return "your hands are set" if position in context.round.placed_hands else original(context, position)

    replace_function(BARRED, unset)


@wrong("div (l)(4)(i)", why="a surrendered wager is collected by half", of=(SURRENDER,))
def collect_half_of_a_surrendered_wager():
    def half(original, context, command):
        return tuple(
            each._replace(amount=Cents(each.amount.amount // 2)) if getattr(each, "reason", "") == "surrendered" else each
            for each in original(context, command)
        )

    replace_function(SURRENDER, half)


@wrong("div (l)(4)(ii)", why="surrendered cards are turned up", of=(FACE_UP,))
def turn_up_surrendered_cards():
    def shown(original, context, position):
        return original(context, position) or position in context.round.surrendered

    replace_function(FACE_UP, shown)


@wrong("div (l)(5)#3", why="only the five cards of the high hand are examined for the progressive", of=(EXPOSE, ANNOUNCE))
def examine_the_high_hand_only():
    def high_only(original, context, position, cards):
        from houseway.cards import CARDS

        spare = [card for card in CARDS if card not in cards]
        return original(context, position, (*cards[:5], *_unpaired(cards[:5], spare)))

    replace_function(ANNOUNCE, high_only)


def _unpaired(high, spare):
    ranks = {card.rank for card in high if card != JOKER}
    return [card for card in spare if card != JOKER and card.rank not in ranks][:2]


@wrong("div (l)(6)#1", why="a lost progressive wager is settled only with the winners", of=(ANNOUNCE,))
def settle_a_lost_progressive_later():
    replace_function(ANNOUNCE, lambda original, *given: original(*given)[:1])


@wrong("div (l)(6)#2", why="a loser's cards go although he won the progressive", of=(WON,))
def collect_a_loser_who_won_the_progressive():
    def base_only(original, context, position):
        found = context.round.results.get((position, PAI_GOW))
        return original(context, position) and not (found and found.result == "lose")

    def unpaid(original, context, position, early=False):
        found = context.round.results.get((position, PAI_GOW))
        if early and found and found.result == "lose" and position not in context.round.racked:
            return procedure._rack_step(context, position, optional_wagers.why_cards_are_collected(context, position))
        return original(context, position, early)

    replace_function(WON, base_only)
    replace_function(COLLECT, unpaid)


def _end_otherwise(result, *ways):
    """Let base wagers end otherwise if the hands compare so."""

    def other(original, rules, high, low, push, added):
        made = original(rules, high, low, push, added)
        return type(made)(result, high, low, made.clauses, made.words) if (high, low) in ways else made

    replace_function(BUILD, other)


@wrong("div (l)(6)(ii)", "div (a)(1)(iv)", why="two copies push", of=(BUILD,))
def let_two_copies_push():
    _end_otherwise("tie", ("copy", "copy"))


@wrong("div (l)(6)(ii)", why="a copied high hand with a lower low hand pushes", of=(BUILD,))
def let_a_copied_high_hand_push():
    _end_otherwise("tie", ("copy", "below"))


@wrong("div (l)(6)(ii)", why="a copied low hand with a lower high hand pushes", of=(BUILD,))
def let_a_copied_low_hand_push():
    _end_otherwise("tie", ("below", "copy"))


@wrong("div (l)(7)(i)", why="a copied low hand loses to the dealer although the high hand is higher", of=(BUILD,))
def lose_a_higher_high_hand_with_a_copy():
    _end_otherwise("lose", ("above", "copy"))


@wrong("div (l)(7)(ii)", why="a copied high hand loses to the dealer although the low hand is higher", of=(BUILD,))
def lose_a_higher_low_hand_with_a_copy():
    _end_otherwise("lose", ("copy", "above"))


@wrong("div (l)(7)(i)", "div (l)(8)#3", why="a higher high hand wins with a copied low hand", of=(BUILD,))
def win_with_a_copied_low_hand():
    _end_otherwise("win", ("above", "copy"))


@wrong("div (l)(6)(iii)", why="a high hand below the low hand is compared like any other", of=(FOUL,))
def compare_a_foul_hand():
    replace_function(FOUL, lambda original, rules, laid: original(rules, laid) if not laid.high_strength else None)


@wrong("div (l)(6)(iv)", why="hands with wrong numbers of cards are reset for the player", of=(EXPOSE,))
def reset_wrong_numbers_for_the_player():
    def reset(original, context, command):
        placed = context.round.placed_hands[command.position]
        if len(placed.low) not in (0, 2):
            right = setting.set_by_house_way(context, (*placed.high, *placed.low))
            context.round.placed_hands[command.position] = PlacedHands(right.high, right.low)
        return original(context, command)

    replace_function(EXPOSE, reset)


@wrong("div (l)(7)#1", why="the coupon of a pushed wager is used up", of=(COLLECT_OR_RETURN,))
def use_up_the_coupon_of_a_push():
    def used(original, context, position, stake, result, words, clauses):
        made = original(context, position, stake, result, words, clauses)
        kept = [each for each in made if "coupon" not in getattr(each, "reason", "")]
        return made if result == "lose" or not stake.coupon else [*kept, *use_coupon(stake.coupon, clauses, position, PAI_GOW)]

    replace_function(COLLECT_OR_RETURN, used)


@wrong("div (l)(8)#1", why="a winner's cards are collected as he is exposed", of=(WON, COLLECT))
def collect_a_winners_cards_at_once():
    def unpaid(original, context, position, early=False):
        if early and position not in context.round.racked and not context.round.lammers:
            return procedure._rack_step(context, position, optional_wagers.why_cards_are_collected(context, position))
        return original(context, position, early)

    replace_function(WON, lambda original, *given: False)
    replace_function(COLLECT, unpaid)


def _steps(context, position, *finders):
    return next(filter(None, (find(context, position) for find in finders)), None)


def _walk_differently(walk):
    """Pay winners, once all hands are exposed, in another order."""

    def after_all(original, context):
        playing = context.round.live_positions
        return procedure._first_pass_step(context, playing) or next(filter(None, walk(context, playing)), None)

    replace_function(AFTER_ALL, after_all)


PAY_STEP, SIDE_STEP, RACK_STEP = procedure._pay_step, procedure._optional_wager_step, procedure._collect_step


@wrong("div (l)(8)#2", why="winners are paid from the dealer's left", of=(AFTER_ALL,))
def pay_winners_from_the_left():
    _walk_differently(
        lambda context, playing: (_steps(context, each, PAY_STEP, SIDE_STEP, RACK_STEP) for each in playing[::-1])
    )


@wrong("div (l)(8)#2", why="a winner is paid when he is exposed", of=(AFTER_ALL,))
def pay_winners_as_they_are_exposed():
    def at_once(original, context):
        exposed = [place for place in context.round.live_positions if place in context.round.exposed]
        return next(filter(None, (PAY_STEP(context, place) for place in exposed)), None) or original(context)

    replace_function(AFTER_ALL, at_once)


@wrong("div (l)(8)#4", "div (l)(9)#5", why="the progressive is paid before the base wager", of=(AFTER_ALL,))
def pay_the_progressive_first():
    _walk_differently(lambda context, playing: (_steps(context, each, SIDE_STEP, PAY_STEP, RACK_STEP) for each in playing))


@wrong("div (l)(9)#5", why="progressive wagers are paid when all base wagers are", of=(AFTER_ALL,))
def pay_progressives_in_a_third_walk():
    def walk(context, playing):
        yield from (PAY_STEP(context, each) for each in playing)
        yield from (_steps(context, each, SIDE_STEP, RACK_STEP) for each in playing)

    _walk_differently(walk)


@wrong("div (l)(9)#7", why="winners' cards are collected when all are paid", of=(AFTER_ALL,))
def collect_winners_cards_last():
    def walk(context, playing):
        yield from (_steps(context, each, PAY_STEP, SIDE_STEP) for each in playing)
        yield from (RACK_STEP(context, each) for each in playing)

    _walk_differently(walk)


@wrong("div (l)(9)#2", why="vigorish is taken on the chips staked, and not on the amount won", of=(PAY,))
def take_vigorish_on_the_stake():
    def on_stake(original, context, command):
        stake = context.round.stakes[command.position][PAI_GOW].amount
        right = settling.vigorish_on(context.rules, stake)
        return tuple(
            each._replace(amount=right) if getattr(each, "target", "") == VIGORISH else each
            for each in original(context, command)
        )

    replace_function(PAY, on_stake)


@wrong("div (l)(9)#3", why="vigorish is rounded down to the quarter", of=("houseway.games.awards:vigorish_on",))
def round_vigorish_down():
    def down(original, rules, won, kind=""):
        made = original(rules, won, kind)
        return (
            made
            if vigorish_rounding(rules).name == "DOWN_TO_CENT"
            else Cents(made.amount // 25 * 25 - 25 * bool(won.amount % 500))
        )

    replace_function("houseway.games.awards:vigorish_on", down)


@wrong("div (l)(10)", why="all cards are racked without saying whose they were", of=(RACKED,))
def rack_cards_of_nobody():
    replace_function(RACKED, lambda original, *given: [("discards", held, why) for _, held, why in original(*given)])


@wrong("div (l)(11)", why="only the whole meter needs papers", of=(SHARE,))
def document_whole_meters_only():
    def whole(original, context, position, made, share):
        for each in original(context, position, made, share):
            if share.share == 1 or getattr(each, "kind", "") != "documents-awaited":
                yield each

    replace_function(SHARE, whole)
