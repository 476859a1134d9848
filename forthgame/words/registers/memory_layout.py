"""Layout of the one block of memory that a machine owns.

The block begins with registers that no script can reach, followed by the word table, the stacks,
the output buffer, the threaded code, and the memory addressed by Forth. Offsets of the first part
are in bytes from the start of the block; those of the second part are Forth addresses. All sizes
are fixed, so a script can never make a machine grow.
"""

from __future__ import annotations

from typing import Final

from forthgame.words.registers import playout_trees, proof_nodes
from forthgame.words.registers.core_registers import *  # noqa: F403
from forthgame.words.registers.core_registers import REGISTERS_SIZE, SAVED_REGISTERS

CELL: Final = 4  # bytes in a cell
LOWEST: Final = -(1 << 31)  # number of a cell
HIGHEST: Final = (1 << 31) - 1
CODE_CELL: Final = 4  # bytes in a cell of threaded code

# -- word table: the token and the first cell of threaded code of each word -----------------------
WORDS: Final = REGISTERS_SIZE
WORD_LIMIT: Final = 1 << 16
WORD_SIZE: Final = 8
# -- return stack: 64-bit slots; a return address carries RETURN_TAG in its upper half ------------
RETURN_STACK: Final = WORDS + WORD_LIMIT * WORD_SIZE + 256
RETURN_SLOTS: Final = 8192
RETURN_TAG: Final = 0x52455455
RUN_TAG: Final = RETURN_TAG - 1  # tag after a word run by its token, which `R>` refuses
RETURN_TAGS: Final = (RETURN_TAG, RUN_TAG)


def is_return(slot: int) -> bool:
    return slot >> 32 in RETURN_TAGS


NATIVE_WORDS: Final = RETURN_STACK + RETURN_SLOTS * 8 + 256  # machine code of a word, by index
# -- data stacks: level 0 for the script's text, the others for words called by the engine --------
STACK_ZONE: Final = 1024  # cells of zeros under each stack
UNDER_LOW: Final = 16  # slots below the lowest recorded one that are cleared with it
STACK_CELLS: Final = 16384  # level 0
LEVEL_CELLS: Final = 4096  # the others, zone included
LEVELS: Final = 16
DATA_STACK: Final = NATIVE_WORDS + WORD_LIMIT * 8
LEVEL_ONE: Final = DATA_STACK + (STACK_ZONE + STACK_CELLS + 64) * CELL
FLOAT_STACK: Final = LEVEL_ONE + LEVELS * LEVEL_CELLS * CELL
FLOAT_LIMIT: Final = 1024

OUTPUT: Final = FLOAT_STACK + (FLOAT_LIMIT + 16) * 4
OUTPUT_SIZE: Final = 1 << 16
OUTPUT_MARGIN: Final = 8192  # room that one word may need

RING: Final = OUTPUT + OUTPUT_SIZE
RING_SIZE: Final = 4096  # cells of each ring
RING2: Final = RING + RING_SIZE * CELL

REPETITION: Final = RING2 + RING_SIZE * CELL  # 64-bit hashes
REPETITION_LIMIT: Final = 4096

CODE: Final = (REPETITION + REPETITION_LIMIT * 8 + 4095) // 4096 * 4096
CODE_LIMIT: Final = 1 << 20  # cells

MEMORY: Final = CODE + CODE_LIMIT * CODE_CELL  # Forth address 0

# -- Forth addresses ------------------------------------------------------------------------------
MEMORY_LOW: Final = 64  # lowest address that scripts can access
SYSTEM: Final = 64  # cells shared by the engine and the script (see SYSTEM_CELLS)
TEXT_BUFFER: Final = 1024  # `$buffer`: the text of a move
TEXT_SIZE: Final = 32768
PAD: Final = TEXT_BUFFER + TEXT_SIZE
PAD_SIZE: Final = 2048
DATA: Final = 65536
DATA_END: Final = 8 << 20
BOARDS: Final = DATA_END
BOARDS_END: Final = 12 << 20
WRITE_END: Final = BOARDS_END  # the fence: scripts can only read above it
TABLES: Final = WRITE_END
TABLES_END: Final = 31 << 20
LISTS: Final = TABLES_END  # headers of move lists, a stack
LIST_BYTES: Final = 64
LIST_LIMIT: Final = 1 << 14
LISTS_END: Final = LISTS + LIST_LIMIT * LIST_BYTES
KEPT_HEADER: Final = LISTS_END  # header of the list of the current position, for Python
ARENA: Final = KEPT_HEADER + LIST_BYTES  # moves; the layout is below
ARENA_END: Final = 64 << 20
READ_END: Final = ARENA_END

