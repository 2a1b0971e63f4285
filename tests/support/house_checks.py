"""What must hold of a house after whatever has happened to its servers."""

from houseway.reports.rows.rebuilding import are_filled, compare_tables
from houseway.service.audit.findings import AuditReport
from houseway.service.audit.receipt_counts import add_missing_receipts, check_counts, recorded_counts
from houseway.service.audit.streams import audit_stream
from houseway.service.audit.sums import check_sums
from houseway.service.audit.tree import audit_tree
from houseway.service.evidence.checkpoint_file import CheckpointFile
from houseway.service.live.memory.loading import load_table
from houseway.service.people.reconciliation import reconcile_accounts
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.line_file import LineFile
from houseway.service.secrecy.receipts import ReceiptFile


def check_house(store, keys_folder, data_folders=()):
    """Chains, seals, draws, meters, receipts, the index of rounds, the tree and its checkpoints verify; money sums to zero,
    accounts and tables agree, and the rows of reports are those that follow from the streams. `data_folders` are those of the
    servers, which keep the log and the rows.

    Return the tables by id, folded from their beginning."""
    keys = HouseKeys(keys_folder, 0)
    receipts = [each for folder in data_folders for each in _read(ReceiptFile, folder / "heads.jsonl")]
    heads = store.stream_heads()
    audits = [audit_stream(store, head, _of(head.stream, receipts), keys.public_keys, lambda read: None) for head in heads]
    assert [(audit.stream, audit.problems) for audit in audits if audit.problems] == []
    assert list(check_sums(audits)) == []
    assert reconcile_accounts(store).balanced
    check_tree(store, heads, audits, keys, data_folders)
    check_receipts(audits, max((head.at for head in heads), default=0), data_folders)
    if data_folders:
        assert are_filled(store)
        assert compare_tables(store) == ()
    return {head.stream[6:]: fold(store, head.stream[6:], keys) for head in heads if head.stream.startswith("table:")}


def check_receipts(audits, latest, data_folders):
    """No receipt is missing, whatever has crashed. Without starts on record, only the counts of lines can be compared."""
    files = [LineFile(folder / "heads.jsonl") for folder in data_folders if (folder / "heads.jsonl").exists()]
    assert list(check_counts(files, recorded_counts(audits) if data_folders else [])) == []
    if files and any(audit.sums.starts for audit in audits):
        report = AuditReport()
        add_missing_receipts(report, audits, latest, files, are_own=True)
        assert report.problems == []


def sum_problems(store):
    """What an audit says about the sums over all streams of a store."""
    return list(check_sums([audit_stream(store, head, (), (), lambda read: None) for head in store.stream_heads()]))


def receipt_problems(store, receipts):
    """What an audit says about the receipts of each stream of a store."""
    audits = [audit_stream(store, head, _of(head.stream, receipts), (), lambda read: None) for head in store.stream_heads()]
    return [problem for audit in audits for problem in audit.problems if problem.startswith("the receipt")]


def _read(kind, file):
    return list(kind(file).read()) if file.exists() else []


def _of(stream, receipts):
    return [receipt for receipt in receipts if receipt.stream == stream]


def fold(store, name, keys):
    table = load_table(store, name, keys.vault).table
    assert sum(amount.amount for amount in table.ledger.balances.values()) == 0
    return table


def check_tree(store, heads, audits, keys, data_folders):
    """Every append is in the tree once or waits for it, and every checkpoint that a server has kept is of this tree."""
    if store.tree.latest_signed_head() is None:
        assert not data_folders, "a server keeps the log"
        return
    kept = [each for folder in data_folders for each in _read(CheckpointFile, folder / "checkpoints.jsonl")]
    assert kept or not data_folders, "a server keeps checkpoints outside the database"
    audit = audit_tree(store, {head.stream: head.version for head in heads}, kept, keys.public_keys)
    assert audit.problems == []
    assert audit.appends == {each.stream: each.appends for each in audits}


def count_events(store, stream, wanted):
    """How many events of a stream fit."""
    return sum(wanted(event) for append in store.read(stream) for event in append.events)
