"""The registers of a machine: its state apart from the memory of scripts.

No script can reach them. `beyond.py` has the registers of words beyond Axiom; the other modules
joined below have those of trees, proofs, batches and counted winners.
"""

from __future__ import annotations

from typing import Final

from forthgame.words.registers import (
    alpha_beta_settings,
    best_first_nodes,
    call_registers,
    extension_registers,
    playout_trees,
    proof_nodes,
    winner_counts,
)
from forthgame.words.registers.register import CELL, area, cell, cells_of, named, wide

REGISTERS_SIZE: Final = 8192
RANDOM_CELLS: Final = 100  # of a random stream
BEST_SIZE: Final = 2048
EXCLUDED_LIMIT: Final = 255
# -- state of a stopped machine -------------------------------------------------------------------
IP: Final = wide(0, "Next cell of threaded code.", running=True)
SP: Final = wide(8, "Slot of the second item of the data stack.", running=True)
RP: Final = wide(16, "First free slot of the return stack.", running=True)
TOP: Final = cell(24, "Top of the data stack.", running=True)
STATUS: Final = cell(28, "Reason why the machine stopped.", running=True)
STEPS: Final = wide(32, "Steps left.", running=True)
# -- the frame: the part of the stacks that belongs to the word called by the engine --------------
FRAME_BASE: Final = wide(48, "Slot below which the data stack is empty.", running=True)
FRAME_LIMIT: Final = wide(56, "Last usable slot.", running=True)
FRAME_LOW: Final = wide(64, "Lowest slot touched since the frame began.", running=True)
FRAME_RP: Final = wide(72, "Return stack of the frame, restored by `verify`.", running=True)
FRAME_LEVEL: Final = cell(80, "Number of nested frames.", running=True)
FSP: Final = cell(84, "Items on the float stack.", running=True)
RETRACTS: Final = cell(88, "Whether the script defines OnRetractMove.", settled=True)
OPENS: Final = cell(92, "Whether the script defines OnGenerateMoves.", settled=True)

