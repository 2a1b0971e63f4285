"""The order of procedure: the next due step, from the first offer of the bank to the last card in the rack.

`due_step` returns the one step that the dealer, a floorperson or the bank must take now, or None if the table waits for players.
`decide` refuses any other step, and the croupier takes this one.
"""

from collections.abc import Iterable

from houseway.citation import Citation, Law
from houseway.events import Role
from houseway.games.awards import Award
from houseway.games.pai_gow import banking, betting, dealing, envy, numbers, optional_wagers, setting, settling
from houseway.games.pai_gow.base_wager.centre import is_paid_in_one_pass
from houseway.games.pai_gow.context import PaiGowContext, base_wagers
from houseway.games.pai_gow.irregularities import counting
from houseway.games.pai_gow.irregularities.exposure import is_dealer_dead
from houseway.games.pai_gow.state import PaiGowRound
from houseway.games.round_context import due_step_under
from houseway.procedure import DEALER, DIV, MD, NUMBER, PAI_GOW, PROGRESSIVE, Step
from houseway.submission import Rules
from houseway.values import memoize_in_state

AFTER_THE_BANK = frozenset(
    ("shuffle", "store-deck", "offer-cut", "refuse-cut", "cut", "complete-cut", "load-shoe", "take-deck")
)
"""Preparations that wait until the bank is decided (12.G). A new deck does not wait, because it starts a new game."""
SHUFFLE = "shuffle"
AFTER_BANK_CHECK = Law({MD: "12.G"}, policy="bank-shuffle")
END_ROUND = Law({MD: "11.J", DIV: "(l)(10)"})
VOID_CARDS = Law({MD: "11.J", DIV: "(l)(10)"})


@memoize_in_state
def due_step(context: PaiGowContext) -> Step | None:
    """Return the due step."""
    state = context.round
    if state.finished:
        return None
    if state.void:
        return _after_void_step(context)
    if not state.closed:
        return _betting_step(context)
    if not state.hands:
        return _dealing_step(context)
    if not state.stub_counted:
        return _stub_step(context)
    return _after_deal_step(context)


def _stub_step(context: PaiGowContext) -> Step:
    """The stub is spread face down and counted. Cards from a manual shoe may only be counted."""
    only_counted = context.dealing == "manual-shoe" and context.policy("manual-shoe-stub") == "counted"
    how = "count" if only_counted else "spread and count"
    return due_step_under(context, "count-stub", f"{how} what is left", counting.COUNT_STUB, context.dealing)


def _betting_step(context: PaiGowContext) -> Step | None:
    bank, preparation = context.round.bank, context.preparation_step
    if preparation is not None and preparation.act not in AFTER_THE_BANK:
        return preparation
    if banking.may_anybody_bank(context) and not bank.is_decided:
        return _offering_step(context)
    if bank.position is not None and (not bank.is_confirmed or banking.is_unopposed(context)):
        words = "once the players have bet, confirm that the bank bet in an earlier round and covers all wagers"
        return due_step_under(context, "confirm-bank", words, banking.COVERS)
    if preparation is not None:
        if bank.is_confirmed and preparation.act == SHUFFLE and _must_shuffle_after_check(context):
            clauses = (*preparation.clauses, *context.law(AFTER_BANK_CHECK))
            return Step(SHUFFLE, preparation.role, preparation.words, clauses, preparation.facts)
        return preparation
    if bank.position is not None and bank.house_stake is None and not bank.co_banking:
        return due_step_under(context, "stake-against-bank", "stake the house's wager against the bank", banking.HOUSE_STAKE)
    if bank.house_stake or base_wagers(context):
        return due_step_under(context, "close-betting", "announce “no more bets”", betting.NO_MORE_BETS, context.dealing)
    return None


def _must_shuffle_after_check(context: PaiGowContext) -> bool:
    return context.policy("bank-shuffle") == "after-check"


def why_too_early(context: PaiGowContext, act: str) -> tuple[Citation, ...]:
    """Return why cards are not shuffled yet: the bank must be confirmed first, if the book says so."""
    bank = context.round.bank
    open_yet = not bank.is_decided or (bank.position is not None and not bank.is_confirmed)
    waits = act == SHUFFLE and not context.round.closed and open_yet and banking.may_anybody_bank(context)
    return context.law(AFTER_BANK_CHECK) if waits and _must_shuffle_after_check(context) else ()


