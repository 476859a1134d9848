"""Threads, forked processes and Ctrl-C cause no crash, no hang and no difference."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.base.errors import IllegalMove, ScriptError
from tests.waiting import COUNTED, HANGS_AFTER, ended_within, let_work, processor_time

ROOT = Path(forthgame.__file__).parent.parent
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and fork of POSIX")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
# a late signal may find Python ending, with the signal's default action: a shell reports 130
ENDED = (130, -signal.SIGINT)

# a frame of many values: 100 loads with their uses after a store
FAT = (
    ": f DUP IF " + " ".join(f"PAD {4 * k} + @" for k in range(100)) + " 0 PAD ! "
    + " ".join(f"{99 - k} PICK PAD {4 * k} + !" for k in range(99)) + " DROP" * 100
    + " 1- RECURSE 1+ ELSE ENDIF ;"
)  # fmt: skip
ENDLESS = """{board 2 2 {grid} board}
{directions -1 0 {direction} north directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: spin BEGIN FALSE UNTIL ;
{moves men {move} spin moves}
{pieces {piece} man {moves} men pieces}
{board-setup {setup} White man a1 board-setup}
"""


def run(code: str, *arguments: str, timeout: float = HANGS_AFTER) -> str:
    """Run a process that must end normally, and return its output."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False,
        timeout=timeout, env=ENVIRONMENT,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.returncode}: {done.stderr[-2000:]}"
    assert done.stderr == ""
    return done.stdout


def together(works: list[Callable[[], None]]) -> None:
    """Run functions in threads, all at once. Raises the exception of one of them."""
    failures: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(HANGS_AFTER)
    assert not any(thread.is_alive() for thread in threads)
    if failures:
        raise failures[0]


def a_game(game: forthgame.Game, seed: int, plies: int) -> tuple[list[str], bytes]:
    """A game that needs the state's own random streams, with looking and searching in between."""
    state, chance = game.new_game(seed=seed), Random(seed)
    for _ in range(plies):
        moves = state.moves()
        if state.outcome or not moves:
            break
        kind = chance.randrange(4)
        move = state.search("random").move if kind else chance.choice(moves)
        if kind == 1:
            state.search("negamax", depth=1)
        state.play(move)
        if kind == 2 and len(state.history) > 3:
            state.undo()
    return state.history, state.fingerprint


def compare(game: forthgame.Game, games: int, plies: int) -> None:
    """Compare games in four threads with games alone."""
    alone = {seed: a_game(game, seed, plies) for seed in range(4 * games)}
    found: dict[int, tuple[list[str], bytes]] = {}

    def work(first: int) -> None:
        for seed in range(first, 4 * games, 4):
            found[seed] = a_game(game, seed, plies)

    together([lambda first=first: work(first) for first in range(4)])  # type: ignore[misc]
    assert found == alone


@pytest.mark.parametrize("name", ["tictactoe", "breakthrough"])
def test_threads_on_one_game_play_as_alone(name: str) -> None:
    """Each has states of its own: positions, lists and random streams are not mixed up."""
    compare(forthgame.load(name, native=False), 4, 12)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tictactoe", "breakthrough", "splut"])
def test_many_games_in_machine_code_from_threads(name: str) -> None:
    """The games use machine code, for long."""
    game = forthgame.load(name)
    assert game.native
    game.native.prepare(wait=True)
    compare(game, 100, 60)


def test_threads_on_one_state_keep_it_whole() -> None:
    """Operations are atomic: the history leads to the position, and no error is a foreign one."""
    game = forthgame.load("tictactoe", native=False)
    shared = game.new_game(seed=1)

    def work(seed: int) -> None:
        chance = Random(seed)
        for _ in range(60):
            try:
                moves = shared.moves()
                if moves and not shared.outcome and chance.random() < 0.7:
                    shared.play(chance.choice(moves))
                else:
                    shared.undo()
                shared.copy().search("negamax", depth=1)
            except (IllegalMove, IndexError, forthgame.ForthgameError):
                pass  # another thread has moved meanwhile

    together([lambda seed=seed: work(seed) for seed in range(3)])  # type: ignore[misc]
    again = game.new_game(seed=1)
    for text in shared.history:
        again.play(text)
    assert again.fingerprint == shared.fingerprint


def test_threads_on_one_machine() -> None:
    """Texts are run one at a time: definitions and output are not mixed up."""
    machine = forthgame.Machine()
    machine.run(": f DUP 2 < IF ELSE DUP 1- RECURSE SWAP 2 - RECURSE + ENDIF ;")

    def work(number: int) -> None:
        for k in range(40):
            assert machine.run(f": w{number} {number} ; w{number} {k} + . 10 f .") == (
                f"{number + k} 55 "
            )

    together([lambda number=number: work(number) for number in range(4)])  # type: ignore[misc]


