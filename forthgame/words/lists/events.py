"""Events: cleanup of the copies and move lists that they leave, and OnGenerateMoves.

A search relies on its own copies and lists. The position that an event has left replaces the one
that it found. A list that the event dropped is restored, because nothing overwrites it in between;
copies of the board that existed before cannot be dropped by an event.

In a script's own definition of OnGenerateMoves, the older word generates the list, as in Axiom from
version 1.50 on. If the event does not call the older word, the list is generated after the event,
as in 1.40. `OPENING` is OPEN while the event runs and MADE once it has generated the list. The
event's stores into the board then belong to the position.
"""

from __future__ import annotations

from forthgame.words.board.board_copies import copy_down, pushed_since, select_board
from forthgame.words.moves.move_lists import rest_record, select_list
from forthgame.words.moves.recording import recall_last
from forthgame.words.registers import call_registers, extension_registers, memory_layout as at
from forthgame.words.table.memory_access import Block, load32, settled, store32
from forthgame.words.table.row import Group, helper, plain

leftovers = Group("board")


leftovers.words(
    plain(
        "(events-leave?)",
        "( -- ? )",
        "True if events may make or drop copies or lists.",
        lambda vm: settled(vm, extension_registers.EVENTS_LEAVE),
        hidden=True,
    ),
    plain(
        "(events-move?)",
        "( -- ? )",
        "True if other words than move words may move `here`, or the script names `last`.",
        lambda vm: settled(vm, extension_registers.EVENTS_MOVE),
        hidden=True,
    ),
)


leftovers.word("(recall-last)", "( -- )", "Restore `last` from the position.", hidden=True)(
    recall_last
)


leftovers.words(
    plain(
        "(event-depth)",
        "( -- n )",
        "Give the number of copies of the board at the beginning of the event.",
        lambda vm: load32(vm, extension_registers.EVENT_DEPTH),
        hidden=True,
    ),
    plain(
        "(event-list)",
        "( -- addr )",
        "Give the newest list at the beginning of the event.",
        lambda vm: load32(vm, extension_registers.EVENT_LIST),
        hidden=True,
    ),
    plain(
        "(event-top)",
        "( -- addr )",
        "Give the end of the lists at the beginning of the event.",
        lambda vm: load32(vm, extension_registers.EVENT_TOP),
        hidden=True,
    ),
)


@leftovers.word("(begin-event)", "( -- )", "Begin an event.", hidden=True)
def begin_event(vm: Block) -> None:
    store32(vm, extension_registers.EVENT_DEPTH, load32(vm, at.BOARD_DEPTH))
    store32(vm, extension_registers.EVENT_LIST, load32(vm, at.LIST))
    store32(vm, extension_registers.EVENT_TOP, load32(vm, at.ARENA_TOP))


leftovers.words(
    plain(
        "(spare-copy)",
        "( -- )",
        "Let the event drop the newest copy that existed before.",
        lambda vm: store32(
            vm, extension_registers.EVENT_DEPTH, load32(vm, extension_registers.EVENT_DEPTH) - 1
        ),
        hidden=True,
    ),
)


@leftovers.word(
    "(drop-left-boards)", "( -- )", "Drop the copies that the event leaves.", hidden=True
)
@helper
def take_back_boards(vm: Block) -> None:
    """Replace the board found by the event by the newest copy."""
    depth = load32(vm, extension_registers.EVENT_DEPTH)
    if load32(vm, at.BOARD_DEPTH) > depth:
        select_board(vm, copy_down(vm, depth), depth)


@leftovers.word(
    "(drop-left)", "( -- )", "Drop the copies and lists that the event leaves.", hidden=True
)
def drop_left(vm: Block) -> None:
    take_back_boards(vm)
    found = load32(vm, extension_registers.EVENT_LIST)
    if load32(vm, at.LIST) != found or load32(vm, at.ARENA_TOP) != load32(
        vm, extension_registers.EVENT_TOP
    ):
        select_list(vm, found)
        store32(vm, at.ARENA_TOP, load32(vm, extension_registers.EVENT_TOP))
        rest_record(vm)


@leftovers.word("(end-event)", "( depth list top -- )", "End an event, restoring the state of the "
                "outer one.", hidden=True)  # fmt: skip
def end_event(vm: Block, depth: int, list: int, top: int) -> None:
    store32(vm, extension_registers.EVENT_DEPTH, depth)
    store32(vm, extension_registers.EVENT_LIST, list)
    store32(vm, extension_registers.EVENT_TOP, top)


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
