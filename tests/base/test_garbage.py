"""Python's garbage collector and machine code: nothing runs code that has been freed."""

from __future__ import annotations

import gc
import weakref

import forthgame
from forthgame import Game, State
from forthgame.compile.llvm.jobs import MachineCode


class Ending:
    """Hold a game in a circle of references, and play it when it is collected."""

    ended: list[tuple[list[str], int]]
    kept: list[State]

    def __init__(self, state: State) -> None:
        self.state = state
        self.circle = self

    def __del__(self) -> None:
        tier = self.state.game.forth.processor.tier
        assert tier is not None
        alive = sum(bool(built.keep._parts) for built in tier.built)
        if alive:
            self.state.play(0)
        self.ended.append((self.state.history, alive))
        self.kept.append(self.state)


def _garbage() -> weakref.ref[MachineCode]:
    """Return a game with machine code of its own, as garbage together with a finalizer that
    plays.
    """
    Ending.ended, Ending.kept = [], []
    machine = forthgame.load("tictactoe")
    assert machine.native is not None
    machine.native.prepare(wait=True, engines=False)
    Ending(machine.new_game(seed=1))
    return weakref.ref(_code(machine))


def _code(game: Game) -> MachineCode:
    tier = game.forth.processor.tier
    assert tier is not None
    code: MachineCode = tier.built[-1].keep
    return code


def test_a_finalizer_plays_in_a_game_that_is_collected_with_it() -> None:
    _garbage()
    gc.collect()
    (history, alive) = Ending.ended[0]
    assert alive
    assert len(history) == 1


def test_a_game_that_a_finalizer_keeps_goes_on() -> None:
    code = _garbage()
    gc.collect()
    state = Ending.kept.pop()
    assert code() is _code(state.game)
    state.play(0)
    assert len(state.history) == 2


def test_machine_code_is_freed_with_the_last_reference() -> None:
    code = MachineCode(part := _Part())
    freed = weakref.ref(part)
    del part
    gc.collect()
    assert freed() is not None
    del code
    assert freed() is None


class _Part:
    """A stand-in for an object of llvmlite."""
