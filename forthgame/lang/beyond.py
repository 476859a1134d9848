"""Where the words beyond Axiom keep what they need: names, registers, kinds of actions.

Registers lie in the first part of a machine's block, like those of `layout.py`; each section has a
range of its own. Kinds of actions go on where those of `layout.py` end; the ones that a move only
carries with it (a choice, a weight) change nothing when the move is applied.
"""

from __future__ import annotations

from typing import Final

# names that a script of the original dialect may have used for its own things: where such a script
# mentions one that it has not defined, the language's word is not meant
_NAMES: Final = """
attacked? attacked-by? attackers attacks moved-from moved-to partial?
prefer must-finish unique strike move-from move-to move-takes move-type rank later!
in-zone? in-zone-at? in-hand in-hand-of in-hand! to-hand continue-at again out in chosen
score wins loses draw repetitions board-repetitions quiet-turns progress out? weight goal
"""
NAMES: Final = frozenset(_NAMES.split())

# words for which the engine keeps something in every position of a game whose script names them
TURN_WORDS: Final = frozenset(("continue-at", "again", "out", "in", "out?"))
PAST_WORDS: Final = frozenset(("repetitions", "board-repetitions"))
QUIET_WORDS: Final = frozenset(("progress", "quiet-turns"))
GOAL_WORDS: Final = frozenset(("goal",))
MENTIONED: Final = TURN_WORDS | PAST_WORDS | QUIET_WORDS | GOAL_WORDS

