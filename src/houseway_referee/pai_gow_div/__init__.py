"""The Division's Pai Gow Poker (Section 6)."""

from houseway_referee.pai_gow_div.rounds import decide_record

__all__ = ["decide_record"]
