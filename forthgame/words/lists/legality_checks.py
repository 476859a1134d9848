"""Removal of moves that OnIsLegal? forbids, by complete or lazy checks of a list.

The moves of a turn are made by move words; then the event judges the position after each of them.
Random games and searches need only some moves of a list, so they check only those (`(lazily)`): one
drawn at random, or the first legal one. A list is empty only if there is no legal move. If the list
is tallied, a number is drawn; if the answer is no, another one, until all are rejected. Then the
list is made as usual.

If OnIsLegal? reads the board through `attacked?` only, as `rules/facts/attack_tables.py`
determines, it is called once before any move is made. The positions that matter are recorded: the
attacked one, pieces that may reach it, and the squares between. A move that touches none of them is
as legal as a pass, so the event is not called for it.
"""

from __future__ import annotations

from forthgame.words.board.board import contents, on_board
from forthgame.words.board.hand_counters import TO_OWNER
from forthgame.words.core.random_streams import FIRST, random_between
from forthgame.words.lists.attacks import NOTED_WORDS
from forthgame.words.moves.completion import find_ranks
from forthgame.words.moves.move_lists import (
    action_at,
    actions_of,
    context_place,
    drop_newer,
    first_move,
    is_move,
    leave_words,
    move_count,
    move_given,
    rest_record,
    source_of,
    target_of,
)
from forthgame.words.moves.preferences import unlink
from forthgame.words.moves.random_draws import draws_by_weight, forget_weight
from forthgame.words.registers import alpha_beta_node, extension_registers, memory_layout as at
from forthgame.words.search.move_ordering import pick_move
from forthgame.words.search.root_moves import field, node_place, set_field
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    charge,
    load32,
    set_arena_cell,
    set_system,
    settled,
    store32,
    system,
    table_cell,
)
from forthgame.words.table.row import Group, helper, plain

invariant = Group("legality", newer=True)
LEGAL = extension_registers.LEGAL  # flags of a move: allowed by OnIsLegal?;
STRUCK = 4  # forbidden by it;
REJECTED = 8  # drawn at random and then forbidden
ALL, FOUND = 0, 2  # modes: check all moves, or search for a legal one
DRAWN = extension_registers.DRAWN  # or draw one


invariant.words(
    plain(
        "(invariant?)",
        "( -- ? )",
        "True if the script defines OnIsLegal?.",
        lambda vm: settled(vm, extension_registers.INVARIANT),
        hidden=True,
    ),
)


@invariant.word("(lazily)", "( way -- )", "Set how the moves of a turn are checked: all (0), one "
                "at random (1) or the first legal one (2), if the game allows it.",
                hidden=True)  # fmt: skip
def set_lazily(vm: Block, way: int) -> None:
    allowed = (
        way <= load32(vm, extension_registers.CHECK_MODE_LIMIT) and settled(vm, at.PRIORITIES) == 0
    )
    choosing = (
        extension_registers.PREFER | extension_registers.MUST_FINISH | extension_registers.ON_MOVES
    )
    allowed = allowed and settled(vm, extension_registers.SELECTS) & choosing == 0
    store32(vm, extension_registers.CHECK_MODE, way if allowed else ALL)


@invariant.word("(way-to-ask)", "( -- way )", "Give the current mode of checking.", hidden=True)
def way_to_ask(vm: Block) -> int:
    way = load32(vm, extension_registers.CHECK_MODE)
    return ALL if way == DRAWN and draws_by_weight(vm) else way


invariant.words(
    plain(
        "(ask-first?)",
        "( -- ? )",
        "True if all moves are checked before one is drawn.",
        lambda vm: load32(vm, extension_registers.EAGER),
        hidden=True,
    ),
)


@invariant.word("(open-asking)", "( -- )", "End the scan of the list, so that nothing is recorded "
                "into it while moves are checked.", hidden=True)  # fmt: skip
