"""The machine on which is measured."""

import platform
import sysconfig
from os import cpu_count


def describe_machine() -> str:
    """Describe the machine in general terms, because a published page names no host and no path."""
    optimised = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    build = "a build with profile-guided optimisation" if optimised else "a build without profile-guided optimisation"
    return f"{platform.machine()} with {cpu_count()} cores, Python {platform.python_version()}, {build}"