# -- registers (byte offsets) -------------------------------------------------------------------
INVARIANT: Final = 6400  # 6400 … 6527: section 1; whether the script defines OnIsLegal?
LAZINESS: Final = 6404  # whether moves may be asked about when they are needed
LAZY: Final = 6408  # how it is done now: 0 about all, 1 one at random, 2 the first legal one
EAGER: Final = 6412  # for tests: ask about all, then draw as if not
ASKED_LIST: Final = 6416  # header of the list whose moves are asked about, or 0
ASKED_MOVE: Final = 6420  # the move that OnIsLegal? is asked about, or 0
STRUCK_COUNT: Final = 6424  # moves that it has forbidden
ATTACK_BITS: Final = 6480  # 64 bits: pieces of the last 64 positions that are not tried
ATTACK_AHEAD: Final = 6488  # where the next 64 begin
ATTACK_ENTRIES: Final = 6492  # bits for the entries of the piece's list that are left to try
ATTACK_SIGHT: Final = 6496  # tables of game/legality.py: positions that move words look at
SIGHT_FIRST: Final = 6500  # number of the first word of each type
SIGHT_READS: Final = 6504  # storage of the board that words read, as bits
SIGHT_ENTRIES: Final = 6508  # words of all types
STORED_RANGES: Final = 6512  # offset and end of each storage of the board
STORED_COUNT: Final = 6516
RULE_READS: Final = 6520  # storage that OnIsLegal? itself reads, as bits
LOCAL_RULE: Final = 6524  # whether OnIsLegal? looks at nothing but attacks and storage
BY_AVERAGE: Final = 6376  # whether random games draw moves by their means, see words/plays.py
NOTING: Final = 6380  # whether what an attack looks at is noted
NOTED_READS: Final = 6384  # storage that was read, as bits
ANSWER: Final = 6388  # what OnIsLegal? answered then
NOTED: Final = 7424  # bits for the positions that an answer depends on
MOST_NOTED: Final = 4096  # positions of a board for which that is done
REJECTED_COUNT: Final = 6476  # moves that were drawn and are forbidden
CHOSEN: Final = 6428  # the move that was drawn
LIST_BEFORE: Final = 6432  # what OnIsLegal? has to leave as it was
HERE_BEFORE: Final = 6436
FROM_BEFORE: Final = 6440
ATTACKING: Final = 6444  # header of the list of an attack that is tried, or 0
ATTACK_TARGET: Final = 6448  # the position that is attacked
ATTACK_SEEN: Final = 6452  # last action that was looked at
ATTACK_FOUND: Final = 6456  # pieces that can take there
ATTACK_REACH: Final = 6460  # Forth address of the tables of game/reach.py, 0 if there are none
ATTACK_ENTRY: Final = 6464  # next entry of the list of the piece that is tried
ATTACK_ALL: Final = 6468  # whether every attacker is counted
ATTACK_PUT: Final = 6472  # whether a piece was put on the empty position
SELECTION: Final = 6528  # … 6591: section 2, prefer and OnMoves
SELECTS: Final = SELECTION  # settled: which of its words the script names, see SELECTING
SAID: Final = SELECTION + 4  # of the move in the making: number of preferences, flags and the rank
PREFERENCES: Final = SELECTION + 8  # and these numbers, four cells
STRIKING: Final = SELECTION + 24  # Forth address of the list that OnMoves has been given, or 0
STRIKE_LINK: Final = SELECTION + 28  # Forth address of the cell that led to the last move struck
LOOKING: Final = SELECTION + 32  # how many partial moves the generation looks ahead through
STANDING: Final = SELECTION + 40  # 64-bit key of the position that OnMoves was asked about
ZONES: Final = 6592  # … 6655: section 3
MARKS: Final = 6656  # … 6719: section 4; byte of a board record where marks begin, 0 if none
MARK_PLANES: Final = 6660  # cells of marks that each position has
HANDS: Final = 6720  # … 6783: section 5; byte of a record where counters begin, 0 if none
HAND_TYPES: Final = 6728  # 64 bits: types that the player scanned may drop, type 1 is bit 0
TURNS: Final = 6784  # … 6911: section 6
ENDINGS: Final = 6912  # … 7167: section 7
TURN_NEXT_CELL: Final = (
    TURNS  # byte offset in a board record: 1 + the turn that was asked for, or 0
)
TURN_OUT_CELL: Final = TURNS + 4  # and of the players whose turns are left out; 0 if there is none
CHOICE_CELL: Final = TURNS + 8  # byte of a record where choices begin, 0: nobody chooses together
CHOICE_TURNS: Final = TURNS + 12  # Forth address: first turn and number of each turn's choosers
APPLYING: Final = TURNS + 16  # whether choices are being applied
CHOICE_LIST: Final = TURNS + 20  # header of the newest list of theirs, which stays until then
CHOICE_BASE: Final = TURNS + 24  # what applying them has to leave as it was: the newest list,
CHOICE_BOARD: Final = TURNS + 28  # the board,
CHOICE_LAZY: Final = TURNS + 32  # how moves are asked about
CHOICE_NEXT: Final = TURNS + 36  # choosers whose lists have been made
CHOICE_FIRST: Final = TURNS + 40  # offset of the turn whose choices they are
TREE_SHARED: Final = TURNS + 44  # node that has the next chooser's statistics
CHOICE_MOVES: Final = 7296  # … 7423: of each player number the move chosen, or 0
ENDING_TABLE: Final = ENDINGS  # Forth address of the endings' tokens, in the order they are asked
ENDING_COUNT: Final = ENDINGS + 4
ENDING_NEXT: Final = ENDINGS + 8  # how many have been asked
ENDING_ASKING: Final = ENDINGS + 12  # whether one is being asked
ENDING_FOUND: Final = ENDINGS + 16  # number from 1 of the one that ended the game, 0 for none
ENDING_WON: Final = ENDINGS + 20  # bit k: what it says of player number k
ENDING_LOST: Final = ENDINGS + 24
ENDING_EVEN: Final = ENDINGS + 28
ENDING_SCORED: Final = ENDINGS + 32
QUIET_CELL: Final = ENDINGS + 36  # byte offset in a board record of the quiet turns, 0 if unused
PLAYED_USED: Final = ENDINGS + 40  # whether the script asks how often a position has stood
PLAYED_COUNT: Final = ENDINGS + 44  # positions noted
PLAYED_STANDS: Final = ENDINGS + 48  # whether the newest of them is the one that stands
UNCOMPARED: Final = ENDINGS + 52  # Forth address: number of ranges, then first cell, cells of each
ENDING_SCORES: Final = ENDINGS + 64  # a cell for each player number
CHOICES: Final = 7168  # … 7231: section 8
PUZZLES: Final = 7232  # … 7239: section 9; 7240 … 7295: counted lists
GOALS: Final = PUZZLES  # whether the script names `goal`
SOLVING: Final = 7936  # … 8191: of a search for a shortest solution, 64 bits each
SOLVE_TABLE: Final = SOLVING  # table of keys: its address less that of the block
SOLVE_MASK: Final = SOLVING + 8  # its entries, a power of two, less 1
SOLVE_COUNT: Final = SOLVING + 16  # positions entered, or looked at
SOLVE_MOST: Final = SOLVING + 24  # entries at which the table is full
SOLVE_LOG: Final = SOLVING + 32  # records of positions: their address less that of the block
SOLVE_END: Final = SOLVING + 40  # bytes of records
SOLVE_ROOM: Final = SOLVING + 48  # and how many there may be
SOLVE_READ: Final = SOLVING + 56  # offset of the record that is expanded next
SOLVE_LAYER: Final = SOLVING + 64  # offset behind the last one of the layer
SOLVE_PARENT: Final = SOLVING + 72  # offset of the record that is being expanded
SOLVE_OTHER: Final = SOLVING + 80  # table of the search from the other end, 0 if there is none
SOLVE_OTHER_MASK: Final = SOLVING + 88
SOLVE_FOUND: Final = SOLVING + 96  # 1 + offset of a record: solved, or seen from the other end
SOLVE_MET: Final = SOLVING + 104  # 1 + offset of the other end's record
SOLVE_EDGES: Final = SOLVING + 112  # sum over the moves made: 0 if each has been taken back
SOLVE_FRESH: Final = SOLVING + 120  # the part of it that leads to the next layer
SOLVE_LIMIT: Final = SOLVING + 128  # positions that may be entered or looked at
SOLVE_KEY: Final = SOLVING + 136  # key of the record that is being expanded
SOLVE_LAST: Final = SOLVING + 144  # offset of the newest record
SOLVE_SLOT: Final = SOLVING + 152  # the entry of its key
SOLVE_EDGE: Final = SOLVING + 160  # what its move has added to the sum
SOLVE_EDGES_BEFORE: Final = SOLVING + 168  # both sums when the record was begun
SOLVE_FRESH_BEFORE: Final = SOLVING + 176
SOLVE_FLAGS: Final = SOLVING + 184  # see words/puzzle.py
SOLVE_STEPS: Final = SOLVING + 192  # moves noted of a solution, the last one first

