"""What a table's events add up to, as far as reports need it: folded event by event, from public facts only.

The round in play and the two before it are remembered, because a correction or a ruling may still move money of those.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from houseway.events import Actor, Event, Role
from houseway.ledger import MONEY_MOVED, Reason, Transfer
from houseway.procedure import HOUSE, VIGORISH
from houseway.reports.rows.incident_kinds import IRREGULAR
from houseway.reports.rows.inventory_entries import COUPON_REASONS
from houseway.store import RecordedCommand
from houseway.values import FoldedState, lazy_property, new_state, with_changes

_ROUNDS_REMEMBERED = 2
_NO_ROUND = -1
_Moment = tuple[int, int]
"""The time and the version of an event."""


@dataclass(frozen=True)
class WagerTally(FoldedState):
    """The chips of one wager at one position, in cents."""

    staked: int = 0
    taken_back: int = 0
    """Taken back by the player before the deal."""
    refunded: int = 0
    """Given back because a hand or the round is void."""
    lost: int = 0
    vigorish: int = 0
    envy: int = 0
    meter_awards: int = 0
    net: int = 0
    """What the player won; negative if he lost."""
    coupon: int = 0

    DERIVED_FIELDS: ClassVar[Mapping[str, tuple[str, ...]]] = dict.fromkeys(("staked", "taken_back", "refunded"), ("wagered",))

    @lazy_property
    def wagered(self) -> int:
        """Return what was at stake in the end."""
        return self.staked - self.taken_back - self.refunded

    @property
    def is_withdrawn(self) -> bool:
        """Return whether the player has taken all of it back before the deal, so that it was no wager of the round."""
        return 0 < self.staked == self.taken_back and self.net == 0

    @property
    def won(self) -> int:
        """Return what was paid for it, without the stake."""
        return self.net + self.lost + self.vigorish


_NO_WAGER = WagerTally()
_WagerSums = dict[tuple[int, str], dict[str, int]]
"""What is added to wagers, by position and wager."""


@dataclass(frozen=True)
class RoundTally(FoldedState):
    number: int
    began_at: int
    first_version: int
    rules: str
    ended_at: int = 0
    """Zero while it is in play."""
    last_version: int = 0
    wagers: Mapping[tuple[int, str], WagerTally] = field(default_factory=dict)
    """By position and wager. Money of a player that belongs to no wager (a bank, a ruling) is under an empty name."""
    players: Mapping[int, str] = field(default_factory=dict)
    irregularities: int = 0
    is_closed: bool = False
    """No more bets were taken."""
    is_void: bool = False
    is_banked: bool = False
    DERIVED_FIELDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "wagers": ("positions_at_stake", "bettors", "has_several_hands"),
        "players": ("has_several_hands",),
    }

    @lazy_property
    def positions_at_stake(self) -> frozenset[int]:
        """Return the positions with a wager in the end."""
        return frozenset([position for (position, _), wager in self.wagers.items() if wager.wagered])

    @lazy_property
    def bettors(self) -> Mapping[str, int]:
        """Return at how many positions each wager was at stake in the end."""
        return Counter([name for (_, name), wager in self.wagers.items() if wager.wagered])

    @lazy_property
    def has_several_hands(self) -> bool:
        """Return whether a player has more than one hand."""
        places = self.positions_at_stake
        return len({self.players.get(place) for place in places}) < len(places)

    def with_sums(self, sums: "_WagerSums") -> "RoundTally":
        """Return the round with more money of wagers."""
        wagers = dict(self.wagers)
        for key, added in sums.items():
            fields = dict(wagers[key].__dict__ if key in wagers else _NO_WAGER.__dict__)
            fields.pop("wagered", None)  # it is derived from the others
            for name in added:
                fields[name] += added[name]
            wagers[key] = new_state(WagerTally, fields)
        return with_changes(self, wagers=wagers)


@dataclass(frozen=True)
class Sitting(FoldedState):
    """A player at the table, from sitting down to getting up."""

    began_at: int
    positions: tuple[int, ...]
    bought_in: int = 0
    cashed_out: int = 0
    ended_at: int | None = None


@dataclass(frozen=True)
class Shift(FoldedState):
    """A dealer at the table, from the first act to the last before another dealer's."""

    dealer: str
    began_at: int
    ended_at: int
    rounds: int = 0


