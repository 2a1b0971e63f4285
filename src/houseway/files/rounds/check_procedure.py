"""Compare the procedure of a played round file with what it expects: where each card went, who did what, and who saw what."""

from collections.abc import Iterator

from houseway.cards import Card
from houseway.files.rounds.played_round import PlayedRoundFile
from houseway.files.rounds.witness import SeenCards, dealt_by_place, deck_numbers_by_place


def procedure_differences(played: PlayedRoundFile) -> Iterator[str]:
    yield from _deal_differences(played)
    yield from _hand_differences(played)
    yield from _act_differences(played)
    yield from _sight_differences(played)


def _deal_differences(played: PlayedRoundFile) -> Iterator[str]:
    """The deck is counted from the top as it lay when the deal began, so that the check does not rely on the program's own
    deal."""
    wanted = played.file.expect.deal
    if wanted and not played.witness.deck:
        yield "deal: nobody knows the order of physical cards"
        return
    found = deck_numbers_by_place(played.witness.deck, played.events) if wanted else {}
    for place, numbers in wanted.items():
        if found.get(place, ()) != numbers:
            there = _listed(found.get(place, ()))
            yield f"deal to {place}: expected the cards {_listed(numbers)} from the top, got {there or 'none'}"


def _hand_differences(played: PlayedRoundFile) -> Iterator[str]:
    wanted = played.file.expect.hands
    found = dealt_by_place(played.events) if wanted else {}
    for place, cards in wanted.items():
        if found.get(place, ()) != cards:
            yield f"hand of {place}: expected {_cards_text(cards)}, got {_cards_text(found.get(place, ()))}"


def _cards_text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards)) or "none"


def _listed(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _act_differences(played: PlayedRoundFile) -> Iterator[str]:
    """The acts must be done in this order; others may come between them."""
    rest = iter(played.witness.acts)
    for number, wanted in enumerate(played.file.expect.acts, start=1):
        if wanted not in rest:
            done = "it was done at another time" if wanted in played.witness.acts else "it was never done"
            yield f"act {number}, {wanted}: did not come in this order; {done}"
            return


def _sight_differences(played: PlayedRoundFile) -> Iterator[str]:
    for number, wanted in enumerate(played.file.expect.sights):
        seen = played.witness.sights.get(number)
        if seen is None:
            yield f'sees {number + 1}: "{wanted.before}" never came'
            continue
        for who, cards in wanted.seen.items():
            if dict(seen[who]) != dict(cards):
                yield f"before {wanted.before} {who} should see {_sight_text(cards)}, but sees {_sight_text(seen[who])}"
            told = played.witness.told.get(number, {}).get(who, {})
            if any(count > cards.get(place, 0) for place, count in told.items()):
                yield f"before {wanted.before} {who} should know {_sight_text(cards)}, but was told of {_sight_text(told)}"


def _sight_text(cards: SeenCards) -> str:
    return ", ".join(f"{count} of {place}" for place, count in sorted(cards.items())) or "no card"
