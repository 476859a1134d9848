"""The moves and positions of KIF and KI2, as games declare them in `[records.kif]`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from forthgame.base.errors import TEXT_SHOWN, shortened
from forthgame.position.move_texts import illegal
from forthgame.position.moves import Move
from forthgame.position.playthrough import Playthrough
from forthgame.position.records.first_positions import first_position, position_of_fen
from forthgame.position.records.game_tree import GameTree, RecordedMove, RecordError
from forthgame.position.records.kif import HANDICAP, HANDS, TURNS, USUAL
from forthgame.position.records.move_texts import CLIENT_ENDS
from forthgame.position.records.shogi_texts import HAND, Content, ShogiTexts
from forthgame.rules.script import Script

RANKS = "一二三四五六七八九"
FILES = "１２３４５６７８９"
PROMOTES, KEEPS, DROPPED = "成", "不成", "打"
TEXT = re.compile(r"(?P<square>..)(?P<piece>.+?)(?:\((?P<source>[1-9]{2})\))?$")
WAYS = re.compile(r"(?P<piece>.+?)(?P<ways>[右左直上行入引寄]+)(?P<end>成|不成)?$")  # of KI2
HELD = re.compile(r"(?P<piece>[^\s　一二三四五六七八九十]+)(?P<number>[一二三四五六七八九十]*)")
RIGHT, LEFT, STRAIGHT, BACK, SIDEWAYS = "右左直引寄"
UP = set("上行入")
NONE = "なし"
NUMBERS = "〇一二三四五六七八九"
BEHIND = "v"  # sign of the second player's pieces in a diagram


class KifTexts(ShogiTexts):
    """Moves as KIF has them: target, piece, and the source in brackets, `７六歩(77)`.

    In addition to `pieces` the table may have `usual`, what the header 手合割 contains for a game
    from the first position, and `handicaps`: positions as FEN by their names.
    """

    form = "kif"

    def __init__(self, game: Script) -> None:
        super().__init__(game)
        self.usual = self.table.text("usual", USUAL)

    def write(self, state: Playthrough, move: Move, moves: Sequence[Move]) -> str:
        listed = state.moves(after_end=CLIENT_ENDS)
        source, target, before, after = self.parts(listed, move.index)
        square = f"{FILES[int(target[0]) - 1]}{RANKS[int(target[1]) - 1]}"
        if source == HAND:
            return f"{square}{before}{DROPPED}"
        return f"{square}{before}{PROMOTES if after != before else ''}({source})"

    def find(self, state: Playthrough, recorded: RecordedMove) -> Move:
        found = TEXT.match(recorded.text)
        if found is None or found["square"][1] not in RANKS:
            raise RecordError(f"{shortened(recorded.text)} is not a move of KIF")
        target = f"{FILES.index(found['square'][0]) + 1}{RANKS.index(found['square'][1]) + 1}"
        piece, source = found["piece"], found["source"]
        directed = WAYS.match(piece)
        if directed:
            piece = f"{directed['piece']}{directed['end'] or ''}"
        promotes = False
        if piece not in self.kinds:
            if piece.endswith(DROPPED):
                piece, source = piece.removesuffix(DROPPED), HAND
            elif piece.endswith(KEEPS):
                piece = piece.removesuffix(KEEPS)
            elif piece.endswith(PROMOTES):
                piece, promotes = piece.removesuffix(PROMOTES), True
        before = self.canonical(piece)
        after = self.written[self.promoted_kind(self.kinds[before])] if promotes else before
        if source is None:
            ways = directed["ways"] if directed else ""
            source = self._source(state, recorded, (target, before, after), ways)
        return self.found(state, recorded, (source, target, before, after))

    def _source(
        self, state: Playthrough, recorded: RecordedMove, rest: tuple[str, str, str], ways: str
    ) -> str:
        """Return the square that a move without one leaves, by the directions that it names.

        `00`, a drop, is meant if no piece on the board can make the move. Raises IllegalMove and
        RecordError.
        """
        moves = state.moves(after_end=CLIENT_ENDS)
        listed = (self.parts(moves, move.index) for move in moves if move.target is not None)
        found = list(dict.fromkeys(own[0] for own in listed if own[1:] == rest and own[0] != HAND))
        if not found and not ways:
            return HAND
        side = 1 if state.player == self.names()[0] else -1
        found = [each for each in found if _goes(ways, each, rest[0], side)]
        for way, sign in ((RIGHT, -side), (LEFT, side)):
            if way in ways and found:
                best = max(sign * int(each[0]) for each in found)
                found = [each for each in found if sign * int(each[0]) == best]
        if not found:
            raise illegal(moves, recorded.text, state.player, TEXT_SHOWN)
        if len(found) > 1:
            squares = " or ".join(found)
            raise RecordError(f"{shortened(recorded.text)} may begin on {squares}")
        return found[0]

    def promoted_kind(self, kind: str) -> str:
        """Return the type that a piece becomes. Raises RecordError if it does not promote."""
        promoted = self.table.table("promoted")
        if not promoted.has(kind):
            raise RecordError(f"a {kind} does not promote")
        return promoted.kind(promoted.text(kind))

    # -- positions ------------------------------------------------------------------------------

    def start(self, tree: GameTree) -> Playthrough:
        lines = tree.tags.get("Position", "").split("\n")
        if any(line.startswith("|") for line in lines):
            return self._diagram(lines)
        handicap = tree.tags.get(HANDICAP, USUAL).strip(" 　")
        handicaps = self.table.table("handicaps")
        if handicap in (USUAL, self.usual, ""):
            return first_position(self.game)
        if not handicaps.has(handicap):
            raise RecordError(f"the handicap {shortened(handicap)} is not known")
        return position_of_fen(self.game, handicaps.text(handicap))

    def _diagram(self, lines: list[str]) -> Playthrough:
        first, second = self.names()
        board, hands, seat, rank = dict[str, Content](), dict[Content, int](), first, 0
        for line in lines:
            if line.startswith("|"):
                rank += 1
                self._read_rank(line, rank, board)
            elif line in TURNS:
                seat = first if TURNS[line] == "+" else second
            else:
                for name in HANDS:
                    owner, found, held = line.partition(name)
                    if found:
                        self._read_hand(held, first if owner[:1] in "先下" else second, hands)
                        break
        return self.placed(board, hands, seat)

    def _read_rank(self, line: str, rank: int, board: dict[str, Content]) -> None:
        first, second = self.names()
        cells = line[1:].partition("|")[0]
        for column in range(self.columns):
            cell = cells[2 * column : 2 * column + 2]
            name = cell[1:]
            if len(cell) < 2 or name not in self.kinds:
                if name not in ("・", " ", "."):
                    raise RecordError(f"{shortened(line)} is not a rank of a board")
                continue
            position = self.squares.get(f"{self.columns - column}{rank}")
            if position is None:
                raise RecordError(f"a board has {self.rows} ranks")
            board[position] = (second if cell[0] in "vV" else first, self.kinds[name])

    def _read_hand(self, text: str, owner: str, hands: dict[Content, int]) -> None:
        held = text.strip("：: 　")
        for found in HELD.finditer("" if held == NONE else held):
            kind = self.kinds[self.canonical(found["piece"])]
            hands[owner, kind] = _number(found["number"])

    def start_tags(self, start: Playthrough) -> dict[str, str]:
        if start.position.whole == first_position(self.game).position.whole:
            return {}
        first, second = self.names()
        rule = f"+{'-' * (3 * self.columns)}+"
        head = " ".join(FILES[file - 1] for file in range(self.columns, 0, -1))
        lines = [f"後手の持駒：{self._held(start, second)}", head, rule]
        for rank in range(1, self.rows + 1):
            cells = ""
            for file in range(self.columns, 0, -1):
                found = start.board.get(self.squares[f"{file}{rank}"])
                cells += " ・" if found is None else (
                    f"{' ' if found[0] == first else BEHIND}{self._sign(found[1])}"
                )  # fmt: skip
            lines.append(f"|{cells}|{RANKS[rank - 1]}")
        lines += [rule, f"先手の持駒：{self._held(start, first)}"]
        lines.append("先手番" if start.player == first else "後手番")
        return {"Position": "\n".join(lines)}

    def _sign(self, kind: str) -> str:
        """Return the first name of a type that is a single character, as diagrams need it."""
        return next(name for name, own in self.kinds.items() if own == kind and len(name) == 1)

    def _held(self, start: Playthrough, owner: str) -> str:
        held = start.hands.get(owner, {})
        return "　".join(
            f"{self.written[kind]}{_numeral(number)}" for kind, number in held.items() if number
        ) or NONE  # fmt: skip

    def game_tags(self) -> dict[str, str]:
        return {} if self.usual == USUAL else {HANDICAP: self.usual}

    @classmethod
    def script_for(cls, entries: dict[str, Any], tree: GameTree) -> str | None:
        handicap, handicaps = tree.tags.get(HANDICAP, USUAL), entries.get("handicaps")
        known = [entries.get("usual"), *(handicaps if isinstance(handicaps, dict) else ())]
        return "" if handicap in known else super().script_for(entries, tree)

    @classmethod
    def size_of(cls, tree: GameTree) -> int:
        lines = tree.tags.get("Position", "").split("\n")
        return sum(line.startswith("|") for line in lines) or 9


def _goes(ways: str, source: str, target: str, side: int) -> bool:
    """Return whether a move goes forward, back or sideways as its text says.

    `side` is 1 for the player at the bottom, -1 for the other.
    """
    up = side * (int(source[1]) - int(target[1]))
    return (
        not (set(ways) & UP and up <= 0)
        and not (BACK in ways and up >= 0)
        and not (SIDEWAYS in ways and up != 0)
        and not (STRAIGHT in ways and (up <= 0 or source[0] != target[0]))
    )


def _number(text: str) -> int:
    """Return the number of a numeral up to 99; 1 for an empty text."""
    if not text:
        return 1
    tens, ten, ones = text.rpartition("十")
    if not ten:
        return NUMBERS.index(ones[0])
    return 10 * (NUMBERS.index(tens[0]) if tens else 1) + (NUMBERS.index(ones[0]) if ones else 0)


def _numeral(number: int) -> str:
    if number == 1:
        return ""
    if number < 10:
        return NUMBERS[number]
    tens = "" if number < 20 else NUMBERS[number // 10]
    return f"{tens}十{NUMBERS[number % 10] if number % 10 else ''}"
