"""Indentation of a script: a tab for each definition, section and control structure around a line.

Only blanks at the beginning of lines change, and none within a text or a comment.
"""

from __future__ import annotations

from collections.abc import Iterator

from forthgame.lang import facts
from forthgame.source import LINE_END, WORD, split_lines

OPENING = frozenset((":", "IF", "BEGIN", "DO"))
CLOSING = frozenset((";", "ENDIF", "THEN", "UNTIL", "REPEAT", "AGAIN", "LOOP", "+LOOP"))
BETWEEN = frozenset(("ELSE", "WHILE"))
TEXTS = {**facts.TEXTS, ".(": ")"}
NAMING = frozenset((":", "VARIABLE", "CONSTANT", "CREATE", "DEFER", "IS", "'", "[']", "[CHAR]"))
SECTIONS = frozenset(
    ("board", "directions", "symmetries", "players", "turn-order", "moves", "move-priorities",
     "pieces", "board-setup", "endings", "zones", "view", "levels")
)  # fmt: skip


def indented(text: str) -> str:
    """The text with its lines indented."""
    lines: list[str] = []
    depth, inside = 0, ""
    for line, end in zip(split_lines(text), [*LINE_END.findall(text), ""], strict=True):
        whole = inside == ""
        words, inside = _words(line, inside)
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


def _words(line: str, inside: str) -> tuple[list[str], str]:
    """The words of a line that are no text, comment or name; the mark that ends an open text."""
    found: list[str] = []
    position = 0
    for start, word in _tokens(line):
        if start < position:
            continue
        if inside:
            end = line.find(inside, position)
            if end < 0:
                return found, inside
            position, inside = end + 1, ""
            if start < position:
                continue
        if word == "\\":
            break
        if word in TEXTS:
            end = line.find(TEXTS[word], start + len(word))
            if end < 0:
                return found, TEXTS[word]
            position = end + 1
        elif found and found[-1] in NAMING:
            found[-1] = found[-1] if found[-1] == ":" else ""
            found.append("")
        else:
            found.append(word)
    if inside and inside in line[position:]:
        inside = ""
    return found, inside


def _tokens(line: str) -> Iterator[tuple[int, str]]:
    for found in WORD.finditer(line):
        yield found.start(), found[0]
