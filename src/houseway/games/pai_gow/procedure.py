"""The order of procedure: the next due step, from the first offer of the bank to the last card in the rack.

`due_step` returns the one step that the dealer, a floorperson or the bank must take now, or None if the table waits for players.
`decide` refuses any other step, and the croupier takes this one.
"""

from collections.abc import Iterable

from houseway.citation import Citation, Law
from houseway.events import Role
from houseway.games.pai_gow import banking, betting, dealing, setting, settling, sides
from houseway.games.pai_gow.scene import PaiGowContext
from houseway.games.pai_gow.state import PaiGowRound
from houseway.games.scene import due_step_under
from houseway.procedure import DEALER, DIV, MD, NUMBER, PAI_GOW, PROGRESSIVE, Step
from houseway.submission import Rules
from houseway.values import memoize_last

AFTER_THE_BANK = frozenset(
    ("shuffle", "store-deck", "offer-cut", "refuse-cut", "cut", "complete-cut", "load-shoe", "take-deck")
)
"""Preparations that wait until the bank is decided (12.G). A new deck does not wait, because it starts a new game."""
SHUFFLE = "shuffle"
AFTER_BANK_CHECK = Law({MD: "12.G"}, policy="bank-shuffle")
END_ROUND = Law({MD: "11.J", DIV: "(l)(10)"})
VOID_CARDS = Law({MD: "11.J", DIV: "(l)(10)"})


@memoize_last
def due_step(scene: PaiGowContext) -> Step | None:
    """Return the due step."""
    state = scene.round
    if state.finished:
        return None
    if state.void:
        return _after_void_step(scene)
    if not state.closed:
        return _betting_step(scene)
    if not state.hands:
        return _dealing_step(scene)
    if not state.stub_counted:
        return _stub_step(scene)
    return _after_deal_step(scene)


def _stub_step(scene: PaiGowContext) -> Step:
    """The stub is spread face down and counted. Cards from a manual shoe may only be counted."""
    only_counted = scene.dealing == "manual-shoe" and scene.policy("manual-shoe-stub") == "counted"
    how = "count" if only_counted else "spread and count"
    return due_step_under(scene, "count-stub", f"{how} what is left", dealing.COUNT_STUB, scene.dealing)


def _betting_step(scene: PaiGowContext) -> Step | None:
    bank, preparation = scene.round.bank, scene.preparation
    if preparation is not None and preparation.act not in AFTER_THE_BANK:
        return preparation
    if banking.may_anybody_bank(scene) and not bank.settled:
        return _offering_step(scene)
    if bank.position is not None and not bank.confirmed:
        if not any(PAI_GOW in wagers for wagers in scene.round.stakes.values()):
            return None
        return due_step_under(scene, "confirm-bank", "see that the bank bet before and covers all wagers", banking.COVERS)
    if preparation is not None:
        if bank.confirmed and preparation.act == SHUFFLE and _must_shuffle_after_check(scene):
            clauses = (*preparation.clauses, *scene.law(AFTER_BANK_CHECK))
            return Step(SHUFFLE, preparation.role, preparation.words, clauses, preparation.facts)
        return preparation
    if bank.position is not None and bank.house_stake is None and not bank.co_banking:
        return due_step_under(scene, "stake-against-bank", "stake the house's wager against the bank", banking.HOUSE_STAKE)
    if any(PAI_GOW in wagers for position, wagers in scene.round.stakes.items() if position != bank.position):
        return due_step_under(scene, "close-betting", 'announce "no more bets"', betting.NO_MORE_BETS, scene.dealing)
    return None


def _must_shuffle_after_check(scene: PaiGowContext) -> bool:
    return scene.policy("bank-shuffle") == "after-check"


def why_too_early(scene: PaiGowContext, act: str) -> tuple[Citation, ...]:
    """Return why cards are not shuffled yet: the bank must be confirmed first, if the book says so."""
    bank = scene.round.bank
    open_yet = not bank.settled or (bank.position is not None and not bank.confirmed)
    waits = act == SHUFFLE and not scene.round.closed and open_yet and banking.may_anybody_bank(scene)
    return scene.law(AFTER_BANK_CHECK) if waits and _must_shuffle_after_check(scene) else ()


