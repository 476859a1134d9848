"""Compute statistics of results: pure functions of counts (sources: docs/statistics.md)."""
