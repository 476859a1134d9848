"""`why` about what somebody asks who writes a first game from the documents."""

from __future__ import annotations

from pathlib import Path

import forthgame
from forthgame.debug.answer import Explanation

HAND = """{board 1 6 {grid} {hand} board}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: place ( -- ) empty? verify drop add-move ;
: rest ( -- ) Pass ;
{moves drops {move} place {move} rest moves}
{pieces {piece} stone {drops} drops pieces}
: OnNewGame ( -- ) 1 stone White in-hand! 1 stone Black in-hand! ;
"""
TYPED = """{board 1 6 {grid} board}
{players {player} White {player} Black players}
{turn-order {turn} White {of-type} putting {turn} Black turn-order}
: place ( -- ) empty? verify drop add-move ;
: rest ( -- ) Pass ;
: wait ( -- ) Pass ;
{moves drops {move} place {move-type} putting {move} rest {move-type} resting moves}
{moves waits {move} wait {move-type} putting moves}
{pieces {piece} stone {drops} drops {piece} man {moves} waits pieces}
"""


def answer(folder: Path, script: str, question: str, after: tuple[str, ...] = ()) -> Explanation:
    """What `why` answers about a script."""
    path = folder / "new.4th"
    path.write_text(script)
    with forthgame.load(path, native=False) as game:
        state = game.new_game(seed=1)
        for move in after:
            state.play(move)
        return state.explain(question)


def test_a_pass_of_pieces_that_are_not_in_hand(tmp_path: Path) -> None:
    """The word that would pass is named, and the piece that is missing."""
    found = answer(tmp_path, HAND, "Pass", ("a1", "b1"))
    assert found.answer == "Pass is not legal: `rest` passes, but was not tried"
    assert found.removed[0].startswith(
        "`rest` (new.4th:5) passes, but was not tried (new.4th:6): "
        "White has no stone in hand, so its {drops} are not tried (new.4th:1)"
    )


def test_a_pass_of_a_type_that_the_turn_leaves_out_and_of_a_missing_piece(tmp_path: Path) -> None:
    """Each word has its own reason."""
    found = answer(tmp_path, TYPED, "Pass")
    assert found.answer == "Pass is not legal: `rest`, `wait` pass, but were not tried"
    assert "it makes moves of type resting (new.4th:7), and the turn asks for" in found.removed[0]
    assert "White has no man on the board, so its {moves} are not tried" in found.removed[1]


def test_a_pass_that_no_word_makes(tmp_path: Path) -> None:
    """Nothing is said of words that cannot pass."""
    found = answer(tmp_path, HAND.replace("{move} rest", ""), "Pass", ("a1", "b1"))
    assert found.answer == "Pass is not legal: no move word of this turn passes"
