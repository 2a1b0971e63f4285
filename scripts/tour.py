"""`make tour`: three minutes through the commands, with their real output, each explained in a sentence.

In a terminal it waits for Enter after each command; otherwise it goes on at once.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

HOUSEWAY = Path(sys.executable).with_name("houseway")
LONGEST = 24
"""Lines of output that are shown of each command."""
WIDTH = max(min(shutil.get_terminal_size().columns, 100), 80)
"""As wide as the terminal, between 80 and 100 columns."""

STEPS = (
    (
        "A hand is ranked in every order that the games use, joker and all.",
        'rank "Jk As Ks Qs Js Kh Qh" --game md.pai-gow-poker',
    ),
    (
        "Each rule book is data: a clause has its values, the code that carries it out, and the tests that prove it.",
        'rules show uth "12.B(1)"',
    ),
    (
        "Where a text is silent or contradicts itself, a reading says which way is taken and what it is worth.",
        "rules show pg-md PG-26",
    ),
    (
        "An operator files what the book leaves open. This writes a Rules Submission that passes.",
        "new uth --offer progressive | tee mine.toml",
    ),
    ("A submission is judged against the book: all findings at once, each with its clause.", "check mine.toml"),
    ("The sign that the regulation asks for, as one page.", "sign mine.toml -o sign.pdf"),
    ("What a wager costs is counted over all deals, row by row.", "odds uth --wager trips --paytable A"),
    (
        "The casino specifies how its dealer sets seven cards; a house way is a document that decides.",
        'set "9s 9d 3c 3d Ah 5s 2c" --house-way foxwoods',
    ),
    (
        "A table knows the procedure. Three players play two rounds, and everything is recorded.",
        "deal mine.toml --players 3 --rounds 2 --seed 5 --log table.jsonl",
    ),
    ("Why each cent moved, with its clause.", "replay table.jsonl --round 2 --why"),
    ("The record is decided again: was a player paid what the rules give?", "dispute table.jsonl --player Ann"),
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number, (sentence, arguments) in enumerate(STEPS, start=1):
            heading = textwrap.fill(f"{number} of {len(STEPS)}. {sentence}", WIDTH)
            print(f"\n{bold(heading)}\n$ houseway {arguments}", flush=True)
            show(arguments, folder)
            if sys.stdin.isatty() and sys.stdout.isatty():
                input("Enter goes on, Control-C ends the tour ")
    last = "`make run` opens the tables in the browser; `houseway --help` lists all commands."
    print(f"\n{textwrap.fill(last, WIDTH)}")


def bold(words: str) -> str:
    return f"\033[1m{words}\033[0m" if sys.stdout.isatty() else words


def show(arguments: str, folder: str) -> None:
    """Run a command in a folder and print the beginning of what it prints."""
    path = f"{HOUSEWAY.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "COLUMNS": str(WIDTH), "PATH": path}
    done = subprocess.run(  # noqa: S602 - a shell, for the lines above
        f"houseway {arguments}", shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    lines = (done.stdout + done.stderr).rstrip().splitlines()
    rest = len(lines) - LONGEST
    if rest > 0 and "--why" in arguments:  # the reasons come last
        print(f"... {rest} lines before\n" + "\n".join(lines[-LONGEST:]), flush=True)
    else:
        print("\n".join(lines[:LONGEST]) + (f"\n... {rest} more lines" if rest > 0 else ""), flush=True)
    if done.returncode:
        sys.exit(f"`houseway {arguments}` ended with {done.returncode}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("\nThe tour ends here.")
    except BrokenPipeError:  # `make tour | head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
