"""Signs of annotations as books print them, such as `!?` and `±`, and their numbers in PGN."""

from __future__ import annotations

import re

SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "=": 10, "∞": 13, "+=": 14, "=+": 15,
         "⩲": 14, "⩱": 15, "+/=": 14, "=/+": 15,
         "+/-": 16, "-/+": 17, "±": 16, "∓": 17, "+-": 18, "-+": 19,
         "+−": 18, "−+": 19, "N": 146, "D": 220}  # fmt: skip
GLUED = "|".join(
    re.escape(sign)
    for sign in sorted(SIGNS, key=len, reverse=True)
    if not sign.isalpha() and sign[0] not in "!?"
)
SIGN = re.compile(rf"([!?]{{1,2}})[!?]*|({GLUED})")
SIGNS_AFTER = re.compile(rf"(?:[!?]+|{GLUED})+\Z")
LONGEST_MOVE = 255  # characters of a move with its signs, as PGN limits them


def without_signs(text: str) -> tuple[str, list[int]]:
    """Return a move without the signs that are glued to it, and their numbers.

    Signs alone, and a text that is longer than any move, are returned unchanged.
    """
    found = SIGNS_AFTER.search(text) if len(text) <= LONGEST_MOVE else None
    if found is None or not found.start():
        return text, []
    nags = [SIGNS[one or other] for one, other in SIGN.findall(found[0])]
    return text[: found.start()], nags
