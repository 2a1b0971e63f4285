"""The readings of Ultimate Texas Hold'em and their choices, the default first; none of those that leave nothing open."""

READINGS: dict[str, tuple[str, ...]] = {
    "UTH-01": ("pushes", "pays-even"),  # a winning straight under Blind paytable B
    "UTH-03": ("exempt", "capped"),  # the wagers that the payout limit covers
    "UTH-05": ("hole-and-flop", "best-of-seven"),  # the cards of the progressive and the envy hand
    "UTH-06": ("to-1", "for-1"),  # progressive paytable A
    "UTH-11": ("needs-trips", "independent"),  # whether Six Card Bonus needs a Trips wager
    "UTH-12": ("box-cards", "community-cards"),  # the cards of the Six Card Bonus
    "UTH-13": ("flat-each", "flat-shared"),  # the sum for a super royal; the choices never differ
    "UTH-14": ("either-hand", "player-hand", "both-hands"),  # what wins a Bad Beat
    "UTH-15": ("tie-loses", "tie-pushes"),  # Bad Beat when the hands tie
    "UTH-18": ("highest-only", "both"),  # whether Ultimate Pairs pays one row or two
    "UTH-24": ("several-only", "any-card"),  # cards found face up after the deal
    "UTH-25": ("settle-what-stands", "refund-all-but-trips"),  # side wagers when the base wagers are void
    "UTH-26": ("live-deck-only", "always"),  # a shuffler with the idle deck jams
    "UTH-27": ("floor-rules", "void-base"),  # a player's or board card exposed too early
    "UTH-29": ("exact-cents", "whole-dollars"),  # a Blind that pays 3 to 2
    "UTH-31": ("", "required", "not-required"),  # the holder of an envy hand; must be filed
    "UTH-33": ("full-or-nothing", "with-what-he-has"),  # a player without the chips for a Play wager
    "UTH-34": ("any-letter", "same-letter"),  # the letter of the envy paytable; all tables pay the same
    "UTH-36": ("chapter-9-only", "any-manual-deal"),  # when a card is burned
    "UTH-90": ("unwound", "settled-stands"),  # a round found void after part of it was settled
    "UTH-91": ("during-the-round", "while-cards-are-in-it"),  # an automated shoe that jams after all cards are out
    "UTH-93": ("once-for-each-holder", "once-for-each-player", "each-hand"),  # envy for a player on two boxes
    "UTH-96": ("taken-out", "exposed"),  # a card found face up that has been dealt
    "UTH-97": ("in-the-deck", "until-all-have-decided"),  # how long cards found face up count
}

# Readings that Four Card Poker has under other ids.
SHARED = {
    "envy-letter": "UTH-34",
    "envy-boxes": "UTH-93",
    "envy-holder": "UTH-31",
    "short-of-chips": "UTH-33",
    "found-late": "UTH-90",
    "exposed-card": "UTH-27",
    "dealt-face-up": "UTH-96",
    "idle-shuffler": "UTH-26",
    "shoe-jam": "UTH-91",
}
