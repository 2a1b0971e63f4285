"""Which files of tests go to one process together, so that kernels are compiled and games are solved once in a fresh clone."""

from xdist.scheduler import LoadFileScheduling

FAMILIES = {
    "pai gow": ("analysis/joint/test_pai_gow", "analysis/solve/test_pai_gow", "house_way/"),
    "documents": ("documents/",),
    "hold'em": (
        *("analysis/joint/test_four_card", "analysis/joint/test_six_card_bonus", "analysis/joint/test_spot"),
        *("analysis/joint/test_ultimate", "analysis/odds/test_counts", "analysis/odds/test_six_card_bonus"),
        *("analysis/par/", "analysis/solve/test_four_card", "analysis/solve/test_solution", "analysis/solve/test_ultimate"),
        *("analysis/test_decisive_readings", "analysis/test_readings_worth", "play/test_optimal_player"),
    ),
}
"""Two processes that start with the same kernels would each compile them, and two that need a game would each solve it."""


class KernelScheduling(LoadFileScheduling):
    """Gives a process one file after another, and the files of a family together."""

    def _split_scope(self, nodeid):
        file = super()._split_scope(nodeid)
        family = (name for name, starts in FAMILIES.items() if file.removeprefix("tests/").startswith(starts))
        return next(family, file)
