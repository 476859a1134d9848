"""Plant mistakes into scripts: changes of Forth texts as they happen in typing.

Every kind of mistake is a function from a script to the places where it can be made. The caller's
random numbers select the place and the new text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

TOKEN = re.compile(r"\S+")
OPENS = re.compile(r"\{([a-z-]+)$")
QUOTING = frozenset(('."', 'S"', 'ABORT"', '^"', 'choice"'))
DECLARING = frozenset(("VARIABLE", "CONSTANT", "DEFER", "[]", "CREATE", ":", "LOAD", "IS"))
ENTRIES = frozenset(("{move}", "{link}", "{setup}", "{turn}", "{symmetry}", "{move-priority}"))
ACTIONS = frozenset(
    ("move", "capture", "capture-at", "drop", "create", "change-type", "change-owner", "add-move",
     "partial", "create-player-piece-type-at", "create-piece-type-at", "partial-move-type", "Pass")
)  # fmt: skip
WORDS_LEFT_OUT = ACTIONS | {"verify", "NOT", "back", "DROP", "1+", "to", "NEGATE", "COMPILE", "ON",
                            "OFF", "++", "--", "LEAVE", "EXIT"}  # fmt: skip
CONFUSED = (
    ("friend?", "enemy?", "empty?", "not-empty?"),
    ("friend-at?", "enemy-at?", "empty-at?", "not-empty-at?"),
    ("here", "from"),
    ("piece-type", "player"),
    ("piece-type-at", "player-at"),
    ("current-player", "next-player"),
)
OPPOSITE = {
    "=": "<>", "<>": "=", "<": ">", ">": "<", "0=": "0<>", "0<>": "0=", "0<": "0>", "0>": "0<",
    "<=": ">=", ">=": "<=", "TRUE": "FALSE", "FALSE": "TRUE", "AND": "OR", "OR": "AND",
    "ON": "OFF", "OFF": "ON", "++": "--", "--": "++", "#WinScore": "#LossScore",
    "#LossScore": "#WinScore", "empty?": "not-empty?", "not-empty?": "empty?",
}  # fmt: skip
NUMBER = re.compile(r"-?\d+$")


@dataclass(frozen=True)
class Token:
    """A word of the text outside comments, with its definition or section."""

    text: str
    start: int
    end: int
    line: int
    definition: str = ""
    section: str = ""


@dataclass(frozen=True)
class Change:
    """Parts of the text that are replaced, in order, and a short description.

    `lines` are lines of the text before the change that are as guilty as the changed ones: the
    neighbours of a line that is left out, the head of the section that lacks it.
    """

    edits: tuple[tuple[int, int, str], ...]
    what: str
    lines: tuple[int, ...] = ()


@dataclass
class Text:
    """A script, its tokens, and the names that it declares."""

    text: str
    tokens: list[Token] = field(default_factory=list)
    names: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tokens = list(_tokens(self.text))
        self.names = _names(self.tokens)

    def kind_of(self, name: str) -> str:
        """Return how a name was declared, empty if it was not."""
        return next((kind for kind, names in self.names.items() if name in names), "")

    def code(self) -> Iterator[tuple[int, Token]]:
        """Return the tokens of definitions after their names, with their numbers."""
        for number, token in enumerate(self.tokens):
            if token.definition and self.tokens[number - 1].text != ":" and token.text != ";":
                yield number, token

    def changed(self, change: Change) -> tuple[str, tuple[int, ...]]:
        """The text with a change, and its guilty lines."""
        text, guilty, shift = self.text, set[int](), 0
        for start, end, new in change.edits:
            text = text[: start + shift] + new + text[end + shift :]
            first = text[: start + shift].count("\n") + 1
            rows = new.strip("\n").count("\n")
            left = text.split("\n")[first - 1].strip()
            if new.strip() or left:
                guilty |= set(range(first, first + rows + 1))
            shift += len(new) - (end - start)
        for line in change.lines:
            at = sum(len(row) + 1 for row in self.text.split("\n")[: line - 1])
            moved = sum(
                new.count("\n") - self.text[start:end].count("\n")
                for start, end, new in change.edits
                if end <= at
            )
            guilty.add(line + moved)
        return text, tuple(sorted(guilty))


def _tokens(text: str) -> Iterator[Token]:
    position, definition, section, naming = 0, "", "", False
    while (found := TOKEN.search(text, position)) is not None:
        word, position = found[0], found.end()
        if word == "\\":
            end = text.find("\n", position)
            position = len(text) if end < 0 else end
            continue
        if word == "(":
            position = text.find(")", position) + 1
            continue
        if word in QUOTING:
            position = text.find('"', position) + 1
        if naming:
            definition, naming = word, False
        if word == ":":
            naming = True
        if (opened := OPENS.match(word)) is not None:
            section = opened[1]
        line = text[: found.start()].count("\n") + 1
        yield Token(word, found.start(), found.end(), line, definition, section)
        if word == ";":
            definition = ""
        if section and word == f"{section}}}":
            section = ""


def _names(tokens: list[Token]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}

    def add(kind: str, name: str) -> None:
        if name not in found.setdefault(kind, []):
            found[kind].append(name)

    simple = {"{direction}": "direction", "{link}": "direction", "{player}": "player",
              "{neutral}": "player", "{piece}": "piece", "{position}": "position",
              "{variable}": "variable", "VARIABLE": "variable", "{array}": "array", "[]": "array",
              "{move-type}": "type", ":": "word", "{move-priority}": "type"}  # fmt: skip
    for token, after in pairwise(tokens):
        if token.text in simple and not (token.text == "[]" and token.definition):
            add(simple[token.text], after.text)
        if token.text == "{setup}":
            place = tokens.index(token)
            add("position", tokens[place + 3].text)
    return found


# -- the kinds ------------------------------------------------------------------------------------

Kind = Callable[[Text, Random], list[Change]]


def _cut(text: Text, first: Token, last: Token, what: str) -> Change:
    """Leave out a stretch, or the whole line if nothing else is in it."""
    source = text.text
    start = source.rfind("\n", 0, first.start) + 1
    end = source.find("\n", last.end)
    end = len(source) if end < 0 else end + 1
    rest = source[start : first.start] + source[last.end : end]
    rest = re.sub(r"\\ .*", "", rest)
    if rest.strip():
        return Change(((first.start, last.end, ""),), what)
    near = [t.line for t in text.tokens if t.line < first.line][-1:]
    near += [t.line for t in text.tokens if t.line > last.line][:1]
    if first.section:
        near += [t.line for t in text.tokens if t.text == f"{{{first.section}" and
                 t.line <= first.line][-1:]  # fmt: skip
    return Change(((start, end, ""),), what, tuple(near))


def _put(token: Token, new: str) -> Change:
    return Change(((token.start, token.end, new),), f"`{token.text}` is `{new}`")


def left_out(text: Text, random: Random) -> list[Change]:
    """A word or an entry of a section is missing."""
    found = [
        _cut(text, token, token, f"`{token.text}` left out")
        for _, token in text.code()
        if token.text in WORDS_LEFT_OUT
    ]
    return found + [
        _cut(text, first, last, f"`{_said(text, first, last)}` left out")
        for first, last in _entries(text)
    ]


def asking_left_out(text: Text, random: Random) -> list[Change]:
    """A test with its `verify` is missing."""
    found = []
    for number, token in text.code():
        if token.text != "verify":
            continue
        first = number - 1
        while text.tokens[first].text in ("NOT", *OPPOSITE, "@") and first > 0:
            first -= 2 if text.tokens[first].text in OPPOSITE else 1
        if text.tokens[first].definition and text.tokens[first - 1].text != ":":
            what = f"`{_said(text, text.tokens[first], token)}` left out"
            found.append(_cut(text, text.tokens[first], token, what))
    return found


def doubled(text: Text, random: Random) -> list[Change]:
    """A word or an entry appears twice, the second time in place of its neighbour or not."""
    found = []
    for _, token in text.code():
        if token.text in ("1+", "NOT", "DUP", "SWAP", "NEGATE", "DROP", "++", "add-move"):
            change = Change(((token.end, token.end, f" {token.text}"),), f"`{token.text}` doubled")
            found.append(change)
        if text.kind_of(token.text) == "direction":
            new = f" verify {token.text}"
            change = Change(((token.end, token.end, new),), f"`{token.text} verify` doubled")
            found.append(change)
    entries = _entries(text)
    for (first, last), (start, end) in pairwise(entries):
        if first.text == start.text and first.section == start.section:
            copy = text.text[first.start : last.end]
            what = f"`{copy}` copied and not changed"
            found.append(Change(((start.start, end.end, copy),), what))
    return found


PAIRS = ("north south", "east west", "up down", "left right", "ahead behind", "n s", "e w", "ne sw",
         "nw se", "nne ssw", "nnw sse", "een wws", "ees wwn", "white black", "red blue", "in out",
         "northeast southwest", "northwest southeast", "south north", "southern northern",
         "easterner westerner", "lefty righty", "amber jade", "first last", "x o",
         "storen stores", "ringn rings", "whites blacks", "next previous")  # fmt: skip
MIRROR = {a: b for pair in PAIRS for a, b in (pair.split(), pair.split()[::-1])}


def _mirror(text: Text, name: str) -> str | None:
    """The other one of a pair of names that differ in a word such as north and south."""
    parts = re.split(r"([-_./?]|(?<=[a-z])(?=[A-Z]))", name)
    for k, part in enumerate(parts):
        other = MIRROR.get((part or "").lower())
        if other is None:
            continue
        for shape in (other, other.capitalize(), other.upper()):
            new = "".join(
                [*(p or "" for p in parts[:k]), shape, *(p or "" for p in parts[k + 1 :])]
            )
            if new != name and text.kind_of(new):
                return new
    return None


def mirrored(text: Text, random: Random) -> list[Change]:
    """A name is that of the other side: north for south, one player's word for the other's."""
    found = []
    for token in _used(text):
        new = _mirror(text, token.text)
        if new is not None and text.kind_of(new) == text.kind_of(token.text):
            found.append(_put(token, new))
    return found


def exchanged(text: Text, random: Random) -> list[Change]:
    """Two neighbours changed places: two items of the stack, or two lines of a word."""
    found = []
    items = ("here", "from", "I", "current-player", "DUP", "OVER", "SWAP")
    for number, token in text.code():
        after = text.tokens[number + 1]
        pushes = [
            t.text in items
            or NUMBER.match(t.text)
            or text.kind_of(t.text) in ("player", "position")
            for t in (token, after)
        ]
        if all(pushes) and token.text != after.text:
            edits = ((token.start, token.end, after.text), (after.start, after.end, token.text))
            found.append(Change(edits, f"`{token.text} {after.text}` exchanged"))
    rows = text.text.split("\n")
    lines = {t.line for _, t in text.code() if t.text not in ("IF", "ELSE")}
    control = re.compile(
        r"\b(IF|ELSE|ENDIF|BEGIN|WHILE|REPEAT|UNTIL|DO|LOOP|EXIT)\b|[:;]|\\|\+LOOP"
    )
    for line in sorted(lines):
        pair = rows[line - 1 : line + 1]
        if (
            line + 1 in lines
            and not any(control.search(row) for row in pair)
            and pair[0] != pair[1]
        ):
            start = sum(len(row) + 1 for row in rows[: line - 1])
            end = start + len(pair[0]) + 1 + len(pair[1])
            what = f"`{pair[0].strip()}` and `{pair[1].strip()}` exchanged"
            found.append(Change(((start, end, f"{pair[1]}\n{pair[0]}"),), what))
    return found


def branches(text: Text, random: Random) -> list[Change]:
    """The code of IF stands after ELSE."""
    found, open_ = [], list[list[Token]]()
    for _, token in text.code():
        if token.text == "IF":
            open_.append([token])
        elif token.text == "ELSE" and open_:
            open_[-1].append(token)
        elif token.text in ("ENDIF", "THEN") and open_:
            parts = [*open_.pop(), token]
            if len(parts) == 3:
                yes = text.text[parts[0].end : parts[1].start]
                no = text.text[parts[1].end : parts[2].start]
                if yes.split() != no.split() and "\\" not in yes + no:
                    edits = (
                        (parts[0].end, parts[1].start, no),
                        (parts[1].end, parts[2].start, yes),
                    )
                    what = f"branches of IF exchanged: `{' '.join(yes.split())[:30]}`"
                    lines = (parts[0].line, parts[1].line)
                    found.append(Change(edits, what, lines))
    return found


def off_by_one(text: Text, random: Random) -> list[Change]:
    """A number is one more or one less; a comparison takes in its border."""
    wider = {"<": "<=", ">": ">=", "<=": "<", ">=": ">"}
    found = []
    for token in text.tokens:
        if token.section not in ("", "directions"):
            continue
        if NUMBER.match(token.text):
            found.append(_put(token, str(int(token.text) + random.choice((-1, 1)))))
        elif token.text in wider and token.definition:
            found.append(_put(token, wider[token.text]))
    return found


def wrong_flag(text: Text, random: Random) -> list[Change]:
    """The opposite test, a NOT too many or too few."""
    found = []
    for _, token in text.code():
        if token.text in OPPOSITE:
            found.append(_put(token, OPPOSITE[token.text]))
        elif token.text == "NOT":
            found.append(_cut(text, token, token, "`NOT` left out"))
        elif token.text in ("IF", "verify", "WHILE", "UNTIL"):
            found.append(_put(token, f"NOT {token.text}"))
    return found


def _other(text: Text, random: Random, token: Token, kinds: tuple[str, ...]) -> Change | None:
    kind = text.kind_of(token.text)
    others = [name for name in text.names.get(kind, []) if name != token.text]
    if kind not in kinds or not others:
        return None
    return _put(token, random.choice(others))


def wrong_type(text: Text, random: Random) -> list[Change]:
    """A player, piece, position or type of moves is replaced by another."""
    kinds = ("player", "piece", "position", "type")
    return [c for t in _used(text) if (c := _other(text, random, t, kinds)) is not None]


def wrong_direction(text: Text, random: Random) -> list[Change]:
    """A direction is replaced by another."""
    found = [c for t in _used(text) if (c := _other(text, random, t, ("direction",))) is not None]
    for number, token in enumerate(text.tokens):
        if token.text == "{direction}":
            for sign in (text.tokens[number - 1], text.tokens[number - 2]):
                if sign.text in ("1", "-1"):
                    found.append(_put(sign, str(-int(sign.text))))
    return found


def wrong_test(text: Text, random: Random) -> list[Change]:
    """friend? for enemy?, here for from, and their like."""
    found = []
    for _, token in text.code():
        for group in CONFUSED:
            if token.text in group:
                new = random.choice([name for name in group if name != token.text])
                found.append(_put(token, new))
    return found


def wrong_variable(text: Text, random: Random) -> list[Change]:
    """A variable or array is replaced by another."""
    kinds = ("variable", "array")
    return [c for _, t in text.code() if (c := _other(text, random, t, kinds)) is not None]


def wrong_word(text: Text, random: Random) -> list[Change]:
    """A word whose name begins alike."""
    found = []
    for token in _used(text):
        stem = re.match(r"(.+?)[-_./]", token.text)
        if text.kind_of(token.text) != "word" or stem is None:
            continue
        others = [n for n in text.names["word"] if n != token.text and n.startswith(stem[0])]
        if others:
            found.append(_put(token, random.choice(others)))
    return found


def _used(text: Text) -> list[Token]:
    """Tokens that use a name: in definitions, and in entries of sections."""
    entries = {id(t) for first, last in _entries(text) for t in text.tokens if
               first.start < t.start <= last.start}  # fmt: skip
    return [t for _, t in text.code()] + [t for t in text.tokens if id(t) in entries]


def _entries(text: Text) -> list[tuple[Token, Token]]:
    """First and last token of each entry of a section."""
    counts = {"{move}": 1, "{link}": 3, "{setup}": 3, "{turn}": 1, "{symmetry}": 2,
              "{move-priority}": 1}  # fmt: skip
    found = []
    for number, token in enumerate(text.tokens):
        if token.text not in ENTRIES or token.definition:
            continue
        first, last = number, number + counts[token.text]
        if token.text == "{symmetry}":
            first -= 1
        if token.text in ("{move}", "{turn}") and last + 1 < len(text.tokens):
            follows = text.tokens[last + 1].text
            last += 2 if follows in ("{move-type}", "{of-type}", "{for-player}") else 0
        found.append((text.tokens[first], text.tokens[last]))
    return found


def _said(text: Text, first: Token, last: Token) -> str:
    return " ".join(text.text[first.start : last.end].split())


KINDS: dict[str, Kind] = {
    "left out": left_out,
    "a test left out": asking_left_out,
    "doubled": doubled,
    "mirrored": mirrored,
    "exchanged": exchanged,
    "branches exchanged": branches,
    "off by one": off_by_one,
    "wrong flag": wrong_flag,
    "wrong type": wrong_type,
    "wrong direction": wrong_direction,
    "wrong test": wrong_test,
    "wrong variable": wrong_variable,
    "wrong word": wrong_word,
}
