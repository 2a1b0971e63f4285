"""Find the readings that decided a round as a whole: the order of settlement, and what happened to the meters.

It lists only the readings without which this round would have gone differently.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from houseway.events import Event
from houseway.explanation.decisive_readings import DecisiveReading
from houseway.explanation.display_names import spoken_name
from houseway.explanation.explanation import WagerExplanation
from houseway.explanation.reasons import COMPARED_WAGERS
from houseway.explanation.results import FOLDED
from houseway.ledger import MONEY_MOVED, Reason
from houseway.procedure import CENTRE, DEALER, PAI_GOW, PROGRESSIVE
from houseway.progressive import (
    AWARDED,
    CONTRIBUTION_KEPT,
    CONTRIBUTION_REVERSED,
    DEDUCTED,
    MISMATCH_RULED,
    MISMATCHED,
    MeterTerms,
)
from houseway.submission import Rules

SETTLED_RESULTS = ("win", "lose", "tie")
COLLECTED = (Reason.WAGER_LOST.value, Reason.SURRENDERED.value)
"""Why a wager goes to the centre."""


@dataclass(frozen=True, slots=True)
class SettledRound:
    """A settled round with its wagers, its events and its meter events."""

    rules: Rules
    wagers: Sequence[WagerExplanation]
    banking: bool
    events: Sequence[Event]
    meter_events: Sequence[Event]

    @property
    def exposed_positions(self) -> list[tuple[int, str]]:
        """Return the positions with the result of the base wager, in the order in which their hands were exposed."""
        results = {each.position: each.result for each in self.wagers if each.wager == PAI_GOW}
        places = (event["position"] for event in self.events if event.kind == "hand-exposed")
        return [(place, results[place]) for place in places if isinstance(place, int) and place in results]

    def settled_wagers(self, *wagers: str) -> Iterator[WagerExplanation]:
        return (each for each in self.wagers if each.wager in wagers and each.result in SETTLED_RESULTS)

    def optional_wagers(self) -> list[WagerExplanation]:
        """Return the optional wagers of the settled round."""
        return [each for each in self.settled_wagers(*self.rules.offers) if each.wager not in COMPARED_WAGERS]

    def meter_events_of(self, *kinds: str) -> list[Event]:
        return [event for event in self.meter_events if event.kind in kinds]

    def takes_reading(self, *choices: str) -> bool:
        return self.rules.takes_reading(*choices)


RoundReadingDecides = Callable[[SettledRound], bool]


def find_round_readings(settled: SettledRound) -> tuple[DecisiveReading, ...]:
    """Return the decisive readings of a round, sorted by id."""
    taken, known = settled.rules.readings, settled.rules.regulation.readings
    found = sorted(reading for reading, decides in _READING_CHECKS.items() if reading in taken and decides(settled))
    return tuple(DecisiveReading(reading, taken[reading], known[reading].choices[taken[reading]]) for reading in found)


# The order of settlement


def _winner_before_loser(settled: SettledRound) -> bool:
    """Against a bank, a wager was lost or given up after a winner was exposed. Paid at once, the winner would be paid before that
    wager is in the centre."""
    winners = {place for place, result in settled.exposed_positions if result == "win"}
    exposed = (
        each for each, event in enumerate(settled.events) if event.kind == "hand-exposed" and event["position"] in winners
    )
    first = next(exposed, len(settled.events))
    return settled.banking and any(_goes_to_centre(event) for event in settled.events[first:])


def _goes_to_centre(event: Event) -> bool:
    """Return whether a wager is collected for the bank."""
    return event.kind == MONEY_MOVED and event["target"] == CENTRE and event["reason"] in COLLECTED


def _was_one_pass_cut_short(settled: SettledRound) -> bool:
    """A bank round turned out void in the middle of one pass, and what was settled stood."""
    return (
        settled.banking
        and settled.takes_reading("PG-26=one-pass")
        and settled.takes_reading("PG-90=settled-stands")
        and _was_void_after_settling(settled)
    )


def _did_house_also_win(settled: SettledRound) -> bool:
    house = any(each.position == DEALER and each.result == "win" for each in settled.settled_wagers(PAI_GOW))
    return settled.banking and house and any(result == "win" for _, result in settled.exposed_positions)


def _were_optional_wagers_settled_in_turn(settled: SettledRound) -> bool:
    """Some player's optional wagers were settled before the next player's, or before another player's wagers of another kind."""
    optional = settled.optional_wagers()
    places = {each.position for each in optional}
    if not settled.banking or settled.takes_reading("PG-26=one-pass"):
        return any(place in places for place, _ in settled.exposed_positions[:-1])
    return len(places) > 1 and len({each.wager for each in optional}) > 1


