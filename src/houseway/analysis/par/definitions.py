"""What the words of a PAR sheet mean."""

DEFINITIONS: tuple[tuple[str, str], ...] = (
    (
        "House edge",
        "what the house keeps of a wager on average, as a share of its average stake; of the game itself, as a share of the one"
        " wager that starts it; of a bonus without a stake, as a share of the bet that earns it",
    ),
    ("Element of risk", "what the house keeps of a round of the game on average, as a share of everything staked in it"),
    ("Return to player", "the share of everything staked that players get back on average: 100% less the house's share of it"),
    ("Average bet", "what is staked on average; a wager that is not made in every round counts as nothing in the others"),
    ("Hit frequency", "how often the player's net result is above zero; a returned stake is no win"),
    ("True odds", "the odds against an outcome, to 1: the combinations without it for each one with it"),
    ("Return", "an outcome's part of the expected value: its probability times the player's net result, in bets"),
    ("Standard deviation", "of the player's net result in one round, in bets: the square root of the exact variance"),
    ("Hold per hour", "what the house keeps on average in an hour at the stated pace"),
    ("Correlation", "how two wagers of one player in one round move together, from −1 to +1"),
)
"""By term."""
