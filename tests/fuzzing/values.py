"""Arguments for words, mostly chosen by the name of the input."""

from __future__ import annotations

import random

from forthgame.words.registers import memory_layout as at

EDGES = (
    0, at.MEMORY_LOW, at.TEXT_BUFFER, at.TEXT_BUFFER + at.TEXT_SIZE, at.PAD,
    at.PAD + at.PAD_SIZE, at.DATA, at.DATA_END, at.BOARDS, at.BOARDS_END, at.WRITE_END, at.TABLES,
    at.TABLES_END, at.ARENA, at.ARENA_END, at.READ_END, at.A_DP, at.A_BASE, at.A_CONTEXT,
    at.A_BOARD, at.A_MOVES_LIST, at.TURN_BLOCK,
)  # fmt: skip
EXTREMES = (
    (1 << 31) - 1, -(1 << 31), -(1 << 31) + 1, -1, 1 << 30, 1 << 24, 65535, 65536, 0x7FFF, 255, 256,
    at.MOVE_MARK, at.UNKNOWN_SCORE, at.WIN_SCORE, at.LOSS_SCORE,
)  # fmt: skip
PLACES = (
    "PAD", "HERE", "$buffer", "$board @", "$movesList @", "$movesList", "v1", "v2", "b1", "b1 4 +",
    "$FirstMove", "$FirstMove 4 -", "$moveAddr @", "DP", "BASE", "SP@", "RP@", "LATEST", "$player",
    "$turnOffset", "$scanPositions", "$pieces @", "$players @", "$turnOrder @", "$engines @",
    "$posNames @", "$symmetries @", "$zobrist @", "$directions @", "$move-priorities @",
    "$boardSetup @", "$FirstMove .moveCFA", "0 cells", "var1",
)  # fmt: skip
TOKENS = (
    "DUP", "DROP", "+", "EXECUTE", "verify", "EXIT", "CR", ".", "add-move", "$GenerateMoves",
    "$DeallocateMoves", "OnNextTurn", "OnIsGameOver", "R>", ">R", "I", "LEAVE", "w1", "w2", "w3",
    "d1", "v1", "PAD", "capture", "$CloneBoard", "$RandomMoveEngine", "$NegamaxMove", "step",
)  # fmt: skip
RISKY_LOCALS = {"v1", "v2", "b1", "w1", "w2", "w3", "d1", "step", "var1", "0 cells"}
TYPES = ("piece", "type", "piece-type")


def _near(draw: random.Random, value: int) -> int:
    if draw.random() < 0.45:
        return value
    return value + draw.choice((-8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 64, -64))


def wrapped(value: int) -> int:
    """The cell of a number."""
    return (value + (1 << 31) & 0xFFFFFFFF) - (1 << 31)


def number(draw: random.Random) -> str:
    """A small number, sometimes a large one."""
    kind = draw.random()
    if kind < 0.6:
        return str(draw.choice((0, 1, 2, 3, 4, 5, 7, 8, 12, -1, -2, 16, 31, 63, 64, 100)))
    if kind < 0.85:
        return str(wrapped(_near(draw, draw.choice(EXTREMES))))
    return str(draw.randint(-(1 << 31), (1 << 31) - 1) >> draw.randrange(32))


def address(draw: random.Random) -> str:
    """An address near the end of something."""
    kind = draw.random()
    if kind < 0.45:
        return str(wrapped(_near(draw, draw.choice(EDGES))))
    if kind < 0.9:
        place = draw.choice(PLACES)
        return place if draw.random() < 0.6 else f"{place} {_near(draw, 0)} +"
    return str(draw.randrange(at.READ_END + 4096))


def token(draw: random.Random, inside: bool) -> str:
    """The token of a word or a move, now and then off by a few bytes."""
    kind = draw.random()
    if kind < 0.6:
        found = f"{chr(91) + chr(39) + chr(93) if inside else chr(39)} {draw.choice(TOKENS)}"
    elif kind < 0.85:
        found = draw.choice(("$FirstMove .moveCFA", "$FirstMove $NextMove .moveCFA", "v1 @",
                             "LATEST NFA>CFA", "$moveAddr @", "v2 @ .moveCFA"))  # fmt: skip
    else:
        return address(draw)
    return found if draw.random() < 0.8 else f"{found} {_near(draw, 0)} +"


def move(draw: random.Random) -> str:
    """Return a move of a list that is there or was there, or an invalid one."""
    if draw.random() < 0.7:
        return draw.choice(("$FirstMove", "$FirstMove $NextMove", "v1 @", "v2 @",
                            "$movesList @ 8 + @", "$movesList @ 32 +"))  # fmt: skip
    return address(draw)


def position(draw: random.Random) -> str:
    """A position, on the board or off it."""
    if draw.random() < 0.75:
        return str(draw.randrange(10))
    return draw.choice((str(at.MAX_POSITIONS), str(at.MAX_POSITIONS - 1), "-1", "here", "from",
                        "63", "64", "65", number(draw)))  # fmt: skip


def player(draw: random.Random) -> str:
    """Return a player, or an invalid number."""
    if draw.random() < 0.8:
        return draw.choice(("2048", "4096", "6144", "current-player", "for-player", "3072"))
    return draw.choice(("0", "1024", "1", "65535", "63488", str(31 * 2048), number(draw)))


def piece(draw: random.Random) -> str:
    """Return a piece type, or an invalid number."""
    if draw.random() < 0.75:
        return draw.choice(("0", "1", "2", "3", "2049", "4097"))
    return draw.choice(("1023", "1024", "4", number(draw)))


def size(draw: random.Random) -> str:
    """A count."""
    if draw.random() < 0.75:
        return str(draw.choice((0, 1, 2, 3, 4, 5, 8, 16, 64, 257)))
    return draw.choice(("-1", "1024", "2048", "65536", "8388608", "2147483647", number(draw)))


def argument(draw: random.Random, name: str, inside: bool) -> str:
    """Text that leaves an argument for an input of a name."""
    if draw.random() < 0.12:
        return draw.choice((number, address, position, player, piece, size))(draw)
    stem = name.rstrip("'0123456789")
    if stem in ("addr", "pfa", "nfa", "str", "source", "target", "lfa", "timer", "a", "b"):
        small = stem in ("a", "b") or (stem in ("source", "target") and draw.random() < 0.5)
        return (number if small else address)(draw)
    if stem in ("xt", "token", "cfa"):
        return token(draw, inside)
    if stem in ("pos", "position"):
        return position(draw)
    if stem.startswith("player"):
        return player(draw)
    if stem in TYPES:
        return piece(draw)
    if stem == "move":
        return move(draw)
    if stem in ("size", "count", "width", "bytes", "low", "high", "depth"):
        return size(draw)
    if stem == "?":
        return draw.choice(("0", "-1", "TRUE", "FALSE", "1"))
    return number(draw)
