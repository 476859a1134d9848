"""A case for every word of the dialect: see `words/test_dialect_table.py` for how they are
written.
"""