def open_asking(vm: Block) -> None:
    address = load32(vm, at.GENERATING)
    drop_newer(vm, address)
    store32(vm, extension_registers.ASKED_LIST, address)
    store32(vm, extension_registers.CHOSEN, 0)
    store32(vm, extension_registers.STRUCK_COUNT, 0)
    store32(vm, extension_registers.REJECTED_COUNT, 0)
    set_arena_cell(
        vm,
        address + extension_registers.LIST_PSEUDO * 4,
        arena_cell(vm, address + at.LIST_COUNT * 4),
    )
    leave_words(vm, context_place(address))
    store32(vm, at.GENERATING, 0)
    rest_record(vm)


@helper
def drop_struck(vm: Block, address: int) -> None:
    link = address + at.LIST_FIRST * 4
    charge(vm, arena_cell(vm, address + at.LIST_COUNT * 4))
    while arena_cell(vm, link) != 0:
        move = arena_cell(vm, link)
        if arena_cell(vm, move + at.MOVE_FLAGS * 4) & STRUCK == 0:
            link = move
        else:
            unlink(vm, address, link, move)


def list_kept(vm: Block) -> int:
    """Guard: the newest list is the one being checked."""
    asked = load32(vm, extension_registers.ASKED_LIST)
    return 0 if asked != 0 and load32(vm, at.LIST) == asked else -300


@invariant.word("(close-asking)", "( -- )", "Remove the forbidden moves and resume the generation.",
                guard=list_kept, hidden=True)  # fmt: skip
def close_asking(vm: Block) -> None:
    address = load32(vm, extension_registers.ASKED_LIST)
    if load32(vm, extension_registers.STRUCK_COUNT) != 0:
        drop_struck(vm, address)
        if settled(vm, extension_registers.HIDES_ALWAYS) == 0:
            find_ranks(vm, address)
    store32(vm, extension_registers.ASKED_LIST, 0)
    store32(vm, at.GENERATING, address)


def unasked(vm: Block, move: int) -> int:
    """Guard: the argument is a move, and no move is being checked."""
    if load32(vm, extension_registers.ASKED_MOVE) != 0:
        return -301
    return 0 if is_move(vm, move) else -263


@invariant.word("(ask-about)", "( move -- )", "Prepare for the call of OnIsLegal? after a move: "
                "`here` is its target, `from` its start.", guard=unasked, hidden=True)  # fmt: skip
def ask_about(vm: Block, move: int) -> None:
    store32(vm, extension_registers.ASKED_MOVE, move)
    store32(vm, extension_registers.LIST_BEFORE, load32(vm, at.LIST))
    store32(vm, extension_registers.HERE_BEFORE, system(vm, at.A_HERE))
    store32(vm, extension_registers.FROM_BEFORE, system(vm, at.A_FROM))
    set_system(vm, at.A_HERE, target_of(vm, move))
    set_system(vm, at.A_FROM, source_of(vm, move))


def same_list(vm: Block) -> int:
    """Guard: OnIsLegal? has left the move lists unchanged."""
    return 0 if load32(vm, at.LIST) == load32(vm, extension_registers.LIST_BEFORE) else -300


@invariant.word(
    "(asked-about)", "( ? -- )", "Store the answer of OnIsLegal?.", guard=same_list, hidden=True
)
def asked_about(vm: Block, legal: int) -> None:
    move = load32(vm, extension_registers.ASKED_MOVE)
    store32(vm, extension_registers.ASKED_MOVE, 0)
    set_system(vm, at.A_HERE, load32(vm, extension_registers.HERE_BEFORE))
    set_system(vm, at.A_FROM, load32(vm, extension_registers.FROM_BEFORE))
    if move != 0:
        flags = arena_cell(vm, move + at.MOVE_FLAGS * 4)
        set_arena_cell(vm, move + at.MOVE_FLAGS * 4, flags | (LEGAL if legal != 0 else STRUCK))
    if legal == 0:
        store32(
            vm, extension_registers.STRUCK_COUNT, load32(vm, extension_registers.STRUCK_COUNT) + 1
        )


invariant.words(
    plain(
        "(known-legal?)",
        "( move -- ? )",
        "True if OnIsLegal? has allowed a move.",
        lambda vm, move: -1 if arena_cell(vm, move + at.MOVE_FLAGS * 4) & LEGAL != 0 else 0,
        guard=move_given,
        hidden=True,
    ),
)


