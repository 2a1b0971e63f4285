"""A log of the first format, which an earlier version wrote, with the hashes of today's rules.

A log is replayed only under the rules that it was written under. The rule books go on changing, so the hashes in the stored log are
replaced, and its lines are sealed anew as that version sealed them.
"""

import json
from hashlib import sha256

from houseway.submission import judge, parse_submission
from tests.support.paths import ROOT

STORED = ROOT / "tests" / "files" / "logs" / "format-1.jsonl"
"""Two rounds of md.pai-gow-poker for one player, seed 3, written before there was a second format."""


def current_first_log() -> list[str]:
    """The lines of the stored log with today's hashes."""
    lines = [json.loads(row) for row in STORED.read_text(encoding="utf-8").splitlines()]
    facts = lines[0]["facts"]
    rules = judge(parse_submission(facts["submission"], house_way=facts["house_way"])).rules
    facts |= {"rules_hash": rules.hash, "book_hash": rules.regulation.hash}
    return list(_sealed(lines))


def _sealed(lines):
    last: dict[str, str] = {}
    for line in lines:
        content = {name: value for name, value in line.items() if name != "seal"}
        stream = content["stream"]
        text = f"{last.get(stream, '')} {json.dumps(content, ensure_ascii=False, sort_keys=True)}"
        last[stream] = sha256(text.encode()).hexdigest()[:16]
        yield json.dumps({**content, "seal": last[stream]}, ensure_ascii=False)
