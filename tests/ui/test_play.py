"""`forthgame play`: moves in the ways that people type them, and the commands of its prompt."""

from __future__ import annotations

import io
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import forthgame
from forthgame import Game, IllegalMove, State
from forthgame.base.errors import AmbiguousMove
from forthgame.position.move_texts import two_places
from forthgame.ui.cli.starting_positions import last_places, listed_move
from forthgame.ui.commands.play import command
from forthgame.ui.terminal.coloured_board import print_board
from forthgame.ui.terminal.terminal_game import TerminalGame

BOTH = ["--seat", "X=human", "--seat", "O=human"]


@pytest.fixture(scope="module")
def games() -> Iterator[dict[str, Game]]:
    """The games whose moves are typed."""
    names = ("breakthrough", "connectfour", "tictactoe", "chess")
    found = {name: forthgame.load(name, native=False) for name in names}
    yield found
    for game in found.values():
        game.close()


def played(*lines: str, options: list[str] = BOTH, game: str = "tictactoe") -> str:
    """Return the output after these lines are typed."""
    result = CliRunner().invoke(command, [game, "--depth", "2", "--seed", "1", *options],
                                input="".join(f"{line}\n" for line in lines))  # fmt: skip
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(
    ("name", "text", "meant"),
    [
        *(("breakthrough", text, "man a2 - a3")
          for text in ("a2a3", "a2 a3", "A2-a3", "man a2 a3", "MAN A2-A3", "a2 → a3", "man a2a")),
        *(("connectfour", text, "Yellow disc d1") for text in ("d1", "D", "disc d", "yellow d1")),
        *(("tictactoe", text, "X mark b2") for text in ("B2", "x b2", "mark B2", "Xmarkb2")),
        *(("chess", text, "knight g1 - f3") for text in ("nf3", "g1f3", "knight f", "f3 ", "NF3")
          if text != "f3 "),
    ],
)  # fmt: skip
def test_a_move_as_people_type_it(games: dict[str, Game], name: str, text: str, meant: str) -> None:
    state = games[name].new_game(seed=1)
    assert state.find(text).text == meant
    state.play(text)
    assert state.history == [meant]


@pytest.mark.parametrize(
    ("name", "text"),
    [("breakthrough", "man a2~ - a3"), ("breakthrough", "a4"), ("connectfour", "d2"),
     ("tictactoe", ""), ("tictactoe", "-"), ("tictactoe", "b2" * 1000), ("chess", "e2e5")],
)  # fmt: skip
def test_what_fits_no_move_is_illegal(games: dict[str, Game], name: str, text: str) -> None:
    with pytest.raises(IllegalMove):
        games[name].new_game(seed=1).find(text)


def test_a_text_that_fits_several_moves(games: dict[str, Game]) -> None:
    """The error names them, and their numbers in the list."""
    state = games["breakthrough"].new_game(seed=1)
    with pytest.raises(AmbiguousMove, match=r"several moves with 'a2': man a2 - a3; man a2 - b3$"):
        state.play("a2")
    with pytest.raises(AmbiguousMove, match=r"; and 13 more$") as caught:
        state.play("man")
    assert caught.value.numbers == list(range(9))
    twin = pickle.loads(pickle.dumps(caught.value))
    assert (str(twin), twin.count) == (str(caught.value), 22)


def test_an_exact_text_comes_first(tmp_path: Path) -> None:
    """If texts differ only in case, each means its own move; the player must choose among
    others.
    """
    script = tmp_path / "cases.4th"
    script.write_text("""{board {position} a {position} A {position} a1 {position} a11 board}
        {players {player} One {player} Two players}
        {turn-order {turn} One {turn} Two turn-order}
        : put empty? verify drop add-move ; {moves puts {move} put moves}
        {pieces {piece} man {drops} puts pieces}""")
    with forthgame.load(script, native=False) as game:
        state = game.new_game(seed=1)
        assert state.find("One man A").text == "One man A"
        assert state.find("One man a").text == "One man a"
        assert state.find("a1").text == "One man a1"  # not a beginning of a11
        with pytest.raises(AmbiguousMove):
            state.find("a")


DROPS = """{board POSITIONS board} {players {player} PLAYER players}
    {turn-order {turn} PLAYER turn-order}
    : put empty? verify drop add-move ;
    : crowned empty? verify choice" crowned" drop add-move ;
    {moves puts {move} put moves} {moves both {move} put {move} crowned moves}
    {pieces {piece} man {drops} LIST pieces}"""


