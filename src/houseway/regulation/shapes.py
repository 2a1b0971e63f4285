"""The tables of a rule book's files: their keys, the types of their values, and which of them only people read.

A book's hash covers every key that is not declared here as read by people only, so a key that is added counts until somebody says
that it does not.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.hands.categories import Category
from houseway.hands.described import SUBJECTS

TomlTable = dict[str, Any]


class DistinctTexts:
    """The type of a list of texts, each there once."""


@dataclass(frozen=True)
class Shape:
    """The keys of a table with the types of their values."""

    required: Mapping[str, type]
    optional: Mapping[str, type]
    prose: Collection[str] = ()
    """The keys that explain, classify or refer for people: no table, judgement or count depends on them."""
    explained: Collection[str] = ()
    """The keys whose value is a table of names with their explanations: the names have effect, the explanations are prose."""
    tables: Mapping[str, "Shape"] = field(default_factory=dict)
    """The keys whose value is a table of its own, with the shape of it. There an empty list says that the book has no clause."""
    entries: Mapping[str, "Shape"] = field(default_factory=dict)
    """The keys whose value is a list of tables, with the shape of these."""
    named: "Shape | None" = None
    """The shape of every value, where keys are names."""
    identity: tuple[str, ...] = ()
    """The keys that tell an entry of a list from the others."""
    cites: Collection[str] = ()
    """The keys whose value is a clause id of the book, or a list of them."""


SIDE_BET_HAND = Shape({"id": str, "title": str}, {}, prose=("title",), identity=("id",))
"""A hand of a side bet. Its other keys are conditions on the cards."""
WAGER_LAW_SUBJECTS: Mapping[str, str] = {
    "area": "its area on the layout",
    "notice": "what the sign must say of it",
    "placed": "when and how it is placed",
    "base": "the wager that must be placed with it",
    "coupon": "a coupon on it",
    "cash": "it may not be placed by words or with cash",
    "cards-stay": "after a fold its cards stay, because it is settled still",
    "folded": "a fold loses it",
    "decided": "when it is settled",
    "dealer-turned": "the dealer's cards are turned for it although nobody plays against them",
    "means": "what it is, cited with its row",
    "won": "it is paid",
    "lost": "it is collected",
    "formed": "the dealer forms its hand",
    "award-won": "what it wins, cited with its row",
    "award-lost": "it has no row",
    "award-premium": "what it wins, if the hand earns others envy",
    "envied": "what its envy bonus is, cited with its row",
    "envy-hand": "the hand of a player who has placed it earns others envy",
    "envy-hand-alone": "the hand of a player who has not placed it earns others envy",
    "envy-paid": "its envy bonus is paid",
    "envy-each": "each hand earns an envy bonus of its own",
    "envy-not-own": "nobody is paid envy for a hand of his own",
    "house-banked": "the house pays it when a player banks",
    "collected": "the cards of a hand are collected after it",
    "uncut": "the payout limit leaves it alone",
}
"""The subjects on which a wager lists its clauses. A `Law` asks for one of them."""
WAGER_LAW = Shape({}, dict.fromkeys(WAGER_LAW_SUBJECTS, DistinctTexts), cites=WAGER_LAW_SUBJECTS)
WAGER_READ = Shape(
    {"taken": str},
    {
        "decided-by": str,
        "void-base": str,
        "needs": DistinctTexts,
        "capped": bool,
        "envy-minimum": bool,
        "bars-surrender": bool,
    },
    identity=("taken",),
)
"""What is otherwise with a wager under one choice of a reading, such as `UTH-12=community-cards`."""
WAGER = Shape(
    {"id": str, "title": str, "clause": str, "offered": str},
    {
        "order": str,
        "hands": DistinctTexts,
        "envy": DistinctTexts,
        "choice": str,
        "envy-choice": str,
        "least": str,
        "stakes": str,
        "raised": str,
        "odds": DistinctTexts,
        "rate": str,
        "seed": str,
        "capped": bool,
        "equals": str,
        "paid-on": str,
        "best-row": str,
        "stake-returned": bool,
        "decided-by": str,
        "paid-by": str,
        "own-step": bool,
        "read": list,
        "hand": list,
        "fold": str,
        "void-base": str,
        "needs": DistinctTexts,
        "envy-minimum": bool,
        "bars-surrender": bool,
        "one-pass": bool,
        "law": dict,
    },
    prose=("title",),
    tables={"law": WAGER_LAW},
    entries={"hand": SIDE_BET_HAND, "read": WAGER_READ},
    identity=("id",),
    cites=("clause", "choice", "envy-choice", "raised", "rate", "seed"),
)
ORDER_LAW = Shape({}, dict.fromkeys((*SUBJECTS, *Category), DistinctTexts), cites=(*SUBJECTS, *Category))
ORDER = Shape(
    {"name": str, "title": str, "size": int, "cards": list, "categories": list, "clauses": dict},
    {"joker": bool, "wheel": str},
    prose=("title",),
    tables={"clauses": ORDER_LAW},
    identity=("name",),
)
"""An order of hands of the book's own; `hands.described` says what its keys mean."""
HEAD = Shape(
    {
        "id": str,
        "game": str,
        "title": str,
        "jurisdiction": str,
        "source": str,
        "filing": str,
        "versions": DistinctTexts,
        "wager": list,
    },
    {
        "side-bets": str,
        "first-position": str,
        "facility": str,
        "station": list,
        "order": list,
        "modelled-on": str,
        "follows": str,
        "numbering": dict,
        "silent": DistinctTexts,
        "short": str,
        "dated": str,
    },
    prose=("title", "jurisdiction", "source", "filing", "station", "short", "dated"),
    entries={"wager": WAGER, "order": ORDER},
    cites=("side-bets", "facility"),
)
FOLLOWER = Shape(
    {"id": str, "follows": str, "jurisdiction": str, "source": str, "versions": DistinctTexts, "numbering": dict},
    {"silent": DistinctTexts, "short": str, "dated": str},
)
"""What a book that follows another must say of itself."""
POLICY = Shape({"choice": str, "clauses": DistinctTexts}, {}, cites=("clauses",))
"""What a book chooses in a policy; in the file it stands under the policy's name."""
CLAUSE = Shape(
    {"id": str, "kind": str, "gist": str, "by": str},
    {"values": dict, "see": DistinctTexts, "duty": str, "reason": str, "versions": DistinctTexts, "modelled-on": str},
    prose=("kind", "gist", "by", "see", "duty", "reason"),
    identity=("id",),
    cites=("id", "see"),
)
ROW = Shape({"hand": str, "pays": str, "clause": str}, {"reading": str, "versions": DistinctTexts}, cites=("clause",))
PAYTABLE = Shape(
    {"wager": str, "paytable": str, "clause": str, "rows": list},
    {"reading": str, "versions": DistinctTexts},
    entries={"rows": ROW},
    identity=("wager", "paytable"),
    cites=("clause",),
)
REREAD = Shape({"choice": str, "wager": str, "paytables": DistinctTexts, "hand": str}, {"as": str, "pays": str})
WARNING = Shape({"when": dict, "says": str}, {"versions": DistinctTexts})
READING = Shape(
    {
        "id": str,
        "subject": str,
        "clauses": DistinctTexts,
        "problem": str,
        "choices": dict,
        "default": str,
        "fixed": bool,
        "why": str,
        "worth": str,
        "settles": str,
    },
    {"also": DistinctTexts, "when": dict, "rows": list, "warns": list},
    prose=("subject", "also", "problem", "why", "worth", "settles", "warns"),
    explained=("choices",),
    entries={"rows": REREAD, "warns": WARNING},
    identity=("id",),
    cites=("clauses",),
)
CLEAR = Shape({"of": str, "why": str}, {"clauses": DistinctTexts}, prose=("why",), identity=("of",), cites=("clauses",))
"""A reading of another book that shared code asks for, and why it leaves nothing open in this book."""
OPTION = Shape(
    {"key": str, "title": str, "clause": str, "kind": str},
    {
        "choices": DistinctTexts,
        "default": object,
        "required": bool,
        "least": str,
        "most": str,
        "notice": str,
        "printed": str,
        "minimum-bet": str,
        "greater-of": str,
    },
    prose=("title",),
    identity=("key",),
    cites=("clause", "notice", "minimum-bet", "greater-of"),
)
RESTRICTION = Shape(
    {"code": str, "clause": str, "when": dict, "needs": dict, "says": str},
    {},
    prose=("says",),
    identity=("code",),
    cites=("clause",),
)
APPROVAL = Shape(
    {"what": str, "title": str, "clause": str}, {"when": dict}, prose=("title",), identity=("what",), cites=("clause",)
)

FILES: Mapping[str, Shape] = {
    "book": HEAD,
    "policies": Shape({}, {}, named=POLICY),
    "clauses": Shape({"clause": list}, {}, entries={"clause": CLAUSE}),
    "paytables": Shape({"paytable": list}, {}, entries={"paytable": PAYTABLE}),
    "readings": Shape({}, {"reading": list, "clear": list}, entries={"reading": READING, "clear": CLEAR}),
    "filing": Shape(
        {},
        {"option": list, "restriction": list, "approval": list},
        entries={"option": OPTION, "restriction": RESTRICTION, "approval": APPROVAL},
    ),
}
"""The files of a rule book."""
