"""Wrong implementations of Maryland's wagers and irregularities."""

from dataclasses import replace

from houseway.equipment import devices
from houseway.errors import NotAllowed
from houseway.events import Event, Role
from houseway.games.pai_gow.game import ACTS
from houseway.games.pai_gow.irregularities import irregular
from houseway.games.round import DueMovement, Stake
from houseway.money import NO_MONEY
from houseway.procedure import DEALER, PAI_GOW
from houseway.values import with_changes
from tests.mutants.own import replace_function, wrong

GAME = "houseway.games.pai_gow"
PLACE_WAGER = f"{GAME}.betting:place_wager"
TAKE_BACK = f"{GAME}.betting:take_back"
CHECK_PLACE = f"{GAME}.betting:_check_place"
CHECK_ORDER = f"{GAME}.setting:_check_order"
AREAS = "houseway.table.acts:areas_allowed"
SEAT = "houseway.table.acts:seat_player"
LEAVE = f"{GAME}.irregularities.irregular:decide_leaving"
ABANDON = f"{GAME}.irregularities.irregular:abandon_hand"
VOID_HAND = f"{GAME}.irregularities.irregular:void_hand"
MAY_LOOK = f"{GAME}.view:_may_look"
CHOOSE = f"{GAME}.irregularities.exposure:_position_to_choose"
EXPOSED = f"{GAME}.irregularities.exposure:exposed_effects"
SET_ASIDE = f"{GAME}.racking:_rack_set_aside"
FAILED = "houseway.equipment.devices:on_device_failed"
GAME_FAILED = f"{GAME}.irregularities.irregular:device_failed"


@wrong("md 7.D(2)", why="a wager that lies already may be raised after no more bets", of=(PLACE_WAGER,))
def raise_a_wager_after_no_more_bets():
    def if_new(original, context, command):
        if command.text("wager") in context.round.wagers_at(command.position):
            context = replace(context, round=with_changes(context.round, closed=False))
        return original(context, command)

    replace_function(PLACE_WAGER, if_new)


@wrong("md 7.D(2)", why="a wager may be withdrawn after no more bets", of=(TAKE_BACK,))
def withdraw_a_wager_after_no_more_bets():
    def late(original, context, command):
        return original(replace(context, round=with_changes(context.round, closed=False)), command)

    replace_function(TAKE_BACK, late)


@wrong("md 7.E", why="an optional wager needs no base wager", of=(CHECK_PLACE,))
def bet_sides_without_the_base():
    replace_function(CHECK_PLACE, lambda original, context, position, name, has_base: original(context, position, name, True))


@wrong("md 7.E", why="optional wagers stay when the base wager is taken back", of=(TAKE_BACK,))
def leave_sides_without_the_base():
    def alone(original, context, command):
        name = command.text("wager")
        made = original(context, command)
        return tuple(part for part in made if (part.wager if isinstance(part, DueMovement) else part["wager"]) == name)

    replace_function(TAKE_BACK, alone)


@wrong("md 7.C", why="somebody who stands behind a player may bet at his position", of=(PLACE_WAGER,))
def bet_at_the_position_of_another():
    def for_owner(original, context, command):
        owner = context.seats.get(command.position, "")
        return original(context, command._replace(by=command.by._replace(name=owner or command.by.name)))

    replace_function(PLACE_WAGER, for_owner)


@wrong("md 7.F", why="every player may have two areas, filed or not", of=(AREAS,))
def give_everybody_two_areas():
    replace_function(AREAS, lambda original, rules: 2)


@wrong("md 7.F", why="a player may have three areas", of=(AREAS,))
def give_a_player_three_areas():
    replace_function(AREAS, lambda original, rules: original(rules) + 1 if original(rules) > 1 else 1)


@wrong("md 7.F", why="the two areas of a player need not be adjacent", of=(SEAT,))
def give_a_player_areas_apart():
    def apart(original, table, command):
        try:
            return original(table, command)
        except NotAllowed as refused:
            wanted = refused.facts.get("given")
            if refused.code != "seat.too-many" or not isinstance(wanted, tuple) or len(wanted) != 2:
                raise
            facts = {"player": command.by.name, "positions": wanted, "at": command.at}
            return (Event("player-seated", refused.clauses, facts),)

    replace_function(SEAT, apart)


