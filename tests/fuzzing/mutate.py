"""Scripts with something wrong: mutations of the games and the conformance scripts."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
NUMBERS = ("0", "-1", "1", "2", "7", "63", "64", "255", "1024", "2048", "65536", "99999")
EXTREMES = ("2147483647", "-2147483648", "1000000000", "4294967295", "0.5", "1e30")
PIECES = re.compile(r"\S+|\s+")


@cache
def originals() -> dict[str, tuple[str, ...]]:
    """File name -> its tokens and the white space between them."""
    paths = sorted([*ROOT.glob("tests/conformance/*.4th"), *ROOT.glob("games/*/*.4th")])
    return {
        f"{path.parent.name}-{path.name}": tuple(PIECES.findall(path.read_text())) for path in paths
    }


@cache
def vocabulary() -> tuple[str, ...]:
    """Every token of every script, as often as it occurs."""
    return tuple(t for tokens in originals().values() for t in tokens if not t.isspace())


def folder_of_originals(folder: Path) -> None:
    """Put the scripts that others LOAD beside the mutated ones."""
    for path in sorted([*ROOT.glob("tests/conformance/*.4th"), *ROOT.glob("games/*/*.4th")]):
        (folder / path.name).write_text(path.read_text())


def mutant(seed: int) -> str:
    """The script that belongs to a seed."""
    draw = random.Random(seed)
    tokens = list(originals()[draw.choice(sorted(originals()))])
    for _ in range(draw.choice((1, 1, 1, 2, 3, 6, 12))):
        if not tokens:
            break
        draw.choice((_delete, _swap, _replace, _duplicate, _splice, _number, _insert))(tokens, draw)
    return "".join(tokens)


def mutants(first: int, count: int) -> Iterator[tuple[int, str]]:
    """Return so many seeds with their scripts."""
    for seed in range(first, first + count):
        yield seed, mutant(seed)


def _words(tokens: list[str]) -> list[int]:
    return [k for k, token in enumerate(tokens) if not token.isspace()] or [0]


def _delete(tokens: list[str], draw: random.Random) -> None:
    start = draw.choice(_words(tokens))
    del tokens[start : start + draw.choice((1, 1, 1, 3, 20))]


def _swap(tokens: list[str], draw: random.Random) -> None:
    a, b = draw.choice(_words(tokens)), draw.choice(_words(tokens))
    tokens[a], tokens[b] = tokens[b], tokens[a]


def _replace(tokens: list[str], draw: random.Random) -> None:
    tokens[draw.choice(_words(tokens))] = draw.choice(vocabulary())


def _duplicate(tokens: list[str], draw: random.Random) -> None:
    start = draw.choice(_words(tokens))
    piece = tokens[start : start + draw.choice((2, 2, 10, 60))]
    tokens[start:start] = [*piece, " "]


def _splice(tokens: list[str], draw: random.Random) -> None:
    other = originals()[draw.choice(sorted(originals()))]
    start = draw.randrange(len(other))
    piece = other[start : start + draw.randint(1, 40)]
    where = draw.choice(_words(tokens))
    tokens[where:where] = [*piece, " "]


def _number(tokens: list[str], draw: random.Random) -> None:
    found = [k for k in _words(tokens) if tokens[k].lstrip("-").isdigit()]
    if found:
        tokens[draw.choice(found)] = draw.choice(NUMBERS + EXTREMES)


def _insert(tokens: list[str], draw: random.Random) -> None:
    where = draw.choice(_words(tokens))
    word = draw.choice((*NUMBERS, *EXTREMES, draw.choice(vocabulary()), draw.choice(vocabulary())))
    tokens[where:where] = [word, " "]
