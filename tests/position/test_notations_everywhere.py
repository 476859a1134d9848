"""Short texts, history, questions and membership understand all notations of a game."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import forthgame
from forthgame.position.texts.texts_file import TextsError

MATE = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7"


@pytest.fixture(scope="module")
def chess() -> forthgame.Game:
    return forthgame.load("chess", native=False)


def test_the_short_text_is_in_the_main_notation(chess: forthgame.Game) -> None:
    state = chess.new_game(seed=1)
    move = state.find("g1f3")
    assert (move.short, move.text_in("uci")) == ("Nf3", "g1f3")
    assert pickle.loads(pickle.dumps(move)).short == "Nf3"
    state = chess.position(fen="4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1")
    assert state.find("c3e2").short == "Nce2"
    with pytest.raises(TextsError, match="declares no moves as"):
        move.text_in("pdn")


def test_a_pattern_of_the_script_comes_first(tmp_path: Path) -> None:
    script = """{notation} "%t!"
    {board 2 2 {grid} board} {players {player} White {player} Black players}
    {turn-order {turn} White {turn} Black turn-order}
    : up n verify from here move add-move ; {directions -1 0 {direction} n directions}
    {moves ups {move} up moves} {pieces {piece} man {moves} ups pieces}
    {board-setup {setup} White man a1 board-setup}"""
    lines = script.replace("{moves ups", "\n{moves ups").replace(": up", "\n: up")
    order = lines.index("{directions")
    directions = lines[order : lines.index("directions}") + len("directions}")]
    lines = lines.replace(directions, "").replace("\n: up", f"\n{directions}\n: up")
    (tmp_path / "own.4th").write_text(lines)
    (tmp_path / "own.texts.toml").write_text("[moves.uci]\n")
    state = forthgame.load(tmp_path / "own.4th", native=False).new_game(seed=1)
    (move,) = state.moves()
    assert (move.short, move.text_in("uci")) == ("a2!", "a1a2")
    assert state.find("a1a2") == state.find("a2!") == move


def test_history_in_a_notation(chess: forthgame.Game) -> None:
    state = chess.new_game(seed=1)
    for text in MATE.split():
        state.play(text)
    assert state.history_in("san") == [*MATE.split()[:-1], "Qxf7#"]
    assert state.history_in("uci")[-1] == "h5f7"
    assert state.history[-1] == "queen h5 x f7"
    assert state.copy().history_in("san") == state.history_in("san")
    with pytest.raises(TextsError):
        state.history_in("usi")


def test_membership_in_any_notation(chess: forthgame.Game) -> None:
    moves = chess.new_game(seed=1).moves()
    for text in ("e2e4", "e4", "Ngf3", "pawn e2 - e4"):
        assert text in moves
    for text in ("e2e5", "Nd2", "", "pawn e2 - e5"):
        assert text not in moves
    assert moves[3] in moves
    assert moves[3] != moves[3].text
    assert 3 not in moves  # type: ignore[comparison-overlap]


def test_moves_are_sorted_by_their_texts(chess: forthgame.Game) -> None:
    moves = chess.new_game(seed=1).moves()
    texts = [move.text for move in sorted(moves)]
    assert texts == sorted(texts) != list(moves.texts)
    with pytest.raises(TypeError):
        sorted([moves[0], "e4"])  # type: ignore[list-item]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("question", "asked", "legal"),
    [
        ("Nf3", "knight g1 - f3", True),
        ("g1f3", "g1 f3", True),
        ("Nd2", "knight b1 x d2", False),
        ("O-O", "king e1 x g1", False),
        ("exd5", "pawn e2 - d5", False),
    ],
)
def test_questions_in_a_notation(
    chess: forthgame.Game, question: str, asked: str, legal: bool
) -> None:
    found = chess.new_game(seed=1).explain(question)
    assert (found.question, found.legal) == (asked, legal)


def test_reading_a_position_leaves_a_running_game_alone(chess: forthgame.Game) -> None:
    state = chess.new_game(seed=5)
    state.play("e4")
    before, streams = state.fingerprint, state.kept_streams()
    other = chess.position(fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert state.texts("san")[0]
    other.play("e4")
    assert (state.fingerprint, state.kept_streams()) == (before, streams)
    state.play("e5")
    assert state.history_in("san") == ["e4", "e5"]
