"""Endings: marks that the words of `{endings` set for players, and the results they imply.

Each word of the section runs in a frame (`(ask-endings)` in `stdlib.4th`). It marks players as
winners, losers or even, or gives them scores; the game ends with the first word that does.
"""

from __future__ import annotations

from forthgame.words.registers import (
    alpha_beta_node,
    extension_registers as more,
    memory_layout as at,
)
from forthgame.words.search.root_moves import field
from forthgame.words.table.memory_access import (
    Block,
    fill_block,
    load32,
    player_number,
    settled,
    store32,
    table_cell,
)
from forthgame.words.table.row import Group, helper, plain

ending = Group("endings", newer=True)
ALL = -1  # the bits of all players
ENDINGS_ASKED = -1  # value of ASKING while a word of `{endings` runs
GAME_OVER_ASKED = 2  # or OnIsGameOver, in a game that names `goal`
MOST = 1_000_000  # greatest difference in points that a result distinguishes
SCORED_END = 2_000_000_000  # search score of a win by points, before adding the points


@helper
def mark(vm: Block, register: int, bits: int) -> None:
    """Set players' bits in one of the three registers, and clear them in the others."""
    for k in (more.ENDING_WON, more.ENDING_LOST, more.ENDING_EVEN):
        kept = load32(vm, k) & ~bits
        store32(vm, k, kept | bits if k == register else kept)


@helper
def marked(vm: Block, register: int, number: int) -> bool:
    return (load32(vm, register) >> number) & 1 != 0


@helper
def competes(vm: Block, number: int) -> bool:
    """Return whether a player is neither neutral nor dice."""
    code = table_cell(vm, settled(vm, at.PLAYERS) + (number - 1) * 4)
    return code & at.NEUTRAL_BIT == 0 and (load32(vm, at.CHANCE_PLAYERS) >> number) & 1 == 0


@helper
def judged_fault(vm: Block, player: int) -> int:
    """Return 0 if the player can have a result, else the error number."""
    number = player_number(player)
    if not 1 <= number <= settled(vm, at.PLAYER_COUNT):
        return -296
    return 0 if competes(vm, number) else -307


def asked(vm: Block) -> int:
    return 0 if load32(vm, more.ENDING_ASKING) == ENDINGS_ASKED else -295


def asked_of(vm: Block, player: int) -> int:
    return judged_fault(vm, player) if load32(vm, more.ENDING_ASKING) == ENDINGS_ASKED else -295


@ending.word(
    "score",
    "( n player -- )",
    "In a word of `{endings`: end the game and give the player n points.",
    guard=asked_of,
)
def score(vm: Block, n: int, player: int) -> None:
    number = player_number(player)
    store32(vm, more.ENDING_SCORES + number * 4, n)
    store32(vm, more.ENDING_SCORED, load32(vm, more.ENDING_SCORED) | (1 << number))


@ending.word("draw", "( -- )", "In a word of `{endings`: end the game with a draw.", guard=asked)
def draw(vm: Block) -> None:
    store32(vm, more.ENDING_WON, 0)
    store32(vm, more.ENDING_LOST, 0)
    store32(vm, more.ENDING_EVEN, ALL)


ending.words(
    plain(
        "(wins)",
        "( player side -- )",
        "Mark a player and all whose bits are set as winners.",
        lambda vm, player, side: mark(vm, more.ENDING_WON, side | (1 << player_number(player))),
        guard=asked_of,
        hidden=True,
    ),
    plain(
        "(loses)",
        "( player side -- )",
        "Mark a player and all whose bits are set as losers.",
        lambda vm, player, side: mark(vm, more.ENDING_LOST, side | (1 << player_number(player))),
        guard=asked_of,
        hidden=True,
    ),
)


def asked_for_goal(vm: Block, player: int) -> int:
    """Guard: the end of a puzzle is being tested, for its only competing player."""
    if load32(vm, more.ENDING_ASKING) == 0:
        return -304
    return judged_fault(vm, player) if load32(vm, at.COMPETITORS) == 1 else -305


