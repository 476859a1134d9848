"""Choices and weights: attributes carried by moves for drawing and searching."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.words.core.opcodes import OP
from forthgame.words.core.random_streams import FIRST, random_between, random_share
from forthgame.words.moves.move_lists import action_at, actions_of, first_move, move_count
from forthgame.words.moves.recording import record, record_error, recordable
from forthgame.words.registers import alpha_beta_node, extension_registers, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    load32,
    load64,
    player_number,
    settled,
    store32,
    store64,
    system,
)
from forthgame.words.table.row import Group, helper, plain

if TYPE_CHECKING:
    from forthgame.words.table.interpreter_interface import Forth

moves = Group("moves", newer=True)
search = Group("search", newer=True)
HEAVIEST = 65535
LONGEST_CHOICE = 255  # characters


moves.words(
    plain(
        "(CHOICE)",
        "( -- )",
        "Name the move being recorded.",
        lambda vm, operand: record(vm, extension_registers.ACT_CHOICE, operand, 0, 0),
        operand="str",
        guard=recordable,
        hidden=True,
    ),
)


@moves.compiling(
    'choice"',
    '( "text" -- )',
    "Name the move being recorded, if several moves have the same positions.",
    closes='"',
)
def compile_choice(forth: Forth) -> None:
    forth.open_definition('choice"')
    text = forth.parse_text('"').strip()
    if not text:
        raise forth.error(-271, 'choice" names nothing: a text comes before the second mark')
    if len(text) > LONGEST_CHOICE:
        raise forth.error(-271, f'choice" names more than {LONGEST_CHOICE} characters')
    forth.code.append(OP["(CHOICE)"], forth.store_text(text))


def weighable(vm: Block, n: int) -> int:
    """Guard: n is a valid weight, and the current move has room for another action."""
    return record_error(vm) if 1 <= n <= HEAVIEST else -285


moves.words(
    plain(
        "(WEIGHT)",
        "( n -- )",
        "Set the weight of the move being recorded.",
        lambda vm, n: record(vm, extension_registers.ACT_WEIGHT, n, 0, 0),
        guard=weighable,
        hidden=True,
    ),
)


@moves.compiling(
    "weight",
    "( n -- )",
    "Set how often a `{random}` player draws the move being recorded; other moves have weight 1.",
)
def compile_weight(forth: Forth) -> None:
    forth.open_definition("weight")
    forth.code.append(OP["(WEIGHT)"])
    if forth.game is not None:
        forth.game.use_weights()


@helper
def draws_by_weight(vm: Block) -> bool:
    return (
        settled(vm, extension_registers.WEIGHTED) >> player_number(system(vm, at.A_PLAYER))
    ) & 1 != 0


@helper
def weight_of(vm: Block, move: int) -> int:
    """Return the weight of a move of the player to move: the last one given, else 1."""
    found = 1
    if draws_by_weight(vm):
        for k in range(actions_of(vm, move)):
            action = action_at(move, k)
            if arena_cell(vm, action + at.KIND_OFFSET) == extension_registers.ACT_WEIGHT:
                found = min(max(arena_cell(vm, action), 1), HEAVIEST)
    return found


search.words(
    plain(
        "(weighted?)",
        "( -- ? )",
        "True if the player to move draws by weights.",
        lambda vm: -1 if draws_by_weight(vm) else 0,
        hidden=True,
    ),
)


@search.word(
    "(draw-number)", "( -- i )", "Give the index of a random move of the newest list.", hidden=True
)
def draw_number(vm: Block) -> int:
    count = move_count(vm)
    if not draws_by_weight(vm) or count < 2:
        return random_between(vm, FIRST, 0, count - 1)
    charge(vm, count * 2)
    total = 0
    move = first_move(vm)
    while move != 0:
        total += weight_of(vm, move)
        move = arena_cell(vm, move)
    left = random_share(vm, FIRST, total)
    move = first_move(vm)
    i = 0
    while i < count - 1:
        left -= weight_of(vm, move)
        if left < 0:
            return i
        move = arena_cell(vm, move)
        i += 1
    return i


@helper
def note_weight(vm: Block, place: int, move: int) -> None:
    """Record at a chance node the weight of the move being tried, and add it to the sum."""
    weight = weight_of(vm, move)
    store32(vm, place + alpha_beta_node.WEIGHT * 4, weight)
    store64(
        vm,
        place + alpha_beta_node.WEIGHTS * 4,
        load64(vm, place + alpha_beta_node.WEIGHTS * 4) + weight,
    )


@helper
def forget_weight(vm: Block, place: int) -> None:
    """Undo `note_weight` for a move that is not counted."""
    weights = load64(vm, place + alpha_beta_node.WEIGHTS * 4) - load32(
        vm, place + alpha_beta_node.WEIGHT * 4
    )
    store64(vm, place + alpha_beta_node.WEIGHTS * 4, weights)
