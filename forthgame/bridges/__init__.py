"""Offer games to OpenSpiel, gymnasium and PettingZoo, each an optional extra.

`actions.py` numbers moves equally in every run, and `planes.py` encodes positions as arrays; the
modules for each library only translate.
"""