@dataclass(frozen=True)
class TableTally(FoldedState):
    table: str = ""
    book: str = ""
    rules: str = ""
    version: int = 0
    seats: Mapping[int, str] = field(default_factory=dict)
    rounds: tuple[RoundTally, ...] = ()
    """The round in play last."""
    sittings: Mapping[str, Sitting] = field(default_factory=dict)
    """Those of players who sit, and of those who got up with the last command."""
    shift: Shift | None = None
    moved: tuple[Transfer, ...] = ()
    """What the last command has moved."""
    waiting: tuple[Transfer, ...] = ()
    """Money of the round in play that is not in its wagers yet: it is followed when somebody needs it, all at once."""
    gone: bool = False
    """Whether somebody got up with the last command."""

    @property
    def number(self) -> int:
        return self.rounds[-1].number if self.rounds else 0

    def round_concerned(self, event: Event) -> int:
        """Return the number of the round that an irregularity is about. A finding is about a completed round, and names it; a
        ruling on a finding is about the last one."""
        number = event.facts.get("round")
        if isinstance(number, int):
            return number
        if event.kind == "finding-ruled":
            return max((each.number for each in self.rounds if each.ended_at), default=0)
        return self.number

    def find_round(self, number: int) -> RoundTally | None:
        for each in reversed(self.rounds):  # mostly the one in play
            if each.number == number:
                return each
        return None

    def with_round(self, changed: RoundTally) -> "TableTally":
        *earlier, last = self.rounds
        if last.number != changed.number:  # mostly it is the one in play
            earlier, changed = [changed if each.number == changed.number else each for each in earlier], last
        return with_changes(self, rounds=(*earlier, changed))

    def after(self, command: RecordedCommand) -> "TableTally":
        """Return the tally after a command."""
        latest, version = self.version + len(command.events), self.version
        unended, shift = _without_ended(self) if self.gone else self, self.shift
        if command.by.role is Role.DEALER:
            shift = _shift_after(shift, command.by, command.at)
        tally = new_state(TableTally, {**unended.__dict__, "version": latest, "shift": shift})
        moved: list[Transfer] = []
        waiting, added, in_play = self.waiting, list[Transfer](), self.number_in_play
        for event in command.events:
            version += 1
            kind = event.kind
            if kind == MONEY_MOVED:
                transfer = Transfer.from_event(event)
                moved.append(transfer)
                if transfer.round == in_play:
                    added.append(transfer)
                else:
                    tally = _follow_money(tally, transfer)
            elif kind in _FOLLOW and (kind != _WAGER_PLACED or _has_coupon(event)):
                if waiting or added:
                    tally = tally.with_round(_with_money(tally.rounds[-1], (*waiting, *added), tally.seats))
                    waiting, added = (), []
                tally = _FOLLOW[kind](tally, event, (command.at, version))
                in_play = tally.number_in_play
        fields = tally.__dict__  # nothing is derived from these
        fields["moved"], fields["waiting"] = tuple(moved), (*waiting, *added) if added else waiting
        return tally

    @property
    def number_in_play(self) -> int:
        """Return the number of the round in play; a number that no round has between rounds."""
        rounds = self.rounds
        return rounds[-1].number if rounds and not rounds[-1].ended_at else _NO_ROUND


def _without_ended(tally: TableTally) -> TableTally:
    there = {player: sitting for player, sitting in tally.sittings.items() if sitting.ended_at is None}
    return with_changes(tally, sittings=there, gone=False)


def _shift_after(shift: Shift | None, by: Actor, at: int) -> Shift | None:
    """Return the shift after an act of a dealer."""
    if not by.name:
        return shift
    if shift is None or shift.dealer != by.name:
        return Shift(by.name, at, at)
    return shift if shift.ended_at == at else with_changes(shift, ended_at=at)


# What each kind of event changes

_Follow = Callable[[TableTally, Event, _Moment], TableTally]
_FOLLOW: dict[str, _Follow] = {}


def _follows(*kinds: str) -> Callable[[_Follow], _Follow]:
    def register(follow: _Follow) -> _Follow:
        _FOLLOW.update(dict.fromkeys(kinds, follow))
        return follow

    return register


@_follows("table-opened")
def _on_opened(tally: TableTally, event: Event, moment: _Moment) -> TableTally:
    return with_changes(tally, table=event.text("table"), book=event.text("book"), rules=event.text("rules_hash"))


