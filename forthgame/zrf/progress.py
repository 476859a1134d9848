"""Find out whether a position of a game can ever occur again."""

from __future__ import annotations

from forthgame.zrf.context import Context
from forthgame.zrf.forms import Form
from forthgame.zrf.move_facts import ADDS

# commands after which a piece may stand anywhere, or a piece that was taken may be back
BACK = {"opposite", "create", "from", "to", "go", "back", "cascade", "add-copy", "add-copy-partial",
        "change-owner", "flip"}  # fmt: skip
DEEPEST = 40


def never_repeats(context: Context) -> bool:
    """Return whether no position can occur again.

    Each move drops a piece from a store to which none returns, or brings a piece forward: the
    steps of all pieces of a player never lead in a circle.
    """
    game = context.game
    if context.recycles or any(game.option(name) for name in ("pass turn", "pass partial")):
        return False
    if context.heads & (BACK | set(context.board.positions)):
        return False
    blocks = [block for piece in game.pieces.values() for block in piece.moves]
    blocks = [block for block in blocks if context.facts.of(block.form).heads & ADDS]
    if not all(_steps_first(context, block.form) for block in blocks):
        return False
    used: set[str] = set()
    for block in blocks:
        used |= context.facts.of(block.form).heads & context.directions
    return all(not circles(context, _seen_by(context, used, p)) for p in game.players)


def _steps_first(context: Context, form: Form, depth: int = 0) -> bool:
    """Return whether the first command of a block, after conditions, is a step."""
    for one in context.macros.expand(form.items or []):
        if one.items is not None and one.head.lower() == "verify":
            continue
        if one.items is not None and one.items and not one.head and depth < DEEPEST:
            return _steps_first(context, one, depth + 1)
        return one.name in context.directions
    return False


def _seen_by(context: Context, directions: set[str], player: str) -> set[str]:
    """Return directions as a player's symmetry turns them."""
    turned = {one.text: other.text for p, one, other in context.board.symmetries if p == player}
    return {turned.get(name, name) for name in directions}


def circles(context: Context, directions: set[str]) -> bool:
    """Return whether links of some directions lead in a circle."""
    ways: dict[str, list[str]] = {}
    entering = dict.fromkeys(context.board.positions, 0)
    for (direction, begin), end in context.board.links.items():
        if direction in directions:
            ways.setdefault(begin, []).append(end)
            entering[end] = entering.get(end, 0) + 1
    free = [name for name, count in entering.items() if not count]
    left = len(entering)
    while free:
        left -= 1
        for end in ways.get(free.pop(), ()):
            entering[end] -= 1
            if not entering[end]:
                free.append(end)
    return left > 0
