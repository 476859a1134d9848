"""Measure first starts, and the cost of features that a game does not use, in processor time."""

from __future__ import annotations

from pathlib import Path

from benchmarks.compiling import Script, loading
from benchmarks.measuring import FailureError, Peer, Prepare, Row, Run, Sample
from benchmarks.rules import Changes, changed
from benchmarks.sides import timed_by_processor

COLD = {  # seconds for the part that games need, and the moves that the first player has
    "tictactoe": (0.8, "9"),
    "breakthrough": (1.0, "22"),
    "chess": (2.0, "20"),
    "splut": (2.0, "3"),
}
UNUSED = 3000
UNUSED_BUDGET = 1.0
CELLS = 16384
ARRAYS: Changes = (("breakthrough.4th", "\nboard}", f"\n\t{CELLS} {{array}} untouched\nboard}}"),)
ARRAYS_BAR = 1.3
DEPTH = 6


def rows() -> list[Row]:
    """Return rows: cold starts, a script with unused words, a search with an unused array."""
    without = Peer("without", search(()), ARRAYS_BAR)
    return [
        *(
            Row(f"cold-{name}", moves, cold(bundled(name)), (budget(most),))
            for name, (most, moves) in COLD.items()
        ),
        *(
            Row(f"cold-final-{name}", moves, cold(bundled(name), "final"), ())
            for name, (_, moves) in COLD.items()
        ),
        Row("unused-words", COLD["tictactoe"][1], unused_words, (budget(UNUSED_BUDGET),)),
        Row("untouched-array", "", search(ARRAYS), (without,), unit="nodes"),
    ]


def cold(script: Script, what: str = "playouts") -> Prepare:
    """Loading, and the machine code that random games begin with, with nothing in the cache."""
    return loading(script, "cold", "processor", what)


def budget(seconds: float) -> Peer:
    """Return the time that ours may take, as a peer that always takes it."""

    def prepare(folder: Path) -> Run:
        return lambda: Sample("", seconds)

    return Peer("budget", prepare, 1.0, answer="")


def bundled(name: str) -> Script:
    """The script of a bundled game."""

    def script(folder: Path) -> Path:
        from forthgame.base.source import package_path

        return package_path("games", name) / f"{name}.4th"

    return script


def with_unused_words(folder: Path) -> Path:
    """Return tic-tac-toe with additional words that call one another but are never called from
    outside.
    """
    path = folder / "unused.4th"
    own = bundled("tictactoe")(folder).read_text("utf-8")
    path.write_text(own + "\n" + "\n".join(map(unused_word, range(UNUSED))) + "\n", "utf-8")
    return path


def unused_word(number: int) -> str:
    """A word on a number; it calls an earlier one."""
    earlier = f"unused{number * 7 // 8}" if number else "NEGATE"
    return (
        f": unused{number} ( n -- n )   {number} + DUP {number % 9 + 2} MOD"
        f" IF {earlier} ELSE DUP 3 AND 0 SWAP 0 DO I + LOOP + ENDIF ;"
    )


def unused_words(folder: Path) -> Run:
    """Measure how much longer a cold start takes with them than without."""
    kinds = (with_unused_words, bundled("tictactoe"))
    loaded, plain = (cold(script)(folder) for script in kinds)

    def run() -> Sample:
        burdened, free = loaded(), plain()
        if burdened.answer != free.answer:
            raise FailureError(f"has {burdened.answer} moves with words that nothing calls")
        return Sample(free.answer, max(burdened.seconds - free.seconds, 1e-6))

    return run


def search(changes: Changes) -> Prepare:
    """A node of alpha-beta at breakthrough, to a fixed depth from the set-up."""

    def prepare(folder: Path) -> Run:
        import forthgame

        game = forthgame.load(changed("breakthrough", folder, changes))
        if game.native:
            game.native.prepare(wait=True)
        state = game.new_game(seed=1)
        nodes: list[int] = []

        def think() -> str:
            nodes[:] = [state.search("negamax", depth=DEPTH).nodes]
            return ""

        def run() -> Sample:
            return Sample("", timed_by_processor(think).seconds / nodes[0])

        return run

    return prepare
