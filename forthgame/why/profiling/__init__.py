"""Measure steps per word, and the coverage of a script by random play.

Coverage uses machine code that records the cells it reaches (`coverage.py`), in a tier of
its own; such a module never counts moves without running words. Interpreted words stop at
breakpoints.
"""
