"""Requests come to this house by one of its names, and unsafe ones from its own pages."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from houseway.errors import NotAllowed, quote
from houseway.service.settings import LOOPBACK_NAMES, ServiceSettings, is_loopback

SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS", "TRACE"))
_PAGE_SCHEMES = {"ws": "http", "wss": "https"}
"""The schemes of pages that open sockets of these schemes."""
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


def check_origin(settings: ServiceSettings, scope: Scope, headers: Headers) -> None:
    """Refuse an unsafe request or a socket that a page of another origin has made."""
    if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
        return
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is None:
        is_foreign = site not in (None, *_OWN_PAGES)
    else:
        is_foreign = split_origin(origin) not in _own_origins(settings, scope, headers)
    if is_foreign:
        given = quote(origin if origin is not None else site)
        raise NotAllowed("this request comes from another site's page", code="service.origin", given=given, allowed="our own")


def _own_origins(settings: ServiceSettings, scope: Scope, headers: Headers) -> set[tuple[str, str]]:
    """Return scheme and host of our own pages. The server takes the scheme from a trusted proxy that names it (X-Forwarded-Proto);
    if the proxy does not, it may end TLS or not."""
    given = str(scope["scheme"])
    scheme = _PAGE_SCHEMES.get(given, given)
    is_unsaid = bool(settings.trusted_proxies) and "x-forwarded-proto" not in headers
    host, schemes = headers.get("host", ""), ("http", "https") if is_unsaid else (scheme,)
    return {(each, host) for each in schemes}


def split_origin(origin: str) -> tuple[str, str] | None:
    """Return scheme and host, with its port, of an origin; None if it is no origin of a page."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return None
    return (parts.scheme, parts.netloc) if parts.scheme in ("http", "https") and parts.netloc else None


def _host_name(host: str) -> str:
    """Return a host without its port."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].lower()
