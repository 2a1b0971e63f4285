"""The settings of a service: where its data is, where it listens, and what it accepts from one client."""

from dataclasses import asdict, dataclass, field
from ipaddress import ip_address, ip_network
from pathlib import Path

from sqlalchemy.engine import make_url

from houseway.errors import NotAllowed
from houseway.service.card_tags import NO_TAGS, CardTags
from houseway.service.feed.limits import FeedLimits
from houseway.service.live.turns.significant import LargeAmounts
from houseway.service.people.people import PeopleSettings
from houseway.service.people.protection.protection_policy import ProtectionPolicy, usual_protection
from houseway.store import MEMORY

_OF_ONE_SERVER = ("data", "keys", "docs", "host", "port", "tls_certificate", "tls_key")
"""Where one server runs. Other servers of the same house run elsewhere, and their configuration is the same all the same."""
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1", "[::1]")


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """What the service takes from one client before it refuses more."""

    body_bytes: int = 256 * 1024
    requests_per_second: float = 50.0
    """Lasting rate of one session."""
    requests_at_once: int = 200
    """Requests that one session may send in a burst."""
    address_factor: int = 5
    """One address may send this many times the requests of one session, because people may share an address."""
    guests_at_once: int = 200
    """Guests who may begin a session from one address in a burst; afterwards one every few seconds."""
    guests_per_second: float = 0.5
    connections: int = 2_000
    """Connections that are open at the same time."""
    connections_per_address: int = 200
    header_bytes: int = 64 * 1024
    """Bytes of a request that are not its body."""
    request_seconds: float = 20.0
    """A connection must send a whole request within this time, from its beginning or from the first byte of a later one."""
    answer_seconds: float = 30.0
    """How long the client may take to read on, once the system's buffers are full of an answer."""


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    data: Path
    """The folder of this server: the database, the keys, the signed heads and the checkpoints, unless they are elsewhere."""
    database: str = ""
    """Address of the store; SQLite in the data folder if empty."""
    host: str = "127.0.0.1"
    port: int = 8000
    tls_certificate: Path | None = None
    tls_key: Path | None = None
    trusted_proxies: tuple[str, ...] = ()
    """Addresses of proxies that end TLS before the service. Their word on a client's address is believed."""
    public_hosts: tuple[str, ...] = ()
    """Names under which browsers reach the service, in addition to its own address."""
    demo: bool = False
    """Whether the demonstration house is opened."""
    stop_on_mismatch: bool = False
    """Whether play stops when the program or its configuration is not what was accepted."""
    large_amounts: LargeAmounts = field(default_factory=LargeAmounts)
    limits: RequestLimits = field(default_factory=RequestLimits)
    feed: FeedLimits = field(default_factory=FeedLimits)
    people: PeopleSettings = field(default_factory=PeopleSettings)
    protection: ProtectionPolicy = field(default_factory=usual_protection)
    """What players may limit for themselves, what the house limits for everybody, and where help is to be had."""
    card_tags: CardTags = NO_TAGS
    """Which card bears which tag, for readers at tables with physical cards."""
    keys: Path | None = None
    """The folder of the keys, which all servers of a house share; in the data folder if there is none."""
    docs: Path | None = None
    """The archive of the documentation that is served at `/docs/`; none is served if there is none."""

    def __post_init__(self) -> None:
        if (self.tls_certificate is None) != (self.tls_key is None):
            raise NotAllowed(
                "TLS needs a certificate and a key", code="service.tls", given="one of them", allowed="both or neither"
            )
        if not (is_loopback(self.host) or self.has_tls or self.trusted_proxies):
            raise NotAllowed(
                f"without TLS the service listens on this machine only, not on {self.host}",
                code="service.host",
                given=self.host,
                allowed="a loopback address, or a TLS certificate and key, or a trusted proxy",
            )
        for proxy in self.trusted_proxies:
            _check_proxy(proxy)

    @property
    def has_tls(self) -> bool:
        return self.tls_certificate is not None

    @property
    def store_address(self) -> str:
        return self.database or f"sqlite:///{self.data / 'house.db'}"

    @property
    def configuration_text(self) -> str:
        """Return every setting of the house as a line of text, in the order of names. The password of a database is hidden."""
        hidden = make_url(self.store_address).render_as_string() if self.store_address != MEMORY else MEMORY
        values = {name: value for name, value in asdict(self).items() if name not in _OF_ONE_SERVER}
        values["database"] = hidden
        return "".join(f"{name} = {values[name]!r}\n" for name in sorted(values))

    @property
    def keys_folder(self) -> Path:
        return self.keys or self.data / "keys"

    @property
    def receipts_file(self) -> Path:
        return self.data / "heads.jsonl"

    @property
    def checkpoints_file(self) -> Path:
        return self.data / "checkpoints.jsonl"


def _check_proxy(proxy: str) -> None:
    """Refuse a proxy that no connection could come from, such as a misspelt address: none of its words would be believed."""
    try:
        ip_network(proxy)
    except ValueError as error:
        raise NotAllowed(
            f"a trusted proxy is named by its address, not {proxy!r}",
            code="service.proxy",
            given=proxy,
            allowed="an address or a network of addresses, such as 127.0.0.1 or 10.0.0.0/8",
        ) from error


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine itself."""
    if host in LOOPBACK_NAMES:
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
