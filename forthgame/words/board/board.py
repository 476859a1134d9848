"""The current position of a move word, and queries of the board; positions off it are empty.

Zones are bit sets of positions, by zone and player.
"""

from __future__ import annotations

from forthgame.words.board.hand_counters import hand_balance
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    board_cell,
    charge,
    load32,
    player_number,
    promise_below,
    set_board_cell,
    set_system,
    settled,
    stands_for,
    system,
    table_cell,
)
from forthgame.words.table.row import Group, helper, plain

board = Group("board")


@helper
def on_board(vm: Block, pos: int) -> bool:
    return 0 <= pos < settled(vm, at.POSITIONS)


@helper
def stored(vm: Block, offset: int) -> bool:
    """Return whether an offset in the board record is that of a cell of board storage."""
    return settled(vm, at.POSITIONS) * 4 <= offset <= settled(vm, at.BOARD_SIZE) - 4


@helper
def set_contents(vm: Block, pos: int, piece: int) -> None:
    """Set the cell of a position, which must be on the board."""
    set_board_cell(vm, load32(vm, at.BOARD) + pos * 4, piece)


@helper
def contents(vm: Block, pos: int) -> int:
    """Return the board cell of a position, 0 off the board."""
    return board_cell(vm, load32(vm, at.BOARD) + pos * 4) if on_board(vm, pos) else 0


@helper
def owned_by(vm: Block, pos: int, player: int) -> int:
    owner = contents(vm, pos) & at.PLAYER_MASK
    return -1 if owner != 0 and owner == player else 0


@helper
def owned_by_other(vm: Block, pos: int, player: int) -> int:
    owner = contents(vm, pos)
    return -1 if owner != 0 and owner & at.PLAYER_MASK != player else 0


@helper
def follow(vm: Block, direction: int) -> int:
    """Move along a direction from the current position; return whether there is a link."""
    pos = system(vm, at.A_HERE)
    if on_board(vm, pos):
        links = settled(vm, at.LINKS) + (direction * settled(vm, at.LINK_STRIDE) + pos) * 4
        target = table_cell(vm, links)
        if target >= 0:
            promise_below(target, settled(vm, at.POSITIONS))  # checked by `_write_directions`
            set_system(vm, at.A_HERE, target)
            return -1
    return 0


@helper
def follow_symmetric(vm: Block, direction: int) -> int:
    """Move along the direction that replaces this one for the player to move."""
    number = player_number(system(vm, at.A_PLAYER))
    found = stands_for(vm, number, direction)
    if found < 0:
        found = table_cell(vm, settled(vm, at.SYMMETRIES) + (number * 128 + direction) * 4)
    return follow(vm, found)


@helper
def value_of(vm: Block, piece: int) -> int:
    """Return the `{value}` of a piece or type, 0 if the type does not exist."""
    type = piece & at.PIECE_MASK
    if 1 <= type <= settled(vm, at.PIECE_COUNT):
        return table_cell(vm, settled(vm, at.PIECES) + (type - 1) * 16 + 12)
    return 0


