"""What may be filed for an option, and the line that files it."""

import sys

from houseway.house_way import house_way_names
from houseway.regulation import FilingOption, OptionKind, Regulation
from houseway.submission.conditions import filing_instruction, join_or
from houseway.submission.source import HOUSE_WAY


def option_bounds(book: Regulation, option: FilingOption) -> range:
    """Return the numbers that may be filed for a count."""
    least = book.number_of(option.least_value) if option.least_value else 1
    most = book.value_of(option.most_value) if option.most_value else None
    return range(least, most + 1 if isinstance(most, int) else sys.maxsize)


def allowed_values(book: Regulation, option: FilingOption) -> str:
    """Return in words what may be filed for an option."""
    match option.kind:
        case OptionKind.CHOICE:
            return " or ".join(option.choices)
        case OptionKind.FLAG:
            return "true or false"
        case OptionKind.COUNT:
            bounds = option_bounds(book, option)
            return f"{bounds[0]} to {bounds[-1]}" if option.most_value else f"{bounds[0]} or more"
        case OptionKind.MONEY:
            return "an amount of more than $0, as in '$50,000'"
        case OptionKind.TEXT:
            named = f"{join_or(house_way_names())}, or the path of a file of your own"
            return named if option.key == HOUSE_WAY else "a text"


def write_option(option: FilingOption) -> str:
    """Return the line that files an option."""
    match option.kind:
        case OptionKind.CHOICE:
            return filing_instruction(option.key, *option.choices)
        case OptionKind.FLAG:
            return f"{filing_instruction(option.key, True, False)}, without quotes"
        case OptionKind.COUNT:
            return f"{filing_instruction(option.key, 1)} or another whole number, without quotes"
        case OptionKind.MONEY:
            return f'write {option.key} = "$50,000" or another amount, in quotes'
        case OptionKind.TEXT:
            if option.key == HOUSE_WAY:
                return f"{filing_instruction(option.key, *house_way_names())}, or the path of a file of your own"
            return f'write {option.key} = "...", in quotes'
