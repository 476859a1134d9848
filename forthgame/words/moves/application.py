"""Application of moves to the board, and counters of random play."""

from __future__ import annotations

from forthgame.words.board.board import contents, on_board, set_contents, stored
from forthgame.words.board.hand_counters import add_to_hand, gain, set_bits
from forthgame.words.core.sparse_storage import note_stored
from forthgame.words.moves.move_lists import is_move, move_given
from forthgame.words.moves.recording import note_last_of_move
from forthgame.words.moves.turn_changes import change_turns
from forthgame.words.registers import (
    extension_registers as by,
    memory_layout as at,
    winner_counts as won,
)
from forthgame.words.registers.memory_layout import ACTION_BYTES, MOVE_BYTES
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    cell,
    charge,
    load32,
    load64,
    player_number,
    set_board_cell,
    set_cell,
    settled,
    store32,
    store64,
    system,
)
from forthgame.words.table.row import Group, helper, plain

apply = Group("move lists")
deferred = Group("moves")
NOWHERE = -1  # value of `last` after a move that changes no position


@helper
def forget_played(vm: Block) -> None:
    """Clear the flag that the newest recorded position is the current one."""
    if settled(vm, by.PLAYED_USED) != 0:
        store32(vm, by.PLAYED_STANDS, 0)


@helper
def apply_beyond(vm: Block, kind: int, a: int, b: int, c: int) -> None:
    """Apply an action of a kind beyond `memory_layout.py`, recorded by words beyond Axiom."""
    if kind == by.ACT_BITS:
        set_bits(vm, a, b, c)
    elif kind == by.ACT_HAND:
        add_to_hand(vm, a, b)
    elif kind == by.ACT_TURN:
        change_turns(vm, b, c)
    elif kind == by.ACT_PROGRESS and settled(vm, by.QUIET_CELL) != 0:
        set_board_cell(vm, load32(vm, at.BOARD) + settled(vm, by.QUIET_CELL), -1)


@helper
def run_actions(vm: Block, place: int, count: int) -> int:
    """Apply actions from an address on; return how many precede the first compiled one."""
    charge(vm, count)
    forget_played(vm)
    for k in range(count):
        action = place + k * ACTION_BYTES
        kind = arena_cell(vm, action + at.KIND_OFFSET)
        a = arena_cell(vm, action)
        if kind >= at.ACT_LITERAL:
            if kind <= at.ACT_WORD:
                return k
            if kind == by.ACT_STORE and stored(vm, a):
                set_board_cell(vm, load32(vm, at.BOARD) + a, arena_cell(vm, action + 4))
                note_stored(vm, load32(vm, at.BOARD) + a, 4)
            elif kind > by.ACT_STORE:
                b = arena_cell(vm, action + 4)
                apply_beyond(vm, kind, a, b, arena_cell(vm, action + 8))
        elif on_board(vm, a):
            if kind <= at.ACT_MOVE_TAKE:
                set_contents(vm, a, 0)
                target = arena_cell(vm, action + 4)
                if on_board(vm, target):
                    gain(vm, contents(vm, target))
                    set_contents(vm, target, arena_cell(vm, action + 8))
                    a = target
            elif kind == at.ACT_CAPTURE:
                gain(vm, contents(vm, a))
                set_contents(vm, a, 0)
            elif kind == at.ACT_ADD:
                set_contents(vm, a, arena_cell(vm, action + 4))
            elif contents(vm, a) != 0:
                mask = at.PIECE_MASK if kind == at.ACT_TYPE else at.PLAYER_MASK
                set_contents(vm, a, (contents(vm, a) & ~mask) | arena_cell(vm, action + 4))
            note_last_of_move(vm, a)
    return count


@apply.word("(apply-simple)", "( move -- )", "Apply a move that has no compiled words in it.",
               guard=move_given, hidden=True)  # fmt: skip
def apply_simple(vm: Block, move: int) -> None:
    note_last_of_move(vm, NOWHERE)
    run_actions(vm, move + MOVE_BYTES, arena_cell(vm, move + at.MOVE_COUNT * 4))


@apply.word("(run-actions)", "( move k -- k' )", "Apply actions from number k on, up to a "
            "compiled one; `(action-kind)` gives its kind.", guard=move_given,
            hidden=True)  # fmt: skip
def run_some_actions(vm: Block, move: int, k: int) -> int:
    count = arena_cell(vm, move + at.MOVE_COUNT * 4)
    if k == 0:
        note_last_of_move(vm, NOWHERE)
    if k < 0 or k >= count:
        store32(vm, at.ACTION_KIND, 0)
        return k
    action = move + MOVE_BYTES + k * ACTION_BYTES
    kind = arena_cell(vm, action + at.KIND_OFFSET)
    if at.ACT_LITERAL <= kind <= at.ACT_WORD:
        forget_played(vm)
    else:
        k += run_actions(vm, action, count - k)
        if k >= count:
            store32(vm, at.ACTION_KIND, 0)
            return k
        action = move + MOVE_BYTES + k * ACTION_BYTES
        kind = arena_cell(vm, action + at.KIND_OFFSET)
    store32(vm, at.ACTION_KIND, kind)
    store32(vm, at.ACTION_VALUE, arena_cell(vm, action))
    return k + 1


