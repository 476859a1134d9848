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
in-zone? in-zone-at? in-hand in-hand-of to-hand continue-at again out in chosen
score wins loses draw repetitions quiet-turns progress weight goal
"""
NAMES: Final = frozenset(_NAMES.split())

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
INTERRUPTED: Final = (LAZY, ASKED_LIST, ASKED_MOVE, ATTACKING)  # 0 again after an error
ZONES: Final = 6592  # … 6655: section 3
ATTRIBUTES: Final = 6656  # … 6719: section 4
HANDS: Final = 6720  # … 6783: section 5
TURNS: Final = 6784  # … 6911: section 6
ENDINGS: Final = 6912  # … 7167: section 7
CHOICES: Final = 7168  # … 7231: section 8
PUZZLES: Final = 7232  # … 7295: section 9

# of these, what a game that has been declared no longer changes
SETTLED: Final = (INVARIANT, ATTACK_REACH, ZONES, ZONES + 4, CHOICES)

# -- further cells of a list's header (layout.py has the first) ----------------------------------
LIST_PSEUDO: Final = 15  # number of its moves before OnIsLegal? was asked

# -- kinds of actions ---------------------------------------------------------------------------
ACT_PREFER: Final = 10  # number: carried
ACT_CHOICE: Final = 11  # address of a text: carried
ACT_WEIGHT: Final = 12  # number: carried
ACT_RANK: Final = 13  # number: carried
ACT_STORE: Final = 14  # address, number: a store into board storage
ACT_ATTRIBUTE: Final = 15  # position, mask of bits, bits
ACT_HAND: Final = 16  # player | type, number added
ACT_TURN: Final = 17  # what happens to the turn order
ACT_PROGRESS: Final = 18  # the count of quiet turns begins again
ACT_LAST: Final = 31

# -- section 3: zones, whose numbers begin at 1 --------------------------------------------------
ZONE_TABLE: Final = ZONES  # Forth address of zone * 32 + player number -> address of a row of bits
ZONE_COUNT: Final = ZONES + 4  # the numbers of zones lie below it

# -- section 8: choices and chance ---------------------------------------------------------------
WEIGHTED: Final = CHOICES  # bit k: moves of player number k are drawn by their weights