def _offering_step(context: PaiGowContext) -> Step | None:
    if context.round.bank.offered is not None:
        return None
    if context.takes_reading("PG-53=after", "DIV-54=after") and not any(
        PAI_GOW in wagers for wagers in context.round.stakes.values()
    ):
        return None
    position = banking.next_to_offer(context)
    if position is None:
        return due_step_under(
            context, "play-without-bank", "record that no player banks: the round is against the dealer", banking.NOBODY
        )
    return due_step_under(context, "offer-bank", f"offer the bank to position {position}", banking.OFFER)


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


def _dealing_step(context: PaiGowContext) -> Step | None:
    if context.progressive_step is not None:
        return context.progressive_step
    if _is_dealt_in_stacks(context.rules, context.dealing):
        if not context.round.stacks:
            if context.starting_step is not None:
                return context.starting_step
            return due_step_under(context, "deal-stacks", "deal seven stacks, left to right and back", dealing.DEAL_STACKS)
        if not context.round.stub_counted:
            return _stub_step(context)
        if context.round.bank.position is not None and context.round.first_stack is None:
            who = Role.DEALER if dealing.is_bank_gone(context) else Role.BANK
            words = f"let the {who.value} choose the first stack"
            return due_step_under(context, "choose-stack", words, dealing.first_stack_clauses(context), role=who)
    return _starting_step(context)


def _starting_step(context: PaiGowContext) -> Step | None:
    if context.starting_step is not None or context.round.start is None:
        return context.starting_step
    if not context.round.numbers_settled and context.is_offered(NUMBER) and _are_numbers_settled(context):
        return due_step_under(context, "settle-numbers", "settle the wagers on the number", numbers.NUMBERS, context.dealing)
    words = f"deal clockwise from {place_name(context.round.start)}"
    return due_step_under(context, "deal", words, dealing.DEAL, context.dealing)


def _are_numbers_settled(context: PaiGowContext) -> bool:
    return any(wager.startswith(NUMBER) for wagers in context.round.stakes.values() for wager in wagers)


def place_name(position: int) -> str:
    return "the dealer" if position == DEALER else f"position {position}"


def _after_deal_step(context: PaiGowContext) -> Step | None:
    state = context.round
    if state.to_collect:
        position = min(state.to_collect)
        words = f"collect and count the surrendered cards of position {position}"
        return due_step_under(context, "collect-surrendered", words, setting.COLLECT_SURRENDERED, position=position)
    if state.is_dealer_done and not state.exposed_to_choose and (state.bank.position is None or state.bank_exposed):
        return _settlement_step(context)
    dead = is_dealer_dead(context) and not state.is_dealer_done
    if dead or not state.racked.issuperset(dealing.idle_positions(context)):
        return due_step_under(
            context,
            "collect-unwagered",
            "rack the cards of positions without wagers",
            dealing.COLLECT_UNWAGERED,
            context.dealing,
        )
    if state.exposed_to_choose:
        return None
    if context.starting_step is not None:
        return context.starting_step
    return _setting_step(context)


def _setting_step(context: PaiGowContext) -> Step | None:
    state, bank = context.round, context.round.bank
    for position in sorted(state.asked_for_help):
        if context.policy("help-in-setting") == "owed" or position not in state.placed_hands:
            words = f"tell position {position} the house way"
            return due_step_under(context, "tell-house-way", words, setting.HELP, position=position)
    waiting = setting.positions_to_set(context)
    for position in waiting:
        if position in state.left:
            words = f"set the hand of position {position} the house way"
            return due_step_under(context, "set-absent", words, setting.ABSENT, position=position)
    if any(position != bank.position for position in waiting):
        return None
    return _bank_and_dealer_step(context, waiting)


