"""Layouts and signs on which something is missing."""

from houseway.documents import law
from tests.mutants.own import replace_function, wrong

LAYOUT = "houseway.documents.layout"


def _leave_out_area(holds: str) -> None:
    def without(original, rules):
        return (area for area in original(rules) if area[0] != holds)

    replace_function(f"{LAYOUT}:_dealer_card_areas", without)


@wrong("uth 2.B(3)", why="the layout has no area for the community cards", of=(f"{LAYOUT}:_dealer_card_areas",))
def leave_out_the_community_cards():
    _leave_out_area("board")


@wrong(
    *("uth 2.B(4)", "fc as-played.2.B(4)"),
    why="the layout has no area for the dealer's cards",
    of=(f"{LAYOUT}:_dealer_card_areas",),
)
def leave_out_the_dealers_cards():
    _leave_out_area("hand")


@wrong(
    *("uth 2.D(2)", "fc as-played.2.D(2)"),
    why="the table has no discard rack",
    of=(f"{LAYOUT}:_dealer_areas",),
)
def leave_out_the_discard_rack():
    def without(original, rules):
        return (area for area in original(rules) if area.holds != "discards")

    replace_function(f"{LAYOUT}:_dealer_areas", without)


def _leave_out_inscription(which) -> None:
    def without(original, rules):
        return tuple(each for each in original(rules) if not which(each, rules))

    replace_function(f"{LAYOUT}:layout_inscriptions", without)


@wrong(
    *("uth 2.B(1)", "fc as-played.2.B(1)"),
    why="the layout does not name the facility",
    of=(f"{LAYOUT}:layout_inscriptions",),
)
def leave_out_the_facility():
    _leave_out_inscription(lambda element, rules: element.kind == "facility")


@wrong("uth 2.B(8)(d)", why="the layout says nothing of a payout limit", of=(f"{LAYOUT}:layout_inscriptions",))
def leave_out_the_payout_limit():
    _leave_out_inscription(lambda element, rules: set(rules.law(law.LIMIT_POSTED)) & set(element.clauses))


SPOT_ROWS = f"{LAYOUT}:_spot_rows"


@wrong("uth 2.B(2)", why="the Blind lies to the left of the Ante", of=(SPOT_ROWS,))
def lay_the_blind_to_the_left():
    replace_function(SPOT_ROWS, lambda original, rules, number: (tuple(reversed(row)) for row in original(rules, number)))


def _at_first_position_only(wager):
    """Let only the first position have an area for a wager."""

    def at_first(original, rules, number):
        for row in original(rules, number):
            yield tuple(spot for spot in row if spot.element.wager != wager or number == 1)

    replace_function(SPOT_ROWS, at_first)


@wrong("uth 2.B(5)", "fc as-played.2.B(5)", why="one area for the progressive serves all players", of=(SPOT_ROWS,))
def have_one_area_for_the_progressive():
    _at_first_position_only("progressive")


@wrong("uth 2.B(6)", why="one area for the Six Card Bonus serves all players", of=(SPOT_ROWS,))
def have_one_area_for_the_six_card_bonus():
    _at_first_position_only("six-card-bonus")
