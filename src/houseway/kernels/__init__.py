"""The orders of `hands`, fast: on arrays with numba (`batch`), or one hand at a time from the same tables (`single`).

    layout           where a choice of ranks has its place in a table
    tables           what stands there, worked out from `hands`
    single           one hand by table, without numba
    strength         the look-up itself, compiled
    batch            arrays of hands, one thread or many
    holdings         which categories seven cards hold, as bits, for lists that pay the best-paying one
    canonical        one hand for all that differ only by a permutation of the suits, with their number
    combinations     combinations to numbers and back
    four_card        Four Card: the dealer's hands below and equal, by the cards that they share with the player's
    holdem/          Ultimate: what each holding is worth on each board (`board`), who beats whom (`contest`), and both with what
                     decides an optional wager (`joint`)
    pai_gow/         seven cards to their class (`classes`) and to two hands (`setting`), pairs of hands without a common card
                     (`disjoint_pairs`), the best setting (`optimal`), random deals from a seed (`sampling`)
    six_card_bonus/  the box of four cards, counted together with the board and with the game itself
    compile          the one place where numba is switched on
    array_cache      arrays on disk

Nothing is imported here, so that a command that needs no kernel does not wait for numba.
"""
