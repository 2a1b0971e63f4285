"""The orders of `hands`, fast: on arrays with numba (`batch`), or one hand at a time from the same tables (`single`).

    layout         where a choice of ranks has its place in a table
    tables         what stands there, worked out from `hands`
    single         one hand by table, without numba
    strength       the look-up itself, compiled
    batch          arrays of hands, one thread or many
    holdings       which categories seven cards hold, as bits, for lists that pay the best-paying one
    canonical      hands that differ by more than a permutation of the suits, with how many each stands for
    combinations   combinations to numbers and back
    classes        the classes of seven cards that a house way sets alike, with how many hands each has
    dominance      points of two dimensions held against each other
    shared         all pairs of hands without a common card, by inclusion and exclusion over the cards they would share
    opponents      an opponent's hands when some cards are gone
    optimal        the best setting of every hand, hands of the same ranks together
    setting        seven cards to their class, and from there to two hands
    holdem         Ultimate: boards, flops and holdings, and what each is worth against all others
    four_card      Four Card: the dealer's hands below and equal, by what they share with the player's
    beats          Ultimate: who beats whom, for the wagers that hang on it
    sampling       deals at random, from a seed
    compile, keep  where numba is switched on, and arrays on disk

Nothing is imported here, so that a command that needs no kernel does not wait for numba.
"""
