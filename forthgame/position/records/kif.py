"""Read and write KIF, the format of Kakinoki's programs for shogi, and read KI2.

A file has headers (`先手：…`), perhaps a diagram of the first position, moves with their numbers,
and variations after the main line (`変化：8手`). Diagram, hands and side to move become the tag
`Position`; `同`, the square of the move before, is replaced by that square. KI2 differs in the
moves: they begin with a sign of the player instead of a number, and have no square of origin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from forthgame.base.errors import shortened
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.position.records.game_tree import (
    DEEPEST,
    OPEN,
    GameTree,
    RecordedMove,
    add_line,
    joined,
)
from forthgame.position.records.text_lines import TextLines

TAGS = {"先手": "White", "下手": "White", "後手": "Black", "上手": "Black", "開始日時": "Date",
        "棋戦": "Event", "場所": "Site", "持ち時間": "TimeControl", "戦型": "Opening"}  # fmt: skip
WRITTEN = {"開始日時": "Date", "棋戦": "Event", "場所": "Site"}  # then the players
USUAL = "平手"  # a game without handicap
HANDICAP = "手合割"
HANDS = ("の持駒", "の持ち駒")
TURNS = {"先手番": "+", "下手番": "+", "後手番": "-", "上手番": "-"}
HEADER = re.compile(r"(?P<name>[^：:|*&#0-9 ][^：:]{0,20})[：:](?P<value>.*)$")
MOVE = re.compile(r"[ 　]*(?P<number>[0-9]{1,6})[ 　]+(?P<text>\S.*)$")
MOVE_TEXT = re.compile(
    r"[▲△▽▼☗☖]?(?P<square>[1-9１-９][一二三四五六七八九]|同)[ 　]*"
    r"(?P<rest>[^(\s（]+)(?:[(（](?P<source>[1-9]{2})[)）])?"
)
FILES = re.compile(r"[１-９][ 　１-９]*$")  # above a diagram
VARIATION = re.compile(r"変化[：:][ 　]*(?P<number>[0-9]{1,6})手")
WINNER = re.compile(r"まで.*(?P<side>[先下後上])手の.{0,8}(?P<how>[勝負])")  # the last line
SIGNS = "▲△▽▼☗☖"  # of the players; they begin a move of KI2
SIGNED = re.compile(rf"[{SIGNS}][^{SIGNS}]*")
LOSES = ("投了", "切れ負け", "詰み", "反則負け")  # the side to move
WINS = ("反則勝ち", "入玉勝ち", "勝ち宣言")
DRAWN = ("千日手", "持将棋", "引き分け")
OPEN_ENDS = ("中断", "不詰", "封じ手")
WIDE = str.maketrans("123456789", "１２３４５６７８９")
SECOND_TO_MOVE = ("後手番", "上手番")
HEAD = "手数----指手---------消費時間--"


@dataclass(slots=True)
class _Line:
    """A line that is being read: its moves, the number of its first one, and the one before."""

    moves: list[RecordedMove]
    first: int
    before: RecordedMove | None


def read_kif(lines: TextLines) -> Iterator[GameTree]:
    """Yield the game of a file. Raises RecordError if the file cannot be read."""
    reader = _KifReader(GameTree(lines.name, 1, 1))
    for number, text in lines:
        reader.line(number, text.rstrip())
    game = reader.game
    if game.moves or game.tags or game.problems or game.result != OPEN:
        yield game


class _KifReader:
    def __init__(self, game: GameTree) -> None:
        self.game = game
        self.stack = [_Line(game.moves, 1, None)]
        self.plies = 0
        self.ended = False  # whether the line that is being read has ended

    def line(self, number: int, text: str) -> None:
        game, stripped = self.game, text.strip(" 　")
        if not stripped or stripped.startswith(("#", "&", "手数----")):
            return
        if stripped.startswith("まで"):
            self._last_line(stripped)
            return
        if stripped.startswith("*"):
            self._comment(stripped.lstrip("*").strip(" 　"))
        elif found := VARIATION.match(stripped):
            self._variation(number, int(found["number"]))
        elif found := MOVE.match(text):
            self._move(number, int(found["number"]), found["text"])
        elif stripped[0] in SIGNS:
            for move in SIGNED.findall(stripped):
                line = self.stack[-1]
                self._move(number, line.first + len(line.moves), move)
        elif not game.moves and _is_diagram(stripped):
            add_line(game, "Position", stripped, number)
        elif (found := HEADER.match(stripped)) and not game.moves:
            name, value = found["name"].strip(" 　"), found["value"].strip(" 　")
            game.tags[TAGS.get(name, name)] = value
        elif not game.moves and "：" not in stripped and not _is_move(stripped):
            return  # such as 盤面反転, the board from the other side
        else:
            game.problem(f"{shortened(stripped)} is not a line of KIF", number, self._ply())

    def _ply(self) -> int:
        return len(self.game.moves) + (len(self.stack) == 1)

    def _comment(self, text: str) -> None:
        moves = self.stack[-1].moves
        if moves:
            moves[-1].comment = joined(moves[-1].comment, text)
        else:
            self.game.comment = joined(self.game.comment, text)

    def _last_line(self, text: str) -> None:
        """Read the result of a game whose moves do not end with it: `まで3手で先手の勝ち`."""
        game = self.game
        if len(self.stack) > 1 or "End" in game.tags:
            return
        if any(end in text for end in DRAWN):
            game.result = "1/2-1/2"
        elif found := WINNER.match(text):
            game.result = "1-0" if (found["side"] in "先下") == (found["how"] == "勝") else "0-1"

    def _variation(self, number: int, ply: int) -> None:
        while len(self.stack) > 1 and self.stack[-1].first >= ply:
            self.stack.pop()
        line = self.stack[-1]
        place = ply - line.first
        if not 0 <= place < len(line.moves):
            self.game.problem(f"a variation of move {ply}, which is missing", number)
            self.ended = True
            return
        if len(self.stack) > DEEPEST:
            self.game.problem(f"more than {DEEPEST} variations inside each other", number)
            self.ended = True
            return
        variation: list[RecordedMove] = []
        line.moves[place].variations.append(variation)
        before = line.moves[place - 1] if place else line.before
        self.stack.append(_Line(variation, ply, before))
        self.ended = False

    def _move(self, number: int, ply: int, text: str) -> None:
        game, line = self.game, self.stack[-1]
        if self.ended:
            return
        word = text.split()[0]
        if any(word.startswith(end) for end in (*LOSES, *WINS, *DRAWN, *OPEN_ENDS)):
            self.ended = True
            if len(self.stack) == 1:
                self._end(word)
            return
        if ply != line.first + len(line.moves):
            wanted = line.first + len(line.moves)
            game.problem(f"move {ply}, where move {wanted} is expected", number, self._ply())
            self.ended = True
            return
        found = MOVE_TEXT.match(text)
        if found is None:
            game.problem(f"{shortened(word)} is not a move of KIF", number, self._ply())
            self.ended = True
            return
        before = line.moves[-1] if line.moves else line.before
        square = found["square"]
        if square == "同":
            if before is None:
                game.problem("同 needs a move before it", number, self._ply())
                self.ended = True
                return
            square = before.text[:2]
        if self.plies >= DEFAULT_LIMITS.plies:
            game.problem(f"a game of more than {DEFAULT_LIMITS.plies} plies", number)
            self.ended = True
            return
        self.plies += 1
        source = f"({found['source']})" if found["source"] else ""
        line.moves.append(RecordedMove(f"{square.translate(WIDE)}{found['rest']}{source}", number))

    def _end(self, word: str) -> None:
        game = self.game
        lines = game.tags.get("Position", "").split("\n")
        handicap = game.tags.get(HANDICAP, USUAL).strip(" 　") not in (USUAL, "")
        behind = handicap or any(line in SECOND_TO_MOVE for line in lines)
        first = behind != (len(game.moves) % 2 == 0)
        if word.startswith(LOSES):
            game.result = "0-1" if first else "1-0"
        elif word.startswith(WINS):
            game.result = "1-0" if first else "0-1"
        elif word.startswith(DRAWN):
            game.result = "1/2-1/2"
        game.tags["End"] = word


def _is_diagram(line: str) -> bool:
    """Return whether a line belongs to the diagram of a position, its hands or its turn."""
    hand = any(name in line[:6] for name in HANDS)
    return hand or line[0] in "|+" or line in TURNS or FILES.match(line) is not None


def _is_move(line: str) -> bool:
    """Return whether a line begins like a move of KIF."""
    return line[0].isdecimal()


def write_kif(tree: GameTree) -> str:
    """Return a game with its variations as text, in UTF-8."""
    found = ["#KIF version=2.0 encoding=UTF-8"]
    for name, tag in WRITTEN.items():
        if (value := tree.tags.get(tag, "?")) not in ("?", "????.??.??"):
            found.append(f"{name}：{_line(value)}")
    position = tree.tags.get("Position", "")
    found += position.split("\n") if position else [f"{HANDICAP}：{tree.tags.get(HANDICAP, USUAL)}"]
    for name, tag in (("先手", "White"), ("後手", "Black")):
        found.append(f"{name}：{_line(tree.tags.get(tag, ''))}")
    found.append(HEAD)
    if tree.comment:
        found.append(f"*{_line(tree.comment)}")
    stack = [(tree.moves, 1)]
    while stack:
        moves, first = stack.pop()
        if moves is not tree.moves:
            found += ["", f"変化：{first}手"]
        for number, move in enumerate(moves, first):
            found.append(f"{number:4} {move.text}")
            if comment := f"{move.before} {move.comment}".strip():
                found.append(f"*{_line(comment)}")
        if moves is tree.moves:
            found.append(f"{len(moves) + 1:4} {_end_word(tree)}")
        # the variations of the last move come first, so the stack has those of the first on top
        stack += [(line, number) for number, move in enumerate(moves, first)
                  for line in reversed(move.variations)]  # fmt: skip
    return "\n".join(found) + "\n"


def _end_word(tree: GameTree) -> str:
    if given := tree.tags.get("End"):
        return given
    if tree.result == OPEN:
        return "中断"
    if tree.result == "1/2-1/2":
        return "引き分け"
    second = (
        tree.sides is not None and bool(tree.moves) and tree.moves[-1].player == tree.sides.white
    )
    if (tree.result == "1-0") == second:
        return "切れ負け" if tree.tags.get("Termination") == "time forfeit" else "投了"
    return "反則勝ち"


def _line(text: str) -> str:
    return " ".join(text.split())
