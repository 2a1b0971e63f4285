"""Mutants of the tables in the code: the order of hands, who may do an act, and the steps that open a deck."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise

from houseway.citation import Citation, Law
from houseway.equipment.opening import OPENING_STEPS, OpeningStep
from houseway.events import Role
from houseway.games.against_dealer.game import ACTS as DEALER_GAME_ACTS
from houseway.games.four_card.game import FOUR_CARD, FOUR_CARD_GAME
from houseway.games.game import GameAct
from houseway.games.pai_gow.game import ACTS as PAI_GOW_ACTS
from houseway.games.ultimate.game import ULTIMATE, ULTIMATE_GAME
from houseway.hands import ORDERS, ORDERS_WITHOUT_KERNEL, HandOrder
from houseway.regulation import BOOKS, load_book
from houseway.table.acts import ACTS as TABLE_ACTS
from houseway.table.acts import TableAct
from tests.mutants.citing import is_specific
from tests.mutants.memory import forget_everything
from tests.mutants.model import Kind, Mutant

ACT_TABLES: Mapping[str, Mapping[str, GameAct | TableAct]] = {
    "table": TABLE_ACTS,
    "against-dealer": DEALER_GAME_ACTS,
    "ultimate": ULTIMATE_GAME.acts,
    "four-card": FOUR_CARD_GAME.acts,
    "pai-gow": PAI_GOW_ACTS,
}
OTHER_ROLE = {Role.DEALER: Role.FLOOR, Role.FLOOR: Role.DEALER, Role.PLAYER: Role.DEALER, Role.BANK: Role.DEALER}


def table_mutants() -> Iterator[Mutant]:
    for order in (*ORDERS, *ORDERS_WITHOUT_KERNEL):
        yield from _order_mutants(order)
    for name, acts in ACT_TABLES.items():
        for act, entry in acts.items():
            yield from _role_mutants(name, act, entry, acts)
    for step in OPENING_STEPS:
        yield from _step_mutants(step)


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


def specific_clauses(law: Law) -> tuple[str, ...]:
    """The clauses of all books that a rule names together with few others."""
    named: dict[Citation, None] = {}
    for book in BOOKS:
        try:
            named |= dict.fromkeys(law.all_in_book(load_book(book).numbering))
        except LookupError:
            continue
    return tuple(str(clause) for clause in named if is_specific(law, clause))


def _role_mutants(table: str, act: str, entry: GameAct | TableAct, acts: Mapping) -> Iterator[Mutant]:
    """Anybody may do the act, or somebody else instead of the one whose act it is."""
    others = tuple(dict.fromkeys(OTHER_ROLE[role] for role in entry.roles))
    clauses = specific_clauses(entry.law)
    for how, roles in (("anybody", tuple(Role)), ("swapped", others)):
        if clauses and set(roles) != set(entry.roles):
            yield Mutant(
                name=f"role {table} {act} {how}",
                kind=Kind.TABLE,
                clauses=clauses,
                source=f"{act} {entry.roles}",
                apply=partial(_set_roles, acts, act, roles),
                why=f"{', '.join(roles)} may {act}",
            )


def _set_roles(acts: dict, act: str, roles: tuple[Role, ...]) -> None:
    """Entries that cannot be changed are replaced, others are changed where games hold them; some games have a copy."""
    entry = acts[act]
    if isinstance(entry, TableAct):
        acts[act] = entry._replace(roles=roles)
    else:
        games = (ULTIMATE.acts, FOUR_CARD.acts) if acts is DEALER_GAME_ACTS else ()
        for same in (entry, *(game[act] for game in games)):
            object.__setattr__(same, "roles", roles)
    forget_everything()


def _step_mutants(step: OpeningStep) -> Iterator[Mutant]:
    """A step of opening a deck that somebody else does, or that nobody does."""
    clauses, source = specific_clauses(step.law), f"{step.act} {step.role} {step.before} {step.after}"
    for how, apply in (("swapped", partial(_give_step, step)), ("left out", partial(_leave_out, step))):
        if clauses:
            yield Mutant(f"step {step.act} {how}", Kind.TABLE, clauses, source, apply, why=f"{step.words}: {how}")


def _give_step(step: OpeningStep) -> None:
    object.__setattr__(step, "role", OTHER_ROLE[step.role])
    forget_everything()


def _leave_out(step: OpeningStep) -> None:
    """Whoever has done what comes before it goes on with what comes after it."""
    for other in OPENING_STEPS:
        if other.after is step.before and other is not step:
            object.__setattr__(other, "after", step.after)
    forget_everything()