ending.words(
    plain(
        "(goal)",
        "( player side -- )",
        "Mark the puzzle as solved for all whose bits are set.",
        lambda vm, player, side: mark(vm, more.ENDING_WON, side | (1 << player_number(player))),
        guard=asked_for_goal,
        hidden=True,
    ),
    plain(
        "(goals?)",
        "( -- ? )",
        "True if the script names `goal`.",
        lambda vm: -1 if settled(vm, more.GOALS) != 0 else 0,
        hidden=True,
    ),
    plain(
        "(judge-changes?)",
        "( -- ? )",
        "True if events that judge a position may change it.",
        lambda vm: settled(vm, more.JUDGE_CHANGES),
        hidden=True,
    ),
    plain(
        "(opening-changes?)",
        "( -- ? )",
        "True if OnGenerateMoves may change the position.",
        lambda vm: settled(vm, more.OPENING_CHANGES),
        hidden=True,
    ),
)


@ending.word("(begin-goals)", "( -- )", "Prepare for the call of OnIsGameOver.", hidden=True)
def begin_goals(vm: Block) -> None:
    store32(vm, more.ENDING_WON, 0)
    store32(vm, more.ENDING_ASKING, GAME_OVER_ASKED)


@ending.word("(end-goals)", "( result player -- result' )", "Give the result of OnIsGameOver, or "
             "a win if it called `goal` for the player.", hidden=True)  # fmt: skip
def end_goals(vm: Block, result: int, player: int) -> int:
    store32(vm, more.ENDING_ASKING, 0)
    return at.WIN_SCORE if marked(vm, more.ENDING_WON, player_number(player)) else result


ending.words(
    plain(
        "(share-win)",
        "( side -- )",
        "Mark all whose bits are set as winners by the scores of friends.",
        lambda vm, side: mark(vm, more.ENDING_WON, side),
        hidden=True,
    ),
)


@ending.word("(note-side)", "( player side -- )", "Store the bits of a player and their friends "
             "after an ending with scores.", hidden=True)  # fmt: skip
def note_side(vm: Block, player: int, side: int) -> None:
    lowest = 1
    while lowest < 31 and (side >> lowest) & 1 == 0:
        lowest += 1
    number = player_number(player)
    place, shift = more.ENDING_SIDES + (number & ~3), (number & 3) * 8
    store32(vm, place, load32(vm, place) & ~(255 << shift) | lowest << shift)


# -- running the words ----------------------------------------------------------------------------


ending.words(
    plain(
        "(endings?)",
        "( -- ? )",
        "True if the game has endings.",
        lambda vm: -1 if settled(vm, more.ENDING_COUNT) != 0 else 0,
        hidden=True,
    ),
)


@ending.word(
    "(begin-endings)", "( -- )", "Clear all marks before the endings are tested.", hidden=True
)
def begin_endings(vm: Block) -> None:
    for register in (
        more.ENDING_NEXT,
        more.ENDING_FOUND,
        more.ENDING_WON,
        more.ENDING_LOST,
        more.ENDING_EVEN,
        more.ENDING_SCORED,
    ):
        store32(vm, register, 0)
    fill_block(vm, more.ENDING_SCORES, 0, 32 * 4)


@ending.word("(next-ending)", "( -- xt )", "Give the next word to test; 0 if one has given a "
             "result or all have been tested.", hidden=True)  # fmt: skip
def next_ending(vm: Block) -> int:
    done = load32(vm, more.ENDING_NEXT)
    said = (
        load32(vm, more.ENDING_WON)
        | load32(vm, more.ENDING_LOST)
        | load32(vm, more.ENDING_EVEN)
        | load32(vm, more.ENDING_SCORED)
    )
    if said != 0:
        store32(vm, more.ENDING_FOUND, done)
    if said != 0 or not 0 <= done < settled(vm, more.ENDING_COUNT):
        store32(vm, more.ENDING_ASKING, 0)
        return 0
    store32(vm, more.ENDING_NEXT, done + 1)
    store32(vm, more.ENDING_ASKING, -1)
    return table_cell(vm, settled(vm, more.ENDING_TABLE) + done * 4)


@helper
def has_ended(vm: Block) -> bool:
    return settled(vm, more.ENDING_COUNT) != 0 and load32(vm, more.ENDING_FOUND) != 0


ending.words(
    plain(
        "(ended?)",
        "( -- ? )",
        "True if an ending has ended the game.",
        lambda vm: -1 if has_ended(vm) else 0,
        hidden=True,
    ),
)


# -- results of the players -----------------------------------------------------------------------


