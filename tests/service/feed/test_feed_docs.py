"""docs/feed.md names everything that the feed sends, and every code with which a connection ends."""

import json
import re

from houseway.croupier import FLOOR_ACTOR
from houseway.service.feed.moment import TableMoment
from houseway.service.feed.viewer import TableFeed, TableViewer
from houseway.service.sockets import connection, protocol
from tests.support.live import submission
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "feed.md").read_text()


def test_every_section_of_a_snapshot_is_described(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    state = house.house.latest_state("UTH-1")
    viewer = TableViewer(TableFeed(TableMoment(state, {}, 0)), lambda table: FLOOR_ACTOR)
    sections = set(json.loads(viewer.snapshot()))
    assert {name for name in sections if f"`{name}`" not in PAGE} == set()


def test_every_type_of_message_is_described():
    service = ROOT / "src/houseway/service"
    source = [*service.glob("feed/*.py"), *service.glob("sockets/*.py")]
    sent = {found for file in source for found in re.findall(r'"type": \'?"?"?([a-z]+)', file.read_text())}
    taken = {re.search(r"'([a-z]+)'", str(kind.model_fields["type"].annotation))[1] for kind in protocol.ClientMessage.__args__}
    assert {"snapshot", "update", "answer", "preview", "error", "notice", "options", "hello", "command", "ping"} <= sent | taken
    assert {name for name in sent | taken if f"`{name}`" not in PAGE and f'"{name}"' not in PAGE} == set()


def test_every_code_with_which_a_connection_ends_is_described():
    codes = [value for name, value in vars(connection).items() if name.isupper() and isinstance(value, int)]
    assert len(codes) == 10
    assert [code for code in codes if f"| {code} |" not in PAGE] == []
