"""Where books part: each book makes one choice in every policy of its game, and the code asks for policies that exist."""

import ast
import json
from collections import defaultdict
from dataclasses import replace

import pytest

from houseway.chance import seeded_chance
from houseway.errors import Malformed
from houseway.files.rounds.submission import merge_changes
from houseway.play.session import TableSession, default_players
from houseway.regulation import BOOKS, load_book
from houseway.regulation import policies as policy_module
from houseway.regulation.editions import read_edition
from houseway.regulation.loader import load_folder
from houseway.regulation.model import Policy
from houseway.regulation.policies import policy_questions
from houseway.submission.built_in import built_in_submission
from tests.support.added_books import add_book
from tests.support.paths import ROOT

SOURCE = ROOT / "src" / "houseway"
HAND = {"table.dealing": "hand", "table.shuffler": True, "table.decks": 1, "table.starting-position": "random-number"}
"""How cards must be dealt for what some policies say to come about."""
FLIPPED = [
    (book, name, choice)
    for book in BOOKS
    for name, policy in load_book(book).policies.items()
    for choice in policy_questions()[name].choices
    if choice != policy.choice
]


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_chooses_in_every_policy_of_its_game(book):
    regulation = load_book(book)
    assert set(regulation.policies) == {name for name, each in policy_questions().items() if regulation.game in each.games}
    for policy in regulation.policies.values():
        assert policy.choice in policy_questions()[policy.name].choices
        assert policy.clauses


def test_every_choice_is_some_books():
    chosen = {(name, policy.choice) for book in BOOKS for name, policy in load_book(book).policies.items()}
    assert chosen == {(name, choice) for name, question in policy_questions().items() for choice in question.choices}


def asked():
    """The choices that the code compares each policy with, by the policy's name."""
    found = defaultdict(set)
    texts = (path.read_text() for path in SOURCE.rglob("*.py"))
    for text in texts:
        for node in ast.walk(ast.parse(text)) if "polic" in text else ():
            name = policy_asked(node.left) if isinstance(node, ast.Compare) else policy_asked(getattr(node, "slice", None))
            if name:
                compared = node.comparators if isinstance(node, ast.Compare) else ()
                found[name] |= {each.value for each in compared if isinstance(each, ast.Constant)}
    return found


def policy_asked(node):
    """The policy that an expression asks for: `context.policy("cut-by")`, `rules.policies["cut-by"]`, `.get("cut-by")`."""
    if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Attribute):
        of_policies = node.func.attr == "get" and ast.unparse(node.func.value).endswith(".policies")
        return node.args[0].value if node.func.attr == "policy" or of_policies else None
    if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith(".policies"):
        return node.slice.value if isinstance(node.slice, ast.Constant) else None
    return None


def test_the_code_asks_for_every_policy_and_for_no_other():
    found = asked()
    assert found.keys() == policy_questions().keys()
    for name, choices in found.items():
        assert choices <= policy_questions()[name].choices.keys(), name


@pytest.mark.parametrize(
    ("policies", "code"),
    [
        ({"winner-paid": {"choice": "as-exposed", "clauses": ["X-11.E"]}}, "book.unknown-key"),
        ({"winners-paid": {"choice": "tomorrow", "clauses": ["X-11.E"]}}, "book.choice"),
        ({"winners-paid": {"choice": "as-exposed"}}, "book.missing-key"),
        ({"winners-paid": {"choice": "as-exposed", "clauses": ["11.E"]}}, "book.no-clause"),
        ({"winners-paid": "as-exposed"}, "book.wrong-type"),
        ({"hand-dealing": {"choice": "in-stacks", "clauses": ["X-9.C"]}}, "book.no-value"),
    ],
)
def test_a_wrong_choice_is_refused(policies, code, tmp_path, monkeypatch):
    book = add_book(tmp_path, monkeypatch, "md.pai-gow-poker", policies=policies)
    with pytest.raises(Malformed) as refused:
        load_book(book)
    assert refused.value.code == code


