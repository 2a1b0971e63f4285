"""Ways to be wrong that many wrong implementations share: a fact of an event, a movement of money, an operator at one place."""

from collections.abc import Callable

from houseway.events import Event
from houseway.games.round import DueMovement
from tests.mutants.code import definition_of, swap_code
from tests.mutants.operators import sites
from tests.mutants.own import replace_function


def give_facts(function: str, kind: str, **facts: object) -> None:
    """Let the events of one kind that a function makes have other facts. A callable gets the event."""

    def wrong_facts(event: Event) -> Event:
        changed = {name: value(event) if callable(value) else value for name, value in facts.items()}
        return Event(event.kind, event.clauses, {**event.facts, **changed})

    change_effects(function, lambda each: wrong_facts(each) if isinstance(each, Event) and each.kind == kind else each)


def move_money(function: str, is_meant: Callable[[DueMovement], bool], **changes: object) -> None:
    """Let a function move some money from or to somewhere else, or another amount."""

    def moved(each: object) -> object:
        meant = isinstance(each, DueMovement) and is_meant(each)
        return each._replace(**changes) if meant else each

    change_effects(function, moved)


def leave_out(function: str, is_meant: Callable[[object], bool]) -> None:
    """Let a function leave out some of what it makes."""

    def without(original, *args, **kwargs):
        return tuple(each for each in original(*args, **kwargs) if not is_meant(each))

    replace_function(function, without)


def change_effects(function: str, change: Callable[[object], object]) -> None:
    """Let a function make something else of each event or movement that it makes."""

    def changed(original, *args, **kwargs):
        return tuple(change(each) for each in original(*args, **kwargs))

    replace_function(function, changed)


def return_instead(function: str, value: object) -> None:
    """Let a function always return one value."""
    replace_function(function, lambda original, *args, **kwargs: value)


def operate(function: str, operator: str, number: int = 0) -> None:
    """Apply an operator to a function: at its first place, or at another one that it fits."""
    fitting = [site for site in sites(definition_of(function)) if site.operator == operator]
    swap_code(function, fitting[number])
