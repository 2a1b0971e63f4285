"""What hatchling asks for while it builds a package: the description that an index shows, and the site that a wheel carries."""

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SITE = Path("build", "site.zip")
"""The documentation, if `make docs` has built it."""
_PICTURE_ROWS = re.compile(r"(?:^\|.*\|\n)*^\|.*!\[.*\|\n\n?", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]+\)")


class Description(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": describe_package(text)}


class SiteOfWheel(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        site = Path(self.root) / SITE
        if version == "standard" and site.is_file():
            build_data["force_include"][str(site)] = f"houseway/{SITE.name}"


def describe_package(readme: str) -> str:
    """Return the README without its pictures and without links into the repository: the project has no public address, and where
    an index shows the text, addresses relative to the repository lead nowhere."""
    return _LINK.sub(r"\1", _PICTURE_ROWS.sub("", readme))
