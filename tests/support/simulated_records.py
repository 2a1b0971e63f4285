"""Simulated rounds as records for the referee: the cards that were dealt, what the players decided, and what each wager won."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from houseway.analysis.simulation.planning import plan_simulation
from houseway.analysis.simulation.result import describe_game
from houseway.cards import CARDS
from houseway.files.referee.filing import referee_filing
from houseway.house_way import compile_house_way
from houseway.kernels.pai_gow.setting import set_hands
from houseway.kernels.simulation import four_card, ultimate
from houseway.kernels.simulation.deals import deal_rounds
from houseway.submission import judge, parse_submission
from houseway_referee import decide
from tests.referee.dealer_rounds import DEALER, act, box, four_card_acts, ultimate_acts
from tests.support.metered_rounds import paid_by_meters
from tests.support.paths import EXAMPLES

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
UTH, FCP, MD, DIV = "md.ultimate-texas-holdem", "md.four-card-poker", "md.pai-gow-poker", "div.pai-gow-poker"
BATCH = 100


@dataclass(frozen=True, eq=False)
class SimulatedTable:
    """A table of simulated players, and its filing as the referee reads it."""

    plan: object
    game: object
    filing: dict
    stakes: dict
    """By wager that a player places, in cents; the Play is decided."""
    rules: object


@cache
def simulated_table(book, play=None, sides=(), players=6):
    text = (EXAMPLES / book / "everything.toml").read_text()
    rules = judge(parse_submission(text)).rules
    plan = plan_simulation(rules, 1, players, play=play, sides=dict(sides) or None)
    stakes = {next(iter(rules.offers)): plan.bet.amount, **{wager: stake.amount for wager, stake in plan.sides.items()}}
    return SimulatedTable(plan, describe_game(rules, plan), referee_filing(text), stakes, rules)


def differing_rounds(table, seed, first, rounds):
    """Play rounds on the kernels, let the referee decide them, and return those in which a wager differs."""
    game, players = table.game, table.plan.players
    cards = np.empty((rounds, game.row_length + len(game.draws)), dtype=np.uint8)
    outcomes = np.zeros((rounds, players, game.axes), dtype=np.uint16)
    deal_rounds(seed, first, game.deck, cards, game.draws)
    game.new_player()(cards, outcomes, 0)
    found, by_meters = [], paid_by_meters(table.rules, game, outcomes, as_filed=True)
    for start in range(0, rounds, BATCH):
        rows = cards[start : start + BATCH]
        acts = acts_of_rounds(table, rows, outcomes[start : start + BATCH])
        seats = {str(place): NAMES[place - 1] for place in range(1, players + 1)}
        entries = [
            {"round": place, "seats": seats, "meters": _meters(table), "acts": each} for place, each in enumerate(acts, start=1)
        ]
        results = decide({"referee": 1, "filing": table.filing, "rounds": entries})["rounds"]
        for place, result in enumerate(results, start=start):
            refused = [one for one in result["acts"] if not one["allowed"]]
            by_seat = [by_meters.get((place, seat), {}) for seat in range(players)]
            mine, theirs = _own_nets(table, outcomes[place], by_seat), referee_nets(table, result)
            if refused or mine != theirs:
                found.append((first + place, cards[place].tolist(), refused, mine, theirs))
    return found


def _meters(table):
    return {f"{each['wager']}/{each['name']}": str(each["seed"]) for each in table.filing["meters"]}


def _own_nets(table, outcomes, by_meters):
    """By position and wager: what a player won, with what meters paid. Envy bonuses are one sum."""
    nets = {}
    for seat, (found, paid) in enumerate(zip(outcomes, by_meters, strict=True)):
        won = [(line.name, line.nets[found[line.axis]]) for line in table.game.kernel_lines if line.is_part]
        for wager, amount in (*won, *paid.items()):
            name = "envy" if wager.endswith("envy") else wager
            nets[seat + 1, name] = nets.get((seat + 1, name), 0) + amount
    return {key: net for key, net in nets.items() if net}


def referee_nets(table, result):
    nets = {}
    for key, one in result["wagers"].items():
        place, wager = key.split()[:2]
        net = one["cents"] - one["vigorish"] - (one["stake"] - one["returned"])
        nets[int(place), wager.partition(":")[0]] = net
    for key, paid in result["envy"].items():
        place = int(key.split()[0])
        nets[place, "envy"] = nets.get((place, "envy"), 0) + paid
    return {key: net for key, net in nets.items() if net}


def _words(cards):
    return " ".join(str(CARDS[card]) for card in cards)


def acts_of_rounds(table, rows, outcomes):
    book = table.filing["book"]
    if book == UTH:
        return [_ultimate(table, row.tolist(), found) for row, found in zip(rows, outcomes, strict=True)]
    if book == FCP:
        return [_four_card(table, row.tolist(), found) for row, found in zip(rows, outcomes, strict=True)]
    return _pai_gow(table, rows)


def _boxes(table, hands, plays):
    dollars = {wager: cents // 100 for wager, cents in table.stakes.items()}
    return {
        place: box(NAMES[place - 1], _words(hand), *plays[place - 1], **dollars) for place, hand in enumerate(hands, start=1)
    }


def _ultimate(table, row, found):
    players = table.plan.players
    hands = [row[7 + 2 * seat : 9 + 2 * seat] for seat in range(players)]
    streets = {0: ("check", "check", "fold"), 1: ("check", "check", 1), 2: ("check", 2)}
    times = (found[:, ultimate.GAME] // ultimate.OUTCOME_COUNT).tolist()
    boxes = _boxes(table, hands, [streets.get(each, (each,)) for each in times])
    return ultimate_acts(boxes, _words(row[5:7]), _words(row[:5]), _words(row[7 + 2 * players :]))


def _four_card(table, row, found):
    hands = [row[6 + 5 * seat : 11 + 5 * seat] for seat in range(table.plan.players)]
    times = (found[:, four_card.GAME] // four_card.ENDS).tolist()
    return four_card_acts(_boxes(table, hands, [(each,) if each else ("fold",) for each in times]), _words(row[:6]))


def _pai_gow(table, rows):
    players = table.plan.players
    hands = rows[:, :-1].reshape(-1, 7)
    way = compile_house_way(table.rules.house_way, table.rules.high_order)
    lows = set_hands(way.table, np.ascontiguousarray(hands)).low.reshape(len(rows), players + 1, 2).tolist()
    found = []
    for row, low in zip(rows.tolist(), lows, strict=True):
        cards = {str(place): _words(row[7 * place : 7 * place + 7]) for place in range(players + 1)}
        acts = [
            act(
                NAMES[place - 1], "wager", position=place, wager=f"number:{place}" if wager == "number" else wager, amount=cents
            )
            for place in range(1, players + 1)
            for wager, cents in table.stakes.items()
        ]
        acts.append(act(DEALER, "close-betting"))
        if table.filing["book"] == DIV:
            acts.append(act(DEALER, "find-start", number=row[-1] + 1))
        acts.append(act(DEALER, "deal", cards=cards))
        acts += [act(NAMES[place - 1], "set-hand", position=place, low=_words(low[place])) for place in range(1, players + 1)]
        found.append([*acts, act(DEALER, "set-dealer", low=_words(low[0]))])
    return found