board.words(
    plain("here", "( -- pos )", "The current position.", lambda vm: system(vm, at.A_HERE)),
    plain(
        "from", "( -- pos )", "The position the move starts from.", lambda vm: system(vm, at.A_FROM)
    ),
    plain(
        "to",
        "( pos -- )",
        "Set the current position.",
        lambda vm, pos: set_system(vm, at.A_HERE, pos),
    ),
    plain(
        "home",
        "( pos -- )",
        "Set the position the move starts from.",
        lambda vm, pos: set_system(vm, at.A_FROM, pos),
    ),
    plain(
        "back",
        "( -- )",
        "Return to the position the move starts from.",
        lambda vm: set_system(vm, at.A_HERE, system(vm, at.A_FROM)),
    ),
    plain(
        "last",
        "( -- pos )",
        "The position that changed last; -1 after a move that changes none.",
        lambda vm: system(vm, at.A_LAST),
        keeps="last",
    ),
    plain(
        "current-piece",
        "( -- piece )",
        "The piece being moved or dropped.",
        lambda vm: system(vm, at.A_PIECE),
    ),
    plain(
        "current-piece-type",
        "( -- type )",
        "The type of the piece being moved or dropped.",
        lambda vm: system(vm, at.A_PIECE) & at.PIECE_MASK,
    ),
    plain(
        "board[]",
        "( pos -- addr )",
        "Give the address of a position's cell in the board.",
        lambda vm, pos: load32(vm, at.BOARD) + pos * 4,
    ),
    plain(
        "piece",
        "( -- piece )",
        "The piece on the current position, 0 if there is none.",
        lambda vm: contents(vm, system(vm, at.A_HERE)),
    ),
    plain(
        "piece-at",
        "( pos -- piece )",
        "Give the piece on a position, 0 if there is none.",
        contents,
    ),
    plain(
        "piece-type",
        "( -- type )",
        "The type of the piece on the current position, 0 if there is none.",
        lambda vm: contents(vm, system(vm, at.A_HERE)) & at.PIECE_MASK,
    ),
    plain(
        "piece-type-at",
        "( pos -- type )",
        "Give the type of the piece on a position, 0 if there is none.",
        lambda vm, pos: contents(vm, pos) & at.PIECE_MASK,
    ),
    plain(
        "not-piece-type?",
        "( type -- ? )",
        "True if no piece of the type stands on the current position.",
        lambda vm, type: -1 if contents(vm, system(vm, at.A_HERE)) & at.PIECE_MASK != type else 0,
    ),
    plain(
        "not-piece-type-at?",
        "( pos type -- ? )",
        "True if no piece of the type stands on a position.",
        lambda vm, pos, type: -1 if contents(vm, pos) & at.PIECE_MASK != type else 0,
    ),
    plain(
        "player",
        "( -- player )",
        "The owner of the piece on the current position, 0 if there is none.",
        lambda vm: contents(vm, system(vm, at.A_HERE)) & at.PLAYER_MASK,
    ),
    plain(
        "player-at",
        "( pos -- player )",
        "Give the owner of the piece on a position, 0 if there is none.",
        lambda vm, pos: contents(vm, pos) & at.PLAYER_MASK,
    ),
    plain(
        "empty?",
        "( -- ? )",
        "True if the current position is empty.",
        lambda vm: -1 if contents(vm, system(vm, at.A_HERE)) == 0 else 0,
    ),
    plain(
        "empty-at?",
        "( pos -- ? )",
        "True if a position is empty.",
        lambda vm, pos: -1 if contents(vm, pos) == 0 else 0,
    ),
    plain(
        "not-empty?",
        "( -- ? )",
        "True if a piece stands on the current position.",
        lambda vm: -1 if contents(vm, system(vm, at.A_HERE)) != 0 else 0,
    ),
    plain(
        "not-empty-at?",
        "( pos -- ? )",
        "True if a piece stands on a position.",
        lambda vm, pos: -1 if contents(vm, pos) != 0 else 0,
    ),
    plain(
        "neutral-piece?",
        "( -- ? )",
        "True if a neutral player's piece stands on the current position.",
        lambda vm: -1 if contents(vm, system(vm, at.A_HERE)) & at.NEUTRAL_BIT else 0,
    ),
    plain(
        "neutral-piece-at?",
        "( pos -- ? )",
        "True if a neutral player's piece stands on a position.",
        lambda vm, pos: -1 if contents(vm, pos) & at.NEUTRAL_BIT else 0,
    ),
    plain(
        "(friend?)",
        "( -- ? )",
        "`friend?` without coalitions.",
        lambda vm: owned_by(vm, system(vm, at.A_HERE), system(vm, at.A_PLAYER)),
        hidden=True,
    ),
    plain(
        "(friend-at?)",
        "( pos -- ? )",
        "`friend-at?` without coalitions.",
        lambda vm, pos: owned_by(vm, pos, system(vm, at.A_PLAYER)),
        hidden=True,
    ),
    plain(
        "(friend-of?)",
        "( pos player -- ? )",
        "`friend-of?` without coalitions.",
        owned_by,
        hidden=True,
    ),
    plain(
        "(enemy?)",
        "( -- ? )",
        "`enemy?` without coalitions.",
        lambda vm: owned_by_other(vm, system(vm, at.A_HERE), system(vm, at.A_PLAYER)),
        hidden=True,
    ),
    plain(
        "(enemy-at?)",
        "( pos -- ? )",
        "`enemy-at?` without coalitions.",
        lambda vm, pos: owned_by_other(vm, pos, system(vm, at.A_PLAYER)),
        hidden=True,
    ),
    plain(
        "(enemy-of?)",
        "( pos player -- ? )",
        "`enemy-of?` without coalitions.",
        owned_by_other,
        hidden=True,
    ),
    plain(
        "(coalitions?)",
        "( -- ? )",
        "True if the script defines `OnFriends?`.",
        lambda vm: settled(vm, at.COALITIONS),
        hidden=True,
    ),
    plain(
        "(DIRECTION)",
        "( -- ? )",
        "Go along a direction.",
        lambda vm, operand: follow(vm, operand),
        operand="direction",
        hidden=True,
    ),
    plain(
        "(SYMMETRIC)",
        "( -- ? )",
        "Go along the direction that replaces this one for the player to move.",
        lambda vm, operand: follow_symmetric(vm, operand),
        operand="direction",
        hidden=True,
    ),
    plain(
        "(ALONG)",
        "( direction -- ? )",
        "Go along the direction with a number, in machine code.",
        follow,
        hidden=True,
    ),
    plain(
        "(ALONG-SYMMETRIC)",
        "( direction -- ? )",
        "Go along the direction that replaces the one with a number for the player to move.",
        follow_symmetric,
        hidden=True,
    ),
    plain(
        "(VARIABLE)",
        "( -- addr )",
        "Address of a cell in the board record.",
        lambda vm, operand: load32(vm, at.BOARD) + operand,
        operand="offset",
        hidden=True,
    ),
    plain(
        "(ARRAY)",
        "( i -- addr )",
        "Address of cell i of an array in the board record.",
        lambda vm, operand, i: load32(vm, at.BOARD) + operand + i * 4,
        operand="offset",
        hidden=True,
    ),
    plain(
        "(BYTES)",
        "( i -- addr )",
        "Address of byte i of an array in the board record.",
        lambda vm, operand, i: load32(vm, at.BOARD) + operand + i,
        operand="offset",
        hidden=True,
    ),
    plain(
        "(CELLS)",
        "( i -- addr )",
        "Address of cell i of an array in the dictionary.",
        lambda operand, i: operand + i * 4,
        operand="addr",
        hidden=True,
    ),
    plain(
        "piece-value",
        "( piece -- n )",
        "Give the `{value}` of a piece or of a piece type.",
        value_of,
    ),
    plain(
        "piece-index",
        "( piece -- i )",
        "Give the number of a piece's type, counted from 0.",
        lambda piece: (piece & at.PIECE_MASK) - 1,
        "1 piece-index -> 0",
    ),
    plain(
        "player-index",
        "( player -- i )",
        "Give the number of a player, counted from 0.",
        lambda player: player_number(player) - 1,
        "2048 player-index -> 0",
    ),
)


