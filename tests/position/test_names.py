"""Names that a script gives survive texts, JSON, game files, pickles, UGI and pictures."""

from __future__ import annotations

import json
import os
import pickle
import string
import tempfile
import xml.etree.ElementTree as Xml
from pathlib import Path
from typing import NamedTuple

import pytest
from commanding import commanded
from hypothesis import assume, given, settings, strategies as st

import forthgame
from forthgame.api.game import State
from forthgame.base.name_quoting import quoted, unquoted
from forthgame.play.model.game_file import GameFile, game_file, parse_game
from forthgame.play.model.schedule import opening_line, read_openings
from forthgame.play.ugi.engine_server import EngineServer

SHARED = """
{board 2 2 {grid} board} {directions -1 0 {direction} n directions}
{players {player} a,b {player} B players} {turn-order {turn} a,b {turn} B turn-order}
: go n verify empty? verify from here move add-move ; {moves m {move} go moves}
{pieces {piece} p {moves} m pieces} {board-setup {setup} a,b p a1 board-setup}
"""


class Names(NamedTuple):
    """A name of each kind."""

    player: str
    position: str
    piece: str
    variable: str
    array: str
    bytes: str
    attribute: str
    mark: str
    direction: str
    word: str
    moves: str
    zone: str
    ending: str
    choice: str


PLAIN = Names(*(f"plain-{kind}" for kind in Names._fields))
SCRIPT = """
{{board
  {{position}} first {{position}} {names.position} {{position}} third
  {{variable}} {names.variable} 2 {{array}} {names.array} 2 {{carray}} {names.bytes}
  2 {{attribute}} {names.attribute} 2 {{mark}} {names.mark} {{hand}}
board}}
{{directions
  {{link}} {names.direction} first {names.position}
  {{link}} {names.direction} {names.position} third
directions}}
{{players {{player}} {names.player} {{player}} other players}}
{{zones {names.player} {{zone}} {names.zone} {names.position} zones}}
{{turn-order {{turn}} {names.player} {{turn}} other turn-order}}
: over? {names.variable} @ 9 > IF draw ENDIF ;
{{endings over? {{ending}} {names.ending} endings}}
: {names.word}
  {names.direction} verify from here move 1 {names.attribute}! 2 {names.mark}!
  choice" {names.choice}" add-move
  choice" second" add-move ;
{{moves {names.moves} {{move}} {names.word} moves}}
{{pieces {{piece}} {names.piece} {{moves}} {names.moves} pieces}}
: OnNewGame 5 {names.variable} ! -1 1 {names.array} ! 200 0 {names.bytes} C! 3 1 other in-hand! ;
: OnNextTurn OnNextTurn 10 {names.variable} ! ;
{{board-setup {{setup}} {names.player} {names.piece} first board-setup}}
"""
# no blanks of the dialect, no `"` which ends a choice; line ends of other systems are included
CHARACTERS = st.characters(exclude_categories=("Cs",), exclude_characters=' \t\n\r\f\v\0\x1a"')
NAMES = st.lists(st.text(CHARACTERS, min_size=1, max_size=8), min_size=14, max_size=14, unique=True)
EXAMPLES = int(os.environ.get("FORTHGAME_EXAMPLES", "12"))
FEW = settings(max_examples=EXAMPLES, deadline=None)


def named(names: Names) -> forthgame.Game:
    """A game with these names."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "named.4th")
        path.write_text(SCRIPT.format(names=names), encoding="utf-8")
        return forthgame.load(path, native=False)


def same(one: State, other: State) -> bool:
    """Whether two states have the same position."""
    return (
        all(
            getattr(one, what) == getattr(other, what)
            for what in ("board", "hands", "player", "ending")
        )
        and one.to_text() == other.to_text()
    )


def check_position(state: State) -> None:
    """A position comes back from its text, JSON and pickle, and its picture is well-formed."""
    game = state.game
    assert same(game.position(state.to_text()), state)
    assert same(game.position(json.loads(json.dumps(state.to_json()))), state)
    Xml.fromstring(state._repr_svg_())


def check_game(game: forthgame.Game) -> None:
    """Check its positions, the files of its games, its openings and the words of its moves."""
    names = [*game.players, *game.positions, *game.pieces]
    assert [unquoted(quoted(name)) for name in names] == names
    state = game.new_game(seed=1)
    check_position(state)
    moves = state.moves()
    assert len(moves) == 2
    for move in moves:
        after = state.copy()
        after.play(move)
        check_position(after)
        check_file(game_file(after, 1, {state.player: "first", "other": "uct"}, "a [reason"), after)
        assert same(by_ugi(game, f"position startpos moves {word(state, move.index)}"), after)
        text = f"position text {state.to_text()} moves {word(state, move.index)}"
        assert by_ugi(game, text).board == after.board


def check_file(file: GameFile, state: State) -> None:
    """Check that a game file is read as it was written, and leads to the same position."""
    for read in (parse_game(file.text()), parse_game(json.dumps(file.document()))):
        assert (read.seats, read.result, read.reason) == (file.seats, file.result, file.reason)
        assert same(read.replay(state.game), state)


def word(state: State, number: int) -> str:
    """Return UGI's spelling of a move."""
    moves = state.moves()
    return EngineServer(state.game, print).words.write(state, moves[number], moves)