invariant.words(
    plain(
        "(unknown?)",
        "( move -- ? )",
        "True if OnIsLegal? has not checked a move.",
        lambda vm, move: (
            -1 if arena_cell(vm, move + at.MOVE_FLAGS * 4) & (LEGAL | STRUCK) == 0 else 0
        ),
        guard=move_given,
        hidden=True,
    ),
)


@invariant.word("(draw-move)", "( -- move )", "Give a random move of the list that has not been "
                "rejected; 0 if there is none.", hidden=True)  # fmt: skip
def draw_move(vm: Block) -> int:
    count = move_count(vm)
    if load32(vm, extension_registers.REJECTED_COUNT) >= count:
        return 0
    while True:
        charge(vm, count)
        number = random_between(vm, FIRST, 0, count - 1)
        move = first_move(vm)
        while number > 0 and move != 0:
            move = arena_cell(vm, move)
            number -= 1
        if move == 0:
            return 0
        if arena_cell(vm, move + at.MOVE_FLAGS * 4) & REJECTED == 0:
            return move


@invariant.word(
    "(reject)", "( move -- )", "Mark a drawn move as forbidden.", guard=move_given, hidden=True
)
def reject(vm: Block, move: int) -> None:
    flags = arena_cell(vm, move + at.MOVE_FLAGS * 4)
    set_arena_cell(vm, move + at.MOVE_FLAGS * 4, flags | REJECTED)
    store32(
        vm, extension_registers.REJECTED_COUNT, load32(vm, extension_registers.REJECTED_COUNT) + 1
    )


invariant.words(
    plain(
        "(choose)",
        "( move -- )",
        "Store the move that was drawn.",
        lambda vm, move: store32(vm, extension_registers.CHOSEN, move),
        hidden=True,
    ),
)


@invariant.word("(chosen-move)", "( -- move )", "Give the move drawn when the list was made, "
                "once; then 0.", hidden=True)  # fmt: skip
def chosen_move(vm: Block) -> int:
    move = load32(vm, extension_registers.CHOSEN)
    store32(vm, extension_registers.CHOSEN, 0)
    return move


# -- drawing from a list that is only counted -----------------------------------------------------


invariant.words(
    plain(
        "(rule-reads-move?)",
        "( -- ? )",
        "True if OnIsLegal? may read the move that it judges.",
        lambda vm: settled(vm, extension_registers.RULE_READS_MOVE),
        hidden=True,
    ),
)


@invariant.word("(draw-counted)", "( -- i )", "Give the number of a random move of the counted "
                "list that has not been rejected; -1 if there is none.", hidden=True)  # fmt: skip
def draw_counted(vm: Block) -> int:
    count = move_count(vm)
    rejected = load32(vm, extension_registers.REJECTED_COUNT)
    if rejected >= count:
        return -1
    number = random_between(vm, FIRST, 0, count - 1)
    while rejected > 0 and is_rejected(vm, number):
        charge(vm, 1)
        number = random_between(vm, FIRST, 0, count - 1)
    return number


@helper
def rejected_bits(number: int) -> int:
    """Return the register with the bit of a move."""
    word = (number & (extension_registers.MOST_REJECTED - 1)) >> 5
    return extension_registers.REJECTED_BITS + word * at.CELL


@helper
def is_rejected(vm: Block, number: int) -> bool:
    return (load32(vm, rejected_bits(number)) >> (number & 31)) & 1 != 0


@invariant.word("(reject-number)", "( i -- )", "Mark a move of the counted list as forbidden.",
                hidden=True)  # fmt: skip
