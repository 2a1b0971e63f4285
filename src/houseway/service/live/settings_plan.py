"""The settings of a table over time: those in force, and those that take effect with a later round.

Settings change by an act of the staff, which is an event in the stream `settings:TABLE`: who, before, after, why. Nothing changes
in the middle of a round: the event names the round from which on the new settings are in force.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from houseway.errors import Malformed, NotAllowed
from houseway.events import Event
from houseway.service.live.settings import SET, WITHOUT_CLOCKS, TableSettings, settings_stream
from houseway.store import Store

CHANGED = "settings-changed"
FIXED = ("croupier", "cards")
"""Settings that a table keeps from its opening on."""


@dataclass(frozen=True, slots=True)
class SettingsPlan:
    """The settings of a table by round, as folded from its stream."""

    current: TableSettings = WITHOUT_CLOCKS
    following: TableSettings | None = None
    from_round: int = 0
    """The round from which on the following settings are in force."""
    version: int = 0
    """Events in the stream."""
    at: int = field(default=0, compare=False)
    """The time of the last event that was read from the store, in milliseconds."""

    def in_force(self, round_number: int) -> TableSettings:
        """Return the settings of a round."""
        return self.following if self.following is not None and round_number >= self.from_round else self.current

    def after(self, event: Event) -> "SettingsPlan":
        """Return the plan after an event. An unknown kind raises."""
        if event.kind == SET:
            return SettingsPlan(TableSettings.from_json(event.table("settings")), version=self.version + 1)
        if event.kind != CHANGED:
            said = f"{event.kind!r} is not an event of settings"
            raise Malformed(said, code="settings.event", given=event.kind, allowed=(SET, CHANGED))
        first = event.number("from_round")
        following = TableSettings.from_json(event.table("after"))
        return SettingsPlan(self.in_force(first - 1), following, first, self.version + 1)

    def change(self, wanted: Mapping[str, object], from_round: int, by: str, why: str) -> Event:
        """Return the event of a change, or refuse it. Settings that are not named stay as they are."""
        before = self.in_force(from_round)
        after = before.with_changes(wanted)
        for name in FIXED:
            if getattr(after, name) != getattr(before, name):
                raise NotAllowed(
                    f"the setting {name} belongs to a table from its opening on; close it and open another",
                    code="settings.fixed",
                    given=str(getattr(after, name)),
                    allowed=str(getattr(before, name)),
                )
        if after == before:
            raise NotAllowed(
                "the table already has these settings", code="settings.same", given="no change", allowed="a change"
            )
        facts = {"before": before.to_json(), "after": after.to_json(), "from_round": from_round, "by": by, "why": why}
        return Event(CHANGED, (), facts)


def load_settings_plan(store: Store, table: str, until: int | None = None) -> SettingsPlan:
    """Return the settings of a table up to a version. Tables from before there were settings have the usual ones."""
    plan = SettingsPlan()
    for append in store.read_until(settings_stream(table), 0, until):
        for event in append.events:
            plan = replace(plan.after(event), at=append.head.at)
    return plan
