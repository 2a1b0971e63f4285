"""Money moves from one account to another, in whole cents; nothing is lost or altered, and nobody gives what he has not."""

import itertools
import json
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.unattended import UnattendedTable
from houseway import ledger as books
from houseway.chance import seeded_chance
from houseway.citation import cite_clauses
from houseway.errors import Malformed, NotAllowed
from houseway.events import Event, encode_fact
from houseway.ledger import MONEY_MOVED, Ledger, Reason, Transfer
from houseway.money import Cents
from houseway.procedure import CAGE, CENTRE, COUPONS, HOUSE, INVENTORY, OUTSIDE, VIGORISH
from houseway.table import transfers
from tests.support.clauses import every_book
from tests.support.meter_ledgers import MeterReason, meter_account_transfers
from tests.support.paths import EXAMPLES

ANN, BOB = "player:Ann", "player:Bob"
WIN = cite_clauses("md.pai-gow-poker", "11.F(4)", "13.A")
ROW = cite_clauses("md.pai-gow-poker", "13.E(2)(a)")


def table(inventory=100_000, **players):
    """A table with an inventory, at which players have bought in."""
    bought = [part for name, cents in players.items() for part in transfers.buy_in_transfers(f"player:{name}", Cents(cents))]
    return Ledger().post(*transfers.opening_inventory_transfers(Cents(inventory)), *bought)


def moved(source, target, cents, reason=Reason.PAYOUT, clauses=WIN, **facts):
    return Transfer(source, target, Cents(cents), reason, clauses, **facts)


def total(ledger):
    return sum(balance.amount for balance in ledger.balances.values())


names = st.sampled_from([ANN, BOB, "seat:3", "layout:0", "layout:6", "meter:progressive/mega", *sorted(books.ACCOUNTS)])
texts = st.text(max_size=8)
any_transfers = st.builds(
    Transfer,
    source=names,
    target=names,
    amount=st.integers(-5, 500).map(Cents),
    reason=st.sampled_from(Reason),
    clauses=st.sampled_from([(), WIN, ROW]),
    round=st.none() | st.integers(0, 9),
    seat=st.none() | st.integers(0, 6),
    wager=texts,
    note=texts,
    by=texts,
)


