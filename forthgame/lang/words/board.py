"""The current position of a move word, and queries of the board; positions off it are empty."""

from __future__ import annotations

from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.cells import (
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
from forthgame.lang.word import Group, helper
from forthgame.lang.words.counters import hand_balance

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


@board.word("here", "( -- pos )", "The current position.")
def here(vm: Block) -> int:
    return system(vm, at.A_HERE)


@board.word("from", "( -- pos )", "The position the move starts from.")
def from_position(vm: Block) -> int:
    return system(vm, at.A_FROM)


@board.word("to", "( pos -- )", "Set the current position.")
def to(vm: Block, pos: int) -> None:
    set_system(vm, at.A_HERE, pos)


@board.word("home", "( pos -- )", "Set the position the move starts from.")
def home(vm: Block, pos: int) -> None:
    set_system(vm, at.A_FROM, pos)


@board.word("back", "( -- )", "Return to the position the move starts from.")
def back(vm: Block) -> None:
    set_system(vm, at.A_HERE, system(vm, at.A_FROM))


@board.word("last", "( -- pos )", "The position that changed last; -1 after a move that changes "
            "none.", keeps="last")  # fmt: skip
def last(vm: Block) -> int:
    return system(vm, at.A_LAST)


@board.word("current-piece", "( -- piece )", "The piece being moved or dropped.")
def current_piece(vm: Block) -> int:
    return system(vm, at.A_PIECE)


@board.word("current-piece-type", "( -- type )", "The type of the piece being moved or dropped.")
def current_piece_type(vm: Block) -> int:
    return system(vm, at.A_PIECE) & at.PIECE_MASK


@board.word("board[]", "( pos -- addr )", "Give the address of a position's cell in the board.")
def board_address(vm: Block, pos: int) -> int:
    return load32(vm, at.BOARD) + pos * 4


@board.word("piece", "( -- piece )", "The piece on the current position, 0 if there is none.")
def piece(vm: Block) -> int:
    return contents(vm, system(vm, at.A_HERE))


@board.word("piece-at", "( pos -- piece )", "Give the piece on a position, 0 if there is none.")
@helper
def contents(vm: Block, pos: int) -> int:
    """Return the board cell of a position, 0 off the board."""
    return board_cell(vm, load32(vm, at.BOARD) + pos * 4) if on_board(vm, pos) else 0


@board.word(
    "piece-type",
    "( -- type )",
    "The type of the piece on the current position, 0 if there is none.",
)
def piece_type(vm: Block) -> int:
    return contents(vm, system(vm, at.A_HERE)) & at.PIECE_MASK


@board.word(
    "piece-type-at",
    "( pos -- type )",
    "Give the type of the piece on a position, 0 if there is none.",
)
def piece_type_at(vm: Block, pos: int) -> int:
    return contents(vm, pos) & at.PIECE_MASK


@board.word(
    "not-piece-type?",
    "( type -- ? )",
    "True if no piece of the type stands on the current position.",
)
def not_piece_type(vm: Block, type: int) -> int:
    return -1 if contents(vm, system(vm, at.A_HERE)) & at.PIECE_MASK != type else 0


@board.word(
    "not-piece-type-at?", "( pos type -- ? )", "True if no piece of the type stands on a position."
)
def not_piece_type_at(vm: Block, pos: int, type: int) -> int:
    return -1 if contents(vm, pos) & at.PIECE_MASK != type else 0


@board.word(
    "player", "( -- player )", "The owner of the piece on the current position, 0 if there is none."
)
def player(vm: Block) -> int:
    return contents(vm, system(vm, at.A_HERE)) & at.PLAYER_MASK


@board.word(
    "player-at",
    "( pos -- player )",
    "Give the owner of the piece on a position, 0 if there is none.",
)
def player_at(vm: Block, pos: int) -> int:
    return contents(vm, pos) & at.PLAYER_MASK


@board.word("empty?", "( -- ? )", "True if the current position is empty.")
def is_empty(vm: Block) -> int:
    return -1 if contents(vm, system(vm, at.A_HERE)) == 0 else 0


@board.word("empty-at?", "( pos -- ? )", "True if a position is empty.")
def is_empty_at(vm: Block, pos: int) -> int:
    return -1 if contents(vm, pos) == 0 else 0


@board.word("not-empty?", "( -- ? )", "True if a piece stands on the current position.")
def is_not_empty(vm: Block) -> int:
    return -1 if contents(vm, system(vm, at.A_HERE)) != 0 else 0


@board.word("not-empty-at?", "( pos -- ? )", "True if a piece stands on a position.")
def is_not_empty_at(vm: Block, pos: int) -> int:
    return -1 if contents(vm, pos) != 0 else 0


@board.word(
    "neutral-piece?", "( -- ? )", "True if a neutral player's piece stands on the current position."
)
def neutral_piece(vm: Block) -> int:
    return -1 if contents(vm, system(vm, at.A_HERE)) & at.NEUTRAL_BIT else 0


@board.word(
    "neutral-piece-at?", "( pos -- ? )", "True if a neutral player's piece stands on a position."
)
def neutral_piece_at(vm: Block, pos: int) -> int:
    return -1 if contents(vm, pos) & at.NEUTRAL_BIT else 0


@board.word("(friend?)", "( -- ? )", "`friend?` without coalitions.", hidden=True)
def friend(vm: Block) -> int:
    return owned_by(vm, system(vm, at.A_HERE), system(vm, at.A_PLAYER))


@board.word("(friend-at?)", "( pos -- ? )", "`friend-at?` without coalitions.", hidden=True)
def friend_at(vm: Block, pos: int) -> int:
    return owned_by(vm, pos, system(vm, at.A_PLAYER))


@board.word("(friend-of?)", "( pos player -- ? )", "`friend-of?` without coalitions.", hidden=True)
@helper
def owned_by(vm: Block, pos: int, player: int) -> int:
    owner = contents(vm, pos) & at.PLAYER_MASK
    return -1 if owner != 0 and owner == player else 0


@board.word("(enemy?)", "( -- ? )", "`enemy?` without coalitions.", hidden=True)
def enemy(vm: Block) -> int:
    return owned_by_other(vm, system(vm, at.A_HERE), system(vm, at.A_PLAYER))


@board.word("(enemy-at?)", "( pos -- ? )", "`enemy-at?` without coalitions.", hidden=True)
def enemy_at(vm: Block, pos: int) -> int:
    return owned_by_other(vm, pos, system(vm, at.A_PLAYER))


@board.word("(enemy-of?)", "( pos player -- ? )", "`enemy-of?` without coalitions.", hidden=True)
@helper
def owned_by_other(vm: Block, pos: int, player: int) -> int:
    owner = contents(vm, pos)
    return -1 if owner != 0 and owner & at.PLAYER_MASK != player else 0


@board.word("(coalitions?)", "( -- ? )", "True if the script defines `OnFriends?`.", hidden=True)
def coalitions(vm: Block) -> int:
    return settled(vm, at.COALITIONS)


@board.word("(DIRECTION)", "( -- ? )", "Go along a direction.", operand="direction", hidden=True)
def direction(vm: Block, operand: int) -> int:
    return follow(vm, operand)


@board.word("(SYMMETRIC)", "( -- ? )", "Go along the direction that replaces this one for the "
            "player to move.", operand="direction", hidden=True)  # fmt: skip
def symmetric_direction(vm: Block, operand: int) -> int:
    return follow_symmetric(vm, operand)


@board.word("(ALONG)", "( direction -- ? )", "Go along the direction with a number, in machine "
            "code.", hidden=True)  # fmt: skip
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


@board.word("(ALONG-SYMMETRIC)", "( direction -- ? )", "Go along the direction that replaces the "
            "one with a number for the player to move.", hidden=True)  # fmt: skip
@helper
def follow_symmetric(vm: Block, direction: int) -> int:
    """Move along the direction that replaces this one for the player to move."""
    number = player_number(system(vm, at.A_PLAYER))
    found = stands_for(vm, number, direction)
    if found < 0:
        found = table_cell(vm, settled(vm, at.SYMMETRIES) + (number * 128 + direction) * 4)
    return follow(vm, found)


@board.word("(VARIABLE)", "( -- addr )", "Address of a cell in the board record.", operand="offset",
            hidden=True)  # fmt: skip
def board_variable(vm: Block, operand: int) -> int:
    return load32(vm, at.BOARD) + operand


@board.word("(ARRAY)", "( i -- addr )", "Address of cell i of an array in the board record.",
            operand="offset", hidden=True)  # fmt: skip
def board_array(vm: Block, operand: int, i: int) -> int:
    return load32(vm, at.BOARD) + operand + i * 4


@board.word("(BYTES)", "( i -- addr )", "Address of byte i of an array in the board record.",
            operand="offset", hidden=True)  # fmt: skip
def board_bytes(vm: Block, operand: int, i: int) -> int:
    return load32(vm, at.BOARD) + operand + i


@board.word("(CELLS)", "( i -- addr )", "Address of cell i of an array in the dictionary.",
            operand="addr", hidden=True)  # fmt: skip
def array_address(operand: int, i: int) -> int:
    return operand + i * 4


@board.word("piece-value", "( piece -- n )", "Give the `{value}` of a piece or of a piece type.")
@helper
def value_of(vm: Block, piece: int) -> int:
    """Return the `{value}` of a piece or type, 0 if the type does not exist."""
    type = piece & at.PIECE_MASK
    if 1 <= type <= settled(vm, at.PIECE_COUNT):
        return table_cell(vm, settled(vm, at.PIECES) + (type - 1) * 16 + 12)
    return 0


@board.word(
    "piece-index",
    "( piece -- i )",
    "Give the number of a piece's type, counted from 0.",
    "1 piece-index -> 0",
)
def piece_index(piece: int) -> int:
    return (piece & at.PIECE_MASK) - 1


@board.word("player-index", "( player -- i )", "Give the number of a player, counted from 0.",
            "2048 player-index -> 0")  # fmt: skip
def player_index(player: int) -> int:
    return player_number(player) - 1


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
    return total + hand_balance(vm, player) if settled(vm, beyond.HANDS) != 0 else total


@board.word("(add-piece)", "( piece pos -- )", "Put a piece on the board immediately.", open=True)
def add_piece(vm: Block, piece: int, pos: int) -> None:
    if on_board(vm, pos):
        set_contents(vm, pos, piece)


@board.word("(remove-piece)", "( pos -- )", "Remove a piece from the board immediately.", open=True)
def remove_piece(vm: Block, pos: int) -> None:
    if on_board(vm, pos):
        set_contents(vm, pos, 0)
