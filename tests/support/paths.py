"""Where the repository, its examples and the golden rounds are."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "submissions"
GOLDEN_ROUNDS = ROOT / "tests" / "rounds"


def minimal(book):
    """The smallest submission of a book."""
    return EXAMPLES / book / "minimal.toml"
