"""Attack detection: run the move words of enemy pieces and test whether one captures.

`(begin-attack)` opens a list for the moves of one player, as a generation does; `(next-attacker)`
returns the move words of pieces that may reach the position, until one has captured there. Pieces
are selected by the tables of `rules/facts/attack_reach.py`; without tables, every piece is tried.
"""

from __future__ import annotations

from forthgame.words.board.board import contents, on_board, set_contents
from forthgame.words.moves.completion import forget_record
from forthgame.words.moves.move_lists import (
    action_at,
    actions_of,
    context_place,
    list_error,
    open_list,
    rest_record,
    restore_context,
    select_list,
)
from forthgame.words.moves.next_move_word import moves_of, positions_to_scan
from forthgame.words.moves.recording import recall_last
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    arena_cell,
    board_cell,
    charge,
    load32,
    load64,
    lowest_bit,
    pack,
    player_number,
    positions_with,
    set_system,
    settled,
    store32,
    store64,
    system,
    table_cell,
)
from forthgame.words.table.row import Group, helper, plain

attack = Group("legality")
NOTED_WORDS = extension_registers.MOST_NOTED // 32 - 1  # mask for the index of a word of bits


@helper
def entries_reaching(vm: Block, type: int, owner: int, source: int, target: int) -> int:
    """Return bits for the entries of a type's list that may capture from source on target."""
    table = settled(vm, extension_registers.ATTACK_REACH)
    if table == 0:
        return -1
    positions = settled(vm, at.POSITIONS)
    number = player_number(owner) * settled(vm, at.PIECE_COUNT) + type - 1
    return table_cell(vm, table + ((number * positions + source) * positions + target) * 4)


