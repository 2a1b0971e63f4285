"""What a new submission changes against the one in force: by the keys that are filed, with what each of them is in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.money import Cents
from houseway.regulation import FiledValue, OfferedWhen, Paytable, Wager
from houseway.submission.rules import FiledMeter, Offer, Rules

HOUSE_WAY = "house-way"
NOT_OFFERED, NOT_FILED = "not offered", "not filed"
FiledText = tuple[str, str]
"""What a key is, in words, and its value as text."""


@dataclass(frozen=True)
class RuleChange:
    """A change in a new submission against the one in force."""

    place: str
    """The key that is filed, as in `wagers.trips.paytable`; for a meter, its wager and name stand in the place of its number."""
    about: str
    """What the key is, in words."""
    before: str
    after: str
    notice_clause: Citation | None = None
    """The clause that requires notice of the change."""
    waits_for_reset: bool = False
    """Whether the change has to wait until a meter that wagers have fed is won (PG-69)."""

    def to_json(self) -> dict[str, str | bool | None]:
        content = {"place": self.place, "about": self.about, "before": self.before, "after": self.after}
        return {**content, "notice": self.notice_clause, "waits_for_reset": self.waits_for_reset}


def find_changes(new: Rules, old: Rules) -> tuple[RuleChange, ...]:
    """Return every difference between two rules of one book."""
    if new.book != old.book:
        raise Malformed(
            f"rules of {new.book} cannot be compared with rules of {old.book}",
            code="submission.other-book",
            given=old.book,
            allowed=new.book,
        )
    before, after = dict(_filed_values(old, new)), dict(_filed_values(new, old, is_new=True))
    waiting = _places_waiting_for_reset(new, old)
    changes = []
    for place in dict.fromkeys((*after, *before)):
        about, now = after.get(place, (before.get(place, ("", ""))[0], _absent(place)))
        then = before[place][1] if place in before else _absent(place)
        if then != now:
            changes.append(RuleChange(place, about, then, now, _notice_clause(new, old, place), place in waiting))
    return tuple(changes)


def _absent(place: str) -> str:
    return NOT_OFFERED if place.startswith("wagers.") else NOT_FILED


def _filed_values(rules: Rules, other: Rules, is_new: bool = False) -> Iterator[tuple[str, FiledText]]:
    """Yield every filed key with its value. A wager or meter that the other rules do not have is one entry."""
    yield "facility", ("the name of the facility", rules.facility)
    yield "version", ("the version of the rule book", rules.version)
    if rules.regulation.hash != other.regulation.hash:
        yield "book", ("the edition of the rule book", "another edition" if is_new else "the edition in force")
    for wager, offer in rules.offers.items():
        if rules.regulation.wagers[wager].offered is not OfferedWhen.FOLLOWS:
            yield from _offer_values(rules, offer, other.offers.get(wager))
    names = {(meter.wager, meter.name) for meter in other.meters}
    for meter in rules.meters:
        yield from _meter_values(meter, (meter.wager, meter.name) in names)
    for key, value in rules.options.items():
        yield key, (rules.regulation.options[key].title, _option_text(rules, other, key, value, is_new))
    for reading, choice in rules.readings.items():
        yield f"readings.{reading}", (rules.regulation.readings[reading].subject, choice)
    for each in rules.approvals:
        title = rules.regulation.approvals[each.what].title
        yield f"approvals.{each.what}", (f"approval: {title}", f"{each.reference}, {each.date}")


def _option_text(rules: Rules, other: Rules, key: str, value: FiledValue, is_new: bool) -> str:
    """Return a value as it is filed. A file of the same name may contain another house way."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    mine, theirs = rules.house_way, other.house_way
    if key != HOUSE_WAY or mine is None or theirs is None or other.options.get(key) != value or mine.hash == theirs.hash:
        return text
    return f"{text}, with other rules" if is_new else text


