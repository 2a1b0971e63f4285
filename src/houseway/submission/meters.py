"""Judge the progressive meters: each one that an offered paytable draws on, with its floor and rate."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from houseway.errors import Malformed
from houseway.money import Cents
from houseway.regulation import FiledValue, Paytable, Regulation
from houseway.spelling import did_you_mean
from houseway.submission import schema
from houseway.submission.conditions import toml_value
from houseway.submission.findings import LEAVE_OUT, Correction, FindingCollector, value_text
from houseway.submission.offers import Table, read_or_none
from houseway.submission.placeholders import placeholder_values
from houseway.submission.rules import FiledMeter, Offer
from houseway.submission.schema import key_names
from houseway.submission.source import Submission

METER_KEYS = key_names(schema.METER_KEYS)
WHOLE_METER = Fraction(1)
_SHARE_PATTERN = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)%", re.ASCII)


def judge_meters(collector: FindingCollector, submission: Submission, offers: Mapping[str, Offer]) -> tuple[FiledMeter, ...]:
    """Return every meter that an offered paytable draws on, once, with seed, reset and rate."""
    filed, wagers = submission.meters, submission.wagers
    read = [_judge_meter(collector, number, entry, offers, wagers) for number, entry in enumerate(filed, start=1)]
    meters = [meter for meter in read if meter is not None]
    for offer in offers.values():
        wager = collector.regulation.wagers[offer.wager]
        for name in offer.paytable.meters:
            times = sum(
                isinstance(each, dict) and (each.get("wager"), each.get("name")) == (offer.wager, name) for each in filed
            )
            if times != 1:
                message = (
                    f"paytable {offer.paytable.letter} of the {wager.title} pays from the meter {name!r}, which must"
                    f" be filed once but is filed {times} times"
                )
                hint = _write_meter(collector.regulation, offer, name) if not times else "leave out all but one"
                clause = wager.seed_clause or wager.clause
                collector.add("meter.missing", "meters", clause, f"{times} entries", "one entry", message, hint)
    _check_rates(collector, meters)
    _check_tables(collector, meters)
    return tuple(sorted(meters, key=lambda meter: (meter.wager, offers[meter.wager].paytable.meters.index(meter.name))))


def _check_rates(collector: FindingCollector, meters: Sequence[FiledMeter]) -> None:
    """The rates of a wager's meters must not exceed the wager."""
    for name in dict.fromkeys(meter.wager for meter in meters):
        total = sum((meter.rate for meter in meters if meter.wager == name), Fraction(0))
        if total > WHOLE_METER:
            wager = collector.regulation.wagers[name]
            message = (
                f"the meters of the {wager.title} together grow by {total * 100}% of the amount wagered; at most 100%"
                " is possible"
            )
            hint = "lower the rates"
            collector.add("meter.rates", "meters", wager.rate_clause, f"{total * 100}%", "up to 100% in all", message, hint)


def _check_tables(collector: FindingCollector, meters: Sequence[FiledMeter]) -> None:
    """A table opens only if every meter of its submission is filed for it, so some table must be filed for all of them."""
    limited = [meter for meter in meters if meter.tables]
    if limited and not set.intersection(*(set(meter.tables) for meter in limited)):
        wager = collector.regulation.wagers[limited[0].wager]
        given = "; ".join(f"{meter.name} for {', '.join(meter.tables)}" for meter in limited)
        message = "no table can be opened, because no table is filed for all meters"
        hint = "file the meters for the same tables, or write a submission for each group of tables"
        clause = wager.seed_clause or wager.clause
        collector.add("meter.tables", "meters", clause, given, "at least one table that all meters have", message, hint)


def _judge_meter(
    collector: FindingCollector, number: int, entry: object, offers: Mapping[str, Offer], wagers: Mapping[str, object]
) -> FiledMeter | None:
    place = f"meters.{number}"
    if not isinstance(entry, dict) or not set(entry) <= set(METER_KEYS) or not {"wager", "name"} <= set(entry):
        message = f"a meter has the keys {', '.join(METER_KEYS)}, and no others"
        like = dict.fromkeys(("wager", "name"), "...") | dict.fromkeys(("seed", "reset"), placeholder_values()["seed"])
        hint = f"write {_inline(like | {'rate': placeholder_values()['rate']})}"
        collector.add("meter.shape", place, None, entry, ", ".join(METER_KEYS), message, hint)
        return None
    offer = offers.get(str(entry["wager"]))
    if offer is None and entry["wager"] in list(wagers):
        return None  # the wager was refused already
    if offer is None or entry["name"] not in offer.paytable.meters:
        names = offer.paytable.meters if offer else sorted(name for name, each in offers.items() if each.paytable.meters)
        message = f"no offered paytable of {value_text(entry['wager'])!r} pays from a meter {value_text(entry['name'])!r}"
        hint = did_you_mean(str(entry["name"]) if offer else str(entry["wager"]), names) or LEAVE_OUT
        collector.add("meter.unknown", place, None, f"{entry['wager']} {entry['name']}", ", ".join(names), message, hint)
        return None
    return _MeterEntry(collector, place, entry, offer).judge()


