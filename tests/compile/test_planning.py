"""The contents of machine code are planned once, and then read from the cache."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from machines import loaded, with_module

import forthgame
from forthgame.base import cache
from forthgame.compile.generation import Optimisation, without
from forthgame.compile.llvm import source_dependencies
from forthgame.compile.writer import ir_module, machine_code
from forthgame.machine.tiers import plan_search
from forthgame.words.registers import memory_layout as at
from tests.waiting import HANGS_AFTER

STEPS = """
{board 5 5 {grid} board}
{directions -1 0 {direction} north 1 0 {direction} south directions}
VARIABLE seen
: step north IF 1 seen +! from here move add-move THEN ;
: other south IF from here move add-move THEN ;
DEFER turned
' step IS turned
: ahead turned ;
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
{moves m {move} ahead moves}
{pieces {piece} p {moves} m pieces}
{board-setup {setup} A p c3 {setup} B p b3 board-setup}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with nothing of any game in it."""
    forthgame.load("tictactoe", native=False)  # the interpreter is there
    kept = cache.folder()
    own = tmp_path / "cache"
    own.mkdir(mode=0o700)
    if kept is not None:
        for file in kept.glob("[pi][rn]*"):  # primitives and interpreter
            shutil.copy(file, own)
    monkeypatch.setenv("FORTHGAME_CACHE", str(own))
    as_a_new_process(monkeypatch)
    return own


def as_a_new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code that is in memory is not shared."""
    monkeypatch.setattr(machine_code, "_loaded", {})


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[plan_search.Wanted]]:
    """Record the analyses in this process."""
    found: list[plan_search.Wanted] = []
    find = plan_search.find_module

    def noted(forth: Any, wanted: plan_search.Wanted, *more: Any) -> Any:
        found.append(wanted)
        return find(forth, wanted, *more)

    with monkeypatch.context() as patched:
        patched.setattr(plan_search, "find_module", noted)
        yield found


def script(folder: Path, text: str = STEPS) -> Path:
    path = folder.parent / "steps.4th"
    path.write_text(text)
    return path


def seen(game: forthgame.Game) -> list[object]:
    """Return values that identify a game's machine code."""
    tier = game.forth.processor.tier
    assert tier is not None
    random = game.playouts(20, seed=3, plies=40)
    code = (
        sorted(tier.addresses),
        tier.refused,
        [each.prefers_separate_counting for each in tier.built],
    )
    native = game.native
    plans = [native._play.plan, native._counting.plan] if native else []
    words = [plan.words for plan in plans if plan is not None]
    moves = [str(move) for move in game.new_game(seed=1).moves()]
    return [moves, code, words, random.plies, random.results, game.perft(3)]


@pytest.mark.parametrize(
    "name",
    [
        "tictactoe", "draughts/english",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("splut/splut", "chess")),
    ],
)  # fmt: skip
def test_a_game_that_is_loaded_again_is_not_read_again(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with loaded(name, native=True) as game:
        first = seen(game)
    with counted(monkeypatch) as found, loaded(name, native=True) as game:
        assert seen(game) == first
    assert found == []


def test_what_memory_contained_is_compared(folder: Path) -> None:
    with loaded(script(folder), native=True) as game:
        forth, processor, native = game.forth, game.forth.processor, game.native
        assert native is not None
        name = plan_search._name(forth, native.builder.request_of(native._play))
        text = cache.load(name)
        assert text is not None
        addresses = json.loads(text)["addresses"]
        assert forth.word("turned").value in addresses
        for address in addresses:
            assert plan_search._load_cached(name, forth) is not None
            held = processor.cell(address)
            processor.set_cell(address, held + 1)
            assert plan_search._load_cached(name, forth) is None
            processor.set_cell(address, held)


@pytest.mark.parametrize(
    "field", ["addresses", "prefers_separate_counting", "object", "roots", "words", ""]
)
@pytest.mark.sampled(2)
def test_a_file_that_is_not_what_was_stored(field: str, folder: Path) -> None:
    with loaded(script(folder), native=True) as game:
        forth, native = game.forth, game.native
        assert native is not None
        name = plan_search._name(forth, native.builder.request_of(native._play))
        text = cache.load(name)
        assert text is not None
        kept = json.loads(text)
        if field:
            del kept[field]
        else:
            kept["addresses"][0] = 1 << 40
        cache.save(name, json.dumps(kept).encode())
        assert plan_search._load_cached(name, forth) is None


@pytest.mark.parametrize(
    "change", ["script", "parts", pytest.param("effort", marks=pytest.mark.slow)]
)
def test_what_else_it_depends_on(
    change: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with loaded(script(folder), native=True) as game:
        first = seen(game)
    text = STEPS
    if change == "script":
        text = STEPS.replace("' step IS", "' other IS")
    if change == "effort":
        monkeypatch.setenv("FORTHGAME_EFFORT", "1")
    parts = [Optimisation.STEADY] if change == "parts" else []
    with (
        counted(monkeypatch) as found,
        without(*parts),
        loaded(script(folder, text), native=True) as game,
    ):
        assert (seen(game)[0] == first[0]) is (change != "script")
    assert found


def test_it_depends_on_the_effort(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with forthgame.load(script(folder)) as game:
        native = game.native
        assert native is not None
        names = set()
        for effort in ("0", "1"):
            monkeypatch.setenv("FORTHGAME_EFFORT", effort)
            names.add(plan_search._name(game.forth, native.builder.request_of(native._play)))
    assert len(names) == 2


@pytest.mark.sampled(3)
@pytest.mark.parametrize("damage", ["object", "plan", "both"])
def test_what_is_lost_or_damaged_is_made_again(
    damage: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = script(folder)
    with loaded(path, native=True) as game:
        first = seen(game)
    for file in folder.glob("words-*"):
        if damage == "both" or (file.suffix == ".json") == (damage == "plan"):
            file.write_bytes(file.read_bytes()[:-3] + b"xyz")
    as_a_new_process(monkeypatch)
    with counted(monkeypatch) as found, loaded(path, native=True) as game:
        assert seen(game) == first
    assert found
    with counted(monkeypatch) as found, loaded(path, native=True) as game:
        assert seen(game) == first
    assert found == []


def test_memory_is_read_once() -> None:
    with forthgame.load("tictactoe", native=False) as game:
        memory, processor = plan_search.RecordingMemory(game.forth), game.forth.processor
        address = at.A_TURN_OFFSET
        before = memory.cell(address)
        processor.set_cell(address, before + 1)
        assert memory.cell(address) == before
        assert memory.read == {address: before}


def test_all_that_writes_machine_code_is_part_of_the_key() -> None:
    """The code that writes it imports nothing outside of those folders, except the listed
    modules.
    """
    program = "import forthgame.machine.tiers.plan_search, sys; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    own = [name.split(".")[1:] for name in done.stdout.split() if name.startswith("forthgame.")]
    others = {name[0] for name in own if name[0] not in source_dependencies.COMPILER}
    assert others <= {"errors", "lazy", "limits", "source", "arguments", "version"}


def test_a_written_text_is_read_while_another_module_is_written() -> None:
    """A builder that holds the lock of LLVM, which the writer may want, does not wait for it."""
    with forthgame.load("tictactoe") as game, ThreadPoolExecutor(1) as other:
        module = with_module(game)
        text = module.text()
        with ir_module._writing:
            assert other.submit(module.text).result(HANGS_AFTER) == text
