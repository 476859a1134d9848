"""The parts of a game are declared at the places where its words ran during loading."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from small import SCRIPT, line, small

import forthgame
from forthgame.base.source import Source
from forthgame.rules.checkpoint import Checkpoint
from forthgame.rules.model import DeclarationTokens, DeclaredPart
from forthgame.why.inspection.value_sources import Values


def declared(game: forthgame.Game) -> DeclarationTokens:
    return game.declaration.declared


def shown(parts: list[DeclaredPart]) -> list[tuple[str, tuple[str, ...], int]]:
    return [(part.keyword, part.names, part.place.line) for part in parts]


def test_parts_have_their_names_and_lines(tmp_path: Path) -> None:
    with small(tmp_path) as game:
        found = declared(game)
        assert shown(found.parts("directions")) == [
            ("{direction}", ("n",), line("-1 0")),
            ("{direction}", ("e",), line("0 1")),
        ]
        first = found.parts("board-setup")[0]
        assert first.names == ("White", "rook", "a1")
        assert first.place == found.place("board-setup", "{setup}", "a1")
        assert first.place.text[first.place.column - 1 :].startswith("White rook a1")
        assert found.parts("moves", "{move}")[2].owner == "pawn-moves"
        assert (token := found.header("pieces")) is not None
        assert token.place.line == line("{pieces")


def test_what_follows_a_part(tmp_path: Path) -> None:
    with small(tmp_path) as game:
        found = declared(game)
        hop = found.parts("moves", "{move}")[2]
        behind = found.behind(hop)
        assert behind is not None
        assert (behind.keyword, behind.names) == ("{move-type}", ("stepping",))
        assert found.behind(found.parts("moves")[-1]) is None


def test_a_section_that_is_given_again_has_replaced_itself(tmp_path: Path) -> None:
    again = "{board-setup\n\t{setup} Black rook c3\nboard-setup}\n"
    with small(tmp_path, SCRIPT + again) as game:
        names = [part.names for part in declared(game).parts("board-setup")]
        assert names == [("Black", "rook", "c3")]
        assert len(declared(game).parts("moves", "{moves")) == 3


def test_an_if_that_is_passed_over_declares_nothing(tmp_path: Path) -> None:
    choice = "0 IF\n\t{piece} wall\nELSE\n\t{piece} tower\nENDIF\n"
    with small(tmp_path, SCRIPT.replace("\t{piece} wall\n", choice).replace(
        "White wall", "White tower")) as game:  # fmt: skip
        names = [part.names[0] for part in declared(game).parts("pieces", "{piece}")]
        assert names == ["rook", "pawn", "stone", "tower"]


def test_a_word_of_the_script_declares(tmp_path: Path) -> None:
    """The names follow the word in the text; without a name, the word itself is the place."""
    script = SCRIPT.replace("{board\n", ": holding {hand} ;\n: two {piece} {piece} ;\n{board\n")
    script = script.replace("\t4 4 {grid}\n", "\t4 4 {grid}\n\tholding\n")
    script = script.replace("\t{piece} wall\n", "\ttwo wall\n\t\ttower\n")
    with small(tmp_path, script) as game:
        found = declared(game)
        assert shown(found.parts("pieces", "{piece}"))[-2:] == [
            ("{piece}", ("wall",), line("two wall", script)),
            ("{piece}", ("tower",), line("\t\ttower", script)),
        ]
        assert shown(found.parts("board", "{hand}")) == [
            ("{hand}", (), line("\tholding", script)),
        ]


def test_a_loop_does_not_make_parts_without_end(tmp_path: Path) -> None:
    script = SCRIPT.replace("{pieces\n", ": often 500 0 DO 7 {value} LOOP ;\n{pieces\n")
    script = script.replace("\t{piece} stone", "\t\toften\n\t{piece} stone")
    with small(tmp_path, script) as game:
        assert len(declared(game).parts("pieces", "{value}")) == 1


def test_files_that_are_loaded(tmp_path: Path) -> None:
    (tmp_path / "inner.4th").write_text(
        "\n{players\n\t{player} White\n\t{player} Black\nplayers}\n"
    )
    start, end = SCRIPT.index("{players"), SCRIPT.index("{turn-order")
    with small(tmp_path, f"{SCRIPT[:start]}LOAD inner.4th\n{SCRIPT[end:]}") as game:
        places = [part.place for part in declared(game).parts("players")]
        assert [(Path(place.file).name, place.line) for place in places] == [
            ("inner.4th", 3),
            ("inner.4th", 4),
        ]


def test_turns_with_players_who_choose_together(tmp_path: Path) -> None:
    script = SCRIPT.replace(
        "\t{turn} Black\n", "\t{together} Black {of-type} siding\n\t{turn} Black\n"
    )
    with small(tmp_path, script) as game:
        names = [[part.names[0] for part in turn] for turn in declared(game).turns()]
        assert names == [["White"], ["Black", "siding"], ["Black"]]
        assert len(names) == len(game.declaration.turns)
        assert declared(game).turn(3) == []


VALUES = """
VARIABLE total   5 total !
1 CONSTANT one
CREATE table 3 ,
	4 ,