def reject_number(vm: Block, number: int) -> None:
    rejected = load32(vm, extension_registers.REJECTED_COUNT)
    if rejected == 0:
        for k in range(extension_registers.MOST_REJECTED // 32):
            store32(vm, extension_registers.REJECTED_BITS + k * at.CELL, 0)
    place = rejected_bits(number)
    store32(vm, place, load32(vm, place) | 1 << (number & 31))
    store32(vm, extension_registers.REJECTED_COUNT, rejected + 1)


invariant.words(
    plain(
        "(choose-number)",
        "( i -- )",
        "Store the number of the move that was drawn of a counted list.",
        lambda vm, number: store32(vm, extension_registers.CHOSEN_NUMBER, number + 1),
        hidden=True,
    ),
)


@invariant.word("(chosen-number)", "( -- i )", "Give the number of the move that was drawn when "
                "the list was counted, once; then -1.", hidden=True)  # fmt: skip
def chosen_number(vm: Block) -> int:
    number = load32(vm, extension_registers.CHOSEN_NUMBER) - 1
    store32(vm, extension_registers.CHOSEN_NUMBER, 0)
    return number if first_move(vm) == 0 and number < move_count(vm) else -1


@invariant.word("(forget-made)", "( -- )", "Drop the moves that were made of a counted list.",
                hidden=True)  # fmt: skip
def forget_made(vm: Block) -> None:
    address = load32(vm, at.LIST)
    if address == 0:
        return
    set_arena_cell(vm, address + at.LIST_FIRST * 4, 0)
    set_arena_cell(vm, address + at.LIST_LAST * 4, address + at.LIST_FIRST * 4)
    if load32(vm, at.GENERATING) == 0:
        store32(vm, at.ARENA_TOP, arena_cell(vm, address + at.LIST_BEGIN * 4))
        rest_record(vm)


@invariant.word("(begin-drawing)", "( -- ? )", "Prepare to draw moves of the newest list; true if "
                "it is counted and not too long.", hidden=True)  # fmt: skip
def begin_drawing(vm: Block) -> int:
    store32(vm, extension_registers.CHOSEN, 0)
    store32(vm, extension_registers.CHOSEN_NUMBER, 0)
    store32(vm, extension_registers.REJECTED_COUNT, 0)
    count = move_count(vm)
    fits = 0 < count <= extension_registers.MOST_REJECTED
    return -1 if fits and first_move(vm) == 0 else 0


@invariant.word("(mobility)", "( -- n )", "Give the number of moves of the newest list before the "
                "calls of OnIsLegal?.", hidden=True)  # fmt: skip
def mobility(vm: Block) -> int:
    address = load32(vm, at.LIST)
    if address == 0:
        return 0
    made = arena_cell(vm, address + extension_registers.LIST_PSEUDO * 4)
    return made if made != 0 else arena_cell(vm, address + at.LIST_COUNT * 4)


def asked(vm: Block) -> int:
    return 0 if load32(vm, extension_registers.ASKED_MOVE) != 0 else -302


invariant.words(
    plain(
        "moved-from",
        "( -- pos )",
        "In OnIsLegal?: the position the move comes from.",
        lambda vm: source_of(vm, load32(vm, extension_registers.ASKED_MOVE)),
        guard=asked,
    ),
    plain(
        "moved-to",
        "( -- pos )",
        "In OnIsLegal?: the position the move leads to.",
        lambda vm: target_of(vm, load32(vm, extension_registers.ASKED_MOVE)),
        guard=asked,
    ),
)


@invariant.word(
    "partial?", "( -- ? )", "In OnIsLegal?: true if the turn continues after the move.", guard=asked
)
def is_partial(vm: Block) -> int:
    move = load32(vm, extension_registers.ASKED_MOVE)
    return -1 if arena_cell(vm, move + at.MOVE_PARTIAL * 4) != 0 else 0


@invariant.word("(not-tried)", "( -- )", "Ignore the move that a search has just begun, because "
                "it is forbidden.", hidden=True)  # fmt: skip
def not_tried(vm: Block) -> None:
    tried = field(vm, alpha_beta_node.TRIED) - 1
    set_field(vm, alpha_beta_node.TRIED, tried)
    forget_weight(vm, node_place(vm))
    if tried == 0 and field(vm, alpha_beta_node.LEFT) > 0:
        set_field(vm, alpha_beta_node.FIRST, pick_move(vm))


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
    way = system(vm, at.A_RECYCLE)
    return hands_count(vm) and way != 0 and (way == TO_OWNER or is_foreign(vm, pos, mover))


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
