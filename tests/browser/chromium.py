"""Where Debian's chromium is; None where there is none."""

import shutil

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
