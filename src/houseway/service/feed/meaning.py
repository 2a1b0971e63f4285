"""The meaning of an act: the circumstances in which somebody chooses it.

An option bears a short digest of it, and a command sends the digest back. If it has changed in between, the command is refused with
the new view: another round or step, other rules, other cards before the person's eyes, another wager of his own after betting was
closed. What others do with their chips and cards does not change it, and neither do bounds: a command says its amounts and cards
itself, and the rules decide on them.
"""

from collections.abc import Iterable, Mapping
from hashlib import blake2b

from houseway.errors import Outdated
from houseway.events import Actor, Role
from houseway.games.view_reading import View, placed_stakes, visible_hands
from houseway.procedure import DEALER
from houseway.service.feed.moment import TableMoment
from houseway.service.messages.encoding import fact_text
from houseway.table import Table

_PHASE = ("round", "closed", "bank", "co_banking", "street", "dealer_turned", "base_void", "void", "finished")
"""Parts of a view that say how far the round is, in any game."""
_LAYOUT = ("board", "box", "aside")
"""Parts of a view that show cards which belong to nobody."""
_SETTLED = ("results", "paid")
"""Parts of a view on which a step of the staff may depend."""
_DIGEST_BYTES = 8


class Meanings:
    """The meanings of acts for one person at one moment."""

    __slots__ = ("_begun", "_digests", "_situation", "_step", "_step_act")

    def __init__(self, moment: TableMoment, actor: Actor, view: Mapping[str, object]) -> None:
        self._situation = _describe_situation(moment.table, actor, view)
        self._begun: blake2b | None = None
        """The digest of the situation, with which that of every act begins."""
        self._digests: dict[str, str] = {}
        """By act, those that were asked for."""
        step = moment.due_step if actor.role in (Role.DEALER, Role.FLOOR) else None
        self._step_act = step.act if step else ""
        """The act with which the staff take the step that is due, if any."""
        self._step = [step.facts, step.words, [view.get(part) for part in _SETTLED]] if step else None

    def __eq__(self, other: object) -> bool:
        """Meanings are equal if every act means the same."""
        if not isinstance(other, Meanings):
            return NotImplemented
        return (self._situation, self._step_act, self._step) == (other._situation, other._step_act, other._step)

    __hash__ = None  # type: ignore[assignment]  # compared, never looked up

    def digests(self, acts: Iterable[str]) -> Mapping[str, str]:
        """Return the meaning of each act as a short digest. There may be those of other acts."""
        known = self._digests
        for act in acts:
            if act not in known:
                known[act] = self._digest(act)
        return known

    def _digest(self, act: str) -> str:
        if self._begun is None:
            self._begun = blake2b(fact_text(self._situation).encode(), digest_size=_DIGEST_BYTES)
        meant = self._begun.copy()
        meant.update(act.encode())
        if self._step is not None and act == self._step_act:
            meant.update(fact_text(self._step).encode())
        return meant.hexdigest()


def _describe_situation(table: Table, actor: Actor, view: View) -> list[object]:
    own = table.positions_of(actor.name) if actor.name else ()
    cards, stakes = visible_hands(view), placed_stakes(view)
    watched = (DEALER, *own, *([view["bank"]] if view.get("bank") is not None else []))
    return [
        table.rules.hash,
        actor.role.value,
        own,
        [view.get(part) for part in (*_PHASE, *_LAYOUT)],
        [cards.get(place) for place in watched],
        [stakes.get(place) for place in own] if view["closed"] else None,
    ]


def check_meaning(meanings: Meanings, act: str, meaning: str) -> None:
    """Refuse a command whose meaning has changed since its sender saw the table."""
    if meanings.digests((act,))[act] != meaning:
        raise Outdated(
            f"the table has changed since you chose to {act.replace('-', ' ')}; look again and decide again",
            code="command.stale",
            given=act,
            allowed="what the table offers now",
        )
