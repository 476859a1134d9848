"""FORGET after loading a game: its text may forget words, code that runs during play may not."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.base.source import Source
from tests.machines import loaded

SCRIPT = """{board 1 3 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} A players}
: first ;
: step e verify empty? verify from here move add-move ;
{moves steps {move} step moves}
{turn-order {turn} A turn-order}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} A man a1 board-setup}
"""
FORGETS = f"{SCRIPT}: OnGenerateMoves turn-number 2 = IF ['] first (FORGET) ENDIF ;\n"
tiers = pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])


def written(folder: Path, text: str) -> Path:
    path = folder / "game.4th"
    path.write_text(text)
    return path


def play_and_look(state: forthgame.State) -> None:
    """The next list may be made by either: machine code makes it ahead."""
    state.play(0)
    state.moves()


@tiers
def test_code_cannot_forget_what_a_game_is_made_of(tmp_path: Path, native: bool) -> None:
    """The error has its place, and other games of the same script are played as before."""
    game = loaded(written(tmp_path, FORGETS), native)
    for _ in range(2):
        state = game.new_game(seed=1)
        assert [str(move) for move in state.moves()] == ["man a1 - b1"]
        with pytest.raises(forthgame.ScriptError) as caught:
            play_and_look(state)
        error = caught.value
        assert error.message == (
            "`first` cannot be forgotten: it belongs to a game that has been loaded"
        )
        assert (error.number, error.word) == (-15, "(FORGET)")
        assert error.place is not None
        assert (error.place.line, error.place.column) == (10, 48)


@tiers
def test_the_text_forgets_while_it_is_loaded(tmp_path: Path, native: bool) -> None:
    """Words are forgotten by name, by token, and by a word of the script."""
    text = f""": one 1 ; : two 2 ; : three 3 ;
: drop-it (FORGET) ;
: left ; FORGET left  : left ; ' left (FORGET)  : left ; ' left drop-it
{SCRIPT}"""
    game = loaded(written(tmp_path, text), native)
    assert [str(move) for move in game.new_game().moves()] == ["man a1 - b1"]
    assert game.forth.dictionary.find("left") is None


def test_a_machine_without_a_game_forgets_in_code() -> None:
    """No game depends on its words."""
    machine = forthgame.Machine()
    machine.run(": seven 7 ; : clear ['] seven (FORGET) ; clear : seven 8 ;")
    assert machine.run("seven .") == "8 "


def test_words_in_the_place_of_forgotten_ones_are_not_of_the_game(tmp_path: Path) -> None:
    """Text forgets words of the game; words that it then defines may be forgotten by code."""
    game = loaded(written(tmp_path, f"{SCRIPT}: unused ;\n"), native=False)
    text = "FORGET unused : fresh ; : clear ['] fresh (FORGET) ; clear"
    game.forth.load_text(Source("input", text))
    assert game.forth.dictionary.find("fresh") is None


DROPS = """{board 2 2 {grid} board}
{players {player} A players}
: put empty? verify drop add-move ;
: more drop add-move ;
{moves puts {move} put {move} more moves}
{turn-order {turn} A turn-order}
{pieces {piece} man {drops} puts pieces}
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("word", ["put", "more"])
@pytest.mark.parametrize("behind", ["", ": other 1 DROP ;", ": other drop add-move ;"])
def test_move_words_that_the_text_has_forgotten(tmp_path: Path, word: str, behind: str) -> None:
    """Both tiers look up the words of lists, with the same result."""
    path = written(tmp_path, f"{DROPS}' {word} (FORGET)\n{behind}\n")
    seen: list[object] = []
    for native in (False, True):
        game = loaded(path, native=native)
        for ask in (
            lambda game=game: [str(move) for move in game.new_game(seed=1).moves()],
            lambda game=game: game.perft(2),
            lambda game=game: game.playouts(3, seed=1, plies=5).results,
        ):
            try:
                seen.append(ask())
            except forthgame.ForthgameError as error:
                seen.append(str(error))
    assert seen[:3] == seen[3:]
