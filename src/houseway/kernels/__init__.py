"""Fast versions of the orders in `hands`: on arrays with numba (`batch`), or one hand at a time from the same tables (`single`).

    layout           the table index of every multiset of ranks
    tables           the tables, computed from `hands`
    single           ranks one hand by table, without numba
    strength         the compiled table look-up
    batch            ranks arrays of hands, on one thread or many
    held_categories  the categories that seven cards contain, as bits, for paytables that pay the best-paying hand
    canonical        one representative of all hands that differ only by a permutation of the suits, with its weight
    combinations     combinations to numbers and back
    four_card        Four Card Poker: counts the dealer's hands below and equal to each hand of the player
    holdem/          Ultimate Texas Hold'em: the value of each holding on each board (`board`), who beats whom (`showdown`),
                     and both jointly with what decides an optional wager (`joint`)
    pai_gow/         classes of seven cards (`classes`), setting them (`setting`), pairs of hands without a common card
                     (`disjoint_pairs`), the best setting (`optimal`), random deals from a seed (`sampling`)
    six_card_bonus/  the four-card box, counted jointly with the board and with the game itself
    compile          the only module that imports numba

This module imports nothing, so that a command that needs no kernel does not wait for numba.
"""
