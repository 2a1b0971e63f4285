"""The order of procedure: the next due step, from the first offer of the bank to the last card in the rack.

`due` returns the one step that the dealer, a floorperson or the bank must take now, or None if the table waits for players.
`decide` refuses any other step, and the croupier takes this one.
"""

from collections.abc import Iterable

from houseway.citation import Citation, Law
from houseway.events import Role
from houseway.games.pai_gow import banking, betting, dealing, setting, settling, sides
from houseway.games.pai_gow.scene import Scene
from houseway.games.pai_gow.state import Round
from houseway.games.scene import step
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
def due(scene: Scene) -> Step | None:
    """Return the due step."""
    state = scene.round
    if state.finished:
        return None
    if state.void:
        return _after_void(scene)
    if not state.closed:
        return _betting(scene)
    if not state.hands:
        return _dealing(scene)
    if not state.stub_counted:
        return _count_stub(scene)
    return _after_deal(scene)


def _count_stub(scene: Scene) -> Step:
    """The stub is spread face down and counted. Cards from a manual shoe may only be counted."""
    only_counted = scene.dealing == "manual-shoe" and scene.policy("manual-shoe-stub") == "counted"
    how = "count" if only_counted else "spread and count"
    return step(scene, "count-stub", f"{how} what is left", dealing.COUNT_STUB, scene.dealing)


def _betting(scene: Scene) -> Step | None:
    bank, preparation = scene.round.bank, scene.preparation
    if preparation is not None and preparation.act not in AFTER_THE_BANK:
        return preparation
    if banking.banks_at_all(scene) and not bank.settled:
        return _offering(scene)
    if bank.position is not None and not bank.confirmed:
        if not any(PAI_GOW in wagers for wagers in scene.round.stakes.values()):
            return None
        return step(scene, "confirm-bank", "see that the bank bet before and covers all wagers", banking.COVERS)
    if preparation is not None:
        if bank.confirmed and preparation.act == SHUFFLE and _shuffled_after_check(scene):
            clauses = (*preparation.clauses, *scene.law(AFTER_BANK_CHECK))
            return Step(SHUFFLE, preparation.role, preparation.words, clauses, preparation.facts)
        return preparation
    if bank.position is not None and bank.house_stake is None and not bank.co_banking:
        return step(scene, "stake-against-bank", "stake the house's wager against the bank", banking.HOUSE_STAKE)
    if any(PAI_GOW in wagers for position, wagers in scene.round.stakes.items() if position != bank.position):
        return step(scene, "close-betting", 'announce "no more bets"', betting.NO_MORE_BETS, scene.dealing)
    return None


def _shuffled_after_check(scene: Scene) -> bool:
    return scene.policy("bank-shuffle") == "after-check"


def too_early(scene: Scene, act: str) -> tuple[Citation, ...]:
    """Return why cards are not shuffled yet: the bank must be confirmed first, if the book says so."""
    bank = scene.round.bank
    open_yet = not bank.settled or (bank.position is not None and not bank.confirmed)
    waits = act == SHUFFLE and not scene.round.closed and open_yet and banking.banks_at_all(scene)
    return scene.law(AFTER_BANK_CHECK) if waits and _shuffled_after_check(scene) else ()


def _offering(scene: Scene) -> Step | None:
    if scene.round.bank.offered is not None:
        return None
    if scene.reads("PG-53=after", "DIV-54=after") and not any(PAI_GOW in wagers for wagers in scene.round.stakes.values()):
        return None
    position = banking.to_offer(scene)
    if position is None:
        return step(scene, "play-without-bank", "nobody banks: play against the dealer", banking.NOBODY)
    return step(scene, "offer-bank", f"offer the bank to position {position}", banking.OFFER)


def wants_start(state: Round, rules: Rules, dealing_by: str) -> bool:
    """Return whether the starting position must be found now: before the cards, or after them if they are dealt in stacks."""
    if not state.closed or state.dealt or state.start is not None or state.void:
        return False
    if _in_stacks(rules, dealing_by):
        return state.stub_counted and (state.bank.position is None or state.first_stack is not None)
    return True


def _in_stacks(rules: Rules, dealing_by: str) -> bool:
    """Return whether hands are dealt as stacks before anybody knows whose they are."""
    return dealing_by == "hand" and rules.policies["hand-dealing"] == "in-stacks"


