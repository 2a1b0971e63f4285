"""Sphinx's configuration of the site. `make docs` writes its source into `build/docs-source` first (`scripts/site`)."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from houseway import __version__  # noqa: E402 - the path comes first

project = "houseway"
author = "houseway contributors"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "scripts.site.extension"]
templates_path = ["_templates"]
smartquotes = False
default_role = "literal"

myst_enable_extensions = ["attrs_inline", "attrs_block", "colon_fence", "deflist"]
myst_heading_anchors = 3
myst_url_schemes = {"http": None, "https": None, "mailto": None, "source": None, "site": None}
suppress_warnings = ["myst.header", "misc.highlighting_failure"]

autodoc_typehints = "description"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
add_module_names = False

html_theme = "furo"
html_title = "houseway"
html_logo = "_static/logo.svg"
html_favicon = "_static/logo.svg"
html_static_path = ["_static", "../src/houseway/web/vendor/@fontsource-variable"]
html_css_files = ["houseway.css"]
html_js_files = ["search-matches.js"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_use_index = True
html_show_search_summary = False  # it reads every page that is found, which a browser does not do without a server
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