class TestPosting:
    def test_a_round_in_which_one_player_wins_and_one_loses(self):
        opened = table(Ann=10_000, Bob=10_000)
        bets = [moved(player, f"layout:{seat}", 1_000, Reason.WAGER) for seat, player in ((1, ANN), (2, BOB))]
        paid = [moved("layout:2", INVENTORY, 1_000, Reason.WAGER_LOST), moved(INVENTORY, ANN, 1_000)]
        back = [moved("layout:1", ANN, 1_000, Reason.WAGER_RETURNED), moved(ANN, VIGORISH, 50, Reason.VIGORISH)]
        betting = opened.post(*bets)
        ended = betting.post(*paid, *back)
        assert betting.layout_balances == {"layout:1": Cents(1_000), "layout:2": Cents(1_000)}
        assert ended.layout_balances == {}
        assert ended.balance(ANN) == Cents(10_950)
        assert ended.balance(BOB) == Cents(9_000)
        assert ended.balance(VIGORISH) == Cents(50)
        assert ended.posted == opened.posted + 6
        net = books.account_changes([*bets, *paid, *back])
        assert net == {ANN: Cents(950), BOB: Cents(-1_000), VIGORISH: Cents(50)}
        assert sum(change.amount for change in net.values()) == 0

    @given(st.lists(any_transfers, max_size=30))
    def test_the_accounts_sum_to_zero_none_but_outside_is_below_it_and_a_refusal_changes_nothing(self, asked):
        ledger = table(2_000, Ann=300, Bob=300)
        for transfer in asked:
            before, held = ledger, ledger.balances
            try:
                ledger = ledger.post(transfer)
            except (NotAllowed, Malformed):
                assert ledger is before
            assert before.balances == held
            assert total(ledger) == 0
            assert all(balance >= Cents(0) for account, balance in ledger.balances.items() if account != OUTSIDE)

    @given(st.lists(any_transfers, max_size=12), st.data())
    def test_together_or_one_after_the_other_comes_to_the_same(self, asked, data):
        ledger = table(5_000, Ann=2_000, Bob=2_000)
        sound = []
        for transfer in asked:
            try:
                ledger.post(*sound, transfer)
            except (NotAllowed, Malformed):
                continue
            sound.append(transfer)
        cut = data.draw(st.integers(0, len(sound)))
        assert ledger.post(*sound[:cut]).post(*sound[cut:]) == ledger.post(*sound)

    def test_all_are_posted_or_none(self):
        ledger = table(1_000, Ann=100)
        with pytest.raises(NotAllowed):
            ledger.post(moved(INVENTORY, ANN, 500), moved(INVENTORY, ANN, 500))
        assert ledger == table(1_000, Ann=100)

    def test_money_is_there_when_it_moves_and_not_only_in_the_end(self):
        ledger = table(100, Ann=100)
        with pytest.raises(NotAllowed):
            ledger.post(moved(INVENTORY, ANN, 50), moved(ANN, INVENTORY, 100))
        ledger.post(moved(ANN, INVENTORY, 100), moved(INVENTORY, ANN, 50))

    def test_payments_of_the_latest_two_rounds_are_found_for_corrections_the_last_first(self):
        """Several rounds may be posted at once; what is not of a round is left out."""
        opened = table(1_000)
        first, second, third = (moved(INVENTORY, ANN, cents, round=number) for cents, number in ((1, 4), (2, 5), (3, 6)))
        again, between = moved(INVENTORY, BOB, 4, round=6), moved(INVENTORY, ANN, 5)
        one_by_one = opened.post(first).post(second, between).post(third).post(again)
        together = opened.post(first, second, between, third, again)
        for ledger in (one_by_one, together):
            assert list(ledger.recent_transfers()) == [again, third, second]
            assert list(ledger.recent_transfers(rounds=1)) == [again, third]
            assert list(ledger.post(moved(INVENTORY, ANN, 1, round=8)).recent_transfers()) == [
                moved(INVENTORY, ANN, 1, round=8)
            ]
        assert list(opened.recent_transfers()) == list(opened.post().recent_transfers()) == []

    def test_what_lies_in_the_centre_or_at_a_position_is_on_the_layout_and_nothing_else(self):
        accounts = (CENTRE, "layout:0", "layout:3", INVENTORY, ANN, COUPONS, VIGORISH)
        ledger = Ledger().post(*(moved(OUTSIDE, account, 5) for account in accounts))
        assert set(ledger.layout_balances) == {CENTRE, "layout:0", "layout:3"}

    def test_who_left_with_his_chips_has_no_account_from_the_next_round_on(self):
        left = table(Ann=500, Bob=700).post(moved(ANN, OUTSIDE, 500, Reason.CASH_OUT, clauses=()))
        assert ANN in left.balances
        bets = [moved(BOB, f"layout:{each}", 350, Reason.WAGER, round=each) for each in (1, 2)]
        after = left.post(*bets)
        assert after == left.post(bets[0]).post(bets[1])
        assert not {ANN, BOB} & after.balances.keys()
        emptied = after.post(moved("layout:1", BOB, 350, Reason.WAGER_RETURNED, round=3))
        assert (emptied.balances["layout:1"], emptied.balance(BOB), total(emptied)) == (Cents(0), Cents(350), 0)

    def test_a_ledger_and_a_transfer_are_values(self):
        ledger, transfer = table(), moved(INVENTORY, ANN, 5)
        with pytest.raises(FrozenInstanceError):
            ledger.posted = 5
        with pytest.raises(AttributeError):
            transfer.amount = Cents(1)
        ledger.balances[INVENTORY] = Cents(0)
        assert ledger.balance(INVENTORY) == Cents(100_000)


