"""Whatever is given to the library, a refusal says what is wrong: never an error of another kind."""

import pytest

import houseway as hw

WRONG = """
rank(5, "pai-gow")
rank(None, "pai-gow")
rank([1, 2], "pai-gow")
rank("", "pai-gow")
rank("As Kx", "pai-gow")
rank("As Ks Qs", None)
rank("As Ks Qs", "poker")
odds("uth", None)
odds("uth", "trips", 3)
odds("uth", "trips", {"flush": 3})
odds("uth", "trips", ["flush"])
odds("uth", "trips", {})
odds("uth", "trips", "A", stake=5)
odds("uth", "trips", "A", meters=["x"])
odds("uth", "trips", "A", meters={"x": 5})
odds("uth", "trips", "A", readings="x")
odds(None, "trips")
all_odds([])
all_odds("uth", readings=["x"])
solve(None)
solve("uth", paytables=["blind"])
solve("uth", paytables={"blind": 5})
solve("uth", readings=5)
solve("pg-md")
solve("pg-md", house_way=5)
solve("uth", house_way="foxwoods")
check(None)
check(b"book")
check(".")
new(None)
new("uth", 5)
new("uth", [5])
new("uth", facility=5)
sign("uth/minimal", None)
sign(None, "sign.svg")
layout("uth/minimal", 5)
par("fcp/minimal", 5)
par("fcp/minimal", rounds_per_hour="x")
par("fcp/minimal", players=1.5)
par("fcp/minimal", average_bets={"ante": 5})
par("fcp/minimal", average_bets=["ante"])
par("fcp/minimal", date=5)
par("fcp/minimal", revision=5)
Table(None)
Table("uth/minimal", seed="x")
Table("uth/minimal", seed=1.5)
Table("uth/minimal", log=5)
Table("uth/minimal", name=5)
Table("uth/minimal").deal(players="3")
Table("uth/minimal").deal(players=1.5)
Table("uth/minimal").deal(players=True)
Table("uth/minimal").sit("Ann", chips=5)
Table("uth/minimal").sit("Ann", play=5)
Table("uth/minimal").sit(None)
Table("uth/minimal").act(5)
Table("uth/minimal").act(None, "Ann")
explain(None)
HouseWay(None)
HouseWay("foxwods")
HouseWay("foxwoods").set(None)
HouseWay("foxwoods").set("As Ks Qs Js Ts 9s 8s", order="x")
HouseWay("foxwoods").explain("As Ks")
replay(None)
replay(".")
audit(None)
Client(5)
Client("http://[bad")
Client("http://x:notaport")
Client("http://127.0.0.1:1").act(None, None)
AsyncClient("ws://127.0.0.1")
""".strip().splitlines()


@pytest.mark.parametrize("asked", WRONG)
def test_it_is_refused_in_words(asked, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(hw.HousewayError) as refused:
        eval(asked, vars(hw) | {name: getattr(hw, name) for name in hw.__all__})  # noqa: S307  # the lines above
    assert str(refused.value)
    assert refused.value.code
    assert not [*tmp_path.iterdir()]


def test_a_refused_seat_leaves_the_table_as_it_was():
    table = hw.Table("uth/minimal", seed=1)
    with pytest.raises(hw.Malformed, match="chips is written as"):
        table.sit("Ann", chips=5)
    assert table.seats == {}
