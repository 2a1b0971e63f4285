"""`houseway check`: judge a Rules Submission against its rule book."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.show import print_csv, print_json, print_line, print_table
from houseway.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from houseway.analysis.change_worth import WorthOfChange
    from houseway.files.submissions.checked_submission import CheckedSubmission
    from houseway.submission import Rules
    from houseway.submission.changes import RuleChange

File = Annotated[Path, typer.Argument(help="A Rules Submission (a TOML file).", parser=file_paths.path, show_default=False)]

Against = Annotated[
    Path | None,
    typer.Option(help="The submission in force; lists what the new one changes.", parser=file_paths.path, show_default=False),
]

Fix = Annotated[
    bool, typer.Option("--fix", help="Write the corrections that findings name; the old file is kept as NAME.before.toml.")
]
FixedFile = Annotated[
    Path | None,
    typer.Option("-o", "--output", help="With --fix: write to this file instead.", parser=file_paths.path, show_default=False),
]


def check(
    file: File,
    against: Against = None,
    fix: Fix = False,
    output: FixedFile = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Judge a Rules Submission: all findings at once, each with its clause.

    A submission that passes may still get warnings: about readings that an operator should know, about a facility's name that
    cannot be printed, and about money (a negative edge, now or over the life of a progressive, a costly reading, an award that is
    too cheap at the lowest stake, a limit that cuts a meter, roundings).

    With --fix, what a finding corrects to one value is written, and the rest is listed; comments stay as they are.

    With --against, each change is named by the key that is filed, with the house edge and the hold of an hour before and after.

    Exit code 0 if it passes, even with warnings; 1 if there are findings; 2 if the file cannot be read.

    \b
    Examples:
      houseway check mine.toml
      houseway check new.toml --against old.toml
      houseway check mine.toml --fix
    """
    from houseway.cli.filing.fix import check_fix_options, fix_submission

    check_fix_options(fix, output)
    passes = _check_file(fix_submission(file, output, as_json or as_csv) if fix else file, against, as_json, as_csv)
    raise typer.Exit(0 if passes else 1)


def _check_file(file: Path, against: Path | None, as_json: bool, as_csv: bool) -> bool:
    """Judge a submission and print what was found. Return whether it passes."""
    from houseway.files.submissions.checked_submission import check_submission
    from houseway.submission import read_submission

    checked = check_submission(read_submission(file))
    verdict = checked.verdict
    changed = (
        _find_changes(verdict.rules, rules_of_passing_file(against))
        if against is not None and verdict.rules is not None
        else None
    )
    if as_json:
        changes = {} if changed is None else {"changes": [each.to_json() | worth.to_json() for each, worth in changed]}
        print_json(checked.to_json() | changes)
    elif as_csv:
        print_csv(_rows_of(checked, changed or []), _COLUMNS if against is None else (*_COLUMNS, *_CHANGE_COLUMNS))
    else:
        _show_verdict(file, checked)
        if changed is not None:
            _show_changes(changed)
    return verdict.passes


_COLUMNS = ("severity", "code", "place", "line", "clause", "given", "allowed", "message", "suggestion")
_CHANGE_COLUMNS = ("before", "after", "notice", "waits_for_reset", "worth")


def _rows_of(checked: "CheckedSubmission", changed: "list[tuple[RuleChange, WorthOfChange]]") -> "Iterator[dict[str, object]]":
    """Yield a record of each finding, and of each change."""
    yield from (each.to_json() for each in checked.findings)
    for each, worth in changed:
        said = "; ".join(text for _, text in _worth_lines(worth))
        yield {"severity": "change", "message": each.about, "worth": said, **each.to_json()}


def rules_of_passing_file(file: Path) -> "Rules":
    """Return the rules of a submission, or raise if it does not pass."""
    from houseway.submission import judge, read_submission

    verdict = judge(read_submission(file))
    if verdict.rules is None:
        count = _count_findings(verdict.count)
        raise Malformed(
            f"{file} has {count}; run `houseway check {file}` to see them", code="submission.findings", given=str(file)
        )
    return verdict.rules


def _count_findings(findings: int) -> str:
    return "1 finding" if findings == 1 else f"{findings:,} findings"


def _show_verdict(file: Path, checked: "CheckedSubmission") -> None:
    verdict, found = checked.verdict, checked.findings
    for number, finding in enumerate(found, start=1):
        line = f"line {finding.line}: " if finding.line else ""
        print_line(f"{number}. {line}{finding.place}  ({finding.severity.value}, {finding.code})", "bold")
        lines = [
            ("", finding.message),
            ("given", finding.given),
            ("allowed", finding.allowed),
            ("clause", str(finding.clause or "")),
            ("do", finding.suggestion),
        ]
        print_table(("", ""), [line for line in lines if line[1]])
    if verdict.rules is not None:
        with_ = f", with {'1 warning' if len(found) == 1 else f'{len(found)} warnings'}" if found else ""
        print_line(f"{file}: passes {verdict.rules.book} ({verdict.rules.version}); rules {verdict.rules.hash[:16]}{with_}")
    else:
        if verdict.unlisted:
            print_line(f"and {verdict.unlisted:,} more", "bold")
        print_line(f"{file}: {_count_findings(verdict.count)}")


def _find_changes(new: "Rules", old: "Rules") -> "list[tuple[RuleChange, WorthOfChange]]":
    from houseway.analysis.change_worth import worth_of_change
    from houseway.submission import find_changes

    return [(each, worth_of_change(new, old, each)) for each in find_changes(new, old)]


def _describe_condition(change: "RuleChange") -> str:
    """Return what a change requires before it takes effect."""
    if change.waits_for_reset:
        return "waits until the meter is won (PG-69)"
    return f"notice: {change.notice_clause}" if change.notice_clause else ""


def _show_changes(found: "list[tuple[RuleChange, WorthOfChange]]") -> None:
    if not found:
        print_line("nothing changed")
    for number, (each, worth) in enumerate(found, start=1):
        print_line(f"{number}. {each.place}: {each.about}", "bold")
        lines = [("before", each.before), ("after", each.after), ("then", _describe_condition(each)), *_worth_lines(worth)]
        print_table(("", ""), [line for line in lines if line[1]])
    if any(worth.wagers for _, worth in found):
        print_line("Edge and hold are those of each change by itself, at the lowest stake and with every position taken")


def _worth_lines(worth: "WorthOfChange") -> "Iterator[tuple[str, str]]":
    from houseway.analysis.change_worth import UNSOLVED

    for each in worth.wagers:
        title = f"{each.title} over its life" if each.is_over_life else each.title
        yield "worth", f"{title}: {each.before or 'not offered'}; then {each.after or 'not offered'}"
    if worth.is_unsolved:
        yield "worth", UNSOLVED
