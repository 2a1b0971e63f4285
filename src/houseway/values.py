"""Fast building blocks for frozen values: changed copies, derived properties, memos of the last calls, one cached hash, and a
short `repr`."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from functools import wraps
from hashlib import sha256
from threading import RLock
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

Owner = TypeVar("Owner")
Computed = TypeVar("Computed")
Function = TypeVar("Function", bound=Callable[..., Any])


_making_fields = RLock()


def fields_of(value: object) -> dict[str, Any]:
    """Return the fields of a value by name. Threads may ask for those of one value at the same time.

    CPython 3.11 makes this dictionary when it is first asked for. A garbage collection at that moment may let another thread run;
    if that thread makes one for the same value, both own the same memory, and the interpreter crashes later.
    """
    with _making_fields:
        return value.__dict__


class FoldedState:
    """Base of the states that events are folded into, and of what is seen of them: frozen dataclasses without slots."""

    def __new__(cls, *_: object, **__: object) -> Self:
        """Make the dictionary of fields before threads share the state (see `fields_of`)."""
        new = object.__new__(cls)
        new.__dict__  # noqa: B018  # asked for, it is made
        return new

    DERIVED_FIELDS: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """By field: the lazy properties that are derived from it."""


State = TypeVar("State", bound=FoldedState)
_new_object = object.__new__
_set_fields = FoldedState.__dict__["__dict__"].__set__
_ANSWERS = "answers"
"""The field of a state in which `memoize_in_state` keeps answers. It is copied to no other state."""


def new_state(kind: type[State], fields: dict[str, Any]) -> State:
    """Return a state with these fields, without its initialiser: all fields that have no default must be there."""
    new = _new_object(kind)
    _set_fields(new, fields)
    return new


def with_changes(state: State, **changes: Any) -> State:
    """Return a copy of a state with some fields changed, and without the properties derived from those fields.

    Unlike `dataclasses.replace` it does not initialise the object again: states have many fields, and a table folds hundreds of
    events in a round.
    """
    new = _new_object(type(state))
    fields = state.__dict__ | changes
    if _ANSWERS in fields:
        del fields[_ANSWERS]
    _set_fields(new, fields)
    derived = state.DERIVED_FIELDS
    if derived:
        for name in changes:
            if name in derived:
                for gone in derived[name]:
                    if gone in fields:
                        del fields[gone]
    return new


_RECENT, _CALLS = 256, 3
"""How many first arguments are remembered, and how many calls of each apart from the last."""


def memoize_by(key_of: Callable[[Any], object]) -> Callable[[Function], Function]:
    """Memoise the last calls about large values, which are passed first and are never altered.

    The first argument is compared by identity, the others, which must be immutable and positional, by equality. Of first arguments
    with the same key only the latest is remembered. `id` remembers each of many that live long, such as the rules of tables;
    `attrgetter("id")` the latest state of each table (if hundreds of states were kept, the memory of each would be new and slow);
    and `type` the latest of all. It is thread-safe: arguments and answers are stored and read as one tuple.
    """

    def memoize(function: Function) -> Function:
        return _memoize(function, key_of)

    return memoize


def _memoize(function: Function, key_of: Callable[[Any], object]) -> Function:
    recent: dict[object, tuple[object, tuple[tuple[tuple[object, ...], Any], ...]]] = {}
    last: tuple[object, tuple[object, ...], Any] = recent, (), None  # nobody calls with this dictionary

    @wraps(function)
    def answer_of(first: object, *others: object) -> Any:
        nonlocal last
        kept = last  # most questions are asked again at once
        if kept[0] is first and kept[1] == others:
            return kept[2]
        key = key_of(first)
        known = recent.get(key)
        calls = known[1] if known is not None and known[0] is first else ()
        for of_others, answer in calls:
            if of_others == others:
                last = first, others, answer
                return answer
        answer = function(first, *others)
        if known is None and len(recent) >= _RECENT:
            recent.clear()
        recent[key] = first, ((others, answer), *calls[:_CALLS])
        last = first, others, answer
        return answer

    return answer_of  # type: ignore[return-value]  # it takes what the function takes


def memoize_in_state(function: Function) -> Function:
    """Memoise the last call about a state, its first argument, in the state itself: it is forgotten together with the state. The
    answer must not refer to the state. Other arguments are compared as by `memoize_by`."""

    @wraps(function)
    def answer_of(state: FoldedState, *others: object) -> Any:
        fields = state.__dict__
        if _ANSWERS in fields:
            answers = fields[_ANSWERS]
            if function in answers:
                of_others, answer = answers[function]
                if of_others == others:
                    return answer
        answer = function(state, *others)
        if _ANSWERS in fields:
            fields[_ANSWERS][function] = others, answer
        else:  # if another thread does the same now, one answer is worked out again
            fields[_ANSWERS] = {function: (others, answer)}
        return answer

    return answer_of  # type: ignore[return-value]  # it takes what the function takes


class ShortRepr:
    """Base of dataclasses with many fields or large ones: the `repr` is a line that can be read, and leaves out what is long."""

    __slots__ = ()

    def __repr__(self) -> str:
        shown = {each.name: getattr(self, each.name) for each in fields(self) if each.repr}  # type: ignore[arg-type]  # see above
        return short_repr(type(self).__name__, shown)


_LONGEST_REPR, _LONGEST_FIELD, _MOST_ENTRIES = 180, 60, 6


def short_repr(name: str, shown: Mapping[str, object]) -> str:
    """Return a `repr` of a value with these fields, of at most 180 characters: a long one is cut, the last are left out."""
    parts = [f"{field}={_short_field(value)}" for field, value in shown.items()]
    count = len(parts)
    while sum(map(len, parts)) + 2 * len(parts) + len(name) > _LONGEST_REPR:
        parts.pop()
    return f"{name}({', '.join([*parts, *(['...'] if len(parts) < count else [])])})"


def _short_field(value: object) -> str:
    """Return a `repr` of at most 60 characters. What has many entries is counted, and none of them is shown."""
    counted = isinstance(value, Collection) and not isinstance(value, str | bytes)
    text = "" if counted and len(value) > _MOST_ENTRIES else repr(value)  # type: ignore[arg-type]  # it is a collection
    if counted and not 0 < len(text) <= _LONGEST_FIELD:
        return f"<{len(value)} entries>"  # type: ignore[arg-type]  # it is a collection
    return text if len(text) <= _LONGEST_FIELD else f"{text[: _LONGEST_FIELD - 4]}...{text[-1]}"


ANSWERS_ABOUT_RULES = 2_048
"""How many answers a function of rules remembers: those for each wager of many tables, and not for every design of a sweep."""


class LastAnswers(Generic[Computed]):
    """The last answer for each key, valid while the inputs that decide it are equal. Inputs must be immutable."""

    def __init__(self) -> None:
        self._last: dict[object, tuple[tuple[object, ...], Computed]] = {}

    def get(self, key: object, inputs: tuple[object, ...], compute: Callable[[], Computed]) -> Computed:
        found = self._last.get(key)
        if found is None or found[0] != inputs:
            found = self._last[key] = inputs, compute()
        return found[1]


def one_at_a_time(function: Function) -> Function:
    """Let only one thread at a time run a function, for what the interpreter itself cannot do in several."""
    lock = RLock()

    @wraps(function)
    def locked(*arguments: Any, **options: Any) -> Any:
        with lock:
            return function(*arguments, **options)

    return locked  # type: ignore[return-value]  # it takes what the function takes


def canonical_hash(content: object) -> str:
    """Return the hash of JSON-like content; the order of keys does not matter."""
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


class lazy_property(Generic[Owner, Computed]):  # noqa: N801  # a decorator, as `cached_property`
    """A property of a frozen value that is computed once, like `functools.cached_property` but without its lock."""

    def __init__(self, compute: Callable[[Owner], Computed]) -> None:
        self._work_out = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name, self._of_state = name, issubclass(owner, FoldedState)  # which has its dictionary from the beginning

    @overload
    def __get__(self, whole: None, owner: type) -> Self: ...
    @overload
    def __get__(self, whole: Owner, owner: type) -> Computed: ...
    def __get__(self, whole: Owner | None, owner: type) -> Computed | Self:
        if whole is None:
            return self
        answer = self._work_out(whole)
        fields = whole.__dict__ if self._of_state else fields_of(whole)
        made: Computed = fields.setdefault(self._name, answer)  # the same one for every thread
        return made
