"""In what two moves differ: the one that is asked for, and one that was made."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

SHOWN = 3  # differences that are told
QUOTED = 3  # parts of a move that one names


@dataclass(frozen=True)
class Unlike:
    """Parts of the move that is asked for, the parts that stand there instead, their positions."""

    asked: tuple[str, ...]
    made: tuple[str, ...]
    positions: tuple[str, ...]
    moved: bool = False

    def told(self) -> str:
        """The difference in a sentence."""
        if self.moved:
            order = f"{_quoted(self.made)}, not {_quoted(self.asked)}"
            return f"it has the same parts in another order: {order}"
        if not self.made:
            return f"it lacks {_quoted(self.asked)}"
        if not self.asked:
            return f"it has {_quoted(self.made)} besides"
        return f"it has {_quoted(self.made)} instead of {_quoted(self.asked)}"


def unlike(
    asked: str, made: str, positions: Container[str], pieces: Container[str]
) -> list[Unlike]:
    """Where the texts of two moves differ, part by part, in their order."""
    own, other = (list(parts(text, positions, pieces)) for text in (asked, made))
    if own != other and sorted(own) == sorted(other):
        pairs = [pair for pair in zip(own, other, strict=True) if pair[0] != pair[1]]
        wanted, stands = (tuple(pair[k] for pair in pairs) for k in (0, 1))
        return [Unlike(wanted, stands, (), moved=True)]
    found = []
    for kind, a, b, c, d in SequenceMatcher(None, own, other, autojunk=False).get_opcodes():
        if kind != "equal":
            words = [word for part in (*own[a:b], *other[c:d]) for word in part.split()]
            places = tuple(dict.fromkeys(word for word in words if word in positions))
            found.append(Unlike(tuple(own[a:b]), tuple(other[c:d]), places))
    return found[:SHOWN]


def parts(text: str, positions: Container[str], pieces: Container[str]) -> Iterator[str]:
    """The actions of a move's text: `partial 0`, `man a1 - a2`, `x b1`, `South p4 c1`, `= king`."""
    words, part = text.split(), list[str]()
    if words[:1] == ["partial"]:
        yield " ".join(words[:2])
        words = words[2:]
    for number, word in enumerate(words):
        after = words[number + 1] if number + 1 < len(words) else ""
        part.append(word)
        goes = len(part) == 2 and part[0] in pieces and after in ("-", "x")
        changed = len(part) == 2 and part[0] == "=" and after != "on"
        if (word in positions and not goes) or changed or after in ("=", "partial"):
            yield " ".join(part)
            part = []
    if part:
        yield " ".join(part)


def _quoted(told: tuple[str, ...]) -> str:
    more = f" and {len(told) - QUOTED} more" if len(told) > QUOTED else ""
    return ", ".join(f"`{part}`" for part in told[:QUOTED]) + more
