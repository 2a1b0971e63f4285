"""The PostgreSQL servers of tests and benchmarks leave nothing behind."""

import os
import subprocess
import sys
import tempfile

from benchmarks.postgresql import remove_abandoned


def test_the_folder_of_a_process_that_was_killed_is_removed_and_no_other(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    abandoned, own, strange = (
        tmp_path / f"houseway-postgresql-{name}" for name in (f"{ended.pid}-ab", f"{os.getpid()}-ab", "somebody-else")
    )
    for folder in (abandoned, own, strange):
        folder.mkdir()
        (folder / "PG_VERSION").write_text("18")
    remove_abandoned()
    assert not abandoned.exists()
    assert own.exists()
    assert strange.exists()