def _offering_step(scene: PaiGowContext) -> Step | None:
    if scene.round.bank.offered is not None:
        return None
    if scene.reads("PG-53=after", "DIV-54=after") and not any(PAI_GOW in wagers for wagers in scene.round.stakes.values()):
        return None
    position = banking.next_to_offer(scene)
    if position is None:
        return due_step_under(scene, "play-without-bank", "nobody banks: play against the dealer", banking.NOBODY)
    return due_step_under(scene, "offer-bank", f"offer the bank to position {position}", banking.OFFER)


def is_start_wanted(state: PaiGowRound, rules: Rules, dealing_by: str) -> bool:
    """Return whether the starting position must be found now: before the cards, or after them if they are dealt in stacks."""
    if not state.closed or state.dealt or state.start is not None or state.void:
        return False
    if _is_dealt_in_stacks(rules, dealing_by):
        return state.stub_counted and (state.bank.position is None or state.first_stack is not None)
    return True


def _is_dealt_in_stacks(rules: Rules, dealing_by: str) -> bool:
    """Return whether hands are dealt as stacks before anybody knows whose they are."""
    return dealing_by == "hand" and rules.policies["hand-dealing"] == "in-stacks"


def _dealing_step(scene: PaiGowContext) -> Step | None:
    if scene.device is not None:
        return scene.device
    if _is_dealt_in_stacks(scene.rules, scene.dealing):
        if not scene.round.stacks:
            if scene.starting is not None:
                return scene.starting
            return due_step_under(scene, "deal-stacks", "deal seven stacks, across and back", dealing.DEAL_STACKS)
        if not scene.round.stub_counted:
            return _stub_step(scene)
        if scene.round.bank.position is not None and scene.round.first_stack is None:
            return due_step_under(
                scene, "choose-stack", "the bank picks the first stack", dealing.BANK_PICKS_STACK, role=Role.BANK
            )
    return _starting_step(scene)


def _starting_step(scene: PaiGowContext) -> Step | None:
    if scene.starting is not None or scene.round.start is None:
        return scene.starting
    if not scene.round.numbers_settled and scene.offered(NUMBER) and _are_numbers_settled(scene):
        return due_step_under(scene, "settle-numbers", "settle the wagers on the number", dealing.NUMBERS, scene.dealing)
    words = f"deal clockwise from {place_name(scene.round.start)}"
    return due_step_under(scene, "deal", words, dealing.DEAL, scene.dealing)


def _are_numbers_settled(scene: PaiGowContext) -> bool:
    return any(wager.startswith(NUMBER) for wagers in scene.round.stakes.values() for wager in wagers)


def place_name(position: int) -> str:
    return "the dealer" if position == DEALER else f"position {position}"


def _after_deal_step(scene: PaiGowContext) -> Step | None:
    state = scene.round
    if state.dealer_done and not state.to_choose and (state.bank.position is None or state.bank_exposed):
        return _settlement_step(scene)
    if set(scene.positions) - set(state.bets) - state.racked:
        return due_step_under(
            scene, "collect-unwagered", "rack the cards where nobody bet", dealing.COLLECT_UNWAGERED, scene.dealing
        )
    if state.to_choose:
        return None
    if scene.starting is not None:
        return scene.starting
    return _setting_step(scene)


def _setting_step(scene: PaiGowContext) -> Step | None:
    state, bank = scene.round, scene.round.bank
    for position in sorted(state.asked_for_help):
        if scene.policy("help-in-setting") == "owed" or position not in state.laid:
            words = f"tell position {position} the house way"
            return due_step_under(scene, "tell-house-way", words, setting.HELP, position=position)
    waiting = setting.positions_to_set(scene)
    for position in waiting:
        if position in state.left:
            words = f"set the hand of position {position} the house way"
            return due_step_under(scene, "set-absent", words, setting.ABSENT, position=position)
    if any(position != bank.position for position in waiting):
        return None
    return _bank_and_dealer_step(scene, waiting)