# -- tables of a search, after the Forth memory: out of reach of scripts --------------------------
SEARCH: Final = MEMORY + READ_END + 4096
NODE_CELLS: Final = 50  # of an open node: its fields are in alpha_beta_node.py
SEARCH_LEVELS: Final = 128
VECTORS: Final = SEARCH + SEARCH_LEVELS * NODE_CELLS * CELL  # max-n: a score for each player number
SUMS: Final = VECTORS + SEARCH_LEVELS * 32 * CELL  # 64 bits each: sums of a chance player
LINES: Final = SUMS + SEARCH_LEVELS * 32 * 8  # best line from each level on, as hashes
LINE_CELLS: Final = 64
KILLERS: Final = LINES + SEARCH_LEVELS * LINE_CELLS * CELL  # two hashes a level
HISTORY: Final = KILLERS + SEARCH_LEVELS * 2 * CELL  # how often a move was good, by its hash
HISTORY_SIZE: Final = 1 << 14
COUNTERMOVES: Final = HISTORY + HISTORY_SIZE * CELL  # the best reply to a move, by its hash
TREE_PATH: Final = COUNTERMOVES + HISTORY_SIZE * CELL  # nodes on the path of a descent
TRANSPOSITIONS: Final = (TREE_PATH + 4096 * CELL + 4095) // 4096 * 4096
TRANSPOSITION_LIMIT: Final = 1 << 20  # entries of 16 bytes: key, score, details
LEAVES_SEEN: Final = TRANSPOSITIONS + TRANSPOSITION_LIMIT * 16  # the same at the depth limit
LEAVES_SEEN_LIMIT: Final = 1 << 15
KEYS: Final = LEAVES_SEEN + LEAVES_SEEN_LIMIT * 16  # 64 bits for each cell of a board record
KEY_LIMIT: Final = 1 << 16
PAST_KEYS: Final = KEYS + KEY_LIMIT * 8  # 64 bits for each position of the game before the root
PAST_LIMIT: Final = 4096
PROOFS: Final = PAST_KEYS + PAST_LIMIT * 8  # open nodes of a proof, then their children
TREE: Final = PROOFS + proof_nodes.SIZE
TREE_LIMIT: Final = 1 << 20  # nodes
PLAYS: Final = TREE + TREE_LIMIT * playout_trees.NODE  # values of moves
CONTEXTS: Final = PLAYS + playout_trees.PLAYS_SIZE  # state that generations restore
CONTEXT_BYTES: Final = 2 * LIST_BYTES  # for each list, by the same index
PLAYED_KEYS: Final = CONTEXTS + LIST_LIMIT * CONTEXT_BYTES  # 64 bits for each position of the line
PLAYED_LIMIT: Final = 1 << 17
PLAYED_MARKS: Final = PLAYED_KEYS + PLAYED_LIMIT * 8  # for each copy of the board
MARK_LIMIT: Final = (BOARDS_END - BOARDS) // 28  # copies of the smallest board
COUNTED: Final = PLAYED_MARKS + MARK_LIMIT * CELL + 64  # moves that are only counted
COUNTED_LIMIT: Final = 1 << 13  # of four cells each
COUNTED_END: Final = COUNTED + COUNTED_LIMIT * 4 * CELL
KEPT_TURN: Final = (COUNTED_END + 4095) // 4096 * 4096  # the current position, for Python
KEPT_BOARD: Final = KEPT_TURN + 64
KEPT_SYSTEM: Final = KEPT_BOARD + BOARDS_END - BOARDS  # the system cells before a short call
COPIED_MEMORY: Final = KEPT_SYSTEM + 4096  # of a script before a search: memory_snapshot.py
COPIED_RINGS: Final = COPIED_MEMORY + DATA_END
COPIED_COUNTS: Final = COPIED_RINGS + CODE - RING
TOKENS: Final = COPIED_COUNTS + 4096  # for each cell of the dictionary, the word with this token
TOKENS_END: Final = TOKENS + DATA_END - DATA
BLOCK_SIZE: Final = TOKENS_END + 4096

