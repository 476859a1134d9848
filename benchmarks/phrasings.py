"""Compare breakthrough with equivalent scripts that phrase a rule in other ways.

A change that should not slow random games down has a bar near 1; the bars of the others are their
cost today.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import Peer, Prepare, Row, Run, Sample
from benchmarks.rules import Changes, changed
from benchmarks.sides import timed_by_processor

FILE = "breakthrough.4th"
SEED, GAMES = 1, 3000
SAME, CLOSE, ASKING, RUN = 1.1, 1.5, 2.0, 5.0
ADVANCE = "\tempty? verify\n\tfrom here move add-move"
MOVING = "\tempty? verify from here move "
SLANT = "\tfriend? NOT verify\n"
UNREAD = "\tpiece-type turn-number + 0< NOT verify\n"  # not understood for all positions at once


@dataclass(frozen=True)
class Phrasing:
    """A change: its name, how many times as long a ply may take, and the texts that it replaces."""

    name: str
    bar: float
    changes: tuple[tuple[str, str], ...]


PHRASINGS = (
    Phrasing("number", SAME, ((ADVANCE, "\t132 DROP 144 DROP\n" + ADVANCE),)),
    Phrasing("variables", SAME, (
        (": advance", "".join(f"VARIABLE v{k} " for k in range(9)) + "\n: advance"),
        (ADVANCE, "".join(f"{k} v{k} ! " for k in range(9)) + ADVANCE),
    )),
    Phrasing("instructions", SAME, ((ADVANCE, "\tempty? verify" * 20 + ADVANCE),)),
    Phrasing("long", SAME, ((ADVANCE, "\tempty? verify" * 400 + ADVANCE),)),
    Phrasing("helper", SAME, (
        (": slant (", ": unlike ( -- ? )   friend? NOT ;\n: slant ("), (SLANT, "\tunlike verify\n"),
    )),
    Phrasing("counter", CLOSE, (
        (": advance", "VARIABLE tries\n: advance"), (ADVANCE, "\ttries ++" + ADVANCE),
    )),
    Phrasing("turn-number", CLOSE, ((ADVANCE, "\tturn-number 0 > verify" + ADVANCE),)),
    Phrasing("array", CLOSE, (
        ("\t8 8 {grid}", "\t8 8 {grid}\n\t2 {array} seen"),
        (ADVANCE, "\tcurrent-player player-index seen @ 0= verify" + ADVANCE),
    )),
    Phrasing("deferred", CLOSE, (
        (": advance", "DEFER go\n: advance"), ("\tnorth verify", "\tgo verify"),
        ("{moves man-moves", "' north IS go\n{moves man-moves"),
    )),
    Phrasing("tokens", CLOSE, (
        (": slant-east", "CREATE ways ' northeast , ' northwest ,\n: slant-east"),
        ("\tnortheast slant", "\tways @ EXECUTE slant"),
        ("\tnorthwest slant", "\tways 4 + @ EXECUTE slant"),
    )),
    Phrasing("bytes", CLOSE, (
        (": advance", "CREATE tbl 1 C, 2 C,\n: advance"),
        (ADVANCE, "\ttbl 1+ C@ 2 = verify" + ADVANCE),
    )),
    Phrasing("attribute", CLOSE, (
        ("\t8 8 {grid}", "\t8 8 {grid}\n\t3 {attribute} strength"),
        (SLANT, "\tstrength 0= verify" + SLANT),
    )),
    Phrasing("mark", CLOSE, (
        ("\t8 8 {grid}", "\t8 8 {grid}\n\t2 {mark} seen"), (SLANT, "\tseen 0= verify" + SLANT),
    )),
    Phrasing("again", CLOSE, ((ADVANCE, MOVING + "here a8 = IF again ENDIF add-move"),)),
    Phrasing("progress", CLOSE, ((ADVANCE, MOVING + "progress add-move"),)),
    Phrasing("types", CLOSE, (
        ("{moves} man-moves\n", "{moves} man-moves\n" + "".join(
            f"\t{{piece}} spare{k} {{moves}} man-moves\n" for k in range(4))),
    )),
    Phrasing("prefer", CLOSE, ((ADVANCE, MOVING + "0 prefer add-move"),)),
    Phrasing("unique", CLOSE, ((ADVANCE, MOVING + "unique add-move"),)),
    Phrasing("OnIsLegal?", CLOSE, (
        ("{board-setup", ": OnIsLegal? ( -- ? ) TRUE ;\n{board-setup"),
    )),
    Phrasing("attacks", ASKING, (
        ("{board-setup", ": OnIsLegal? ( -- ? ) a1 attacked? NOT ;\n{board-setup"),
    )),
    Phrasing("unread-word", RUN, ((ADVANCE, UNREAD + ADVANCE),)),
    Phrasing("unread-words", RUN, ((SLANT, UNREAD + SLANT),)),
    Phrasing("OnMoves", CLOSE, (("{board-setup", ": OnMoves ( -- ) ;\n{board-setup"),)),
)  # fmt: skip


def rows() -> list[Row]:
    """A ply of random games of each phrasing, beside one of the script as it is."""
    plain = plies(())
    return [
        Row(
            f"phrasing-{each.name}",
            "",
            plies(tuple((FILE, *change) for change in each.changes)),
            (Peer("as it is", plain, each.bar),),
            unit="plies",
        )
        for each in PHRASINGS
    ]


def plies(changes: Changes) -> Prepare:
    """A ply of random games of breakthrough with some changes."""

    def prepare(folder: Path) -> Run:
        import forthgame

        game = forthgame.load(changed("breakthrough", folder, changes))
        if game.native:
            game.native.prepare(wait=True, engines=False)
        counted: list[int] = []

        def play() -> str:
            counted[:] = [game.playouts(GAMES, seed=SEED).plies]
            return ""

        def run() -> Sample:
            return Sample("", timed_by_processor(play).seconds / counted[0])

        return run

    return prepare
