"""What a client sends to a service and what the answers mean, for `Client` and `AsyncClient` alike."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any
from urllib.parse import quote, urlsplit
from uuid import uuid4

from houseway.cards import Card
from houseway.errors import Corrupted, HousewayError, Malformed, NotAllowed, Outdated, Unavailable
from houseway.events import encode_fact
from houseway.library.arguments import check_text, wrong_type
from houseway.library.sources import as_cards
from houseway.money import Cents

DEFAULT_ADDRESS = "http://127.0.0.1:8000"
SESSION_COOKIE = "houseway_session"
SECONDS = 30.0
"""How long a client waits for an answer."""
LARGEST_MESSAGE = 16 * 2**20
"""Bytes of one message of a feed, at most."""
_AMOUNT = re.compile(r"\$[0-9][0-9,]*(\.[0-9]{1,2})?")
_MALFORMED, _UNAVAILABLE = (400, 408, 413, 421, 422), (429, 500, 502, 503, 504)
_STALE, _DAMAGED = "command.stale", "service.damaged"


@dataclass(frozen=True, slots=True)
class ServiceCall:
    """A request to the service."""

    method: str
    path: str
    content: Mapping[str, Any] | None = None
    query: Mapping[str, str] | None = None

    def options(self) -> dict[str, Any]:
        """Return what a request of httpx has beside its method and path."""
        if self.content is None:
            return {"params": self.query}
        return {"params": self.query, "content": encode_content(self.content), "headers": {"Content-Type": "application/json"}}


def log_in_call(login: str, password: str) -> ServiceCall:
    check_text(login, "a login")
    check_text(password, "a password")
    return ServiceCall("POST", "/api/session", {"login": login, "password": password})


def guest_call(name: str) -> ServiceCall:
    check_text(name, "a name")
    return ServiceCall("POST", "/api/session/guest", {"name": name})


def table_call(table: str, role: str, part: str = "") -> ServiceCall:
    return ServiceCall("GET", f"/api/tables/{_table_path(table)}{part}", query={"as": role})


def command_call(table: str, message: Mapping[str, Any], role: str, path: str = "commands") -> ServiceCall:
    return ServiceCall("POST", f"/api/tables/{_table_path(table)}/{path}", {**message, "as": role})


def _table_path(table: str) -> str:
    check_text(table, "a table", "its name, as in 'UTH-1'")
    return quote(table, safe="")


def encode_content(content: Mapping[str, Any]) -> str:
    """Return what is sent as JSON; refuse a value that JSON has not."""
    try:
        return json.dumps(content, allow_nan=False)
    except (TypeError, ValueError):
        raise wrong_type("what is sent", content, "made of texts, whole numbers, lists and dictionaries") from None


def command_message(act: str | Mapping[str, Any], facts: Mapping[str, object], command_id: str | None) -> dict[str, Any]:
    """Return a command: an act by its name, or an option as the service has sent it, with the facts that it leaves open.

    A text such as "$10" is money. Cards may be a text where the option asks for cards.
    """
    if not isinstance(act, str) and not (isinstance(act, Mapping) and "act" in act):
        raise wrong_type("an act", act, "its name, or an option as `options` returns it")
    option: Mapping[str, Any] = {"act": act} if isinstance(act, str) else act
    bounds = option.get("bounds", {})
    given = {name: _encoded(fact, bounds.get(name, {})) for name, fact in facts.items()}
    message = {"id": command_id or uuid4().hex, "act": option["act"], "facts": {**option.get("facts", {}), **given}}
    return {**message, "meaning": option["meaning"]} if option.get("meaning") else message


def _encoded(fact: object, bound: Mapping[str, Any]) -> object:
    if bound.get("kind") in ("hand", "entered-cards", "cards-of-fact") and not _is_encoded(fact):
        return encode_fact(as_cards(fact))  # type: ignore[arg-type]  # anything else is refused there
    if isinstance(fact, str) and _AMOUNT.fullmatch(fact):
        return encode_fact(Cents.parse(fact))
    return fact if _is_encoded(fact) else encode_fact(fact)


def _is_encoded(fact: object) -> bool:
    parts = fact if isinstance(fact, list) else [fact]
    return bool(parts) and all(isinstance(part, dict) and not isinstance(part, Card) for part in parts)


def read_answer(status: int, content: bytes) -> Any:
    """Return the content of an answer, or raise the refusal that it is."""
    try:
        answer = json.loads(content) if content else None
    except ValueError:
        said = "the answer is not that of a houseway service"
        raise Unavailable(said, code="client.answer", given=f"status {status}", allowed="JSON") from None
    if status < 400:
        return answer
    raise refusal_of(status, answer)


def refusal_of(status: int, answer: Any) -> HousewayError:
    """Return the refusal that the service has sent, as the exception that it was there."""
    content = answer if isinstance(answer, dict) else {}
    code = str(content.get("code", "client.answer"))
    message = str(content.get("message", f"the service answered with status {status}"))
    facts = {name: content.get(name) for name in ("given", "allowed")}
    return _kind_of(status, code)(message, code=code, clauses=tuple(content.get("clauses", ())), **facts)


def _kind_of(status: int, code: str) -> type[HousewayError]:
    if code in (_STALE, _DAMAGED):
        return Outdated if code == _STALE else Corrupted
    return Malformed if status in _MALFORMED else Unavailable if status in _UNAVAILABLE else NotAllowed


def unreachable(address: str, error: Exception) -> Unavailable:
    said = f"the service at {address} cannot be reached: {str(error) or type(error).__name__}"
    return Unavailable(said, code="client.unreachable", given=address, allowed="the address of a running service")


def check_timeout(seconds: object) -> None:
    """Refuse what is neither a positive number nor None, which waits for ever."""
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (is_number and 0 < seconds < inf):  # type: ignore[operator]  # it is a number
        raise wrong_type("a timeout", seconds, "a number of seconds")


def check_address(address: str) -> str:
    """Return the address without a slash at its end; refuse what is none."""
    if not _is_address(address):
        raise Malformed(
            f"{address!r} is not the address of a service; write it as in {DEFAULT_ADDRESS}",
            code="client.address",
            given=address,
            allowed=DEFAULT_ADDRESS,
        )
    return address.rstrip("/")


def _is_address(address: object) -> bool:
    try:
        parts = urlsplit(address) if isinstance(address, str) else None
        return parts is not None and parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # no host, or a port that is no number
        return False


def socket_address(address: str, table: str) -> str:
    """Return the address of a table's feed."""
    return f"ws{address.removeprefix('http')}/api/tables/{_table_path(table)}/socket"


def hello(role: str, token: str | None, last: int | None) -> str:
    """Return the first message of a feed, which says who looks and as what."""
    said = {"type": "hello", "as": role, "token": token, "last": last}
    return json.dumps({name: value for name, value in said.items() if value is not None})


def feed_ended(code: int | None, reason: str) -> Unavailable:
    return Unavailable(f"the feed has ended: {reason or 'closed'}", code="client.feed", given=code, allowed="connect again")