# -- system cells: name of the word that gives the address -> Forth address -----------------------
_SYSTEM_NAMES: Final = (  # noqa: SIM905
    "DP BASE STATE CURRENT CONTEXT "
    "$turnOffset $player $forPlayer $ofType $turnNumber $partial "  # TURN_BLOCK, in this order
    "$pos $from $piece $lastPos $moveType $priority $passed $moveAddr $moveString "
    "$movesList $board $boardSize $positions $posCount $scanPositions $rows $columns "
    "$pieces $pieceCount $scanPieceCount $nextPiece $directions $directionCount $currDirection "
    "$players $playerCount $playerName $playerOffset $playerToMove $engines "
    "$turnOrder $turnLimit $repeatOffset $move-priorities $lastMoveType $boardSetup $posNames "
    "$lastPosNFA $symmetries $zobrist $playerToMoveHash "
    "$flipGrid $passTurnForced $shareMovesList $combinePartial $gameResultBug $gameLog $authoring "
    "$useAxiomEngine $depthLimit $searchTime $variety $timeCheckFrequency $iterationDepth $ply "
    "$evals $rootMoveCount $rootMoveIndex $searchStatus $searchTimer $searching "
    "$score $depth $nodes $anonymous $context $changedTo $add-move $noPass "
    "$symmetryPlayerCELLOffset $direction1CFA $direction2CFA $direction1Index $direction2Index "
    "$reserve $perftStop $player1 $player2 $judge $playouts $selective $recycle"
).split()
SYSTEM_CELLS: Final = {name: SYSTEM + CELL * index for index, name in enumerate(_SYSTEM_NAMES)}
if SYSTEM + CELL * len(SYSTEM_CELLS) > TEXT_BUFFER:
    raise AssertionError("the system cells run into the text buffer")

TURN_BLOCK: Final = SYSTEM_CELLS["$turnOffset"]
TURN_BLOCK_CELLS: Final = 6
TURN_BLOCK_SIZE: Final = TURN_BLOCK_CELLS * CELL  # a copy of it follows each board record

A_DP: Final = SYSTEM_CELLS["DP"]
A_BASE: Final = SYSTEM_CELLS["BASE"]
A_STATE: Final = SYSTEM_CELLS["STATE"]
A_CURRENT: Final = SYSTEM_CELLS["CURRENT"]
A_CONTEXT: Final = SYSTEM_CELLS["CONTEXT"]
A_TURN_OFFSET: Final = SYSTEM_CELLS["$turnOffset"]
A_PLAYER: Final = SYSTEM_CELLS["$player"]
A_FOR_PLAYER: Final = SYSTEM_CELLS["$forPlayer"]
A_OF_TYPE: Final = SYSTEM_CELLS["$ofType"]
A_TURN_NUMBER: Final = SYSTEM_CELLS["$turnNumber"]
A_PARTIAL: Final = SYSTEM_CELLS["$partial"]
A_HERE: Final = SYSTEM_CELLS["$pos"]
A_FROM: Final = SYSTEM_CELLS["$from"]
A_PIECE: Final = SYSTEM_CELLS["$piece"]
A_LAST: Final = SYSTEM_CELLS["$lastPos"]
A_PASSED: Final = SYSTEM_CELLS["$passed"]
A_MOVE_ADDRESS: Final = SYSTEM_CELLS["$moveAddr"]
A_MOVES_LIST: Final = SYSTEM_CELLS["$movesList"]
A_SCORE: Final = SYSTEM_CELLS["$score"]
A_DEPTH: Final = SYSTEM_CELLS["$depth"]
A_NODES: Final = SYSTEM_CELLS["$nodes"]
A_SELECTIVE: Final = SYSTEM_CELLS["$selective"]
A_PLAYER_TO_MOVE: Final = SYSTEM_CELLS["$playerToMove"]
A_BOARD: Final = SYSTEM_CELLS["$board"]
A_SCAN_POSITIONS: Final = SYSTEM_CELLS["$scanPositions"]
A_PASS_FORCED: Final = SYSTEM_CELLS["$passTurnForced"]
A_RECYCLE: Final = SYSTEM_CELLS["$recycle"]

# -- encodings visible to scripts -----------------------------------------------------------------
PLAYER_UNIT: Final = 2048
NEUTRAL_BIT: Final = 1024
PLAYER_MASK: Final = 64512
PLAYER_NUMBER_MASK: Final = 63488
PIECE_MASK: Final = 1023
MAX_PLAYERS: Final = 31
MAX_PIECES: Final = 1023
MAX_DIRECTIONS: Final = 128
MAX_POSITIONS: Final = 16384
UNKNOWN_SCORE: Final = -2140000000
DRAW_SCORE: Final = 0
WIN_SCORE: Final = 2130000000
LOSS_SCORE: Final = -WIN_SCORE
DECIDED: Final = WIN_SCORE - 2000  # scores beyond it mean that the game ends

