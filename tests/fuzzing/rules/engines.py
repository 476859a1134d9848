"""Engines that a script brings: words that go through lists, make moves and judge positions."""

from __future__ import annotations

import random
import re

from .grammar import Grammar, Rules

RULES: Rules = {
    "worth": ("hash 50 MOD", "current-player material-balance", "player-to-move material-balance",
              "mobility", "move-count", "kept @ kept2 @ -",
              "hash player-to-move X = IF NEGATE ENDIF", "kept @ 1 0 /", "kept @", "OnEvaluate",
              "turn-number 100 * targets -", "repetitions 10 *", "stalemate?",
              "player-to-move player-index current-player player-index 3 * -",
              "stalemate? $ply @ +", "v1 ++ v1 @ 7 MOD"),
    "visit": ("", "OnMakeAMove", "OnNextTurn", "OnMakeAMove OnNextTurn"),
    "judge": ("", "OnIsGameOver DUP #UnknownScore = IF DROP ELSE SWAP DROP NEGATE ENDIF"),
    "sign": ("", "NEGATE"),
    "back": ("OnRetractMove", "$DeallocateBoard"),
    "yield": ("", "$Yield", "SearchStatus@ DROP"),
    "deep": ("0", "1", "1", "2"),
    "depth": ("$depthLimit @ 3 MIN", "2", "3", "1"),
    "tree": ("$UCTMove", "$MctsMove"),
    "any": ("$NegamaxMove", "$RandomMoveEngine", "$FirstMoveEngine", "$ParanoidMove",
            "$FirstMove DUP BEGIN DUP WHILE SWAP DROP DUP $NextMove REPEAT DROP $MoveString "
            "BestMove!", "$FirstMove 5 0 DO $NextMove LOOP $MoveString BestMove!", "flat window",
            "deep flat"),
    "rollout": ("", "", "' pick-one IS $Rollout"),
    "asked": ("", "", ": OnSearch <own> ;", ": OnSearch flat OnSearch ;",
              ": OnSearch 3 $depthLimit ! OnSearch ;"),
    "own": ("flat", "deep", "window", "sampled", "other"),
}  # fmt: skip
WORDS = (
    "VARIABLE best VARIABLE visited DEFER below",
    ": worth <worth> ;",
    ": better ( move score -- move ) DUP best @ > IF best ! DUP $MoveString BestMove! best @ "
    "Score! 1 Depth! ELSE DROP ENDIF ;",
    ": flat -2147483647 best ! 0 visited ! $FirstMove BEGIN DUP WHILE $CloneBoard DUP .moveCFA "
    "EXECUTE <visit> worth <judge> <sign> <back> visited ++ visited @ Nodes! better <yield> "
    "$NextMove REPEAT DROP ;",
    ": reply ( move depth -- score ) SWAP $CloneBoard .moveCFA EXECUTE <visit> DUP 0= IF DROP "
    "worth ELSE current-player FALSE 0 $GenerateMoves move-count 0= IF DROP worth ELSE below ENDIF "
    "$DeallocateMoves ENDIF $DeallocateBoard NEGATE ;",
    ": deeper ( depth -- score ) >R -2147483647 $FirstMove BEGIN DUP WHILE DUP R@ 1- reply ROT MAX "
    "SWAP $NextMove visited ++ REPEAT DROP R> DROP ; ' deeper IS below",
    ": deep 0 visited ! -2147483647 best ! $FirstMove BEGIN DUP WHILE DUP <deep> reply better "
    "visited @ Nodes! $NextMove REPEAT DROP ;",
    ": window ['] worth <depth> AlphaBeta ;",
    ": sampled <2..12> $playouts ! <tree> ;",
    ": pick-one ( -- move ) $FirstMove hash 2 MOD IF DUP $NextMove DUP IF SWAP ENDIF DROP ENDIF ;",
    "<rollout>",
    ": other <any> ;",
    "<asked>",
)
PLAYER = re.compile(r"\{player\} (\w)(?: \{(?:random|first|UCT|search-engine)\}(?: paranoid)?)?")


def with_own(draw: random.Random, lines: list[str]) -> list[str]:
    """A script whose players, dice apart, have engines of these words."""
    grammar = Grammar(draw, RULES)
    words = [line for line in map(grammar.fill, WORDS) if line]
    seats = next(line for line in lines if line.startswith("{players"))

    def named(found: re.Match[str]) -> str:
        if found[1] == "D":
            return found[0]
        return f"{{player}} {found[1]} {{search-engine}} {grammar.fill('<own>')}"

    return [*lines, *words, PLAYER.sub(named, seats)]
