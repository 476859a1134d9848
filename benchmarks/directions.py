"""Compare scripts with copies in which every direction is written out.

A word that takes a direction's token serves all directions; a copy of it for each that names the
direction instead leaves the compiler nothing to find out. A natural script is not to be slower.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measuring import FailureError, Peer, Prepare, Row, Run, Sample
from benchmarks.sides import timed_by_processor

if TYPE_CHECKING:
    from forthgame import Game

SEED, PLIES = 1, 200  # random games are cut there
BAR = 1.1
EIGHT = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
FOUR = ("nw", "ne", "sw", "se")


@dataclass(frozen=True)
class Subject:
    """A bundled game with its words that take directions, and equivalents for one direction."""

    name: str
    script: str
    file: str  # that has the words
    directions: tuple[str, ...]
    words: dict[str, str]
    games: int
    plies: int  # expected with the seed
    depth: int
    leaves: int


OTHELLO = {
    "bracketed": "0 BEGIN {d} enemy? AND WHILE 1+ REPEAT  friend? AND  back",
    "turn": "{d}-bracketed DUP turned +!"
    " BEGIN DUP WHILE {d} DROP current-player change-owner 1- REPEAT DROP back",
}
AMAZONS = {
    "shoot": "BEGIN {d} IF free? ELSE FALSE ENDIF WHILE from OVER move"
    " Burnt arrow here create-player-piece-type-at add-move REPEAT DUP to",
    "slide": "BEGIN {d} IF empty? ELSE FALSE ENDIF WHILE shoot-around REPEAT back",
}
CHESS = {"slide": "BEGIN {d} WHILE friend? NOT verify go empty? verify REPEAT"}
DRAUGHTS = {
    "over?": "{d} prey? AND IF here victim ! {d} free? AND ELSE FALSE ENDIF",
    "jump": "{d}-over? IF jump-on ENDIF back",
}
SUBJECTS = (
    Subject("othello", "othello", "othello", EIGHT, OTHELLO, 600, 36201, 7, 55092),
    Subject("chess", "chess", "rules", EIGHT, CHESS, 100, 19125, 4, 197281),
    Subject("amazons", "amazons", "amazons", EIGHT, AMAZONS, 100, 7208, 2, 4307152),
    Subject("draughts", "draughts/english", "english", FOUR, DRAUGHTS, 2000, 142041, 8, 845931),
)


def rows() -> list[Row]:
    """A ply of random games, and a leaf of perft, of each game."""
    return [
        *(
            Row(
                f"directions-{each.name}",
                f"{each.plies} plies",
                plies(each, False),
                (Peer("written out", plies(each, True), BAR),),
                unit="plies",
            )
            for each in SUBJECTS
        ),
        *(
            Row(
                f"directions-perft-{each.name}",
                str(each.leaves),
                leaves(each, False),
                (Peer("written out", leaves(each, True), BAR),),
                unit="leaves",
            )
            for each in SUBJECTS
        ),
    ]


def plies(subject: Subject, written: bool) -> Prepare:
    """A ply of random games, which the seed decides for both scripts alike."""

    def prepare(folder: Path) -> Run:
        game = loaded(subject, written, folder)

        def play() -> str:
            return f"{game.playouts(subject.games, seed=SEED, plies=PLIES).plies} plies"

        def run() -> Sample:
            sample = timed_by_processor(play)
            return Sample(sample.answer, sample.seconds / int(sample.answer.split()[0]))

        return run

    return prepare


def leaves(subject: Subject, written: bool) -> Prepare:
    """A leaf of `game.perft`."""

    def prepare(folder: Path) -> Run:
        game = loaded(subject, written, folder)

        def run() -> Sample:
            sample = timed_by_processor(lambda: str(game.perft(subject.depth)))
            return Sample(sample.answer, sample.seconds / int(sample.answer))

        return run

    return prepare


def loaded(subject: Subject, written: bool, folder: Path) -> Game:
    """The game with its machine code ready, as it is or with directions written out."""
    import forthgame

    game = forthgame.load(written_out(subject, folder) if written else subject.script)
    if game.native:
        game.native.prepare(wait=True, engines=False)
    return game


def written_out(subject: Subject, folder: Path) -> Path:
    """A copy of the bundled game in which no direction is handed down."""
    from forthgame.base.source import package_path

    copied = Path(tempfile.mkdtemp(dir=folder)) / subject.name
    source, _, script = subject.script.partition("/")
    shutil.copytree(package_path("games") / source, copied)
    path = copied / f"{subject.file}.4th"
    text = path.read_text("utf-8")
    for word, template in subject.words.items():
        text = one_for_each(text, word, template, subject.directions)
    without_comments = re.sub(r"\\ .*|\( [^)]*\)", "", text)
    if set(without_comments.split()) & set(subject.words):
        raise FailureError(f"{subject.name} has changed: not all directions could be written out")
    path.write_text(text, "utf-8")
    return copied / f"{script or source}.4th"


def one_for_each(text: str, word: str, template: str, directions: tuple[str, ...]) -> str:
    """Replace a word that takes a direction by one word for each direction, also in its callers.

    Raises FailureError if the script does not have the word.
    """
    name = re.escape(word)
    copies = "\n".join(
        f": {direction}-{word}   {template.replace('{d}', direction)} ;" for direction in directions
    )
    definition = re.compile(rf"^: {name} .*?(?:^;| ;)$", re.DOTALL | re.MULTILINE)
    text, defined = definition.subn(lambda _: copies, text)
    if defined != 1:
        raise FailureError(f"there are {defined} definitions of {word}, not one")
    return re.sub(rf"\['\] (\S+)\s+{name}(?=\s)", rf"\1-{word}", text)
