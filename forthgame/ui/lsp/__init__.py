"""Serve editors by the language server protocol; only `language_server.py` depends on it."""