def _dealing(scene: Scene) -> Step | None:
    if scene.device is not None:
        return scene.device
    if _in_stacks(scene.rules, scene.dealing):
        if not scene.round.stacks:
            if scene.starting is not None:
                return scene.starting
            return step(scene, "deal-stacks", "deal seven stacks, across and back", dealing.DEAL_STACKS)
        if not scene.round.stub_counted:
            return _count_stub(scene)
        if scene.round.bank.position is not None and scene.round.first_stack is None:
            return step(scene, "choose-stack", "the bank picks the first stack", dealing.BANK_PICKS_STACK, role=Role.BANK)
    return _starting(scene)


def _starting(scene: Scene) -> Step | None:
    if scene.starting is not None or scene.round.start is None:
        return scene.starting
    if not scene.round.numbers_settled and scene.offered(NUMBER) and _on_numbers(scene):
        return step(scene, "settle-numbers", "settle the wagers on the number", dealing.NUMBERS, scene.dealing)
    words = f"deal clockwise from {place(scene.round.start)}"
    return step(scene, "deal", words, dealing.DEAL, scene.dealing)


def _on_numbers(scene: Scene) -> bool:
    return any(wager.startswith(NUMBER) for wagers in scene.round.stakes.values() for wager in wagers)


def place(position: int) -> str:
    return "the dealer" if position == DEALER else f"position {position}"


def _after_deal(scene: Scene) -> Step | None:
    state = scene.round
    if state.dealer_done and not state.to_choose and (state.bank.position is None or state.bank_exposed):
        return _settlement(scene)
    if set(scene.positions) - set(state.bets) - state.racked:
        return step(scene, "collect-unwagered", "rack the cards where nobody bet", dealing.COLLECT_UNWAGERED, scene.dealing)
    if state.to_choose:
        return None
    if scene.starting is not None:
        return scene.starting
    return _setting(scene)


def _setting(scene: Scene) -> Step | None:
    state, bank = scene.round, scene.round.bank
    for position in sorted(state.asked_for_help):
        if scene.policy("help-in-setting") == "owed" or position not in state.laid:
            words = f"tell position {position} the house way"
            return step(scene, "tell-house-way", words, setting.HELP, position=position)
    waiting = setting.waits_for(scene)
    for position in waiting:
        if position in state.left:
            words = f"set the hand of position {position} the house way"
            return step(scene, "set-absent", words, setting.ABSENT, position=position)
    if any(position != bank.position for position in waiting):
        return None
    return _bank_and_dealer(scene, waiting)


def _bank_and_dealer(scene: Scene, waiting: tuple[int, ...]) -> Step | None:
    state, bank = scene.round, scene.round.bank
    if bank.position is not None and bank.co_banking and bank.position not in state.laid:
        return step(scene, "set-co-bank", "set the co-bank's hand the house way", setting.CO_BANK_SET)
    if waiting and not scene.reads("PG-57=last", "DIV-56=last"):
        return None
    if not state.dealer_done:
        if bank.position is None or bank.house_stake or scene.reads("PG-31=set-anyway", "DIV-44=set-anyway"):
            law = setting.DEALER_SETS if bank.position is None else setting.DEALER_SETS_AGAINST_BANK
            return step(scene, "set-dealer", "turn over the dealer's cards and set them the house way", law)
        return step(scene, "rack-dealer", "rack the dealer's cards unseen", setting.DEALER_DEAD)
    if bank.position is not None and bank.position in state.laid and not state.bank_exposed:
        return step(scene, "expose-bank", "expose the bank's hands", setting.BANK_EXPOSED)
    return None


def _settlement(scene: Scene) -> Step:
    """Return the first step that is still to be done, in the book's order."""
    return _by_position(scene) or _shared(scene) or _envy(scene) or _last_cards(scene)


def _by_position(scene: Scene) -> Step | None:
    """Hands are exposed and their wagers settled position by position; in two passes against a bank, or as the book says."""
    state = scene.round
    if state.bank.position is not None:
        return _against_bank(scene)
    if scene.policy("winners-paid") == "after-all-exposed" and not _one_pass(scene):
        return _all_exposed_first(scene)
    for position in state.playing:
        if position in state.racked:
            continue
        found = _expose(scene, position) or _pay(scene, position) or _sides(scene, position) or _collect(scene, position)
        if found:
            return found
    return None


def _shared(scene: Scene) -> Step | None:
    if sides.shares_meters(scene) and sides.shared(scene):
        return step(scene, "settle-shared", "pay those who share a meter", sides.AT_TURN)
    return None


