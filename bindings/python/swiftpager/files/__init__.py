"""Walks into files: NDJSON and Parquet."""
