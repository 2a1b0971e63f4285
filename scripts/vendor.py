"""Copies what the pages need from `node_modules` into the package: Lit's modules and two typefaces. Run it by `make vendor`.

Of each typeface only the characters, features and weights are kept that pages print: half of its bytes. The licence asks that a
changed typeface bears another name, so each gets a name of ours.

Browsers know no bare module names, and a page without a build step has nobody to resolve them. So each import of a
package becomes a relative path to its copy. The declarations that TypeScript reads are copied beside the modules.
"""

import re
import shutil
from io import BytesIO
from pathlib import Path, PurePosixPath

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "node_modules"
VENDOR = ROOT / "src" / "houseway" / "web" / "vendor"

MODULES = (
    "lit/index.js",
    "lit-html/directives/class-map.js",
    "lit-html/directives/keyed.js",
    "lit-html/directives/live.js",
    "lit-html/directives/repeat.js",
    "lit-html/directives/unsafe-svg.js",
)
"""The modules that pages import. What these import comes with them."""

TYPEFACES = {
    "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2": "houseway sans",
    "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2": "houseway serif",
}
"""The typefaces, each with the name that its cut bears."""

CHARACTERS = (*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "ıŒœ–—‘’‚“”„•…′″‹›€−↑↓"))
"""The characters that are kept: what pages print, and the letters of western names. `tests/project/test_fonts.py` checks that
they suffice."""

FEATURES = ("kern", "liga", "lnum", "tnum")
WEIGHTS = (400, 700)
"""The lightest and the heaviest weight of the style sheets."""

_FAMILY_NAMES = (1, 3, 4, 6, 16)
"""The numbers of a font's own names in its table of names; its copyright and licence have others, and stay."""

FILES = (
    "@fontsource-variable/inter/LICENSE",
    "@fontsource-variable/source-serif-4/LICENSE",
    "lit/LICENSE",
)
"""Files that are copied as they are, each under its own name in a folder named after its package."""

_IMPORT = re.compile(r"""(\bfrom\s*|\bimport\s*)(["'])([^"']+)\2""")
_SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)


def main() -> None:
    shutil.rmtree(VENDOR, ignore_errors=True)
    waiting, copied = [PurePosixPath(name) for name in MODULES], set[PurePosixPath]()
    while waiting:
        module = waiting.pop()
        if module not in copied:
            copied.add(module)
            waiting += copy_module(module)
    for name in FILES:
        _write(_place(name), (PACKAGES / name).read_bytes())
    for name, family in TYPEFACES.items():
        _write(_place(name), cut_typeface(PACKAGES / name, family))


def cut_typeface(path: Path, family: str) -> bytes:
    """Return a typeface with only what pages print, under another name. The same packages give the same bytes."""
    font = TTFont(path, recalcTimestamp=False)
    options = subset.Options(layout_features=list(FEATURES), name_IDs=["*"], notdef_outline=True, hinting=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=CHARACTERS)
    cutter.subset(font)
    font = instancer.instantiateVariableFont(font, {"wght": WEIGHTS})
    for record in font["name"].names:
        if record.nameID in _FAMILY_NAMES:
            record.string = family.replace(" ", "-") if record.nameID == _FAMILY_NAMES[3] else family
    font.flavor = "woff2"
    written = BytesIO()
    font.save(written)
    return written.getvalue()


def copy_module(module: PurePosixPath) -> list[PurePosixPath]:
    """Copy a module and its declarations with relative imports. Return the modules that it imports."""
    text = (PACKAGES / module).read_text(encoding="utf-8")
    imported = [found for match in _IMPORT.finditer(text) if (found := _resolve(match[3], module)) is not None]
    _write(VENDOR / module, _with_relative_imports(text, module).encode())
    declared = module.with_suffix(".d.ts")
    if (PACKAGES / declared).exists():
        declarations = (PACKAGES / declared).read_text(encoding="utf-8")
        imported += [found for match in _IMPORT.finditer(declarations) if (found := _resolve(match[3], module)) is not None]
        _write(VENDOR / declared, _with_relative_imports(declarations, declared).encode())
    return imported


def _with_relative_imports(text: str, module: PurePosixPath) -> str:
    def relative(match: re.Match[str]) -> str:
        found = _resolve(match[3], module)
        if found is None:
            return match[0]
        up = "../" * (len(module.parts) - 1)
        return f"{match[1]}{match[2]}{up}{found}{match[2]}"

    return _SOURCE_MAP.sub("", _IMPORT.sub(relative, text)).rstrip() + "\n"


def _resolve(name: str, importer: PurePosixPath) -> PurePosixPath | None:
    """Return the file that an import names; None for types that only TypeScript's own packages have."""
    if name.startswith("."):
        parts: list[str] = []
        for part in (importer.parent / name).parts:
            parts = parts[:-1] if part == ".." else parts if part == "." else [*parts, part]
        return PurePosixPath(*parts)
    package, inside = _split_package(name)
    if not (PACKAGES / package / "package.json").exists():
        return None
    return PurePosixPath(package) / (inside or _main_module(package))


def _main_module(package: str) -> str:
    return next(name for name in ("index.js", f"{package.rpartition('/')[2]}.js") if (PACKAGES / package / name).exists())


def _split_package(name: str) -> tuple[str, str]:
    parts = name.split("/")
    length = 2 if name.startswith("@") else 1
    return "/".join(parts[:length]), "/".join(parts[length:])


def _place(name: str) -> Path:
    package, file = _split_package(name)
    return VENDOR / package / PurePosixPath(file).name


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


if __name__ == "__main__":
    main()
