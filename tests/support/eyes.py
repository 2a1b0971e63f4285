"""What somebody at a table sees of the cards: written from the books, and not taken from the views that it is compared with."""

from houseway.events import Role

PAI_GOW = "Pai Gow Poker"
DEALER = 0


def is_own(table, actor, position):
    return actor.role in (Role.PLAYER, Role.BANK) and bool(actor.name) and table.seats.get(position) == actor.name


def seen_now(table, actor):
    """Cards that lie before somebody's eyes, by position or by their place on the layout."""
    seen = _pai_gow(table, actor) if table.game.name == PAI_GOW else _against_dealer(table, actor)
    return {place: frozenset(cards) for place, cards in {**seen, "aside": table.round.set_aside}.items() if cards}


def shown(view):
    """The same, as a view shows it."""
    by_mistake = view.get("seen", {})
    layout = {place: (*view.get(place, ()), *by_mistake.get(place, ())) for place in ("board", "box", "burned", "aside")}
    return {place: frozenset(cards) for place, cards in {**view["cards"], **layout}.items() if cards}


def order_is_known(table):
    """Whether the engine knows how the cards lie; nobody does where physical cards are used."""
    state = table.round
    if not state.dealt:
        return table.equipment.stock is not None
    return any(state.hands.values()) if table.game.name == PAI_GOW else state.undealt is not None


# Pai Gow Poker


def _pai_gow(table, actor):
    state = table.round
    seen = {}
    for position, hand in state.hands.items():
        if _lies_open(table, position):
            seen[position] = hand or (*state.placed_hands[position].high, *state.placed_hands[position].low)
        elif position in state.racked:
            continue
        elif is_own(table, actor, position) and _may_look(table, position):
            seen[position] = hand
        else:
            seen[position] = state.exposed_by_mistake.get(position, ())
    return seen


def _lies_open(table, position):
    """The dealer's hand once turned, the bank's and the players' once exposed, a surrendered one once it is arranged."""
    state = table.round
    if position == DEALER:
        return state.is_dealer_done and DEALER in state.placed_hands
    if position == state.bank.position:
        return state.bank_exposed
    return position in state.exposed or position in state.rearranged


def _may_look(table, position):
    """A player looks at his own cards when the stub is counted; not while he must choose about an exposed one, nor if he voids."""
    state = table.round
    gone = state.exposed_to_choose | state.void_hands | state.surrendered
    return state.stub_counted and not state.void and position in state.betting_positions and position not in gone


# Games against the dealer


def _against_dealer(table, actor):
    state = table.round
    hands = {place: _hand(table, actor, place) for place in state.hands}
    turned = {"board": state.board[: state.shown], "box": state.box if state.box_turned else (), "burned": ()}
    return {**hands, **{place: (*cards, *state.exposed_by_mistake.get(place, ())) for place, cards in turned.items()}}


def _hand(table, actor, place):
    """A player looks at his own cards from the deal on, until he folds or leaves; one card of the dealer's may lie face up."""
    state = table.round
    if state.dealer_turned if place == DEALER else place in state.exposed:
        return state.hands[place]
    if place in state.racked:
        return ()
    gone = place in state.folded | state.abandoned | state.left or state.void
    if is_own(table, actor, place) and not gone:
        return state.hands[place]
    up = table.rules.regulation.value_of("dealer-cards-face-up") if place == DEALER and _deals_face_up(table) else 0
    return (*state.exposed_by_mistake.get(place, ()), *(state.hands[place][-up:] if up else ()))


def _deals_face_up(table):
    return table.rules.book == "md.four-card-poker"
