"""Mistakes planted in rule files, with the question that an author would ask and the line to name.

A mistake is a text and what stands instead of it. `line` is the line with the planted text.
"""

from __future__ import annotations

from dataclasses import dataclass

OPENED = "Pawn e2 - e4; Pawn d7 - d5"
MATE = "Pawn e2 - e4; Pawn f7 - f6; Pawn a2 - a3; Pawn g7 - g5; Queen d1 - h5"
JUMP = "Man c3 - d4; Man b6 - c5"
ROW = "X Stone a; O Stone d; X Stone b; O Stone e; X Stone c"


@dataclass(frozen=True)
class Mistake:
    name: str
    file: str
    old: str
    new: str
    after: str
    question: str
    instead: str = ""  # text whose line is named, if not that of the mistake


MISTAKES = [
    Mistake("a slide goes on over enemies", "chess", "while empty? add", "while enemy? add",
            "Pawn a2 - a4; Pawn h7 - h6", "Rook a1 - a3"),
    Mistake("a pawn takes friends", "chess", "(define take   ($1 (verify enemy?)",
            "(define take   ($1 (verify friend?)", OPENED, "Pawn e4 x d5"),
    Mistake("a knight only takes", "chess", "($1 $2 (verify not-friend?) add)",
            "($1 $2 (verify enemy?) add)", "", "Knight b1 - c3"),
    Mistake("a double step from the last rank", "chess", "(in-zone? third-rank)) n",
            "(in-zone? last-rank)) n", "", "Pawn e2 - e4"),
    Mistake("a zone on another rank", "chess", "(positions a3 b3 c3 d3 e3 f3 g3 h3)",
            "(positions a4 b4 c4 d4 e4 f4 g4 h4)", "", "Pawn e2 - e4"),
    Mistake("a wrong symmetry", "chess", "(symmetry Black (n s)", "(symmetry Black (n e)",
            "Pawn e2 - e4", "Pawn e7 - e6"),
    Mistake("a leap too short", "chess", "(leap n ne)", "(leap n e)", "", "Knight b1 - c3"),
    Mistake("a bishop like a rook", "chess", "(name Bishop) (moves (slanting))",
            "(name Bishop) (moves (straight))", "Pawn e2 - e4; Pawn e7 - e5", "Bishop f1 - c4"),
    Mistake("a knight left out of the set-up", "chess", "(Knight b1 g1)", "(Knight b1)", "",
            "Knight g1 - f3"),
    Mistake("promotion on the third rank", "chess", "(if (in-zone? last-rank) (add Queen",
            "(if (in-zone? third-rank) (add Queen", "", "Pawn e2 - e3"),
    Mistake("mate of another piece", "chess", "(checkmated King)", "(checkmated Queen)",
            MATE, "not over"),
    Mistake("a jump over friends", "checkers", "(define hop\n   ($1 (verify enemy?)",
            "(define hop\n   ($1 (verify friend?)", "", "Man c3 - d4"),
    Mistake("priorities in the wrong order", "checkers", "(move-priorities jumping walking)",
            "(move-priorities walking jumping)", JUMP, "partial 1 Man d4 - b6 x c5"),
    Mistake("a step onto an enemy", "checkers", "(define slide  ($1 (verify empty?)",
            "(define slide  ($1 (verify enemy?)", "", "Man c3 - d4"),
    Mistake("a symmetry that changes nothing", "checkers", "(symmetry White (ne se)",
            "(symmetry White (ne ne)", "Man c3 - d4", "Man b6 - c5"),
    Mistake("lost with twelve pieces", "checkers",
            "(loss-condition (Black White) (pieces-remaining 0)))\n\n",
            "(loss-condition (Black White) (pieces-remaining 12)))\n\n", "Man c3 - d4", "over"),
    Mistake("a drop onto an enemy", "rows", "(define place ((verify empty?)",
            "(define place ((verify enemy?)", "", "X Stone a"),
    Mistake("an empty store", "rows", "(X (Stone off 5))", "(X (Stone off 0))", "", "X Stone a"),
    Mistake("a crooked row", "rows", "(row a b c)", "(row a b f)", ROW, "not over"),
    Mistake("a row of two", "rows", "($1 $2 $3)", "($1 $2 $1)",
            "X Stone a; O Stone d; X Stone b", "over", "(row a b c)"),  # the call is named
]  # fmt: skip
