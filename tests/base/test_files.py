"""Files named by scripts and users: bounded, inside the script's folder, without blocking."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import forthgame
from forthgame.base import source
from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.base.files import replacing, write_whole
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import UnreadableFile, find_script, read_limited
from forthgame.play.model.game_file import GameFileError, read_game
from forthgame.play.model.schedule import read_openings
from forthgame.play.results.html_page import save
from forthgame.ui.cli.main import forthgame as command
from forthgame.ui.commands.show import write_picture
from tests.waiting import HANGS_AFTER

ROOT = Path(forthgame.__file__).parent.parent
posix = pytest.mark.skipif(sys.platform == "win32", reason="links, pipes and devices of POSIX")
LONG = "a" * 300


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Create a script's folder, with one beside it that scripts may not read."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "secret.4th").write_text(': secret ." SECRET" ; secret\n')
    (tmp_path / "game").mkdir()
    return tmp_path / "game"


def run(script: Path) -> str:
    """Return the output of a script."""
    machine = forthgame.Machine(native=False)
    machine.forth.root = script.resolve().parent
    from forthgame.base.source import read_source

    return machine._run_source(read_source(script))


def refused(folder: Path, text: str) -> ScriptError:
    """The error that a script stops with; it shows where."""
    (folder / "main.4th").write_text(text)
    with pytest.raises(ScriptError) as caught:
        run(folder / "main.4th")
    assert "SECRET" not in str(caught.value)
    assert caught.value.place is not None
    return caught.value


# ---- what a script may load ----


def test_a_file_beside_the_script_is_loaded(folder: Path) -> None:
    """The file may be in a subfolder, have a name in another case, or be a link that stays
    inside.
    """
    (folder / "sub").mkdir()
    (folder / "sub" / "Part.4th").write_text("1 . LOAD other.4th\n")
    (folder / "sub" / "other.4th").write_text("2 .\n")
    (folder / "main.4th").write_text("LOAD sub/part.4th\n")
    assert run(folder / "main.4th") == "1 2 "


@posix
@pytest.mark.parametrize("name", ["evil.4th", "EVIL.4th", "sub/evil.4th", "../out/secret.4th"])
def test_links_do_not_lead_out_of_the_folder(folder: Path, name: str) -> None:
    """This holds however the name is written: the place is checked after all links are followed."""
    (folder / "EVIL.4th").symlink_to("../out/secret.4th")
    (folder / "sub").symlink_to("../out")
    (folder.parent / "out" / "Evil.4th").write_text(": secret ;")
    assert refused(folder, f"LOAD {name}").number == -272


@posix
@pytest.mark.parametrize("name", ["part.4th", "sub/part.4th", "sub/sub/part.4th"])
def test_a_link_that_is_put_there_after_the_look_is_not_followed(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The link may be the file, or a folder on the path to it."""
    for place in (folder, folder.parent / "out"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(": secret ;")
    found = source.find_loaded_file

    def swapped(*given: Any) -> Path:
        path = found(*given)
        first = folder / Path(name).parts[0]
        first.rename(folder / "old")
        first.symlink_to(folder.parent / "out" / first.name)
        return path

    monkeypatch.setattr(source, "find_loaded_file", swapped)
    assert refused(folder, f"LOAD {name}").number == -274


@posix
def test_loops_of_links_are_an_error(folder: Path) -> None:
    """Loops of one link, of two, and of a folder are tested."""
    (folder / "loop.4th").symlink_to("loop.4th")
    (folder / "one.4th").symlink_to("two.4th")
    (folder / "two.4th").symlink_to("one.4th")
    for name in ("loop.4th", "one.4th", "LOOP.4th", "loop.4th/x"):
        assert refused(folder, f"LOAD {name}").number in (-274, -38), name


def test_names_of_any_length_are_an_error(folder: Path) -> None:
    """The message shows only a readable part of the name."""
    error = refused(folder, f"LOAD {LONG}\n")
    assert error.number in (-274, -38)
    assert len(error.message) < 300
    assert refused(folder, "LOAD " + "a/" * 5000).number in (-274, -38)


@posix
@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may read anything")
def test_a_closed_folder_is_an_error(folder: Path) -> None:
    """Either listing or entering it is forbidden."""
    (folder / "closed").mkdir()
    (folder / "closed" / "x.4th").write_text("1 .")
    (folder / "closed").chmod(0)
    try:
        assert refused(folder, "LOAD closed/x.4th").number == -274
    finally:
        (folder / "closed").chmod(0o700)


@pytest.mark.parametrize("how", ["stat", "iterdir"])
def test_what_the_system_refuses_is_an_error(
    folder: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal is simulated, also for the superuser."""
    (folder / "main.4th").write_text("LOAD part.4th\n")
    (folder / "closed").mkdir()
    machine = forthgame.Machine(native=False)
    machine.forth.root = folder.resolve()
    source = forthgame.base.source.Source("main", "LOAD part.4th\n", folder.resolve() / "main.4th")
    original = getattr(Path, how)

    def refuse(path: Path, *given: Any, **named: Any) -> Any:
        if how == "iterdir" or path.name == "part.4th":
            raise PermissionError(13, "Permission denied", str(path))
        return original(path, *given, **named)

    monkeypatch.setattr(Path, how, refuse)
    with pytest.raises(ScriptError, match="Permission denied") as caught:
        machine._run_source(source)
    assert caught.value.number == -274


@posix
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_only_regular_files_are_loaded(folder: Path, kind: str) -> None:
    """A pipe without a writer does not block, and no device is read."""
    if kind == "pipe":
        os.mkfifo(folder / "part.4th")
    elif kind == "device":
        folder = Path("/dev")
    else:
        (folder / "part.4th").mkdir()
    machine = forthgame.Machine(native=False)
    machine.forth.root = folder
    name = "zero" if kind == "device" else "part.4th"
    source = forthgame.base.source.Source("main", f"LOAD {name}\n", folder / "main.4th")
    with pytest.raises(ScriptError) as caught:
        machine._run_source(source)
    assert caught.value.number == -38
    if kind != "folder":
        with pytest.raises(UnreadableFile, match="not a regular file"):
            read_limited(folder / name, 100, regular=True)


def test_a_script_loads_so_many_files_and_no_more(folder: Path) -> None:
    """The limit is a thousand; loads of another run of the machine do not count."""
    (folder / "one.4th").write_text("1+\n")
    machine = forthgame.Machine(native=False)
    machine.forth.root = folder.resolve()

    def load(times: int) -> str:
        text = "0 " + "LOAD one.4th\n" * times + "."
        return machine._run_source(
            forthgame.base.source.Source("main", text, folder.resolve() / "main.4th")
        )

    assert load(DEFAULT_LIMITS.loads) == f"{DEFAULT_LIMITS.loads} "
    assert load(DEFAULT_LIMITS.loads) == f"{DEFAULT_LIMITS.loads} "
    with pytest.raises(ScriptError, match="more than 1000 files") as caught:
        load(DEFAULT_LIMITS.loads + 1)
    assert caught.value.line == DEFAULT_LIMITS.loads + 1


def test_a_script_loads_so_many_bytes_and_no_more(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the limit it loads; with one byte more, in one file or in several, it does not."""
    small = DEFAULT_LIMITS.with_text("script=1000")
    monkeypatch.setattr("forthgame.api.machine.DEFAULT_LIMITS", small)
    (folder / "whole.4th").write_bytes(b" " * small.script)
    (folder / "main.4th").write_text("LOAD whole.4th 7 .")
    assert run(folder / "main.4th") == "7 "
    (folder / "byte.4th").write_text("\n")
    assert refused(folder, "LOAD whole.4th\nLOAD byte.4th").line == 2
    with (folder / "whole.4th").open("ab") as file:
        file.write(b" ")
    error = refused(folder, "LOAD whole.4th")
    assert error.number == -274
    assert "whole.4th" in error.message
    assert str(small.script) in error.message


def test_files_inside_each_other_end_somewhere(folder: Path) -> None:
    """Each loads the next; also by words, which takes more of Python's stack."""
    for word in (False, True):
        for number in range(100):
            text = f"LOAD part{number + 1}.4th" if not word else f"l part{number + 1}.4th"
            (folder / f"part{number}.4th").write_text(f"{text}\n")
        error = refused(folder, (": l LOAD ; l" if word else "LOAD") + " part0.4th")
        assert error.number == -273


# ---- files that users name ----


@posix
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file here")
@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "/dev/zero"],
        ["check", "/dev/zero"],
        ["moves", "/dev/zero"],
        ["replay", "/dev/zero"],
        ["show", "tictactoe", "--position", "/dev/zero"],
    ],
)
def test_an_endless_file_is_an_error(arguments: list[str]) -> None:
    """No more of it is read than the limit."""
    result = CliRunner().invoke(command, arguments)
    assert isinstance(result.exception, ForthgameError) or arguments[0] == "check"
    assert "limit" in str(result.exception) + result.output
    assert "/dev/zero" in str(result.exception) + result.output


