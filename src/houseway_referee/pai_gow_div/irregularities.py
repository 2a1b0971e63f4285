"""Irregularities: (n), (h)(4), (i)(4), (j)(5). Each function judges one report, in the round or after it."""

from collections.abc import Mapping
from typing import Any

from houseway_referee.pai_gow_div.banks import dealer_plays
from houseway_referee.pai_gow_div.state import Area, Play, allow
from houseway_referee.pai_gow_div.voids import void_round
from houseway_referee.record import Act

STUB = 4
COUNT_CLAUSES = {
    "manual-shoe": ("(h)(4)(ii)#1", "(h)(4)(ii)#2"),
    "hand": ("(i)(4)(ii)#1", "(i)(4)(ii)#2"),
    "automated-shoe": ("(j)(5)(ii)#1", "(j)(5)(ii)#2"),
}
FINDERS = ("shaker", "random-number")
NOT_IN_THE_SHOE = {"rack", "discard-rack"}


def judge_deal(play: Play, facts: Mapping[str, Any]) -> None:
    """Judge what was seen in the deal."""
    if facts.get("jammed") and play.dealing == "automated-shoe":
        void_round(play, "automated-shoe", ["(n)(14)#1"])
        return
    judge_numbers(play, facts)
    if not play.void:
        judge_face_up(play, facts)
    if not play.void and "first" in facts:
        judge_start(play, facts["first"])
    if not play.void and facts.get("stacks") is True:
        void_stacks(play, "stacks", "(n)(12)")
    for place in facts.get("exposed", {}):
        if not play.void:
            judge_exposed(play, int(place), "dealing", facts)


def judge_count(play: Play, facts: Mapping[str, Any]) -> None:
    """Judge the count of what is left; a card set aside before it is missing there (DIV-47)."""
    found = facts.get("cards", STUB - play.aside)
    judge_numbers(play, {"hands": facts.get("hands", {}), "stacks": facts.get("stacks"), "stub": found})
    if not play.void:
        judge_face_up(play, facts, counting=True)


def judge_numbers(play: Play, facts: Mapping[str, Any]) -> None:
    """Void the round if a player or the dealer has not seven cards, (n)(8), or if not four are left."""
    misdealt, not_misdealt = COUNT_CLAUSES[play.dealing]
    hands = {int(place): count for place, count in facts.get("hands", {}).items()}
    dealt_in = {0, *(area.position for area in play.live_areas())}
    wrong = any(count != 7 for place, count in hands.items() if place in dealt_in)
    stacks = facts.get("stacks")
    if isinstance(stacks, Mapping):
        wrong = wrong or any(count != 7 for count in stacks.values())
    if wrong:
        void_round(play, "misdeal", ["(n)(8)", misdealt])
    elif facts.get("stub", expected_stub(play)) != expected_stub(play):
        anywhere = any(count != 7 for count in hands.values())
        void_round(play, "misdeal" if anywhere else "wrong-stub", [misdealt if anywhere else not_misdealt])


def expected_stub(play: Play) -> int:
    """Say how many cards must be left (DIV-47)."""
    return STUB - play.aside if play.reads("DIV-47", "less-set-aside") else STUB


def judge_face_up(play: Play, facts: Mapping[str, Any], counting: bool = False) -> None:
    """Set one card aside; more than one in a round void it, (n)(6). One that is in a hand is judged by DIV-110.

    A shuffler is the shoe where rounds are dealt from it.
    """
    where = facts.get("where")
    if where in NOT_IN_THE_SHOE or (where == "shuffler" and play.dealing != "automated-shoe"):
        return
    new = {int(number) for number in facts.get("face_up", [])} - play.face_up
    play.face_up |= new
    if len(play.face_up) > 1:
        void_round(play, "cards-face-up", ["(n)(6)#2"])
        return
    places = {int(number): int(place) for number, place in facts.get("places", {}).items() if str(place).isdigit()}
    for number in new:
        if number in places:
            judge_face_up_in_hand(play, places[number])
        elif not counting and not play.counted:
            play.aside += 1


def judge_face_up_in_hand(play: Play, place: int) -> None:
    """Take the card out, which leaves six, (n)(8), or treat it as an exposed card of that hand (DIV-110)."""
    if play.reads("DIV-110", "exposed"):
        if place != 0 or dealer_hand_counts(play):
            judge_exposed(play, place, "dealing", {})
    elif place in {area.position for area in play.live_areas()} or (place == 0 and dealer_hand_counts(play)):
        void_round(play, "misdeal", ["(n)(6)#1", "(n)(8)"])


def judge_start(play: Play, first: int) -> None:
    """Void the round if the deal did not begin at the starting position, (n)(3), DIV-66."""
    play.dealt_first = first
    if play.start is not None and first != play.start:
        void_round(play, "wrong-start", ["(n)(3)"])