FIRST_LOADS = """
import threading, forthgame
def work():
    assert len(forthgame.load('tictactoe').new_game(seed=1).moves()) == 9
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_first_loads_at_once() -> None:
    """Two threads load the first games: one interpreter is made, and none is freed."""
    run(FIRST_LOADS)


@pytest.mark.slow
def test_first_loads_at_once_many_times() -> None:
    """There are 30 processes."""
    for _ in range(30):
        run(FIRST_LOADS)


@pytest.mark.slow
def test_games_that_are_dropped_while_others_run() -> None:
    """Machine code is freed in any thread, and never under one that runs it."""
    run("""
import threading, forthgame
def work():
    for _ in range(15):
        game = forthgame.load('tictactoe')
        game.native.prepare(wait=True)
        assert game.perft(5) == 15120
        game.playouts(50, seed=1)
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
""")


@pytest.mark.slow
def test_a_process_ends_while_threads_play() -> None:
    """Daemon threads in machine code do not make the end of the process crash."""
    for _ in range(10):
        run("""
import threading, time, forthgame
game = forthgame.load('tictactoe'); game.native.prepare(wait=True)
def work():
    while True: game.playouts(3000, seed=1)
for _ in range(3): threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
""")


# -- the C stack ----------------------------------------------------------------------------------

DEEP = f"""
import sys, threading, forthgame
def work():
    machine = forthgame.Machine()
    machine.run({FAT!r})
    forth = machine.forth
    entry = forth.word('f').entry
    forth.processor.tier.compile(forth, [entry])
    assert entry in forth.processor.tier.addresses
    print(machine.run('8000 f .'))
    try: machine.run('9000 f .')
    except forthgame.ScriptError as error: print(error.number)
threading.stack_size(int(sys.argv[1]) << 10)
thread = threading.Thread(target=work); thread.start(); thread.join()
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kilobytes", [256, 512])
def test_deep_recursion_in_a_small_thread(kilobytes: int) -> None:
    """Machine code with large frames runs as deep as the return stack allows, without
    overflow in C.
    """
    assert run(DEEP, str(kilobytes)).split() == ["8000", "-5"]


DEEP_MOVES = f"""
import sys, threading, forthgame
from pathlib import Path
script = Path(sys.argv[2])
text = Path(forthgame.__file__).parent.parent.joinpath("games/tictactoe/tictactoe.4th").read_text()
script.write_text(text + {FAT!r} + " : OnIsGameOver 7000 f 7000 = IF #UnknownScore ENDIF ;")
game = forthgame.load(script)
game.native.prepare_calls(wait=True, engines=False)
def play():
    state = game.new_game(1)
    print(state.count)
    state.play(4)
    print(state.count)
play()
threading.stack_size(int(sys.argv[1]) << 10)
for _ in range(2):
    thread = threading.Thread(target=play); thread.start(); thread.join()
play()
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kilobytes", [256, 512])
def test_deep_recursion_in_short_calls_of_small_threads(tmp_path: Path, kilobytes: int) -> None:
    """The stack is that of the calling thread, whichever thread has called before."""
    assert run(DEEP_MOVES, str(kilobytes), str(tmp_path / "deep.4th")).split() == ["9", "8"] * 4


# -- fork -----------------------------------------------------------------------------------------


@POSIX
def test_a_fork_waits_for_llvm_and_the_child_begins_anew() -> None:
    """Work under LLVM's lock is not cut in two; a job of another thread is done by the child."""
    out = run("""
import os, threading, time
from forthgame.compile.llvm import jobs
begun = threading.Event()
def work(job):
    with jobs.llvm_lock:
        begun.set(); time.sleep(0.3)
        kept.append(os.getpid())
    while not forked: time.sleep(0.01)
    return os.getpid()
kept, forked = [], []
job = jobs.Job(work).start()
begun.wait()
child = os.fork()
assert kept
forked.append(1)
if child == 0:
    print(job.wait() == os.getpid(), flush=True)
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
print(job.wait() == os.getpid())
""")
    assert out.split() == ["True", "True"]


