"""Printed documents: sign and layout from `Rules`, the PAR sheet of their odds, the pocket card of a house way, and the rounds of a
player beside what the rules give."""

from houseway.documents.dispute import make_dispute
from houseway.documents.document import DEFAULT_THEME, FORMATS, THEMES, Document, Element, Format, format_from_path
from houseway.documents.findings import printing_findings
from houseway.documents.layout import make_layout
from houseway.documents.par_sheet import make_par_sheet
from houseway.documents.pocket_card import make_pocket_card
from houseway.documents.sheets import PAPERS
from houseway.documents.sign import make_sign

__all__ = [
    "DEFAULT_THEME",
    "FORMATS",
    "PAPERS",
    "THEMES",
    "Document",
    "Element",
    "Format",
    "format_from_path",
    "make_dispute",
    "make_layout",
    "make_par_sheet",
    "make_pocket_card",
    "make_sign",
    "printing_findings",
]
