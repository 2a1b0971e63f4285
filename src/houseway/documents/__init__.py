"""What is posted and printed from `Rules`: the payout sign and the table layout."""

from houseway.documents.document import FORMATS, Document, Element, Format, format_of
from houseway.documents.layout import layout
from houseway.documents.sign import sign

__all__ = ["FORMATS", "Document", "Element", "Format", "format_of", "layout", "sign"]
