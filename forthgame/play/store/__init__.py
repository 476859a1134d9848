"""Read and write the SQLite file of a tournament.

`stored_values.py` checks everything before it becomes a plan or a record, because a store may be
damaged or made by hand.
"""
