"""Meters through simulated rounds do what those at a table do, the referee pays the same, and sums and statistics are right."""

from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from random import Random

import numpy as np
import pytest

from houseway import progressive
from houseway.analysis.meter_outlook import meter_outlook
from houseway.analysis.simulation import shards
from houseway.analysis.simulation.kept_parts import parts_in
from houseway.analysis.simulation.meter_run import RunningMeter
from houseway.analysis.simulation.planning import plan_simulation
from houseway.analysis.simulation.result import describe_game, simulate
from houseway.kernels.simulation.deals import deal_rounds
from houseway.money import Cents
from houseway.progressive import MeterTerms, ShareWinner, fold_meter
from houseway.submission import judge, parse_submission
from houseway_referee import decide
from tests.support.metered_rounds import find_rounds, meter_run
from tests.support.paths import EXAMPLES
from tests.support.simulated_records import acts_of_rounds, referee_nets, simulated_table

UTH, FCP = "md.ultimate-texas-holdem", "md.four-card-poker"
MD, DIV = "md.pai-gow-poker", "div.pai-gow-poker"
BETS = {book: {"progressive": Cents.from_dollars(5 if book == DIV else 1)} for book in (UTH, FCP, MD, DIV)}


@cache
def filed(book, *changes):
    text = (EXAMPLES / book / "everything.toml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return judge(parse_submission(text)).rules


def filed_meter(name, seed, rate):
    return f'''[[meters]]
wager = "progressive"
name = "{name}"
seed = "{seed}"
reset = "{seed}"
rate = "{rate}"
tables = ["PG-1", "PG-2"]

'''


ONE_METER = (
    ('paytable = "C"\nstake', 'paytable = "A"\nstake'),
    (filed_meter("mega", "$10,000", "18%"), filed_meter("meter", "$10,000", "18%")),
    (filed_meter("major", "$1,000", "6%"), ""),
    (filed_meter("minor", "$500", "4%"), ""),
)


# One meter, beside the one of a table


@pytest.mark.parametrize(
    ("book", "changes"),
    [
        (UTH, ()),
        (FCP, ()),
        (MD, (('PG-22 = "exempt"', 'PG-22 = "exempt"\nPG-55 = "reset"'),)),
        (MD, (('PG-22 = "exempt"', 'PG-22 = "exempt"\nPG-55 = "untouched"'),)),
        (MD, (('PG-22 = "exempt"', 'PG-22 = "exempt"\nPG-19 = "shared"'),)),
        (DIV, ()),
        (DIV, (("[readings]", '[readings]\nDIV-18 = "floor"'),)),
    ],
)
def test_a_meter_does_what_a_meter_at_a_table_does(book, changes):
    rules, chance = filed(book, *changes), Random(7)
    for each in rules.meters:
        mine = meter_run(rules, describe_game(rules, plan_simulation(rules, 1, 3, sides=BETS[book], ways={})), 3)
        table = each.tables[0]
        running = mine.meters[[meter.terms.filed_meter for meter in mine.meters].index(each)]
        real = fold_meter([progressive.open_meter(each, rules, table=table)])
        for number in range(200):
            stake = BETS[book]["progressive"] * 3
            real = fold_meter([progressive.contribution_event(real, stake, table, number + 1)], real)
            assert Fraction(running.value(number), running.parts) == real.value
            real, running = happen(chance, rules, table, real, running, number)
            assert Fraction(running.value(number), running.parts) == real.value, number


def happen(chance, rules, table, real, running, number):
    """Let something happen to both meters: a share, two shares at once, or a fixed award."""
    drawn = chance.random()
    if drawn < 0.1 and real.terms.deducted_awards is not None:
        amount = Cents(chance.choice((25_000, 100_000, 3_000_000)))
        event = progressive.deduction_event(real, amount, "royal-flush", rules.readings, table, number + 1, seat=1)
        running.deduct(number, amount.amount)
        return fold_meter([event], real), running
    if drawn > 0.4:
        return real, running
    share = chance.choice((Fraction(1), Fraction(1, 10), Fraction(12, 100)))
    together = (share, Fraction(1, 10)) if progressive.are_awarded_together(rules.readings) else (share,)
    winners = [ShareWinner(seat, each) for seat, each in enumerate(together, start=1)]
    events, paid = progressive.award_events(real, winners, rules.readings, table, number + 1)
    assert running.award(number, together) == [paid[seat].amount for seat in sorted(paid)]
    return fold_meter(events, real), running


# Rounds that meters pay, beside the referee


@pytest.mark.parametrize(
    ("book", "rounds", "least"), [(UTH, 40_000, 20), (FCP, 40_000, 20), (MD, 30_000, 15), (DIV, 6_000, 15)]
)
def test_the_referee_pays_and_takes_off_the_meters_the_same(book, rounds, least):
    compare_with_referee(book, rounds, least)


@pytest.mark.prove
@pytest.mark.parametrize(
    ("book", "rounds", "least"), [(UTH, 3_000_000, 3_000), (FCP, 2_000_000, 3_000), (MD, 1_000_000, 900), (DIV, 200_000, 1_000)]
)
def test_the_referee_pays_the_same_in_many_rounds(book, rounds, least):
    compare_with_referee(book, rounds, least, 4_000)


def compare_with_referee(book, rounds, least, most=60):
    """Play rounds, and let the referee decide those that meters or envy pay, with the meters as they stood."""
    table = simulated_table(book, None, tuple(BETS[book].items()))
    game, rules, players = table.game, table.rules, table.plan.players
    run, player = meter_run(rules, game, players), game.new_player()
    settled = {line.name: line.nets for line in game.kernel_lines if line.is_part}
    compared = 0
    for first in range(0, rounds, 1 << 14):
        many = min(1 << 14, rounds - first)
        cards = np.empty((many, game.row_length + len(game.draws)), dtype=np.uint8)
        outcomes = np.zeros((many, players, game.axes), dtype=np.uint16)
        deal_rounds(3, first, game.deck, cards, game.draws)
        player(cards, outcomes, first)
        found = find_rounds(game, outcomes, first)
        for number, by_seat, envied in zip(found.numbers, found.outcomes, found.envied, strict=True):
            before = [Fraction(meter.value(number) - meter.grows, meter.parts) for meter in run.meters]
            won, earned = run.settle_round(number, by_seat), run.envy_of(by_seat, envied)
            if compared >= most:
                continue
            row, came = cards[number - first], outcomes[number - first]
            (acts,) = acts_of_rounds(table, row[None], came[None])
            result = decided(table, acts, before)
            mine = {}
            for seat in range(players):
                axes = {line.name: line.axis for line in game.kernel_lines}
                nets = {wager: nets[came[seat, axes[wager]]] for wager, nets in settled.items()}
                nets["progressive"] += won[seat]
                nets["envy"] = earned[seat]
                mine |= {(seat + 1, wager): net for wager, net in nets.items() if net}
            assert mine == referee_nets(table, result), (number, row.tolist())
            for meter, had in zip(run.meters, before, strict=True):
                name = f"progressive/{meter.terms.filed_meter.name}"
                assert Fraction(result["meters"][name]["after"]) == Fraction(meter.value(number), meter.parts), (number, had)
            compared += 1
    assert compared >= min(least, most)


def decided(table, acts, before):
    from tests.support.simulated_records import NAMES

    meters = {f"progressive/{name}": str(had) for name, had in zip(table.game.metered.meters, before, strict=True)}
    seats = {str(place): NAMES[place - 1] for place in range(1, table.plan.players + 1)}
    entry = {"round": 1, "seats": seats, "meters": meters, "acts": acts}
    (result,) = decide({"referee": 1, "filing": table.filing, "rounds": [entry]})["rounds"]
    assert all(each["allowed"] for each in result["acts"])
    return result


# Sums


@cache
def simulated(book=UTH, rounds=60_000, players=4, workers=None, keep=None, **more):
    rules = filed(book)
    plan = plan_simulation(rules, rounds, players, 5, sides=dict(BETS[book]), **more)
    threads = partial(shards.threads_for, count=workers)
    return simulate(rules, plan, None, threads, keep_in=parts_in(keep) if keep else None)


@pytest.mark.parametrize("book", [UTH, DIV])
def test_holds_deviations_and_what_seats_share_are_those_of_the_rounds(book):
    rounds, players = 40_000, 4
    found, rules = simulated(book, rounds), filed(book)
    game = describe_game(rules, plan_simulation(rules, rounds, players, 5, sides=dict(BETS[book])))
    cards = np.empty((rounds, game.row_length + len(game.draws)), dtype=np.uint8)
    deal_rounds(5, 0, game.deck, cards, game.draws)
    outcomes = np.zeros((rounds, players, game.axes), dtype=np.uint16)
    game.new_player()(cards, outcomes, 0)
    nets = {
        line.name: np.array(line.nets, dtype=float)[outcomes[:, :, line.axis]] for line in game.kernel_lines if line.is_part
    }
    run, rare = meter_run(rules, game, players), find_rounds(game, outcomes)
    if game.metered.envy is not None:
        nets[game.metered.envy.name] = np.zeros((rounds, players))
    assert len(rare.numbers) > 20
    for number, by_seat, envied in zip(rare.numbers, rare.outcomes, rare.envied, strict=True):
        nets["progressive"][number] += run.settle_round(number, by_seat)
        if game.metered.envy is not None:
            nets[game.metered.envy.name][number] += run.envy_of(by_seat, envied)
    nets["all"] = sum(nets.values())
    for name, each in nets.items():
        line = found.line(name)
        assert float(line.mean) == pytest.approx(each.mean(), rel=1e-9, abs=1e-9)
        assert float(line.variance) == pytest.approx(each.var(), rel=1e-9, abs=1e-9)
        pairs = [(each[:, one] * each[:, two]).mean() - each.mean() ** 2 for one in range(4) for two in range(4) if one != two]
        assert float(line.covariance) == pytest.approx(np.mean(pairs), rel=1e-6, abs=1e-4)


def test_meters_are_the_same_on_any_number_of_workers_and_from_parts_that_were_kept(tmp_path):
    found = [simulated(workers=workers).to_json() for workers in (1, 3)]
    kept = [simulated(workers=1, rounds=rounds, keep=tmp_path / "parts.jsonl").to_json() for rounds in (40_000, 60_000)]
    assert found[0] == found[1] == kept[1]
    assert kept[0]["meters"][2]["awards"] < found[0]["meters"][2]["awards"]


def test_the_error_of_what_seats_share_has_the_shards_with_their_awards():
    found = simulated(rounds=200_000)
    assert found.line("progressive").correlation_error is not None
    assert abs(found.line("progressive").correlation) < 4 * found.line("progressive").correlation_error


# Beside what is counted


def test_meters_agree_with_what_is_counted():
    found = simulated(rounds=400_000)
    assert not found.differing
    assert [each.awards_verdict for each in found.meters] == ["too few", "too few", "agrees"]
    minor = found.meters[2]
    assert minor.stand_verdict == "agrees"
    assert minor.awards == minor.resets
    assert abs(minor.average - minor.outlook.average) < 6 * minor.when_won_error


def test_a_meter_that_is_counted_otherwise_is_marked():
    minor = simulated(rounds=400_000).meters[2]
    reset = replace(minor.outlook.meter, reset=Cents.from_dollars(350))
    assert replace(minor, outlook=replace(minor.outlook, meter=reset)).stand_verdict == "DIFFERS"
    assert replace(minor, outlook=replace(minor.outlook, any_share=minor.outlook.any_share * 2)).awards_verdict == "DIFFERS"


@pytest.mark.prove
@pytest.mark.parametrize("book", [UTH, FCP, MD, DIV])
def test_meters_agree_with_what_is_counted_over_many_rounds(book):
    found = simulated(book, rounds=40_000_000, players=6)
    assert not found.differing
    assert any(each.stand_verdict == "agrees" for each in found.meters)


@pytest.mark.parametrize("choice", ["deducted", "reset", "untouched"])
def test_the_counted_average_follows_what_a_share_does_to_the_meter(choice):
    """A meter with a tenth and the whole of it, bet by bet, under each reading of PG-55."""
    rules = filed(MD, ('PG-22 = "exempt"', f'PG-22 = "exempt"\nPG-55 = "{choice}"'), *ONE_METER)
    (each,) = rules.meters
    odds = describe_game(rules, plan_simulation(rules, 1, 2, sides=BETS[MD])).metered.odds
    likely = {"any-seven-card-straight-flush": 4, "five-aces": 20}
    rows = tuple(replace(row, combinations=likely.get(row.hand, 0)) for row in odds.rows)
    outlook = meter_outlook(rules, each, replace(odds, rows=rows, total=1_000), 1)
    chance, running = Random(3), RunningMeter(MeterTerms.from_rules(each, rules), odds.stake, 1, choice, 0)
    stood = []
    for number in range(400_000):
        stood.append(running.value(number) / running.parts)
        drawn = chance.random()
        if drawn < 0.024:
            running.award(number, (Fraction(1) if drawn < 0.004 else Fraction(1, 10),))
    assert sum(stood) / len(stood) == pytest.approx(float(outlook.average), rel=0.025)