@POSIX
def test_a_fork_while_another_thread_searches() -> None:
    """The child's games are between two operations, for all threads that it starts."""
    out = run("""
import os, threading, time, forthgame
game = forthgame.load('tictactoe', native=False)
state, other = game.new_game(seed=1), game.new_game(seed=2)
quiet = forthgame.load('tictactoe', native=False)
threading.Thread(target=lambda: state.search('negamax', time=2)).start()
for k in range(5):
    time.sleep(0.1)
    child = os.fork()
    if child == 0:
        ok = len(other.moves()) == 9 and state.search('negamax', depth=2).move
        state.play(state.moves()[0])
        found = []
        threads = [
            threading.Thread(target=lambda one=one: found.append(one.perft(3)), daemon=True)
            for one in (game, quiet)
        ]
        for thread in threads: thread.start()
        for thread in threads: thread.join(60)
        print(bool(ok), found, flush=True)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
""")
    assert out.split("\n") == ["True [504, 504]"] * 5 + [""]


@POSIX
def test_a_fork_while_another_thread_works_a_property_out() -> None:
    """The child computes it itself, and that of other objects too."""
    out = run("""
import os, signal, threading, time
from forthgame.base.lazy import lazy
class Thing:
    @lazy
    def slow(self):
        begun.set()
        time.sleep(self.seconds)
        return [self.seconds]
begun = threading.Event()
one, other = Thing(), Thing()
one.seconds, other.seconds = 0.5, 0
thread = threading.Thread(target=lambda: one.slow)
thread.start()
begun.wait()
child = os.fork()
if child == 0:
    signal.alarm(300)
    print(other.slow, one.slow, one.slow is one.slow, flush=True)
    os._exit(0)
print(os.waitpid(child, 0)[1], flush=True)
thread.join()
print(one.slow, 'slow' in vars(one), Thing.slow.__doc__)
""")
    assert out.split("\n") == ["[0] [0.5] True", "0", "[0.5] True None", ""]


@POSIX
def test_a_fork_while_another_thread_holds_what_games_share() -> None:
    """Games are unpickled in the child, and trees are kept there."""
    out = run("""
import os, pickle, signal, threading, forthgame
from forthgame.position import pickling
from forthgame.rules.fact_cache import TreeStore
game = forthgame.load('tictactoe', native=False)
text = pickle.dumps(game)
trees = TreeStore()
held, done = threading.Event(), threading.Event()
def hold():
    with pickling._shared.lock, trees._shared.lock:
        held.set()
        done.wait()
thread = threading.Thread(target=hold)
thread.start()
held.wait()
child = os.fork()
if child == 0:
    signal.alarm(300)
    print(pickle.loads(text).name, trees.take(('uct',), 1), flush=True)
    os._exit(0)
print(os.waitpid(child, 0)[1], flush=True)
done.set()
thread.join()
with pickling._shared.lock, trees._shared.lock:
    print('free')
""")
    assert out.split("\n") == ["tictactoe None", "0", "free", ""]


@POSIX
@pytest.mark.parametrize("forks", [5, pytest.param(40, marks=pytest.mark.slow)])
def test_a_fork_while_another_thread_explains(forks: int) -> None:
    """The child's words have no breakpoint, and its machine no trace of the isolated run."""
    out = run(
        f"FORKS = {forks}"
        + """
import os, signal, threading, time, forthgame
game = forthgame.load('tictactoe', native=False)
state, other = game.new_game(seed=1), game.new_game(seed=2)
begun = threading.Event()
def explain():
    while True:
        state.explain('over')
        begun.set()
threading.Thread(target=explain, daemon=True).start()
begun.wait()
for k in range(FORKS):
    time.sleep(0.0007 * (40 // FORKS) * k)
    child = os.fork()
    if child == 0:
        signal.alarm(300)
        other.play(other.moves()[0])
        assert other.count == 8 and not other.is_over
        assert other.explain('over').answer
        assert game.forth.output == game._keep
        assert game.forth.processor.calm
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    if status:
        print(k, status)
print('done', flush=True)
os._exit(0)
"""
    )
    assert out == "done\n"


@POSIX
def test_a_child_of_a_search_begins_games_of_its_own() -> None:
    """The search is not in the child, which can begin games and search itself."""
    out = run("""
import os, signal, threading, forthgame
game = forthgame.load('tictactoe', native=False)
state = game.new_game(seed=1)
begun = threading.Event()
def search():
    while True:
        state.search('negamax', time=0.2, report=lambda found: begun.set())
threading.Thread(target=search, daemon=True).start()
for k in range(5):
    begun.clear()
    begun.wait()
    child = os.fork()
    if child == 0:
        signal.alarm(300)
        assert game.new_game(seed=2).search('negamax', depth=2).move
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
print('done', flush=True)
os._exit(0)
""")
    assert out == "done\n"


