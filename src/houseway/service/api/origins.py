"""Requests come to this house by one of its names, and unsafe ones from its own pages."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from houseway.errors import NotAllowed, quote
from houseway.service.settings import LOOPBACK_NAMES, ServiceSettings, is_loopback

SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS", "TRACE"))
_OWN_PAGES = ("same-origin", "none")
"""What a browser says about a request from our own pages, or from somebody who typed the address."""


def check_host(settings: ServiceSettings, headers: Headers) -> None:
    """Refuse a request for another host name: another site may have pointed its own name here (DNS rebinding)."""
    name = _host_name(headers.get("host", ""))
    if settings.public_hosts or is_loopback(settings.host):
        allowed = {*settings.public_hosts, settings.host, *(LOOPBACK_NAMES if is_loopback(settings.host) else ())}
        if name not in allowed:
            raise NotAllowed(
                "this service does not answer to that host name",
                code="service.host",
                given=quote(name),
                allowed=tuple(sorted(allowed)),
            )


def check_origin(scope: Scope, headers: Headers) -> None:
    """Refuse an unsafe request or a socket that a page of another origin has made."""
    if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
        return
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    foreign = urlsplit_host(origin) != headers.get("host", "") if origin is not None else site not in (None, *_OWN_PAGES)
    if foreign:
        given = quote(origin if origin is not None else site)
        raise NotAllowed("this request comes from another site's page", code="service.origin", given=given, allowed="our own")


def urlsplit_host(origin: str) -> str:
    """Return host and port of an origin; if it has none, a text that is not a host."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return "?"
    return parts.netloc if parts.scheme in ("http", "https") and parts.netloc else "?"


def _host_name(host: str) -> str:
    """Return a host without its port."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].lower()
