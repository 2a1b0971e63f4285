"""Printed documents: sign and layout from `Rules`, the PAR sheet of their odds, and the pocket card of a house way."""

from houseway.documents.document import FORMATS, Document, Element, Format, format_of
from houseway.documents.layout import layout
from houseway.documents.par_sheet import par_sheet
from houseway.documents.pocket_card import pocket_card
from houseway.documents.sign import sign

__all__ = ["FORMATS", "Document", "Element", "Format", "format_of", "layout", "par_sheet", "pocket_card", "sign"]
