"""The extension is optional: without a compiler or the headers of Python, the package installs without it."""

from setuptools import Extension, setup

setup(ext_modules=[Extension("houseway_speed._strength", ["src/houseway_speed/_strength.c"], optional=True)])
