"""Games in PGN: read, replayed, and written as the standard has it."""

from __future__ import annotations

from random import Random

import pytest

import forthgame
from forthgame.base.errors import ForthgameError
from forthgame.position.records.game_tree import RecordError
from forthgame.position.records.move_texts import own_word, safe_text
from forthgame.position.records.pgn_writer import comment_words, escaped, wrapped

GAME = """[Event "A \\"friendly\\" game"]
[White "Ada"]
[Black "Bob"]
[Result "0-1"]
[Annotator "C\\\\D"]

{Played at home.} 1.e4 e5 2.Nf3!? (2.f4 {the gambit} exf4 (2...d5 $1) 3. Nf3) 2...d6
3. Bc4 Bg4?? ({or} 3...Nc6 4. O-O) 4. h3 Bh5 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5 0-1
"""
WRITTEN = """[Event "A \\"friendly\\" game"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ada"]
[Black "Bob"]
[Result "0-1"]
[Annotator "C\\\\D"]

{Played at home.} 1. e4 e5 2. Nf3 $5 (2. f4 {the gambit} 2... exf4 (2... d5 $1)
3. Nf3) 2... d6 3. Bc4 Bg4 $4 ({or} 3... Nc6 4. O-O) 4. h3 Bh5 5. Nxe5 Bxd1 6.
Bxf7+ Ke7 0-1

"""


@pytest.fixture(scope="module")
def chess() -> forthgame.Game:
    return forthgame.load("chess", native=False)


def test_a_game_is_written_as_the_standard_has_it(chess: forthgame.Game) -> None:
    record = chess.from_pgn(GAME.replace(" 7. Nd5", ""))
    assert (record.comment, record.tags["Annotator"]) == ("Played at home.", "C\\D")
    assert [move.text for move in record.moves[:3]] == ["e4", "e5", "Nf3"]
    assert record.moves[2].nags == [5]
    assert [move.text for move in record.moves[2].variations[0]] == ["f4", "exf4", "Nf3"]
    assert record.text() == WRITTEN
    assert chess.from_pgn(record.text()).text() == WRITTEN


def test_states_are_made_on_demand(chess: forthgame.Game) -> None:
    record = chess.from_pgn("1. e4 e5 2. Nf3 *")
    assert [state.player for state in record.states()] == ["White", "Black", "White", "Black"]
    assert record.state(2).history == ["pawn e2 - e4", "pawn e7 - e5"]
    assert len(record.state().history) == 3
    with pytest.raises(ValueError, match="has 3 plies, not 4"):
        record.state(4)


def test_an_illegal_move_is_named_with_line_and_ply(chess: forthgame.Game) -> None:
    with pytest.raises(RecordError, match=r"game:8: ply 13: White cannot play 'Nd5'") as caught:
        chess.from_pgn(GAME)
    assert (caught.value.line, caught.value.ply) == (8, 13)


def test_reading_goes_on_after_a_bad_game(chess: forthgame.Game) -> None:
    first, second = chess.records("1. e4 e5 (1... Ke4) 2. Ke3 Nc6 *\n\n1. d4 d5 *\n")
    assert [(error.line, error.ply) for error in first.errors] == [(1, 2), (1, 3)]
    assert second.errors == []
    with pytest.raises(RecordError, match="ply 3: White cannot play 'Ke3'"):
        first.state()
    assert len(list(zip(range(3), first.states(), strict=False))) == 3


def test_a_result_against_the_rules(chess: forthgame.Game) -> None:
    record, resigned = chess.records("1. f3 e5 2. g4 Qh4# 1-0\n\n1. e4 0-1")
    assert "the result is 1-0, but by the rules it is 0-1" in str(record.errors[0])
    assert resigned.errors == []


def test_moves_after_a_third_repetition_are_played(chess: forthgame.Game) -> None:
    moves = "Nf3 Nf6 Ng1 Ng8 " * 3 + "e4 e5"
    record = chess.from_pgn(f"{moves} 1-0")
    assert record.errors == []
    assert record.state().history[-1] == "pawn e7 - e5"
    assert "e4 e5 1-0" in record.text()


