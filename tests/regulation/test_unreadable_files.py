"""A file of a rule book that cannot be read is refused by its name, in plain words."""

import pytest

from houseway.errors import Malformed
from houseway.regulation.file import BookFile


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (b"a = '\xff'", "book.file", "clauses.toml: the file: cannot be read: it is not text in UTF-8 (line 1)"),
        (b"a = ", "book.toml", "clauses.toml: the file: is not TOML: Invalid value"),
        (b"a = " + b"[" * 5_000, "book.toml", "nested more than 32 deep"),
        (b"a = " + b"9" * 9_000, "book.toml", "a number has too many digits"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path, content, code, said):
    (tmp_path / "clauses.toml").write_bytes(content)
    with pytest.raises(Malformed) as refused:
        BookFile(tmp_path / "clauses.toml")
    assert said in refused.value.message
    assert refused.value.code == code


def test_a_byte_order_mark_is_no_part_of_a_book(tmp_path):
    (tmp_path / "clauses.toml").write_bytes(b"\xef\xbb\xbfa = 1")
    assert BookFile(tmp_path / "clauses.toml").content == {"a": 1}