def judge_exposed(play: Play, place: int, when: str, facts: Mapping[str, Any]) -> None:
    """Judge a card that was exposed in a hand: the dealer's or the bank's voids the round, (n)(5); a player may choose, (n)(4)."""
    if place == 0:
        still_counts = dealer_hand_counts(play) and not dealer_turned(play)
        if still_counts if when == "later" else dealer_hand_counted(play):
            void_round(play, "dealer-card-exposed", ["(n)(5)"])
        return
    area = play.areas.get(place)
    if area is None or area not in play.live_areas() or area.void:
        return
    if place == play.banker:
        if when != "later" or not bank_turned(play):
            void_round(play, "bank-card-exposed", ["(n)(5)"])
        return
    by_player = facts.get("who") == "player"
    if not (by_player or area.surrendered or area.exposed or has_seen(play, area, facts)):
        area.choosing = True


def dealer_hand_counts(play: Play) -> bool:
    """Say whether the dealer's cards are a hand now: they are none where they were racked (DIV-44)."""
    return dealer_hand_counted(play) and (dealer_plays(play) or not play.dealer_racked)


def dealer_hand_counted(play: Play) -> bool:
    """Say whether the dealer's cards were a hand in the deal: not where shoes have them collected, (h)(4)(i)#2, (j)(6)."""
    return dealer_plays(play) or not (play.reads("DIV-44", "by-method") and play.dealing != "hand")


def dealer_turned(play: Play) -> bool:
    """Say whether the dealer's cards lie face up."""
    return play.dealer_low is not None or play.ended


def bank_turned(play: Play) -> bool:
    """Say whether the bank's cards lie face up: when it sets them, or when the dealer exposes them (DIV-56)."""
    bank_set = play.banker is not None and play.areas[play.banker].low is not None
    openly = play.reads("DIV-56", "openly") and bank_set
    return play.ended or openly or play.done > 0


def has_seen(play: Play, area: Area, facts: Mapping[str, Any]) -> bool:
    """Say whether a player knows his other cards (DIV-112)."""
    if area.low is not None or facts.get("looked"):
        return True
    delivered = play.counted and (play.dealing != "hand" or play.start is not None)
    return play.ended or (delivered and not play.record.physical)


# ---- reports


def report_exposed(play: Play, act: Act) -> None:
    """Judge `report-exposed`; in a stack that is made and nobody's yet the card voids the round, (n)(11), DIV-109."""
    when = act.facts.get("when", "later")
    if "stack" in act.facts or when == "stacking":
        allow(play.dealing == "hand", "(n)(11)", "no stacks are dealt")
        if when == "stacking":
            void_stacks(play, "card-exposed", "(n)(11)")
        else:
            void_round(play, "card-exposed", ["(n)(11)"])
        return
    place = act.facts.get("position", act.facts.get("place", 0))
    judge_exposed(play, int(place), when, act.facts)


def report_stacks(play: Play) -> None:
    """Judge stacks out of pattern, (n)(12), that were found when they lay there (DIV-108)."""
    allow(play.dealing == "hand", "(n)(12)", "no stacks are dealt")
    void_round(play, "stacks", ["(n)(12)"])


def void_stacks(play: Play, reason: str, clause: str) -> None:
    """Void the round, or, where wagers stand and the stacks are still being made, deal anew (DIV-108)."""
    if play.reads("DIV-108", "void") or play.counted or play.ended:
        void_round(play, reason, [clause])
        return
    play.dealt, play.aside, play.face_up = False, 0, set()
    play.dealer_cards = None
    for area in play.live_areas():
        area.cards, area.choosing = None, False


def report_device(play: Play, act: Act) -> None:
    """Judge a jam: of the automated shoe that deals the round it voids it, (n)(14)#1, DIV-111; of a shuffler nothing (DIV-48)."""
    shoes = ("automated-shoe", "shoe", "reshuffling-device")
    if act.facts.get("device") in FINDERS and (not play.dealt or play.dealing == "hand"):
        play.finder_failed = True  # stacks that were dealt from the hand wait for the start, (i)(5)
    if act.facts.get("device") not in shoes or play.dealing != "automated-shoe" or not play.closed:
        return
    in_it = act.facts.get("live", True) if play.ended else not play.counted
    if in_it or play.reads("DIV-111", "during-the-round"):
        void_round(play, "automated-shoe", ["(n)(14)#1"])


def report(play: Play, act: Act) -> None:
    """Judge a report, from "no more bets" on; a device may fail at any time."""
    allow(play.closed or act.act == "report-device", "(n)(8)", "no round is in play")
    if act.act == "report-exposed":
        report_exposed(play, act)
    elif act.act == "report-misdeal":
        judge_numbers(play, act.facts)
    elif act.act == "report-face-up":
        judge_face_up(play, act.facts)
    elif act.act == "report-start":
        judge_start(play, act.facts["first"])
    elif act.act == "report-stacks":
        report_stacks(play)
    else:
        report_device(play, act)
