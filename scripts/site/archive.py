"""Packs the site into one file, which the service shows at /docs/: `python -m scripts.site.archive FOLDER FILE`."""

import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


def pack_folder(folder: Path, target: Path) -> None:
    """Pack all files of a folder. The same files give the same archive."""
    with ZipFile(target, "w", compresslevel=9) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and not file.name.startswith("."):
                entry = ZipInfo(file.relative_to(folder).as_posix())
                entry.compress_type, entry.external_attr = ZIP_DEFLATED, 0o644 << 16
                archive.writestr(entry, file.read_bytes())


if __name__ == "__main__":
    pack_folder(Path(sys.argv[1]), Path(sys.argv[2]))
