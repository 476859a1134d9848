"""Write SGF (FF[4])."""

from __future__ import annotations

import re
from collections.abc import Iterator

from forthgame.position.records.game_tree import OPEN, GameTree, RecordedMove, Sides
from forthgame.position.records.sgf_reader import SET_UP, SIGNS, TAGS
from forthgame.version import __version__

ROOT = ("GM", "FF", "CA", "AP", "SZ")  # properties that come first
RESULTS = {"1-0": "W+", "0-1": "B+", "1/2-1/2": "Draw"}
UNKNOWN = ("?", "????.??.??", "")
PROPERTY = re.compile(r"[A-Z]{1,2}")
LISTS = (*SET_UP, "AA")  # properties with several values
DOUBLES = ("TE", "BM", "GB", "GW", "DM", "UC")  # properties with the value 1 or 2
NAMES = {nag: f"{name}[{1 if name in DOUBLES else ''}]" for name, nag in SIGNS.items()}
NAMES |= {3: "TE[2]", 4: "BM[2]"}
NODES = 10  # nodes in a line


def write_sgf(tree: GameTree) -> str:
    """Return a game as text."""
    own = {tag: name for name, tag in TAGS.items()}
    properties = {own.get(tag, tag): value for tag, value in tree.tags.items()}
    properties |= {"FF": "4", "CA": "UTF-8", "AP": f"forthgame:{__version__}"}
    properties = {
        name: value
        for name, value in properties.items()
        if PROPERTY.fullmatch(name) and name != "RE" and value not in UNKNOWN
    }
    if tree.result != OPEN:
        given = tree.tags.get("RE", "")
        usual = RESULTS[tree.result]
        properties["RE"] = given if given.startswith(usual[:2]) else usual
    if tree.comment:
        properties["C"] = tree.comment
    names = [*(name for name in ROOT if name in properties),
             *(name for name in properties if name not in ROOT)]  # fmt: skip
    head = "".join(_property(name, properties[name]) for name in names)
    return f"(;{head}\n{''.join(_nodes(tree))})\n\n"


def _property(name: str, value: str) -> str:
    values = value.split() if name in LISTS else [value]
    return name + "".join(f"[{_escaped(each)}]" for each in values)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")


def _nodes(tree: GameTree) -> Iterator[str]:
    """Yield the nodes of a game; where it branches, each continuation is a tree in brackets."""
    work: list[str | tuple[list[RecordedMove], int]] = [(tree.moves, 0)]
    written = 0
    while work:
        item = work.pop()
        if isinstance(item, str):
            yield item
            continue
        moves, k = item
        while k < len(moves) and not moves[k].variations:
            yield _node(moves[k], tree.sides)
            k, written = k + 1, written + 1
            if written % NODES == 0:
                yield "\n"
        if k < len(moves):
            parts: list[str | tuple[list[RecordedMove], int]] = [
                "\n(",
                _node(moves[k], tree.sides),
                (moves, k + 1),
                ")",
            ]
            for line in moves[k].variations:
                parts += ["\n(", (line, 0), ")"]
            work += reversed(parts)


def _node(move: RecordedMove, sides: Sides | None) -> str:
    black = sides.black if sides is not None else "Black"
    colour = "B" if move.player == black else "W"
    text = f";{_property(colour, move.text)}"
    text += "".join(NAMES[nag] for nag in move.nags if nag in NAMES)
    comment = f"{move.before} {move.comment}".strip()
    return f"{text}{_property('C', comment)}" if comment else text