@helper
def side_of(vm: Block, number: int) -> int:
    """Return the lowest player number on a player's side, in a game ended with scores."""
    if settled(vm, at.COALITIONS) == 0:
        return number
    return (load32(vm, more.ENDING_SIDES + (number & ~3)) >> ((number & 3) * 8)) & 255


@helper
def points_of(vm: Block, number: int) -> int:
    """Return a player's score; with two opponents, a missing score is the negative of the other."""
    if marked(vm, more.ENDING_SCORED, number) or load32(vm, at.COMPETITORS) != 2:
        return load32(vm, more.ENDING_SCORES + number * 4)
    total = 0
    for k in range(1, settled(vm, at.PLAYER_COUNT) + 1):
        if competes(vm, k) and side_of(vm, k) != side_of(vm, number):
            total -= load32(vm, more.ENDING_SCORES + k * 4)
    return min(total, at.HIGHEST)  # the lowest number has no negative


@helper
def margin(vm: Block, number: int, together: bool) -> int:
    """Return the lead of a player, or of the best on their side, over the best of the others."""
    own = points_of(vm, number)
    best = 0
    others = 0
    for k in range(1, settled(vm, at.PLAYER_COUNT) + 1):
        if k != number and competes(vm, k):
            points = points_of(vm, k)
            if together and side_of(vm, k) == side_of(vm, number):
                own = max(own, points)
            else:
                best = points if others == 0 else max(best, points)
                others += 1
    return own - best


@helper
def all_equal(vm: Block) -> bool:
    first = 0
    seen = 0
    for k in range(1, settled(vm, at.PLAYER_COUNT) + 1):
        if competes(vm, k):
            points = points_of(vm, k)
            if seen != 0 and points != first:
                return False
            first = points
            seen += 1
    return seen > 1 or first == 0


@helper
def standing(vm: Block, number: int) -> int:
    """Return 1 if a player has won, -1 if they have lost, 0 if even."""
    won = load32(vm, more.ENDING_WON)
    lost = load32(vm, more.ENDING_LOST)
    if marked(vm, more.ENDING_EVEN, number):
        return 0
    if marked(vm, more.ENDING_WON, number):
        return 1
    if marked(vm, more.ENDING_LOST, number):
        return -1
    if won | lost | load32(vm, more.ENDING_EVEN) != 0:  # players without a mark get the opposite
        if (won != 0) == (lost != 0):
            return 0
        return -1 if won != 0 else 1
    if all_equal(vm):
        return 0
    return 1 if competes(vm, number) and margin(vm, number, False) >= 0 else -1


@ending.word(
    "(result-of)", "( player -- result )", "Give a player's result of the ending.", hidden=True
)
@helper
def result_of(vm: Block, player: int) -> int:
    """Return a player's result as OnIsGameOver would give it, scaled by the score up to MOST."""
    number = player_number(player)
    if not 1 <= number <= settled(vm, at.PLAYER_COUNT):
        return at.DRAW_SCORE
    side = standing(vm, number)
    if side == 0:
        return at.DRAW_SCORE
    if load32(vm, more.ENDING_SCORED) == 0:
        return at.WIN_SCORE if side > 0 else at.LOSS_SCORE
    return max(1, min(margin(vm, number, True) * side, MOST)) * side


@ending.word("(score-of)", "( player -- n )", "Give a player's score of the ending.", hidden=True)
def player_points(vm: Block, player: int) -> int:
    number = player_number(player)
    return points_of(vm, number) if 1 <= number <= settled(vm, at.PLAYER_COUNT) else 0


ending.words(
    plain(
        "(by-score?)",
        "( -- ? )",
        "True if the game ended with scores.",
        lambda vm: -1 if has_ended(vm) and load32(vm, more.ENDING_SCORED) != 0 else 0,
        hidden=True,
    ),
)


@ending.word("(scored-end)", "( result -- score )", "Give the search score of a game that ended "
             "with points: less than a plain win, better for more points, and then for an earlier "
             "end.", hidden=True)  # fmt: skip
def scored_end(vm: Block, result: int) -> int:
    sooner = max(0, min(field(vm, alpha_beta_node.DEPTH), 99))
    size = SCORED_END + min(abs(result), MOST) * 100 + sooner
    return size if result > 0 else -size