@_follows("rules-amended")
def _on_amended(tally: TableTally, event: Event, moment: _Moment) -> TableTally:
    """Rules are amended between rounds: the next one is the first under them, even if it has begun without a wager."""
    rules = event.text("rules_hash")
    rounds = (*tally.rounds[:-1], *(with_changes(each, rules=rules) for each in tally.rounds[-1:] if not each.ended_at))
    return with_changes(tally, rules=rules, rounds=rounds if len(rounds) == len(tally.rounds) else tally.rounds)


@_follows("round-started")
def _on_round_started(tally: TableTally, event: Event, moment: _Moment) -> TableTally:
    started = RoundTally(event.number("number"), *moment, tally.rules)
    return with_changes(tally, rounds=(*tally.rounds[-_ROUNDS_REMEMBERED:], started))


@_follows("round-completed")
def _on_round_completed(tally: TableTally, event: Event, moment: _Moment) -> TableTally:
    played = tally.find_round(event.number("number"))
    if played is None:
        return tally
    shift = tally.shift and with_changes(tally.shift, rounds=tally.shift.rounds + 1)
    at, version = moment
    ended = with_changes(played, ended_at=at, last_version=version)
    return with_changes(tally.with_round(ended), shift=shift)


def _in_play(tally: TableTally, change: Callable[[RoundTally], RoundTally]) -> TableTally:
    return tally.with_round(change(tally.rounds[-1])) if tally.rounds else tally


@_follows("betting-closed")
def _on_betting_closed(tally: TableTally, event: Event, moment: _Moment) -> TableTally:
    return _in_play(tally, lambda played: with_changes(played, is_closed=True))


@_follows("bank-confirmed")
def _on_bank_confirmed(tally: TableTally, event: Event, moment: _Moment) -> TableTally:
    return _in_play(tally, lambda played: with_changes(played, is_banked=True))


_WAGER_PLACED = "wager-placed"


def _has_coupon(event: Event) -> bool:
    return bool(getattr(event.facts.get("coupon"), "amount", 0))


@_follows(_WAGER_PLACED)
def _on_wager_placed(tally: TableTally, event: Event, moment: _Moment) -> TableTally:
    """The event says what lies on the area altogether. Chips are counted as they move; here only coupons are."""
    key, amount = (event.position, event.text("wager")), event.cents("coupon").amount

    def with_coupon(played: RoundTally) -> RoundTally:
        there = played.wagers.get(key, _NO_WAGER)
        return played.with_sums({key: {"coupon": amount - there.coupon}})

    return _in_play(tally, with_coupon)


@_follows(*sorted(IRREGULAR))
def _on_irregularity(tally: TableTally, event: Event, moment: _Moment) -> TableTally:
    played = tally.find_round(tally.round_concerned(event))
    if played is None:
        return tally
    voids = event.kind == "round-voided" or (event.kind == "finding-ruled" and event.facts.get("void") is True)
    return tally.with_round(with_changes(played, irregularities=played.irregularities + 1, is_void=played.is_void or voids))


@_follows("player-seated")
def _on_seated(tally: TableTally, event: Event, moment: _Moment) -> TableTally:
    player, positions = event.text("player"), event.numbers("positions")
    before = tally.sittings.get(player)
    sitting = with_changes(before, positions=(*before.positions, *positions)) if before else Sitting(moment[0], positions)
    seats = {**tally.seats, **dict.fromkeys(positions, player)}
    return with_changes(tally, seats=seats, sittings={**tally.sittings, player: sitting})


@_follows("player-got-up")
def _on_got_up(tally: TableTally, event: Event, moment: _Moment) -> TableTally:
    player = event.text("player")
    seats = {position: name for position, name in tally.seats.items() if name != player}
    sitting = tally.sittings.get(player)
    if sitting is None:
        return with_changes(tally, seats=seats)
    sittings = {**tally.sittings, player: with_changes(sitting, ended_at=moment[0])}
    return with_changes(tally, seats=seats, sittings=sittings, gone=True)


@_follows("area-given-up")
def _on_area_given_up(tally: TableTally, event: Event, moment: _Moment) -> TableTally:
    seats = {position: name for position, name in tally.seats.items() if position != event.position}
    return with_changes(tally, seats=seats)


