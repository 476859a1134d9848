"""Uses of `prefer` and `unique` without effect, which never remove a move from a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.game.held import sure_tokens
from forthgame.game.roots import candidates_of
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.vm.planning import Memory, Wanted, find

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.vm.forth import Forth

READ = beyond.PREFER | beyond.UNIQUE


def leave_out_idle_choices(forth: Forth, declaration: Declaration) -> None:
    """Mark in the machine that moves need not be compared if that never removes one."""
    processor = forth.processor
    selects = processor.register(beyond.SELECTS)
    if not selects or selects & ~READ or not declaration.has_all_words():
        return
    candidates = candidates_of(declaration)
    tokens = frozenset(candidate.token for candidate in candidates.values())
    settled = {offset: processor.register(offset) for offset in at.SETTLED}
    wanted = Wanted(
        frozenset(), tokens, settled=settled, candidates=candidates, sure=sure_tokens(forth)
    )
    if not find(forth, wanted, Memory(forth))[0].generation.may_choose():
        processor.set_register(beyond.SELECTS, 0)
