"""Write goals that ask for a row of equal pieces, such as three in a row.

The piece that moved last is part of every new row, so only its lines are searched. That holds if a
move changes no other piece than those that it takes; the set-up must have too few pieces for a row.
"""

from __future__ import annotations

from dataclasses import dataclass

from forthgame.zrf.context import Context, Line
from forthgame.zrf.forms import Form
from forthgame.zrf.model import Goal
from forthgame.zrf.progress import circles

# commands after which a row may be new although the piece that moved last is not in it
ELSEWHERE = {"create", "change-type", "change-owner", "flip", "cascade", "from", "to", "go",
             "add-copy", "add-copy-partial"}  # fmt: skip

HELPERS = """: like-newest? ( -- ? )   \\ Whether the same piece of the same player stands here.
	here piece-at{plain}  newest @ piece-at{plain} =
;
: run ( dir -- n )   \\ How many such pieces follow the newest in a direction.
	newest @ to  0 SWAP
	BEGIN DUP EXECUTE IF like-newest? ELSE FALSE ENDIF WHILE SWAP 1+ SWAP REPEAT DROP
;
: row? ( dir opposite n -- ? )   \\ Whether the newest is one of n in a row.
	ROT run ROT run + 1+ > NOT
;"""


@dataclass(frozen=True)
class Row:
    """A configuration of `length` equal pieces in one direction."""

    piece: Form
    direction: Form
    length: int
    form: Form


class RowGoals:
    """The goals of a game that ask for rows, and the words that they need."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.backs: dict[str, str] = {}  # opposite directions, by direction
        # opposites that the file lacks, with their offset on the grid or their links
        self.added: dict[str, tuple[int, int] | list[tuple[str, str]]] = {}
        self.rows: dict[int, list[Row]] = {}  # by the identity of a goal
        self.words: list[str] = []  # tests of the goals that are written
        if self._last_piece_decides():
            for goal in context.game.goals:
                found = self._rows(goal)
                if found:
                    self.rows[id(goal)] = found
        context.newest = bool(self.rows)

    def _last_piece_decides(self) -> bool:
        context = self.context
        return not (context.heads & ELSEWHERE or context.lasts or context.king_array)

    def _rows(self, goal: Goal) -> list[Row] | None:
        """Return the rows of which a goal asks for one, or None if it asks for something else."""
        game, expand = self.context.game, self.context.macros.expand
        everyone = {name for name in game.players if name not in self.context.neutral}
        if goal.kind == "count" or not everyone <= set(goal.players):
            return None
        found: list[Row] = []
        stack = [goal.condition]
        while stack:
            parts = list(expand([stack.pop()]))
            if len(parts) != 1:
                return None
            form, rest = parts[0], list(expand(parts[0].rest))
            if form.head.lower() == "or" and rest:
                stack += reversed(rest)
                continue
            row = self._row(form, rest) if form.head.lower() == "relative-config" else None
            if row is None or not self._is_new(row):
                return None
            found.append(row)
        return found

    def _row(self, form: Form, rest: list[Form]) -> Row | None:
        pieces, directions = rest[::2], rest[1::2]
        if len(pieces) != len(directions) + 1 or not directions:
            return None
        if pieces[0].name not in self.context.game.pieces:
            return None
        if directions[0].name not in self.context.directions:
            return None
        if len({one.name for one in pieces}) > 1 or len({one.name for one in directions}) > 1:
            return None
        back = self._back(directions[0].name) or self._added_back(directions[0].name)
        if back is None or circles(self.context, {directions[0].name}):
            return None
        self.backs[directions[0].name] = back
        return Row(pieces[0], directions[0], len(pieces), form)

    def _is_new(self, row: Row) -> bool:
        """Return whether no player has enough pieces for a row in the set-up."""
        placed = [s.player for s in self.context.game.setups
                  if s.position and s.piece == row.piece.name]  # fmt: skip
        return all(placed.count(player) < row.length for player in set(placed))

    def _back(self, direction: str) -> str | None:
        """Return a direction that leads back from everywhere, for each player to move."""
        board = self.context.board
        links: dict[str, set[tuple[str, str]]] = {name: set() for name in board.directions}
        for (name, begin), end in board.links.items():
            links[name].add((begin, end))
        turned = {(p, one.text): other.text for p, one, other in board.symmetries}
        for other in board.directions:
            if all(
                {(b, a) for a, b in links[turned.get((player, direction), direction)]}
                == links[turned.get((player, other), other)]
                for player in self.context.game.players
            ):
                return other
        return None

    def _added_back(self, direction: str) -> str | None:
        """Return the name of a new direction that leads back, or None for one that is turned."""
        board = self.context.board
        if any(one.text == direction for _, one, _ in board.symmetries):
            return None
        links = {(begin, end) for (name, begin), end in board.links.items() if name == direction}
        if len({end for _, end in links}) < len(links):  # ways meet, so back is not one step
            return None
        back = self.context.names.word(f"back-{self.context.direction(direction)}")
        self.added[back] = self._offset(direction, links) or [(b, a) for a, b in sorted(links)]
        return back

    def _offset(self, direction: str, links: set[tuple[str, str]]) -> tuple[int, int] | None:
        """Return the offset of the way back if the usual grid makes all links."""
        board, grid = self.context.board, self.context.board.usual_grid()
        for form, (columns, rows) in grid.directions if grid else ():
            if grid and form.text == direction:
                at = {(x, y): name for (x, y), name in grid.names() if name in board.positions}
                ends = {(name, at.get((x + columns, y + rows))) for (x, y), name in at.items()}
                return (-rows, -columns) if links == {p for p in ends if p[1]} else None
        return None

    # ---- words ----

    def lines(self, goal: Goal, result: str) -> tuple[str, list[Line], list[tuple[str, Form]]]:
        """Return the name of a goal, the word of its test, and the code of the goal itself."""
        context = self.context
        word = context.names.word(f"{goal.kind}-row?")
        self.words.append(word)
        lines = [
            Line(f": {word} ( -- ? )", goal.form),
            Line("\tnewest @ empty-at? IF FALSE EXIT ENDIF", goal.form),
        ]
        for row in self.rows[id(goal)]:
            way = row.direction.name
            back = self.backs[way]
            back = back if back in self.added else context.direction(back)
            tokens = f"['] {context.direction(way)} ['] {back}"
            test = f"{tokens} {row.length} row?"
            if len(context.game.pieces) > 1:
                kind = context.piece(row.piece)
                test = f"newest @ piece-type-at {kind} = IF {test} ELSE FALSE ENDIF"
            lines.append(Line(f"\t{test} IF TRUE EXIT ENDIF", row.form.call or row.form))
        lines += [Line("\tFALSE", goal.form), Line(";")]
        # no piece of the set-up is in a row, so the first turn needs no test of its own
        over = f"{context.need('turn-over?')} verify  " if context.partial else ""
        return "row", lines, [(f"{over}{word} IF {result} ENDIF", goal.form)]

    def helpers(self) -> list[str]:
        """Return the words that all rows use."""
        plain = " #Player #PieceType OR AND" if self.context.attributes else ""
        return [HELPERS.replace("{plain}", plain)] if self.words else []

    def position_word(self) -> list[str]:
        """Return the event that finds a row in a position that was set."""
        if not self.words:
            return []
        test = " ".join([self.words[0], *(f"{word} OR" for word in self.words[1:])])
        return [
            ": OnPosition ( -- )   \\ The newest piece is one of a row if there is any.\n"
            f"\tnewest @  $positions @ 0 DO I newest !  {test} IF DROP I ENDIF LOOP  newest !\n;"
        ]