@POSIX
def test_a_fork_while_another_thread_imports() -> None:
    """A search is imported at its first use: a child of that moment can search too."""
    out = run("""
import os, signal, threading, time, forthgame
game = forthgame.load('tictactoe', native=False)
state = game.new_game(seed=1)
threading.Thread(target=lambda: state.search('negamax', time=0.1)).start()
time.sleep(0.003)
child = os.fork()
if child == 0:
    signal.alarm(300)
    print(bool(game.new_game(seed=2).search('negamax', depth=2).move), flush=True)
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
""")
    assert out == "True\n"


@POSIX
@pytest.mark.slow
def test_a_fork_while_a_game_is_compiled(tmp_path: Path) -> None:
    """The child makes the machine code itself."""
    script = (ROOT / "games/breakthrough/breakthrough.4th").read_text()
    for k in range(3):
        file = tmp_path / "new.4th"
        file.write_text(f"{script}\n: new{k} {os.getpid()} ;\n")
        out = run(f"""
import os, time, forthgame
game = forthgame.load({str(file)!r}); state = game.new_game(seed=1)
state.search('negamax', time=0.05)
time.sleep({k} * 0.7)
child = os.fork()
if child == 0:
    game.native.prepare(wait=True)
    print(game.perft(3), game.native.ready, flush=True)
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
""")
        assert out == "11132 True\n"


# -- Ctrl-C ---------------------------------------------------------------------------------------


