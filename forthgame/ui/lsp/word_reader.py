"""Split a script into words, line by line, without texts, comments and names; indent it.

Indentation is a tab for each enclosing definition, section and control structure. Only blanks at
line starts change, and none inside a text or comment.
"""

from __future__ import annotations

from collections.abc import Iterator

from forthgame.base.source import LINE_END, WORD, split_lines
from forthgame.words import effect_sets, word_sets

TEXTS = {**word_sets.TEXTS, ".(": ")"}
OPENING = frozenset((":", "IF", "BEGIN", "DO"))
CLOSING = frozenset((";", "ENDIF", "THEN", "UNTIL", "REPEAT", "AGAIN", "LOOP", "+LOOP"))
BETWEEN = frozenset(("ELSE", "WHILE"))
READS_ON = "WORD"
SECTIONS = frozenset(
    ("board", "directions", "symmetries", "players", "turn-order", "moves", "move-priorities",
     "pieces", "board-setup", "endings", "zones", "view", "levels")
)  # fmt: skip


class WordSplitter:
    """Splits consecutive lines into words.

    `inside` is the delimiter of a text that is still open at the end of a line.
    """

    def __init__(self) -> None:
        self.inside = ""
        self._names = False  # the next token is a name
        self._defines = False
        self._in_brackets = False  # between [ and ], so words run within a definition

    def words(self, line: str) -> list[str]:
        """Return the words of a line, with empty texts for names."""
        return ["" if is_name else word for _, word, is_name in self.placed(line)]

    def placed(self, line: str) -> list[tuple[int, str, bool]]:
        """Return the offset of each word of a line, the word, and whether it is a name."""
        found: list[tuple[int, str, bool]] = []
        position = self._end_of_text(line, 0) if self.inside else 0
        for start, word in _tokens(line):
            if self.inside or start < position:
                continue
            if self._names:
                self._names = False
                found.append((start, word, True))
                continue
            if word == "\\":
                break
            if word in TEXTS:
                self.inside = TEXTS[word]
                position = self._end_of_text(line, start + len(word))
                continue
            found.append((start, word, False))
            # in a definition only words that run at compile time read a name
            runs = not self._defines or self._in_brackets or word in effect_sets.AT_ONCE
            self._names = word in effect_sets.NAMING and runs
            self._in_brackets = word == "[" or (self._in_brackets and word != "]")
            self._defines = word == ":" or (self._defines and word != ";")
        return found

    def _end_of_text(self, line: str, position: int) -> int:
        """Return the end of the open text in a line; it stays open if it does not end there."""
        end = line.find(self.inside, position)
        if end < 0:
            return len(line)
        self.inside = ""
        return end + 1


def _tokens(line: str) -> Iterator[tuple[int, str]]:
    for found in WORD.finditer(line):
        yield found.start(), found[0]


# -- indentation -----------------------------------------------------------------------------------


def indented(text: str) -> str:
    """Return the text with its lines indented.

    A text that uses `WORD` is returned unchanged, since `WORD` can read any text.
    """
    lines: list[str] = []
    depth, reader = 0, WordSplitter()
    for line, end in zip(split_lines(text), [*LINE_END.findall(text), ""], strict=True):
        whole = not reader.inside
        words = reader.words(line)
        if READS_ON in words:
            return text
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
