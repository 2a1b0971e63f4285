"""The stakes of a drafted wager, as one text: any, from an amount on, or a list."""

from houseway.errors import HousewayError, Malformed
from houseway.money import Cents

FROM = "from "
MOST_STAKES = 10
STAKES_ALLOWED = "nothing (any stake), 'from $5', or a list such as '$1, $5, $25'"


def read_stakes(text: str) -> tuple[str, str | list[str]]:
    """Return the key under which a book's wager names its stakes, and the amounts; an empty key if any stake is taken."""
    words = " ".join(text.split())
    if not words:
        return "", []
    if words.startswith(FROM):
        return "least", _amount(words.removeprefix(FROM), text)
    amounts = [_amount(part.strip(), text) for part in words.split(",")]
    if len(amounts) > MOST_STAKES or len(set(amounts)) < len(amounts):
        raise _refusal(text)
    return "stakes", amounts


def write_stakes(least: str, stakes: list[str]) -> str:
    """Write stakes as they are read."""
    return f"{FROM}{least}" if least else ", ".join(stakes)


def _amount(text: str, whole: str) -> str:
    try:
        amount = Cents.parse(text)
    except HousewayError:
        raise _refusal(whole) from None
    if amount <= Cents(0):
        raise _refusal(whole)
    return str(amount)


def _refusal(text: str) -> Malformed:
    return Malformed(
        f"the stakes are {text!r}; write {STAKES_ALLOWED}", code="own-wager.stakes", given=text, allowed=STAKES_ALLOWED
    )
