"""Areas, and wagers that go back before betting is closed."""

from houseway_referee.pai_gow_div.state import BASE, Area, Play, allow
from houseway_referee.record import Act


def kind_of(name: str) -> str:
    """Name the filed wager that `number:4` is one of."""
    return name.split(":")[0]


def own_area(play: Play, act: Act) -> Area:
    """Give the area that an act names; only a seated player has one, (g)(2)#1."""
    area = play.areas.get(act.facts["position"])
    allow(area and area.player == act.name and act.name not in play.gone, "(g)(2)#1", "he does not sit there")
    assert area is not None
    return area


def spend(play: Play, player: str, chips: int) -> None:
    """Take chips from what a player has in front of him, or give them back (a negative amount)."""
    if player in play.chips:
        play.chips[player] -= chips


def give_back(play: Play, area: Area, name: str) -> None:
    """Return a wager before betting is closed, and with a base wager all that depend on it."""
    names = list(area.wagers) if name == BASE else [name]
    for one in names:
        spend(play, area.player, -area.wagers.pop(one).chips)
