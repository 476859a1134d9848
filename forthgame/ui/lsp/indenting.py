"""Indentation of a script: a tab for each definition, section and control structure around a line.

Only blanks at the beginning of lines change, and none within a text or a comment.
"""

from __future__ import annotations

from collections.abc import Iterator

from forthgame.lang import doing, facts
from forthgame.source import LINE_END, WORD, split_lines

OPENING = frozenset((":", "IF", "BEGIN", "DO"))
CLOSING = frozenset((";", "ENDIF", "THEN", "UNTIL", "REPEAT", "AGAIN", "LOOP", "+LOOP"))
BETWEEN = frozenset(("ELSE", "WHILE"))
TEXTS = {**facts.TEXTS, ".(": ")"}
SECTIONS = frozenset(
    ("board", "directions", "symmetries", "players", "turn-order", "moves", "move-priorities",
     "pieces", "board-setup", "endings", "zones", "view", "levels")
)  # fmt: skip


def indented(text: str) -> str:
    """The text with its lines indented."""
    lines: list[str] = []
    depth, reader = 0, _Reader()
    for line, end in zip(split_lines(text), [*LINE_END.findall(text), ""], strict=True):
        whole = not reader.inside
        words = reader.words(line)
        leading = 0
        for word in words:
            if word in BETWEEN or _closes(word):
                leading += 1
                if word in BETWEEN:
                    break
            else:
                break
        stripped = line.lstrip(" \t")
        if whole:
            line = "\t" * max(0, depth - leading) + stripped if WORD.search(stripped) else ""
        lines += line, end
        for word in words:
            depth = max(0, depth + _opens(word) - _closes(word))
    return "".join(lines)


def _opens(word: str) -> bool:
    return word in OPENING or (word[:1] == "{" and word[1:] in SECTIONS)


def _closes(word: str) -> bool:
    return word in CLOSING or (word[-1:] == "}" and word[:-1] in SECTIONS)


class _Reader:
    """The words of one line after another, without texts, comments and names.

    `inside` is the mark that ends a text which is open at the end of a line.
    """

    def __init__(self) -> None:
        self.inside = ""
        self._names = False  # the next token is a name
        self._defines = False
        self._aside = False  # between [ and ], where words run within a definition

    def words(self, line: str) -> list[str]:
        """The words of a line; an empty text stands for a name."""
        found: list[str] = []
        position = self._end_of_text(line, 0) if self.inside else 0
        for start, word in _tokens(line):
            if self.inside or start < position:
                continue
            if self._names:
                self._names = False
                found.append("")
                continue
            if word == "\\":
                break
            if word in TEXTS:
                self.inside = TEXTS[word]
                position = self._end_of_text(line, start + len(word))
                continue
            found.append(word)
            # within a definition only words that run while it is compiled read a name
            runs = not self._defines or self._aside or word in doing.AT_ONCE
            self._names = word in doing.NAMING and runs
            self._aside = word == "[" or (self._aside and word != "]")
            self._defines = word == ":" or (self._defines and word != ";")
        return found

    def _end_of_text(self, line: str, position: int) -> int:
        """Where the open text ends in a line, from a position on; it stays open if it does not."""
        end = line.find(self.inside, position)
        if end < 0:
            return len(line)
        self.inside = ""
        return end + 1


def _tokens(line: str) -> Iterator[tuple[int, str]]:
    for found in WORD.finditer(line):
        yield found.start(), found[0]
