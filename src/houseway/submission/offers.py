"""Judge the wagers offered, their paytables and stakes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.money import Cents, FixedAmount, MeterShare, OddsToOne, Pay, TotalForOne, parse_pay
from houseway.regulation import FiledValue, OfferedWhen, Paytable, Regulation, Row, Wager
from houseway.spelling import did_you_mean, meant_name
from houseway.submission import schema
from houseway.submission.conditions import filing_instruction, toml_value
from houseway.submission.findings import LEAVE_OUT, Correction, FindingCollector, value_text
from houseway.submission.rules import Offer
from houseway.submission.schema import key_names
from houseway.values import memoize_by

Table = Mapping[str, Any]
TextReader = TypeVar("TextReader")

WAGER_KEYS = key_names(schema.WAGER_KEYS)


def judge_offers(collector: FindingCollector, filed: Mapping[str, object]) -> dict[str, Offer]:
    """Return the wagers on the table: those filed, and those that follow from them."""
    book = collector.regulation
    offers: dict[str, Offer] = {}
    for wager in book.wagers.values():
        entry = filed.get(wager.id)
        if wager.offered is OfferedWhen.FOLLOWS:
            continue
        if entry is None:
            if wager.offered is OfferedWhen.ALWAYS:
                message = f"the {wager.title} must be filed: the game cannot be played without it"
                hint = f"file wagers.{wager.id}; houseway new {book.id} shows how"
                collector.add(
                    "wager.required", f"wagers.{wager.id}", wager.clause, "nothing", "minimum and maximum", message, hint
                )
            continue
        if not isinstance(entry, dict):
            allowed, message = (
                f"a table with {', '.join(WAGER_KEYS)}",
                f"the {wager.title} must be filed as a table, [wagers.{wager.id}]",
            )
            hint = f"write its keys under [wagers.{wager.id}]; houseway new {book.id} shows how"
            collector.add("wager.shape", f"wagers.{wager.id}", wager.clause, entry, allowed, message, hint)
            continue
        offer = _OfferJudge(collector, wager, entry).judge()
        if offer is not None:
            offers[wager.id] = offer
    for name, entry in filed.items():
        _check_name(collector, name, entry)
    for offer in offers.values():
        _check_equal(collector, offer, offers)
    return {**offers, **_following_offers(book, offers)}


def _check_name(collector: FindingCollector, name: str, entry: object) -> None:
    book, place = collector.regulation, f"wagers.{name}"
    allowed = [wager.id for wager in book.wagers.values() if wager.offered is not OfferedWhen.FOLLOWS]
    if name not in book.wagers:
        message = f"{book.id} has no wager {name!r}"
        collector.add("wager.unknown", place, book.side_bets, name, allowed, message, LEAVE_OUT)
    elif name not in allowed:
        wager = book.wagers[name]
        message = f"the {wager.title} follows from another wager, so it must not be filed"
        collector.add("wager.follows", place, wager.clause, entry, allowed, message, LEAVE_OUT)


def _check_equal(collector: FindingCollector, offer: Offer, offers: Mapping[str, Offer]) -> None:
    """A wager that must equal another must have the same limits."""
    wager = collector.regulation.wagers[offer.wager]
    other = offers.get(wager.equal_to)
    if other is None or offer.minimum > offer.maximum or other.minimum > other.maximum:
        return
    for key in ("minimum", "maximum"):
        given, wanted = getattr(offer, key), getattr(other, key)
        if given != wanted:
            message = (
                f"the {wager.title} is placed in the same amount as the"
                f" {collector.regulation.wagers[wager.equal_to].title}, so their limits must be equal"
            )
            place = f"wagers.{wager.id}.{key}"
            hint = f"{filing_instruction(place, wanted)}, or change {wager.equal_to} too"
            correction = Correction.of(place, wanted)
            collector.add("wager.equal", place, wager.clause, given, wanted, message, hint, correction=correction)


def _following_offers(book: Regulation, offers: Mapping[str, Offer]) -> dict[str, Offer]:
    """Return wagers that come with the Ante: the Play wager and the Ante bonus, each under its only paytable."""
    ante = offers.get("ante")
    if ante is None:
        return {}
    envies = {envy for wager in book.wagers.values() for envy in wager.envy}
    following = [wager for wager in book.wagers.values() if wager.offered is OfferedWhen.FOLLOWS and wager.id not in envies]
    times = {wager.id: play_multiples(book) if wager.id == "play" else (1,) for wager in following}
    return {
        wager.id: Offer(
            wager.id,
            book.paytables_of(wager.id)[0],
            ante.minimum * min(times[wager.id]),
            ante.maximum * max(times[wager.id]),
        )
        for wager in following
    }


@memoize_by(id)
def play_multiples(book: Regulation) -> tuple[int, ...]:
    """Return the multiples of the Ante that a Play wager may be at any time in a round."""
    values = [
        clause.values[key] for clause in book.clauses.values() for key in clause.values if key.startswith("play-multiples")
    ]
    return tuple(multiple for value in values if isinstance(value, tuple) for multiple in value if isinstance(multiple, int))


class _OfferJudge:
    """One wager as filed."""

    def __init__(self, collector: FindingCollector, wager: Wager, entry: Table) -> None:
        self.collector, self.book, self.wager = collector, collector.regulation, wager
        self.place = f"wagers.{wager.id}"
        self.entry: Table = entry
        for key in self.entry:
            if key not in WAGER_KEYS:
                message, meant = f"{key!r} is not a key of a wager", "" if collector.is_full else did_you_mean(key, WAGER_KEYS)
                allowed, hint = ", ".join(WAGER_KEYS), meant or LEAVE_OUT
                collector.add("wager.key", f"{self.place}.{key}", None, self.entry[key], allowed, message, hint)

    def judge(self) -> Offer | None:
        table = self._judge_paytable()
        paid = self._filed_paytable(table) if table is not None else None
        stakes = self._judge_stakes(table) if self._is_staked(table) else ()
        minimum, maximum = (
            (stakes[0], stakes[-1]) if stakes else (None, None) if self._is_staked(table) else self._judge_limits()
        )
        envy = self._judge_envy(table)
        if paid is None or minimum is None or maximum is None:
            return None
        return Offer(self.wager.id, paid, minimum, maximum, stakes, envy)

    def _judge_paytable(self) -> Paytable | None:
        tables = self.book.paytables_of(self.wager.id)
        letters = [table.letter for table in tables]
        given = self.entry.get("paytable")
        if len(tables) == 1 and given is None:
            return tables[0]
        if given is None:
            message = f"one of the paytables of the {self.wager.title} must be filed"
            self._add_finding(
                "paytable.required",
                "paytable",
                self.wager.choice_clause,
                "nothing",
                letters,
                message,
                self._write("paytable", letters),
            )
            return None
        table = self.book.paytable(self.wager.id, given) if isinstance(given, str) else None
        if table is None:
            quoted = "" if isinstance(given, str) else "; write the paytable's letter or number in quotes"
            message = f"the {self.wager.title} has no paytable {value_text(given)!r}{quoted}"
            clause, hint = self.wager.choice_clause or self.wager.clause, self._write("paytable", letters)
            right = letters[0] if len(letters) == 1 else meant_name(given, letters)
            self._add_finding("paytable.unknown", "paytable", clause, given, letters, message, hint, right or None)
        return table

    # Stakes

    def _judge_limits(self) -> tuple[Cents | None, Cents | None]:
        minimum, maximum = self._judge_money("minimum"), self._judge_money("maximum")
        if minimum is not None and maximum is not None and maximum < minimum:
            message = f"the maximum of the {self.wager.title} is below its minimum"
            hint = f"{self._write('maximum', [minimum])} or more, or lower the minimum"
            self._add_finding("wager.limits", "maximum", self.wager.clause, maximum, f"{minimum} or more", message, hint)
        if minimum is not None:
            self._check_least("minimum", minimum)
        return minimum, maximum

    def _check_least(self, key: str, amount: Cents) -> None:
        least = self.book.value_of(self.wager.minimum_value) if self.wager.minimum_value else None
        if isinstance(least, Cents) and amount < least:
            setter = self.book.clause_setting(self.wager.minimum_value)
            message = f"the {self.wager.title} must be at least {least}, not {amount}"
            hint = f"{self._write(key, [least])} or more"
            right = None if isinstance(self.entry.get(key), list) else least
            clause, allowed = setter and setter.citation, f"{least} or more"
            self._add_finding("wager.minimum", key, clause, amount, allowed, message, hint, right)

    def _judge_money(self, key: str) -> Cents | None:
        amount = self._read_text(key, Cents.parse, "an amount, as in '$5'")
        if amount is not None and amount <= Cents(0):
            message = f"the {key} of the {self.wager.title} must be more than $0"
            self._add_finding("wager.limits", key, self.wager.clause, amount, "more than $0", message, self._write(key, ["$5"]))
            return None
        if key not in self.entry:
            message = f"the {self.wager.title} needs a {key}"
            hint = f"{self._write(key, ['$5'])} or another amount"
            self._add_finding("wager.limits", key, self.wager.clause, "nothing", "an amount", message, hint)
        return amount

    def _is_staked(self, table: Paytable | None) -> bool:
        """A stake must be filed where the book fixes stakes, and where a meter can be won, because a share does not grow with
        the wager."""
        return "stake" in self.entry or bool(self.wager.stakes_value) or (table is not None and bool(table.meters))

    def _judge_stakes(self, table: Paytable | None) -> tuple[Cents, ...]:
        """Return the fixed stakes: as filed, or the paytable's letter where that is the stake (the Division)."""
        value = self.book.value_of(self.wager.stakes_value) if self.wager.stakes_value else None
        allowed = tuple(stake for stake in value if isinstance(stake, Cents)) if isinstance(value, tuple) else ()
        by_letter = tuple(stake for stake in allowed if table is not None and str(stake) == f"${table.letter}")
        if "stake" not in self.entry and table is None:
            return ()  # the paytable was refused, and may be the stake
        if "stake" not in self.entry and not by_letter:
            message = f"the stake of the {self.wager.title} must be filed; a minimum and maximum cannot replace it"
            wanted = allowed or "an amount, as in '$1'"
            self._add_finding(
                "stake.required", "stake", self._stake_clause(), "nothing", wanted, message, self._write_stake(allowed)
            )
            return ()
        for key in ("minimum", "maximum"):
            if key in self.entry:
                message = f"the {self.wager.title} has a fixed stake, so it must not have a {key}"
                self._add_finding("stake.limits", key, self._stake_clause(), self.entry[key], "nothing", message, LEAVE_OUT)
        return (
            self._judge_filed_stakes(allowed, 1 if by_letter or not allowed else len(allowed))
            if "stake" in self.entry
            else by_letter
        )

    def _judge_filed_stakes(self, allowed: tuple[Cents, ...], most: int) -> tuple[Cents, ...]:
        given = self.entry["stake"]
        read = [self._judge_stake(each, allowed) for each in (given if isinstance(given, list) else [given])]
        stakes = [stake for stake in read if stake is not None]
        if len(stakes) < len(read):
            return ()
        if not 0 < len(stakes) <= most or len(set(stakes)) < len(stakes):
            message = f"the {self.wager.title} may have {'one stake' if most == 1 else f'up to {most} stakes'}, each filed once"
            hint = self._write_stake(allowed)
            self._add_finding("stake.count", "stake", self._stake_clause(), given, allowed or "one amount", message, hint)
            return ()
        return tuple(sorted(stakes))

    def _stake_clause(self) -> Citation:
        setter = self.book.clause_setting(self.wager.stakes_value) if self.wager.stakes_value else None
        return setter.citation if setter else self.wager.clause

    def _judge_stake(self, given: object, allowed: tuple[Cents, ...]) -> Cents | None:
        stake = read_or_none(Cents.parse, given)
        if stake is None or stake <= Cents(0) or (allowed and stake not in allowed):
            message = f"{value_text(given)} is not an allowed stake of the {self.wager.title}"
            wanted, hint = allowed or "an amount, as in '$1'", self._write_stake(allowed)
            self._add_finding("stake.value", "stake", self._stake_clause(), given, wanted, message, hint)
            return None
        self._check_least("stake", stake)
        return stake

    def _judge_envy(self, table: Paytable | None) -> tuple[Paytable, ...]:
        letter = table.letter if table is not None else ""
        if self.wager.envy_choice_clause is not None:
            given = self.entry.get("envy")
            letters = [each.letter for each in self.book.paytables_of(self.wager.envy[0])]
            if given not in letters:
                message = f"the envy paytable of the {self.wager.title} must be filed by its letter"
                hint = self._write("envy", letters)
                self._add_finding("envy.required", "envy", self.wager.envy_choice_clause, given, letters, message, hint)
                return ()
            letter = str(given)
        elif "envy" in self.entry:
            message = f"the envy bonus of the {self.wager.title} comes with its paytable, so it must not be filed separately"
            clause = self.wager.choice_clause or self.wager.clause
            self._add_finding("envy.follows", "envy", clause, self.entry["envy"], "nothing", message, LEAVE_OUT)
        found = [self.book.paytable(envy, letter) for envy in self.wager.envy]
        return tuple(each for each in found if each is not None)

    # Payouts above the book's amounts

    def _filed_paytable(self, table: Paytable) -> Paytable:
        for key, may_be_filed in (("odds", bool(self.wager.odds)), ("pays", self.wager.raised_clause is not None)):
            if key in self.entry and not may_be_filed:
                message = f"the payouts of the {self.wager.title} are those of its paytable, and cannot be changed"
                clause = self.wager.choice_clause or self.wager.clause
                self._add_finding(f"{key}.fixed", key, clause, self.entry[key], "nothing", message, LEAVE_OUT)
        if self.wager.odds:
            return self._paytable_with_odds(table)
        raised = self.entry.get("pays", {}) if self.wager.raised_clause is not None else {}
        if not isinstance(raised, dict):
            message = f"payouts above the paytable must be filed as a table, [wagers.{self.wager.id}.pays]"
            hint = f"write {self.place}.pays.{table.rows[0].hand} = {toml_value(str(table.rows[0].pays))} or more"
            self._add_finding("pays.shape", "pays", self.wager.raised_clause, raised, "hands and what they pay", message, hint)
            return table
        for hand in raised:
            if table.row(hand) is None:
                message = f"the paytable has no row for {hand!r}"
                hands = [row.hand for row in table.rows]
                self._add_finding("pays.hand", f"pays.{hand}", self.wager.raised_clause, hand, hands, message, LEAVE_OUT)
        return replace(table, rows=tuple(self._check_raised(row, raised.get(row.hand)) for row in table.rows))

    def _check_raised(self, row: Row, given: object) -> Row:
        if given is None:
            return row
        pays = read_or_none(parse_pay, given)
        if pays is None or not _pays_at_least(pays, row.pays):
            message = f"{row.hand} must pay at least {row.pays}"
            hint = f"{self._write(f'pays.{row.hand}', [str(row.pays)])} or more, or leave it out"
            allowed, right = f"{row.pays} or more", str(row.pays)
            self._add_finding("pays.minimum", f"pays.{row.hand}", row.clause, given, allowed, message, hint, right)
            return row
        return replace(row, pays=pays)

    def _paytable_with_odds(self, table: Paytable) -> Paytable:
        least, most = (self.book.value_of(key) for key in self.wager.odds)
        setter = self.book.clause_setting(self.wager.odds[0])
        odds = self._read_text("odds", parse_pay, f"from {least} up to {most}, as in '6 to 1'")
        if "odds" not in self.entry:
            message, hint = f"the odds of the {self.wager.title} must be filed", self._write("odds", [str(least)])
            clause = setter and setter.citation
            self._add_finding("odds.required", "odds", clause, "nothing", f"{least} up to {most}", message, hint)
        elif odds is not None and isinstance(least, OddsToOne) and isinstance(most, OddsToOne):
            if isinstance(odds, OddsToOne) and least.odds <= odds.odds <= most.odds:
                return replace(table, rows=tuple(replace(row, pays=odds) for row in table.rows))
            message = f"the odds of the {self.wager.title} must be from {least} up to {most}"
            clause, hint = setter and setter.citation, f"{self._write('odds', [str(least), str(most)])}, or between them"
            nearest = most if isinstance(odds, OddsToOne) and odds.odds > most.odds else least
            self._add_finding("odds.range", "odds", clause, odds, f"{least} up to {most}", message, hint, str(nearest))
        return table

    def _read_text(self, key: str, read: Callable[[str], TextReader], allowed: str) -> TextReader | None:
        if key not in self.entry:
            return None
        value = read_or_none(read, self.entry[key])
        if value is None:
            message = f"the {key} of the {self.wager.title} must be {allowed}, not {value_text(self.entry[key])!r}"
            example = allowed.rpartition("as in ")[2].strip("'")
            hint = f"{self._write(key, [example])}, in quotes, or another value that is allowed"
            self._add_finding("wager.value", key, self.wager.clause, self.entry[key], allowed, message, hint)
        return value

    def _write(self, key: str, values: Sequence[FiledValue]) -> str:
        return filing_instruction(f"{self.place}.{key}", *values)

    def _write_stake(self, allowed: tuple[Cents, ...]) -> str:
        return self._write("stake", allowed or ["$1"])

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
        """Add a finding about a key of the wager. `right` is the value that corrects it, if there is only one."""
        place = f"{self.place}.{key}"
        correction = None if right is None else Correction.of(place, right)
        self.collector.add(code, place, clause, given, allowed, message, suggestion, correction=correction)


def read_or_none(read: Callable[[str], TextReader], given: object) -> TextReader | None:
    """Return what a text says, or None if it cannot be read."""
    try:
        return read(given) if isinstance(given, str) else None
    except Malformed:
        return None


def _pays_at_least(pays: Pay, floor: Pay) -> bool:
    """Return whether one payout is at least another of the same kind."""
    match pays, floor:
        case (OddsToOne(), OddsToOne()):
            return pays.odds >= floor.odds
        case (TotalForOne(), TotalForOne()):
            return pays.multiple >= floor.multiple
        case (FixedAmount(), FixedAmount()):
            return pays.amount >= floor.amount
        case (MeterShare(), MeterShare()):
            return pays.meter == floor.meter and pays.share >= floor.share
        case _:
            return False