def _bank_and_dealer_step(context: PaiGowContext, waiting: tuple[int, ...]) -> Step | None:
    state, bank = context.round, context.round.bank
    if bank.position is not None and bank.co_banking and bank.position not in state.placed_hands:
        return due_step_under(context, "set-co-bank", "set the co-bank's hand the house way", setting.CO_BANK_SET)
    if waiting:
        return None
    if not state.is_dealer_done:
        if (
            bank.position is None
            or bank.house_stake
            or context.takes_reading("PG-31=set-anyway", "DIV-44=set-anyway", "DIV-44=by-method")
        ):
            law = setting.DEALER_SETS if bank.position is None else setting.DEALER_SETS_AGAINST_BANK
            return due_step_under(context, "set-dealer", "turn over the dealer's cards and set them the house way", law)
        return due_step_under(context, "rack-dealer", "rack the dealer's cards unseen", setting.DEALER_DEAD)
    if bank.position is not None and bank.position in state.placed_hands and not state.bank_exposed:
        return due_step_under(context, "expose-bank", "expose the bank's hands", setting.why_bank_lies_open(context))
    return None


def _settlement_step(context: PaiGowContext) -> Step:
    """Return the first step that is still to be done, in the book's order."""
    return _position_step(context) or _shared_meter_step(context) or _envy_step(context) or _last_cards_step(context)


def _position_step(context: PaiGowContext) -> Step | None:
    """Hands are exposed and their wagers settled position by position; in two passes against a bank, or as the book says."""
    state = context.round
    if state.bank.position is not None:
        return _bank_settlement_step(context)
    if context.rules.policies["winners-paid"] == "after-all-exposed" and not settling.is_settled_in_one_pass(context):
        return _winners_after_all_step(context)
    return _each_in_turn_step(context, state.live_positions)


def _each_in_turn_step(context: PaiGowContext, positions: Iterable[int]) -> Step | None:
    """Each player is exposed, collected from or paid, and done before the next."""
    for position in positions:
        if position in context.round.racked:
            continue
        found = (
            _expose_step(context, position)
            or _pay_step(context, position)
            or _optional_wager_step(context, position)
            or _collect_step(context, position)
        )
        if found:
            return found
    return None


def _shared_meter_step(context: PaiGowContext) -> Step | None:
    if optional_wagers.are_meters_shared(context) and optional_wagers.unpaid_sharers(context):
        return due_step_under(context, "settle-shared", "pay the players who share a meter", optional_wagers.AT_TURN)
    return None


def _bank_settlement_step(context: PaiGowContext) -> Step | None:
    """Hands are exposed and the bank is settled in two passes or in one (PG-26); its own optional wagers come last in one, because
    its hands lie open until all are compared."""
    if is_paid_in_one_pass(context.rules):
        state = context.round
        found = _each_in_turn_step(context, (place for place in state.live_positions if place != state.bank.position))
    else:
        found = _first_pass_step(context, setting.playing_positions(context))
    if found:
        return found
    if not context.round.bank_settled:
        return due_step_under(
            context,
            "settle-bank",
            "pay the winners from the centre and settle with the bank",
            settling.EXPOSE_AGAINST_BANK,
            "co-bank" if context.round.bank.co_banking else "",
        )
    for position in context.round.live_positions:
        found = _optional_wager_step(context, position) or _collect_step(context, position)
        if found:
            return found
    return None


def _winners_after_all_step(context: PaiGowContext) -> Step | None:
    """Losers and ties are settled as they are exposed, winners after all hands are open."""
    playing = context.round.live_positions
    found = _first_pass_step(context, playing)
    if found:
        return found
    for position in playing:
        found = _pay_step(context, position) or _optional_wager_step(context, position) or _collect_step(context, position)
        if found:
            return found
    return None


def _first_pass_step(context: PaiGowContext, positions: Iterable[int]) -> Step | None:
    """In the first pass every hand is exposed. In some books the cards go at once if nothing was won."""
    early = context.policy("losing-cards-racked") == "at-once"
    for position in positions:
        found = _expose_step(context, position)
        if not found and early and position in context.round.exposed and not _won_anything(context, position):
            found = _collect_step(context, position, early=True)
        if found:
            return found
    return None


def _won_anything(context: PaiGowContext, position: int) -> bool:
    results = context.round.results
    return any(results.get((position, wager)) and results[position, wager].result == "win" for wager in (PAI_GOW, PROGRESSIVE))


def _expose_step(context: PaiGowContext, position: int) -> Step | None:
    state = context.round
    if position in state.exposed or position in state.surrendered:
        return None
    law = settling.EXPOSE if state.bank.position is None else settling.EXPOSE_AGAINST_BANK
    who = "co-bank" if state.bank.co_banking else ""
    return due_step_under(context, "expose", f"expose the hands of position {position}", law, who, position=position)