class _MeterEntry:
    """One meter as filed."""

    def __init__(self, collector: FindingCollector, place: str, entry: Table, offer: Offer) -> None:
        self.collector, self.book, self.place, self.entry, self.offer = collector, collector.regulation, place, entry, offer
        self.wager = self.book.wagers[offer.wager]

    def judge(self) -> FiledMeter | None:
        seed, reset, rate = self._judge_amount("seed"), self._judge_amount("reset"), self._judge_rate()
        tables = self.entry.get("tables", [])
        if not _is_list_of_names(tables):
            message, hint = "the tables of a meter must be a list of names, each once", 'write tables = ["T-1", "T-2"]'
            self._add_finding("meter.tables", "tables", None, tables, "a list of tables", message, hint)
            return None
        if seed is None or reset is None or rate is None:
            return None
        return FiledMeter(self.offer.wager, self.entry["name"], seed, reset, rate, tuple(sorted(tables)))

    def _judge_amount(self, key: str) -> Cents | None:
        """Judge seed or reset, which must not be below the book's floor for the paytable and meter."""
        value = f"seed.{self.offer.paytable.letter}.{self.entry['name']}"
        setter, floor = self.book.clause_setting(value), self.book.value_of(value)
        clause = setter.citation if setter else self.wager.seed_clause
        amount = read_or_none(Cents.parse, self.entry.get(key))
        least = floor if isinstance(floor, Cents) else Cents(0)
        if amount is None:
            message = f"the {key} amount of the meter {self.entry['name']!r} must be filed, as in '$10,000'"
            given, hint = self.entry.get(key), self._write_amount(key, least)
            self._add_finding(f"meter.{key}", key, self.wager.seed_clause, given, f"{least} or more", message, hint, least)
        elif amount < least:
            letter = self._paytable_letter()
            message = (
                f"the {key} amount of the meter {self.entry['name']!r} must be at least {least} for paytable {letter},"
                f" not {amount}"
            )
            hint = self._write_amount(key, least)
            self._add_finding(f"meter.{key}", key, clause, amount, f"{least} or more", message, hint, least)
            return None
        return amount

    def _write_amount(self, key: str, least: Cents) -> str:
        return (
            f"write {key} = {toml_value(least)} or more"
            if least
            else f'write {key} = "{placeholder_values()["seed"]}" or another amount'
        )

    def _judge_rate(self) -> Fraction | None:
        value = f"rate-minimum.{self.offer.paytable.letter}"
        setter, floor = self.book.clause_setting(value), self.book.value_of(value)
        least = floor if isinstance(floor, Fraction) else Fraction(0)
        rate = read_or_none(_parse_share, self.entry.get("rate"))
        allowed = f"{least * 100}% to 100%" if least else "above 0%, up to 100%"
        if rate is None or not (0 < rate <= WHOLE_METER and rate >= least):
            message = (
                f"the rate of progression of the meter {self.entry['name']!r} must be filed: {allowed} of the amount wagered"
            )
            clause = setter.citation if setter else self.wager.rate_clause
            hint = (
                f'write rate = "{least * 100}%" or more'
                if least
                else f'write rate = "{placeholder_values()["rate"]}" or another share'
            )
            right = f"{least * 100}%" if least else None
            self._add_finding("meter.rate", "rate", clause, self.entry.get("rate"), allowed, message, hint, right)
            return None
        return rate

    def _paytable_letter(self) -> str:
        return self.offer.paytable.letter

    def _add_finding(
        self,
        code: str,
        key: str,
        clause: Any,
        given: object,
        allowed: object,
        message: str,
        suggestion: str,
        right: FiledValue | None = None,
    ) -> None:
        """Add a finding about a key of the meter. `right` is the least value that corrects it; $0 is none."""
        place = f"{self.place}.{key}"
        correction = Correction.of(place, right) if right else None
        self.collector.add(code, place, clause, given, allowed, message, suggestion, correction=correction)


def proposed_meter(book: Regulation, table: Paytable, name: str) -> dict[str, str]:
    """Return the lowest amounts and rate that the book allows for a meter, or what a new submission has where it sets none."""
    seed, rate = book.value_of(f"seed.{table.letter}.{name}"), book.value_of(f"rate-minimum.{table.letter}")
    amount = str(seed or placeholder_values()["seed"])
    share = f"{rate * 100}%" if isinstance(rate, Fraction) else str(placeholder_values()["rate"])
    return {"wager": table.wager, "name": name, "seed": amount, "reset": amount, "rate": share}


def _write_meter(book: Regulation, offer: Offer, name: str) -> str:
    return f"add an entry to meters: {_inline(proposed_meter(book, offer.paytable, name))}"


def _inline(entry: Mapping[str, str]) -> str:
    return f"{{ {', '.join(f'{key} = {toml_value(value)}' for key, value in entry.items())} }}"


def _is_list_of_names(given: object) -> bool:
    if not isinstance(given, list) or not all(isinstance(name, str) and name.strip() for name in given):
        return False
    return len(set(given)) == len(given)


def _parse_share(text: str) -> Fraction:
    match = _SHARE_PATTERN.fullmatch(text)
    if match is None:
        raise Malformed(f"{text!r} is not a share; write it as in '21%'", code="share.unreadable", given=text)
    return Fraction(match[1]) / 100
