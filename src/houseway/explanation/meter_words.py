"""Events of meters in words."""

from fractions import Fraction

from houseway.explanation.display_names import DisplayNames, EventPhrase, Facts, spoken_name
from houseway.money import Cents


def _exact_amount(cents: Fraction) -> str:
    """Print the exact amount of a meter, with its fraction of a cent."""
    whole, part = divmod(cents, 1)
    return f"{Cents(int(whole))}" + (f" and {part} of a cent" if part else "")


def _say_awarded(facts: Facts, names: DisplayNames) -> str:
    cut = f", of which the house pays {_exact_amount(facts['house'])}" if facts["house"] else ""
    return f"{facts['share']} of {_exact_amount(facts['of'])} goes to {names.player_at(facts['seat'])}: {facts['amount']}{cut}"


def _say_reset(facts: Facts, names: DisplayNames) -> str:
    return f"reset from {_exact_amount(facts['before'])} to {facts['to']}"


def _say_read(facts: Facts, names: DisplayNames) -> str:
    if "by" not in facts:
        return f"shows {facts['shown']}"
    return f"{facts['by']} reads {facts['shown']} on the display; the meter is at {_exact_amount(facts['computed'])}"


_VERBS = ("is", "starts", "gets", "grows", "returns", "takes", "keeps", "shows")


def with_meter_name(id_: str, words: str) -> str:
    """Return words about a meter with its name, which is the last part of its id: the mega meter is withdrawn."""
    name = id_.rpartition("/")[2]
    meter = "the meter" if name == "meter" else f"the {name} meter"
    return f"{meter} {words}" if words.partition(" ")[0] in _VERBS else f"{meter}: {words}"


METER_PHRASES: dict[str, EventPhrase] = {
    "meter-opened": lambda f, n: f"starts at {f['seed']}, grows by {f['rate']} of each wager",
    "meter-joined": lambda f, n: f"is shared by {f['table']} from now on",
    "meter-change-requested": lambda f, n: (
        "gets new terms when " + ("it is won and " if f["waits_for_reset"] else "") + "the rounds at its tables have ended"
    ),
    "meter-amended": lambda f, n: f"is amended: {f['effect']}",
    "meter-withdrawn": lambda f, n: f"is withdrawn at {f['table']}: {f['effect']}",
    "contribution-made": lambda f, n: f"grows by {_exact_amount(f['amount'])} from a wager of {f['stake']}",
    "contribution-reversed": lambda f, n: f"returns {_exact_amount(f['taken'])} for a void wager of {f['stake']}",
    "award-reversed": lambda f, n: f"takes back {f['amount']} won in a void round",
    "contribution-kept": lambda f, n: (
        f"keeps {_exact_amount(f['amount'])} from a void wager of {f['stake']}, at the house's cost"
    ),
    "meter-share-awarded": _say_awarded,
    "meter-amount-deducted": lambda f, n: (
        f"{_exact_amount(f['taken'])} is deducted for {spoken_name(f['hand'])}, which was paid {f['amount']}"
    ),
    "meter-reset": _say_reset,
    "meter-reconciled": _say_read,
    "meter-mismatch-found": lambda f, n: f"{_say_read(f, n)}: a floorperson must rule",
    "meter-mismatch-ruled": lambda f, n: f"{f['by']} rules: {f['why']}" if "by" in f else "a floorperson rules on it",
}
