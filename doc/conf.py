# SPDX-License-Identifier: GPL-2.0-only
"""Sphinx's settings for the manual: sphinx-build -W doc DIRECTORY; test/python/test_manual.py does it."""

project = "RDMACell"
copyright = "the authors of the rdmacell module"  # pylint: disable=redefined-builtin
extensions = ["myst_parser"]  # .md files as they are: one source for GitHub and for the manual
root_doc = "rdmacell"
myst_heading_anchors = 3
highlight_language = "none"
html_theme = "alabaster"
html_theme_options = {"page_width": "70em", "sidebar_width": "16em"}
