"""The readings of Four Card Poker and their choices, the default first; none of those that leave nothing open."""

READINGS: dict[str, tuple[str, ...]] = {
    "FC-02": ("as-printed", "royal-and-straight-flush"),  # the hands that envy paytable C pays
    "FC-04": ("three", "two"),  # two pair in Aces Up paytable E
    "FC-07": ("player-wins", "push"),  # whether a tie is won
    "FC-16": ("any-letter", "same-letter"),  # the letter of the envy paytable
    "FC-17": ("", "required", "not-required"),  # the holder of an envy hand; must be filed
    "FC-18": ("any-amount", "equal"),  # whether Aces Up must equal the Ante
    "FC-19": ("ante-or-aces-up", "ante-only"),  # the wager that a Progressive needs
    "FC-90": ("unwound", "settled-stands"),  # a round found void after part of it was settled
    "FC-91": ("during-the-round", "while-cards-are-in-it"),  # an automated shoe that jams after all cards are out
    "FC-93": ("once-for-each-holder", "once-for-each-player", "each-hand"),  # envy for a player on two boxes
    "FC-96": ("taken-out", "exposed"),  # a card found face up that has been dealt
    "FC-107": ("live-deck-only", "always"),  # a shuffler with the idle deck jams
    "FC-108": ("full-or-nothing", "with-what-he-has"),  # a player without the chips for a Play wager
    "FC-109": ("floor-rules", "void-base"),  # a player's card exposed too early
}

# Readings that Ultimate Texas Hold'em has under other ids.
SHARED = {
    "envy-letter": "FC-16",
    "envy-boxes": "FC-93",
    "envy-holder": "FC-17",
    "short-of-chips": "FC-108",
    "found-late": "FC-90",
    "exposed-card": "FC-109",
    "dealt-face-up": "FC-96",
    "idle-shuffler": "FC-107",
    "shoe-jam": "FC-91",
}
