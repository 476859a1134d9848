"""Answer the questions of `why`.

Attempts are ordered by how near they came to the requested positions (`attempts.py`). A word
that scans positions has a segment for each scan, and these rank after the one in which it ended.
Attempts that ended at the same cell share a place.
"""