@posix
@pytest.mark.parametrize("kind", ["run", "game"])
def test_a_script_may_come_through_a_pipe(kind: str) -> None:
    """Both `… | forthgame run /dev/stdin` and a game work; the hash is that of the text read."""
    text = (ROOT / "games" / "tictactoe" / "tictactoe.4th").read_bytes()
    if kind == "run":
        text = b"6 7 * ."
    code = {
        "run": "from forthgame.ui.cli.main import main; main(['run', '/dev/stdin'])",
        "game": "import forthgame; g = forthgame.load('/dev/stdin'); print(g.perft(2), g.digest)",
    }[kind]
    result = subprocess.run(
        [sys.executable, "-c", code], input=text, capture_output=True, check=True, cwd=ROOT,
        timeout=HANGS_AFTER,
    )  # fmt: skip
    if kind == "run":
        assert result.stdout == b"42 "
    else:
        whole = forthgame.load("tictactoe")
        assert result.stdout.decode().split() == ["72", whole.digest]


def test_reading_stops_at_the_limit(tmp_path: Path) -> None:
    """A file of as many bytes is read, one of a byte more is not; the message names both."""
    path = tmp_path / "file"
    path.write_bytes(b"x" * 1000)
    assert read_limited(path, 1000) == b"x" * 1000
    assert read_limited(path, 1000, regular=True) == b"x" * 1000
    path.write_bytes(b"x" * 1001)
    with pytest.raises(UnreadableFile, match=r"file is longer than 1000 bytes"):
        read_limited(path, 1000)
    path.write_bytes(b"")
    assert read_limited(path, 0) == b""


