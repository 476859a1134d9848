"""The checker's memory and time grow no faster than the text, also for odd scripts."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import ItemsView
from pathlib import Path
from typing import Any

import pytest

from forthgame.base.errors import NoRoomError
from forthgame.base.limits import ScriptLimits
from forthgame.check.check import check
from forthgame.check.declarations.asymmetries import check_mirrored
from forthgame.check.loading.checked_script import CheckedScript, read_script, roles_of
from forthgame.check.loading.reader import CheckTimeout
from forthgame.check.stack_effects.effects import effects_of
from forthgame.check.stack_effects.stack_findings import check_stacks
from forthgame.check.text.copied_code import check_pairs, check_rows
from forthgame.check.text.definition_text import DefinitionTexts
from forthgame.check.text.word_families import check_families, codes_of

HEAD = """
{board 3 3 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: go ( -- ) n verify from here move add-move ;
{moves list {move} go moves}
{pieces {piece} man {moves} list pieces}
{board-setup {setup} White man a1 {setup} Black man a3 board-setup}
"""


def game(folder: Path, text: str) -> Path:
    """Return a small game with some text appended."""
    path = folder / "costs.4th"
    path.write_text(HEAD + text)
    return path


def peak_of(path: Path) -> int:
    """The most bytes that checking takes at one time."""
    tracemalloc.start()
    try:
        check(path)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_name_of_many_parts_takes_little_memory(tmp_path: Path) -> None:
    path = game(tmp_path, f": {'a1' * 4000} here DROP ;")
    assert peak_of(path) < 40_000_000


def test_definitions_that_a_word_of_the_script_ends_take_little_memory(tmp_path: Path) -> None:
    words = "".join(f": w{k} here DROP from DROP end\n" for k in range(400))
    assert peak_of(game(tmp_path, f": end [COMPILE] ; ; IMMEDIATE\n{words}")) < 20_000_000


class Counted(dict[str, str]):
    """A dictionary that counts how often it is iterated over."""

    times = 0

    def items(self) -> ItemsView[str, str]:
        self.times += 1
        return super().items()


def test_names_are_gone_through_once_and_not_for_each_word(tmp_path: Path) -> None:
    asked = "current-player White = IF"
    words = "".join(f": w{k} {asked} black-step ELSE white-step ENDIF ;\n" for k in range(50))
    names = ": white-step ( -- n ) 1 ;\n: black-step ( -- n ) 2 ;\n"
    script = read_script(game(tmp_path, names + words))
    texts = DefinitionTexts(script)
    texts.roles = roles = Counted(texts.roles)
    check_pairs(texts)
    assert sum(finding.code == "FG544" for finding in script.findings) == 50
    assert roles.times < 5


def test_a_long_name_has_its_stem_in_linear_time(tmp_path: Path) -> None:
    path = game(tmp_path, f": {'a' * 20_000}-b n verify add-move ;")
    began = time.thread_time()
    check(path)
    assert time.thread_time() - began < 1


def test_directions_that_do_not_undo_each_other_are_compared_briefly(tmp_path: Path) -> None:
    places = range(300)
    board = " ".join(f"{{position}} p{k}" for k in places)
    links = "\n".join(
        f"{{link}} d{step} p{k} p{(k + step) % 300}" for step in range(1, 81) for k in places
    )
    text = HEAD.replace("3 3 {grid}", board).replace("{directions", f"{{directions {links}")
    path = tmp_path / "links.4th"
    path.write_text(text.replace("a1", "p1").replace("a3", "p3"))
    began = time.thread_time()
    script = read_script(path)
    read = time.thread_time()
    check_mirrored(script)
    # beside the reading, as a slow machine is slow at both
    assert time.thread_time() - read < (read - began) / 10


def test_a_check_ends_at_the_limit_of_seconds(tmp_path: Path) -> None:
    path = game(tmp_path, "".join(f": w{k} w{k - 1} ;\n" for k in range(1, 3000)))
    with pytest.raises(CheckTimeout, match="longer than its limit of"):
        check(path, limits=ScriptLimits(seconds=0.05))


@pytest.mark.parametrize(
    "part", [check_stacks, check_families, check_mirrored, check_rows, check_pairs]
)
def test_the_loops_of_checks_look_at_the_clock(tmp_path: Path, part: Any) -> None:
    script = read_script(game(tmp_path, ": w-left here n 1 ;\n: w-right here s 2 ;\n"))
    effects, texts = effects_of(script), DefinitionTexts(script)
    codes = codes_of(script, effects)
    given = {check_stacks: (script, effects, roles_of(script)), check_families: (script, codes),
             check_mirrored: (script,)}.get(part, (texts,))  # fmt: skip
    script.deadline.seconds = 0.0
    with pytest.raises(CheckTimeout):
        part(*given)


def test_too_little_memory_is_an_error_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(script: CheckedScript) -> None:
        raise MemoryError

    monkeypatch.setattr("forthgame.check.check.analyse", full)
    with pytest.raises(NoRoomError, match="too little memory to check"):
        check(game(tmp_path, ""))


def test_a_long_name_is_shortened_in_findings(tmp_path: Path) -> None:
    report = check(game(tmp_path, f": {'a' * 1000} here DROP ;"))
    (message,) = (finding.message for finding in report.findings if finding.code == "FG403")
    assert len(message) < 300
