"""A new submission passes as it is, and each line of it that is switched off can be switched on."""

import re
import tomllib

import pytest

from houseway.errors import Malformed
from houseway.files.submissions.template import write_template
from houseway.regulation import BOOKS, OfferedWhen, load_book
from houseway.regulation.loader import load_folder
from houseway.submission import judge, parse_submission
from tests.support.added_books import add_book
from tests.support.command import answered, refused, run
from tests.support.paths import ROOT
from tests.support.red_dog import RED_DOG, write

OFF = re.compile(r"( *)#(?=[^ #\n])(.*)")
NEEDS = re.compile(r"needs (.*)")


def optional(book):
    return tuple(wager.id for wager in load_book(book).wagers.values() if wager.offered is OfferedWhen.OPTIONAL)


EVERY_OFFER = [
    (book, offered)
    for book in BOOKS
    for offered in dict.fromkeys([(), *((wager,) for wager in optional(book)), optional(book)])
]
every_offer = pytest.mark.parametrize(
    ("book", "offered"), EVERY_OFFER, ids=[f"{book} {','.join(offered) or 'plain'}" for book, offered in EVERY_OFFER]
)


@every_offer
def test_it_passes_as_it_is(book, offered):
    verdict = judge(parse_submission(write_template(load_book(book), offered)))
    assert verdict.passes, verdict.findings
    always = {wager.id for wager in load_book(book).wagers.values() if wager.offered is OfferedWhen.ALWAYS}
    filed = {wager for wager in verdict.rules.offers if load_book(book).wagers[wager].offered is not OfferedWhen.FOLLOWS}
    assert filed == always | set(offered)


@pytest.mark.parametrize("version", load_book("md.four-card-poker").versions)
def test_every_version_has_one(version):
    assert judge(parse_submission(write_template(load_book("md.four-card-poker", version)))).rules.version == version


@pytest.mark.parametrize("book", BOOKS)
def test_it_has_everything_that_can_be_filed(book):
    text, regulation = write_template(load_book(book)), load_book(book)
    keys = [*regulation.options, *(f"wagers.{wager}" for wager in optional(book))]
    keys += [f"readings.{each.id}" for each in regulation.readings.values() if not each.is_fixed and each.default]
    for key in keys:
        assert re.search(rf"^#?{re.escape(key)} = ", text, re.MULTILINE), key
    assert all(f'what = "{what}"' in text for what in regulation.approvals)
    for option in regulation.options.values():
        for choice in option.choices:
            assert choice == option.default or f'{option.key} = "{choice}"' in text
        assert f"({option.clause.clause})" in text
    assert max(len(line) for line in text.splitlines() if "{" not in line) < 80


def switched_on(lines, number):
    """The file with one line switched on, and what the comment above says that it needs."""
    match = OFF.fullmatch(lines[number])
    above = number - 1
    while lines[above].lstrip().startswith("#   "):
        above -= 1
    said = " ".join(line.lstrip("# ") for line in lines[above:number])
    return [*lines[:number], match[1] + match[2], *lines[number + 1 :]], said


def with_companions(lines, said):
    """The file with everything else that a comment says is needed."""
    for each in re.split(r", (?![\"'])| and ", NEEDS.search(said)[1]):
        approval, meter = re.fullmatch(r"the approval (\S+)", each), re.fullmatch(r"the meters of (\S+)", each)
        begin = f'{{ what = "{approval[1]}"' if approval else f'{{ wager = "{meter[1]}"' if meter else each
        found = [place for place, line in enumerate(lines) if OFF.fullmatch(line) and OFF.fullmatch(line)[2].startswith(begin)]
        assert found or " = " in each, each
        for place in found if found else ():
            lines = [*lines[:place], lines[place].replace("#", "", 1), *lines[place + 1 :]]
        lines = lines if found else [*lines, each]
    return lines


def problems(lines):
    return [finding.message for finding in judge(parse_submission("\n".join(lines))).findings if finding.severity == "error"]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("all_wagers", [False, True], ids=["plain", "all wagers"])
def test_each_line_can_be_switched_on(book, all_wagers):
    lines = write_template(load_book(book), optional(book) if all_wagers else ()).splitlines()
    numbers = [number for number, line in enumerate(lines) if OFF.fullmatch(line)]
    assert len(numbers) > 10
    for number in numbers:
        changed, said = switched_on(lines, number)
        tomllib.loads("\n".join(changed))
        if "needs wagers." in said and lines[number].lstrip().startswith("#{"):
            continue  # a meter, which its wager asks for; switched on with it below
        if "is not possible" in said:
            assert problems(changed)
        elif "The next line needs" in said:
            assert problems(changed), lines[number]
            assert problems(with_companions(changed, said)) == [], (lines[number], said)
        else:
            assert problems(changed) == [], lines[number]


class TestABookMadeOfData:
    def test_one_that_follows_another(self, monkeypatch):
        monkeypatch.setenv("HOUSEWAY_BOOKS", str(ROOT / "examples" / "books"))
        for offered in ((), ("progressive", "fortune-bonus", "emperors-treasure")):
            verdict = judge(parse_submission(write_template(load_book("rv.pai-gow-poker"), offered)))
            assert verdict.passes, verdict.findings
        assert "(R-" in write_template(load_book("rv.pai-gow-poker"))

    def test_one_that_follows_none(self, tmp_path, monkeypatch):
        book = load_folder(write(tmp_path / "xx" / "red-dog", RED_DOG))
        monkeypatch.setenv("HOUSEWAY_BOOKS", str(tmp_path))
        assert judge(parse_submission(write_template(book))).passes

    def test_wagers_that_exclude_each_other_are_refused(self, tmp_path, monkeypatch):
        never = {
            "code": "never-together",
            "clause": "X-7.E(1)",
            "when": {"offers.insurance": True},
            "needs": {"offers.progressive": False},
            "says": "never together",
        }
        book = add_book(tmp_path, monkeypatch, "md.pai-gow-poker", filing={"restriction": [never]})
        assert judge(parse_submission(write_template(load_book(book), ("insurance",)))).passes
        with pytest.raises(Malformed) as refusal:
            write_template(load_book(book), ("insurance", "progressive"))
        assert refusal.value.code == "new.conflict"
        assert "is not possible with what is filed here" in write_template(load_book(book), ("insurance",))


class TestTheCommand:
    def test_what_it_writes_passes_the_check(self, tmp_path):
        (tmp_path / "mine.toml").write_text(answered("new", "uth", "--offer", "progressive,bad-beat", "--offer", "trips"))
        result = run("check", "mine.toml", cwd=tmp_path)
        assert result.returncode == 0
        assert "passes md.ultimate-texas-holdem" in result.stdout

    def test_an_unknown_wager_is_refused(self):
        assert "has no wager 'progresive' to offer; did you mean progressive?" in refused("new", "uth", "--offer", "progresive")
        assert "the optional wagers are progressive, six-card-bonus" in refused("new", "uth", "--offer", "roulette")
        assert "has no wager 'play' to offer" in refused("new", "uth", "--offer", "play")


@pytest.mark.parametrize("offered", ["", ",", "progressive,"])
def test_an_empty_name_among_the_offered_wagers_is_refused(offered):
    assert "has no wager '' to offer" in refused("new", "uth", "--offer", offered)