def _bank_and_dealer_step(scene: PaiGowContext, waiting: tuple[int, ...]) -> Step | None:
    state, bank = scene.round, scene.round.bank
    if bank.position is not None and bank.co_banking and bank.position not in state.laid:
        return due_step_under(scene, "set-co-bank", "set the co-bank's hand the house way", setting.CO_BANK_SET)
    if waiting and not scene.reads("PG-57=last", "DIV-56=last"):
        return None
    if not state.dealer_done:
        if bank.position is None or bank.house_stake or scene.reads("PG-31=set-anyway", "DIV-44=set-anyway"):
            law = setting.DEALER_SETS if bank.position is None else setting.DEALER_SETS_AGAINST_BANK
            return due_step_under(scene, "set-dealer", "turn over the dealer's cards and set them the house way", law)
        return due_step_under(scene, "rack-dealer", "rack the dealer's cards unseen", setting.DEALER_DEAD)
    if bank.position is not None and bank.position in state.laid and not state.bank_exposed:
        return due_step_under(scene, "expose-bank", "expose the bank's hands", setting.BANK_EXPOSED)
    return None


def _settlement_step(scene: PaiGowContext) -> Step:
    """Return the first step that is still to be done, in the book's order."""
    return _position_step(scene) or _shared_meter_step(scene) or _envy_step(scene) or _last_cards_step(scene)


def _position_step(scene: PaiGowContext) -> Step | None:
    """Hands are exposed and their wagers settled position by position; in two passes against a bank, or as the book says."""
    state = scene.round
    if state.bank.position is not None:
        return _bank_settlement_step(scene)
    if scene.policy("winners-paid") == "after-all-exposed" and not _is_settled_in_one_pass(scene):
        return _winners_after_all_step(scene)
    for position in state.playing:
        if position in state.racked:
            continue
        found = (
            _expose_step(scene, position)
            or _pay_step(scene, position)
            or _optional_wager_step(scene, position)
            or _collect_step(scene, position)
        )
        if found:
            return found
    return None


def _shared_meter_step(scene: PaiGowContext) -> Step | None:
    if sides.are_meters_shared(scene) and sides.unpaid_sharers(scene):
        return due_step_under(scene, "settle-shared", "pay those who share a meter", sides.AT_TURN)
    return None


def _bank_settlement_step(scene: PaiGowContext) -> Step | None:
    found = _first_pass_step(scene, setting.playing_positions(scene))
    if found:
        return found
    if not scene.round.bank_settled:
        return due_step_under(
            scene,
            "settle-bank",
            "pay the winners from the centre and settle with the bank",
            settling.EXPOSE_AGAINST_BANK,
            "co-bank" if scene.round.bank.co_banking else "",
        )
    for position in scene.round.playing:
        found = _optional_wager_step(scene, position) or _collect_step(scene, position)
        if found:
            return found
    return None


def _is_settled_in_one_pass(scene: PaiGowContext) -> bool:
    """Return whether winners are paid as they are exposed because somebody has a bonus wager (DIV-63)."""
    return scene.reads("DIV-63=one-pass") and any("bonus" in wagers for wagers in scene.round.stakes.values())


def _winners_after_all_step(scene: PaiGowContext) -> Step | None:
    """Losers and ties are settled as they are exposed, winners after all hands are open."""
    playing = scene.round.playing
    found = _first_pass_step(scene, playing)
    if found:
        return found
    for position in playing:
        found = _pay_step(scene, position) or _optional_wager_step(scene, position) or _collect_step(scene, position)
        if found:
            return found
    return None


def _first_pass_step(scene: PaiGowContext, positions: Iterable[int]) -> Step | None:
    """In the first pass every hand is exposed. In some books the cards go at once if nothing was won."""
    early = scene.policy("losing-cards-racked") == "at-once"
    for position in positions:
        found = _expose_step(scene, position)
        if not found and early and position in scene.round.exposed and not _won_anything(scene, position):
            found = _collect_step(scene, position, early=True)
        if found:
            return found
    return None


def _won_anything(scene: PaiGowContext, position: int) -> bool:
    results = scene.round.results
    return any(results.get((position, wager)) and results[position, wager].result == "win" for wager in (PAI_GOW, PROGRESSIVE))


