"""OnGenerateMoves around the older word gives the same list and the same results.

Values that such an event stores on the board belong to the position with its list, wherever that
comes from: a copy, a pickle, a text, a batch, or another state that was used in between.
"""

from __future__ import annotations

import pickle
from functools import cache
from typing import Any

import pytest
from machines import Load, interpreted

import forthgame

MEN = """
{board 4 4 {grid} {variable} mobility {variable} seen board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} n s symmetries}
{turn-order {turn} White {turn} Black turn-order}
: step n verify empty? verify from here move add-move ;
: take n verify e verify enemy? verify from here move add-move ;
{moves ways {move} step {move-type} quiet {move} take {move-type} taking moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} White man a1 {setup} White man b1 {setup} White man c1
{setup} Black man b4 {setup} Black man c4 {setup} Black man d4 board-setup}
"""
HOP = "{moves ways", ": hop n verify empty? verify partial from here move add-move ; {moves ways"
PARTIAL = MEN.replace(*HOP).replace("{move} step", "{move} hop {move-type} quiet {move} step")
KINDS = {
    "plain": MEN,
    "partial": PARTIAL,
    "must-finish": PARTIAL.replace("verify partial", "verify partial must-finish"),
    "of-type": MEN.replace("{turn} White", "{turn} White {of-type} quiet"),
    "priorities": MEN + "{move-priorities {move-priority} taking move-priorities}",
    "passing": MEN + "$passTurnForced ON",
    "prefer": MEN.replace(": take n", ": take 1 prefer n"),
    "legality": MEN + ": OnIsLegal? a3 empty-at? ;",
    "drops": MEN.replace("{moves} ways", "{moves} ways {drops} puts").replace(
        "{pieces", ": put empty? verify drop add-move ; {moves puts {move} put moves} {pieces"
    ),
}
EVENTS = {
    "nothing": ": OnGenerateMoves ;",
    "the older word": ": OnGenerateMoves OnGenerateMoves ;",
    "twice": ": OnGenerateMoves OnGenerateMoves OnGenerateMoves ;",
    "at times": ": OnGenerateMoves turn-number 2 MOD IF OnGenerateMoves ENDIF ;",
    "in another word": ": older OnGenerateMoves ; : OnGenerateMoves older ;",
    "behind a list of its own": ": OnGenerateMoves current-player TRUE 0 $GenerateMoves"
    " $DeallocateMoves OnGenerateMoves ;",
    "before a list of its own": ": OnGenerateMoves OnGenerateMoves current-player TRUE 0"
    " $GenerateMoves $DeallocateMoves ;",
    "in another event": ": OnNextTurn OnNextTurn OnGenerateMoves ;",
    "in a move word": ": step OnGenerateMoves n verify empty? verify from here move add-move ;",
}
OVER = ": OnIsGameOver stalemate? turn-number 16 > OR IF #LossScore ELSE #UnknownScore ENDIF ;"
NOTING = """
: OnGenerateMoves 99 seen ! OnGenerateMoves move-count mobility ! ;
: OnIsGameOver mobility @ 0= turn-number 12 > OR IF #LossScore ELSE #UnknownScore ENDIF ;
: OnEvaluate mobility @ 10 * seen @ + ;
"""


def line(state: forthgame.State) -> list[tuple[list[str], str | None]]:
    """The moves and results along a game."""
    seen: list[tuple[list[str], str | None]] = []
    while len(seen) < 10:
        seen.append(([move.text for move in state.moves(after_end=True)], state.outcome))
        if state.is_over or not seen[-1][0]:
            break
        state.play(len(seen) * 3 % len(seen[-1][0]))
    return seen


def found(game: forthgame.Game) -> dict[str, Any]:
    """Return the results of counts, a game, a search and a batch."""
    result = game.new_game(seed=1).search("negamax", depth=4, seed=1)
    batch = game.batch(2, seed=1)
    counts = []
    for _ in range(4):
        counts.append(batch.counts.tolist())
        batch.step([int(n) - 1 for n in counts[-1]])
    return {
        "perft": [game.perft(depth) for depth in (1, 2, 3, 4)],
        "after the end": [game.perft(depth, stop_at_end=False) for depth in (2, 3)],
        "line": line(game.new_game(seed=1)),
        "search": (result.move.text, result.score),
        "batch": counts,
    }


