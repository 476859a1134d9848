"""Small variants of bundled games, and boards that are random graphs."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

from forthgame.base.source import package_path

FILES = "abcdefgh"


def bundled(name: str) -> str:
    """The text of a bundled game."""
    return (package_path("games") / name / f"{name}.4th").read_text(encoding="utf-8")


def without_evaluation(text: str) -> str:
    """Return a script without OnEvaluate, whose words depend on the size of the board."""
    return text[: text.index(": OnEvaluate")]


def between(text: str, opening: str, closing: str, inside: str) -> str:
    """A script with another section."""
    start = text.index(opening) + len(opening)
    return text[:start] + "\n" + inside + "\n" + text[text.index(closing, start) :]


def connect_four(folder: Path, rows: int, columns: int) -> Path:
    """Four in a row on a smaller board."""
    text = without_evaluation(bundled("connectfour")).replace(
        "6 7 {grid}", f"{rows} {columns} {{grid}}"
    )
    return written(folder, "four", text)


def breakthrough(folder: Path, rows: int, columns: int) -> Path:
    """Two rows of men each."""
    text = without_evaluation(bundled("breakthrough")).replace(
        "8 8 {grid}", f"{rows} {columns} {{grid}}"
    )
    text = text.replace("ELSE a8 ENDIF", f"ELSE a{rows} ENDIF").replace(
        "DUP 8 +", f"DUP {columns} +"
    )
    men = [
        f"{{setup}} {player} man {FILES[k]}{row}"
        for player, ranks in (("White", (1, 2)), ("Black", (rows - 1, rows)))
        for row in ranks
        for k in range(columns)
    ]
    return written(folder, "break", between(text, "{board-setup", "board-setup}", " ".join(men)))


def clobber(folder: Path, rows: int, columns: int) -> Path:
    """Stones of both colours on every square, in turns."""
    text = without_evaluation(bundled("clobber")).replace(
        "6 5 {grid}", f"{rows} {columns} {{grid}}"
    )
    stones = [
        f"{{setup}} {('White', 'Black')[(row + k) % 2]} stone {FILES[k]}{row + 1}"
        for row in range(rows)
        for k in range(columns)
    ]
    return written(folder, "clob", between(text, "{board-setup", "board-setup}", " ".join(stones)))


def hex_board(folder: Path, size: int) -> Path:
    """A rhombus."""
    shutil.copytree(package_path("games") / "hex", folder / "hex")
    script = folder / "hex" / "small.4th"
    script.write_text(f"{size} CONSTANT size\nLOAD rules.4th\n", encoding="utf-8")
    return script


def written(folder: Path, name: str, text: str) -> Path:
    """A script in a folder."""
    path = folder / f"{name}.4th"
    path.write_text(text, encoding="utf-8")
    return path


GRAPH = """
{{board {positions} {{variable}} steps board}}
{{directions {links} directions}}
{{players {players} players}}
{{turn-order {turns} turn-order}}
{words}
: go ( ? -- ) verify from here move {more} add-move ;
: a-go a go ; : b-go b go ; : c-go c go ;
{{moves tokens {{move}} a-go {{move}} b-go {{move}} c-go moves}}
{{pieces {{piece}} token {{moves}} tokens pieces}}
{{board-setup {setup} board-setup}}
{rules}
"""


def graph(folder: Path, seed: int, *, players: int = 2, partial: bool = False) -> Path:
    """Return a game of one token on a random graph, most of whose links form circles.

    Some positions end the game; if no link leads on, the mover may have lost or drawn, or may have
    to pass.
    """
    draw = Random(seed)
    count = draw.randrange(6, 13)
    links = [
        f"{{link}} {name} v{k} v{draw.randrange(count)}"
        for k in range(count)
        for name in "abc"
        if draw.random() < 0.55
    ] + [f"{{link}} {name} v{draw.randrange(count)} v0" for name in "abc"]
    ends = {k: draw.choice(["#WinScore", "#LossScore", "#DrawScore"])
            for k in draw.sample(range(1, count), draw.randrange(1, 4))}  # fmt: skip
    names = "XYZ"[:players]
    cases = " ".join(f"v{k} token-at? IF {score} EXIT ENDIF" for k, score in ends.items())
    stuck = draw.choice(["#LossScore", "#DrawScore", "#UnknownScore"])
    last = f"stalemate? IF {stuck} ELSE #UnknownScore ENDIF"
    return written(folder, f"graph{seed}", GRAPH.format(
        positions=" ".join(f"{{position}} v{k}" for k in range(count)),
        links=" ".join(links),
        players=" ".join(f"{{player}} {name}" for name in names) + " {neutral} N",
        turns=" ".join(f"{{turn}} {name} {{for-player}} N" for name in names),
        words=": token-at? ( pos -- ? ) empty-at? NOT ;",
        more="here 3 MOD 0= IF partial ENDIF" if partial else "",
        setup="{setup} N token v0",
        rules=f": OnIsGameOver ( -- n ) {cases} {last} ;",
    ))  # fmt: skip
