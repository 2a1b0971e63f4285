"""What a log shows of the discard rack: also how many cards nobody has seen lie in it."""

from houseway.hands.orders import DIV_PAI_GOW as DIV
from tests.support.clauses import both
from tests.support.command import answered, as_json
from tests.support.run_logs import write_log
from tests.support.table_driver import PaiGowTable


def replayed(*arguments):
    return " ".join(answered("replay", *arguments).split())


# The rack


@both
def test_cards_that_nobody_saw_are_counted(book, tmp_path):
    """Physical cards of positions without a wager go into the rack face down, seven each, and so does the stub."""
    table = PaiGowTable(book, players=1)
    chance = table._chance
    table._chance = lambda command: {"cards": None} if command.act == "shuffle" else chance(command)
    table.ready().bet_all().to("players")
    path = write_log(table.run.table.id, table.recorded, tmp_path / "log.jsonl")
    said = replayed(path, "--rack")
    assert "position 2 7 cards unseen" in said
    assert "stub 4 cards unseen" in said
    assert "unknown" not in said
    (document,) = as_json("replay", path, "--rack")
    assert document["rack"]["position 2"] == []
    assert document["rack_unseen"] == {"stub": 4, **{f"position {place}": 7 for place in range(2, 7)}}


def test_cards_that_were_seen_are_shown_as_before(tmp_path):
    table = PaiGowTable(DIV, players=1).ready().bet_all()
    table.finish()
    path = write_log(table.run.table.id, table.recorded, tmp_path / "log.jsonl")
    assert "unseen" not in replayed(path, "--round", 1, "--rack")
    (document,) = as_json("replay", path, "--round", 1, "--rack")
    assert document["rack_unseen"] == {}
    assert sum(map(len, document["rack"].values())) == 53
