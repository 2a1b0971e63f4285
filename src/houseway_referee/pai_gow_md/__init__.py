"""Maryland's Pai Gow Poker (md.pai-gow-poker).

Read in this order: readings, paytables, table (the data), wagers (chapter 7), bank (12.A to G), deal (chapters 5 and 8 to 11),
settlement (11.E to G, 12.I to M), optional_wagers (11.H, 13.B to G), meters (13.E, 13.F), irregularities (14), next_round, rounds.
"""

from houseway_referee.pai_gow_md.rounds import decide_record

__all__ = ["decide_record"]
