"""Frozen values that are made by the hundred in every round: changed and asked without the detours of the standard library."""

import json
from collections.abc import Callable, Mapping
from functools import wraps
from hashlib import sha256
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

Whole = TypeVar("Whole")
Other = TypeVar("Other")
Made = TypeVar("Made")


class Folded:
    """A state that events are folded into: a frozen dataclass without slots."""

    DERIVED: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What is worked out from a field and kept, by that field."""


State = TypeVar("State", bound=Folded)
_new = object.__new__


def changed(state: State, **changes: Any) -> State:
    """A state with some fields changed: as `dataclasses.replace`, but states have many fields and a table folds hundreds of events
    a round, so nothing is initialised again. What was worked out from a changed field goes."""
    new = _new(type(state))
    fields = new.__dict__
    fields.update(state.__dict__, **changes)
    derived = state.DERIVED
    for name in changes:
        if name in derived:
            for gone in derived[name]:
                fields.pop(gone, None)
    return new


def kept(function: Callable[[Whole], Made]) -> Callable[[Whole], Made]:
    """Answers about values stay true, so the last one is kept: who asks what is due then takes the step."""
    last: tuple[object, Any] = (None, None)

    @wraps(function)
    def answered(whole: Whole) -> Made:
        nonlocal last
        of, answer = last
        if of is not whole:
            answer = function(whole)
            last = (whole, answer)
        return answer  # type: ignore[no-any-return]  # as the function gave it

    return answered


def kept_of_both(function: Callable[[Whole, Other], Made]) -> Callable[[Whole, Other], Made]:
    """The same for a question about two values."""
    last: tuple[object, object, Any] = (None, None, None)

    @wraps(function)
    def answered(one: Whole, other: Other) -> Made:
        nonlocal last
        of, beside, answer = last
        if of is not one or beside is not other:
            answer = function(one, other)
            last = (one, other, answer)
        return answer  # type: ignore[no-any-return]  # as the function gave it

    return answered


def canonical_hash(content: object) -> str:
    """One number for plain content (tables, lists, texts, numbers), whatever the order of its keys."""
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


class lazy(Generic[Whole, Made]):  # noqa: N801  # a decorator, as `cached_property`
    """A property of a frozen value that is worked out once: as `functools.cached_property`, without its lock."""

    def __init__(self, work_out: Callable[[Whole], Made]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, whole: None, owner: type) -> Self: ...
    @overload
    def __get__(self, whole: Whole, owner: type) -> Made: ...
    def __get__(self, whole: Whole | None, owner: type) -> Made | Self:
        if whole is None:
            return self
        made = whole.__dict__[self._name] = self._work_out(whole)
        return made