def test_null_moves_pass_the_turn(chess: forthgame.Game) -> None:
    record = chess.from_pgn("1. e4 -- 2. d4 Z0 3. Nf3 *")
    assert record.errors == []
    assert record.state().board["f3"] == ("White", "knight")
    assert "1. e4 -- 2. d4 Z0 3. Nf3 *" in record.text()


def test_a_game_from_a_position(chess: forthgame.Game) -> None:
    state = chess.position(fen="4k3/P7/8/8/8/8/8/4K3 w - - 5 40")
    state.play("a8=Q")
    text = state.pgn(White="Ada")
    assert '[SetUp "1"]\n[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 5 40"]' in text
    assert "\n40. a8=Q+ *\n" in text
    assert chess.from_pgn(text).state().fen() == state.fen()
    black = chess.from_pgn('[FEN "4k3/P7/8/8/8/8/8/4K3 b - - 5 40"]\n\n1... Kd7 2. a8Q *')
    assert "\n40... Kd7 41. a8=Q *\n" in black.text()


def test_a_game_of_another_variant_is_refused(chess: forthgame.Game) -> None:
    (record,) = chess.records('[Variant "Atomic"]\n\n1. e4 *')
    assert "the tag Variant is Atomic, and this game is chess" in str(record.errors[0])
    assert chess.from_pgn('[Variant "From Position"]\n\n1. e4 *').errors == []


def test_no_game_and_no_format(chess: forthgame.Game) -> None:
    with pytest.raises(RecordError, match="there is no game"):
        chess.from_pgn("\n")
    with pytest.raises(RecordError, match="there is no format 'pgm' of records: pgn"):
        chess.from_record("1. e4", "pgm")
    with pytest.raises(TypeError, match="a record is a text or a path"):
        chess.from_pgn(5)  # type: ignore[arg-type]


def test_drops_as_other_programs_write_them() -> None:
    game = forthgame.load("chess/crazyhouse", native=False)
    record = game.from_pgn('[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxe4+ *')
    assert "3. @e4 Qxe4+ *" in record.text()


@pytest.mark.parametrize("name", ["tictactoe", "kalah", "ur", "apocalypse", "draughts/english"])
def test_any_game_of_two_seats(name: str) -> None:
    """Each move is one word and is read back, also moves of dice and partial moves."""
    game, random = forthgame.load(name, native=False), Random(7)
    state = game.new_game(seed=1)
    while len(state.history) < 30 and state.moves():
        state.play(random.choice(state.moves()))
    text = state.pgn()
    assert max(map(len, text.splitlines())) <= 80
    words = text.split("\n\n")[1].split()
    assert (
        len([word for word in words[:-1] if not word.rstrip(".").isdigit()]) == 30 or state.is_over
    )
    record = game.from_pgn(text)
    assert record.state().history == state.history
    assert record.text() == text


def test_a_game_of_four_seats_has_no_pgn() -> None:
    with pytest.raises(ForthgameError, match="splut has 4 seats, and PGN is for two"):
        forthgame.load("splut", native=False).new_game().pgn()


WORDS = ["a b", "a_b", "x=41", "e8=Q", "5", "1-0", "--", "N", "a.b {c} (d) $1 ; \"\\", "é*",
         "11-15", "@e4", "%x", "partial 0 s4",
         "a+-", "b="]  # fmt: skip


@pytest.mark.parametrize("text", WORDS)
def test_any_text_is_one_word(text: str) -> None:
    word = safe_text(text)
    assert own_word(word) == text
    game = next(iter(forthgame.load("tictactoe", native=False).records(f"1. {word} *")))
    assert [move.text for move in game.moves] == [word]


def test_distinct_texts_have_distinct_words() -> None:
    assert len({safe_text(text) for text in WORDS}) == len(WORDS)


def test_tags_are_escaped() -> None:
    assert escaped('a "b" \\ c\nd\x07') == 'a \\"b\\" \\\\ c d '


def test_comments_are_wrapped_and_never_break_the_text() -> None:
    words = list(comment_words("a } b " + "word " * 30))
    assert all(word.startswith("; ") and word.endswith("\n") for word in words)
    assert max(map(len, wrapped(words).splitlines())) <= 80
    assert not any(line.startswith("%") for line in wrapped(list(comment_words("x " * 38 + "%d")))
                   .splitlines())  # fmt: skip
