"""What must hold of a house after whatever has happened to its servers."""

from houseway.merkle import Frontier
from houseway.service.archive.auditing import audit_store
from houseway.service.live.loading import load_table
from houseway.service.people.reconciliation import reconcile
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipts import ReceiptFile


def check_house(store, keys_folder, receipt_files=()):
    """Chains, seals, draws, meters, receipts and the tree verify; money sums to zero, and accounts and tables agree.

    Return the tables by id, folded from their beginning."""
    keys = HouseKeys(keys_folder, 0)
    receipts = [receipt for file in receipt_files if file.exists() for receipt in ReceiptFile(file).read()]
    report = audit_store(store, receipts, keys.public_keys)
    assert report.problems == []
    assert report.streams > 0
    assert reconcile(store).balanced
    check_tree(store)
    names = [head.stream.removeprefix("table:") for head in store.heads("table:")]
    tables = {name: load_table(store, name, keys.vault).table for name in names}
    for table in tables.values():
        assert sum(amount.amount for amount in table.ledger.balances.values()) == 0
    return tables


def check_tree(store):
    """Every append is in the tree once or waits for it, and the tree is that of its leaves."""
    links = {(head.stream, append.head.version) for head in store.heads() for append in store.read(head.stream)}
    leaves = list(store.tree.leaves())
    places = [(leaf.stream, leaf.version) for leaf in leaves]
    assert len(set(places)) == len(places)
    assert set(places) <= links
    assert len(places) + store.tree.count_waiting() == len(links)
    frontier = Frontier()
    for leaf in leaves:
        frontier, _ = frontier.add(leaf.hash)
    assert store.tree.head().root == frontier.root


def count_events(store, stream, wanted):
    """How many events of a stream fit."""
    return sum(wanted(event) for append in store.read(stream) for event in append.events)
