"""Findings about endings without a result, and about words for puzzles in other games."""

from __future__ import annotations

from itertools import pairwise

from forthgame.base.errors import ScriptError
from forthgame.check.declarations.reachability import may_reach
from forthgame.check.loading.checked_script import CheckedScript
from forthgame.check.stack_effects.effects import Effects
from forthgame.check.word_kinds import OF_A_PLAYER

DECIDING = frozenset(("(wins)", "(loses)", "draw", "score", "(goal)"))  # words that end a game


def check_endings(script: CheckedScript, effects: Effects) -> None:
    """Report endings that decide nothing, and results of players who cannot have one."""
    for ending in script.declared.endings.asked:
        word = ending.word
        known = word.place is not None and word.entry != effects.missing
        if known and not may_reach(effects, word, DECIDING):
            script.report(
                "FG552",
                f"the ending `{word.name}` never decides anything: no way leads to wins, loses, "
                "draw, score or goal; say who wins or loses where it holds",
                word.place,
                word.name,
            )
    judged = {
        player.name: player for player in script.declared.players if player.neutral or player.chance
    }
    for before, use in pairwise(script.uses):
        player = judged.get(before.word.name) if before.word.role == "player" else None
        own = use.word.index >= script.reader.fence
        judges = use.word.name in OF_A_PLAYER and not own and before.follower == use.token.text
        if player is not None and judges:
            what = "is neutral" if player.neutral else "stands for chance"
            script.report(
                "FG553",
                f"`{player.name}` {what}, and has no result: `{use.word.name}` stops the game here "
                "with an error; say who of the others wins or loses",
                use.token,
                use.word.name,
            )


def check_puzzle(script: CheckedScript) -> None:
    """Report levels that do not fit, and words for puzzles unless exactly one player can win."""
    declared = script.declared
    try:
        declared.check_levels([p.name for p in declared.players], [p.name for p in declared.pieces])
    except ScriptError as error:
        script.report("FG103", error.message, error.place)
    seats = [p.name for p in script.declared.players if not p.neutral and not p.chance]
    if len(seats) == 1:
        return
    who = f"{len(seats)} players can win here" if seats else "nobody can win here"
    for use in script.uses:
        if use.word.name == "goal" and use.word.place is None:
            script.report(
                "FG519",
                f"`goal` is for puzzles, which have one player who can win, and {who}; write "
                "`wins` in a word of {endings",
                use.token,
                "goal",
            )
    for word in script.definitions:
        if word.name == "OnDistance" and word.place is not None:
            script.report(
                "FG520",
                f"OnDistance is asked when a puzzle is solved, and {who}; remove it",
                word.place,
                word.name,
            )
