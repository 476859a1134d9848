"""Dependencies of OnIsLegal?'s answer: moves that touch none of them need no call.

If OnIsLegal? reads the board through `attacked?` only, as `rules/facts/attack_tables.py`
determines, it is
called once before any move is made. The positions that matter are recorded: the attacked one,
pieces that may reach it, and the squares between. A move that touches none of them is as legal as a
pass.
"""

from __future__ import annotations

from forthgame.words.board.board import contents, on_board
from forthgame.words.lists.attacks import NOTED_WORDS
from forthgame.words.lists.legality_checks import LEGAL, STRUCK
from forthgame.words.moves.move_endpoints import action_at, actions_of
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    load32,
    set_arena_cell,
    settled,
    store32,
    system,
    table_cell,
)
from forthgame.words.table.row import Group, helper, plain

footprint = Group("legality")


footprint.words(
    plain(
        "(local-rule?)",
        "( -- ? )",
        "True if OnIsLegal? depends only on recorded positions and storage.",
        lambda vm: -1 if settled(vm, extension_registers.LOCAL_RULE) != 0 else 0,
        hidden=True,
    ),
)


@footprint.word("(begin-note)", "( -- )", "Start recording what OnIsLegal? depends on before any "
                "move.", hidden=True)  # fmt: skip
def begin_note(vm: Block) -> None:
    for k in range((settled(vm, at.POSITIONS) + 31) >> 5):
        store32(vm, extension_registers.NOTED + (k & NOTED_WORDS) * 4, 0)
    store32(vm, extension_registers.NOTED_READS, settled(vm, extension_registers.RULE_READS))
    store32(vm, extension_registers.NOTING, -1)


@footprint.word(
    "(end-note)", "( ? -- )", "Store the answer of OnIsLegal? before any move.", hidden=True
)
def end_note(vm: Block, legal: int) -> None:
    store32(vm, extension_registers.NOTING, 0)
    store32(vm, extension_registers.ANSWER, legal)


@helper
def is_noted(vm: Block, pos: int) -> bool:
    """Return whether the answer depends on a position; false off the board."""
    word = load32(vm, extension_registers.NOTED + ((pos >> 5) & NOTED_WORDS) * 4)
    return on_board(vm, pos) and (word >> (pos & 31)) & 1 != 0


@helper
def storage_noted(vm: Block, offset: int) -> bool:
    """Return whether the answer depends on the storage at an offset of the board record."""
    read = load32(vm, extension_registers.NOTED_READS)
    for k in range(settled(vm, extension_registers.STORED_COUNT)):
        place = settled(vm, extension_registers.STORED_RANGES) + k * 8
        if table_cell(vm, place) <= offset < table_cell(vm, place + 4):
            return (read >> min(k, 31)) & 1 != 0
    return True


@helper
def is_foreign(vm: Block, pos: int, mover: int) -> bool:
    """Return whether a piece of another player stands there, which may attack as another type."""
    piece = contents(vm, pos)
    return piece != 0 and piece & at.PLAYER_MASK != mover


@helper
def hands_count(vm: Block) -> bool:
    return settled(vm, extension_registers.LOCAL_RULE) == extension_registers.LOCAL_BY_HANDS


@helper
def fills_hand(vm: Block, pos: int, mover: int) -> bool:
    """Return whether a capture on a position changes a hand that the answer may depend on."""
    return hands_count(vm) and system(vm, at.A_RECYCLE) != 0 and is_foreign(vm, pos, mover)


@helper
def action_noted(vm: Block, action: int, mover: int) -> bool:
    kind = arena_cell(vm, action + at.KIND_OFFSET)
    a = arena_cell(vm, action)
    b = arena_cell(vm, action + 4)
    if kind <= at.ACT_MOVE_TAKE:
        foreign = arena_cell(vm, action + 8) & at.PLAYER_MASK != mover
        return foreign or is_noted(vm, a) or is_noted(vm, b) or fills_hand(vm, b, mover)
    if kind == at.ACT_CAPTURE:
        return is_noted(vm, a) or fills_hand(vm, a, mover)
    if kind == at.ACT_TYPE:
        return is_noted(vm, a) or is_foreign(vm, a, mover)
    if kind == at.ACT_ADD:
        return b & at.PLAYER_MASK != mover or is_noted(vm, a)
    if kind == extension_registers.ACT_STORE:
        return storage_noted(vm, a)
    if kind == extension_registers.ACT_HAND:
        return hands_count(vm)
    carried = kind >= extension_registers.ACT_PREFER and kind <= extension_registers.ACT_RANK
    return not carried and kind != extension_registers.ACT_PROGRESS


@footprint.word("(as-before?)", "( move -- ? )", "True if a move changes nothing that the answer "
                "depends on; the answer is stored for it.", hidden=True)  # fmt: skip
def as_before(vm: Block, move: int) -> int:
    mover = system(vm, at.A_PLAYER) & at.PLAYER_MASK
    for k in range(actions_of(vm, move)):
        if action_noted(vm, action_at(move, k), mover):
            return 0
    legal = load32(vm, extension_registers.ANSWER) != 0
    flags = arena_cell(vm, move + at.MOVE_FLAGS * 4)
    set_arena_cell(vm, move + at.MOVE_FLAGS * 4, flags | (LEGAL if legal else STRUCK))
    if not legal:
        store32(
            vm, extension_registers.STRUCK_COUNT, load32(vm, extension_registers.STRUCK_COUNT) + 1
        )
    return -1