@pytest.fixture
def dropping(tmp_path: Path) -> Iterator[Callable[[str, str, str], State]]:
    """Return a game in which men are dropped, with these positions, this player and list of
    moves.
    """
    made: list[Game] = []

    def make(positions: str, player: str, moves: str = "puts") -> State:
        places = " ".join(f"{{position}} {name}" for name in positions.split())
        script = tmp_path / "drops.4th"
        script.write_text(
            DROPS.replace("POSITIONS", places).replace("PLAYER", player).replace("LIST", moves)
        )
        made.append(forthgame.load(script, native=False))
        return made[-1].new_game(seed=1)

    yield make
    for game in made:
        game.close()


def test_a_number_is_no_beginning_of_a_longer_one(dropping: Callable[..., State]) -> None:
    """`a1` is accepted, and `a11` is not meant."""
    state = dropping("a1 a11", "One")
    state.play("a1")
    with pytest.raises(IllegalMove):
        state.find("a1")


def test_a_beginning_of_all_texts_may_be_that_of_one_position(
    dropping: Callable[..., State],
) -> None:
    """Every text begins with the player's name, which does not tell them apart."""
    assert dropping("ox py", "oxen").find("o").text == "oxen man ox"


def test_a_position_with_a_choice(dropping: Callable[..., State]) -> None:
    state = dropping("a b", "One", "both")
    assert state.find("a crowned").choice == "crowned"


def test_exact_texts_only(games: dict[str, Game]) -> None:
    """Exact texts are for saved games and for engines, which name whole moves."""
    state = games["breakthrough"].new_game(seed=1)
    assert state.find("man a2 - a3", exact=True).text == "man a2 - a3"
    with pytest.raises(IllegalMove):
        state.find("man a2 a3", exact=True)


def test_a_question_with_numbers() -> None:
    told = played("b", "5", "quit")
    assert "which of these 3? Type its number:" in told
    assert "   5  X mark b2\n" in told
    assert "  2  . X .\n" in told


def test_undo_against_an_engine_goes_back_to_the_human() -> None:
    """The engine would otherwise play again at once; redo brings both back."""
    told = played("b2", "undo", "undo", "redo", "quit", options=["--seat", "X=human"])
    assert told.count("X to move (9 moves)") == 3
    assert told.count("X to move (7 moves)") == 2
    assert "there is no move of yours to take back" in told
    assert told.count("O (script): ") == 1


def test_undo_where_the_engine_began() -> None:
    """The engine's opening stays."""
    told = played("undo", "quit", options=["--seat", "O=human"])
    assert "there is no move of yours to take back" in told


@pytest.mark.parametrize("name", ["undo", "redo", "hint", "help", "board", "save", "load", "resign",
                                  "moves", "why", "score", "flip", "quit"])  # fmt: skip
def test_help_lists_each_command(name: str) -> None:
    assert f"\n  {name} " in played("help")


def test_commands_with_a_mark() -> None:
    told = played(":moves b2", "/moves a1", ":nothing", "/", "QUIT")
    assert "   5  X mark b2\n" in told
    assert "   7  X mark a1\n" in told
    assert "there is no command 'nothing'; `help` lists them" in told


def test_the_end_of_input_ends_cleanly() -> None:
    assert played("b2").endswith("O to move (8 moves)> \n")


def test_the_end_in_words() -> None:
    assert "X wins. The game is over: loss for O." in played("a1", "b1", "a2", "b2", "a3")


def test_resigning(tmp_path: Path) -> None:
    """The file of the game contains the resignation."""
    kept = tmp_path / "kept.game"
    told = played("b2", "resign", options=[*BOTH, "--save", str(kept)])
    assert told.endswith("O resigns; X wins.\n")
    assert '[Reason "O resigns; X wins"]' in kept.read_text()


def test_a_folder_that_is_not_there_is_said_first(tmp_path: Path) -> None:
    kept = str(tmp_path / "none" / "kept.game")
    result = CliRunner().invoke(command, ["tictactoe", *BOTH, "--save", kept], input="b2\nquit\n")
    assert "there is no such folder" in str(result.exception)
    assert "to move" not in result.stdout


def test_moves_that_cannot_be_saved_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def keep(table: TerminalGame, path: Path) -> str:
        raise forthgame.ForthgameError(f"{path} cannot be written: no space left")

    monkeypatch.setattr(TerminalGame, "keep", keep)
    kept = str(tmp_path / "kept.game")
    result = CliRunner().invoke(
        command, ["tictactoe", *BOTH, "--save", kept], input="b2\na1\nquit\n"
    )
    assert "no space left" in str(result.exception)
    assert result.stdout.endswith("X mark b2\nO mark a1\n")