apply.words(
    plain(
        "(action-kind)",
        "( -- n )",
        "Give 0 at the end of the actions, 7 for a number, 8 for a token.",
        lambda vm: load32(vm, at.ACTION_KIND),
        hidden=True,
    ),
    plain(
        "(action-value)",
        "( -- n )",
        "Give the number or the token of a compiled action.",
        lambda vm: load32(vm, at.ACTION_VALUE),
        hidden=True,
    ),
)


apply.words(
    plain(
        "(simple-move?)",
        "( move -- ? )",
        "True if the actions contain no compiled word.",
        lambda vm, move: (
            -1 if arena_cell(vm, move + at.MOVE_FLAGS * 4) & by.MOVE_COMPILED == 0 else 0
        ),
        guard=move_given,
        hidden=True,
    ),
)


@apply.word("(list-ready)", "( -- ? )", "True once if a partial move has left the list of what "
            "follows.", hidden=True)  # fmt: skip
def take_list_ready(vm: Block) -> int:
    ready = load32(vm, at.LIST_READY)
    store32(vm, at.LIST_READY, 0)
    return ready


apply.words(
    plain(
        "(set-list-ready)",
        "( -- )",
        "Set the flag that the list of what follows is there.",
        lambda vm: store32(vm, at.LIST_READY, -1),
        hidden=True,
    ),
    plain(
        "(list-ready?)",
        "( -- ? )",
        "True if the list of what follows a partial move is there.",
        lambda vm: load32(vm, at.LIST_READY),
        hidden=True,
    ),
    plain(
        "(count-ply)",
        "( -- )",
        "Count a ply of random play, or of counting.",
        lambda vm: store64(vm, at.PLIES, load64(vm, at.PLIES) + 1),
        hidden=True,
    ),
)


@apply.word("(count-result)", "( result -- )", "Count the result of a game for the player to move.",
            hidden=True)  # fmt: skip
def count_result(vm: Block, result: int) -> None:
    kind = 3
    if result == at.DRAW_SCORE:
        kind = 2
    elif result != at.UNKNOWN_SCORE:
        kind = 0 if result > 0 else 1
    one_more(vm, at.RESULTS + (player_number(system(vm, at.A_PLAYER)) * 4 + kind) * 4)


apply.words(
    plain(
        "(each-counted?)",
        "( -- ? )",
        "True if random play counts the result of each player.",
        lambda vm: settled(vm, by.EACH_COUNTED),
        hidden=True,
    ),
)


@apply.word("(no-winners)", "( -- )", "Start counting the winners of a game.", hidden=True)
def no_winners(vm: Block) -> None:
    store32(vm, won.WINNERS, 0)
    store32(vm, won.EVEN, 0)


@helper
def one_more(vm: Block, place: int) -> None:
    store32(vm, place, load32(vm, place) + 1)


@apply.word("(count-winner)", "( result player -- )", "Count the result of a game for a player.",
            hidden=True)  # fmt: skip
def count_winner(vm: Block, result: int, player: int) -> None:
    if result == at.DRAW_SCORE:
        one_more(vm, won.EVEN)
    elif result > 0:
        one_more(vm, won.WON + player_number(player) * 4)
        one_more(vm, won.WINNERS)


@apply.word(
    "(count-winners)", "( -- )", "Count a game that is not won by exactly one player.", hidden=True
)
def count_winners(vm: Block) -> None:
    winners = load32(vm, won.WINNERS)
    if winners > 1:
        one_more(vm, won.TOGETHER)
    elif winners == 0:
        one_more(vm, won.LOST if load32(vm, won.EVEN) == 0 else won.DRAWN)


apply.words(
    plain(
        "(count-leaves)",
        "( n -- )",
        "Add to the leaves counted.",
        lambda vm, n: store64(vm, at.LEAVES, load64(vm, at.LEAVES) + n),
        hidden=True,
    ),
)


# -- words run when a move is applied, deferred by `partial` --------------------------------------


@helper
def go_on(vm: Block, partial: int) -> None:
    """Make the move being applied a partial one; do nothing while moves are generated."""
    move = cell(vm, at.A_MOVE_ADDRESS)
    if load32(vm, at.SCAN_ACTIVE) == 0 and is_move(vm, move):
        set_cell(vm, move + at.MOVE_PARTIAL * 4, partial)


deferred.words(
    plain(
        "(partial)",
        "( -- )",
        "When the move is applied, let the player continue the turn, as `partial` does.",
        lambda vm: go_on(vm, 1),
        open=True,
    ),
    plain(
        "(partial-move-type)",
        "( type -- )",
        "When the move is applied, let the player continue the turn with moves of that type.",
        lambda vm, type: go_on(vm, 1 + type),
        open=True,
    ),
    plain(
        "(move?)",
        "( move -- ? )",
        "True if the address is that of a move.",
        lambda vm, move: -1 if is_move(vm, move) else 0,
        hidden=True,
    ),
)


@deferred.word("(player-name)", "( player -- str )", "Give the name of a player, 0 if there is "
               "none.", hidden=True)  # fmt: skip
def player_name(vm: Block, player: int) -> int:
    number = player_number(player)
    if 1 <= number <= load32(vm, at.PLAYER_COUNT):
        return cell(vm, load32(vm, at.PLAYER_NAMES) + (number - 1) * 4)
    return 0
