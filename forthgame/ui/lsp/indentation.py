"""Indent a script by a tab for each enclosing definition, section and control structure.

Only blanks at line starts change, and none inside a text or comment.
"""

from __future__ import annotations

from forthgame.base.source import LINE_END, WORD, split_lines
from forthgame.ui.lsp.word_reader import WordReader

OPENING = frozenset((":", "IF", "BEGIN", "DO"))
CLOSING = frozenset((";", "ENDIF", "THEN", "UNTIL", "REPEAT", "AGAIN", "LOOP", "+LOOP"))
BETWEEN = frozenset(("ELSE", "WHILE"))
READS_ON = "WORD"
SECTIONS = frozenset(
    ("board", "directions", "symmetries", "players", "turn-order", "moves", "move-priorities",
     "pieces", "board-setup", "endings", "zones", "view", "levels")
)  # fmt: skip


def indented(text: str) -> str:
    """Return the text with its lines indented.

    A text that uses `WORD` is returned unchanged, since `WORD` can read any text.
    """
    lines: list[str] = []
    depth, reader = 0, WordReader()
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
