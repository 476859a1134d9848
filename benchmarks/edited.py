"""A script that was edited: the processor time until its engine has answered."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from benchmarks.burdens import budget
from benchmarks.measuring import FailureError, Peer, Prepare, Row, Run, Sample
from benchmarks.processes import environment_with, require_times, run_together

ROOT = Path(__file__).resolve().parent.parent
BUDGET = 2.0  # seconds from starting Python to the end of the process
NODES = "20000"  # positions that alpha-beta searches
# a move word of each game, and a constant that may be larger by one
GAMES = {
    "alquerque": ("jumps", "patience"),
    "amazons": ("go", "size"),
    "breakthrough": ("advance", ""),
    "chess": ("push-two", ""),
    "clobber": ("clobber-north", "small"),
    "draughts": ("man-jumps", ""),
    "go": ("put", "komi"),
    "morris": ("go", "longest"),
    "othello": ("place", ""),
    "oware": ("take", "patience"),
    "pentago": ("place", "#fives"),
    "splut": ("wizard-walk", "DWARF"),
    "surakarta": ("runs", "patience"),
    "yavalath": ("place", "#fours"),
}
ONE_SIZE = ("go", "morris")  # whose boards have no number of rows
WARM = """
import sys, forthgame
with forthgame.load(sys.argv[1]) as game:
    game.native.prepare_calls(wait=True, engines=True)
    print(game.new_game(seed=1).search("negamax", nodes=1000, seed=1).nodes)
"""
SEARCH = """
import sys, forthgame
with forthgame.load(sys.argv[1], native=sys.argv[2] == "native") as game:
    print(game.new_game(seed=1).search("negamax", nodes=int(sys.argv[3]), seed=1).nodes)
"""


def rows() -> list[Row]:
    """Return rows for each game and each edited part: a search, and the same only interpreted."""
    found = []
    for name, (_, constant) in GAMES.items():
        for part in ("word", *["constant"] * bool(constant), *["board"] * (name not in ONE_SIZE)):
            plain = Peer("interpreted", searched(name, part, "interpreted"))
            row = f"edited-{part}-{name}"
            found.append(Row(row, NODES, searched(name, part, "native"), (budget(BUDGET), plain)))
    return found


def edited(name: str, part: str, text: str) -> str:
    """Return the script of a game with an additional test in a word, a constant or a row more."""
    word, constant = map(re.escape, GAMES[name])
    if part == "word":
        found, count = re.subn(
            rf"(?m)^(: {word}\s+\([^)]*\))", r"\1 here 99999 = NOT verify", text, count=1
        )
    else:
        behind = rf"\s+CONSTANT\s+{constant}\s" if part == "constant" else r"\s+\d+\s+\{grid\}"
        found, count = re.subn(rf"(\d+)(?={behind})", _one_more, text, count=1)
    if not count:
        raise FailureError(f"{name} has no such {part}")
    return found


def _one_more(number: re.Match[str]) -> str:
    return str(int(number[0]) + 1)


def searched(name: str, part: str, tier: str) -> Prepare:
    """Measure a process that loads the edited script and searches after the script has been
    compiled.
    """

    def prepare(folder: Path) -> Run:
        require_times()
        kept = folder / f"cache-{name}"  # with all that was compiled before
        own = Path(tempfile.mkdtemp(dir=folder)) / name
        shutil.copytree(ROOT / "games" / name, own)
        script = own / f"{name}.4th"
        if not kept.is_dir():
            before = environment_with(kept, folder)
            run_together(("-c", WARM, str(script)), before, str.strip, tree=ROOT)
        script.write_text(edited(name, part, script.read_text("utf-8")), "utf-8")

        def run() -> Sample:
            cache = Path(tempfile.mkdtemp(dir=folder))
            shutil.copytree(kept, cache, dirs_exist_ok=True)
            arguments = ("-c", SEARCH, str(script), tier, NODES)
            return run_together(arguments, environment_with(cache, folder), str.strip, tree=ROOT)

        return run

    return prepare
