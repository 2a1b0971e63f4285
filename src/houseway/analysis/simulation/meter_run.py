"""Meters through all rounds of a simulation: they grow with every round, pay the rounds that workers have found, and are reset.

The rounds of all tables that share a meter are one sequence: its number of tables changes how long it takes, and nothing else. What
happens to a meter is what `houseway.progressive` does at the table; amounts are whole numbers of the smallest part of a cent that a
contribution has, because a round in 700 may pay a share. The tests compare both.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.analysis.simulated_games.lines import MeteredWager, MeterRow
from houseway.analysis.simulation.metered_rounds import MeteredShard, RoundsOfMeters
from houseway.money import Cents, split_meter
from houseway.progressive import MeterTerms, are_awarded_together
from houseway.submission import Rules

Amounts = list[int]
"""By seat, in cents."""


@dataclass
class MeterTally:
    """What was added up of one meter. Amounts in parts of a cent."""

    awards: int = 0
    """Shares that were paid, each to one winner."""
    squared_awards: int = 0
    """The sum over rounds of the squares of how many shares were paid."""
    paid: int = 0
    """In cents."""
    resets: int = 0
    area: int = 0
    """The sum over rounds of what stood on it, with the contributions of the round."""
    squares: int = 0
    cycles: int = 0
    """Complete spans from one reset to the next."""
    cycle_sums: list[int] = field(default_factory=lambda: [0] * 5)
    """Over cycles, of the number n of shares and the sum s of what stood on the meter when they were won: n, s, n², n × s, s²."""


class RunningMeter:
    """A meter that runs through the rounds. `value(round)` is what stands on it when all of the round have contributed."""

    def __init__(self, terms: MeterTerms, stake: Cents, players: int, effect: str, keeps: int) -> None:
        self.terms = terms
        rate = terms.filed_meter.rate * stake.amount * players
        self.parts = rate.denominator
        self.grows = int(rate * self.parts)
        """What a round adds."""
        self.reset_to = terms.filed_meter.reset.amount * self.parts
        self.effect, self.keeps = effect, keeps * self.parts
        self.off = terms.deducted_awards
        self.base = terms.filed_meter.seed.amount * self.parts
        """What would stand on it without the contributions of the simulation."""
        self.tally = MeterTally()
        self._counted = 0
        """Rounds that are part of the area."""
        self._is_whole_cycle = terms.filed_meter.seed == terms.filed_meter.reset
        self._cycle = [0, 0]

    def value(self, number: int) -> int:
        return self.base + self.grows * (number + 1)

    def shown(self, number: int) -> int:
        """Return the whole cents that it shows."""
        return self.value(number) // self.parts

    def count_to(self, number: int) -> None:
        """Add up what stood on it before anything was paid, up to a round."""
        many = number + 1 - self._counted
        if many <= 0:
            return
        start, step, tally = self.value(self._counted), self.grows, self.tally
        ones, twos = many * (many - 1) // 2, (many - 1) * many * (2 * many - 1) // 6
        tally.area += many * start + step * ones
        tally.squares += many * start * start + 2 * start * step * ones + step * step * twos
        self._counted = number + 1

    def award(self, number: int, shares: Sequence[Fraction]) -> list[int]:
        """Pay shares together, in cents; the whole of it resets it."""
        self.count_to(number)
        left, hidden = self.value(number), self.value(number) % self.parts
        self._note(left, len(shares))
        claimed = sum(shares)
        if len(shares) == 1:
            owed = left // self.parts * shares[0].numerator
            amounts = [-(-owed // shares[0].denominator)]
        else:
            amounts = [each.amount for each in split_meter(Cents(left // self.parts), shares)]
        is_reset = claimed >= 1 or self._effect_of(max(amounts)) == "reset"
        if is_reset:
            left = self.reset_to + hidden
        else:
            for amount in amounts:
                if self._effect_of(amount) == "deducted":
                    left -= min(amount * self.parts, max(left - hidden - self.keeps, 0))
        self._set(number, left)
        self.tally.paid += sum(amounts)
        if is_reset:
            self._end_cycle()
        return amounts

    def deduct(self, number: int, amount: int) -> None:
        """Take a fixed award off it, as far as possible."""
        self.count_to(number)
        left = self.value(number)
        self._set(number, left - min(amount * self.parts, max(left - self.keeps, 0)))

    def _effect_of(self, amount: int) -> str:
        if self.off is not None:
            return "deducted" if amount >= self.off[0].amount else "untouched"
        return self.effect

    def _set(self, number: int, left: int) -> None:
        self.base = left - self.grows * (number + 1)

    def _note(self, stood: int, shares: int) -> None:
        self.tally.awards += shares
        self._cycle[0] += shares
        self._cycle[1] += shares * stood

    def _end_cycle(self) -> None:
        self.tally.resets += 1
        count, stood = self._cycle
        if self._is_whole_cycle:
            self.tally.cycles += 1
            for place, added in enumerate((count, stood, count * count, count * stood, stood * stood)):
                self.tally.cycle_sums[place] += added
        self._is_whole_cycle, self._cycle = True, [0, 0]


@dataclass
class PaidSums:
    """What the found rounds have paid beside what the kernels have added up, for one line. In the smallest units of `MeterRun`."""

    total: int = 0
    squares: int = 0
    table_squares: int = 0
    shared: int = 0
    shared_squares: int = 0


class MeterRun:
    """All meters of a wager, and what they and envy pay."""

    def __init__(self, rules: Rules, metered: MeteredWager, players: int, unit: Fraction, order: Sequence[int]) -> None:
        """`unit` is that of the kernels' sums, in cents; `order` has the seats in order of settlement."""
        taken, stake = rules.readings, metered.odds.stake
        effect = taken.choice_of("PG-55", "UTH-105", "FC-105", before="deducted")
        self.metered, self.players, self.order = metered, players, tuple(order)
        self.is_shared = are_awarded_together(taken)
        keeps = [terms.least_reset.amount if taken.takes("DIV-18=floor") else 0 for terms in metered.terms]
        self.meters = [
            RunningMeter(terms, stake, players, effect, least) for terms, least in zip(metered.terms, keeps, strict=True)
        ]
        self.rounds = 0
        self.fixed_instead = 0
        """How often a meter stood so low that a fixed award paid best."""
        self._per_unit, self._per_cent = unit.numerator, unit.denominator
        self.smallest = Fraction(1, unit.denominator)
        """The smallest unit, in cents: a cent and the kernels' unit are multiples of it."""
        self.wager, self.envy, self.all = PaidSums(), PaidSums(), PaidSums()

    def take(self, shards: Sequence[MeteredShard]) -> None:
        """Settle shards, which must come in order."""
        for shard in shards:
            assert shard.first == self.rounds, "shards come in order"
            self._take_shard(shard)
            self.rounds += shard.rounds

    def finish(self) -> None:
        for meter in self.meters:
            meter.count_to(self.rounds - 1)

    # One shard

    def _take_shard(self, shard: MeteredShard) -> None:
        made = [0, 0, 0]
        found = shard.found
        for place, number in enumerate(found.numbers):
            for each, products in enumerate(self._take_round(found, place, number)):
                made[each] += products
        if shard.products is not None:
            own, spots = (each * self._per_unit**2 for each in shard.products)
            for sums, before, added in ((self.wager, own, made[0]), (self.envy, 0, made[1]), (self.all, spots, made[2])):
                sums.shared += added
                sums.shared_squares += (before + added) ** 2 - before**2

    def _take_round(self, found: RoundsOfMeters, place: int, number: int) -> tuple[int, int, int]:
        """Return by how much the products of two seats' results change on each line."""
        won = [each * self._per_cent for each in self.settle_round(number, found.outcomes[place])]
        envy = [each * self._per_cent for each in self.envy_of(found.outcomes[place], found.envied[place])]
        together = [one + other for one, other in zip(won, envy, strict=True)]
        own, spots = found.own[place], found.spots[place]
        return self._add(self.wager, own, won), self._add(self.envy, None, envy), self._add(self.all, spots, together)

    def _add(self, sums: PaidSums, before: list[int] | None, added: Amounts) -> int:
        total, squares, table = sum(added), 0, 0
        if before is None:
            squares = sum(each * each for each in added)
        else:
            scale = self._per_unit
            squares = sum(each * (each + 2 * scale * had) for had, each in zip(before, added, strict=True) if each)
            table = 2 * scale * sum(before)
        table_squares = total * (total + table)
        sums.total += total
        sums.squares += squares
        sums.table_squares += table_squares
        return table_squares - squares

    # One round

    def envy_of(self, outcomes: Sequence[int], envied: Sequence[int]) -> Amounts:
        """Return what each seat gets for the hands of all others, in cents. A wager that a fold has lost earns nothing."""
        every, hands = sum(envied), self.metered.line.hands
        if not every:
            return [0] * self.players
        return [0 if hands[came] is None else every - own for came, own in zip(outcomes, envied, strict=True)]

    def settle_round(self, number: int, outcomes: Sequence[int]) -> Amounts:
        """Pay the round in order of settlement. Return what each seat gets, with its stake if that is returned, in cents."""
        paid = [0] * self.players
        waiting: dict[int, list[tuple[int, MeterRow]]] = {}
        counts = [0] * len(self.meters)
        for seat in self.order:
            rows = self.metered.rows[outcomes[seat]] if outcomes[seat] < len(self.metered.rows) else ()
            if not rows:
                continue
            row = rows[0] if len(rows) == 1 else self._best_of(rows, number)
            paid[seat] = 0 if row.keeps_stake else self.metered.odds.stake.amount
            if not row.share:
                paid[seat] += row.award
                if row.meter >= 0:
                    self.meters[row.meter].deduct(number, row.award)
                continue
            counts[row.meter] += 1
            if self.is_shared:
                waiting.setdefault(row.meter, []).append((seat, row))
            else:
                paid[seat] += self.meters[row.meter].award(number, (row.share,))[0]
        for place, winners in waiting.items():
            amounts = self.meters[place].award(number, [row.share for _, row in winners])
            for (seat, _), amount in zip(winners, amounts, strict=True):
                paid[seat] += amount
        for meter, count in zip(self.meters, counts, strict=True):
            meter.tally.squared_awards += count * count
        return paid

    def _best_of(self, rows: Sequence[MeterRow], number: int) -> MeterRow:
        """Return the row that pays best at what the meters show."""
        best = max(rows, key=lambda row: row.share * self.meters[row.meter].shown(number) if row.share else row.award)
        self.fixed_instead += best is not rows[0]
        return best


def settlement_order(rules: Rules, players: int) -> tuple[int, ...]:
    """Return the seats in the order in which their wagers are settled: counterclockwise from the dealer's right."""
    seats = range(players)
    return tuple(reversed(seats)) if rules.against_dealer else tuple(seats)