def by_ugi(game: forthgame.Game, line: str) -> State:
    """The position that an engine has after a line."""
    said = list[str]()
    server = EngineServer(game, said.append)
    server.obey(line)
    assert not said
    return server.state


def test_a_player_with_a_comma_is_read_from_a_turn(tmp_path: Path) -> None:
    path = tmp_path / "comma.4th"
    path.write_text(SHARED)
    state = forthgame.load(path, native=False).new_game(seed=1)
    assert same(state.game.position(state.to_text()), state)
    assert same(state.game.position(state.to_json()), state)


def test_old_texts_with_a_comma_in_a_piece_are_read(tmp_path: Path) -> None:
    path = tmp_path / "comma.4th"
    path.write_text(SHARED)
    game = forthgame.load(path, native=False)
    state = game.position("comma | a,b:p@a1 | turn=0,a%2cb,a%2cb,0,1,0")
    assert state.board == {"a1": ("a,b", "p")}


@pytest.mark.parametrize("kind", Names._fields)
def test_punctuation_in_names_survives(kind: str) -> None:
    marks = string.punctuation.replace('"', "") if kind == "choice" else string.punctuation
    check_game(named(PLAIN._replace(**{kind: marks})))


@FEW
@given(names=NAMES)
def test_any_characters_in_names_survive(names: list[str]) -> None:
    known = named(PLAIN).forth.dictionary
    made = {f"{name}{end}" for name in names for end in ("!", "-at", "-at!", "-now!")}
    assume(not any(known.find(name) for name in (*names, *made)) and made.isdisjoint(names))
    assume(not any(map(known_number, names)))
    assume(names[-1].strip() not in ("", "second"))
    check_game(named(Names(*names)))


def known_number(name: str) -> bool:
    """Whether a name is a number that the script uses, which would then mean something else."""
    return name.lstrip("+-").isdigit()


def test_pickles_keep_names(tmp_path: Path) -> None:
    path = tmp_path / "named.4th"
    names = Names(*(f"{kind}{string.punctuation}" for kind in Names._fields[:-1]), "choice;")
    path.write_text(SCRIPT.format(names=names))
    state = forthgame.load(path, native=False).new_game(seed=1)
    state.play(state.moves()[0])
    read = pickle.loads(pickle.dumps(state))
    assert same(read, state)
    assert read == state


def test_a_file_of_openings_keeps_names(tmp_path: Path) -> None:
    names = Names(*(f"{kind}{string.punctuation}" for kind in Names._fields[:-1]), "choice;%3b")
    moves = [move.text for move in named(names).new_game(seed=1).moves()]
    path = tmp_path / "openings"
    path.write_text(opening_line(moves))
    assert read_openings(path) == [tuple(moves)]


def test_a_semicolon_in_a_name_can_be_given_to_after(tmp_path: Path) -> None:
    path = tmp_path / "comma.4th"
    path.write_text(SHARED.replace("} p ", "} p;q ").replace(" p a1", " p;q a1"))
    after = commanded("moves", str(path), "--interpret", "--after", "p%3bq a1 - a2")
    assert after.returncode == 0
    assert after.stderr.startswith("B to move")


def test_an_equals_sign_in_a_player_can_be_given_to_seat(tmp_path: Path) -> None:
    path = tmp_path / "comma.4th"
    path.write_text(SHARED.replace("a,b", "a=b"))
    played = commanded(
        "play", str(path), "--seat", "a=b=random", "--seat", "B=first", "--seed", "1"
    )
    assert played.returncode == 0
    assert "p a1 - a2" in played.stdout