def _was_winner_paid_after_all_exposed(settled: SettledRound) -> bool:
    """Somebody has a wager that asks for one pass, and a winner was not the last to be exposed."""
    asking = (id_ for id_, wager in settled.rules.wagers.items() if wager.is_one_pass)
    walked = not settled.banking and any(settled.settled_wagers(*asking))
    return walked and any(result == "win" for _, result in settled.exposed_positions[:-1])


def _has_premium_or_both_bonuses(settled: SettledRound) -> bool:
    """A premium hand won a wager with envy, or a player has both such a wager and a progressive one."""
    offers = [offer for offer in settled.rules.offers.values() if offer.envy]
    hands = {row.hand for offer in offers for table in offer.envy for row in table.rows}
    bonus = tuple(settled.settled_wagers(*(offer.wager for offer in offers)))
    progressive = {each.position for each in settled.settled_wagers(PROGRESSIVE)}
    won = (each.hand for each in bonus if each.result == "win")
    return any(each.position in progressive for each in bonus) or any(
        spoken_name(hand) in said for said in won for hand in hands
    )


def _was_lost_chip_collected(settled: SettledRound) -> bool:
    return any(each.result == "lose" for each in settled.settled_wagers(PROGRESSIVE))


def _has_wager_without_own_step(settled: SettledRound) -> bool:
    coded = [wager for wager in settled.rules.wagers.values() if wager.paid_by]
    with_step, without_step = ([wager.id for wager in coded if wager.has_own_step is has] for has in (True, False))
    positions = {each.position for each in settled.settled_wagers(*with_step)}
    return any(each.position in positions for each in settled.settled_wagers(*without_step))


def _was_wager_settled_after_fold(settled: SettledRound) -> bool:
    folded = {event["position"] for event in settled.events if event.kind == "hand-folded"}
    return any(each.position in folded and each.hand != FOLDED for each in settled.optional_wagers())


# Meters


def _was_contribution_void(settled: SettledRound) -> bool:
    """Wagers that had contributed to the meter were void."""
    stays = settled.takes_reading("PG-50=kept", "DIV-51=kept", "UTH-104", "FC-104")
    came_late = settled.takes_reading("PG-51=at-settlement", "DIV-52=at-settlement", "UTH-101", "FC-101")
    was_retained = stays and not came_late and any(map(_was_collected_then_void, settled.wagers))
    return was_retained or bool(settled.meter_events_of(CONTRIBUTION_REVERSED, CONTRIBUTION_KEPT))


def _was_collected_then_void(each: WagerExplanation) -> bool:
    return each.wager == PROGRESSIVE and each.result == "void" and any(move.reason == "wager-collected" for move in each.moves)


def _partial_shares(settled: SettledRound) -> list[Event]:
    """Return the shares paid of less than a whole meter."""
    return [event for event in settled.meter_events_of(AWARDED) if event.fraction("share") < 1]


def _has_several_meter_winners(settled: SettledRound) -> bool:
    """Several players won shares one after the other. Sharing one meter is explained with each wager."""
    meters = [event["meter"] for event in settled.meter_events_of(AWARDED)]
    return len(set(meters)) < len(meters) and not settled.takes_reading("PG-19=shared", "DIV-40=shared", "UTH-103", "FC-103")


def _did_limit_cut_share(settled: SettledRound) -> bool:
    """The payout limit cut a share. Where winners share it, each may get less because of the others."""
    awards = () if settled.takes_reading("PG-19=shared") else settled.meter_events_of(AWARDED)
    return any(event.cents("amount").amount < event.fraction("of") * event.fraction("share") for event in awards)


def _did_display_differ(settled: SettledRound) -> bool:
    return bool(settled.meter_events_of(MISMATCHED, MISMATCH_RULED))


def _is_deduction_near_reset(settled: SettledRound) -> bool:
    """A deduction took the meter below its reset amount, or would have."""
    floor = max((MeterTerms.from_rules(each, settled.rules).least_reset.amount for each in settled.rules.meters), default=0)
    comes_off = (*settled.meter_events_of(DEDUCTED), *(event for event in _partial_shares(settled) if event["taken"]))
    return any(event.fraction("before") - event.cents("amount").amount < floor for event in comes_off)


def _was_meter_fed_by_coupon(settled: SettledRound) -> bool:
    placed = (event for event in settled.events if event.kind == "wager-placed" and event["wager"] == PROGRESSIVE)
    stands = {each.position for each in settled.settled_wagers(PROGRESSIVE)}
    return any(event["position"] in stands for event in placed if event.facts.get("coupon"))


