"""Read PGN, and PDN, which has the same form: tags, moves, comments, variations, results.

One line is read at a time, so files of any size need little memory. After a mistake reading goes on
with the next token, or with the next game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from forthgame.base.errors import shortened
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.position.records.annotations import LONGEST_MOVE, SIGNS, without_signs
from forthgame.position.records.game_tree import (
    DEEPEST,
    OPEN,
    GameTree,
    RecordedMove,
    joined,
)
from forthgame.position.records.text_lines import TextLines

MARK = "\ufeff"  # begins a file, also one that was joined to another
TAG = re.compile(r'\[\s*(?P<name>[^\s"\[\]]+)\s+"(?P<value>[^"\\]*(?:\\.[^"\\]*)*)"\s*\]')
LOOSE_TAG = re.compile(r'\[\s*(?P<name>[^\s"\[\]]+)\s*"(?P<value>.*)"\s*\]?\s*$')
BARE_TAG = re.compile(r"\[\s*(?P<name>[A-Za-z]\w*)\s+(?P<value>[^\"\]]*)\]\s*$")
TAG_LINE = re.compile(r'\s*\[\s*\w+\s+"')
ESCAPED = re.compile(r"\\(.)")
SILENT = {"e.p.", "ep", "e.p", "+", "#", "++", "ch", "ch.", "mate", "dis", "dbl"}  # add nothing
FIRST_MOVE = re.compile(r"1[ \t]*\.?$")
MISSING_POINT = re.compile(r"(?P<number>[0-9]+)\.*(?P<move>[A-Za-z].*)$")


PROMOTION = r"(?<=[^\s(){};$])\([A-Za-z]\)"  # within a move: `e8(Q)`
DASH = re.compile(r"\s*[-–—−‐‑]\s*")  # of a result


class PgnDialect:
    """The results that end a game, with the results that they mean, and the pattern of tokens.

    `stars` are signs of moves, as in `32-28*`.
    """

    def __init__(self, results: dict[str, str], stars: bool = False) -> None:
        self._results = results
        ends = "|".join(
            DASH.pattern.join(map(re.escape, result.split("-")))
            for result in results
            if result != OPEN
        )
        self.token = re.compile(
            r"\s*(?:(?P<comment>\{)|(?P<rest>;.*)|\$(?P<nag>[0-9]{1,9})(?![0-9])|(?P<open>\()"
            rf"|(?P<close>\))|(?P<result>\*|(?:{ends})(?![^\s(){{}};$*]))"
            r"|(?P<number>[0-9]+[ \t]*\.(?:[ \t]*\.)*|\.+|[0-9]{1,5}(?![^\s(){};$]))"
            rf"|(?P<word>(?:[^\s(){{}};${'' if stars else '*'}]+|{PROMOTION})+)|(?P<stray>\S))"
        )

    def result(self, text: str) -> str | None:
        """Return the result that a text means, None if it is not one."""
        return self._results.get(DASH.sub("-", text))


CHESS = PgnDialect({
    "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": OPEN,
    "1:0": "1-0", "0:1": "0-1", "0.5-0.5": "1/2-1/2",
})  # fmt: skip
DRAUGHTS = PgnDialect({
    "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": OPEN, "2-0": "1-0", "0-2": "0-1",
    "1-1": "1/2-1/2", "0-0": OPEN,
}, stars=True)  # fmt: skip


def read_pgn(lines: TextLines, dialect: PgnDialect = CHESS) -> Iterator[GameTree]:
    """Yield the games of a file. Raises RecordError if the file cannot be read."""
    reader = _PgnReader(lines.name, dialect)
    for number, text in lines:
        yield from reader.line(number, text)
    yield from reader.end()


class _PgnReader:
    """The game that is being read, from line to line."""

    def __init__(self, name: str, dialect: PgnDialect) -> None:
        self.name, self.dialect, self.token = name, dialect, dialect.token
        self.number = 0  # of the last game
        self.plies = 0  # moves of the game, variations included
        self.game: GameTree | None = None
        self.started = False  # whether moves have begun
        self.over = False  # whether its result has been read: only comments may follow
        self.refused = False  # the rest of the game is skipped
        self.stack: list[list[RecordedMove]] = []
        self.openings: list[int] = []  # lines on which variations open
        self.before = ""  # a comment for the next move
        self.comment: list[str] | None = None  # the lines of an open comment
        self.opened = 0  # its line
        self.blank = True  # whether the line before was blank
        self.gap = False  # whether a line has been blank since the last tag
        self.parted = False  # whether a line has been blank since the last token

    def line(self, number: int, text: str) -> Iterator[GameTree]:
        """Read a line; yield the games that it ends."""
        text = text.removeprefix(MARK)
        blank, self.blank = self.blank, not text.strip()
        self.gap = self.gap or blank
        if self.comment is not None:
            if blank and TAG_LINE.match(text):
                yield from self._unclosed()
            else:
                yield from self._comment_line(number, text)
                return
        if text.startswith("%"):
            return
        if self.over and self.blank:
            yield from self._finish()
        self.parted = self.parted or self.blank
        if text.lstrip().startswith("[") and (not self.started or self._is_next(text)):
            if self.started or self._repeats(text):
                yield from self._finish()
            self.gap = False
            yield from self._tags(number, text)
            return
        yield from self._tokens(number, text, 0)

    def end(self) -> Iterator[GameTree]:
        """Yield the last game at the end of the file."""
        if self.comment is not None:
            yield from self._unclosed()
        yield from self._finish()

    # -- tags -----------------------------------------------------------------------------------

    def _is_next(self, text: str) -> bool:
        """Return whether a line among moves is the first tag of the next game."""
        return bool(TAG_LINE.match(text) or LOOSE_TAG.match(text.strip()))

    def _repeats(self, text: str) -> bool:
        """Return whether a tag after a blank line is there already: the game has no moves."""
        found = TAG.match(text.lstrip())
        return bool(self.gap and self.game and found and found["name"] in self.game.tags)

    def _tags(self, number: int, text: str) -> Iterator[GameTree]:
        game, place = self._game(number), 0
        while place < len(text):
            rest = text[place:]
            if not rest.strip():
                return
            lead = len(rest) - len(rest.lstrip())
            found = TAG.match(text, place + lead)
            if found is None and rest.lstrip().startswith("["):
                stripped = rest.strip()
                found = LOOSE_TAG.match(stripped) or BARE_TAG.match(stripped)
                if found is None or not stripped.endswith("]"):
                    game.problem(f"{shortened(stripped)} is not a tag", number)
                if found is None:
                    return
                self._tag(game, number, found["name"], found["value"])
                return
            if found is None:
                yield from self._tokens(number, text, place)
                return
            self._tag(game, number, found["name"], ESCAPED.sub(r"\1", found["value"]))
            place = found.end()

    def _tag(self, game: GameTree, number: int, name: str, value: str) -> None:
        if len(game.tags) >= MOST_TAGS:
            game.problem(f"a game has at most {MOST_TAGS} tags", number)
        elif name in game.tags and game.tags[name] != value:
            game.problem(f"the tag {shortened(name)} is given twice", number)
        else:
            game.tags[name] = value

    # -- moves ----------------------------------------------------------------------------------

    def _tokens(self, number: int, text: str, place: int) -> Iterator[GameTree]:
        while (found := self.token.match(text, place)) is not None:
            place = found.end()
            kind, token = found.lastgroup or "", found[found.lastgroup or 0]
            again = kind == "number" and self.parted and FIRST_MOVE.match(token)
            if (again and self._may_end()) or (self.over and kind not in ("comment", "rest")):
                yield from self._finish()
            self.parted = False
            if kind == "comment":
                self._game(number)
                end = text.find("}", place)
                if end < 0:
                    self.comment, self.opened = [text[place:].strip()], number
                    return
                self._add_comment(text[place:end].strip())
                place = end + 1
                continue
            self._token(number, kind, token)

    def _may_end(self) -> bool:
        """Return whether the game may have ended without a result: it has moves."""
        return bool(self.game and self.game.moves and not self.openings)

    def _token(self, number: int, kind: str, token: str) -> None:
        if kind == "result":
            if not self.openings or self.refused:
                self._result(number, self.dialect.result(token) or OPEN)
            return  # some programs write the result at the end of a variation too
        game = self._game(number)
        if kind == "rest":
            self._add_comment(token[1:].strip())
            return
        self.started = True
        if self.refused:
            return
        if kind == "word":
            self._word(game, number, token)
        elif kind == "nag":
            self._add_nag(game, number, int(token))
        elif kind == "open":
            self._open(game, number)
        elif kind == "close":
            self._close(game, number)
        elif kind == "stray":
            game.problem(f"{token!r} has no meaning here", number, self._ply())

    def _word(self, game: GameTree, number: int, token: str) -> None:
        if token in SIGNS and (self.stack[-1] or token != "N"):
            self._add_nag(game, number, SIGNS[token])
            return
        if token in SILENT:
            return
        found = MISSING_POINT.match(token)
        if found and "." in token[: found.start("move")]:
            token = found["move"]
        text, nags = without_signs(token)
        if len(text) > LONGEST_MOVE:
            self._refuse(game, number, f"a move of {len(text)} characters")
            return
        if self.plies >= DEFAULT_LIMITS.plies:
            self._refuse(game, number, f"a game of more than {DEFAULT_LIMITS.plies} plies")
            return
        self.plies += 1
        move = RecordedMove(text, number, before=self.before, nags=nags)
        self.before = ""
        self.stack[-1].append(move)

    def _add_nag(self, game: GameTree, number: int, nag: int) -> None:
        if nag > 255:
            game.problem(f"${nag} is not an annotation: they end at $255", number, self._ply())
        elif self.stack[-1]:
            self.stack[-1][-1].nags.append(nag)

    def _open(self, game: GameTree, number: int) -> None:
        if not self.stack[-1]:
            self._refuse(game, number, "a variation before the move that it replaces")
        elif len(self.stack) > DEEPEST:
            self._refuse(game, number, f"more than {DEEPEST} variations inside each other")
        else:
            self._put_back()
            variation: list[RecordedMove] = []
            self.stack[-1][-1].variations.append(variation)
            self.stack.append(variation)
            self.openings.append(number)

    def _close(self, game: GameTree, number: int) -> None:
        if not self.openings:
            game.problem("a variation is closed that was not opened", number, self._ply())
            return
        self._put_back()
        self.openings.pop()
        if not self.stack.pop():
            self.stack[-1][-1].variations.pop()

    def _refuse(self, game: GameTree, number: int, message: str) -> None:
        """Skip the rest of the game."""
        game.problem(message, number, self._ply())
        self.refused = True

    def _ply(self) -> int:
        """Return the ply of the main line that is being read, from 1."""
        return len(self.stack[0]) + (len(self.stack) == 1) if self.stack else 0

    # -- comments -------------------------------------------------------------------------------

    def _comment_line(self, number: int, text: str) -> Iterator[GameTree]:
        """Read a line that begins within a comment."""
        parts = self.comment or []
        end = text.find("}")
        parts.append((text if end < 0 else text[:end]).strip())
        if end < 0:
            return
        self.comment = None
        self._add_comment(" ".join(filter(None, parts)))
        yield from self._tokens(number, text, end + 1)

    def _add_comment(self, text: str) -> None:
        """Add a comment to the move before it, or keep it for the next one."""
        line = self.stack[-1] if self.stack else []
        if not line:
            self.before = joined(self.before, text)
        else:
            line[-1].comment = joined(line[-1].comment, text)

    def _put_back(self) -> None:
        """Give a comment without a following move to the move before it."""
        if self.before and self.stack and self.stack[-1]:
            self.stack[-1][-1].comment = joined(self.stack[-1][-1].comment, self.before)
            self.before = ""

    def _unclosed(self) -> Iterator[GameTree]:
        game = self._game(self.opened)
        game.problem("this comment is not closed", self.opened, self._ply())
        self.comment = None
        self.started = True
        yield from self._finish()

    # -- games ----------------------------------------------------------------------------------

    def _game(self, number: int) -> GameTree:
        if self.game is None:
            self.number += 1
            self.game = GameTree(self.name, number, self.number)
            self.stack, self.openings = [self.game.moves], []
            self.started = self.refused = self.over = False
            self.before, self.plies = "", 0
        return self.game

    def _result(self, number: int, result: str) -> None:
        game = self._game(number)
        tag = self.dialect.result(game.tags.get("Result", result))
        if tag is None:
            shown = shortened(game.tags["Result"])
            game.problem(f"the tag Result is {shown}, which is not a result", number)
        elif tag != result:
            if OPEN not in (tag, result):
                game.problem(f"the moves end with {result}, but the tag Result is {tag}", number)
            result = tag if result == OPEN else result
        game.result = result
        self.started = self.over = True

    def _finish(self) -> Iterator[GameTree]:
        game = self.game
        if game is None:
            return
        if self.openings and not self.refused:
            game.problem("this variation is not closed", self.openings[-1], self._ply())
        while len(self.stack) > 1:
            if not self.stack.pop():
                self.stack[-1][-1].variations.pop()
        if game.moves:
            self._put_back()
            game.comment, game.moves[0].before = game.moves[0].before, ""
        else:
            game.comment = self.before
        if not self.over:
            game.result = self.dialect.result(game.tags.get("Result", OPEN)) or OPEN
        self.game = None
        self.stack, self.before = [], ""
        self.started = self.over = False
        yield game


MOST_TAGS = 1_000  # tags of a game
