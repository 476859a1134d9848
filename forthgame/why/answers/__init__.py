"""Answer the questions of `why`.

Attempts are ordered by how near they came to the requested positions (`attempts.py`). A word
that scans positions has a segment for each scan, and these rank after the one in which it ended.
Attempts that ended at the same cell share a place.

The first sentence of an answer is the heaviest `Reason`: `reasons.py` finds them for moves that are
not made, `makers.py` for those that are, `ending_reasons.py` for the end of the game, and
`value_causes.py` adds where the numbers come from. They run trials again with changed operations
(`recording/changed_runs.py`).
"""