def _was_void_after_settling(settled: SettledRound) -> bool:
    """The round, or its wagers against the dealer, turned out void when some wagers had been settled."""
    kinds = [event.kind for event in settled.events]
    voided = next((place for place, kind in enumerate(kinds) if kind in ("round-voided", "base-voided")), 0)
    results = (event for event in settled.events[:voided] if event.kind in ("wager-settled", "wager-surrendered"))
    return any(event.facts.get("hand") != FOLDED for event in results)


def _was_forfeit(settled: SettledRound) -> bool:
    """The wagers of a void round were lost (DIV-10), which lets stand what was settled before."""
    voided = (event for event in settled.events if event.kind == "round-voided")
    return settled.takes_reading("DIV-10=forfeit") and not any(event.facts.get("unwound") for event in voided)


def _did_emptied_shoe_fail(settled: SettledRound) -> bool:
    """An automated shoe failed when what was left in it had been taken out and counted."""
    kinds = [event.kind for event in settled.events]
    emptied = kinds.index("stub-counted") if "stub-counted" in kinds else len(kinds)
    failed = (event for event in settled.events[emptied:] if event.kind == "device-failed")
    return any(event["device"] == "automated-shoe" for event in failed)


def _was_face_up_card_dealt(settled: SettledRound) -> bool:
    """A card that had been face up in the shoe was in a hand when it was reported."""
    pairs = zip(settled.events, settled.events[1:], strict=False)
    exposed = any((one.kind, other.kind) == ("card-found-face-up", "card-exposed") for one, other in pairs)
    return exposed or any(event.facts.get("why") == "face-up-card-dealt" for event in settled.events)


def _was_card_of_seen_hand_exposed(settled: SettledRound) -> bool:
    """A card was exposed of a hand that its player had seen, so that there was no choice."""
    return any(event.kind == "card-exposed" and event.facts.get("looked") for event in settled.events)


def _was_racked_stub_face_up(settled: SettledRound) -> bool:
    """Cards were found face up in the stub when it was racked and players still had to decide."""
    kinds = [event.kind for event in settled.events]
    racked = next((place for place, kind in enumerate(kinds) if kind in ("stub-racked", "stub-counted")), len(kinds))
    decided = max((place for place, kind in enumerate(kinds) if kind in _DECISIONS), default=0)
    return any(
        event.facts.get("what") == "face-up" or event.facts.get("place") == "stub" for event in settled.events[racked:decided]
    )


_DECISIONS = ("player-checked", "play-decided", "hand-folded")


_READING_CHECKS: Mapping[str, RoundReadingDecides] = {
    **dict.fromkeys(("PG-90", "UTH-90", "FC-90"), _was_void_after_settling),
    **dict.fromkeys(("PG-97", "DIV-110", "UTH-96", "FC-96"), _was_face_up_card_dealt),
    **dict.fromkeys(("PG-98", "DIV-111"), _did_emptied_shoe_fail),
    **dict.fromkeys(("PG-103", "DIV-112"), _was_card_of_seen_hand_exposed),
    "PG-14": _was_lost_chip_collected,
    "DIV-19": _was_lost_chip_collected,
    **dict.fromkeys(("PG-19", "DIV-40", "UTH-103", "FC-103"), _has_several_meter_winners),
    "PG-26": _winner_before_loser,
    **dict.fromkeys(("PG-50", "DIV-51", "UTH-104", "FC-104"), _was_contribution_void),
    **dict.fromkeys(("PG-55", "UTH-105", "FC-105"), lambda settled: bool(_partial_shares(settled))),
    "PG-61": _did_house_also_win,
    "PG-105": _was_one_pass_cut_short,
    "DIV-60": _did_house_also_win,
    "PG-64": _were_optional_wagers_settled_in_turn,
    "PG-67": _did_limit_cut_share,
    **dict.fromkeys(("PG-68", "DIV-72", "UTH-102", "FC-102"), _did_display_differ),
    "DIV-90": lambda settled: _was_void_after_settling(settled) and not _was_forfeit(settled),
    "DIV-18": _is_deduction_near_reset,
    "DIV-20": _was_meter_fed_by_coupon,
    "DIV-22": _has_premium_or_both_bonuses,
    "DIV-63": _was_winner_paid_after_all_exposed,
    "DIV-71": lambda settled: any(not event.fraction("taken") for event in _partial_shares(settled)),
    "UTH-10": _was_wager_settled_after_fold,
    "UTH-16": _has_wager_without_own_step,
    "UTH-97": _was_racked_stub_face_up,
}
"""When each reading decided how the round went, although no single wager's result depends on it."""