@wrong(
    "md 7.F(2)",
    why="the area with more wagers in all is set first, and not the one with the larger base wager",
    of=(CHECK_ORDER,),
)
def order_areas_by_all_wagers():
    def by_all(original, context, position):
        totals = {
            place: {PAI_GOW: Stake(sum((each.amount for each in wagers.values()), start=NO_MONEY))}
            for place, wagers in context.round.stakes.items()
        }
        return original(replace(context, round=with_changes(context.round, stakes=totals)), position)

    replace_function(CHECK_ORDER, by_all)


@wrong("md 7.C(2)", "md 7.C(1)", why="who leaves in mid-round takes his wagers with him", of=(LEAVE,))
def let_a_player_leave_with_his_wagers():
    def with_wagers(original, context, positions):
        law = context.law(irregular.ABANDONED)
        back = (part for place in positions for part in irregular.void_hand(context, place, law, forfeit=False))
        return (*original(context, positions), *back)

    replace_function(LEAVE, with_wagers)


@wrong("md 7.C(2)", why="the dealer may rule a wager abandoned", of=(ABANDON,))
def let_the_dealer_rule_wagers_lost():
    act = ACTS["abandon"]
    ACTS["abandon"] = replace(act, roles=(*act.roles, Role.DEALER))


@wrong("md 7.C(2)", why="of an abandoned hand only the base wager is lost", of=(VOID_HAND,))
def lose_only_the_abandoned_base_wager():
    def base_only(original, context, position, clauses, forfeit):
        if not forfeit:
            return original(context, position, clauses, forfeit)
        lost = original(context, position, clauses, True)
        kept = original(context, position, clauses, False)

        def wager(part):
            return part.wager if hasattr(part, "wager") else part.facts.get("wager", PAI_GOW)

        return (*(part for part in lost if wager(part) == PAI_GOW), *(part for part in kept[1:] if wager(part) != PAI_GOW))

    replace_function(VOID_HAND, base_only)


@wrong("md 14.C", why="a player looks at his other cards before he chooses about the exposed one", of=(MAY_LOOK,))
def look_before_choosing():
    def looking(original, context, position):
        return original(replace(context, round=with_changes(context.round, exposed_to_choose=frozenset())), position)

    replace_function(MAY_LOOK, looking)


@wrong("md 14.C", why="a hand that its player voids loses the optional wagers", of=(VOID_HAND,))
def keep_the_sides_of_a_voided_hand():
    def base_back(original, context, position, clauses, forfeit):
        made = original(context, position, clauses, forfeit)
        return tuple(part for part in made if not isinstance(part, DueMovement) or part.wager == PAI_GOW)

    replace_function(VOID_HAND, base_back)


@wrong("md 14.C", why="another player may choose about an exposed hand", of=(CHOOSE,))
def let_another_choose():
    def for_owner(original, context, command):
        owner = context.seats.get(command.position, "")
        return original(context, command._replace(by=command.by._replace(name=owner)))

    replace_function(CHOOSE, for_owner)


@wrong("md 14.D", why="an exposed card of the bank voids nothing, one of the dealer does", of=(EXPOSED,))
def ignore_an_exposed_card_of_the_bank():
    def but_bank(original, context, exposed, looked=False):
        bank = context.round.bank.position
        return original(context, {place: cards for place, cards in exposed.items() if place != bank}, looked)

    replace_function(EXPOSED, but_bank)


@wrong("md 14.D", why="an exposed card of the dealer voids nothing, one of the bank does", of=(EXPOSED,))
def ignore_an_exposed_card_of_the_dealer():
    def but_dealer(original, context, exposed, looked=False):
        return original(context, {place: cards for place, cards in exposed.items() if place != DEALER}, looked)

    replace_function(EXPOSED, but_dealer)


@wrong("md 14.E", why="a card that lay face up is not put into the discard rack", of=(SET_ASIDE,))
def leave_a_card_that_lay_face_up():
    replace_function(SET_ASIDE, lambda original, context, event: ())


@wrong("md 14.L", "md 14.M", why="only a jam counts, not a device that stops or does not finish", of=(FAILED, GAME_FAILED))
def count_only_jams():
    def jams(original, equipment, event):
        return original(equipment, event) if event["what"] not in ("stopped", "unfinished") else equipment

    replace_function(FAILED, jams)


@wrong("md 14.N(2)", why="only a cover puts a device out of use", of=("houseway.equipment.devices:ways_out_of_use",))
def accept_no_sign():
    devices.WAYS_OUT_OF_USE["covered-or-signed"] = ("cover-device",)


@wrong("md 14.N(1)", why="only a sign puts a device out of use", of=("houseway.equipment.devices:ways_out_of_use",))
def accept_no_cover():
    devices.WAYS_OUT_OF_USE["covered-or-signed"] = ("sign-device",)