def process(*arguments: str) -> subprocess.Popen[str]:
    """A process that can be sent Ctrl-C."""
    return subprocess.Popen(
        [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, cwd=ROOT,
    )  # fmt: skip


def press(running: subprocess.Popen[str]) -> None:
    """Send Ctrl-C, and a second one if that has not ended the process."""
    for _ in range(2):
        running.send_signal(signal.SIGINT)
        if ended_within(running, 0.5):
            return


def interrupt(code: str) -> str:
    """Send Ctrl-C to a process that has printed a line; return its output after that."""
    with process("-c", code) as running:
        try:
            assert running.stdout
            running.stdout.readline()
            running.send_signal(signal.SIGINT)
            out, errors = running.communicate(timeout=HANGS_AFTER)
        finally:
            running.kill()
    assert running.returncode == 0, errors
    assert errors == ""
    return out


@POSIX
def test_waiting_for_a_job_is_interrupted() -> None:
    """The job goes on, and the end of the process waits for it."""
    out = interrupt("""
import atexit, threading, time
from forthgame.compile.llvm import jobs
def work(job):
    seen.wait()
    time.sleep(0.3)
    ended.append(1)
ended, seen = [], threading.Event()
atexit.register(lambda: print('ended', len(ended)))
job = jobs.Job(work).start()
try: print('go', flush=True); job.wait()
except KeyboardInterrupt: print('interrupted', job.running, job.done)
seen.set()
""")
    assert out.splitlines() == ["interrupted True False", "ended 1"]


def test_the_end_of_a_program_does_not_wait_for_what_only_daemons_want() -> None:
    """The job has many steps; nothing is printed over it."""
    out = run("""
import threading, time
from forthgame.compile.llvm import jobs
def work(job):
    begun.set()
    with jobs.llvm_lock:
        for k in range(400): time.sleep(0.05); job.tell('', k, 400)
    print('made', flush=True)
def outer(job): return inner.wait()
begun = threading.Event()
inner, other = jobs.Job(work), jobs.Job(outer)
for job in (inner, other): threading.Thread(target=job.wait, daemon=True).start()
begun.wait(); print('ends')
""")
    assert out == "ends\n"


def test_a_thread_that_the_end_waits_for_has_an_abandoned_job_done() -> None:
    """The job is not needed when the program ends; later a thread does it."""
    out = run("""
import threading, time
from forthgame.compile.llvm import jobs
def work(job):
    begun.append(1)
    with jobs.llvm_lock:
        for k in range(8): time.sleep(0.02); job.tell('', k, 8)
    return 'made'
def later():
    while job.running: time.sleep(0.01)
    print(job.done, job.wait(), len(begun))
begun = []
job = jobs.Job(work).start()
threading.Thread(target=later).start()
""")
    assert out == "False made 2\n"


@POSIX
def test_waiting_for_a_machine_is_interrupted() -> None:
    """Another thread has it."""
    out = interrupt("""
import threading, forthgame
game = forthgame.load('tictactoe', native=False); state = game.new_game(seed=1)
held, done = threading.Event(), threading.Event()
def hold():
    with game.lock: held.set(); done.wait()
threading.Thread(target=hold).start(); held.wait()
try: print('go', flush=True); state.moves()
except KeyboardInterrupt: print('interrupted', state.player, state.history, len(state.board))
done.set()
print(len(state.moves()))
""")
    assert out.splitlines() == ["interrupted X [] 0", "9"]


@POSIX
@pytest.mark.parametrize("options", [[], ["--interpret"]])
def test_the_second_interrupt_ends_the_process(options: list[str]) -> None:
    """This also holds while a primitive runs for long; earlier output is not lost."""
    text = '." hello" : x BEGIN 65536 65537 8000000 CMOVE AGAIN ; ." go" x'
    with process("-m", "forthgame", "run", *options, "-e", text) as running:
        try:
            assert running.stdout
            assert running.stdout.read(7) == "hellogo"
            press(running)
            assert running.wait(HANGS_AFTER) in ENDED
        finally:
            running.kill()


@POSIX
def test_the_command_line_ends_at_once_after_an_interrupt() -> None:
    """Earlier output is shown; there is no cleanup, which takes long for large scripts."""
    code = """
import atexit
from forthgame.ui.terminal import ctrl_c as ctrlc
atexit.register(print, "tidied up")
with ctrlc.watched():
    print("printed")
    ctrlc.leave(ctrlc.INTERRUPTED)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (130, "printed\n")


@POSIX
@pytest.mark.parametrize("when", ["during", "behind"])
def test_a_command_that_was_interrupted_does_not_wait_for_the_compiler(when: str) -> None:
    """The command may still have a result, or be done while Python waits for the thread."""
    code = """
import signal, sys, threading, time
from forthgame.ui.cli import entry_point as start, main
from forthgame.compile.llvm.jobs import Job

def compile(job):
    while threading.main_thread().is_alive():
        time.sleep(0.01)
    print("waiting", flush=True)
    time.sleep(3600)

def run(arguments):
    Job(compile).start()
    if sys.argv[1] == "during":
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            print("best line")
    return 3

main.run = run
start.main()
"""
    with process("-c", code, when) as running:
        try:
            if when == "behind":
                assert running.stdout
                assert running.stdout.readline() == "waiting\n"
                running.send_signal(signal.SIGINT)
            said, errors = running.communicate(timeout=HANGS_AFTER)
        finally:
            running.kill()
    expected = (3, "best line\n") if when == "during" else (130, "")
    assert (running.returncode, said, errors) == (*expected, "")


@POSIX
def test_an_interrupt_ends_a_game_of_engines(tmp_path: Path) -> None:
    """The first one does, and the game is saved."""
    kept = tmp_path / "kept.game"
    seats = ["--seat", "X=negamax:depth=1", "--seat", "O=uct", "--time", "60"]
    with process("-m", "forthgame", "play", "tictactoe", *seats, "--save", str(kept)) as running:
        try:
            assert running.stdout
            while "negamax" not in running.stdout.readline():
                pass
            while running.stdout.readline().strip():
                pass
            running.stdout.readline()
            running.send_signal(signal.SIGINT)
            assert running.wait(HANGS_AFTER) == 130
        finally:
            running.kill()
    assert "tictactoe" in kept.read_text()


@pytest.mark.slow
@POSIX
def test_an_interrupt_hurries_an_engine_where_a_human_plays() -> None:
    """The engine moves at once; a second Ctrl-C, at the prompt, ends the game."""
    seats = ["--seat", "White=negamax", "--seat", "Black=human", "--time", "600"]
    with process("-m", "forthgame", "play", "breakthrough", *seats) as running:
        try:
            assert running.stdout
            while not running.stdout.readline().strip():
                pass
            let_work(running, 0.7)  # it thinks
            running.send_signal(signal.SIGINT)
            begun = processor_time(running.pid) if COUNTED else 0.0
            while not (line := running.stdout.readline()).startswith("White (negamax):"):
                assert line
            assert not COUNTED or processor_time(running.pid) - begun < 5
            assert running.stdin
            while running.stdout.read(1) != ">":
                pass
            press(running)  # the first may come before the prompt reads: Python does not see it
            assert running.wait(HANGS_AFTER) in ENDED
        finally:
            running.kill()


# -- time -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_list_of_moves_is_made_in_the_time_of_the_search(tmp_path: Path) -> None:
    """For an endless move word there is an error with its place, and the game can still be used."""
    file = tmp_path / "endless.4th"
    file.write_text(ENDLESS)
    state = forthgame.load(file, native=False).new_game(seed=1)
    with pytest.raises(ScriptError, match="the list of moves was not made in the 0") as found:
        state.search("negamax", time=0.1)
    assert found.value.number == -266
    assert found.value.line == 5
    assert state.game.forth.processor.deadline is None
    with pytest.raises(ScriptError, match="the list of moves was not made"):
        state.search("uct", time=0.1)
