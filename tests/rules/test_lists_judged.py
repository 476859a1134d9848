"""Evaluations that read values stored while the list of moves was made.

OnIsGameOver runs after the list, so a script may count captures while it is made. Searches that
need no lists, positions with cached lists and batches must not evaluate by another position's.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import forthgame
from forthgame.search.search_run import needs_no_list
from forthgame.words.registers import extension_registers

LINE = """\
{board 1 %d {grid} board}
{directions 0 1 {direction} e 0 -1 {direction} w directions}
{players %s players}
{turn-order %s turn-order}
VARIABLE captures VARIABLE mobile VARIABLE hunter
: OnGenerateMoves 0 captures ! 0 mobile ! current-player hunter ! ;
: step ( ? -- ) IF friend? NOT IF enemy? IF captures ++ ENDIF mobile ++ from here move add-move
	ENDIF ENDIF back ;
: go-e e step ;
: go-w w step ;
{moves mm {move} go-e {move} go-w moves}
{pieces {piece} man {moves} mm pieces}
{board-setup %s board-setup}
: OnIsGameOver %s ;
: OnEvaluate current-player material-balance ;
"""
WHO_CAN_TAKE_WINS = (
    "captures @ IF #WinScore ELSE mobile @ 0= IF #LossScore ELSE "
    "turn-number 30 > IF #DrawScore ELSE #UnknownScore ENDIF ENDIF ENDIF"
)
THE_HUNTER_WINS = (
    "captures @ IF hunter @ current-player = IF #WinScore ELSE #LossScore ENDIF "
    "ELSE turn-number 40 > IF #DrawScore ELSE #UnknownScore ENDIF ENDIF"
)
PUZZLE = """\
{board 1 6 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} A players}
{turn-order {turn} A turn-order}
VARIABLE at-end
: OnGenerateMoves at-end OFF ;
: go here f1 = IF at-end ON ENDIF e verify from here move add-move ;
{moves mm {move} go moves}
{pieces {piece} man {moves} mm pieces}
{board-setup {setup} A man c1 board-setup}
: OnIsGameOver at-end @ IF #WinScore ELSE #UnknownScore ENDIF ;
"""


def line(folder: Path, names: str, men: str, size: int, judge: str, native: bool) -> forthgame.Game:
    """Men of players on a line."""
    path = folder / "line.4th"
    players = " ".join(f"{{player}} {name}" for name in names)
    turns = " ".join(f"{{turn}} {name}" for name in names)
    path.write_text(LINE % (size, players, turns, men, judge))
    game = forthgame.load(path, native=native)
    assert game.forth.processor.register(extension_registers.LISTS_JUDGED)
    if native and game.native:
        game.native.prepare(wait=True)
    return game


def two(folder: Path, native: bool = False) -> forthgame.Game:
    """Return a game for two: the first player to capture wins."""
    men = "{setup} A man a1 {setup} A man d1 {setup} B man g1"
    return line(folder, "AB", men, 7, WHO_CAN_TAKE_WINS, native)


def three(folder: Path) -> forthgame.Game:
    """Three players: the one whose list has a capture wins."""
    men = "{setup} A man a1 {setup} B man e1 {setup} C man i1"
    return line(folder, "ABC", men, 9, THE_HUNTER_WINS, native=False)


def minimax(state: forthgame.State, depth: int) -> int:
    """Return 1, -1 or 0 for the player to move, 0 at the depth limit."""
    if state.outcome is not None:
        return {"win": 1, "draw": 0, "loss": -1}[state.outcome]
    values = [0] if depth == 0 else []
    for number in range(state.count if depth else 0):
        behind = state.copy()
        behind.play(number)
        values.append(-minimax(behind, depth - 1))
    return max(values)


@pytest.mark.parametrize("native", [False, True])
def test_searches_judge_behind_the_list(tmp_path: Path, native: bool) -> None:
    """At the root, at leaves and in between."""
    state = two(tmp_path, native).new_game(seed=1)
    for played in ("", "man d1 - e1"):
        if played:
            state.play(played)
        for depth in (1, 2, 3):
            expected = minimax(state, depth)
            for engine in ("negamax", "paranoid", "best-first"):
                score = state.search(engine, depth=depth, time=None).score
                assert (score > 2 * 10**9) - (score < -2 * 10**9) == expected, (engine, depth)


def test_depths_inside_a_word_judge_the_root_anew(tmp_path: Path) -> None:
    """The engine of a script deepens by a word of the language."""
    game = two(tmp_path)
    with (tmp_path / "line.4th").open("a") as file:
        file.write(": OnSearch 4 $depthLimit ! $NegamaxMove ;\n")
    own = forthgame.load(tmp_path / "line.4th", native=False)
    for played in ([], ["man a1 - b1"]):
        states = [each.new_game(seed=1) for each in (game, own)]
        for state in states:
            for move in played:
                state.play(move)
        known = states[0].search("negamax", depth=4, time=None)
        found = states[1].search("script", time=None)
        assert (found.score, str(found.move)) == (known.score, str(known.move))


@pytest.mark.parametrize("native", [False, True])
def test_trees_judge_their_root_behind_its_list(tmp_path: Path, native: bool) -> None:
    """This holds before each random game, although the list of the game before differs."""
    state = two(tmp_path, native).new_game(seed=1)
    for engine in ("uct", "mcts"):
        found = state.search(engine, nodes=200, time=None)
        assert (str(found.move), found.proven) == ("man d1 - e1", "win"), engine


def test_a_list_that_was_stored_is_judged_as_when_it_was_made(tmp_path: Path) -> None:
    game = two(tmp_path)
    won = game.new_game(seed=1)
    for move in ("man d1 - e1", "man g1 - f1"):
        won.play(move)
    begun = game.new_game(seed=1)
    won.moves(after_end=True)
    begun.moves(after_end=True)
    assert (won.outcome, begun.outcome) == ("win", None)
    assert won.outcome_for("B") == "win"  # it would be their turn, with this list
    batch = game.batch([game.new_game(seed=1), won, begun])
    assert batch.over.tolist() == [False, True, False]
    assert batch.counts.tolist() == [3, 0, 3]
    assert [batch.state(number).is_over for number in range(3)] == [False, True, False]


def test_results_of_others_are_computed_after_the_list(tmp_path: Path) -> None:
    """The game is a State after another one has been played, or each position of a batch."""
    game, draw = three(tmp_path), random.Random(2)
    states = [game.new_game(seed=5 + number) for number in range(8)]
    batch = game.batch(8, seed=5)
    told: dict[int, tuple[float, ...]] = {}
    for _ in range(60):
        moves = [draw.randrange(count) if count else -1 for count in batch.counts.tolist()]
        if max(moves) < 0:
            break
        batch.step(moves)
        for number, (state, move) in enumerate(zip(states, moves, strict=True)):
            if move >= 0:
                state.play(move)
                if state.is_over:
                    told[number] = tuple(state.returns())
    assert len(told) == 8
    for number, expected in told.items():
        assert tuple(states[number].returns()) == expected
        assert tuple(batch.returns()[number]) == expected


def test_solutions_end_where_the_list_says_so(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.4th"
    path.write_text(PUZZLE)
    found = forthgame.load(path, native=False).solve()
    assert found.moves == ("man c1 - d1", "man d1 - e1", "man e1 - f1")


def test_lists_that_are_drawn_are_not_made_again(tmp_path: Path) -> None:
    """A second list would be a different one."""
    two(tmp_path)
    path = tmp_path / "line.4th"
    text = path.read_text().replace("{moves mm", ": go-e 0 1 RAND-WITHIN verify go-e ;\n{moves mm")
    path.write_text(text)
    game = forthgame.load(path, native=False)
    states = [game.new_game(seed=seed) for seed in range(8)]
    lists = [[move.text for move in state.moves(after_end=True)] for state in states]
    batch = game.batch(states)
    assert len({*map(len, lists)}) > 1
    assert [[m.text for m in batch.state(k).moves(after_end=True)] for k in range(8)] == lists
    assert not needs_no_list(game, "$NegamaxMove")


@pytest.mark.parametrize(
    ("words", "step", "judge", "read"),
    [
        ("VARIABLE n", "1 n !", "n @", True),
        ("VARIABLE n", "1 n !", "2 n ! n @", False),
        ("VARIABLE n VARIABLE m", "1 n !", "m @", False),
        ("4 [] n", "1 here 4 MOD n !", "2 n @", True),
        ("4 [] n 4 [] m", "1 here 4 MOD n !", "here 4 MOD m @", False),
        ("CREATE n 16 ALLOT CREATE m 1 , 2 ,", "1 n here 4 MOD CELLS + !", "m 1 CELLS + @", False),
        ("CREATE n 16 ALLOT", "1 n here 4 MOD CELLS + !", "here 4 MOD CELLS n + @", True),
        ("CREATE n 16 ALLOT CREATE m 9 , : two 0 here ;", "1 two DROP n + !", "m @", False),
        ("CREATE n 16 ALLOT CREATE m 9 , : two 0 here ;", "1 two DROP 4 + !", "m @", True),
        ("CREATE n 16 ALLOT n 8 + CONSTANT third", "1 n here CELLS + !", "third @", True),
        ("VARIABLE n VARIABLE p n p !", "1 p @ !", "n @", True),
        ("VARIABLE n VARIABLE p n p !", "1 n !", "p @ @", True),
        ("VARIABLE n : put ! ;", "1 n put", "n @", True),
        ("CREATE n 16 ALLOT CREATE m 16 ALLOT", "n 16 1 FILL", "m @", False),
        ("CREATE n 16 ALLOT CREATE m 16 ALLOT", "m n 16 CMOVE", "n @", True),
        ("VARIABLE p CREATE m 16 ALLOT CREATE n 16 ALLOT n p !", "p @ m 16 CMOVE", "m @", True),
        ("4 [] n 2 n CONSTANT third", "1 2 n !", "third @", True),
        ("VARIABLE n", "1 n !", "n >R R> @", True),
        ("CREATE n 16 ALLOT", 'S" b" n "MOVE', 'n S" b" "=', True),
        ("CREATE n 16 ALLOT CREATE m 16 ALLOT", 'S" b" n "MOVE', 'm S" b" "=', False),
        ("", "1 ringbuffer-add-item", "ringbuffer-empty?", True),
        (": yes TRUE ; DEFER n ' yes IS n", "['] yes IS n", "n", True),
        (": yes TRUE ; DEFER n ' yes IS n VARIABLE m", "1 m !", "n", False),
        ("28 ALLOT CREATE n 16 ALLOT", "current-player n attacks", "n @", True),
        ("VARIABLE n VARIABLE t : seen n @ ; ' seen t !", "1 n !", "t @ EXECUTE", True),
        ("VARIABLE n : OnFriends? n @ IF 2DROP TRUE ELSE = ENDIF ;", "1 n !", "a1 enemy-at?", True),
        ("HERE CONSTANT n", "1 C,", "HERE n -", True),
        ("VARIABLE n", "n @ verify", "1 n ! FALSE $GenerateMoves move-count", False),
    ],
)
def test_what_counts_as_read(words: str, step: str, judge: str, read: bool, tmp_path: Path) -> None:
    """Reads are recorded by blocks of memory; an unknown address may be any."""
    path = tmp_path / "small.4th"
    path.write_text(
        "{board 1 4 {grid} board} {directions 0 1 {direction} e directions}\n"
        "{players {player} A {player} B players} {turn-order {turn} A {turn} B turn-order}\n"
        f"{words}\n: step {step} e verify from here move add-move ;\n"
        "{moves mm {move} step moves} {pieces {piece} man {moves} mm pieces}\n"
        "{board-setup {setup} A man a1 board-setup}\n"
        f": OnIsGameOver {judge} 77 = IF #WinScore ELSE #UnknownScore ENDIF ;\n"
        ": OnEvaluate 0 ;\n"
    )
    game = forthgame.load(path, native=False)
    assert bool(game.forth.processor.register(extension_registers.LISTS_JUDGED)) is read
    plain = "DEFER" not in words and "$GenerateMoves" not in judge
    assert needs_no_list(game, "$NegamaxMove") is (plain and not read)