@helper
def may_reach(vm: Block, owner: int, start: int, target: int) -> int:
    """Return bits for the pieces of a player on 64 positions that may capture on a position."""
    pieces = positions_with(vm, load32(vm, at.BOARD), start, at.PLAYER_MASK, owner)
    table = settled(vm, extension_registers.ATTACK_SOURCES)
    positions = settled(vm, at.POSITIONS)
    if pieces != 0 and table != 0:
        row = (player_number(owner) * positions + target) * ((positions + 63) // 64)
        pieces &= load64(vm, at.MEMORY + table + (row + start // 64) * 8)
    return pieces


@helper
def is_out_of_reach(vm: Block, pos: int, player: int) -> bool:
    """Return whether the tables exclude that a piece of a player may capture on a position."""
    if settled(vm, extension_registers.ATTACK_SOURCES) == 0:
        return False
    some = 0
    for start in range(0, settled(vm, at.POSITIONS), 64):
        some |= may_reach(vm, player & at.PLAYER_MASK, start, pos)
    return some == 0


@helper
def other_player(vm: Block, player: int) -> int:
    """Return the player to move, or another player if that is the given one."""
    current = system(vm, at.A_PLAYER)
    if current & at.PLAYER_MASK != player & at.PLAYER_MASK:
        return current
    for k in range(settled(vm, at.PLAYER_COUNT)):
        other = table_cell(vm, settled(vm, at.PLAYERS) + k * 4)
        if other != player and other & at.NEUTRAL_BIT == 0:
            return other
    return current


def attackable(vm: Block, pos: int, player: int, type: int, every: int) -> int:
    return list_error(vm) if load32(vm, extension_registers.ATTACKING) == 0 else 0


@attack.word("(begin-attack)", "( pos player type all? -- ? )", "Begin to search for pieces of "
             "a player that can take on a position, all or one, by moves of a type or (-1) any; "
             "false if there are none, during another attack and off the board.",
             guard=attackable, hidden=True)  # fmt: skip
def begin_attack(vm: Block, pos: int, player: int, type: int, every: int) -> int:
    if load32(vm, extension_registers.ATTACKING) != 0 or not on_board(vm, pos):
        return 0
    if load32(vm, extension_registers.NOTING) != 0:
        note_position(vm, pos)
    if is_out_of_reach(vm, pos, player):
        return 0
    victim = other_player(vm, player)
    store32(vm, extension_registers.ATTACK_LAST, system(vm, at.A_LAST))
    open_list(vm, 0, 0, 0)
    store32(vm, extension_registers.ATTACKING, load32(vm, at.GENERATING))
    store32(vm, extension_registers.ATTACK_TARGET, pos)
    store32(vm, extension_registers.ATTACK_FOUND, 0)
    store32(vm, extension_registers.ATTACK_ENTRY, 0)
    store32(vm, extension_registers.ATTACK_TYPE, type)
    store32(vm, extension_registers.ATTACK_ALL, every)
    store32(vm, extension_registers.ATTACK_SEEN, 0)
    store64(vm, extension_registers.ATTACK_BITS, 0)
    store32(vm, extension_registers.ATTACK_AHEAD, 0)
    set_system(vm, at.A_PLAYER, player)
    set_system(vm, at.A_FOR_PLAYER, player)
    put = contents(vm, pos) == 0
    store32(vm, extension_registers.ATTACK_PUT, -1 if put else 0)
    if put:
        set_contents(vm, pos, (victim & at.PLAYER_MASK) | 1)
    return -1


@helper
def takes_there(vm: Block, move: int, pos: int) -> bool:
    for k in range(actions_of(vm, move)):
        action = action_at(move, k)
        kind = arena_cell(vm, action + at.KIND_OFFSET)
        if kind <= at.ACT_MOVE_TAKE:
            if arena_cell(vm, action + 4) == pos:
                return True
        elif kind <= at.ACT_ADD and arena_cell(vm, action) == pos:
            return True
    return False


@helper
def has_taken(vm: Block, address: int) -> bool:
    move = load32(vm, extension_registers.ATTACK_SEEN)
    move = arena_cell(vm, move if move != 0 else address + at.LIST_FIRST * 4)
    found = False
    while move != 0:
        store32(vm, extension_registers.ATTACK_SEEN, move)
        found = found or takes_there(vm, move, load32(vm, extension_registers.ATTACK_TARGET))
        move = arena_cell(vm, move)
    return found


@helper
def note_position(vm: Block, pos: int) -> None:
    """Record that the noted answer depends on a position."""
    place = extension_registers.NOTED + ((pos >> 5) & NOTED_WORDS) * 4
    store32(vm, place, load32(vm, place) | (1 << (pos & 31)))


@helper
def note_words(vm: Block, type: int, owner: int, source: int, reaching: int) -> None:
    """Record the positions and storage read by the words of a piece that may capture."""
    note_position(vm, source)
    positions = settled(vm, at.POSITIONS)
    words = (positions + 31) >> 5
    first = table_cell(vm, settled(vm, extension_registers.SIGHT_FIRST) + (type - 1) * 4)
    first += player_number(owner) * settled(vm, extension_registers.SIGHT_ENTRIES)
    last = table_cell(vm, settled(vm, extension_registers.SIGHT_FIRST) + type * 4)
    last += player_number(owner) * settled(vm, extension_registers.SIGHT_ENTRIES)
    entry = first
    while reaching != 0 and entry < last:
        if reaching & 1 != 0:
            row = (
                settled(vm, extension_registers.ATTACK_SIGHT)
                + (entry * positions + source) * words * 4
            )
            for k in range(words):
                place = extension_registers.NOTED + (k & NOTED_WORDS) * 4
                store32(vm, place, load32(vm, place) | table_cell(vm, row + k * 4))
            reads = table_cell(vm, settled(vm, extension_registers.SIGHT_READS) + entry * 4)
            store32(
                vm,
                extension_registers.NOTED_READS,
                load32(vm, extension_registers.NOTED_READS) | reads,
            )
        reaching = (reaching >> 1) | (reaching & -2147483648)  # the last bit covers all that follow
        entry += 1


@helper
def next_reaching_piece(vm: Block) -> int:
    """Return the list of the next piece that may capture on the target, or -1."""
    target = load32(vm, extension_registers.ATTACK_TARGET)
    owner = system(vm, at.A_FOR_PLAYER) & at.PLAYER_MASK
    limit = positions_to_scan(vm)
    bits = load64(vm, extension_registers.ATTACK_BITS)
    ahead = load32(vm, extension_registers.ATTACK_AHEAD)
    while True:
        while bits != 0:
            pos = ahead - 64 + lowest_bit(bits)
            bits &= bits - 1
            piece = board_cell(vm, load32(vm, at.BOARD) + pos * 4)
            entry = moves_of(vm, piece) if pos != target else 0
            if entry != 0:
                reaching = entries_reaching(vm, piece & at.PIECE_MASK, owner, pos, target)
                if reaching != 0:
                    if load32(vm, extension_registers.NOTING) != 0:
                        note_words(vm, piece & at.PIECE_MASK, owner, pos, reaching)
                    store64(vm, extension_registers.ATTACK_BITS, bits)
                    store32(vm, extension_registers.ATTACK_AHEAD, ahead)
                    store32(vm, extension_registers.ATTACK_ENTRIES, reaching)
                    store32(vm, at.SCAN_POSITION, pos)
                    return entry
        charge(vm, 64)
        if ahead >= limit:
            return -1
        bits = may_reach(vm, owner, ahead, target)
        left = limit - ahead
        if left < 64:
            bits &= (1 << left) - 1
        ahead += 64


@helper
def is_wanted_type(vm: Block, type: int) -> bool:
    wanted = load32(vm, extension_registers.ATTACK_TYPE)
    return wanted < 0 or wanted == type


@attack.word("(next-attacker)", "( -- xt )", "Give the token of the next move word that may take "
             "on the position, with `here`, `from` and the piece set; 0 at the end.",
             hidden=True)  # fmt: skip
def next_attacker(vm: Block) -> int:
    address = load32(vm, extension_registers.ATTACKING)
    if address == 0:
        return 0
    entry = load32(vm, extension_registers.ATTACK_ENTRY)
    if has_taken(vm, address):
        store32(
            vm, extension_registers.ATTACK_FOUND, load32(vm, extension_registers.ATTACK_FOUND) + 1
        )
        entry = 0
        if load32(vm, extension_registers.ATTACK_ALL) == 0:
            return 0
    forget_record(vm)
    while True:
        if entry == 0:
            entry = next_reaching_piece(vm)
            if entry < 0:
                return 0
        xt = table_cell(vm, entry)
        wanted = load32(vm, extension_registers.ATTACK_ENTRIES)
        store32(vm, extension_registers.ATTACK_ENTRIES, (wanted >> 1) | (wanted & -2147483648))
        if xt == 0:
            entry = 0
        elif wanted & 1 == 0 or not is_wanted_type(vm, table_cell(vm, entry + 4)):
            entry += 8
        else:
            store32(vm, extension_registers.ATTACK_ENTRY, entry + 8)
            store32(vm, at.SCAN_TYPE, table_cell(vm, entry + 4))
            store32(vm, at.SCAN_ACTIVE, 1)
            pos = load32(vm, at.SCAN_POSITION)
            set_system(vm, at.A_HERE, pos)
            set_system(vm, at.A_FROM, pos)
            recall_last(vm)
            return xt


def attack_kept(vm: Block) -> int:
    address = load32(vm, extension_registers.ATTACKING)
    return 0 if address == 0 or load32(vm, at.LIST) == address else -303


@attack.word("(end-attack)", "( -- n )", "Restore what the attack has changed; give the number of "
             "pieces that can take there.", guard=attack_kept, hidden=True)  # fmt: skip
def end_attack(vm: Block) -> int:
    address = load32(vm, extension_registers.ATTACKING)
    if address == 0:
        return 0
    if load32(vm, extension_registers.ATTACK_PUT) != 0:
        set_contents(vm, load32(vm, extension_registers.ATTACK_TARGET), 0)
    store32(vm, extension_registers.ATTACKING, 0)
    restore_context(vm, context_place(address))
    set_system(vm, at.A_LAST, load32(vm, extension_registers.ATTACK_LAST))
    store32(vm, at.ARENA_TOP, arena_cell(vm, address + at.LIST_START * 4))
    select_list(vm, arena_cell(vm, address + at.LIST_PREVIOUS * 4))
    rest_record(vm)
    return load32(vm, extension_registers.ATTACK_FOUND)


def counts_writable(vm: Block, player: int, address: int) -> int:
    """Guard: the array has a cell for each position."""
    last = address + settled(vm, at.POSITIONS) * 4
    return 0 if address >= at.MEMORY_LOW and last <= at.WRITE_END else -9


attack.words(
    plain(
        "(cover-room)",
        "( player array -- player' array' )",
        "Stop unless each position has a writable cell from the address on.",
        lambda vm, player, address: pack(player, address),
        guard=counts_writable,
        hidden=True,
    ),
)


@attack.word("(rival)", "( -- player )", "Give the only opponent of the player to move, 0 if "
             "there are several or friends.", hidden=True)  # fmt: skip
def rival(vm: Block) -> int:
    if settled(vm, at.COALITIONS) != 0:
        return 0
    found = 0
    current = system(vm, at.A_PLAYER)
    for k in range(settled(vm, at.PLAYER_COUNT)):
        other = table_cell(vm, settled(vm, at.PLAYERS) + k * 4)
        if other != current and other & at.NEUTRAL_BIT == 0:
            if found != 0:
                return 0
            found = other
    return found