COUNTABLE: Final = 7240  # settled: whether a list of the turn may be counted; game/countable.py
COUNTING: Final = 7244  # whether the moves of the list in the making are only counted
RECALLED: Final = 7248  # number of moves of a list that was counted, of which some are made
RECALLED_WORD: Final = 7252  # token of the word that makes them
TALLIED: Final = 7256  # whether the newest counted list was tallied, with no notes
SCRATCH_COUNT: Final = 7260  # settled: variables that move words write before they read them
SCRATCH_PLACES: Final = 7264  # settled: their addresses, four cells
SCRATCH_KEPT: Final = 7280  # what stood there when counting began, four cells
SCRATCH_MOST: Final = 4
EACH_COUNTED: Final = 1684  # settled: random play asks how a game has ended for each player

INTERRUPTED: Final = (  # 0 again after an error
    LAZY, ASKED_LIST, ASKED_MOVE, ATTACKING, NOTING, STRIKING, LOOKING, APPLYING, CHOICE_LIST,
    COUNTING, BY_AVERAGE,
)  # fmt: skip
SAVED: Final = (HAND_TYPES, HAND_TYPES + 4, COUNTING)  # what a generation puts back when it ends

# -- section 2 -----------------------------------------------------------------------------------
PREFER: Final = 1  # bits of SELECTS
UNIQUE: Final = 2
MUST_FINISH: Final = 4
RANK: Final = 8
ON_MOVES: Final = 16
SELECTING: Final = {
    "prefer": PREFER, "unique": UNIQUE, "must-finish": MUST_FINISH, "rank": RANK,
}  # fmt: skip
SAID_COUNT: Final = 7  # bits of SAID: number of preferences
SAID_UNIQUE: Final = 8
SAID_FINISH: Final = 16
RANK_SHIFT: Final = 16  # of the rank in SAID, and in the flags of a move
RANK_MOST: Final = 32767
LEVELS: Final = 4  # preferences that a move may have
LOOK_LIMIT: Final = 64  # partial moves behind each other that are looked through
# cells of the headers of lists
LIST_BEST: Final = 9  # a move with the greatest preference
LIST_MADE: Final = 10  # moves added; when LIST_COUNT differs, some were taken out since
LIST_STATE: Final = 11  # bits LIST_MIXED …
LIST_SEEN: Final = 12  # a bit for each hash of a move that is unique
LIST_MIXED: Final = 1  # not all moves are preferred alike
LIST_PARTIAL: Final = 2  # there are partial moves
LIST_FINISH: Final = 4  # and some of them are offered only if the chain can be finished
LIST_LOOKED: Final = 8  # what follows them has been looked at
# a cell of a move, and bits of MOVE_FLAGS, whose upper 16 bits are the rank a script gave
MOVE_PREFER: Final = 6  # the first preference
MOVE_COMPILED: Final = 1  # compiled words among the actions; 2, 4, 8: words/invariant.py
MOVE_LEVELS: Final = 16  # the last action has more preferences
MOVE_MUST_FINISH: Final = 32  # offered only if the chain can be finished
MOVE_FINISHES: Final = 64  # it can, behind this partial move
MOVE_LESS: Final = 128  # taken out: others are preferred
MOVE_STRUCK: Final = 256  # by OnMoves
MOVE_UNFINISHED: Final = 512  # because the chain cannot be finished
# of these, what a game that has been declared no longer changes
SETTLED: Final = (
    INVARIANT, ATTACK_REACH, ATTACK_SIGHT, SIGHT_FIRST, SIGHT_READS, SIGHT_ENTRIES, STORED_RANGES,
    STORED_COUNT, RULE_READS, LOCAL_RULE, SELECTS, MARKS, MARK_PLANES, HANDS,
    ZONES, ZONES + 4, CHOICES, COUNTABLE, EACH_COUNTED,
    SCRATCH_COUNT, *range(SCRATCH_PLACES, SCRATCH_PLACES + 4 * SCRATCH_MOST, 4),
    TURN_NEXT_CELL, TURN_OUT_CELL, CHOICE_CELL, CHOICE_TURNS,
    ENDING_TABLE, ENDING_COUNT, QUIET_CELL, PLAYED_USED, UNCOMPARED, GOALS,
)  # fmt: skip