@pytest.mark.parametrize("name", ["", ".", "nothing", LONG, "nul\0byte", "x/" * 3000])
def test_names_that_are_no_files(name: str, tmp_path: Path) -> None:
    """Every reader raises an error with a message, not an exception of Python's."""
    path = tmp_path / name
    for reader in (read_game, read_openings, lambda path: read_limited(path, 10)):
        with pytest.raises(ForthgameError):
            reader(path)


@pytest.mark.parametrize("name", ["**", "*", "?", "[", LONG, "nul\0byte", "..", "/", "~nobody", ""])
def test_names_that_are_no_scripts(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """These are patterns, and names that no file can have."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ScriptError):
        find_script(name)


def test_game_files_and_openings_have_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test uses a smaller limit than the usual one."""
    small = DEFAULT_LIMITS.with_text("game_file=1000")
    monkeypatch.setattr("forthgame.play.model.game_file.DEFAULT_LIMITS", small)
    monkeypatch.setattr("forthgame.play.model.schedule.DEFAULT_LIMITS", small)
    path = tmp_path / "file.txt"
    path.write_text("a1\n" * 333 + "\n")
    assert len(read_openings(path)) == 333
    path.write_text("a1\n" * 334)
    with pytest.raises(ForthgameError, match="1000 bytes"):
        read_openings(path)
    with pytest.raises(GameFileError, match="1000 bytes"):
        read_game(path)


# ---- what explains a game reads no other files than the game does ----


@posix
def test_why_reads_no_file_outside_the_folder(tmp_path: Path) -> None:
    """This includes files that the script names without loading them."""
    shutil.copytree(ROOT / "games" / "tictactoe", tmp_path / "game")
    script = tmp_path / "game" / "tictactoe.4th"
    os.mkfifo(tmp_path / "pipe.4th")
    os.mkfifo(tmp_path / "game" / "inside.4th")
    loads = "0 IF LOAD ../pipe.4th LOAD inside.4th LOAD /dev/zero ENDIF\n"
    script.write_text(loads + script.read_text())
    state = forthgame.load(script).new_game(seed=1)
    assert "legal" in state.explain(str(state.moves()[0])).text()


# -- files that are written -----------------------------------------------------------------------


@posix
def test_a_written_file_keeps_its_mode_and_its_links(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept", tmp_path / "link"
    kept.write_text("before")
    kept.chmod(0o640)
    link.symlink_to("kept")
    write_whole(link, "after")
    assert (link.is_symlink(), kept.read_text()) == (True, "after")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640
    (tmp_path / "nowhere").symlink_to("new")
    write_whole(tmp_path / "nowhere", "new")
    assert (tmp_path / "new").read_text() == "new"
    write_whole(tmp_path / "own", "", private=True)
    assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o600


@posix
def test_pipes_and_devices_are_written_to(tmp_path: Path) -> None:
    """A pipe without a reader is an error, and does not block."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="pipe"):
        write_whole(pipe, "x")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "heard")
    assert (os.read(reader, 9), stat.S_ISFIFO(pipe.stat().st_mode)) == (b"heard", True)
    os.close(reader)
    write_whole(Path(os.devnull), "x")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there are no names of open files")
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "link"])
def test_what_is_open_is_written_to_where_it_stands(tmp_path: Path, name: str) -> None:
    """A file used as stdout is not replaced: earlier and later output stays."""
    (tmp_path / "link").symlink_to("/dev/stdout")
    code = "from forthgame.base.files import *; print(1); "
    code += f"write_whole(Path({name!r}), '2\\n'); print(3)"
    with (tmp_path / "told").open("wb") as told:
        told.write(b"0\n")
        told.flush()
        subprocess.run([sys.executable, "-c", code], cwd=tmp_path, stdout=told, check=True,
                       env={**os.environ, "PYTHONPATH": str(ROOT)})  # fmt: skip
    assert (tmp_path / "told").read_text() == "0\n1\n2\n3\n"


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="there are no names of open files")
def test_a_file_that_is_not_open_cannot_be_written_to() -> None:
    with pytest.raises(OSError, match=r"Bad file descriptor.*987"):
        write_whole(Path("/dev/fd/987"), "x")


def fail_at_the_end(path: Path) -> None:
    with replacing(path) as file:
        file.write(b"after")
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("name", ["a" * 255, "ü" * 127, "kept", "a\udcffb"])
def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, name: str) -> None:
    """No temporary file is left beside it."""
    path = tmp_path / name
    try:
        path.touch()
    except (OSError, ValueError):
        pytest.skip("this system has no such names")
    write_whole(path, "before \udcff")
    with pytest.raises(OSError, match="No space"):
        fail_at_the_end(path)
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == b"before \\udcff"


@pytest.mark.parametrize("name", ["a\0b", LONG])
def test_a_name_that_no_file_has_is_an_error_of_the_system(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match=name[:1]) as caught:
        write_whole(tmp_path / name, "")
    assert caught.value.strerror


def test_a_page_holds_names_that_are_no_text(tmp_path: Path) -> None:
    save(tmp_path / "page.html", "ga\udcffme")
    assert (tmp_path / "page.html").read_bytes() == b"ga\\udcffme"


@pytest.mark.parametrize(
    "write", [save, lambda path, text: write_picture(str(path), text)], ids=["page", "picture"]
)
def test_pages_and_pictures_are_written_whole_or_not_at_all(
    tmp_path: Path, write: Callable[[Path, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "written"
    write(path, "old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("forthgame.base.files.os.replace", full)
    with pytest.raises(ForthgameError, match="written cannot be written: No space left"):
        write(path, "new")
    assert [each.read_text() for each in tmp_path.iterdir()] == ["old"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(ForthgameError, match="pipe cannot be written"):
            write(tmp_path / "pipe", "new")  # without a reader
