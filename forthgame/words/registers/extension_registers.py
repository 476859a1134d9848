"""Registers and action kinds of the words that extend Axiom.

Registers lie in the first part of a machine's block, like those of `memory_layout.py`; each section
has a range of its own. The kinds of actions continue those of `memory_layout.py`; choices and
weights, which a move only carries, change nothing when the move is applied.
"""

from __future__ import annotations

from typing import Final

from forthgame.words.registers.register import area, cell, wide

# -- registers (byte offsets) ---------------------------------------------------------------------
MOST_NOTED: Final = 4096  # greatest number of positions for which dependencies are recorded
INVARIANT: Final = cell(6400, "Whether the script defines OnIsLegal?.", settled=True)
CHECK_MODE_LIMIT: Final = cell(6404, "Greatest value of LAZY that the game allows.")
CHECK_MODE: Final = cell(
    6408,
    "Mode of OnIsLegal?: 0 checks all moves, 1 one at random, 2 the first legal one.",
    reset=True,
)
DRAWN: Final = 1  # a value of CHECK_MODE
EAGER: Final = cell(6412, "For tests: check all moves, then draw as if lazily.")
ASKED_LIST: Final = cell(6416, "Header of the list whose moves are checked, or 0.", reset=True)
ASKED_MOVE: Final = cell(6420, "The move for which OnIsLegal? is called, or 0.", reset=True)
STRUCK_COUNT: Final = cell(6424, "Moves forbidden by OnIsLegal?.")
ATTACK_BITS: Final = wide(6480, "Pieces of the last 64 positions still to be tried.")
ATTACK_AHEAD: Final = cell(6488, "Start of the next 64 positions.")
ATTACK_ENTRIES: Final = cell(6492, "Bits for the entries of the piece's list still to be tried.")
ATTACK_SIGHT: Final = cell(
    6496, "Tables of rules/facts/attack_tables.py: positions that move words read.", settled=True
)
SIGHT_FIRST: Final = cell(6500, "Number of the first word of each type.", settled=True)
SIGHT_READS: Final = cell(6504, "Storage of the board that words read, as bits.", settled=True)
SIGHT_ENTRIES: Final = cell(6508, "Words of all types.", settled=True)
STORED_RANGES: Final = cell(6512, "Offset and end of each storage of the board.", settled=True)
STORED_COUNT: Final = cell(6516, "Number of those storages.", settled=True)
RULE_READS: Final = cell(6520, "Storage that OnIsLegal? itself reads, as bits.", settled=True)
LOCAL_RULE: Final = cell(
    6524, "Whether OnIsLegal? reads attacks and storage only; see below.", settled=True
)
LOCAL, LOCAL_BY_HANDS = 1, 3  # the second if words that attack may read hands
BY_AVERAGE: Final = cell(
    6376, "Whether random games draw moves by their means, see move_means.py.", reset=True
)
NOTING: Final = cell(6380, "Whether the dependencies of OnIsLegal? are being recorded.", reset=True)
NOTED_READS: Final = cell(6384, "Storage that was read, as bits.")
ANSWER: Final = cell(6388, "Answer of OnIsLegal? before any move.")
ATTACK_LAST: Final = cell(6272, "`last` before the attack.")
NOTED: Final = area(7424, MOST_NOTED // 8, "Bits for the positions that the answer depends on.")
REJECTED_COUNT: Final = cell(6476, "Drawn moves that are forbidden.")
MOST_REJECTED: Final = 1024  # longest counted list of which moves are drawn
REJECTED_BITS: Final = area(1904, MOST_REJECTED // 8, "A bit for each of these moves, by number.")
CHOSEN: Final = cell(6428, "The move that was drawn, or 0.")
RULE_READS_MOVE: Final = cell(
    6740, "Whether OnIsLegal? may read the move, or `here` and `from`.", settled=True
)
CHOSEN_NUMBER: Final = cell(6736, "1 + the number of a move drawn of a counted list, or 0.")
LIST_BEFORE: Final = cell(
    6432, "The newest list before OnIsLegal?, which must be the same afterwards."
)
HERE_BEFORE: Final = cell(6436, "The current position before OnIsLegal?.")
FROM_BEFORE: Final = cell(6440, "The start of the move before OnIsLegal?.")
ATTACKING: Final = cell(6444, "Header of the list of the current attack, or 0.", reset=True)
ATTACK_TARGET: Final = cell(6448, "The position that is attacked.")
ATTACK_SEEN: Final = cell(6452, "Last move that was tested.")
ATTACK_FOUND: Final = cell(6456, "Pieces that can take there.")
ATTACK_REACH: Final = cell(
    6460,
    "Forth address of the tables of rules/facts/attack_reach.py, 0 if there are none.",
    settled=True,
)
ATTACK_SOURCES: Final = cell(
    6744,
    "Forth address of bits for the sources of ATTACK_REACH, by player and target, or 0.",
    settled=True,
)
ATTACK_TYPE: Final = cell(6748, "Move type of the moves that are tried, -1 for all.")
HIDES_ALWAYS: Final = cell(
    6752, "Whether forbidden moves of a better priority hide others.", settled=True
)
ATTACK_ENTRY: Final = cell(6464, "Next entry of the list of the piece being tried.")
ATTACK_ALL: Final = cell(6468, "Whether every attacker is counted.")
ATTACK_PUT: Final = cell(6472, "Whether a piece was put on the empty target.")
SELECTION: Final = 6528  # … 6591: section 2, prefer and OnMoves
SELECTS: Final = cell(
    SELECTION, "Bits of the words that select moves: see `Row.selects`.", settled=True
)
NAMED_CHOICES: Final = cell(
    6604, "As SELECTS, including words that never remove a move from a list.", settled=True
)
CURRENT_SELECTION: Final = cell(
    SELECTION + 4, "Of the current move: number of preferences, flags and the rank."
)
PREFERENCES: Final = cell(SELECTION + 8, "Preferences of the current move.", count=4)
STRIKING: Final = cell(
    SELECTION + 24, "Forth address of the list passed to OnMoves, or 0.", reset=True
)
STRIKE_LINK: Final = cell(
    SELECTION + 28, "Forth address of the cell that linked to the last removed move."
)
LOOKAHEAD_DEPTH: Final = cell(
    SELECTION + 32, "Number of partial moves through which the generation looks ahead.", reset=True
)
ONMOVES_KEY: Final = wide(SELECTION + 40, "Key of the position before OnMoves.")
ZONES: Final = 6592  # … 6655: section 3
EVENTS_LEAVE: Final = cell(
    6664, "Whether events may make or drop copies of the board or lists of moves.", settled=True
)
EVENTS_MOVE: Final = cell(
    6676,
    "Whether events must reset `here` and `last`, because they may have changed.",
    settled=True,
)
LAST_CELL: Final = cell(
    6600,
    "Byte offset in a board record of `last` plus 1, 0 if the script does not name `last`.",
    settled=True,
)
LAST_UNUSED: Final = cell(
    6680, "Whether the script never reads the position that changed last.", settled=True
)
LISTS_JUDGED: Final = cell(
    6688,
    "Whether judging events or selections read what is stored while a list is made.",
    settled=True,
)
EVENT_DEPTH: Final = cell(6668, "Copies of the board at the beginning of the event.", reset=True)
EVENT_LIST: Final = cell(6672, "The newest list at the beginning of the event.", reset=True)
EVENT_TOP: Final = cell(6684, "The end of the lists at the beginning of the event.", reset=True)
MARKS: Final = cell(6656, "Byte of a board record where marks begin, 0 if none.", settled=True)
MARK_PLANES: Final = cell(6660, "Cells of marks for each position.", settled=True)
HANDS: Final = cell(
    6720, "Byte of a record where counters of hands begin, 0 if none.", settled=True
)
HAND_TYPES: Final = wide(
    6728, "Types that the scanned player may drop; type 1 is bit 0.", saved=True
)
TURNS: Final = 6784  # … 6911: section 6
ENDINGS: Final = 6912  # … 7167: section 7
TURN_NEXT_CELL: Final = cell(
    TURNS, "Byte offset in a board record: 1 + the turn wanted by a move, or 0.", settled=True
)
TURN_OUT_CELL: Final = cell(
    TURNS + 4,
    "Byte offset there of the players whose turns are skipped; 0 if unused.",
    settled=True,
)
CHOICE_CELL: Final = cell(
    TURNS + 8, "Byte of a record where choices begin, 0 without simultaneous choices.", settled=True
)
CHOICE_TURNS: Final = cell(
    TURNS + 12, "Forth address: first turn and number of the choosers of each turn.", settled=True
)
APPLYING: Final = cell(TURNS + 16, "Whether choices are being applied.", reset=True)
CHOICE_LIST: Final = cell(
    TURNS + 20, "Header of the newest list of choices, needed until they are applied.", reset=True
)
CHOICE_BASE: Final = cell(TURNS + 24, "The newest list before choices are applied.")
CHOICE_BOARD: Final = cell(TURNS + 28, "The board before choices are applied.")
CHOICE_LAZY: Final = cell(TURNS + 32, "The value of LAZY before choices are applied.")
CHOICE_NEXT: Final = cell(TURNS + 36, "Choosers whose lists have been made.")
CHOICE_FIRST: Final = cell(TURNS + 40, "Offset of the first turn of the choosers.")
TREE_SHARED: Final = cell(TURNS + 44, "Node with the next chooser's statistics.")
CHOICE_MOVES: Final = cell(7296, "For each player number the chosen move, or 0.", count=32)
ENDING_TABLE: Final = cell(
    ENDINGS, "Forth address of the endings' tokens, in the order of their tests.", settled=True
)
ENDING_COUNT: Final = cell(ENDINGS + 4, "Number of endings.", settled=True)
ENDING_NEXT: Final = cell(ENDINGS + 8, "Number of endings tested.")
ENDING_ASKING: Final = cell(ENDINGS + 12, "Whether an ending is being tested.")
ENDING_FOUND: Final = cell(
    ENDINGS + 16, "Number, from 1, of the ending that ended the game, 0 for none."
)
ENDING_WON: Final = cell(ENDINGS + 20, "Bit k: whether player number k has won.")
ENDING_LOST: Final = cell(ENDINGS + 24, "Bit k: whether player number k has lost.")
ENDING_EVEN: Final = cell(ENDINGS + 28, "Bit k: whether player number k is even.")
ENDING_SCORED: Final = cell(ENDINGS + 32, "Bit k: whether player number k has a score.")
QUIET_CELL: Final = cell(
    ENDINGS + 36, "Byte offset in a board record of the quiet turns, 0 if unused.", settled=True
)
PLAYED_USED: Final = cell(
    ENDINGS + 40, "Whether the script counts repetitions of positions.", settled=True
)
PLAYED_COUNT: Final = cell(ENDINGS + 44, "Number of recorded positions.")
PLAYED_STANDS: Final = cell(ENDINGS + 48, "Whether the newest of them is the current one.")
UNCOMPARED: Final = cell(
    ENDINGS + 52, "Forth address: number of ranges, then first cell and size of each.", settled=True
)
CYCLES_USED: Final = cell(
    ENDINGS + 56, "Whether the script counts the turns of cycles.", settled=True
)
ENDING_SCORES: Final = cell(ENDINGS + 64, "A cell for each player number.", count=32)
ENDING_SIDES: Final = cell(
    6832,
    "For each player number a byte: the lowest number on their side, for scores with friends.",
    count=8,
)
CHOICES: Final = 7168  # … 7231: section 8
PUZZLES: Final = 7232  # … 7239: section 9; 7240 … 7295: counted lists
GOALS: Final = cell(PUZZLES, "Whether the script names `goal`.", settled=True)
SOLVING: Final = 7936  # … 8191: of a search for a shortest solution, 64 bits each
SOLVE_TABLE: Final = wide(SOLVING, "Table of keys: its address less that of the block.")
SOLVE_MASK: Final = wide(SOLVING + 8, "Number of its entries, a power of two, less 1.")
SOLVE_COUNT: Final = wide(SOLVING + 16, "Positions recorded or searched.")
SOLVE_MOST: Final = wide(SOLVING + 24, "Entries at which the table is full.")
SOLVE_LOG: Final = wide(SOLVING + 32, "Records of positions: their address less that of the block.")
SOLVE_END: Final = wide(SOLVING + 40, "Bytes of records.")
SOLVE_ROOM: Final = wide(SOLVING + 48, "Limit for the bytes of records.")
SOLVE_READ: Final = wide(SOLVING + 56, "Offset of the record to expand next.")
SOLVE_LAYER: Final = wide(SOLVING + 64, "Offset after the last record of the layer.")
SOLVE_PARENT: Final = wide(SOLVING + 72, "Offset of the record that is being expanded.")
SOLVE_OTHER: Final = wide(
    SOLVING + 80, "Table of the search from the other end, 0 if there is none."
)
SOLVE_OTHER_MASK: Final = wide(SOLVING + 88, "The entries of that table, a power of two, less 1.")
SOLVE_FOUND: Final = wide(
    SOLVING + 96, "1 + offset of a record: solved, or reached from the other end."
)
SOLVE_MET: Final = wide(SOLVING + 104, "1 + offset of the other end's record.")
SOLVE_EDGES: Final = wide(SOLVING + 112, "Sum over the moves made, 0 if each can be reversed.")
SOLVE_FRESH: Final = wide(SOLVING + 120, "The part of the sum for moves to the next layer.")
SOLVE_LIMIT: Final = wide(SOLVING + 128, "Limit for the positions recorded or searched.")
SOLVE_KEY: Final = wide(SOLVING + 136, "Key of the record that is being expanded.")
SOLVE_LAST: Final = wide(SOLVING + 144, "Offset of the newest record.")
SOLVE_SLOT: Final = wide(SOLVING + 152, "The entry of its key.")
SOLVE_EDGE: Final = wide(SOLVING + 160, "Contribution of its move to the sum.")
SOLVE_EDGES_BEFORE: Final = wide(SOLVING + 168, "SOLVE_EDGES at the beginning of the record.")
SOLVE_FRESH_BEFORE: Final = wide(SOLVING + 176, "SOLVE_FRESH at the beginning of the record.")
SOLVE_FLAGS: Final = wide(SOLVING + 184, "See breadth_first.py.")
SOLVE_WITHIN: Final = wide(7104, "Positions recorded for the current turn.")
SOLVE_TURN: Final = wide(7112, "Number of the current turn, unique in this machine.")
SOLVE_STEPS: Final = wide(SOLVING + 192, "Recorded moves of a solution, the last one first.")
SOLVE_FIRST: Final = wide(SOLVING + 200, "Number of the turn in which a depth-first search began.")
SOLVE_REGISTERS: Final = range(SOLVING, SOLVE_FIRST + 8, 8)

COUNTABLE: Final = cell(
    7240,
    "Whether lists of a turn are counted: -1, or bits; rules/facts/move_counting.py.",
    settled=True,
)
ONLY_TALLIED: Final = 1  # only without running words
ONLY_DRAWN: Final = 2  # only if one move is drawn, and OnIsLegal? is asked about that
ONLY_READ: Final = 4  # only if all words are read: some variable may be read before it is written
REPEATABLE: Final = cell(
    1444,
    "Whether move words make the same moves when they are rerun; rules/facts/move_counting.py.",
    settled=True,
)
MOST_QUESTIONS: Final = 16
ANSWERS: Final = cell(
    1452, "Answers of the words that a tally asks; compile/reading/list_questions.py.",
    count=MOST_QUESTIONS,
)  # fmt: skip
LEAVES_COUNTABLE: Final = cell(
    1688,
    "Whether lists are counted if only their length is needed; rules/facts/move_counting.py.",
    settled=True,
)
COUNTED_BEST: Final = cell(
    1692, "Preferences of the moves of a list that is only counted.", count=4
)
COUNTED_LEVELS: Final = cell(1708, "Number of these preferences.")
JUDGES_KEEP_LISTS: Final = cell(
    1432, "Whether judging events neither make nor drop lists.", settled=True
)
LEGAL: Final = 2  # a flag of moves
JUDGE_CHANGES: Final = cell(
    1436, "Whether events that judge a position may change it.", settled=True
)
OPENING: Final = cell(1448, "State of OnGenerateMoves: see events.py.", reset=True)
OPENING_CHANGES: Final = cell(
    1440, "Whether OnGenerateMoves may change the position.", settled=True
)
COUNTING: Final = cell(
    7244,
    "Treatment of moves: 0 made, 1 counted and recorded, 2 skipped, 3 counted unless tallied.",
    saved=True,
    reset=True,
)
RECALLED: Final = cell(7248, "Number of moves of a counted list while some are made.")
RECALLED_WORD: Final = cell(7252, "Token of the word that is rerun.")
RECALLED_LIGHTLY: Final = cell(1424, "Whether the list was reopened while nothing was generated.")
RECALLED_LAST: Final = cell(1428, "The value of `last` before the rerun.")
RECALLED_LEFT: Final = cell(6576, "Moves of the rerun word still to be skipped.")
TALLIED: Final = cell(7256, "Whether the newest counted list was tallied, without notes.")
SCRATCH_COUNT: Final = cell(
    7260, "Variables that move words write before they read them.", settled=True
)
SCRATCH_PLACES: Final = cell(
    7264, "Forth address of their addresses, then as many cells for saved values.", settled=True
)
SURE_COUNT: Final = cell(7268, "Cells with tokens that never change.", settled=True)
SURE_PLACES: Final = cell(7272, "Forth address of a table of their addresses.", settled=True)
EACH_COUNTED: Final = cell(
    1684, "Whether random play counts the result of each player.", settled=True
)

# -- section 2 ------------------------------------------------------------------------------------
PREFER: Final = 1  # bits of SELECTS
UNIQUE: Final = 2
MUST_FINISH: Final = 4
RANK: Final = 8
ON_MOVES: Final = 16
SAID_COUNT: Final = 7  # bits of SAID: number of preferences
SAID_UNIQUE: Final = 8
SAID_FINISH: Final = 16
RANK_SHIFT: Final = 16  # of the rank in SAID, and in the flags of a move
RANK_MOST: Final = 32767
PREFERENCE_LEVELS: Final = 4  # preferences that a move may have
LOOK_LIMIT: Final = 64  # successive partial moves through which the generation looks ahead
# cells of the headers of lists
LIST_BEST: Final = 9  # a move with the greatest preference
LIST_MADE: Final = 10  # moves added; some were removed later if it differs from LIST_COUNT
LIST_STATE: Final = 11  # bits LIST_MIXED …
LIST_SEEN: Final = 12  # a bit for each hash of a unique move
LIST_MIXED: Final = 1  # the moves have different preferences
LIST_PARTIAL: Final = 2  # there are partial moves
LIST_FINISH: Final = 4  # some of them are offered only if the chain can be finished
LIST_LOOKED: Final = 8  # the continuations have been generated
# a cell of a move, and bits of MOVE_FLAGS, whose upper 16 bits are the rank a script gave
MOVE_PREFER: Final = 6  # the first preference
MOVE_COMPILED: Final = 1  # the actions contain compiled words; 2, 4, 8: legality_checks.py
MOVE_LEVELS: Final = 16  # the last action has more preferences
MOVE_MUST_FINISH: Final = 32  # offered only if the chain can be finished
MOVE_FINISHES: Final = 64  # the chain can be finished after this partial move
MOVE_OUTRANKED: Final = 128  # removed because others are preferred
MOVE_STRUCK: Final = 256  # removed by OnMoves
MOVE_UNFINISHED: Final = 512  # removed because the chain cannot be finished
# -- further cells of a list's header (memory_layout.py has the first) -----------------------------
LIST_PSEUDO: Final = 15  # number of moves before the call of OnIsLegal?

# -- kinds of actions -----------------------------------------------------------------------------
ACT_PREFER: Final = 10  # second, third and fourth preference: carried, the last action
ACT_CHOICE: Final = 11  # address of a text: carried
ACT_WEIGHT: Final = 12  # number: carried
ACT_RANK: Final = 13  # last kind that is only carried; the rank is in the flags of a move
ACT_STORE: Final = 14  # address, number: a store into board storage
ACT_BITS: Final = 15  # cell of the board record, mask of bits, bits: attributes and marks
ACT_HAND: Final = 16  # player | type, number added
ACT_TURN: Final = 17  # change of the turn order
ACT_PROGRESS: Final = 18  # reset of the count of quiet turns

# -- section 3: zones, whose numbers begin at 1 ---------------------------------------------------
ZONE_TABLE: Final = cell(
    ZONES, "Forth address of zone * 32 + player number -> address of a row of bits.", settled=True
)
ZONE_COUNT: Final = cell(ZONES + 4, "Number after the last zone.", settled=True)

# -- section 8: choices and chance ----------------------------------------------------------------
WEIGHTED: Final = cell(
    CHOICES, "Bit k: moves of player number k are drawn by their weights.", settled=True
)