class TestRefusals:
    @pytest.mark.parametrize(
        ("source", "needed"),
        [
            (INVENTORY, "a fill is needed"),
            (ANN, "a buy-in is needed"),
            ("seat:4", "a buy-in is needed"),
            ("layout:4", "no more was wagered there"),
            (CENTRE, "the rest is collected from the bank"),
            (CAGE, "the casino must provide it first"),
            (HOUSE, "the casino must provide it first"),
            ("drop", "it has no more"),
        ],
    )
    def test_nobody_gives_more_than_he_has_and_is_told_what_would_help(self, source, needed):
        ledger = Ledger().post(moved(OUTSIDE, source, 300))
        with pytest.raises(NotAllowed, match=needed) as refusal:
            ledger.post(moved(source, BOB, 1_000))
        assert refusal.value.code == "ledger.short"
        assert refusal.value.clauses == WIN
        facts = {"given": Cents(1_000), "allowed": Cents(300), "short": Cents(700), "account": source}
        assert {name: refusal.value.facts[name] for name in facts} == facts
        assert refusal.value.facts["needed"].startswith(needed)
        assert ("the player has $3 in chips" in refusal.value.message) == (source in (ANN, "seat:4"))  # and not his id

    def test_the_world_outside_may_owe(self):
        assert table(5).balance(OUTSIDE) == Cents(-5)

    @pytest.mark.parametrize("cents", [0, -1])
    def test_an_amount_that_moves_is_above_zero(self, cents):
        with pytest.raises(NotAllowed) as refusal:
            table().post(moved(INVENTORY, ANN, cents))
        assert refusal.value.code == "ledger.amount"

    def test_money_does_not_move_to_where_it_is(self):
        with pytest.raises(NotAllowed) as refusal:
            table().post(moved(INVENTORY, INVENTORY, 1))
        assert refusal.value.code == "ledger.same-account"

    @pytest.mark.parametrize(
        ("refused", "message", "given", "allowed"),
        [
            (
                moved(INVENTORY, ANN, 0),
                "the amount of a transfer must be more than $0",
                Cents(0),
                "more than $0",
            ),
            (moved(CAGE, CAGE, 1), "money cannot move from cage to itself", CAGE, "two accounts"),
            (
                moved(INVENTORY, ANN, 1, Reason.RULING, by="Fay"),
                "a ruling must say who decided it, why, and under which clause",
                str({"by": "Fay", "why": "", "clauses": WIN}),
                "by, note and clauses",
            ),
            (
                moved(INVENTORY, ANN, 1, Reason.METER_AWARD, ROW),
                "a share of a meter must be paid by the house, not from the table inventory",
                INVENTORY,
                HOUSE,
            ),
            (
                moved(COUPONS, "tips", 1),
                "a coupon can be wagered and used up, but not cashed: its face value cannot go to tips",
                "tips",
                "a layout, the house or outside",
            ),
        ],
    )
    def test_a_refusal_says_what_was_wrong_with_which_transfer_and_what_is_allowed(self, refused, message, given, allowed):
        with pytest.raises(NotAllowed) as refusal:
            table().post(refused)
        transfer = {
            "source": refused.source,
            "target": refused.target,
            "amount": refused.amount,
            "reason": refused.reason.value,
        }
        assert refusal.value.message == message
        assert refusal.value.facts == {"given": given, "allowed": allowed, **transfer}

    def test_a_refusal_cites_the_clause_that_is_broken_or_else_those_of_the_transfer(self):
        for refused, clauses in (
            (moved(CAGE, CAGE, 1), WIN),
            (moved(INVENTORY, ANN, 1, Reason.METER_AWARD, ROW), cite_clauses("md.pai-gow-poker", "11.H(6)(b)(v)")),
        ):
            with pytest.raises(NotAllowed) as refusal:
                table().post(refused)
            assert refusal.value.clauses == clauses

    @pytest.mark.parametrize(
        "name",
        ["", "Inventory", "player:", "player: Ann", "seat:x", "layout:-1", "meter:mega", "meter:a/b/c", "till", "seat:1\n"],
    )
    def test_an_account_has_a_name_that_is_known(self, name):
        for transfer in (moved(name, ANN, 1), moved(INVENTORY, name, 1)):
            with pytest.raises(Malformed) as refusal:
                table().post(transfer)
            assert (refusal.value.code, refusal.value.facts["given"]) == ("ledger.no-account", name)
            assert refusal.value.message == f"{name!r} is not an account"
            assert {*books.ACCOUNTS, "seat:3"} < set(refusal.value.facts["allowed"])

    @pytest.mark.clause("md.pai-gow-poker 11.H(6)(b)(v)")
    def test_a_share_of_a_meter_is_never_paid_from_the_inventory(self):
        with pytest.raises(NotAllowed) as refusal:
            table().post(moved(INVENTORY, ANN, 1, Reason.METER_AWARD, ROW))
        assert refusal.value.code == "ledger.meter-from-inventory"
        assert refusal.value.facts["allowed"] == HOUSE

    @pytest.mark.clause("div.pai-gow-poker (g)(1)#1", "div.pai-gow-poker (g)(4)#1")
    @pytest.mark.parametrize("target", [ANN, "seat:1", INVENTORY, CAGE, "tips", "drop", VIGORISH, CENTRE])
    def test_a_coupon_is_never_cash(self, target):
        held = Ledger().post(moved(OUTSIDE, COUPONS, 500, Reason.COUPON_ISSUED))
        with pytest.raises(NotAllowed) as refusal:
            held.post(moved(COUPONS, target, 500, Reason.COUPON_USED, cite_clauses("div.pai-gow-poker", "(l)(9)#2")))
        assert refusal.value.code == "ledger.coupon"
        assert refusal.value.clauses == cite_clauses("div.pai-gow-poker", "(g)(1)#1", "(g)(4)#1")

    @pytest.mark.parametrize("target", ["layout:3", HOUSE, OUTSIDE])
    def test_a_coupon_is_wagered_and_used_up(self, target):
        held = Ledger().post(moved(OUTSIDE, COUPONS, 500, Reason.COUPON_ISSUED))
        assert held.post(moved(COUPONS, target, 500, Reason.WAGER)).balance(COUPONS) == Cents(0)

    @pytest.mark.parametrize("reason", [Reason.CORRECTION, Reason.RULING])
    @pytest.mark.parametrize("missing", [{"by": ""}, {"note": ""}, {"clauses": ()}])
    def test_what_a_person_decides_says_who_why_and_under_which_clause(self, reason, missing):
        signed = moved(INVENTORY, ANN, 1, reason, by="Fay", note="miscounted")
        table().post(signed)
        with pytest.raises(NotAllowed) as refusal:
            table().post(signed._replace(**missing))
        assert refusal.value.code == "ledger.unsigned"


