"""OnGenerateMoves: in a script's own definition, the older word generates the list.

This is the behaviour of Axiom from version 1.50 on. If the event does not call the older word, the
list is generated after the event, as in 1.40. `OPENING` is OPEN while the event runs and MADE once
it has generated the list. The event's stores into the board then belong to the position.
"""

from __future__ import annotations

from forthgame.words.board.board_copies import copy_down, pushed_since
from forthgame.words.registers import call_registers, extension_registers, memory_layout as at
from forthgame.words.table.memory_access import Block, load32, settled, store32
from forthgame.words.table.row import Group, plain

opening = Group("move lists")
OPEN, MADE = 1, 2


opening.words(
    plain(
        "(opens?)",
        "( -- ? )",
        "True if the script defines OnGenerateMoves.",
        lambda vm: settled(vm, at.OPENS),
        hidden=True,
    ),
)


@opening.word("(begin-opening)", "( -- before )", "Begin OnGenerateMoves; give the state of the "
              "outer event.", hidden=True)  # fmt: skip
def begin_opening(vm: Block) -> int:
    before = load32(vm, extension_registers.OPENING)
    store32(vm, extension_registers.OPENING, OPEN)
    return before


opening.words(
    plain(
        "(opening?)",
        "( -- ? )",
        "True if OnGenerateMoves is running and has made no list yet.",
        lambda vm: -1 if load32(vm, extension_registers.OPENING) == OPEN else 0,
        hidden=True,
    ),
)


@opening.word("(opened)", "( -- )", "Record that OnGenerateMoves has made the list, which stays "
              "after its end.", hidden=True)  # fmt: skip
def opened(vm: Block) -> None:
    store32(vm, extension_registers.OPENING, MADE)
    store32(vm, extension_registers.EVENT_LIST, load32(vm, at.LIST))
    store32(vm, extension_registers.EVENT_TOP, load32(vm, at.ARENA_TOP))


@opening.word("(end-opening)", "( before -- ? )", "End OnGenerateMoves; true if it has made the "
              "list.", hidden=True)  # fmt: skip
def end_opening(vm: Block, before: int) -> int:
    made = load32(vm, extension_registers.OPENING) == MADE
    store32(vm, extension_registers.OPENING, before)
    return -1 if made else 0


@opening.word("(keep-opened)", "( n -- )", "Copy the newest board over the board of the time with "
              "n copies.", guard=pushed_since, hidden=True)  # fmt: skip
def keep_opened(vm: Block, depth: int) -> None:
    copy_down(vm, depth)
    store32(vm, call_registers.OPENED, -1)
