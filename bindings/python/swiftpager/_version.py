"""The version of the package. Written by contract/headers.py from Sources/PagerClient/Version.swift."""

__version__ = "0.1.0"
