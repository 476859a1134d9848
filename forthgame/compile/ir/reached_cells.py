"""Code that records reached cells: one byte for each, in the module itself.

A module with such cells runs every word that the interpreter would run: optimisations that skip
words are off.
"""

from __future__ import annotations

REACHED_BYTES = "reached"  # the name of the bytes
_TAGS = """!20 = !{!"reached", !10, i64 0}
!21 = !{!20, !20, i64 0}
"""


def reached_text(cells: int) -> str:
    """Return the IR of the bytes; "" for a module without such cells."""
    if not cells:
        return ""
    return f"@{REACHED_BYTES} = global [{cells} x i8] zeroinitializer\n{_TAGS}"


def noting(number: int) -> str:
    return f"store i8 1, ptr getelementptr (i8, ptr @{REACHED_BYTES}, i64 {number}), !tbaa !21"