class TestMeters:
    def test_an_award_comes_from_the_house_and_the_casino_brings_it(self):
        ledger = table(1_000)
        paid = ledger.post(*ledger.with_house_funds(moved(HOUSE, ANN, 1_000_001, Reason.METER_AWARD, ROW)))
        assert (paid.balance(ANN), paid.balance(HOUSE), paid.balance(INVENTORY)) == (Cents(1_000_001), Cents(0), Cents(1_000))

    @given(st.lists(st.tuples(st.sampled_from([HOUSE, CAGE]), st.integers(1, 300), st.booleans()), max_size=20))
    def test_cover_brings_what_house_and_cage_lack_and_no_more(self, asked):
        ledger = table(10**6, Ann=10**5).post(moved(OUTSIDE, HOUSE, 100))
        wanted = [moved(name, ANN, cents) if pays else moved(ANN, name, cents) for name, cents, pays in asked]
        covered = ledger.with_house_funds(*wanted)
        assert [each for each in covered if each.reason is not Reason.HOUSE_FUNDS] == wanted
        for brought, given_on in itertools.pairwise(covered):
            ledger = ledger.post(brought)
            if brought.reason is Reason.HOUSE_FUNDS:
                assert (brought.source, brought.target) == (OUTSIDE, given_on.source)
                assert ledger.post(given_on).balance(given_on.source) == Cents(0)

    def test_the_casino_brings_what_is_missing_to_the_cent_under_the_clauses_of_the_payment(self):
        ledger = Ledger().post(moved(OUTSIDE, HOUSE, 100))
        enough, short = (moved(HOUSE, ANN, cents, Reason.METER_AWARD, ROW, round=7) for cents in (100, 101))
        assert ledger.with_house_funds(enough) == (enough,)
        assert ledger.with_house_funds(short) == (moved(OUTSIDE, HOUSE, 1, Reason.HOUSE_FUNDS, ROW, round=7), short)

    def test_nothing_but_a_fill_covers_the_inventory(self):
        ledger = table(100)
        asked = moved(INVENTORY, ANN, 101)
        assert ledger.with_house_funds(asked) == (asked,)

    @given(st.lists(st.integers(0, 10**7).map(Cents), min_size=1))
    def test_a_ledger_of_the_meter_holds_what_it_shows(self, amounts):
        ledger = Ledger()
        for shown in amounts:
            ledger = ledger.post(*meter_account_transfers(ledger, "progressive/mega", shown, MeterReason.CONTRIBUTION, ROW))
            assert ledger.balance("meter:progressive/mega") == shown
        assert total(ledger) == 0

    def test_every_cent_that_a_meter_gains_or_loses_is_moved_under_the_clauses_of_the_change(self):
        account, ledger = "meter:progressive/mega", Ledger()
        (brought, gained) = meter_account_transfers(ledger, "progressive/mega", Cents(1), MeterReason.CONTRIBUTION, ROW)
        assert (brought.target, gained) == (HOUSE, moved(HOUSE, account, 1, MeterReason.CONTRIBUTION, ROW))
        (lost,) = meter_account_transfers(ledger.post(brought, gained), "progressive/mega", Cents(0), MeterReason.RESET, ROW)
        assert lost == moved(account, HOUSE, 1, MeterReason.RESET, ROW)