def _offer_values(rules: Rules, offer: Offer, there: Offer | None) -> Iterator[tuple[str, FiledText]]:
    wager = rules.regulation.wagers[offer.wager]
    place, title = f"wagers.{offer.wager}", wager.title
    if there is None:
        yield place, (title, _offer_summary(rules, offer))
        return
    yield f"{place}.paytable", (f"paytable of the {title}", offer.paytable.letter)
    if offer.stakes:
        yield f"{place}.stake", (f"stake of the {title}", _join(offer.stakes))
    else:
        yield f"{place}.minimum", (f"lowest {title}", str(offer.minimum))
        yield f"{place}.maximum", (f"highest {title}", str(offer.maximum))
    if wager.envy_choice_clause is not None:
        yield f"{place}.envy", (f"envy paytable of the {title}", _envy_letters(offer))
    if offer.paytable.letter == there.paytable.letter:
        yield from _filed_rows(wager, offer.paytable)


def _filed_rows(wager: Wager, table: Paytable) -> Iterator[tuple[str, FiledText]]:
    """Yield what rows pay where an operator may file that. Other rows change only with a paytable or a reading."""
    if wager.odds:
        yield f"wagers.{wager.id}.odds", (f"odds of the {wager.title}", str(table.rows[0].pays))
    elif wager.raised_clause is not None:
        for row in table.rows:
            about = f"{wager.title}: what {row.hand.replace('-', ' ')} pays"
            yield f"wagers.{wager.id}.pays.{row.hand}", (about, str(row.pays))


def _offer_summary(rules: Rules, offer: Offer) -> str:
    """Return the keys of a wager in one line."""
    several = len(rules.regulation.paytables_of(offer.wager)) > 1
    parts = [f"paytable {offer.paytable.letter}"] if several else []
    parts.append(f"stake {_join(offer.stakes)}" if offer.stakes else f"{offer.minimum} to {offer.maximum}")
    if rules.regulation.wagers[offer.wager].envy_choice_clause is not None:
        parts.append(f"envy {_envy_letters(offer)}")
    return ", ".join(parts)


def _envy_letters(offer: Offer) -> str:
    return " and ".join(dict.fromkeys(table.letter for table in offer.envy))


def _join(amounts: tuple[Cents, ...]) -> str:
    return " or ".join(map(str, amounts))


def _meter_values(meter: FiledMeter, is_in_both: bool) -> Iterator[tuple[str, FiledText]]:
    place, title = f"meters.{meter.wager}.{meter.name}", f"the meter {meter.name}"
    texts = _meter_texts(meter)
    if is_in_both:
        yield from ((f"{place}.{key}", (f"{key} of {title}", text)) for key, text in texts.items())
    else:
        yield place, (title, ", ".join(f"{key} {text}" for key, text in texts.items()))


def _meter_texts(meter: FiledMeter) -> Mapping[str, str]:
    texts = {"seed": str(meter.seed), "reset": str(meter.reset), "rate": _percent(meter.rate)}
    return {**texts, "tables": ", ".join(meter.tables) or "all"}


def _percent(share: Fraction) -> str:
    """Write a filed rate, which is a decimal number of percent."""
    exact = Decimal(share.numerator * 100) / share.denominator
    return f"{exact.normalize():f}%"


def _places_waiting_for_reset(new: Rules, old: Rules) -> frozenset[str]:
    """Return the rates and paytables of meters that both rules have."""
    both = {(meter.wager, meter.name) for meter in new.meters} & {(meter.wager, meter.name) for meter in old.meters}
    rates = {f"meters.{wager}.{name}.rate" for wager, name in both}
    return frozenset(rates | {f"wagers.{wager}.paytable" for wager, _ in both})


def _notice_clause(new: Rules, old: Rules, place: str) -> Citation | None:
    """Notice is required when such an option is lowered. Having no limit counts as the highest."""
    option = new.regulation.options.get(place)
    if option is None or option.notice_clause is None or (option.printed and new.options.get(option.printed)):
        return None
    now, then = new.options.get(option.key), old.options.get(option.key)
    lowered = isinstance(now, Cents) and (then is None or (isinstance(then, Cents) and now < then))
    return option.notice_clause if lowered else None
