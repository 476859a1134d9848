"""Tests of positions for the page: cached moves, and data sent unchanged."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest

import forthgame
from forthgame.play.processes import messages
from forthgame.ui.worker.answer_framing import BODY, frame, read, write
from forthgame.ui.worker.worker_state import MoveListing, ShownPosition, position_document
from serve.talking import unframed


@pytest.mark.parametrize(
    "name",
    ["breakthrough", "gomoku", "splut",
     *(pytest.param(other, marks=pytest.mark.slow)
       for other in ("chess", "draughts", "go/5x5", "morris", "shogi", "backgammon"))],
)  # fmt: skip
@pytest.mark.sampled(2)
def test_moves_that_were_stored_are_those_of_the_position(name: str) -> None:
    game = forthgame.load(name)
    listing, chosen = MoveListing(game), random.Random(3)
    for seed in range(3):
        state = game.new_game(seed=seed)
        for _ in range(25):
            shown = json.loads(ShownPosition(listing, state).written())
            assert shown == json.loads(json.dumps(position_document(state)))
            if shown["over"]:
                break
            state.play(chosen.choice(state.moves()))


def test_a_move_takes_only_where_something_stands(tmp_path: Path) -> None:
    """The actions are equal, with a piece to capture or without."""
    script = tmp_path / "cutting.4th"
    script.write_text(
        "{board 1 3 {grid} board} {players {player} A {player} B players}\n"
        "{turn-order {turn} A {turn} B turn-order}\n"
        ": swipe here c1 = verify drop b1 capture-at add-move ;\n"
        ": put here b1 = verify empty? verify drop add-move ;\n"
        "{moves drops {move} swipe {move} put moves} {pieces {piece} man {drops} drops pieces}\n"
    )
    game = forthgame.load(script)
    listing, state = MoveListing(game), game.new_game()
    takes = []
    for text in ("A man c1 x b1", "B man b1", ""):
        shown = json.loads(ShownPosition(listing, state).written())
        found = {move["text"]: move["takes"] for move in shown["moves"]}
        takes.append(found[f"{state.player} man c1 x b1"])
        if text:
            state.play(text)
    assert takes == [[], [], ["b1"]]


def test_a_message_is_as_long_as_its_text() -> None:
    """A text that fits a file fits a message; lone surrogates are preserved too."""
    pipe = io.BytesIO()
    messages.write(pipe, {"line": ["é駒" * 100, "\udcff"]})
    assert len(pipe.getvalue()) < 600
    pipe.seek(0)
    assert messages.read(pipe) == {"line": ["é駒" * 100, "\udcff"]}


def test_a_body_comes_through_a_pipe_as_it_was_written() -> None:
    pipe = io.BytesIO()
    write(pipe, {"kind": "answer", BODY: '{"name": "é\\u2028"}'})
    write(pipe, {"kind": "answer", "plain": 1})
    pipe.seek(0)
    assert read(pipe) == {"kind": "answer", BODY: '{"name": "é\\u2028"}'}
    assert read(pipe) == {"kind": "answer", "plain": 1}
    assert read(pipe) is None


@pytest.mark.parametrize("size", [-1, messages.LONGEST + 1, True, "4", 1.5])
def test_a_body_of_no_size_is_refused(size: object) -> None:
    pipe = io.BytesIO()
    messages.write(pipe, {"kind": "answer", BODY: size})
    pipe.seek(0)
    with pytest.raises(messages.BadMessage):
        read(pipe)


def test_a_body_that_is_no_text_is_refused() -> None:
    pipe = io.BytesIO()
    messages.write(pipe, {"kind": "answer", BODY: 2})
    pipe.write(b"\xff\xfe")
    pipe.seek(0)
    with pytest.raises(messages.BadMessage):
        read(pipe)


def test_a_body_cannot_speak_for_the_server() -> None:
    """Another answer, an error or a second message cannot be faked by a body."""
    body = '{"answer": 9, "position": 1}\n{"event": "table"}'
    sent = frame({"answer": 5, BODY: body})
    with pytest.raises(json.JSONDecodeError):
        unframed(sent)
    assert unframed(frame({"answer": 5, BODY: '{"answer": 9, "x": 1}'})) == {"answer": 5, "x": 1}