def _against_bank(scene: Scene) -> Step | None:
    found = _open_hands(scene, setting.players(scene))
    if found:
        return found
    if not scene.round.bank_settled:
        return step(
            scene,
            "settle-bank",
            "pay the winners from the centre and settle with the bank",
            settling.EXPOSE_AGAINST_BANK,
            "co-bank" if scene.round.bank.co_banking else "",
        )
    for position in scene.round.playing:
        found = _sides(scene, position) or _collect(scene, position)
        if found:
            return found
    return None


def _one_pass(scene: Scene) -> bool:
    """Return whether winners are paid as they are exposed because somebody has a bonus wager (DIV-63)."""
    return scene.reads("DIV-63=one-pass") and any("bonus" in wagers for wagers in scene.round.stakes.values())


def _all_exposed_first(scene: Scene) -> Step | None:
    """Losers and ties are settled as they are exposed, winners after all hands are open."""
    playing = scene.round.playing
    found = _open_hands(scene, playing)
    if found:
        return found
    for position in playing:
        found = _pay(scene, position) or _sides(scene, position) or _collect(scene, position)
        if found:
            return found
    return None


def _open_hands(scene: Scene, positions: Iterable[int]) -> Step | None:
    """In the first pass every hand is exposed. In some books the cards go at once if nothing was won."""
    early = scene.policy("losing-cards-racked") == "at-once"
    for position in positions:
        found = _expose(scene, position)
        if not found and early and position in scene.round.exposed and not _won_anything(scene, position):
            found = _collect(scene, position, early=True)
        if found:
            return found
    return None


def _won_anything(scene: Scene, position: int) -> bool:
    results = scene.round.results
    return any(results.get((position, wager)) and results[position, wager].result == "win" for wager in (PAI_GOW, PROGRESSIVE))


def _expose(scene: Scene, position: int) -> Step | None:
    state = scene.round
    if position in state.exposed or position in state.surrendered:
        return None
    law = settling.EXPOSE if state.bank.position is None else settling.EXPOSE_AGAINST_BANK
    who = "co-bank" if state.bank.co_banking else ""
    return step(scene, "expose", f"expose the hands of position {position}", law, who, position=position)


def _pay(scene: Scene, position: int) -> Step | None:
    state = scene.round
    if (position, PAI_GOW) in state.paid:
        return None
    result = state.results.get((position, PAI_GOW))
    if result is None or result.result != "win":
        return None
    return step(scene, "pay", f"pay position {position} and take the vigorish", settling.PAY_WINNER, position=position)


def _sides(scene: Scene, position: int) -> Step | None:
    """Settle the optional wagers of a position after the hand is rearranged; the progressive may come before that."""
    state = scene.round
    unpaid = [wager for wager in state.sides.get(position, ()) if (position, wager) not in state.paid]
    if PROGRESSIVE in unpaid and sides.progressive_first(scene):
        found = _progressive(scene, position)
        if found:
            return found
        unpaid.remove(PROGRESSIVE)
    if position not in state.rearranged and sides.rearranges(scene, position):
        return _rearrange(scene, position)
    return _rearranged_sides(scene, position, [wager for wager in unpaid if not sides.waits(scene, position, wager)])


def _rearranged_sides(scene: Scene, position: int, unpaid: list[str]) -> Step | None:
    lost = sides.lost_next(scene, position, unpaid) if len(unpaid) > 1 else ()
    if len(lost) > 1:
        return _collect_lost(scene, position, lost)
    for wager in unpaid:
        found = _progressive(scene, position) if wager == PROGRESSIVE else _side(scene, position, wager)
        if found:
            return found
    return None


def _collect_lost(scene: Scene, position: int, wagers: tuple[str, ...]) -> Step:
    """Consecutive lost wagers are settled in one sweep, each under its own clause, or one by one (`instead`)."""
    titles = [scene.rules.regulation.wagers[wager].title for wager in wagers]
    words = f"settle {', '.join(titles[:-1])} and {titles[-1]} of position {position}: they are lost"
    law = tuple([clause for wager in wagers for clause in scene.law(sides.SIDE_LOST, wager)])
    return Step("collect-lost", Role.DEALER, words, law, {"position": position, "wagers": wagers})


def instead(scene: Scene, due: Step) -> Step | None:
    """Return what may be done instead of the due step: the first wager of a sweep by itself, in the order of 11.H."""
    if due.act != "collect-lost":
        return None
    return _side(scene, due.position, due.texts("wagers")[0])


def _rearrange(scene: Scene, position: int) -> Step:
    words = f"make the best hand of position {position}'s seven cards"
    return step(scene, "rearrange", words, sides.REARRANGE, position=position)


