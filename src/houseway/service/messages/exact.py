"""An exact number as people are sent it."""

from fractions import Fraction

from pydantic import BaseModel, Field

from houseway.analysis.exact import as_decimal, as_ratio


class Exact(BaseModel):
    """A number as a fraction, and as a decimal for showing."""

    exact: str = Field(examples=["-3/76"])
    decimal: str = Field(examples=["-0.039473684210526"])

    @classmethod
    def of(cls, value: Fraction) -> "Exact":
        return cls(exact=as_ratio(value), decimal=as_decimal(value))