def test_saving_and_loading(tmp_path: Path) -> None:
    """Games and positions are saved; errors are reported and the game goes on."""
    kept = tmp_path / "kept.game"
    told = played("b2", f"save {kept}", "undo", f"load {kept}", "undo", "quit")
    assert f"the game is in {kept}" in told
    assert told.count("O to move (8 moves)") == 3
    told = played("save", "load", f"load {tmp_path}/none", f"save {tmp_path}/no/where", "quit")
    assert told.count("X to move (9 moves)") == 5


def test_lists_begin_with_the_notation_of_players(games: dict[str, Game]) -> None:
    rows = [listed_move(move) for move in games["chess"].new_game().moves()]
    assert "Nf3       knight g1 - f3" in rows
    first = games["tictactoe"].new_game().moves()[0]
    assert listed_move(first) == str(first)


def test_no_board_is_drawn_twice() -> None:
    told = played("b2", "nonsense", "moves", "quit", options=["--seat", "X=human"])
    assert told.count("     a b c\n") == 2


def test_hint_score_why_flip() -> None:
    told = played(
        "hint negamax", "score negamax", "why z9", "why b2", "flip", "hint nobody", "quit"
    )
    assert "negamax would play X mark " in told
    assert "negamax, for X: score " in told
    assert "     c b a\n" in told
    assert "there is no engine 'nobody'" in told


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", ["e2e5", "E2-E5", "e2 - e5", "e2 → e5", "e2 e5"])
def test_why_reads_positions_as_people_type_them(games: dict[str, Game], text: str) -> None:
    answer = games["chess"].new_game().explain(text)
    assert not answer.legal
    assert answer.question == "e2 e5"


def test_why_about_a_beginning_of_a_move() -> None:
    both = ["--seat", "Yellow=human", "--seat", "Red=human"]
    assert "Yellow disc d1" in played("why D", "quit", options=both, game="connectfour")
    assert "names no position" in played("why qq", "why x b", "quit")


def test_two_positions_are_not_guessed() -> None:
    """Neither a name that can be split in two ways, nor one that is a position itself, is
    guessed.
    """
    assert two_places("a1b2", ["a1", "b2", "c3"]) == ("a1", "b2")
    assert two_places("a1b1", ["a1", "a1b1", "b1"]) == ("a1", "b1")
    assert two_places("aaa", ["a", "aa"]) is None
    assert two_places("a1", ["a1", "b2"]) is None
    assert two_places("a1" * 1000, ["a1"]) is None


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[State], list[str]]:
    """The lines of a board as a terminal gets them, with the codes of colours."""

    class Terminal(io.StringIO):
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    def draw(state: State) -> list[str]:
        written = Terminal()
        with monkeypatch.context() as patch:
            for name, value in (("TERM", "xterm-256color"), ("COLORTERM", "truecolor")):
                patch.setenv(name, value)
            patch.delenv("NO_COLOR", raising=False)
            patch.setattr(sys, "stdout", written)
            print_board(state, legend=True, last=last_places(state))
        return written.getvalue().splitlines()

    return draw


def test_the_last_move_is_marked(
    games: dict[str, Game], terminal: Callable[[State], list[str]]
) -> None:
    state = games["chess"].new_game()
    assert not any(";7" in line or "[7" in line for line in terminal(state))
    state.play("e2e4")
    marked = [line for line in terminal(state) if re.search(r"\[(\d+;)*7[;m]", line)]
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line).split()[0] for line in marked] == ["4", "2"]


def test_players_have_the_colours_they_are_called(
    games: dict[str, Game], terminal: Callable[[State], list[str]]
) -> None:
    """The exceptions are black and white pieces, which a terminal of that colour would hide."""
    state = games["connectfour"].new_game()
    state.play("d")
    legend = terminal(state)[-1]
    assert "38;2;240;228;66" in legend
    assert "38;2;43;43;48" not in terminal(games["chess"].new_game())[-1]


def test_positions_without_use_are_not_drawn() -> None:
    game = forthgame.load("chinese-checkers", native=False)
    rows = str(game.new_game()).splitlines()
    assert sum(row.count(".") for row in rows) == 121 - 20
    game.close()


def test_engines_on_all_seats_play_to_the_end() -> None:
    """Without a prompt, each move is announced with its player and engine, then the result."""
    out = played(options=["--seat", "X=negamax", "--seat", "O=random"])
    assert out.count("X (negamax): X mark ") == out.count("O (random): O mark ") + 1
    assert out.rstrip().splitlines()[-1].startswith("X wins.")
    assert ">" not in out
