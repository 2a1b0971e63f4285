"""The Division's Pai Gow Poker (Section 6).

Read in this order: readings, paytables, state (what is remembered), layout and wagers ((g), (o) to (r)), banks ((m)(1) to (m)(7)),
deal ((h) to (l)(4)), hands and made_hands ((c)), settle ((l)(5) on, (m)(12)), bank_settlement ((m)(11) to (m)(14)), bonus ((r),
(s)), meters ((q)), irregularities and voids ((n)), leaving (the next round), late (what is found afterwards), rounds, results.
"""

from houseway_referee.pai_gow_div.rounds import decide_record

__all__ = ["decide_record"]