def _follow_money(tally: TableTally, transfer: Transfer) -> TableTally:
    """Follow money that moves between rounds, or of a round that has ended."""
    if transfer.round is None:
        return _follow_chips(tally, transfer)
    played = tally.find_round(transfer.round)
    return tally if played is None else tally.with_round(_with_money(played, (transfer,), tally.seats))


def _follow_chips(tally: TableTally, transfer: Transfer) -> TableTally:
    """Follow chips that a player buys or cashes."""
    amount = transfer.amount.amount
    changes = {Reason.BUY_IN: ("bought_in", transfer.target), Reason.CASH_OUT: ("cashed_out", transfer.source)}
    name, account = changes.get(transfer.reason, ("", ""))
    player = account_owner(account)
    sitting = tally.sittings.get(player) if player else None
    if sitting is None or not name:
        return tally
    changed = with_changes(sitting, **{name: getattr(sitting, name) + amount})
    return with_changes(tally, sittings={**tally.sittings, player: changed})


def account_owner(account: str) -> str:
    """Return whose chips an account holds; empty for any other account."""
    return account.removeprefix(_PLAYER) if account.startswith(_PLAYER) else ""


_PLAYER, _LAYOUT, _DEALERS_LAYOUT = "player:", "layout:", "layout:0"
_PLAYERS = (_PLAYER, "seat:")
"""How the accounts of players begin."""


def _is_layout(account: str) -> bool:
    return account.startswith(_LAYOUT) and account != _DEALERS_LAYOUT


def _with_money(played: RoundTally, transfers: Iterable[Transfer], seats: Mapping[int, str]) -> RoundTally:
    """Follow money of a round: what leaves or reaches a player's chips, and stakes that leave the layout for good."""
    sums: _WagerSums = {}
    players = dict(played.players)

    def add(position: int, wager: str, added: Mapping[str, int]) -> None:
        key = position, wager
        if key not in sums:
            sums[key] = dict(added)
            return
        there = sums[key]
        for name in added:
            there[name] = there[name] + added[name] if name in there else added[name]

    for transfer in transfers:
        source, target, wager, amount = transfer.source, transfer.target, transfer.wager, transfer.amount.amount
        by_player = source.startswith(_PLAYERS)
        if by_player:
            add(_find_position(players, transfer, source, seats), wager, _paid_by_player(transfer, amount))
        if target.startswith(_PLAYERS):
            add(_find_position(players, transfer, target, seats), wager, _paid_to_player(played, transfer, amount))
        elif by_player:
            continue
        elif _is_layout(source) and transfer.reason not in COUPON_REASONS:
            add(transfer.seat or int(source.removeprefix(_LAYOUT)), wager, {"lost": amount})
        elif VIGORISH in (source, target):  # of what a bank has won, which lies in the centre
            add(transfer.seat or 0, wager, {"vigorish": amount if target == VIGORISH else -amount})
    return with_changes(played.with_sums(sums), players=players)


def _find_position(players: dict[int, str], transfer: Transfer, account: str, seats: Mapping[int, str]) -> int:
    """Return the position whose money a transfer is, and note its player."""
    player, position = account_owner(account), transfer.seat
    if position is None or (player and seats.get(position, player) != player):
        position = next((place for place, name in seats.items() if name == player), 0)
    if player:
        players[position] = player
    return position


def _paid_by_player(transfer: Transfer, amount: int) -> dict[str, int]:
    if transfer.target == VIGORISH:
        return {"vigorish": amount, "net": -amount}
    if transfer.target == HOUSE:  # an award that was taken back: the house paid it, not the table
        return {"meter_awards": -amount, "net": -amount}
    return {"staked": amount, "net": -amount} if transfer.reason is Reason.WAGER else {"net": -amount}


def _paid_to_player(played: RoundTally, transfer: Transfer, amount: int) -> dict[str, int]:
    if transfer.source == VIGORISH:
        return {"vigorish": -amount, "net": amount}
    match transfer.reason:
        case Reason.WAGER_RETURNED if not played.is_closed:
            return {"taken_back": amount, "net": amount}
        case Reason.REFUND:
            collected = {} if _is_layout(transfer.source) else {"lost": -amount}
            return {"refunded": amount, "net": amount, **collected}
        case Reason.ENVY:
            return {"envy": amount, "net": amount}
        case Reason.METER_AWARD | Reason.CORRECTION | Reason.RULING if transfer.source == HOUSE:
            return {"meter_awards": amount, "net": amount}
        case _:
            return {"net": amount}