# -- headers of move lists (cells): scripts may read them -----------------------------------------
LIST_PREVIOUS: Final = 0
LIST_COUNT: Final = 1
LIST_FIRST: Final = 2
LIST_LAST: Final = 3
LIST_START: Final = 4  # arena top to restore when the list is dropped
LIST_BEGIN: Final = 5  # start of its moves in the arena
LIST_RANK: Final = 6  # best priority rank so far
LIST_WORST: Final = 7  # worst priority rank so far
LIST_TURN: Final = 8  # whether a Pass is added if there is no other move
# -- state that a generation restores at its end: system cells, then registers --------------------
SAVED_CELLS: Final = ("$player", "$forPlayer", "$pos", "$from", "$piece", "$passed")
SAVED_ADDRESSES: Final = tuple(SYSTEM_CELLS[name] for name in SAVED_CELLS)
SAVED_SAID: Final = 5  # cells from SAID on, if the script selects moves
if CELL * (len(SAVED_CELLS) + len(SAVED_REGISTERS) + SAVED_SAID) > CONTEXT_BYTES:
    raise AssertionError("what a generation saves does not fit its place")
NO_RANK: Final = 1000

# -- moves in the arena (cells), at addresses that are multiples of 16 ----------------------------
# The fourth cell of each 16 bytes is MOVE_MARK, MOVE_FLAGS or an action's kind, never a number that
# a script chooses: so MOVE_MARK in such a cell proves that the engine has written a move.
MOVE_TYPE: Final = 1  # after the address of the next move
MOVE_PARTIAL: Final = 2  # 0, or 1 + the type that may follow
MOVE_MARK_CELL: Final = 3  # the token of the move points here
MOVE_COUNT: Final = 4
MOVE_RANK: Final = 5  # how early a search tries the move
MOVE_FLAGS: Final = 7  # bits: see beyond.py
MOVE_CELLS: Final = 8
MOVE_BYTES: Final = MOVE_CELLS * CELL
MOVE_UNIT: Final = 16  # alignment of moves in bytes
ACTION_CELLS: Final = 4  # three numbers and the kind
ACTION_BYTES: Final = ACTION_CELLS * CELL
ACTION_KIND_CELL: Final = 3
KIND_OFFSET: Final = ACTION_KIND_CELL * CELL  # in bytes
MANY_ACTIONS: Final = 8192  # a move with more actions is reported if the arena is full
MOVE_MARK: Final = 0x4D4F5645

# -- action kinds, in the order recorded ----------------------------------------------------------
ACT_MOVE: Final = 1  # from to piece
ACT_MOVE_TAKE: Final = 2  # ACT_MOVE onto a piece; only its text differs
ACT_CAPTURE: Final = 3  # position
ACT_ADD: Final = 4  # position, piece
ACT_TYPE: Final = 5  # position, type
ACT_OWNER: Final = 6  # position, player
ACT_LITERAL: Final = 7  # number
ACT_WORD: Final = 8  # token
ACT_PASS: Final = 9

# -- events, in the order of their tokens at EVENTS -----------------------------------------------
EVENT_NAMES: Final = (
    "OnNewGame", "OnNextTurn", "OnIsGameOver", "OnEvaluate", "OnIsTerminal?", "OnGenerateMoves",
    "OnMakeAMove", "OnRetractMove", "OnSearch", "OnFriends?", "OnEditAdd", "OnEditRemove",
    "OnTerminate", "OnIsLegal?", "OnMoves", "OnTogether", "OnDistance",
    "OnForesee", "OnPosition",
)  # fmt: skip

# -- reasons for the machine to stop --------------------------------------------------------------
HALTED: Final = 0
OUT_OF_STEPS: Final = 1
HOST_REQUEST: Final = 2
BREAKPOINT: Final = 3
FLUSH_REQUEST: Final = 4
COMPILE_REQUEST: Final = 5
RUN_REQUEST: Final = 6  # native code: run the word with this token
CONTINUE_REQUEST: Final = 7  # native code: continue in the interpreter, or check the clock

# -- results of a call from native code to the host, or of a native word --------------------------
DONE: Final = 0
NATIVE_ERROR: Final = 1
FRAME_EXIT: Final = 2
RESUME: Final = 3
