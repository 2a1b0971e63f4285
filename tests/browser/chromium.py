"""Where Debian's chromium is; None where there is none. The one without windows does the same with less work."""

import shutil

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("chromium-browser")
