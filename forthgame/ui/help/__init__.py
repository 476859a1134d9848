"""Generate reference pages of words, events and Python, and search the documentation.

Word pages come from rows and the comments of `stdlib.4th`, with examples from
`docs/reference/examples.md`; contracts of events come from `docs/reference/events.md`; Python pages
from signatures and docstrings. `docs/` is packaged as `forthgame/data`.
"""
