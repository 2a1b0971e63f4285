"""Mutants of the tables in the code: the order of hands, and who may do an act."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from houseway.hands import ORDERS, ORDERS_WITHOUT_KERNEL, HandOrder
from tests.mutants.memory import forget_everything
from tests.mutants.model import Kind, Mutant


def table_mutants() -> Iterator[Mutant]:
    for order in (*ORDERS, *ORDERS_WITHOUT_KERNEL):
        yield from _order_mutants(order)


def _order_mutants(order: HandOrder) -> Iterator[Mutant]:
    """Two neighbouring categories swapped, for every pair; each is a mutant of the clauses of both."""
    cited = order.cited_categories
    for place, ((high, of_high), (low, of_low)) in enumerate(pairwise(cited)):
        swapped = (*cited[:place], cited[place + 1], cited[place], *cited[place + 2 :])
        clauses = dict.fromkeys((*of_high, *of_low))
        if clauses:
            yield Mutant(
                name=f"order {order.name} {high} {low}",
                kind=Kind.TABLE,
                clauses=tuple(map(str, clauses)),
                source=f"{order.name} {high} {low}",
                apply=partial(_set_categories, order, swapped),
                why=f"{low} ranks above {high}",
            )


def _set_categories(order: HandOrder, cited) -> None:
    object.__setattr__(order, "cited_categories", cited)
    order.__post_init__()
    forget_everything()
