"""Where Debian's chromium is; None where there is none. The one without windows does the same with less work."""

import shutil

WITH_WINDOWS = shutil.which("chromium") or shutil.which("chromium-browser")
"""The one that sets letters as people see them; the one without windows puts each on a whole pixel."""
CHROMIUM = shutil.which("chromium-headless-shell") or WITH_WINDOWS
