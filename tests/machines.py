"""Machine code for the words that a test has defined at a machine, and for its games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import forthgame
from forthgame.machine.tiers import plan_search
from forthgame.machine.tiers.native_tier import NativeTier

if TYPE_CHECKING:
    from forthgame.compile.writer.ir_module import IrModule

Load = Callable[[str], forthgame.Game]  # of a script's text


def compile_own(machine: forthgame.Machine) -> None:
    """Make machine code of all words that have been defined after the language's own."""
    forth = machine.forth
    tier = forth.processor.tier = NativeTier(forth.processor)
    own = [
        word
        for word in forth.dictionary.words[forth.fence :]
        if word.kind in ("colon", "defer", "does")
    ]
    tier.compile(forth, [word.entry for word in own], [word.token for word in own])


def loaded(path: str | Path, native: bool) -> forthgame.Game:
    """A game in one tier: interpreted, or with machine code of all but its engines."""
    return prepared(forthgame.load(path, native=native), native)


def prepared(game: forthgame.Game, native: bool) -> forthgame.Game:
    """Return a game with its machine code made, if it uses machine code."""
    if native:
        assert game.native is not None
        game.native.prepare(wait=True, engines=False)
    return game


def assert_tallied(path: Path) -> None:
    """Assert that the moves of all move words of a game are tallied."""
    with loaded(path, native=True) as game:
        assert game.native is not None
        assert {(way.kind, way.why) for *_, way, _ in game.native.paths()} == {("tallied", "")}


def with_module(game: forthgame.Game) -> IrModule:
    """Have a game's machine code made, and return the module that it is made of."""
    assert game.native is not None
    modules: list[IrModule] = []

    def noting(*arguments: Any, **more: Any) -> tuple[IrModule, plan_search.Words]:
        found = find(*arguments, **more)
        modules.append(found[0])
        return found

    find = plan_search.find_module
    with patch.object(plan_search, "find_module", noting):
        prepared(game, native=True)
    # machine code from the cache has no module
    return modules[0] if modules else game.native.builder.module(game.native._play)


def loads(folder: Path, native: bool) -> Load:
    """Return a function that loads the text of a script, as `game.4th` in a folder, in one tier."""

    def load_text(text: str) -> forthgame.Game:
        path = folder / "game.4th"
        path.write_text(text)
        return forthgame.load(path, native=native)

    return load_text


def interpreted(text: str) -> forthgame.Game:
    """Load the text of a script in the interpreter, for a test without a folder for it."""
    with TemporaryDirectory() as folder:
        return loads(Path(folder), native=False)(text)
