"""Read SGF (FF[3] and FF[4]), and write FF[4]: trees of nodes, for go and other games.

The names of players, event, round, date and place become the tags that PGN has; all other
properties before the first move are tags by their own names, several values with blanks between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.position.records.game_tree import (
    DEEPEST,
    OPEN,
    GameTree,
    RecordedMove,
    RecordError,
    Sides,
    joined,
)
from forthgame.position.records.text_lines import TextLines
from forthgame.version import __version__

ROOT = ("GM", "FF", "CA", "AP", "SZ")  # properties that come first
RESULTS = {"1-0": "W+", "0-1": "B+", "1/2-1/2": "Draw"}
TAGS = {"PW": "White", "PB": "Black", "EV": "Event", "RO": "Round", "DT": "Date", "PC": "Site"}
MOVES = {"B": "Black", "W": "White"}
SET_UP = ("AB", "AW", "AE")
SIGNS = {"TE": 1, "BM": 2, "IT": 5, "DO": 6, "GB": 17, "GW": 16, "DM": 10, "UC": 13}
STRONG = {1: 3, 2: 4}  # annotations of a move with the value 2
TOKEN = re.compile(
    r"(?P<open>\()|(?P<close>\))|(?P<node>;)|(?P<name>[A-Za-z]+)|(?P<value>\[)|(?P<stray>\S)"
)
GAME = re.compile(r"\(\s*(?:;|[A-Z]{1,2}\s*\[)")  # some programs omit the first semicolon
VALUE = re.compile(r"(?:[^\]\\]|\\.)*+\]", re.DOTALL)
ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
LOWER = re.compile(r"[a-z]+")  # older files write `SiZe` for `SZ`
RESULT = re.compile(r"(?P<winner>[BW])(?:\+.*)?$|(?P<draw>0|Draw|Jigo)$", re.IGNORECASE)
UNKNOWN = ("?", "????.??.??", "")
PROPERTY = re.compile(r"[A-Z]{1,2}")
LISTS = (*SET_UP, "AA")  # properties with several values
DOUBLES = ("TE", "BM", "GB", "GW", "DM", "UC")  # properties with the value 1 or 2
NAMES = {nag: f"{name}[{1 if name in DOUBLES else ''}]" for name, nag in SIGNS.items()}
NAMES |= {3: "TE[2]", 4: "BM[2]"}
NODES = 10  # nodes in a line


def read_sgf(lines: TextLines) -> Iterator[GameTree]:
    """Yield the games of a collection. Raises RecordError if the file cannot be read."""
    parts, size = [], 0
    for _, text in lines:
        parts.append(text)
        size += len(text) + 1
        if size > DEFAULT_LIMITS.game_file:
            raise RecordError(
                f"a file of more than {DEFAULT_LIMITS.game_file} characters", lines.name
            )
    yield from _SgfReader(lines.name, "\n".join(parts)).games()


@dataclass(slots=True)
class _Branch:
    """A game tree that is open: its line, and the move at which its subtrees branch off."""

    line: list[RecordedMove]
    opened: int
    branch: int | None = None


@dataclass(slots=True)
class _Node:
    line: int
    properties: dict[str, list[str]] = field(default_factory=dict)


class _SgfReader:
    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.number = 0
        self._counted, self._line = 0, 1  # a place, and its line
        self.game = GameTree()
        self.stack: list[_Branch] = []
        self.node: _Node | None = None
        self.plies = 0
        self.refused = False

    def line_of(self, place: int) -> int:
        self._line += self.text.count("\n", self._counted, place)
        self._counted = place
        return self._line

    def games(self) -> Iterator[GameTree]:
        place, name, text = 0, "", self.text
        found_any = False
        while (found := TOKEN.search(text, place)) is not None:
            place, kind = found.end(), found.lastgroup
            if not self.stack and not GAME.match(text, found.start()):
                continue  # text around games does not matter
            if kind == "open":
                found_any = True
                self._open(found.start())
            elif kind == "close":
                self._finish_node()
                self.stack.pop()
                if not self.stack:
                    yield self._finished()
            elif kind == "node":
                self._finish_node()
                self.node = _Node(self.line_of(found.start()))
            elif kind == "name":
                name = LOWER.sub("", found[0]) or found[0].upper()
            elif kind == "value":
                value = VALUE.match(text, place)
                if value is None:
                    line = self.line_of(found.start())
                    self.game.problem(f"the value of {name or 'a property'} is not closed", line)
                    break
                self._add(name, text[place : value.end() - 1], found.start())
                place = value.end()
            else:
                line = self.line_of(found.start())
                self.game.problem(f"{found[0]!r} has no meaning here", line)
        if self.stack:
            self.game.problem("this game is not closed", self.stack[-1].opened)
            self._finish_node()
            yield self._finished()
        elif not found_any and text.strip():
            raise RecordError("there is no game: SGF begins with `(;`", self.name, 1)

    def _open(self, place: int) -> None:
        line = self.line_of(place)
        if not self.stack:
            self.number += 1
            self.game = GameTree(self.name, line, self.number)
            self.plies, self.refused, self.node = 0, False, None
            self.stack.append(_Branch(self.game.moves, line))
            return
        self._finish_node()
        parent = self.stack[-1]
        if parent.branch is None:
            parent.branch = len(parent.line)
        if self.refused or len(parent.line) == parent.branch:
            self.stack.append(_Branch(parent.line, line))  # the main line goes on
            return
        if self._depth() >= DEEPEST:
            self.game.problem(f"more than {DEEPEST} variations inside each other", line)
            self.refused = True
            self.stack.append(_Branch(parent.line, line))
            return
        variation: list[RecordedMove] = []
        parent.line[parent.branch].variations.append(variation)
        self.stack.append(_Branch(variation, line))

    def _depth(self) -> int:
        """Return how many variations are inside each other here."""
        depth, line = 0, self.stack[0].line
        for branch in self.stack:
            depth += branch.line is not line
            line = branch.line
        return depth

    def _add(self, name: str, value: str, place: int) -> None:
        if self.node is None:  # some programs leave the first semicolon out
            self.node = _Node(self.line_of(place))
        self.node.properties.setdefault(name, []).append(ESCAPED.sub(_unescaped, value))

    def _finish_node(self) -> None:
        """Add the node that ends here to its line."""
        node, self.node = self.node, None
        if node is None or self.refused:
            return
        line, game = self.stack[-1].line, self.game
        played = [name for name in MOVES if name in node.properties]
        if len(played) == 2 or any(len(node.properties[name]) > 1 for name in played):
            game.problem("a node with several moves", node.line, len(line))
        if self.plies >= DEFAULT_LIMITS.plies:
            game.problem(f"a game of more than {DEFAULT_LIMITS.plies} plies", node.line)
            self.refused = True
            return
        for name in played:
            self.plies += 1
            line.append(RecordedMove(node.properties.pop(name)[0].strip(), node.line,
                                     player=MOVES[name]))  # fmt: skip
        comment = " ".join(node.properties.pop("C", ()))
        if line:
            line[-1].comment = joined(line[-1].comment, comment)
        else:
            game.comment = joined(game.comment, comment)
        for name, values in node.properties.items():
            if name in SIGNS and line:
                sign = SIGNS[name]
                line[-1].nags.append(STRONG.get(sign, sign) if values == ["2"] else sign)
            elif line and name in SET_UP:
                game.problem(f"{name} changes the board within the game", node.line, len(line))
            elif not line and len(self.stack) == 1:
                game.tags[TAGS.get(name, name)] = " ".join(values).strip()

    def _finished(self) -> GameTree:
        game = self.game
        self.stack, self.node = [], None
        _without_empty(game.moves)
        found = RESULT.match(game.tags.get("RE", "").strip())
        if found is None:
            game.result = OPEN
        elif found["draw"]:
            game.result = "1/2-1/2"
        else:
            game.result = "1-0" if found["winner"].upper() == "W" else "0-1"
        return game


def _without_empty(moves: list[RecordedMove]) -> None:
    """Remove variations without moves."""
    lines = [moves]
    while lines:
        for move in lines.pop():
            if move.variations:
                move.variations = [line for line in move.variations if line]
                lines += move.variations


def _unescaped(found: re.Match[str]) -> str:
    """Return an escaped character; an escaped line end joins two lines."""
    return "" if found[1][0] in "\r\n" else found[1]


# -- writing ---------------------------------------------------------------------------------------


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
