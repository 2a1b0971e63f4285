"""Which files of tests go to one process together, so that kernels are compiled and games are solved once in a fresh clone."""

from xdist.scheduler import LoadFileScheduling

FAMILIES = {
    "pai gow": ("analysis/joint/test_pai_gow", "analysis/solve/test_pai_gow", "house_way/"),
    "hold'em": (
        *("analysis/joint/test_four_card", "analysis/joint/test_six_card_bonus", "analysis/joint/test_spot"),
        *("analysis/joint/test_ultimate", "analysis/odds/test_counts", "analysis/odds/test_six_card_bonus"),
        *("analysis/solve/test_four_card", "analysis/solve/test_ultimate"),
    ),
}
"""Two processes that start with the same kernels would each compile them."""


class KernelScheduling(LoadFileScheduling):
    """Gives a process one file after another, and the files of a family together."""

    def _split_scope(self, nodeid):
        file = super()._split_scope(nodeid)
        family = (name for name, starts in FAMILIES.items() if file.removeprefix("tests/").startswith(starts))
        return next(family, file)
