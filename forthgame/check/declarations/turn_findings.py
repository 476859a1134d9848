"""Findings about turns and priorities that contradict the pieces, the names or the move words."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from forthgame.check.declarations.word_findings import may_reach
from forthgame.check.findings import line_of
from forthgame.check.loading.checked_script import CheckedScript, DeclaredName
from forthgame.check.stack_effects.effects import StackEffects
from forthgame.words.effect_sets import ACTING, COMMITTING, PASSING
from forthgame.words.registers.memory_layout import PLAYER_NUMBER_MASK
from forthgame.words.table.dictionary import Word

CAPTURING = frozenset(("capture", "capture-at"))
EMPTY = frozenset(("empty?", "empty-at?"))
ENEMY = frozenset(
    ("(enemy?)", "(enemy-at?)", "(enemy-of?)", "enemy?", "enemy-at?", "enemy-of?", "not-empty?",
     "not-empty-at?", "player", "player-at", "piece", "piece-at", "piece-type", "piece-type-at",
     "neutral-piece?", "neutral-piece-at?")
)  # fmt: skip
NAME_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
# parts of the names of move types, from those that come first to those that come last
RANKS = (
    frozenset(("high", "highest", "higher", "first", "top", "urgent", "forced", "must",
               "mandatory", "capture", "captures", "capturing", "jump", "jumps", "jumping", "take",
               "takes", "taking", "eat", "kill", "hop")),
    frozenset(("normal", "regular", "medium", "middle", "second", "step", "steps", "stepping",
               "quiet", "plain", "simple", "slide", "noncapturing", "noncapture", "move", "moving",
               "moves", "shift", "walk")),
    frozenset(("low", "lowest", "lower", "last", "third", "pass", "passing", "skip", "idle")),
)  # fmt: skip
NEGATIONS = frozenset(("non", "no", "not", "un"))


# -- turns ----------------------------------------------------------------------------------------


def check_turn_owners(script: CheckedScript) -> None:
    """Report a player who has turns and pieces, if every turn moves the pieces of others."""
    declared = script.declared
    moved = {turn.for_player & PLAYER_NUMBER_MASK for turn in declared.turns}
    players = {player.code & PLAYER_NUMBER_MASK: player for player in declared.players}
    owners = {
        value & PLAYER_NUMBER_MASK
        for item in declared.setups
        if (value := script.value(item.player)) is not None
    }
    drops = any(piece.drops for piece in declared.pieces)
    given = [turn for turn in declared.turns if turn.for_player != turn.player]
    for record, turn in zip(declared.all("turns"), declared.turns, strict=False):
        code = turn.player & PLAYER_NUMBER_MASK
        player = players.get(code)
        if turn not in given or code in moved or player is None or player.neutral or player.chance:
            continue
        if code in owners or (drops and len(given) == 1 and len(declared.turns) > 1):
            other = players.get(turn.for_player & PLAYER_NUMBER_MASK)
            script.report(
                "FG561",
                f"the pieces of {player.name} never move: {{for-player}} gives this turn to those "
                f"of {other.name if other else 'nobody'}, and no other turn is for {player.name}; "
                "is another player meant?",
                record.token,
                player.name,
            )
            return


def check_chance_turns(script: CheckedScript) -> None:
    """Report two turns of chance for one player, if every other player has one of them."""
    declared = script.declared
    chance = {p.code for p in declared.players if p.chance or p.neutral}
    moving = {turn.player for turn in declared.turns} - chance
    turns: dict[int, list[tuple[int, DeclaredName]]] = {}
    for record, turn in zip(declared.all("turns"), declared.turns, strict=False):
        if turn.player in chance:
            turns.setdefault(turn.player, []).append((turn.for_player, record))
    for given in turns.values():
        served = [player for player, _ in given]
        if len(given) != len(moving) or not moving.issuperset(served):
            continue
        lacking = [p.name for p in declared.players if p.code in moving.difference(served)]
        if len(lacking) != 1:
            continue
        again = next(k for k, player in enumerate(served) if player in served[:k])
        first, record = given[served.index(served[again])][1], given[again][1]
        script.report(
            "FG561",
            f"`{record.name}` has two turns for one player, here and in "
            f"{line_of(first.token.place, record.token.place)}, and none for {lacking[0]}; is "
            "another player meant?",
            record.token,
            record.name,
        )


def check_turn_patterns(script: CheckedScript) -> None:
    """Report a turn that alone makes the turns of two players differ: by its type or its player.

    Turns before {repeat} belong to the opening. The type is one that its player has twice.
    """
    declared = script.declared
    every = [*zip(declared.all("turns"), declared.turns, strict=False)][declared.repeat_turn :]
    players = {player.code for player in declared.players if not (player.chance or player.neutral)}
    turns: dict[int, list[tuple[DeclaredName, int]]] = {}
    for record, turn in every:
        if turn.player in players and not turn.together:
            turns.setdefault(turn.player, []).append((record, turn.of_type))
    if len(turns) != 2:
        return
    one, other = sorted(turns.values(), key=len)
    if len(other) == len(one) + 2 and len(one) > 1:
        script.report(
            "FG561",
            f"{other[0][0].name} has {len(other)} turns and {one[0][0].name} {len(one)}; is one of "
            "them for another player?",
            other[-1][0].token,
            other[0][0].name,
        )
    odd = [pair for pair in zip(one, other, strict=False) if pair[0][1] != pair[1][1]]
    types = [{number for _, number in each} for each in (one, other)]
    if len(one) == len(other) > 1 and len(odd) == 1 and len(types[0]) != len(types[1]):
        wrong, right = odd[0] if len(types[0]) < len(types[1]) else odd[0][::-1]
        line = line_of(right[0].token.place, wrong[0].token.place)
        script.report(
            "FG561",
            f"this turn of {wrong[0].name} differs by its type from that of {right[0].name} "
            f"({line}), and all others agree; is another type meant?",
            wrong[0].token,
            wrong[0].name,
        )


def check_turn_servants(script: CheckedScript) -> None:
    """Report {for-player} with a player who has own turns, if it names one without any.

    Each of the turns comes before another one of its player, as the first of two parts.
    """
    declared = script.declared
    every = [*zip(declared.all("turns"), declared.turns, strict=False)]
    moving = {turn.player for _, turn in every}
    given = [(record, turn) for record, turn in every if turn.for_player != turn.player]
    parts = {id(one) for (_, one), (_, other) in pairwise(every) if one.player == other.player}
    if not parts.issuperset(id(turn) for _, turn in given):
        return
    odd = [pair for pair in given if pair[1].for_player in moving]
    usual = [pair for pair in given if pair not in odd]
    names = {player.code: player.name for player in declared.players}
    if len(odd) != 1 or not usual or len({turn.for_player for _, turn in usual}) > 1:
        return
    ((record, turn),), (other, served) = odd, usual[0]
    script.report(
        "FG561",
        f"{{for-player}} names {names.get(turn.for_player, 'a player')} here, who has turns of "
        f"their own, and {names.get(served.for_player, 'another')}, who has none, in "
        f"{line_of(other.token.place, record.token.place)}; is another player meant?",
        record.token,
        record.name,
    )


# -- priorities -----------------------------------------------------------------------------------


def check_priorities(script: CheckedScript, effects: StackEffects) -> None:
    """Report priorities whose order contradicts the names of the types, or what the moves do."""
    declared = script.declared
    records = declared.all("priorities")
    if len(records) < 2:
        return
    names = {r.word.value: r.name for r in declared.all("move types") if r.word is not None}
    chosen = {use.word.name for use in script.uses if use.inside is not None}
    chosen |= {names.get(int(record.name), "") for record in declared.all("turn types")}
    words: dict[int, list[Word]] = {}
    for moves in declared.list_moves:
        for record, number in moves:
            if record.word is not None:
                words.setdefault(number, []).append(record.word)
    numbers = [int(record.name) for record in records]
    by_name = [
        -1 if (name := names.get(number, "")) in chosen else _rank(name) for number in numbers
    ]
    by_code = [_role(effects, words.get(number, [])) for number in numbers]
    for ranks, why in ((by_name, "by its name"), (by_code, "by what its moves do")):
        known = [(rank, k) for k, rank in enumerate(ranks) if rank >= 0]
        order = [rank for rank, _ in known]
        backward = order == sorted(order, reverse=True)
        if order != sorted(order) and (backward or ranks is by_name):
            first = next(k for (rank, k), (after, _) in pairwise(known) if after < rank)
            later = next(k for rank, k in known if k > first and rank < ranks[first])
            one, other = (names.get(numbers[k], str(numbers[k])) for k in (first, later))
            script.report(
                "FG562",
                f"the priority of `{one}` stands before that of `{other}`, which belongs first "
                f"{why}: `{other}` is offered only if there is no `{one}`; exchange them",
                records[first].token,
                one,
            )
            return


def _rank(name: str) -> int:
    """Return the rank that a name of a move type suggests, -1 if none or several."""
    parts = [part.lower() for part in NAME_PART.findall(name)]
    if NEGATIONS & set(parts):
        return 1 if RANKS[0] & set(parts) else -1
    found = {rank for rank, known in enumerate(RANKS) if known & set(parts)}
    return found.pop() if len(found) == 1 else -1


def _role(effects: StackEffects, words: list[Word]) -> int:
    """Return 0 if all moves capture, 1 if all are quiet, 2 if all pass, -1 otherwise."""
    roles: list[Callable[[Word], bool]] = [
        lambda word: may_reach(effects, word, CAPTURING) and not _is_blind(effects, word),
        lambda word: (
            may_reach(effects, word, EMPTY | ACTING)
            and not may_reach(effects, word, CAPTURING | ENEMY)
        ),
        lambda word: (
            may_reach(effects, word, PASSING)
            and not may_reach(effects, word, ACTING | (COMMITTING - PASSING))
        ),
    ]
    if not words:
        return -1
    return next((rank for rank in (2, 0, 1) if all(map(roles[rank], words))), -1)


def _is_blind(effects: StackEffects, word: Word) -> bool:
    """Return whether a word seems to reach everything, as its code cannot be followed."""
    return may_reach(effects, word, frozenset())