def _expose_step(scene: PaiGowContext, position: int) -> Step | None:
    state = scene.round
    if position in state.exposed or position in state.surrendered:
        return None
    law = settling.EXPOSE if state.bank.position is None else settling.EXPOSE_AGAINST_BANK
    who = "co-bank" if state.bank.co_banking else ""
    return due_step_under(scene, "expose", f"expose the hands of position {position}", law, who, position=position)


def _pay_step(scene: PaiGowContext, position: int) -> Step | None:
    state = scene.round
    if (position, PAI_GOW) in state.paid:
        return None
    result = state.results.get((position, PAI_GOW))
    if result is None or result.result != "win":
        return None
    return due_step_under(
        scene, "pay", f"pay position {position} and take the vigorish", settling.PAY_WINNER, position=position
    )


def _optional_wager_step(scene: PaiGowContext, position: int) -> Step | None:
    """Settle the optional wagers of a position after the hand is rearranged; the progressive may come before that."""
    state = scene.round
    unpaid = [wager for wager in state.sides.get(position, ()) if (position, wager) not in state.paid]
    if PROGRESSIVE in unpaid and sides.is_progressive_settled_first(scene):
        found = _progressive_step(scene, position)
        if found:
            return found
        unpaid.remove(PROGRESSIVE)
    if position not in state.rearranged and sides.needs_rearranging(scene, position):
        return _rearrange_step(scene, position)
    return _rearranged_wager_step(
        scene, position, [wager for wager in unpaid if not sides.waits_for_envy(scene, position, wager)]
    )


def _rearranged_wager_step(scene: PaiGowContext, position: int, unpaid: list[str]) -> Step | None:
    lost = sides.next_lost_wagers(scene, position, unpaid) if len(unpaid) > 1 else ()
    if len(lost) > 1:
        return _collect_lost_step(scene, position, lost)
    for wager in unpaid:
        found = _progressive_step(scene, position) if wager == PROGRESSIVE else _settle_one_step(scene, position, wager)
        if found:
            return found
    return None


def _collect_lost_step(scene: PaiGowContext, position: int, wagers: tuple[str, ...]) -> Step:
    """Consecutive lost wagers are settled in one sweep, each under its own clause, or one by one (`alternative_step`)."""
    titles = [scene.rules.regulation.wagers[wager].title for wager in wagers]
    words = f"settle {', '.join(titles[:-1])} and {titles[-1]} of position {position}: they are lost"
    law = tuple([clause for wager in wagers for clause in scene.law(sides.SIDE_LOST, wager)])
    return Step("collect-lost", Role.DEALER, words, law, {"position": position, "wagers": wagers})


def alternative_step(scene: PaiGowContext, due: Step) -> Step | None:
    """Return what may be done instead of the due step: the first wager of a sweep by itself, in the order of 11.H."""
    if due.act != "collect-lost":
        return None
    return _settle_one_step(scene, due.position, due.texts("wagers")[0])


def _rearrange_step(scene: PaiGowContext, position: int) -> Step:
    words = f"make the best hand of position {position}'s seven cards"
    return due_step_under(scene, "rearrange", words, sides.REARRANGE, position=position)


def _settle_one_step(scene: PaiGowContext, position: int, wager: str) -> Step:
    title = scene.rules.regulation.wagers[wager].title
    facts = {"position": position, "wager": wager}
    return Step("settle-side", Role.DEALER, f"settle {title} of position {position}", scene.law(sides.SIDE_WON, wager), facts)


def _progressive_step(scene: PaiGowContext, position: int) -> Step | None:
    made = sides.awards_at(scene, position)[PROGRESSIVE]
    key = (position, PROGRESSIVE)
    if made.won:
        if key not in scene.round.lights_checked and position not in scene.lit:
            words = f"rule on the progressive wager of position {position}: its light is not on"
            return due_step_under(scene, "rule-light", words, sides.VERIFY, role=Role.FLOOR, position=position)
        if key not in scene.round.lights_checked:
            words = f"check hand and light of position {position}"
            return due_step_under(scene, "verify-progressive", words, sides.VERIFY, position=position)
        if sides.needs_validation(scene, made) and key not in scene.round.validated:
            words = f"validate the progressive win of position {position}"
            return due_step_under(scene, "validate", words, sides.VALIDATE, role=Role.FLOOR, position=position)
    return None if made.share is not None and sides.are_meters_shared(scene) else _settle_one_step(scene, position, PROGRESSIVE)


