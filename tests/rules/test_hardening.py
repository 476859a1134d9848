"""Scripts that once crashed, hung or corrupted the process raise errors, in both tiers.

Scripts are in hardening/; each runs in a process of its own, since a failure may end it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from ast import literal_eval
from pathlib import Path

import pytest

import forthgame
from tests.machines import compile_own
from tests.waiting import HANGS_AFTER, ended_after, ended_within, let_work

ROOT = Path(__file__).parents[2]
SCRIPTS = Path(__file__).parents[1] / "hardening"
TIERS = pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])


def python(code: str, *arguments: object) -> str:
    """Run Python in a process and return its output. It must exit by itself without a crash."""
    result = subprocess.run(
        [sys.executable, "-c", "import sys\nimport forthgame\n" + code, *map(str, arguments)],
        capture_output=True, text=True, check=False, timeout=HANGS_AFTER, cwd=ROOT,
    )  # fmt: skip
    assert result.returncode == 0, f"ended with {result.returncode}: {result.stderr[-1500:]}"
    return result.stdout


PLAY = """
game = forthgame.load(sys.argv[1], native=sys.argv[2] == "True")
if game.native is not None:
    game.native.prepare(wait=True)
def told(step):
    try:
        print("gives", step())
    except forthgame.ForthgameError as error:
        print("says", str(error).splitlines()[0])
state = game.new_game(seed=1)
told(lambda: len(state.moves()))
for engine in ("maxn", "negamax", "uct", "mcts", "brs"):
    told(lambda: state.search(engine, depth=2).move)
