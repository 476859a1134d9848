"""Whether a game's judgements look at the list of moves: if not, a search makes fewer lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.lang import layout as at
from forthgame.vm.compiler.decode import Program

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth

LOOKS = frozenset(
    (
        "move-count", "stalemate?", "$FirstMove", "$NextMove", "(move-at)", "$MoveString",
        "EXECUTE", "(DEFER)", "(HOST)", "(FRAME)", "(FRAME-OF)", "(list-ready)", "$GenerateMoves",
    )
)  # fmt: skip
# words that ask OnFriends? where it is defined, and do nothing else of that kind
ASKING = ("(same-side?)", "friend-of?", "enemy-of?", "friend-at?", "enemy-at?", "friend?", "enemy?")
JUDGEMENTS = ("OnIsGameOver", "OnEvaluate")
EVALUATION = at.EVENT_NAMES.index("OnEvaluate")


def free_of_lists(forth: Forth, engine_word: str) -> bool:
    """Whether no judgement of the engine needs a list of moves."""
    program = Program(forth.code.cells, forth.code.top)
    entries = {forth.word(name).entry for name in JUDGEMENTS}
    word = forth.word(engine_word)
    built_in = word.index < forth.fence
    if built_in and not forth.processor.register(at.EVENTS + 4 * EVALUATION):
        return False  # a script that judges nothing is judged by its moves too
    engine = word.entry
    for number in program.function(engine).literals():
        handed = forth.dictionary.by_token(number)
        if handed is not None:
            entries.add(handed.entry)
    if not forth.processor.register(at.COALITIONS):
        seen = {forth.engine_word(name).entry for name in ASKING}
    else:
        seen = set()
    todo = entries
    while todo := todo - seen:
        function = program.function(todo.pop())
        seen.add(function.entry)
        todo |= function.callees()
        if function.refused:
            return False
        names = {instruction.name for instruction in function.instructions.values()}
        if names & LOOKS or at.A_MOVES_LIST in function.literals():
            return False
    return True
