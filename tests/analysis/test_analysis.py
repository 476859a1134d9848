"""Facts that loading computes about words are cached, and equal a new computation."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

import forthgame
from forthgame.analysis.dataflow import onward, walk
from forthgame.analysis.program import Program
from forthgame.analysis.time_checks import OFTEN, checking_time
from forthgame.base import cache
from forthgame.base.errors import ScriptError
from forthgame.base.source import Source
from forthgame.compile.generation import Optimisation, without
from forthgame.machine.outer.language_snapshot import used_parts
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules import script_loading
from forthgame.rules.declaration.declaration import Declaration
from forthgame.words.registers import memory_layout as at

SMALL = """
{board 3 3 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
VARIABLE token
: event %s ;
: step e verify empty? verify from here move add-move ;
{moves m {move} step moves}
{pieces {piece} P {moves} m pieces}
: OnIsGameOver %s #UnknownScore ;
{board-setup {setup} A P a2 board-setup}
%s
"""


class Shelf(dict[str, bytes]):
    """A cache in a dictionary, which counts its reads."""

    taken = 0

    def load(self, name: str) -> bytes | None:
        """See cache.load."""
        self.taken += name in self
        return self.get(name)

    def save(self, name: str, contents: bytes) -> bool:
        """See cache.save."""
        self[name] = contents
        return True


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """Cache all facts, however quickly they were computed."""
    shelf = Shelf()
    kept = SimpleNamespace(load=shelf.load, save=shelf.save, trim=lambda *_: None, key=cache.key)
    monkeypatch.setattr(script_loading, "cache", kept)
    monkeypatch.setattr(script_loading, "WORTH_KEEPING", 0)
    return shelf


def memory_of(game: forthgame.Game) -> list[bytes]:
    """Return all memory that words may read, and the engine's records."""
    return [bytes(game.forth.processor.bytes[part]) for part in used_parts(game.forth)]


@pytest.mark.parametrize("name", ["splut", "chess", "tictactoe", "ur", "morris", "xiangqi"])
def test_what_is_stored_is_what_is_found(
    name: str, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second game reads it from the cache, and its memory is that of the first."""
    found = memory_of(forthgame.load(name, native=False))
    assert len(shelf) == 1
    assert not shelf.taken
    monkeypatch.setattr(script_loading, "_find_out", lambda *_: pytest.fail("it was there"))
    assert memory_of(forthgame.load(name, native=False)) == found
    assert shelf.taken == 1


def small(folder: Path, event: str = "", judge: str = "", rest: str = "") -> forthgame.Game:
    """The small game with words of its own."""
    path = folder / "small.4th"
    path.write_text(SMALL % (event, judge, rest))
    return forthgame.load(path, native=False)


def test_all_that_matters_is_compared(tmp_path: Path, shelf: Shelf) -> None:
    """A word, a number in memory, an option and a disabled part each make another key."""
    small(tmp_path)
    for rest in (": more ;", "1 token !", "2 token !", "' event token !"):
        small(tmp_path, rest=rest)
    small(tmp_path, judge="stalemate? DROP")
    for name in ("event", "step"):  # the deferred word lies in memory that is given back
        small(tmp_path, rest=f"HERE DEFER w ' {name} IS w HERE - ALLOT")
    with without(Optimisation.COUNTED):
        small(tmp_path)
    assert not shelf.taken
    before = len(shelf)
    small(tmp_path)
    assert shelf.taken == 1
    assert len(shelf) == before


def test_the_folder_is_looked_through_at_times(
    tmp_path: Path, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder may hold thousands of files: after one in sixteen saves, the oldest are
    deleted.
    """
    trimmed: list[str] = []
    kept = SimpleNamespace(
        load=shelf.load, save=shelf.save, trim=lambda *_: trimmed.append([*shelf][-1])
    )
    monkeypatch.setattr(script_loading, "cache", kept)
    kinds = iter("0123456789abcdef")
    monkeypatch.setattr(script_loading, "_key", lambda *_: f"ab{next(kinds)}")
    for _ in range(16):
        small(tmp_path)
    assert len(shelf) == 16
    assert trimmed == ["analysis-ab0"]


def test_a_game_that_is_changed_is_looked_at_again(tmp_path: Path, shelf: Shelf) -> None:
    """A word that is defined afterwards may change the facts."""
    game = small(tmp_path)
    game.forth.load_text(Source("more", ": OnIsGameOver 5 a1 drop-piece ;"))
    game.words_changed()
    assert not shelf.taken
    assert len(shelf) == 2


def test_a_script_that_moves_the_dictionary_away_has_no_more_memory_to_look_at() -> None:
    machine = forthgame.Machine(native=False)
    before = sum(part.stop - part.start for part in used_parts(machine.forth))
    machine.run("2000000000 DP !")
    after = sum(part.stop - part.start for part in used_parts(machine.forth))
    assert after - before <= at.DATA_END


@pytest.mark.usefixtures("shelf")
def test_the_time_limit_holds_while_words_are_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text has no place to name then: the message names the script."""

    analyse = script_loading.analyse

    def late(forth: Forth, declaration: Declaration) -> None:
        forth.processor.deadline = 0.0
        analyse(forth, declaration)

    monkeypatch.setattr(script_loading, "analyse", late)
    with pytest.raises(ScriptError, match=r"small.4th: time limit reached while what its words do"):
        small(tmp_path)


def test_long_code_is_looked_through_with_looks_at_the_clock() -> None:
    """This also holds for straight code, while it is decoded and while it is walked."""
    machine = forthgame.Machine(native=False)
    machine.run(f": long {'1 DROP ' * 10_000} ;")
    code, looks = machine.forth.code, []
    with checking_time(lambda: looks.append("")):
        long = Program(code).function(machine.forth.word("long").entry)
        decoded = len(looks)
        walk(long, 0, onward, lambda *_: None)
    assert decoded == 20_001 // OFTEN + 1 == len(looks) - decoded
