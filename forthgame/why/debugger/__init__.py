"""Provide breakpoints, watches, single steps and traces."""