@cache
def found_without(kind: str) -> dict[str, Any]:
    """Return the results of a game without the event."""
    return found(interpreted(f"{kind}\n{OVER}"))


def named(kinds: dict[str, str]) -> list[str]:
    return [key.replace(" ", "-") for key in kinds]


@pytest.mark.parametrize("event", EVENTS.values(), ids=named(EVENTS))
@pytest.mark.parametrize("kind", KINDS.values(), ids=named(KINDS))
@pytest.mark.sampled(7)
def test_the_older_word_makes_the_same_list(kind: str, event: str, load_interpreted: Load) -> None:
    if event.startswith(": step"):
        event += " " + kind[kind.index("{moves ways") : kind.index("{board-setup")]
    game = load_interpreted(f"{kind}\n{OVER}\n{event}")
    assert found(game) == found_without(kind)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", ["plain", "partial", "drops", "must-finish"])
def test_machine_code_makes_the_same_list(kind: str, load_native: Load) -> None:
    game = load_native(f"{KINDS[kind]} {OVER} " + EVENTS["the older word"])
    assert found(game) == found_without(KINDS[kind])


@pytest.mark.parametrize(
    "kind", sorted({*KINDS} - {"prefer"})
)  # the list is chosen from afterwards
def test_what_the_event_notes_belongs_to_the_position(kind: str, load_interpreted: Load) -> None:
    """A script that stores the number of its moves is compared with one that computes it.

    With `prefer` they differ: moves are chosen from the list when the event has ended.
    """
    asked = NOTING.replace("mobility @", "move-count").replace("seen @", "99")
    noted, plain = (
        found(load_interpreted(KINDS[kind] + text))
        for text in (NOTING, asked.replace("move-count mobility !", "").replace("99 seen !", ""))
    )
    assert noted == plain


def test_copies_pickles_and_texts_have_what_the_event_noted(load: Load) -> None:
    game = load(MEN + NOTING)
    state = game.new_game(seed=1)
    while not state.is_over:
        same = [state.copy(), pickle.loads(pickle.dumps(state)), game.position(state.to_text())]
        for each in same:
            assert [m.text for m in each.moves()] == [m.text for m in state.moves()]
            assert each.outcome == state.outcome
            first, other = (s.search("negamax", depth=2, seed=1) for s in (each, state))
            assert (first.move.text, first.score) == (other.move.text, other.score)
        assert same[0] == state
        assert same[1] == state
        state.play(0)


def test_another_state_that_is_used_in_between_changes_nothing(
    load: Load, load_interpreted: Load
) -> None:
    game = load(MEN + NOTING)
    state, other = game.new_game(seed=1), game.new_game(seed=2)
    alone = line(load_interpreted(MEN + NOTING).new_game(seed=1))
    seen = []
    while len(seen) < 10:
        texts = [move.text for move in state.moves(after_end=True)]
        other.moves(after_end=True)
        game.perft(2, other)
        seen.append((texts, state.outcome))
        if state.is_over:
            break
        if not other.is_over:
            other.play(0)
        state.play(len(seen) * 3 % len(texts))
    assert seen == alone


def test_rollouts_and_playouts_read_what_the_event_noted(load: Load) -> None:
    asked = NOTING.replace("mobility @", "move-count").replace("move-count mobility !", "")
    games = [load(MEN + text) for text in (NOTING, asked)]
    results = []
    for game in games:
        state = game.new_game(seed=1)
        state.play(1)
        (rolled,) = game.rollouts([state], 20, seed=1, jobs=1)
        played = game.playouts(20, seed=1, state=state)
        results.append((rolled.wins, rolled.plies, played.wins, played.plies))
    assert results[0] == results[1]


def test_compiled_words_read_what_the_event_noted(load: Load) -> None:
    game = load(
        MEN.replace(
            ": step n verify empty? verify from here move add-move ;",
            "VARIABLE told : tell mobility @ told ! ;"
            " : step n verify empty? verify from here move COMPILE tell add-move ;",
        )
        + NOTING
    )
    state = game.new_game(seed=1)
    state.search("negamax", depth=2)
    state.play(0)
    assert game.forth.processor.cell(game.forth.word("told").value) == 3
