"""`houseway witness`: store the checkpoints of a house from outside, and report a rewritten log."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.house.audit import INTERRUPTED, WRONG
from houseway.cli.numbers import whole_number
from houseway.cli.show import print_line
from houseway.errors import HousewayError, Unavailable

if TYPE_CHECKING:
    from houseway.service.evidence.house_site import HouseSite
    from houseway.service.evidence.witnessing import Witness
    from houseway.service.secrecy.keys import PublicKey

_UNREADABLE = (ValueError, KeyError, TypeError, RecursionError)
"""The errors that an answer of no known form raises."""

Address = Annotated[str, typer.Argument(help="Where the house is: http://127.0.0.1:8000", show_default=False)]
KeptFile = Annotated[
    Path,
    typer.Argument(help="The file for the checkpoints; it is created if missing.", parser=file_paths.path, show_default=False),
]
PublicKeys = Annotated[
    Path | None,
    typer.Option(
        help="A file with the public keys of the house; by default those that the house shows.",
        parser=file_paths.path,
        show_default=False,
    ),
]
Every = Annotated[
    int | None,
    typer.Option(
        help="Seconds between two checks; by default it checks once.", parser=whole_number("--every", 1), show_default=False
    ),
]
WitnessName = Annotated[str, typer.Option(help="Your name as a witness, for --sign-with.")]
SigningKey = Annotated[
    Path | None,
    typer.Option(
        help="Sign each checkpoint with the key in this file; a missing key is created.",
        parser=file_paths.path,
        show_default=False,
    ),
]
OwnNetwork = Annotated[
    bool, typer.Option("--own-network", help="The name of the house may lead to this machine or into your own network.")
]


def witness(
    address: Address,
    file: KeptFile,
    public_keys: PublicKeys = None,
    every: Every = None,
    name: WitnessName = "witness",
    sign_with: SigningKey = None,
    own_network: OwnNetwork = False,
) -> None:
    """Fetch the checkpoint of a house, check that its log extends the last one that you have stored, and store it.

    Run it on another machine than the house. If the log was rewritten, the command stores nothing and prints the checkpoint that
    contradicts yours: both are signed by the house.

    Redirects are not followed, and a name that leads into your own network is refused unless you add --own-network.

    Exit code 0 if all is in order, 1 if the house contradicts itself, 2 if it cannot be reached.

    \b
    Examples:
      houseway witness http://127.0.0.1:8000 witness.jsonl
      houseway witness https://house.example kept.jsonl --public-keys public-keys.json --every 60 --name ann --sign-with ann.pem
    """
    from houseway.service.evidence.checkpoint_file import CheckpointFile
    from houseway.service.evidence.house_site import HouseSite
    from houseway.service.evidence.witnessing import Witness, WitnessKey
    from houseway.service.secrecy.keys import read_public_keys

    site = HouseSite(address, own_network)
    keys = read_public_keys(public_keys) if public_keys else _fetch_keys(site)
    signer = WitnessKey.load(name, sign_with) if sign_with else None
    if signer:
        print_line(f"witness: {signer.verifier}")
    _watch(Witness(CheckpointFile(file), keys, signer), site, every)


def _watch(keeper: "Witness", site: "HouseSite", every: int | None) -> None:
    """Look once, or again and again."""
    try:
        _look(keeper, site)
        while every is not None:
            time.sleep(every)
            _look_again(keeper, site)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def _look(keeper: "Witness", site: "HouseSite") -> None:
    """Look once. What contradicts the last checkpoint is shown, and ends the watch."""
    from houseway.service.evidence.witnessing import CONTRADICTION

    before = keeper.last
    try:
        note = site.fetch("checkpoint").decode(errors="replace")
        kept = keeper.witness(note, lambda first, second: _fetch_proof(site, first, second))
    except HousewayError as error:
        if error.code != CONTRADICTION:
            raise
        print_line(error.message, "red")
        print_line(str(error.facts["given"]))
        raise typer.Exit(WRONG) from None
    if before is None:
        print_line(f"{kept.origin}: a log of {kept.size:,} leaves, the first that was seen")
    elif before.size != kept.size:
        print_line(f"{kept.origin}: {kept.size:,} leaves, which extend {before.size:,}")
    else:
        print_line(f"{kept.origin}: {kept.size:,} leaves, as before")


def _look_again(keeper: "Witness", site: "HouseSite") -> None:
    """Look once, and continue if the house does not answer."""
    try:
        _look(keeper, site)
    except Unavailable as error:
        print_line(error.message, "yellow")


def _fetch_proof(site: "HouseSite", first: int, second: int) -> Sequence[bytes]:
    """Ask for a proof. A house that shows a log and does not prove it, though it answers, has proved nothing."""
    from houseway.service.evidence.house_site import REFUSED

    try:
        answer = json.loads(site.fetch(f"proof/consistency?first={first}&second={second}"))
        return [bytes.fromhex(each) for each in answer["hashes"]]
    except _UNREADABLE:
        return ()
    except Unavailable as error:
        if error.code != REFUSED:
            raise
        return ()


def _fetch_keys(site: "HouseSite") -> "tuple[PublicKey, ...]":
    from houseway.service.secrecy.keys import PublicKey

    try:
        keys = json.loads(site.fetch("../keys"))["keys"]
        return tuple(PublicKey(int(each["number"]), str(each["key"]), int(each["begins_at"]), each["ends_at"]) for each in keys)
    except _UNREADABLE as error:
        said = f"{site.address} shows no keys that can be read"
        raise Unavailable(said, code="witness.keys", given=site.address, allowed="--public-keys FILE") from error