@board.word(
    "material-balance",
    "( player -- n )",
    "Give the value of the player's pieces, on the board and in hand, minus that of all "
    "other pieces.",
)
def material_balance(vm: Block, player: int) -> int:
    total = 0
    charge(vm, settled(vm, at.POSITIONS) >> 1)
    for pos in range(settled(vm, at.POSITIONS)):
        piece = contents(vm, pos)
        if piece != 0:
            value = value_of(vm, piece)
            total += value if piece & at.PLAYER_MASK == player else -value
    return (
        total + hand_balance(vm, player) if settled(vm, extension_registers.HANDS) != 0 else total
    )


@board.word("(add-piece)", "( piece pos -- )", "Put a piece on the board immediately.", open=True)
def add_piece(vm: Block, piece: int, pos: int) -> None:
    if on_board(vm, pos):
        set_contents(vm, pos, piece)


@board.word("(remove-piece)", "( pos -- )", "Remove a piece from the board immediately.", open=True)
def remove_piece(vm: Block, pos: int) -> None:
    if on_board(vm, pos):
        set_contents(vm, pos, 0)


zones = Group("board", newer=True)


@helper
def in_zone(vm: Block, pos: int, zone: int) -> int:
    if not on_board(vm, pos) or not 0 <= zone < settled(vm, extension_registers.ZONE_COUNT):
        return 0
    player = player_number(system(vm, at.A_PLAYER))
    row = table_cell(vm, settled(vm, extension_registers.ZONE_TABLE) + (zone * 32 + player) * 4)
    return -((table_cell(vm, row + (pos >> 5) * 4) >> (pos & 31)) & 1)


zones.words(
    plain(
        "in-zone?",
        "( zone -- ? )",
        "True if the current position lies in a zone of the player to move.",
        lambda vm, zone: in_zone(vm, system(vm, at.A_HERE), zone),
    ),
    plain(
        "in-zone-at?",
        "( pos zone -- ? )",
        "True if a position lies in a zone of the player to move.",
        lambda vm, pos, zone: in_zone(vm, pos, zone),
    ),
)