def _side(scene: Scene, position: int, wager: str) -> Step:
    title = scene.rules.regulation.wagers[wager].title
    facts = {"position": position, "wager": wager}
    return Step("settle-side", Role.DEALER, f"settle {title} of position {position}", scene.law(sides.SIDE_WON, wager), facts)


def _progressive(scene: Scene, position: int) -> Step | None:
    made = sides.awards_of(scene, position)[PROGRESSIVE]
    key = (position, PROGRESSIVE)
    if made.won:
        if key not in scene.round.lights_checked and position not in scene.lit:
            words = f"rule on the progressive wager of position {position}: its light is not on"
            return step(scene, "rule-light", words, sides.VERIFY, role=Role.FLOOR, position=position)
        if key not in scene.round.lights_checked:
            words = f"check hand and light of position {position}"
            return step(scene, "verify-progressive", words, sides.VERIFY, position=position)
        if sides.needs_validation(scene, made) and key not in scene.round.validated:
            words = f"validate the progressive win of position {position}"
            return step(scene, "validate", words, sides.VALIDATE, role=Role.FLOOR, position=position)
    return None if made.share is not None and sides.shares_meters(scene) else _side(scene, position, PROGRESSIVE)


def _collect(scene: Scene, position: int, early: bool = False) -> Step | None:
    """Collect cards when nothing depends on them any more."""
    state = scene.round
    if position in state.racked or position in state.awaiting_documents or sides.keeps_for_envy(scene, position):
        return None
    if sides.shares_meters(scene) and (position, PROGRESSIVE) in _open(scene, position):
        return None
    if early and (state.lammers or _open(scene, position)):
        return None
    law = sides.collect_law(scene, position)
    return step(scene, "collect-cards", f"rack the cards of position {position}", law, position=position)


def _open(scene: Scene, position: int) -> set[tuple[int, str]]:
    """Return the unsettled optional wagers of a position."""
    return {(position, wager) for wager in scene.sides(position)} - scene.round.paid


def _envy(scene: Scene) -> Step | None:
    """After all other wagers comes envy, in some books with a premium hand's own bonus, seat by seat."""
    state, premium_last = scene.round, sides.premium_last(scene)
    premium = any(sides.envy_hand(scene, position) for position in state.playing)
    unpaid = state.lammers - state.envy_paid if premium else frozenset()
    for wager in sorted({wager for _, wager in unpaid}, key=sides_order):
        for position in state.playing:
            if (position, wager) in unpaid and sides.envy_due(scene, position, wager):
                words = f"pay position {position} the envy bonus"
                return step(scene, "pay-envy", words, sides.ENVY, wager, position=position, wager=wager)
            found = _premium(scene, position) if premium_last else None
            if found:
                return found
    return next(filter(None, (_premium(scene, position) for position in state.playing)), None) if premium_last else None


def sides_order(wager: str) -> int:
    return sides_sequence.index(wager)


sides_sequence = ("fortune-bonus", "emperors-treasure", "bonus")


def _premium(scene: Scene, position: int) -> Step | None:
    """Pay a premium hand's own bonus. Its cards go at once unless paperwork is open; those without a bonus go last."""
    state, own = scene.round, sides.with_envy(scene, position)
    if not own:
        return None
    for wager in own:
        if (position, wager) not in state.paid:
            return _side(scene, position, wager)
    if position in state.racked or position in state.awaiting_documents:
        return None
    return step(scene, "collect-cards", f"rack the cards of position {position}", sides.PREMIUM_PAID, position=position)


def _last_cards(scene: Scene) -> Step:
    """Collect what is left on the table, after any paperwork, and the dealer's own cards last."""
    state = scene.round
    for position in state.bets:
        if position in state.awaiting_documents:
            words = f"complete the papers for position {position}"
            return step(scene, "complete-documents", words, sides.DOCUMENTS, role=Role.FLOOR, position=position)
        if position not in state.racked:
            words = f"rack the cards of position {position}"
            return step(scene, "collect-cards", words, sides.COLLECT, "last", position=position)
    if DEALER not in state.racked:
        return step(scene, "collect-cards", "rack the dealer's cards", sides.COLLECT, position=DEALER)
    return step(scene, "end-round", "the round is over", END_ROUND)


def _after_void(scene: Scene) -> Step:
    """Collect all cards and end the round. Payments that stand are documented first."""
    for position in sorted(scene.round.awaiting_documents):
        words = f"complete the papers for position {position}"
        return step(scene, "complete-documents", words, sides.DOCUMENTS, role=Role.FLOOR, position=position)
    return step(scene, "end-round", "gather all cards: the round is void", VOID_CARDS)
