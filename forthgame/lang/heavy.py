"""The words whose work grows with the size of something, and which charge steps for it.

The interpreter subtracts what they charge from the steps that are left, so that limits and looks at
the clock come in time whatever the words are. `tests/test_heavy.py` compares list and bodies.
"""

from __future__ import annotations

from typing import Final

_MEMORY = ("CMOVE", "ERASE", "FILL", "MOVE")
_BOARD = ("$CloneBoard", "(push-position)", "material-balance", "repetition-push-position",
          "repetitions", "board-repetitions", "(note-position)")  # fmt: skip
_TEXT = (
    '"=', '"APPEND', '"COUNT', '"MOVE', '"SIZE', "(PRINT)", ".R", "TYPE", "BestMove!",
    "^-", "^=", "^char", "^number", "^piece-type", "^player", "^position", "^string", "^trim", "^x",
)  # fmt: skip
_LISTS = (
    "$DeallocateMoves", "$MoveString", "$Pass", "(abandon-generation)", "(apply-simple)",
    "(begin-again)", "(made-again)",
    "(begin-generation)", "(end-generation)", "(move-at)", "(next-candidate)",
    "(next-steady-list)", "(run-actions)", "Pass", "PassNoPartial", "add-move",
)  # fmt: skip
_SEARCH = (
    "(add-scores)", "(begin-search)", "(child-score)", "(draw-number)", "(grow)",
    "(known-scores?)", "(lively-move)",
    "(most-promising)", "(move-hash)", "(move-number)", "(move-of-hash)", "(next-move)",
    "(open-node)", "(past-position)", "(rank-moves)", "(report-tree)", "(take-scores)",
    "(find-choice)", "(note-choice)", "(own-promise)", "(same-move)",
    "(add-child)", "(close-proof)", "(next-child)", "(open-proof)",
    "(average-move)", "(average-number)", "(back-up)", "(begin-tree)", "(note-play)",
    "(take-subtree)", "(back-up-best)", "(best-leaf)", "(chosen-leaf)", "(next-leaf)",
)  # fmt: skip
_SELECTION = (
    "(begin-striking)", "(end-striking)", "(first-partial)", "(keep-preferred)", "(next-partial)",
    "(strike-unfinished)", "(take-in)", "move-from", "move-takes", "move-to", "strike",
)  # fmt: skip
_LEGALITY = (
    "(as-before?)", "(ask-about)", "(begin-attack)", "(close-asking)", "(draw-move)",
    "(end-attack)", "(next-attacker)", "(not-tried)", "(open-asking)", "moved-from", "moved-to",
)  # fmt: skip
_STANDING = (
    "(batch-load)", "(batch-save)", "(keep-position)", "(offered)",
    "(restore-position)", "(settle-list)",
)  # fmt: skip
_PUZZLES = ("(begin-solving)", "(enter-position)", "(known-bound)", "(learn)", "(next-record)",
            "(note-bound)", "(note-step)")  # fmt: skip
_PYTHON = (*_STANDING, *_PUZZLES)
HEAVY: Final = frozenset(
    (*_MEMORY, *_BOARD, *_TEXT, *_LISTS, *_LEGALITY, *_SEARCH, *_SELECTION, *_PYTHON)
)
