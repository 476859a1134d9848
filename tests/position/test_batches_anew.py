"""New games in a batch begin as by `new_game`, and none begins if the script fails."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame import ForthgameError, Game, IllegalMove, ScriptError
from forthgame.position import batch as batch_module
from forthgame.position.position_editing import storage

SCRIPT = """
{{board {size} {size} {{grid}} {{variable}} lucky board}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
: mark ( -- ) empty? verify here lucky @ < NOT verify drop add-move ;
{{moves marks {{move}} mark moves}}
{{pieces {{piece}} man {{drops}} marks pieces}}
: begin ( -- ) {begin} ;
: OnNewGame ( -- ) begin ;
: OnIsGameOver ( -- r ) {judge} #UnknownScore ;
"""


def loaded(folder: Path, begin: str, judge: str = "", size: int = 3) -> Game:
    script = folder / "luck.4th"
    script.write_text(SCRIPT.format(begin=begin, judge=judge, size=size))
    return forthgame.load(script, native=False)


@pytest.mark.parametrize(
    "begin",
    [
        "7 SEED!",
        "9 SEED2!",
        "SEED@ 4 / lucky !",
        "RANDOMIZE",
        "0 5 RAND-WITHIN lucky !",
        "2 lucky !",
    ],
)
def test_games_of_a_batch_begin_with_their_seeds(tmp_path: Path, begin: str) -> None:
    """This holds even if the script sets a seed itself, or reads the given one."""
    game = loaded(tmp_path, begin)
    batch = game.batch(8, seed=0)
    expected = [game.new_game(k).to_text() for k in range(8)]
    assert [batch.state(k).to_text() for k in range(8)] == expected
    batch.step([0] * 8)
    batch.reset(list(range(1, 8)), seed=0)
    assert [batch.state(k).to_text() for k in range(1, 8)] == expected[1:]


@pytest.mark.parametrize("judge", ["1 lucky @ 3 - / DROP", ""], ids=["judge", "begin"])
def test_a_reset_that_fails_leaves_the_batch_as_it_was(tmp_path: Path, judge: str) -> None:
    """The new game may fail in its set-up or in its result."""
    begin = "0 3 RAND-WITHIN lucky !" + ("" if judge else " 1 lucky @ 3 - / DROP")
    game = loaded(tmp_path, begin, judge)

    def count(seed: int) -> int:
        try:
            return game.new_game(seed).count
        except ScriptError:
            return 0

    counts = [count(seed) for seed in range(40)]
    good = counts.index(9)
    bad = next(k for k in range(1, 40) if not counts[k] and counts[k - 1] not in (0, 9))
    batch = game.batch([game.new_game(good)] * 4)
    batch.step([2, 3, -1, -1])
    texts = [batch.state(k).to_text() for k in range(4)]
    with pytest.raises(ScriptError, match="division by zero"):
        batch.reset(seed=bad - 1)
    assert batch.counts.tolist() == [8, 8, 9, 9]
    assert [batch.state(k).to_text() for k in range(4)] == texts
    with pytest.raises(IllegalMove):
        batch.step([8, 0, 0, 0])
    batch.step([7, 7, 8, 8])
    batch.reset([1], seed=good - 1)
    assert batch.state(1).count == batch.counts[1] == 9


def test_a_reset_that_fails_puts_positions_back_into_longer_records(tmp_path: Path) -> None:
    """The lists of new games need more room than those of the positions before."""
    begin, judge = "0 2 RAND-WITHIN 140 * lucky !", "1 lucky @ 280 - / DROP"
    game = loaded(tmp_path, begin, judge, size=12)
    drawn = [storage(game.new_game(seed))[0][2][0] for seed in range(60)]
    bad = next(k for k in range(60) if drawn[k : k + 2] == [0, 280])
    batch = game.batch([game.new_game(drawn.index(140))] * 2)
    batch.step([0, 3])
    texts, room = [batch.state(k).to_text() for k in range(2)], batch._room
    with pytest.raises(ScriptError, match="division by zero"):
        batch.reset([0, 1], seed=bad)
    assert batch._room > room
    assert [batch.state(k).to_text() for k in range(2)] == texts
    batch.step([0, 0])
    assert batch.counts.tolist() == [2, 2]


def test_too_little_memory_is_an_error_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The batch is unchanged."""
    game = loaded(tmp_path, "0 1 RAND-WITHIN 140 * lucky !", size=12)
    drawn = [storage(game.new_game(seed))[0][2][0] for seed in range(60)]
    batch = game.batch([game.new_game(drawn.index(140))] * 2)

    def full(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(batch_module, "with_room", full)
    with pytest.raises(ForthgameError, match="too little memory left for the batch"):
        batch.reset([0], seed=drawn.index(0))
    with pytest.raises(ForthgameError, match="too little memory left for the batch"):
        game.batch([game.new_game(drawn.index(0))])
    assert batch.counts.tolist() == [4, 4]
    batch.step([0, 1])
    assert batch.counts.tolist() == [3, 3]
