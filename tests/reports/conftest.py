"""Houses whose rounds are reported."""

from tests.service.conftest import house, open_house  # noqa: F401 - fixtures