def test_a_missing_choice_is_refused(tmp_path, monkeypatch):
    folder = ROOT / "src/houseway/regulation/data/md/pai-gow-poker"
    for path in folder.glob("*.toml"):
        kept = [line for line in path.read_text().splitlines() if not line.startswith("winners-paid")]
        (tmp_path / path.name).write_text("\n".join(kept))
    with pytest.raises(Malformed, match="winners-paid: is missing"):
        load_folder(tmp_path)


class TestEditionsFromBeforeAPolicy:
    """A policy that is declared later says by which choice books were played until then."""

    @pytest.fixture(autouse=True)
    def _read_anew(self):
        read_edition.cache_clear()
        yield
        read_edition.cache_clear()

    def declared(self, monkeypatch, **changes):
        questions = policy_questions()
        later = {**questions, "winners-paid": replace(questions["winners-paid"], **changes)}
        monkeypatch.setattr(policy_module, "policy_questions", lambda: later)
        text = load_book("md.pai-gow-poker").text
        return json.dumps({**json.loads(text), "files": without(json.loads(text)["files"], "policies", "winners-paid")})

    def test_an_edition_without_it_has_that_choice(self, monkeypatch):
        text = self.declared(monkeypatch, before="after-all-exposed")
        assert read_edition(text).policies["winners-paid"] == Policy("winners-paid", "after-all-exposed", ())

    def test_without_such_a_choice_it_is_refused(self, monkeypatch):
        with pytest.raises(Malformed, match="winners-paid: is missing"):
            read_edition(self.declared(monkeypatch))

    def test_it_must_be_one_of_the_choices(self, tmp_path, monkeypatch):
        text = policy_module.DECLARATIONS_FILE.read_text().replace("[winners-paid]\n", '[winners-paid]\nbefore = "never"\n')
        (tmp_path / "policies.toml").write_text(text)
        monkeypatch.setattr(policy_module, "DECLARATIONS_FILE", tmp_path / "policies.toml")
        with pytest.raises(Malformed, match="before 'never' is not one of its choices"):
            policy_questions.__wrapped__()


def without(files, name, key):
    return {**files, name: {other: entry for other, entry in files[name].items() if other != key}}


@pytest.mark.parametrize(("base", "policy", "choice"), FLIPPED)
def test_a_book_may_choose_otherwise_in_any_one_policy(base, policy, choice, tmp_path, monkeypatch):
    """It follows another book in all else, and rounds under it come to their end, with clauses of its own."""
    own = {"id": "NEW", "kind": "procedure", "gist": "What the policy says", "by": "code", "values": {}}
    own["values"] = dict.fromkeys(policy_questions()[policy].needs.get(choice, []), 7)
    clause = {key: value for key, value in own.items() if value}
    policies = {policy: {"choice": choice, "clauses": ["NEW"]}}
    book = add_book(tmp_path, monkeypatch, base, policies=policies, clauses={"clause": [clause]})
    for options in ({}, HAND) if policy == "hand-dealing" else ({},):
        table = TableSession(filed(base, book, options), seeded_chance(5), default_players(3))
        rounds = [table.deal_round() for _ in range(2)]
        assert all(each.finished for each in rounds)
        cited = {clause for event in table.run.events for clause in event.clauses}
        assert {clause.book for clause in cited} == {book}
        assert {clause.clause for clause in cited} <= load_book(book).clauses.keys()


def filed(base, book, options):
    """The submission that comes with a book, filed under another that follows it."""
    text = built_in_submission(base).replace(f'book = "{base}"', f'book = "{book}"')
    changed = {key: "none" for key in load_book(book).options if key.startswith("table.")} | options if options else {}
    return merge_changes(text.replace(f'version = "{load_book(base).version}"', 'version = "one"'), tree(changed), {}, {}, None)


def tree(options):
    made = {}
    for key, value in options.items():
        above, _, last = key.rpartition(".")
        made.setdefault(above, {})[last] = value
    return made
