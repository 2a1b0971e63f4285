"""`houseway check --fix`: write the corrections that findings name, and keep the submission as it was."""

from itertools import count
from pathlib import Path

from houseway.cli.show import print_line
from houseway.errors import Malformed, describe_value
from houseway.output_files import check_output_path, write_output


def fix_submission(file: Path, output: Path | None, quiet: bool) -> Path:
    """Correct a submission in its place, with a copy of the old one beside it, or into another file. Return what was written."""
    from houseway.files.submissions.corrections import correct_text
    from houseway.submission.source import read_submission_text

    if output is not None:
        check_output_path(output)
    text = read_submission_text(file)
    corrected = correct_text(text, file.parent)
    lines = [f"{each.place}: {'left out' if each.value is None else describe_value(each.value)}" for each in corrected.applied]
    target = output or file
    if corrected.applied or output is not None:
        if target == file:
            copy = _unused_name(file)
            write_output(copy, text.encode())
            lines.append(f"the old one is {copy}")
        write_output(target, corrected.text.encode())
    for line in lines or ["nothing could be corrected by itself"]:
        if not quiet:
            print_line(f"fixed: {line}" if corrected.applied else line)
    return target


def check_fix_options(fix: bool, output: Path | None) -> None:
    """Refuse a file to write if nothing is to be written."""
    if output is not None and not fix:
        raise Malformed("only --fix writes a file", code="check.output", given=str(output), allowed="--fix --output FILE")


def _unused_name(file: Path) -> Path:
    """Return a name beside a file that nothing has: mine.before.toml, then mine.before-2.toml."""
    names = (f"{file.stem}.before{f'-{number}' if number > 1 else ''}{file.suffix}" for number in count(1))
    return next(path for path in map(file.with_name, names) if not path.exists())
