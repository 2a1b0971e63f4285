"""`make package`: build wheel and sdist, install each in an empty environment, and use it from another folder.

The core is tried first: what it does, and that it names the extra for what it does not do. Then all extras are installed into the
same environment, and a sign is printed, a house is served and audited. The wheel carries the documentation, if `make docs` has
built it, and the house shows it. An sdist has none, and the house says so. The wheel is tried with the newest versions of the
packages that it needs, and with the oldest that it allows. What an index would show of the packages has no picture
or link that leads nowhere.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from email import message_from_bytes
from pathlib import Path
from tarfile import TarFile
from urllib.error import HTTPError
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "build" / "package"
UV = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
MEBIBYTE = 2**20
SERVED_WITHIN_SECONDS = 60
NEWEST, OLDEST = "highest", "lowest-direct"
"""As uv calls them."""

CORE = (
    ["rank", "Jk As Ks Qs Js Kh Qh", "--game", "md.pai-gow-poker"],
    ["set", "9s 9d 3c 3d Ah 5s 2c", "--house-way", "foxwoods"],
    ["rules", "show", "uth", "7.F(1)"],
    ["deal", "uth", "--players", "3", "--rounds", "2", "--seed", "1", "--log", "table.jsonl"],
    ["replay", "table.jsonl", "--why"],
    ["dispute", "table.jsonl", "--player", "Ann"],
    ["odds", "uth", "--wager", "trips"],
)
"""Commands that the core carries out."""
EXTRAS = {
    "documents": ["sign", "uth.toml", "-o", "sign.pdf"],
    "charts": ["solve", "fcp", "--chart", "chart.svg"],
    "store": ["report", "house"],
    "service": ["serve", "--port", "0", "--data", "house"],
}
"""A command that needs each extra."""


def main() -> None:
    shutil.rmtree(BUILT, ignore_errors=True)
    run([UV, "build", "--quiet", "--sdist", "--wheel", "--out-dir", str(BUILT), str(ROOT)], ROOT)
    for package in sorted(BUILT.glob("houseway-*.*")):
        if package.suffix in (".whl", ".gz"):
            for versions in (NEWEST, OLDEST) if package.suffix == ".whl" else (NEWEST,):
                with tempfile.TemporaryDirectory() as folder:
                    use_package(package, Path(folder), versions)


def use_package(package: Path, folder: Path, versions: str) -> None:
    """Install a package in an empty environment below a folder, with these versions of what it needs, and use it there."""
    print(f"{package.name}: {package.stat().st_size / MEBIBYTE:.1f} MiB, {versions} versions of other packages")
    check_description(package)
    environment = folder / "environment"
    run([UV, "venv", "--quiet", "--python", sys.executable, str(environment)], folder)
    source = (package if versions == NEWEST else ROOT).as_uri()  # uv takes only what a folder asks for as direct
    install(environment, f"houseway @ {source}", folder, versions)
    print(f"  core installed: {size(environment) / MEBIBYTE:.0f} MiB")
    houseway = str(environment / "bin" / "houseway")
    (folder / "uth.toml").write_text(run([houseway, "example", "uth/everything"], folder))
    for arguments in CORE:
        run([houseway, *arguments], folder)
        print(f"  houseway {arguments[0]}: works")
    for extra, arguments in EXTRAS.items():
        expect_missing(extra, [houseway, *arguments], folder)
    install(environment, f"houseway[all] @ {source}", folder, versions)
    print(f"  all extras installed: {size(environment) / MEBIBYTE:.0f} MiB")
    run([houseway, *EXTRAS["documents"]], folder)
    run([houseway, *EXTRAS["charts"]], folder)
    print(
        f"  sign, solve, serve and audit: work; /docs/ {serve_and_audit(houseway, folder, has_docs=package.suffix == '.whl')}"
    )


def install(environment: Path, what: str, folder: Path, versions: str) -> None:
    given = ["--quiet", "--resolution", versions, "--python", str(environment / "bin" / "python")]
    run([UV, "pip", "install", *given, what], folder)


def expect_missing(extra: str, command: list[str], folder: Path) -> None:
    """Fail unless a command that needs an extra says in one line how to install it."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    lines = done.stderr.splitlines()
    if done.returncode != 2 or len(lines) != 1 or f"pip install 'houseway[{extra}]'" not in lines[0]:
        sys.exit(f"{' '.join(command)}: expected one line about the extra {extra}, got {done.returncode}: {done.stderr}")
    print(f"  houseway {command[1]}: {lines[0]}")


def check_description(package: Path) -> None:
    """Fail if what an index shows of a package has a picture or a link that is relative to the repository."""
    text = message_from_bytes(read_metadata(package)).get_payload()
    if not isinstance(text, str) or not text.startswith("# houseway"):
        sys.exit(f"{package.name} has no description")
    if found := re.search(r"!\[|\]\((?!https?:)", text):
        sys.exit(f"the description of {package.name} leads nowhere: {text[found.start() - 40 : found.end() + 40]}")


def read_metadata(package: Path) -> bytes:
    if package.suffix == ".whl":
        with ZipFile(package) as archive:
            return archive.read(next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA")))
    with TarFile.open(package) as archive:
        file = archive.extractfile(f"{package.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert file is not None
        return file.read()


def serve_and_audit(houseway: str, folder: Path, *, has_docs: bool) -> str:
    """Start the service with its demonstration house, ask whether it is ready and for the documentation, stop it, and audit what it
    stored. Return what was at the address of the documentation."""
    server = subprocess.Popen(
        [houseway, "serve", "--port", "0", "--data", "house"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[2]
        wait_until_ready(address)
        shown = ask_for_docs(address, has_docs=has_docs)
    finally:
        server.terminate()
        server.wait(timeout=SERVED_WITHIN_SECONDS)
    run([houseway, "audit", "house"], folder)
    return shown


def ask_for_docs(address: str, *, has_docs: bool) -> str:
    """Fail unless the house shows the documentation, or says how to get it."""
    status, text = get(f"{address}/docs/")
    expected = (200, "You run a house") if has_docs else (404, "The documentation is not installed here")
    if (status, expected[1] in text) != (expected[0], True):
        sys.exit(f"{address}/docs/ answers {status}: {text[:500]}")
    return expected[1]


def get(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=SERVED_WITHIN_SECONDS) as answer:  # noqa: S310 - its own loopback address
            return answer.status, answer.read().decode()
    except HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.read().decode()


def wait_until_ready(address: str) -> None:
    for _ in range(SERVED_WITHIN_SECONDS):
        try:
            urllib.request.urlopen(f"{address}/api/ready", timeout=5).close()  # noqa: S310 - its own loopback address
            return
        except OSError:  # not listening yet, or slow
            time.sleep(1)
    sys.exit(f"{address} was not ready within {SERVED_WITHIN_SECONDS} seconds")


def size(folder: Path) -> int:
    return sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file())


def run(command: list[str], folder: Path) -> str:
    """Run a command in a folder and return what it prints; end if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
