"""Walks into files: NDJSON and Parquet."""

# A part of a Parquet folder ends after so many rows or seconds, whichever comes first.
ROWS, SECONDS = 1_000_000, 600.0
