"""What is posted and printed: the payout sign and the table layout from `Rules`, the PAR sheet with their odds, the pocket card from a house way."""

from houseway.documents.document import FORMATS, Document, Element, Format, format_of
from houseway.documents.layout import layout
from houseway.documents.par_sheet import par_sheet
from houseway.documents.pocket_card import pocket_card
from houseway.documents.sign import sign

__all__ = ["FORMATS", "Document", "Element", "Format", "format_of", "layout", "par_sheet", "pocket_card", "sign"]
