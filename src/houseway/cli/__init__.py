"""The command `houseway`. Heavy modules are imported where they are used, so that help and version start at once."""

import sys
from collections.abc import Callable
from functools import cache
from typing import Annotated

import typer
from typer.main import get_command

from houseway import __version__
from houseway.cli.analysis.advise import advise
from houseway.cli.analysis.hold import hold
from houseway.cli.analysis.meters import meters
from houseway.cli.analysis.odds import odds
from houseway.cli.analysis.par import par
from houseway.cli.analysis.session import session
from houseway.cli.analysis.simulate import simulate
from houseway.cli.analysis.solve import solve
from houseway.cli.analysis.sweep import sweep
from houseway.cli.closed_streams import replace_closed_streams
from houseway.cli.filing.check import check
from houseway.cli.filing.example import example
from houseway.cli.filing.new import new
from houseway.cli.filing.printing import layout, sign
from houseway.cli.filing.rules import rules
from houseway.cli.hands.house_way import house_way
from houseway.cli.hands.improve import improve
from houseway.cli.hands.rank import rank
from houseway.cli.hands.setting import set_cards
from houseway.cli.house.archive import export_logs, import_exported
from houseway.cli.house.audit import audit
from houseway.cli.house.backup import backup, restore
from houseway.cli.house.dispute import dispute
from houseway.cli.house.report import report
from houseway.cli.house.serve import serve
from houseway.cli.house.verify import verify
from houseway.cli.house.witness import witness
from houseway.cli.interruption import quiet_interruption
from houseway.cli.plain_characters import decode_arguments, use_nearest_characters
from houseway.cli.playing.deal import deal
from houseway.cli.playing.play import play
from houseway.cli.playing.replay import replay
from houseway.cli.playing.settle import settle
from houseway.errors import HousewayError, describe_os_error
from houseway.extras import missing_extra

REFUSED = 2

app = typer.Typer(
    name="houseway",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(rank)
app.command("set")(set_cards)
app.command()(new)
app.command()(example)
app.command()(check)
app.command()(sign)
app.command()(layout)
app.command()(odds)
app.command()(solve)
app.command()(par)
app.command()(session)
app.command()(hold)
app.command()(meters)
app.command()(simulate)
app.command()(sweep)
app.command()(advise)
app.command()(deal)
app.command()(play)
app.command()(serve)
app.command()(settle)
app.command()(replay)
app.command()(dispute)
app.command("export")(export_logs)
app.command("import")(import_exported)
app.command()(backup)
app.command()(restore)
app.command()(audit)
app.command()(verify)
app.command()(report)
app.command()(witness)
app.add_typer(rules)
house_way.command()(improve)
app.add_typer(house_way)


@cache
def _command() -> Callable[..., object]:
    """Build the commands from their functions, once in a process."""
    return get_command(app)


def main() -> None:
    """Run a command. A refusal prints one line on standard error and exits with code 2."""
    replace_closed_streams()
    decode_arguments()
    use_nearest_characters()
    try:
        with quiet_interruption():
            _command()(prog_name="houseway")
            sys.stdout.flush()
    except HousewayError as refusal:
        print(f"houseway: {refusal}", file=sys.stderr)
        sys.exit(REFUSED)
    except ModuleNotFoundError as error:
        if (missing := missing_extra(error)) is None:
            raise
        print(f"houseway: {missing}", file=sys.stderr)
        sys.exit(REFUSED)
    except OSError as error:
        print(f"houseway: the output cannot be written: {describe_os_error(error)}", file=sys.stderr)
        sys.exit(REFUSED)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"houseway {__version__}")
        raise typer.Exit


@app.callback()
def houseway(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Run, audit and analyse casino poker table games exactly as their regulation is written.

    \b
    Examples:
      houseway rank "As Ks Qs Js Ts 9d 2c"
      houseway rank "Jk As Ad Ac 5h 5d 2c" --game md.pai-gow-poker --why
      houseway set "9s 9d 3c 3d Ah 5s 2c" --house-way foxwoods
      houseway house-way show foxwoods
      houseway rules show md.pai-gow-poker "13.B(1)"
      houseway rules paytables md.ultimate-texas-holdem
      houseway deal md.pai-gow-poker --players 6 --rounds 3
      houseway new md.pai-gow-poker --offer progressive,insurance > pai-gow.toml
      houseway check pai-gow.toml
      houseway sign mine.toml -o sign.pdf
      houseway par mine.toml -o par.pdf
    """