def _collect_step(scene: PaiGowContext, position: int, early: bool = False) -> Step | None:
    """Collect cards when nothing depends on them any more."""
    state = scene.round
    if position in state.racked or position in state.awaiting_documents or sides.stays_for_envy(scene, position):
        return None
    if sides.are_meters_shared(scene) and (position, PROGRESSIVE) in _open_wagers(scene, position):
        return None
    if early and (state.lammers or _open_wagers(scene, position)):
        return None
    law = sides.why_cards_are_collected(scene, position)
    return due_step_under(scene, "collect-cards", f"rack the cards of position {position}", law, position=position)


def _open_wagers(scene: PaiGowContext, position: int) -> set[tuple[int, str]]:
    """Return the unsettled optional wagers of a position."""
    return {(position, wager) for wager in scene.sides(position)} - scene.round.paid


def _envy_step(scene: PaiGowContext) -> Step | None:
    """After all other wagers comes envy, in some books with a premium hand's own bonus, seat by seat."""
    state, premium_last = scene.round, sides.is_premium_paid_last(scene)
    premium = any(sides.envy_hand_at(scene, position) for position in state.playing)
    unpaid = state.lammers - state.envy_paid if premium else frozenset()
    for wager in sorted({wager for _, wager in unpaid}, key=settlement_order):
        for position in state.playing:
            if (position, wager) in unpaid and sides.envy_owed(scene, position, wager):
                words = f"pay position {position} the envy bonus"
                return due_step_under(scene, "pay-envy", words, sides.ENVY, wager, position=position, wager=wager)
            found = _premium_step(scene, position) if premium_last else None
            if found:
                return found
    return next(filter(None, (_premium_step(scene, position) for position in state.playing)), None) if premium_last else None


def settlement_order(wager: str) -> int:
    return settlement_sequence.index(wager)


settlement_sequence = ("fortune-bonus", "emperors-treasure", "bonus")


def _premium_step(scene: PaiGowContext, position: int) -> Step | None:
    """Pay a premium hand's own bonus. Its cards go at once unless paperwork is open; those without a bonus go last."""
    state, own = scene.round, sides.wagers_with_envy(scene, position)
    if not own:
        return None
    for wager in own:
        if (position, wager) not in state.paid:
            return _settle_one_step(scene, position, wager)
    if position in state.racked or position in state.awaiting_documents:
        return None
    return due_step_under(
        scene, "collect-cards", f"rack the cards of position {position}", sides.PREMIUM_PAID, position=position
    )


def _last_cards_step(scene: PaiGowContext) -> Step:
    """Collect what is left on the table, after any paperwork, and the dealer's own cards last."""
    state = scene.round
    for position in state.bets:
        if position in state.awaiting_documents:
            words = f"complete the papers for position {position}"
            return due_step_under(scene, "complete-documents", words, sides.DOCUMENTS, role=Role.FLOOR, position=position)
        if position not in state.racked:
            words = f"rack the cards of position {position}"
            return due_step_under(scene, "collect-cards", words, sides.COLLECT, "last", position=position)
    if DEALER not in state.racked:
        return due_step_under(scene, "collect-cards", "rack the dealer's cards", sides.COLLECT, position=DEALER)
    return due_step_under(scene, "end-round", "the round is over", END_ROUND)


def _after_void_step(scene: PaiGowContext) -> Step:
    """Collect all cards and end the round. Payments that stand are documented first."""
    for position in sorted(scene.round.awaiting_documents):
        words = f"complete the papers for position {position}"
        return due_step_under(scene, "complete-documents", words, sides.DOCUMENTS, role=Role.FLOOR, position=position)
    return due_step_under(scene, "end-round", "gather all cards: the round is void", VOID_CARDS)
