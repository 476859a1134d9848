"""Moves that are tallied, position by position, beside those that the words make when they run."""

from __future__ import annotations

import operator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from move_words import game_with

import forthgame
from forthgame.compile.reading.assumptions import Assumptions
from forthgame.compile.reading.decision_diagrams import NO, YES, Decisions, PositionTest
from forthgame.compile.reading.direction_links import BoardLinks
from forthgame.compile.reading.path_states import Inexact
from forthgame.compile.tallying.tally_reader import (
    GameTally,
    TallyReader,
    check_together,
    tallied_entries,
)
from forthgame.words.registers import extension_registers, memory_layout as at
from tests.generation.test_counting import outcome

QUICK, SLOW = 6, 3000
ORDERS = {
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
PASSES = ("Pass", "PassNoPartial")


def answer(processor: Any, test: PositionTest, position: int) -> bool:
    """Return the result of a test at one position, evaluated from its description."""
    board = processor.register(at.BOARD)
    there = position + test.offset
    if test.kind == "mask":
        return bool(test.value >> position & 1)
    if test.kind in ("field", "friend", "enemy", "like"):
        inside = 0 <= there < processor.register(at.POSITIONS)
        found = processor.cell(board + 4 * there) if inside else 0
        own = found & at.PLAYER_MASK == processor.cell(at.A_PLAYER) & at.PLAYER_MASK
        if test.kind == "field":
            return bool(ORDERS[test.name](found & test.mask, test.value))
        if test.kind == "like":
            return found & test.mask == processor.cell(test.value)
        return own if test.kind == "friend" else found != 0 and not own
    if test.kind == "here":
        return processor.cell(test.value + (board if test.mask else 0)) == there
    return processor.cell(test.value + (board if test.kind == "slot" else 0)) == test.mask


def decide(processor: Any, decisions: Decisions, decision: int, position: int) -> bool:
    """Return the result of a decision at one position."""
    while decision not in (NO, YES):
        test, yes, no = decisions[decision]
        decision = yes if answer(processor, test, position) else no
    return decision == YES


class Tallied:
    """A game whose words are read."""

    def __init__(self, game: forthgame.Game) -> None:
        assert game.native is not None
        module = game.native.builder.module(game.native._play)
        board = BoardLinks(module.settled, game.forth.processor.cell)
        self.processor: Any = game.forth.processor
        self.reader = TallyReader(module.functions, board, module.candidates, Assumptions())
        self.entries = tallied_entries(board, module.candidates)
        self.sites = [self.reader.read(entry) for entry in self.entries]
        check_together(GameTally(self.reader, self.entries, self.sites), board)

    def moves(self, player: int) -> list[tuple[int, int]]:
        """Position and move type of each move, in the order of the list; priorities aside."""
        processor, found, passed = self.processor, [], False
        owner = processor.cell(at.A_FOR_PLAYER) & at.PLAYER_MASK
        partial = processor.cell(at.A_PARTIAL)
        wanted = partial - 1 if partial else processor.cell(at.A_OF_TYPE)
        for position in range(processor.register(at.POSITIONS)):
            stands = processor.cell(processor.register(at.BOARD) + 4 * position)
            for entry, sites in zip(self.entries, self.sites, strict=True):
                if not entry.drops and stands != owner | entry.type:
                    continue
                for site in sites[player - 1]:
                    if decide(processor, self.reader.decisions, site.decision, position):
                        type = processor.cell(entry.address + 4)
                        if wanted in (0, type) and (site.kind not in PASSES or not passed):
                            found.append((position, type))
                        passed = passed or site.kind in PASSES
        return found


def check(seed: int, folder: Path) -> bool:
    """Return whether the words of a game can be read; if so, check their moves in ten positions."""
    random = Random(seed)
    path = folder / f"game{seed}.4th"
    path.write_text(game_with(random))
    game = forthgame.load(path)
    try:
        if not game.forth.processor.register(extension_registers.COUNTABLE):
            return False
        tallied = Tallied(game)
    except Inexact:
        return False
    ranked = tallied.processor.register(at.PRIORITIES)
    state = game.new_game(seed=seed)
    for _ in range(10):
        made = state.moves()
        if not made:
            break
        player = (tallied.processor.cell(at.A_PLAYER) >> 11) & 31
        expected = tallied.moves(player)
        if ranked:
            rank = {t: tallied.processor.cell(ranked + 4 * t) for _, t in expected}
            expected = [each for each in expected if rank[each[1]] == min(rank.values())]
        types = [move.type for move in made]
        assert types == [number for _, number in expected], (seed, types, expected)
        began = [move.source for move in made]
        where = [game.positions[position] for position, _ in expected]
        pairs = [(a, b) for a, b in zip(began, where, strict=True) if a is not None]
        assert all(a == b for a, b in pairs), (seed, pairs)
        state.play(random.choice(made))
    return True


def test_what_is_read_is_what_words_make(tmp_path: Path) -> None:
    read = sum(check(seed, tmp_path) for seed in range(QUICK))
    assert read > QUICK // 4


def test_items_of_the_return_stack_are_read(tmp_path: Path) -> None:
    """`J` is the index of the outer loop, `R` the topmost item."""
    path = tmp_path / "game.4th"
    path.write_text("""{board 4 4 {grid} board}
{directions 0 1 {direction} e -1 0 {direction} n directions}
{players {player} X {player} O players} {turn-order {turn} X {turn} O turn-order}
: go ( ? -- ) >R R IF n ELSE e ENDIF R> DROP
  IF friend? NOT IF from here move add-move ENDIF ENDIF back ;
: ways ( -- ) 2 0 DO 3 0 DO J I 1 > OR go LOOP LOOP ;
{moves m {move} ways moves} {pieces {piece} man {moves} m pieces}
{board-setup {setup} X man a1 {setup} X man c2 {setup} O man a3 board-setup}""")
    game = forthgame.load(path)
    made = game.new_game(seed=1).moves()
    found = [game.positions[position] for position, _ in Tallied(game).moves(1)]
    assert found == [move.source for move in made]
    assert len(made) > 6


@pytest.mark.slow
def test_what_is_read_is_what_many_words_make(tmp_path: Path) -> None:
    read = sum(check(seed, tmp_path) for seed in range(QUICK, SLOW))
    assert read > (SLOW - QUICK) // 4


def same_natively(seed: int, folder: Path) -> None:
    """Counts and random games of a game that is tallied are those of lists, in both tiers."""
    path = folder / f"game{seed}.4th"
    path.write_text(game_with(Random(seed)))
    listed = outcome(forthgame.load(path, native=False), False, False, 2)
    assert outcome(forthgame.load(path, native=False), True, False, 2) == listed, seed
    assert outcome(forthgame.load(path, native=True), True, True, 2) == listed, seed


def test_bits_of_moves_are_counted(tmp_path: Path) -> None:
    tallied = (seed for seed in range(30) if check(seed, tmp_path))
    for _ in range(2):
        same_natively(next(tallied), tmp_path)


@pytest.mark.slow
def test_bits_of_moves_are_counted_in_many_games(tmp_path: Path) -> None:
    for seed in range(200):
        if check(seed, tmp_path):
            same_natively(seed, tmp_path)