def _pay_step(context: PaiGowContext, position: int) -> Step | None:
    state = context.round
    if (position, PAI_GOW) in state.paid:
        return None
    result = state.results.get((position, PAI_GOW))
    if result is None or result.result != "win":
        return None
    law, source = settling.payment_clauses(context), "" if state.bank.position is None else "from the centre "
    return due_step_under(context, "pay", f"pay position {position} {source}and take the vigorish", law, position=position)


def _optional_wager_step(context: PaiGowContext, position: int) -> Step | None:
    """Settle the optional wagers of a position after the hand is rearranged; the progressive may come before that."""
    state = context.round
    unpaid = [wager for wager in context.optional_wagers(position) if (position, wager) not in state.paid]
    if PROGRESSIVE in unpaid and optional_wagers.is_progressive_settled_first(context):
        found = _progressive_step(context, position)
        if found:
            return found
        unpaid.remove(PROGRESSIVE)
    if position not in state.rearranged and optional_wagers.needs_rearranging(context, position):
        return _rearrange_step(context, position)
    if optional_wagers.is_premium_paid_last(context):
        unpaid = [wager for wager in unpaid if not optional_wagers.waits_for_envy(context, position, wager)]
    return _rearranged_wager_step(context, position, unpaid) if unpaid else None


def _rearranged_wager_step(context: PaiGowContext, position: int, unpaid: list[str]) -> Step | None:
    lost = optional_wagers.next_lost_wagers(context, position, unpaid) if len(unpaid) > 1 else ()
    if len(lost) > 1:
        return _collect_lost_step(context, position, lost)
    for wager in unpaid:
        found = _progressive_step(context, position) if wager == PROGRESSIVE else _settle_one_step(context, position, wager)
        if found:
            return found
    return None


def _collect_lost_step(context: PaiGowContext, position: int, wagers: tuple[str, ...]) -> Step:
    """Consecutive lost wagers are settled in one sweep, each under its own clause, or one by one (`alternative_step`)."""
    titles = [context.rules.regulation.wagers[wager].title for wager in wagers]
    words = f"settle {', '.join(titles[:-1])} and {titles[-1]} of position {position}: they are lost"
    law = tuple([clause for wager in wagers for clause in context.law(optional_wagers.SIDE_LOST, wager)])
    return Step("collect-lost", Role.DEALER, words, law, {"position": position, "wagers": wagers})


def alternative_step(context: PaiGowContext, due: Step) -> Step | None:
    """Return what may be done instead of the due step: the first wager of a sweep by itself, in the order of 11.H."""
    if due.act != "collect-lost":
        return None
    return _settle_one_step(context, due.position, due.texts("wagers")[0])


def _rearrange_step(context: PaiGowContext, position: int) -> Step:
    words = f"make the best hand of the seven cards of position {position}"
    return due_step_under(context, "rearrange", words, optional_wagers.REARRANGE, position=position)


def _settle_one_step(context: PaiGowContext, position: int, wager: str) -> Step:
    title = context.rules.regulation.wagers[wager].title
    facts = {"position": position, "wager": wager}
    return Step(
        "settle-side",
        Role.DEALER,
        f"settle {title} of position {position}",
        optional_wagers.winning_clauses(context, position, wager),
        facts,
    )


def _progressive_step(context: PaiGowContext, position: int) -> Step | None:
    made = optional_wagers.awards_at(context, position)[PROGRESSIVE]
    key = (position, PROGRESSIVE)
    if made.is_won:
        if key not in context.round.lights_checked and position not in context.lit:
            words = f"rule on the progressive wager of position {position}: its light is off"
            return due_step_under(context, "rule-light", words, optional_wagers.VERIFY, role=Role.FLOOR, position=position)
        if key not in context.round.lights_checked:
            words = f"check the hand and the light of position {position}"
            return due_step_under(context, "verify-progressive", words, optional_wagers.VERIFY, position=position)
        if optional_wagers.needs_validation(context, made) and key not in context.round.validated:
            words = f"validate the progressive win of position {position}: {made.words}"
            step = due_step_under(context, "validate", words, optional_wagers.VALIDATE, role=Role.FLOOR, position=position)
            return step._replace(amount=None if _is_shared(context, made) else made.amount)
    return None if _is_shared(context, made) else _settle_one_step(context, position, PROGRESSIVE)