# -- further cells of a list's header (layout.py has the first) ----------------------------------
LIST_PSEUDO: Final = 15  # number of its moves before OnIsLegal? was asked

# -- kinds of actions ---------------------------------------------------------------------------
ACT_PREFER: Final = 10  # second, third and fourth preference: carried, the last action
ACT_CHOICE: Final = 11  # address of a text: carried
ACT_WEIGHT: Final = 12  # number: carried
ACT_RANK: Final = 13  # the last that is only carried; a rank is in the flags of a move
ACT_STORE: Final = 14  # address, number: a store into board storage
ACT_BITS: Final = 15  # cell of the board record, mask of bits, bits: attributes and marks
ACT_HAND: Final = 16  # player | type, number added
ACT_TURN: Final = 17  # what happens to the turn order
ACT_PROGRESS: Final = 18  # the count of quiet turns begins again
ACT_LAST: Final = 31

# -- section 3: zones, whose numbers begin at 1 --------------------------------------------------
ZONE_TABLE: Final = ZONES  # Forth address of zone * 32 + player number -> address of a row of bits
ZONE_COUNT: Final = ZONES + 4  # the numbers of zones lie below it

# -- section 8: choices and chance ---------------------------------------------------------------
WEIGHTED: Final = CHOICES  # bit k: moves of player number k are drawn by their weights