told(lambda: game.playouts(30, state=state, plies=20).plies)
told(lambda: game.perft(2, state))
told(lambda: state.play(state.moves()[0]))
told(lambda: state.moves())
"""


@pytest.mark.parametrize(
    "native",
    [False, pytest.param(True, marks=pytest.mark.slow)],
    ids=["interpreted", "native"],
)
@pytest.mark.parametrize("name", ["event-drops-list-segv", "forged-move-segv", "list-overlay-segv"])
def test_lists_that_events_drop_open_or_forge(name: str, native: bool) -> None:
    """Each step of play returns something or raises an error with its reason."""
    told = python(PLAY, SCRIPTS / f"{name}.4th", native).splitlines()
    assert len(told) == 10
    assert all(line.startswith(("gives ", "says ")) for line in told)


REACHING = {
    "forged-move-segv-plain": "not a move",
    "hidden-word-segv": "unknown word '(close-node)'",
    "write-behind-fence": "unknown word '(close-node)'",
}


@TIERS
def test_a_script_that_reached_behind_the_fence(native: bool) -> None:
    """The word, or the move, is invalid."""
    code = (
        "for path in sys.argv[2:]:\n"
        "    machine = forthgame.Machine(native=sys.argv[1] == 'True')\n"
        "    try:\n        machine.run(open(path).read())\n"
        "    except forthgame.ScriptError as error:\n        print(repr(error.message))\n"
    )
    told = python(code, native, *(SCRIPTS / f"{name}.4th" for name in REACHING)).splitlines()
    for line, sentence in zip(told, REACHING.values(), strict=True):
        assert sentence in literal_eval(line)


def test_a_declaration_in_a_running_game_has_a_place(tmp_path: Path) -> None:
    """The error of a host word names the line and column of the call in the script."""
    state = forthgame.load(SCRIPTS / "no-place.4th", native=False).new_game(seed=1)
    with pytest.raises(forthgame.ScriptError) as caught:
        state.play(state.moves()[0])
    assert (caught.value.line, caught.value.word) == (10, "{directions")
    assert caught.value.file.endswith("no-place.4th")


POISONED = """
import base64, struct, zlib
from forthgame.words.registers import memory_layout as at
game = forthgame.load("splut/random", native=False)
cells = (at.RANDOM2 + 4 * at.RANDOM_CELLS - at.RANDOM) // 4
for index in map(int, sys.argv[1:]):
    data = [0] * cells
    for start in (0, (at.RANDOM2 - at.RANDOM) // 4):
        data[start : start + 3] = 12345, index, 1
    raw = struct.pack(f"<{cells}i", *data) + bytes(8)
    text = game.new_game(seed=1).to_text()
    line = text[: text.index("random=")] + "random="
    line += base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode()
    try:
        state = game.position(line)
        state.search("random", time=None)
        state.search("uct", playouts=20)
        print("lives")
    except forthgame.ForthgameError as error:
        print("lives:", error)
"""


def test_random_streams_in_a_position_are_no_index() -> None:
    """A stream whose last output is any number draws numbers, or is refused."""
    told = python(POISONED, 2**31 - 1, -(2**31), -1, 1 << 20).splitlines()
    assert [line[:5] for line in told] == ["lives"] * 4


@pytest.mark.parametrize(
    "text",
    [
        "9" * 5000,
        "HEX \ufb00",
        "36 BASE ! \u00df",
        ": a {turn} ; " + "a " * 4000,
    ],
    ids=["digits", "ligature", "sharp s", "nested declarations"],
)
def test_no_exception_of_python_comes_out_of_a_text(text: str) -> None:
    """All of them are errors of the script."""
    with pytest.raises(forthgame.ScriptError):
        forthgame.Machine(native=False, seconds=HANGS_AFTER).run(text)


DIFFERENCES = {
    "a return address": ("DEFER w2 : i2 R> . ; ' i2 IS w2", "w2"),
    "a thousand underflows": (": c BEGIN PAD +! 64 ABS MAX DEPTH 9 > UNTIL ;", "7 61 c"),
    "what was done before them": (": w BEGIN C, AGAIN ;", "1 2 HERE w"),
    "an index beyond two words": (": a J ; : b a ; : w 4 1 DO b LOOP ;", "w .S"),
    "an index beyond a word run by its token": (
        f"DEFER d : a J ; ' a IS d : b d {'1 DROP ' * 20} ; : w 4 1 DO b LOOP ;",
        "w .S",
    ),
    "return addresses that two words take": (
        ": a R> DROP R> DROP ; : b R> DROP a 1 ; : c b 2 ; : d 7 c 4 ; : w d 9 ;",
        "w .S",
    ),
}


@pytest.mark.parametrize("name", list(DIFFERENCES))
def test_the_tiers_agree_after_misuse(name: str) -> None:
    """Output or error with its word and place, stack, dictionary pointer."""
    define, call = DIFFERENCES[name]
    seen = []
    for native in (False, True):
        machine = forthgame.Machine(native=False, seconds=HANGS_AFTER)
        machine.run(define)
        processor = machine.forth.processor
        if native:
            compile_own(machine)
        try:
            result: object = machine.run(call)
        except forthgame.ScriptError as error:
            result = (error.message, str(error.place), error.word, error.stack)
        seen.append((result, processor.cell(64)))
    assert seen[0] == seen[1]


ENDLESS = {
    "clock": ": x BEGIN SYSTEM-TIME DROP AGAIN ; x",
    "FILL": ": x BEGIN 65536 8000000 0 FILL AGAIN ; x",
    "CMOVE": ": x BEGIN 65536 65537 8000000 CMOVE AGAIN ; x",
    "MOVE": ": x BEGIN 65536 65540 2000000 MOVE AGAIN ; x",
    "boards": "{board 2 2 {grid} 240000 {array} big board} "
    ": x BEGIN $CloneBoard $DeallocateBoard AGAIN ; x",
    "balance": "{board 128 128 {grid} board} : x BEGIN 2048 material-balance DROP AGAIN ; x",
    "nothing": ": x BEGIN AGAIN ; x",
}
TIMED = """
import time
for text in sys.argv[2:]:
    machine = forthgame.Machine(seconds=.1, native=sys.argv[1] == "True")
    started = time.process_time()
    try:
        machine.run(text)
    except forthgame.ScriptError as error:
        print(error.message, "|", time.process_time() - started < 3)
"""


@pytest.mark.sampled(2)
@TIERS
def test_a_time_limit_holds_whatever_runs(native: bool) -> None:
    """A loop of one word is stopped: of the host, of a word that moves megabytes, of nothing."""
    told = python(TIMED, native, *ENDLESS.values()).splitlines()
    assert dict(zip(ENDLESS, told, strict=True)) == dict.fromkeys(
        ENDLESS, "time limit reached | True"
    )


@pytest.mark.parametrize(
    "native", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["interpreted", "native"]
)
def test_a_search_ends_in_time_with_a_host_word_in_its_evaluation(native: bool) -> None:
    """An OnEvaluate that reads the clock does not switch the limit off."""
    code = (
        "import time\n"
        "game = forthgame.load(sys.argv[1], native=sys.argv[2] == 'True')\n"
        "if game.native is not None:\n    game.native.prepare(wait=True)\n"
        "state = game.new_game(seed=1)\n"
        "started = time.process_time()\n"
        "state.search('negamax', time=0.3)\n"
        "print(time.process_time() - started < 5)\n"
    )
    assert python(code, SCRIPTS / "time-limit-host-word.4th", native) == "True\n"


@pytest.mark.slow
def test_lists_of_many_moves_are_not_all_stored(tmp_path: Path) -> None:
    """Eight plies of 60 000 moves each take no more memory than a few lists."""
    pytest.importorskip("resource")
    script = tmp_path / "many.4th"
    script.write_text((SCRIPTS / "memory-many-moves.4th").read_text().replace("300000", "60000"))
    code = (
        "import resource\n"
        "game = forthgame.load(sys.argv[1], native=False)\n"
        "state = game.new_game(seed=1)\n"
        "def play():\n"
        "    state.play(state.moves()[0])\n"
        "play()\nplay()\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "for _ in range(8):\n    play()\n"
        "grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before\n"
        "print(grown // 1024 if sys.platform != 'darwin' else grown >> 20)\n"
    )
    assert int(python(code, script)) < 60


# ---- files ----


def test_files_are_refused_with_sentences(tmp_path: Path) -> None:
    """These are a link out of the folder under another case, loops of links, and long names."""
    game, out = tmp_path / "game", tmp_path / "out"
    game.mkdir()
    out.mkdir()
    (out / "secret.4th").write_text("SECRET-OUTSIDE")
    (game / "EVIL.4th").symlink_to("../out/secret.4th")
    (game / "loop.4th").symlink_to("loop.4th")
    for text in ("LOAD evil.4th", "LOAD loop.4th", "LOAD " + "a" * 300):
        script = game / "script.4th"
        script.write_text(text)
        with pytest.raises(forthgame.ForthgameError) as caught:
            forthgame.load(script, native=False)
        assert "SECRET" not in str(caught.value)
    for name in ("**", "a" * 300):
        with pytest.raises(forthgame.ForthgameError):
            forthgame.load(name, native=False)


# ---- threads, forks, signals ----

THREADS = """
import collections, random, threading, time
stop, seen = time.monotonic() + 2, collections.Counter()
game = forthgame.load("breakthrough")
game.native.prepare(wait=True)
shared = game.new_game(seed=1)
def work(k):
    draw = random.Random(k)
    while time.monotonic() < stop:
        state = shared if draw.random() < .5 else game.new_game(seed=draw.randrange(9))
        try:
            kind = draw.randrange(5)
            if kind == 0: state.play(draw.choice(state.moves()))
            elif kind == 1: game.perft(3, state)
            elif kind == 2: game.playouts(30, state=state)
            elif kind == 3: state.search("negamax", depth=2)
            elif state.history: state.undo()
        except (forthgame.ForthgameError, IndexError) as error:
            seen[type(error).__name__] += 1
threads = [threading.Thread(target=work, args=(k,), daemon=True) for k in range(4)]
for t in threads: t.start()
for t in threads: t.join(300)
print(sum(t.is_alive() for t in threads))
"""
FIRST_GAMES = """
import threading
def work(name):
    game = forthgame.load(name)
    print(f"{len(game.new_game(seed=1).moves()) > 0}\\n", end="")
threads = [threading.Thread(target=work, args=(n,)) for n in ("tictactoe", "connectfour")]
for t in threads: t.start()
for t in threads: t.join()
"""
FORKS = """
import os, signal, time
game = forthgame.load(sys.argv[1])
state = game.new_game(seed=1)
state.search("negamax", time=.05)
child = os.fork()
if child == 0:
    signal.alarm(300)
    try:
        state.search("negamax", time=.2)
        game.native.prepare(wait=True)
        game.perft(4)
    finally:
        os._exit(0)
status = os.waitpid(child, 0)[1]
game.native.prepare(wait=True)
print(os.WIFEXITED(status))
"""


@pytest.mark.slow
def test_threads_that_share_a_game() -> None:
    """All of them end."""
    assert python(THREADS) == "0\n"


def test_threads_that_load_their_first_games() -> None:
    """Two at once, before anything of the engine is loaded."""
    assert python(FIRST_GAMES) == "True\nTrue\n"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_fork_while_something_compiles(tmp_path: Path) -> None:
    """The child goes on."""
    script = tmp_path / "fork.4th"
    text = (ROOT / "games" / "breakthrough" / "breakthrough.4th").read_text()
    script.write_text(f"{text}\n: unknown{time.time_ns()} 1 ;\n")
    assert python(FORKS, script) == "True\n"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
def test_a_game_of_engines_ends_at_the_second_ctrl_c() -> None:
    """`play` with engines on all seats."""
    process = subprocess.Popen(
        [sys.executable, "-m", "forthgame", "play", "breakthrough", "--seat", "White=negamax",
         "--seat", "Black=uct", "--time", "3"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
        start_new_session=True, cwd=ROOT,
    )  # fmt: skip
    try:
        let_work(process, 3)
        process.send_signal(signal.SIGINT)
        if not ended_within(process, 1.5):
            process.send_signal(signal.SIGINT)
            assert ended_after(process) < 10
        assert process.returncode == 130
    finally:
        process.kill()
        process.wait()