class TestEvents:
    @given(any_transfers)
    def test_a_transfer_comes_back_from_its_event(self, transfer):
        stored = json.loads(json.dumps(transfer.to_event().to_json()))
        assert Transfer.from_event(Event.from_json(stored)) == transfer

    @given(any_transfers)
    def test_the_facts_of_a_transfer_are_stored_as_any_facts(self, transfer):
        event = transfer.to_event()
        one_by_one = {name: encode_fact(fact) for name, fact in transfer.facts.items()}
        assert list(event.to_json()["facts"].items()) == list(one_by_one.items())
        assert Event(event.kind, event.clauses, transfer.facts).to_json() == event.to_json()
        assert event.facts == transfer.facts, "what is stored is not what the event has"

    @pytest.mark.parametrize(
        "event",
        [
            Event("money-lost", WIN, moved(INVENTORY, ANN, 1).to_event().facts),
            Event("money-moved", WIN, {}),
            Event("money-moved", WIN, {**moved(INVENTORY, ANN, 1).to_event().facts, "reason": "whim"}),
            Event("money-moved", WIN, {**moved(INVENTORY, ANN, 1).to_event().facts, "amount": 100}),
            Event("money-moved", WIN, {**moved(INVENTORY, ANN, 1).to_event().facts, "round": True}),
            Event("money-moved", WIN, {**moved(INVENTORY, ANN, 1).to_event().facts, "mood": "good"}),
        ],
    )
    def test_what_is_no_transfer_is_not_taken_for_one(self, event):
        with pytest.raises(Malformed) as refusal:
            Transfer.from_event(event)
        assert refusal.value.code == "ledger.event"
        assert refusal.value.facts["given"] == str(dict(event.facts))

    def test_the_facts_of_an_event_are_shown_as_they_are(self):
        transfer = moved(INVENTORY, ANN, 1, seat=3)
        assert repr(transfer.to_event().facts) == repr(transfer.facts)

    def test_the_names_of_reasons_are_stable(self):
        known = """opening-inventory closing-inventory count-difference fill credit buy-in cash-out house-funds
            wager wager-returned wager-lost wager-collected surrendered abandoned refund taken-back
            payout vigorish vigorish-counted envy meter-award off-table-payment
            house-stake house-stake-returned bank-collected bank-surplus co-bank-half
            coupon-issued coupon-used coupon-returned tip correction ruling"""
        assert {reason.value for reason in Reason} == set(known.split())


@every_book
def test_a_transfer_of_a_round_is_read_from_its_event_as_it_was_made(book):
    """It cites each clause once, as its event does. Otherwise every transfer of a round is made and posted twice."""
    text = (EXAMPLES / book / "everything.toml").read_text()
    events = [event for event in UnattendedTable(text, seeded_chance(1)).deal_round() if event.kind == MONEY_MOVED]
    assert len(events) > 20
    assert all(Transfer.from_event(event) is Transfer.from_event(event) for event in events)
