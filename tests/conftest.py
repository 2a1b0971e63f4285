"""Settings of the whole test run."""

from hypothesis import settings

# The machines are noisy and a first call compiles: no test fails for being slow.
settings.register_profile("houseway", deadline=None)
settings.load_profile("houseway")
