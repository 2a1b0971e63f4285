"""Ranks one hand a call at the speed of C. `Strength` is None if the extension could not be built here."""

try:
    from houseway_speed._strength import Strength
except ImportError:
    Strength = None

__all__ = ["Strength"]
