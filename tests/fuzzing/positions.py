"""Positions as text with fields changed, exchanged and written anew, the random streams too."""

from __future__ import annotations

import base64
import random
import re
import struct
import zlib
from functools import cache

import forthgame

from .beyond import GAME
from .games import bounded, load
from .kind import Kind, tolerant
from .values import EDGES, EXTREMES

GAMES = (
    "tictactoe",
    "connectfour",
    "breakthrough",
    "splut/random",
    "splut/duel",
    "minishogi",
    "go/5x5",
    "beyond",
)
ODD = (
    "",
    "|",
    "=",
    "@",
    "#",
    "%",
    "%zz",
    "\x00",
    "é",
    "🂡",
    "9" * 400,
    "a" * 3000,
    "-",
    "--1",
    "1e9",
    "%ffff",
    "[0]",
    "\u0661",
    "=1@a1",
    "turn=0,0,0,0,0,0",
    "random=",
    "A:p=3",
    "A:q=-1",
    "White:pawn=99999",
    "A:p#carry=7@a1",
    "A:p#3=1@b1",
    "trail@c2=31",
    "trail@a1=-1",
    "trail@zz=1",
    "(out)=14",
    "(next)=2",
    "(out)=-1",
    "(quiet)=99",
)


@cache
def game(name: str) -> forthgame.Game:
    """A bundled game, or the one with words beyond Axiom; interpreted."""
    loaded = load(GAME) if name == "beyond" else forthgame.load(name, native=False)
    bounded(loaded)
    return loaded


@cache
def lines(name: str) -> tuple[str, ...]:
    """Positions of it that occur."""
    loaded, draw = game(name), random.Random(1)
    found = []
    loaded.forth.processor.limit()
    state = loaded.new_game(seed=1)
    for _ in range(12):
        found.append(state.to_text())
        loaded.forth.processor.limit()
        moves = state.moves()
        if state.outcome or not moves:
            break
        state.play(draw.choice(moves))
    return tuple(found)


def odd_number(draw: random.Random) -> int:
    """A number near something, or any."""
    kind = draw.random()
    if kind < 0.4:
        return draw.choice((*EXTREMES, *EDGES)) + draw.choice((0, 0, 1, -1))
    return draw.choice((0, 1, 2, 3, 97, 100, -5, draw.randint(-(1 << 31), (1 << 31) - 1)))


def random_streams(draw: random.Random, field: str) -> str:
    """The field with some of its numbers others, the checksum of its packing right."""
    data = bytearray(zlib.decompress(base64.urlsafe_b64decode(field.removeprefix("random="))))
    for _ in range(draw.choice((1, 1, 3, 30))):
        near = draw.choice((0, 4, 8, 512, 516, 520, 4 * draw.randrange(len(data) // 4)))
        value = (odd_number(draw) + (1 << 31) & 0xFFFFFFFF) - (1 << 31)
        if near + 4 <= len(data):
            struct.pack_into("<i", data, near, value)
    if draw.random() < 0.1:
        data = data[: draw.randrange(len(data))]
    return "random=" + base64.urlsafe_b64encode(zlib.compress(bytes(data))).decode()


def changed(draw: random.Random, fields: list[str], others: list[str]) -> None:
    """Do one thing to the fields of a line."""
    k = draw.randrange(len(fields))
    kind = draw.randrange(8)
    if kind == 0:
        del fields[k]
        fields.append("|")
    elif kind == 1:
        fields[k] = draw.choice(others)
    elif kind == 2:
        fields.insert(k, draw.choice(others))
    elif kind == 3:
        fields[k] = re.sub(r"-?\d+", lambda n: str(odd_number(draw)) if draw.random() < 0.5
                           else n[0], fields[k])  # fmt: skip
    elif kind == 4:
        at = draw.randrange(len(fields[k]) + 1)
        fields[k] = fields[k][:at] + draw.choice(ODD) + fields[k][at + draw.randrange(3) :]
    elif kind == 5:
        other = draw.randrange(len(fields))
        fields[k], fields[other] = fields[other], fields[k]
    else:
        for j, field in enumerate(fields):
            if kind == 6 and field.startswith("random="):
                fields[j] = random_streams(draw, field) if len(field) > 20 else field
            if kind == 7 and field.startswith("turn="):
                turn = field[5:].split(",")
                turn[draw.randrange(len(turn))] = draw.choice(
                    (str(odd_number(draw)), f"%{odd_number(draw)}", "White", "0", "12")
                )
                fields[j] = "turn=" + ",".join(turn)


def make(seed: int) -> str:
    """The name of a game, then a line that is almost a position of it."""
    draw = random.Random(f"positions {seed}")
    name = draw.choice(GAMES)
    fields = draw.choice(lines(name)).split(" ")
    others = draw.choice(lines(draw.choice(GAMES))).split(" ")
    for _ in range(draw.choice((1, 1, 2, 4))):
        try:
            changed(draw, fields, others)
        except (ValueError, zlib.error):  # a second change of a text that is damaged already
            break
    return name + "\n" + " ".join(fields)


def attempt(text: str) -> None:
    """Read the line, and play on if it is a position."""
    name, _, line = text.partition("\n")
    if name not in GAMES:
        return
    loaded = game(name)
    loaded.forth.processor.limit()
    state = loaded.position(line)
    for step in (
        lambda: state.board, lambda: str(state), state.to_text, state.to_json,
        lambda: state.moves(), lambda: state.outcome, lambda: state.search("random"),
        lambda: state.play(state.moves()[0]) if state.moves() else None,
        lambda: state.moves(), lambda: state.search("uct", playouts=3),
        lambda: state.search("negamax", depth=1), lambda: loaded.playouts(1, state=state, plies=5),
    ):  # fmt: skip
        loaded.forth.processor.limit()
        tolerant(step)


KIND = Kind("positions", "positions as text, damaged", make, attempt)
