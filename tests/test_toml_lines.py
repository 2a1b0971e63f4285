"""The lines of a TOML file's parts, compared with what `tomllib` reads from the same text."""

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.toml_lines import TomlLines
from tests.support.submissions import RIGHT, WRONG


def paths(value, path=()):
    """Every key and list entry that `tomllib` found."""
    parts = value.items() if isinstance(value, dict) else enumerate(value, start=1) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, str(key))
        yield from paths(part, (*path, str(key)))


def found(text):
    return dict(TomlLines(text).places())


@pytest.mark.parametrize("path", [*RIGHT, *WRONG[::25]], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_it_finds_in_the_examples_what_tomllib_finds(path):
    assert sorted(found(path.read_text())) == sorted(paths(tomllib.loads(path.read_text())))


# Documents written at random: tables as headers, dotted keys or inline; lists over several lines; comments and texts that look
# like keys and brackets.

bare = st.text("ab-_1", min_size=1, max_size=3)
keys = bare | st.text('x.#[]{}="\n\t', max_size=3)
traps = st.sampled_from(["", "# a = [1", "", "  # ]] }", "\n", "# \"\"\"'''"])
decoys = st.sampled_from(["[x]", "]", '"', "'", "# no comment", "a = 1", "\\", "{", "", "\n[[x]]\n", '""', "''"])
tree = st.recursive(
    st.none(),
    lambda inner: st.dictionaries(keys, inner, max_size=3) | st.lists(inner, max_size=3),
    max_leaves=8,
)


def quoted(key):
    return key if key and set(key) <= set("ab-_1") else json.dumps(key, ensure_ascii=False)


class Writer:
    """Writes a document in many ways, and notes the line of every place."""

    def __init__(self, draw):
        self.draw, self.text, self.lines = draw, "", {}

    @property
    def line(self):
        return self.text.count("\n") + 1

    def put(self, *parts):
        self.text += "".join(parts)

    def pick(self, *ways):
        return self.draw(st.sampled_from(ways))

    def note(self, path):
        for cut in range(1, len(path) + 1):
            self.lines.setdefault(path[:cut], self.line)

    def value(self, value, path, one_line=False):
        gap = "" if one_line else self.draw(traps)
        gap = f"{gap}\n" if gap.strip() else gap
        match value:
            case dict():
                self.put("{")
                for number, (key, part) in enumerate(value.items()):
                    self.put(", " if number else " ")
                    self.note((*path, key))
                    self.put(quoted(key), " = ")
                    self.value(part, (*path, key), True)
                self.put(" }")
            case list():
                self.put("[", gap)
                for number, part in enumerate(value, start=1):
                    self.note((*path, str(number)))
                    self.value(part, (*path, str(number)), one_line)
                    self.put(gap, "," if number < len(value) or not one_line else "", gap)
                self.put("]")
            case _:
                self.scalar(one_line)

    def scalar(self, one_line):
        """A value of any kind; the texts look like keys, brackets and comments."""
        decoy = self.draw(decoys)
        escaped, plain = decoy.replace("\\", "\\\\").replace('"', '\\"'), decoy.replace("'", "")
        ways = [json.dumps(decoy), "1979-05-27 07:32:00", "true", "-1_000", "2.5e3", "'it = [#'"]
        if not one_line:
            ways += [f'"""{escaped}"""', f'"""\n{escaped} """""', f"'''{plain}'''", f"'''\n{plain} '''''"]
        self.put(self.pick(*ways))

    def table(self, content, path):
        """Plain keys first, then tables under headers of their own."""
        later = []
        for key, part in content.items():
            tables = part if isinstance(part, list) and part else [part]
            if all(isinstance(each, dict) for each in tables) and self.pick(True, False):
                later.append((key, part))
            elif isinstance(part, dict) and len(part) == 1 and self.pick(True, False):
                ((inner, below),) = part.items()
                self.assign((*path, key, inner), [key, inner], below)
            else:
                self.assign((*path, key), [key], part)
        return later

    def assign(self, path, names, part):
        self.put(self.draw(traps), "\n", self.pick("", "  "))
        self.note(path)
        self.put(self.pick(".", " . ").join(map(quoted, names)), self.pick("=", " = "))
        self.value(part, path)
        self.put(self.pick("", " # done"), "\n")

    def document(self, content, path=(), names=()):
        for key, part in self.table(content, path):
            for number, each in enumerate(part, start=1) if isinstance(part, list) else [(None, part)]:
                here = (*path, key) if number is None else (*path, key, str(number))
                left, right = ("[", "]") if number is None else ("[[", "]]")
                self.note(here)
                self.put(left, ".".join(map(quoted, (*names, key))), right, self.pick("", " # [x]"), "\n")
                self.document(each, here, (*names, key))


@given(st.dictionaries(keys, tree, max_size=4), st.data())
def test_every_place_has_the_line_where_it_is_written(content, data):
    writer = Writer(data.draw)
    writer.document(content)
    read = tomllib.loads(writer.text)
    assert sorted(found(writer.text)) == sorted(paths(read))
    assert found(writer.text) == writer.lines


class TestALineIsLookedUp:
    TEXT = '"table.positions" = 6\n\n[[meters]]\nname = "a"\n[[meters]]\nname = "b"\n[wagers]\nante.minimum = "$5"\n'

    @pytest.mark.parametrize(
        ("place", "line"),
        [
            ("table.positions", 1),
            ("meters", 3),
            ("meters.2.name", 6),
            ("meters.2.rate", 5),
            ("meters.3", 3),
            ("wagers.ante.maximum", 8),
            ("wagers.trips", 7),
            ("readings", None),
        ],
    )
    def test_by_its_place_or_else_by_what_would_contain_it(self, place, line):
        assert TomlLines(self.TEXT).line_of(place) == line

    def test_a_place_is_there_or_it_is_not(self):
        lines = TomlLines(self.TEXT)
        assert [lines.has(place) for place in ("table.positions", "wagers.ante", "wagers.trips")] == [True, True, False]

    def test_what_is_nested_too_deeply_hides_nothing_before_it(self):
        assert TomlLines(f"a = 1\nb = {'[' * 5000}{']' * 5000}").line_of("a") == 1