# -- the engine's own state of the game; system cells hold copies of some for scripts -------------
BOARD: Final = cell(96, "Forth address of the current board record.")
BOARD_SIZE: Final = cell(100, "Bytes of a board record.", settled=True)
POSITIONS: Final = cell(104, "Number of positions.", settled=True)
LINKS: Final = cell(108, "Forth address of the link table.", settled=True)
LINK_STRIDE: Final = cell(112, "Cells of a direction in it.", settled=True)
SYMMETRIES: Final = cell(
    116, "Forth address of the table player * 128 + direction -> direction.", settled=True
)
PIECES: Final = cell(120, "Forth address of the piece table.", settled=True)
PIECE_COUNT: Final = cell(124, "Number of piece types.", settled=True)
LIST: Final = cell(132, "Forth address of the newest list's header, 0 if there is no list.")
ARENA_TOP: Final = cell(136, "Forth address of the first free byte of the move arena.")
RECORD_END: Final = cell(140, "Forth address for the next action of the current move.", saved=True)
RECORD_PARTIAL: Final = cell(144, "0, or 1 + the move type that may follow.", saved=True)
RECORD_COMPILED: Final = cell(148, "Whether one of its actions is a compiled word.", saved=True)
SCAN_POSITION: Final = cell(152, "The position being scanned.", saved=True)
SCAN_PIECE: Final = cell(
    156, "0 while the moves of the piece there are tried, then 1 + piece type index.", saved=True
)
SCAN_ENTRY: Final = cell(
    160, "Forth address of the next entry, 0 if a new list must be looked up.", saved=True
)
SCAN_TYPE: Final = cell(164, "Move type of the current entry.", saved=True)
SCAN_ACTIVE: Final = cell(168, "Whether a generation is running a move word.", saved=True)
PRIORITIES: Final = cell(
    172, "Forth address of the table type -> rank, 0 if there are none.", settled=True
)
TURN_TABLE: Final = cell(180, "Forth address of the turn order.", settled=True)
TURN_LIMIT: Final = cell(184, "Its bytes.", settled=True)
TURN_REPEAT: Final = cell(188, "Byte offset of the cycle's start.", settled=True)
PLAYER_COUNT: Final = cell(192, "Number of players.", settled=True)
PLAYERS: Final = cell(
    196, "Forth address of a table: a cell for each player, the encoding.", settled=True
)
NAMES: Final = cell(200, "Forth address of the names of positions.")
PIECE_NAMES: Final = cell(204, "Forth address of the names of pieces.")
PLAYER_NAMES: Final = cell(208, "Forth address of the names of players.")
LIST_READY: Final = cell(
    212, "Whether a partial move has already generated the list of what follows."
)
APPLY_CODE: Final = cell(216, "Threaded code that applies a move with compiled words in it.")
OUT_COUNT: Final = cell(220, "Bytes in the output buffer.")
TEXT_COUNT: Final = cell(224, "Bytes of the move text being built.")
DATA_LIMIT: Final = cell(228, "Forth address where the dictionary must end.", settled=True)
BOARD_DEPTH: Final = cell(232, "Boards pushed by $CloneBoard.")
REPETITIONS: Final = cell(236, "Entries in the repetition history.")
RING_HEAD: Final = cell(240, "Oldest item of the first ring.")
RING_COUNT: Final = cell(244, "Items in the first ring.")
RING2_HEAD: Final = cell(248, "Oldest item of the second ring.")
RING2_COUNT: Final = cell(252, "Items in the second ring.")
LEAVES: Final = wide(256, "Counter of perft.")
MOVE_LIMIT: Final = cell(264, "Most moves of a list.", settled=True)
ACTION_LIMIT: Final = cell(268, "Most bytes of the actions of a move.", settled=True)
SCAN_PIECES: Final = cell(272, "Piece types that are scanned for drops.", settled=True)
OPEN_DEFINITION: Final = cell(276, "Whether an open definition makes `,` a call of the host.")
MOVE_TYPES: Final = cell(280, "Number of move types.", settled=True)
ACTION_KIND: Final = cell(288, "Kind of the last action read.")
ACTION_VALUE: Final = cell(292, "Its number or token.")
BEST_COUNT: Final = cell(296, "Length of the text in BEST_TEXT, -1 if BestMove! was never called.")
TEXT_POSITION: Final = cell(300, "Position where the last part of a move's text ended.")
SCAN_FILTER: Final = cell(312, "The only move type to generate, 0 for any.", saved=True)
RECORD: Final = cell(328, "Forth address of the current move.", saved=True)
GENERATING: Final = cell(
    332, "Forth address of the header of the list being generated, 0 if none.", saved=True
)
SCAN_PLAYERS: Final = cell(336, "Bit k: player number k is still to be scanned.", saved=True)
DROP_COUNT: Final = cell(340, "Piece types that have drops.", settled=True)
COALITIONS: Final = cell(344, "Whether the script defines OnFriends?.", settled=True)
RECORD_LIMIT: Final = cell(348, "Last Forth address for an action.")
MOVING_COUNT: Final = cell(352, "Piece types that have moves.", settled=True)
SCAN_AHEAD: Final = cell(356, "Start of the next 64 positions, if lists are found by bits.")
SCAN_BITS: Final = wide(
    360, "64 bits for the positions before SCAN_AHEAD: pieces still to be tried."
)
SCAN_STIRRED: Final = cell(
    376, "Not 0 if the data of a generation may have changed since it looked ahead."
)
RARE: Final = cell(
    368, "Start of the rare part in a record, 0 if there is none: sparse_storage.py.", settled=True
)
RARE_END: Final = cell(372, "End of the rare part of a record.", settled=True)
# -- calls of native code, and state of the engine outside the game
CHARGED: Final = wide(504, "Steps of the operation beyond one.")
STRICT: Final = cell(304, "Whether an underflow in compiled code is an error.")
HOST_CALL: Final = wide(448, "Function through which native code calls the host.", host=True)
POLL: Final = cell(456, "Not 0 if native code must call the host.")
RETURN_LIMIT: Final = wide(
    464, "Last slot of the return stack; native code calls the host beyond it."
)
NATIVE_STATUS: Final = cell(
    472, "Reason why a native word did not return: NATIVE_ERROR or FRAME_EXIT."
)
NATIVE_SP: Final = wide(480, "Slot of the top item when a frame is left.")
FRAME_LEFT: Final = cell(496, "Whether `verify` has just left a frame.")
CONTINUE_RP: Final = wide(488, "Return stack of the word that continues in the interpreter.")
ENTROPY: Final = wide(320, "State of the stream that RANDOMIZE draws from.")
BEST_SERIAL: Final = cell(308, "Number of calls of BestMove!.")
FAVOURED: Final = cell(6324, "1 + index of the root's move that max-n tries first, 0 for none.")
DEEPEST_BEST: Final = cell(6584, "1 + index of the best move so far of its deepest search.")

