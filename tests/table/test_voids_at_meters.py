"""Whatever is void, and whenever it is found: a meter keeps the contributions of the wagers that stand and no others, and nobody
keeps an award or an envy bonus of a wager that is void."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.ledger import MONEY_MOVED, Transfer
from houseway.money import Cents
from houseway.procedure import ANTE, ANTE_BONUS, BLIND, PLAY, PROGRESSIVE
from tests.support.effort import MORE
from tests.support.submissions import DIV, FC, MD, UTH
from tests.support.table_driver import AGAINST_DEALER_TABLES, PaiGowTable

CHIPS = Cents.from_dollars(5000)
POSITIONS = (1, 2, 3)
MOST_STEPS = {MD: 45, DIV: 45, UTH: 45, FC: 35}
"""More than a round has, so that what is found may be found after it."""
TRIES = settings(max_examples=12 * MORE, deadline=None, suppress_health_check=list(HealthCheck))
OPEN = ""
"""The result of a wager that has none yet."""

# What holds


class Watched:
    """What a table had before a round, and what must hold after it."""

    def __init__(self, table):
        self.table = table
        self.first, self.meters = len(table.run.events), dict(table.run.meters)

    def check_meters(self, standing, is_exact=True):
        """A meter has grown by the contributions of the wagers that stand, by position. After an award that stands, it may have
        lacked what a void wager had contributed: the house bears that."""
        for name, meter in self.table.run.meters.items():
            before, due = self.meters[name], meter.filed_meter.rate * sum(stake.amount for stake in standing.values())
            grown = (meter.contributed - meter.taken_back) - (before.contributed - before.taken_back)
            paid = (meter.paid - meter.house_added) - (before.paid - before.house_added)
            assert grown == due if is_exact else grown >= due
            assert meter.value == before.value + grown - paid
            if is_exact and not standing:
                assert meter.value == before.value

    def check_all_back(self):
        """Nothing of the round is left. Who has left the table has cashed his chips."""
        self.check_meters({})
        for name in self.table.run.table.seats.values():
            assert self.table.run.table.chips(name) == CHIPS

    def gains(self):
        """What each wager, and each hand that earned envy, has brought its player."""
        found = Counter()
        for event in self.table.run.events[self.first :]:
            if event.kind == MONEY_MOVED:
                moved = Transfer.from_event(event)
                key = (moved.seat, moved.note if _is_hand(moved.note) else moved.wager)
                for account, sign in ((moved.target, 1), (moved.source, -1)):
                    if moved.seat is not None and account.startswith(("player:", "seat:")):
                        found[key] += sign * moved.amount.amount
        return found


def progressive_stakes(state, results):
    """The progressive wagers of a round that ended in one of these ways, by position; one that is open has not ended."""
    placed = {place: wagers[PROGRESSIVE].amount for place, wagers in state.stakes.items() if PROGRESSIVE in wagers}
    ended = {place: state.results[place, wager].result for place, wager in state.paid if wager == PROGRESSIVE}
    return {place: stake for place, stake in placed.items() if ended.get(place, OPEN) in results}


def has_awarded(state, standing):
    return any(state.results[place, PROGRESSIVE].amount for place in standing if (place, PROGRESSIVE) in state.results)


# What happens


def draw_some(data, choices):
    return {name: data.draw(st.sampled_from(values), label=name) for name, values in choices.items()}


def walk(table, data, steps):
    """Take some steps, while players leave and their wagers are ruled lost; whether the round is over."""
    number = table.run.table.number
    for _ in range(steps):
        if table.state.dealt and not table.state.void and data.draw(st.integers(0, 12), label="trouble") == 0:
            position = data.draw(st.sampled_from(POSITIONS))
            left = position in table.state.left
            table.may("abandon", FLOOR_ACTOR, position=position) if left else table.may("leave", position)
        step(table, data)
        if table.run.table.number != number:
            return True
    return False


def step(table, data):
    waiting = sorted(getattr(table.state, "exposed_to_choose", ()))
    if table.due is not None:
        exposed = table.due.act == "deal" and data.draw(st.booleans(), label="exposed")
        table.take(**({"exposed": {2: 1}} if exposed and table.base == "pai-gow" else {}))
    elif waiting:
        table.act(waiting[0], data.draw(st.sampled_from(["void-exposed", "play-exposed"])))
    else:
        assert table._answer()


def find(table, act, over, **facts):
    """Report something about the round, and carry out what it leads to; whether it could be reported."""
    found = table.may(act, FLOOR_ACTOR if over else DEALER_ACTOR, **facts, **({"round": 1} if over else {}))
    while table.run.table.findings:
        number = table.run.table.findings[0].number
        table.do("rule-finding", FLOOR_ACTOR, finding=number, choice="carry-out", why="seen on tape")
    return found


# Pai Gow Poker

PAI_GOW_HANDS = {
    MD: ("8h 7h 6h 5h 4h 3h 2h", "8c 7c 6c 5c 4c 3c 2c", "As Ad Ac Ah Jk 9s 5s", "Ks Kd Kc Kh Qs Jd 9d"),
    DIV: ("As Ks Qs Js Ts 9d 9c", "Ah Kh Qh Jh Th 4d 4c", "Ad Kd Qd Jd Td 3s 2c", "8s 8d 8c 8h Kc 5c 2h"),
}
"""Two that win the whole meter, one that wins a tenth, and one with a fixed payout."""
PAI_GOW_READINGS = {
    MD: {
        "PG-19": ["sequential", "shared"],
        "PG-38": ["refund", "forfeit"],
        "PG-48": ["floor-decides", "always-lost"],
        "PG-51": ["at-lock-out", "at-settlement"],
        "PG-90": ["unwound", "unwound", "settled-stands"],
    },
    DIV: {
        "DIV-10": ["refund", "refund", "forfeit"],
        "DIV-29": ["refund", "forfeit"],
        "DIV-40": ["sequential", "shared"],
        "DIV-52": ["at-lock-out", "at-settlement"],
        "DIV-90": ["unwound", "unwound", "settled-stands"],
    },
}


@pytest.mark.parametrize("book", [MD, DIV])
@TRIES
@given(data=st.data())
def test_of_pai_gow_poker(book, data):
    readings = draw_some(data, PAI_GOW_READINGS[book])
    hands = data.draw(st.permutations(PAI_GOW_HANDS[book]), label="hands")
    table = PaiGowTable(book, (), ["progressive"], readings, players=3, hands=dict(zip(POSITIONS, hands, strict=False)))
    table.ready()
    watched = Watched(table)
    for position in POSITIONS:
        table.bets(position, 10, progressive=data.draw(st.sampled_from([0, 1, 1])))
    over = walk(table, data, data.draw(st.integers(5, MOST_STEPS[book]), label="steps"))
    if not over:
        find(table, "report-misdeal", over, hands={1: 6})
        table.finish()
    state = table.run.table.completed.state
    if over:
        find(table, "report-misdeal", over, hands={1: 6})
    check_pai_gow(watched, state, table.run.table.completed is None, readings)


def check_pai_gow(watched, state, is_undone, readings):
    forfeits = readings.get("DIV-10") == "forfeit"
    stands = forfeits or "settled-stands" in readings.values()
    if (is_undone or state.void) and not stands:
        watched.check_all_back()
        return
    lost = {OPEN} if state.void and forfeits else set()
    standing = progressive_stakes(state, {"win", "lose", *lost})
    watched.check_meters(standing, not has_awarded(state, standing))


def test_a_round_that_an_earlier_version_began_can_be_undone(monkeypatch):
    """Then a wager that was ruled lost had not contributed."""
    table = PaiGowTable(MD, (), ["progressive"], {"PG-51": "at-settlement"}, players=2).ready()
    watched = Watched(table)
    table.bet_all(progressive=1).to("players").do("leave", 2)
    with monkeypatch.context() as earlier:
        earlier.setattr("houseway.games.pai_gow.irregularities.irregular.late_contribution", lambda *given: ())
        table.do("abandon", FLOOR_ACTOR, position=2)
    assert table.run.meters == watched.meters
    table.do("report-misdeal", hands={1: 6})
    watched.check_all_back()


# Games against the dealer

DEALER_HANDS = {
    UTH: ("As Ks", "9s 8s", "7d 5c", "Kd Kc"),
    FC: ("As Ah Ad Ac 2c", "9h 8h 7h 6h 2d", "Kh Kd Kc Ks 4d", "3c 5d 8c Jc Qd"),
}
"""Those of the first two or three win from a meter, and earn envy."""
MORE_CARDS = {UTH: {"board": "Qs Js Ts 3c 4d"}, FC: {}}
OPTIONAL = {UTH: "trips", FC: "aces-up"}
"""What stands by every reading when the wagers against the dealer are void."""
DEALER_READINGS = {
    UTH: {
        "UTH-25": ["settle-what-stands", "refund-all-but-trips", "refund-all-but-trips"],
        "UTH-31": ["required", "not-required"],
        "UTH-90": ["unwound", "unwound", "settled-stands"],
    },
    FC: {"FC-17": ["required", "not-required"], "FC-90": ["unwound", "unwound", "settled-stands"]},
}
FOLDS = {UTH: ["check", "check", "fold"], FC: ["fold"]}
AGAINST_DEALER = (ANTE, BLIND, PLAY, ANTE_BONUS)


def open_dealer_table(data, book):
    readings = draw_some(data, DEALER_READINGS[book])
    hands = data.draw(st.permutations(DEALER_HANDS[book]), label="hands")
    table = AGAINST_DEALER_TABLES[book](
        {f"fold.{PROGRESSIVE}": data.draw(st.sampled_from(["lost", "live"]), label="fold")},
        ["progressive"],
        readings,
        {"progressive": data.draw(st.sampled_from("AC"), label="paytable")},
        players=3,
        hands=dict(zip(POSITIONS, hands, strict=False)),
        **MORE_CARDS[book],
    )
    return table.ready(), readings


@pytest.mark.parametrize("book", [UTH, FC])
@TRIES
@given(data=st.data())
def test_against_the_dealer(book, data):
    table, readings = open_dealer_table(data, book)
    watched = Watched(table)
    for position in POSITIONS:
        sides = {OPTIONAL[book]: data.draw(st.sampled_from([0, 5])), "progressive": data.draw(st.sampled_from([0, 1, 5]))}
        table.bets(position, 10, **sides)
        if data.draw(st.integers(0, 3), label="folds") == 0:
            table.answers[position] = [*FOLDS[book]]
    over = walk(table, data, data.draw(st.integers(5, MOST_STEPS[book]), label="steps"))
    reports = data.draw(st.sampled_from(["exposed", "misdeal", "both"]), label="reports")
    if not over:
        report(table, reports, over)
        table.finish()
    done = table.run.table.completed
    if over:
        report(table, reports, over)
    check_dealer_game(watched, done, table.run.table.completed, readings)


def report(table, reports, over):
    if reports != "misdeal":
        find(table, "report-exposed", over, place=0, when="deciding")
    if reports != "exposed":
        find(table, "report-misdeal", over, hands={1: 3 if table.book == UTH else 6})


def check_dealer_game(watched, done, after, readings):
    """`done` is the round when it was completed, and `after` the same when findings were carried out, if it is not void then."""
    state, settled_stand = done.state, "settled-stands" in readings.values()
    is_all_void, is_found_late = after is None or bool(state.void), after is None or bool(after.carried_out)
    if is_all_void and not settled_stand:
        watched.check_all_back()
        return
    void = {key for key, result in state.results.items() if result.result == "void"}
    fallen = {key for key in state.results if _falls(key[1], readings.get("UTH-25") == "refund-all-but-trips")}
    if state.base_void and not settled_stand:
        assert fallen <= void
    if is_all_void or is_found_late:
        void |= state.lost_by_fold | (set() if settled_stand else fallen)
    fallen_envy = {pair for pair in state.envy if not settled_stand and _is_envy_void(pair, void, readings.values())}
    assert is_found_late or not fallen_envy
    check_gains(watched, state, void, state.envy.keys() - fallen_envy, is_found_late)
    standing = progressive_stakes(state, {"win", "lose"})
    standing = {place: stake for place, stake in standing.items() if (place, PROGRESSIVE) not in void}
    watched.check_meters(standing, not has_awarded(state, standing))


def _falls(wager, refunds_all):
    return wager in AGAINST_DEALER or (refunds_all and wager == PROGRESSIVE)


def _is_envy_void(pair, void, choices):
    place, holder = pair
    return (place, PROGRESSIVE) in void or ("required" in choices and (holder, PROGRESSIVE) in void)


def check_gains(watched, state, void, envy, is_late):
    """Void wagers brought nothing, and only the envy that is left was kept. Rulings do not name a wager: what they undo is seen
    at a player's chips."""
    gains, table = watched.gains(), watched.table.run.table
    if not is_late:
        bonuses = {each.wager for each in table.rules.offers[PROGRESSIVE].envy}
        assert {key: gains[key] for key in void if gains[key]} == {}
        for position in POSITIONS:
            kept = sum(gain for (seat, what), gain in gains.items() if seat == position and (what in bonuses or _is_hand(what)))
            assert kept == sum(amount.amount for (place, _), amount in state.envy.items() if place == position)
        return
    notes = {(place, f"hand {holder}") for place, holder in envy}
    for position, name in table.seats.items():
        own = {key: gain for key, gain in gains.items() if key[0] == position and key not in void}
        stays = sum(gain for key, gain in own.items() if key in notes or not _is_hand(key[1]))
        assert table.chips(name) == CHIPS + Cents(stays)


def _is_hand(what):
    return what.startswith("hand ")