DEFER rule
' 1+ IS rule
: later ['] 1- IS rule ;
: marks ( -- )
	7 COMPILE-LITERAL
	total @ IF
		COMPILE later
	ELSE
		COMPILE marks2
	ENDIF ;
"""


def lines_of(places: list[forthgame.base.errors.Place]) -> list[int]:
    return [place.line for place in places]


def test_where_words_get_their_values(tmp_path: Path) -> None:
    script = SCRIPT + ": marks2 ;\n" + VALUES
    with small(tmp_path, script) as game:
        found = Values(game)
        assert lines_of(found.outside["total"]) == [line("5 total !", script)]
        assert found.constants["one"].line == line("1 CONSTANT one", script)
        assert lines_of(found.data["table"]) == [
            line("CREATE table", script), line("\t4 ,", script),
        ]  # fmt: skip
        assert lines_of(found.deferred["rule"]) == [
            line("' 1+ IS", script), line(": later", script),
        ]  # fmt: skip
        number, condition = line("7 COMPILE-LITERAL", script), line("total @ IF", script)
        assert lines_of(found.run_by_moves["later"]) == [
            number, condition, line("COMPILE later", script),
        ]  # fmt: skip
        assert lines_of(found.run_by_moves["marks2"]) == [
            number, condition, line("COMPILE marks2", script),
        ]  # fmt: skip


def test_a_number_belongs_to_the_next_word_of_the_move(tmp_path: Path) -> None:
    both = ": first ; : second ;\n: both ( -- )\n\t1 COMPILE-LITERAL COMPILE first\n"
    script = f"{SCRIPT}{both}\t2 COMPILE-LITERAL\n\tCOMPILE second ;\n"
    with small(tmp_path, script) as game:
        found = Values(game).run_by_moves
        assert set(lines_of(found["first"])) == {line("\t1 COMPILE", script)}
        assert lines_of(found["second"]) == [
            line("\t2 COMPILE", script),
            line("\tCOMPILE s", script),
        ]


def test_what_was_forgotten_has_no_values(tmp_path: Path) -> None:
    again = "FORGET total\nVARIABLE total\n: marks ;\n6 ( new ) total ( comment ) !\n"
    with small(tmp_path, SCRIPT + ": marks2 ;\n" + VALUES + again) as game:
        found = Values(game)
        script = SCRIPT + ": marks2 ;\n" + VALUES + again
        assert lines_of(found.outside["total"]) == [line("6 ( new )", script)]
        assert not found.data
        assert not found.deferred
        assert "later" not in found.run_by_moves


def test_a_line_that_is_taken_back_has_declared_nothing(tmp_path: Path) -> None:
    with small(tmp_path) as game:
        forth = game.forth
        before = Checkpoint(forth)
        shown_before = (
            shown(declared(game).parts("board-setup")),
            shown(declared(game).parts("moves")),
        )
        text = "{moves more\n{move} aside\nmoves}\n{board-setup\nboard-setup}\nVARIABLE x 1 x !"
        forth.load_text(Source("line", text))
        assert len(declared(game).parts("moves", "{moves")) == 4
        before.restore()
        found = declared(game)
        assert (shown(found.parts("board-setup")), shown(found.parts("moves"))) == shown_before
        assert not found.stores


def test_a_game_from_a_pickle_has_the_same_places(tmp_path: Path) -> None:
    with small(tmp_path) as game:
        again = pickle.loads(pickle.dumps(game))
        for section in ("moves", "pieces", "board-setup"):
            assert shown(declared(again).parts(section)) == shown(declared(game).parts(section))


@pytest.mark.parametrize("times", [2, 3])
def test_each_loading_has_its_own(tmp_path: Path, times: int) -> None:
    """The language comes from a copy for later machines of a process."""
    for _ in range(times):
        with small(tmp_path, SCRIPT) as game:
            assert len(declared(game).parts("players")) == 2