def _is_shared(context: PaiGowContext, made: Award) -> bool:
    """Return whether other winners of the same meter may reduce a win."""
    return made.share is not None and optional_wagers.are_meters_shared(context)


def _collect_step(context: PaiGowContext, position: int, early: bool = False) -> Step | None:
    """Collect cards when nothing depends on them any more."""
    state = context.round
    if position in state.racked or position in state.awaiting_documents or optional_wagers.stays_for_envy(context, position):
        return None
    if optional_wagers.are_meters_shared(context) and (position, PROGRESSIVE) in _open_wagers(context, position):
        return None
    if early and (state.lammers or _open_wagers(context, position)):
        return None
    return _rack_step(context, position, optional_wagers.why_cards_are_collected(context, position))


def _rack_step(context: PaiGowContext, position: int, clauses: tuple[Citation, ...]) -> Step:
    """Rack the cards of a position, and count them first if they were surrendered."""
    counting = optional_wagers.counting_clauses(context, position)
    words = f"{'count and rack the surrendered' if counting else 'rack the'} cards of position {position}"
    return due_step_under(context, "collect-cards", words, (*clauses, *counting), position=position)


def _open_wagers(context: PaiGowContext, position: int) -> set[tuple[int, str]]:
    """Return the unsettled optional wagers of a position."""
    return {(position, wager) for wager in context.optional_wagers(position)} - context.round.paid


def _envy_step(context: PaiGowContext) -> Step | None:
    """After all other wagers comes envy, in some books with a premium hand's own bonus, seat by seat."""
    state, premium_last = context.round, optional_wagers.is_premium_paid_last(context)
    premium = any(envy.envy_hand_at(context, position) for position in state.live_positions)
    unpaid = envy.payable_envy(context) - state.envy_paid if premium else frozenset()
    for wager in sorted({wager for _, wager in unpaid}, key=context.rules.settlement_order.index):
        for position in state.live_positions:
            if (position, wager) in unpaid and envy.envy_owed(context, position, wager):
                words = f"pay the envy bonus to position {position}"
                law = envy.envy_clauses(context, position, wager)
                return due_step_under(context, "pay-envy", words, law, position=position, wager=wager)
            found = _premium_step(context, position) if premium_last else None
            if found:
                return found
    return (
        next(filter(None, (_premium_step(context, position) for position in state.live_positions)), None)
        if premium_last
        else None
    )


def _premium_step(context: PaiGowContext, position: int) -> Step | None:
    """Pay a premium hand's own bonus. Its cards go at once unless paperwork is open; those without a bonus go last."""
    state, own = context.round, optional_wagers.wagers_with_envy(context, position)
    if not own:
        return None
    for wager in own:
        if (position, wager) not in state.paid:
            return _settle_one_step(context, position, wager)
    if position in state.racked or position in state.awaiting_documents:
        return None
    return _rack_step(context, position, context.law(optional_wagers.PREMIUM_PAID))


def _last_cards_step(context: PaiGowContext) -> Step:
    """Collect what is left on the table, after any paperwork, and the dealer's own cards last."""
    state = context.round
    for position in state.betting_positions:
        if position in state.awaiting_documents:
            words = f"complete the paperwork for position {position}"
            return due_step_under(
                context, "complete-documents", words, optional_wagers.DOCUMENTS, role=Role.FLOOR, position=position
            )
        if position not in state.racked:
            return _rack_step(context, position, optional_wagers.why_cards_are_collected(context, position))
    if DEALER not in state.racked:
        return due_step_under(context, "collect-cards", "rack the dealer's cards", optional_wagers.COLLECT, position=DEALER)
    return due_step_under(context, "end-round", "end the round", END_ROUND)


def _after_void_step(context: PaiGowContext) -> Step:
    """Collect all cards and end the round. Payments that stand are documented first."""
    for position in sorted(context.round.awaiting_documents):
        words = f"complete the paperwork for position {position}"
        return due_step_under(
            context, "complete-documents", words, optional_wagers.DOCUMENTS, role=Role.FLOOR, position=position
        )
    return due_step_under(context, "end-round", "collect all cards: the round is void", VOID_CARDS)