# -- random streams, random play, the report of an engine
RANDOM: Final = area(
    512, CELL * RANDOM_CELLS, "First random stream: seed word, iy, flag, table of 97."
)
RANDOM2: Final = area(1024, CELL * RANDOM_CELLS, "Second random stream.")
RESULTS: Final = area(
    4096, 512, "Random play: for each player number, wins, losses, draws, unfinished."
)
PLIES: Final = wide(4608, "Counter of random play, and of perft.")
BEST_TEXT: Final = area(2048, BEST_SIZE, "Text passed to BestMove!.")
# -- registers of a search
SEARCHER: Final = cell(4624, "The player an engine works for.")
SEARCH_LEVEL: Final = cell(4628, "Number of open nodes.")
SEARCH_OPEN: Final = cell(
    4684, "Whether a search without open nodes is running: a tree or a proof."
)
SEARCH_SERIAL: Final = cell(4632, "Number of the search, which invalidates tables of earlier ones.")
LIST_FREE: Final = cell(4636, "Whether results and evaluations need no list of moves.")
NODES: Final = wide(4640, "Count of positions seen.")
NODE_LIMIT: Final = wide(4648, "Count at which the search stops, 0 for no limit.")
CHANCE_PLAYERS: Final = cell(4656, "Bit k: player number k throws dice or keeps house.")
COMPETITORS: Final = cell(4660, "Number of players who are neither neutral nor in CHANCE_PLAYERS.")
DEEPEST_LEVEL: Final = cell(4664, "Greatest number of open levels.")
TREE_COUNT: Final = cell(4668, "Nodes of the tree of random games.")
TREE_NODE: Final = cell(4672, "The current node of a descent.")
TREE_DEPTH: Final = cell(4676, "Nodes on its path.")
BEST_REPLY: Final = cell(4680, "Whether only one opponent moves, the one with the best reply.")
POLICY: Final = cell(4688, "Whether random games choose their moves by $Rollout.")
EVALUATIONS: Final = cell(4840, "Evaluations of this search.")
ROOT_MARK: Final = cell(4844, "Evaluations at the end of the last root move.")
ROOT_BEGUN: Final = cell(4848, "Evaluations at the beginning of the depth.")
ROOT_MOVES: Final = cell(4852, "Root moves searched.")
ROOT_LEAST: Final = cell(4856, "Least evaluations of a root move.")
ROOT_MOST: Final = cell(4860, "Most evaluations of a root move.")
ROOT_RISES: Final = cell(4864, "Number of increases between successive root moves.")
ROOT_LAST: Final = cell(4868, "Evaluations of the last root move.")
ROOT_COUNTS: Final = 8  # cells from EVALUATIONS on
WINDOW_LOW: Final = cell(4872, "Low end of the aspiration window at the root.")
WINDOW_HIGH: Final = cell(4876, "The other end of that window.")
LAST_SCORE: Final = cell(4880, "The root's score at the last depth.")
LAST_SWING: Final = cell(4884, "Its change between two depths.")
DEPTHS_DONE: Final = cell(4888, "Finished depths.")
REPETITION_DRAWS: Final = cell(4892, "Whether a search scores a repeated position as a draw.")
PAST_COUNT: Final = cell(4896, "Positions of the game before the root.")
SCORES: Final = cell(4704, "Half points of each player number in the last random game.", count=32)
EXCLUDED: Final = cell(
    5120,
    "Moves that the root of a search excludes: their number, then hashes.",
    count=1 + EXCLUDED_LIMIT,
)
EVENTS: Final = cell(6144, "Tokens of the event words; words beyond Axiom: beyond.py.", count=32)

MODULES: Final = {
    name: named(vars(module))
    for name, module in (
        ("beyond", extension_registers),
        ("bestfirst", best_first_nodes),
        ("calling", call_registers),
        ("proofs", proof_nodes),
        ("pruning", alpha_beta_settings),
        ("trees", playout_trees),
        ("winners", winner_counts),
    )
} | {"layout": named(globals())}
ALL: Final = tuple(sorted(each for rows in MODULES.values() for each in rows.values()))
SETTLED: Final = cells_of(ALL, lambda register: register.settled)
SAVED_REGISTERS: Final = cells_of(ALL, lambda register: register.saved)
RESET: Final = cells_of(ALL, lambda register: register.reset)
