"""Habits of published scripts that a strict Forth would refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

HEAD = "{board 4 4 {grid} board}\n{directions -1 0 {direction} n 0 1 {direction} e directions}\n"
PLAYERS = "{players {player} X {player} O players}\n{turn-order {turn} X {turn} O turn-order}\n"


def script(
    words: str = ": step n verify empty? verify from here move add-move ;",
    moves: str = "{move} step",
    setup: str = "{setup} X man a1 {setup} O man d1",
    *,
    head: str = HEAD,
    players: str = PLAYERS,
    pieces: str = "{piece} man {moves} list",
    end: str = "",
) -> str:
    """A small game in which some parts are different."""
    return (
        f"{head}\n{players}\n{words}\n{{moves list {moves} moves}}\n"
        f"{{pieces {pieces} pieces}}\n{{board-setup {setup} board-setup}}\n{end}\n"
    )


@pytest.fixture(
    params=[False, pytest.param(True, marks=pytest.mark.slow)], ids=["interpreted", "native"]
)
def load(request: pytest.FixtureRequest, tmp_path: Path):  # type: ignore[no-untyped-def]
    """A function that loads a game from text, in each tier."""

    def load_text(text: str | bytes, name: str = "game.4th") -> forthgame.Game:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        game = forthgame.load(path)
        if request.param and game.native:
            game.native.prepare(wait=True, engines=False)
        return game

    return load_text


def texts(state: forthgame.State) -> list[str]:
    """The legal moves as texts."""
    return [str(move) for move in state.moves()]


def test_junk_on_the_stack(load) -> None:  # type: ignore[no-untyped-def]
    """Move words and events leave dozens of cells on the stack; an event's result is the top."""
    game = load(script(
        ": step n here from 7 8 9 from here move add-move 40 0 DO I LOOP ; "
        ": OnNewGame 30 0 DO I LOOP ; : OnIsGameOver 1 2 3 #UnknownScore ;",
    ))  # fmt: skip
    state = game.new_game(seed=1)
    for _ in range(6):
        assert state.outcome is None
        state.play(state.moves()[0])
    assert game.forth.processor.items() == []


def test_underflow_in_move_words_and_events(load) -> None:  # type: ignore[no-untyped-def]
    """Items below the bottom are 0, and the depth is corrected afterwards."""
    game = load(script(
        ": step DROP DROP DUP + 0= verify n verify from here move add-move SWAP ROT DROP ; "
        ": OnNextTurn DROP 2DROP OnNextTurn ; : OnIsGameOver DROP DROP #UnknownScore ;",
    ))  # fmt: skip
    state = game.new_game(seed=1)
    for expected in (["man a1 - a2"], ["man d1 - d2"], ["man a2 - a3"]):
        assert texts(state) == expected
        assert state.outcome is None
        state.play(expected[0])


def test_reading_outside_the_board(load) -> None:  # type: ignore[no-untyped-def]
    """Such positions are empty, and actions there do nothing."""
    game = load(script(
        ": step -1 piece-at 99 piece-at OR -1 player-at OR 77 enemy-at? OR 77 friend-at? OR"
        " 77 not-empty-at? OR NOT verify 77 empty-at? verify"
        " -5 capture-at 99 capture-at from 99 move man 55 create-piece-type-at"
        " n verify from here move add-move ;",
        end="' man DROP",
    ).replace(": step", "1 CONSTANT man : step"))  # fmt: skip
    state = game.new_game(seed=1)
    assert texts(state) == ["man a1 - a2"]
    state.play("man a1 - a2")
    assert state.board == {"a2": ("X", "man"), "d1": ("O", "man")}


def test_verify_fails_in_an_event(load) -> None:  # type: ignore[no-untyped-def]
    """The event returns."""
    game = load(script(
        end="VARIABLE seen : OnNewGame 1 seen ! FALSE verify 2 seen ! ; "
        ": OnIsGameOver #UnknownScore FALSE verify DROP #WinScore ;",
    ))  # fmt: skip
    state = game.new_game(seed=1)
    assert game.forth.processor.cell(game.forth.word("seen").value) == 1
    assert state.outcome is None


def test_compile_where_there_is_no_move(load) -> None:  # type: ignore[no-untyped-def]
    """In an event, or before a Pass that is already there, it has no effect."""
    game = load(script(
        "VARIABLE count : note count ++ ; : step COMPILE note Pass ; "
        ": OnNewGame COMPILE note 5 COMPILE-LITERAL ;",
        "{move} step {move} step",
    ))  # fmt: skip
    state = game.new_game(seed=1)
    assert texts(state) == ["Pass"]
    state.play("Pass")
    assert game.forth.processor.cell(game.forth.word("count").value) == 1


def test_an_unset_deferred_word_aborts(load) -> None:  # type: ignore[no-untyped-def]
    """The error has its place."""
    state = load(script("DEFER later : step later ;")).new_game(seed=1)
    with pytest.raises(forthgame.ScriptError, match="deferred word was never set"):
        state.moves()


def test_deferred_engines_pieces_and_setups(load) -> None:  # type: ignore[no-untyped-def]
    """Sections may name deferred words; they are looked up when they are used."""
    players = "DEFER think {players {player} X {search-engine} think {player} O players}"
    game = load(script(
        "DEFER KNIGHT " + ": step n verify KNIGHT change-type from here move add-move ;",
        setup="{setup} X KNIGHT a1 {setup} O man d1",
        players=players + " {turn-order {turn} X {turn} O turn-order}",
        pieces="{piece} man {moves} list {piece} horse {moves} list",
        end="' horse IS KNIGHT : pick $FirstMove $MoveString BestMove! 5 Score! ; ' pick IS think",
    ))  # fmt: skip
    state = game.new_game(seed=1)
    assert state.board["a1"] == ("X", "horse")
    assert game.set_up[0] == "(X KNIGHT a1)"
    result = state.search()
    assert (str(result.move), result.score) == (texts(state)[0], 5)


def test_kernel_words_redefined_over_themselves(load) -> None:  # type: ignore[no-untyped-def]
    """The old one is used inside; the kernel's own code keeps its meaning."""
    game = load(script(
        ": empty? empty? NOT NOT ; : move 2DUP = IF 2DROP ELSE move ENDIF ; : DUP DUP ; "
        ": add-move add-move ; : step n verify empty? verify from from move"
        " from here move add-move ;",
    ))  # fmt: skip
    assert texts(game.new_game(seed=1)) == ["man a1 - a2"]


def test_names_that_look_like_something_else(load) -> None:  # type: ignore[no-untyped-def]
    """Kernel names as pieces and positions, digits, signs, twins in another case."""
    game = load(script(
        ": 3A 1 ; : 1A 3A ; : O-O 1A ; : p++ O-O ; : rank1* p++ ; : @Rook rank1* ; "
        ": \\DiagonalScan @Rook ; : foo 2 ; : Foo \\DiagonalScan ; "
        ": step Foo foo 1- = verify w verify from here move add-move ;",
        setup="{setup} W R a1 {setup} ?C LF home",
        head="{board 4 4 {grid} {position} home board} {directions -1 0 {direction} w directions}",
        players="{players {player} W {player} ?C {random} players} "
        "{turn-order {turn} W {turn} ?C turn-order}",
        pieces="{piece} R {moves} list {piece} LF {piece} BL",
    ))  # fmt: skip
    state = game.new_game(seed=1)
    assert texts(state) == ["R a1 - a2"]
    assert state.board["home"] == ("?C", "LF")


def test_players_given_twice(load) -> None:  # type: ignore[no-untyped-def]
    """The second list has the engines."""
    game = load(script(end="{players {player} X {first} {player} O {random} players}"))
    state = game.new_game(seed=1)
    assert [p.engine for p in game.declaration.players] == ["first", "random"]
    assert str(state.search().move) == "man a1 - a2"


def test_a_word_that_wraps_a_direction_under_its_name(load) -> None:  # type: ignore[no-untyped-def]
    """`: n n DROP n ;` goes two squares."""
    game = load(script(": n n DROP n ; : step n verify from here move add-move ;"))
    assert texts(game.new_game(seed=1)) == ["man a1 - a3"]


def test_sizes(load) -> None:  # type: ignore[no-untyped-def]
    """A large board, many links, many pieces with negative values, long lists and turn orders."""
    named = " ".join(f"{{position}} extra{k}" for k in range(20))
    links = " ".join(f"{{link}} d{k % 8} {k * 7 % 1620} {(k * 13 + 5) % 1620}" for k in range(2560))
    pieces = "{piece} man {moves} list " + " ".join(
        f"{{piece}} p{k} {k - 120} {{value}}" for k in range(240)
    )
    words = "".join(
        f": w{k} {k + 20} to empty? verify from here move add-move ; " for k in range(61)
    )
    game = load(script(
        words,
        " ".join(f"{{move}} w{k}" for k in range(61)),
        "{setup} X man a1 {setup} O man a2",
        head=f"{{board 40 40 {{grid}} {named} board}} {{directions {links} directions}}",
        players="{players {player} X {player} O players} {turn-order "
        + "{turn} X {turn} O " * 13 + "turn-order}",
        pieces=pieces,
    ))  # fmt: skip
    assert (len(game.positions), len(game.pieces)) == (1620, 241)
    assert game.declaration.pieces[1].value == -120
    assert game.positions[26] == "aa40"
    state = game.new_game(seed=1)
    assert len(state.moves()) == 61
    assert game.perft(2) == 61 * 60  # the square that X has taken is not empty for O


def test_many_and_long_moves(load) -> None:  # type: ignore[no-untyped-def]
    """392 legal moves, several hundred actions in one, a text of more than 510 characters."""
    game = load(script(
        ": step 392 0 DO I 16 MOD to from here move add-move LOOP"
        " 300 0 DO from capture-at LOOP add-move ;",
    ))  # fmt: skip
    state = game.new_game(seed=1)
    moves = texts(state)
    assert len(moves) == 393
    assert len(moves[-1]) == 300 * 5 - 1
    state.play(moves[-1])
    assert "a1" not in state.board


def test_deep_nesting(load) -> None:  # type: ignore[no-untyped-def]
    """IF nested 75 deep."""
    deep = "TRUE IF " * 75 + "n verify from here move add-move " + "ENDIF " * 75
    assert texts(load(script(f": step {deep} ;")).new_game(seed=1)) == ["man a1 - a2"]


@pytest.mark.parametrize("count", [1, 8])
def test_one_player_and_eight(load, count: int) -> None:  # type: ignore[no-untyped-def]
    """A puzzle, and a crowd."""
    names = [f"P{k}" for k in range(count)]
    game = load(script(
        setup=" ".join(f"{{setup}} {name} man {'abcd'[k % 4]}{1 + 2 * (k // 4)}"
                       for k, name in enumerate(names)),
        players="{players " + " ".join(f"{{player}} {n}" for n in names) + " players} "
        "{turn-order " + " ".join(f"{{turn}} {n}" for n in names) + " turn-order}",
    ))  # fmt: skip
    state = game.new_game(seed=1)
    for name in names:
        assert state.player == name
        state.play(state.moves()[0])
    assert state.player == names[0]


def test_several_direction_sections_and_an_early_turn_order(load) -> None:  # type: ignore[no-untyped-def]
    """Directions of both sections work; {turn-order may come before {board."""
    game = load(
        PLAYERS + HEAD + "{directions {link} jump a1 d4 {link} n d4 a1 directions}\n"
        ": step n verify from here move add-move ; : leap jump verify from here move add-move ; "
        "{moves list {move} step {move} leap moves} {pieces {piece} man {moves} list pieces} "
        "{board-setup {setup} X man a1 {setup} X man d4 board-setup}"
    )
    assert texts(game.new_game(seed=1)) == ["man d4 x a1", "man a1 - a2", "man a1 x d4"]


def test_the_list_shown_is_the_list_played_from(load) -> None:  # type: ignore[no-untyped-def]
    """Move words that draw random numbers generate other moves the second time."""
    game = load(script(
        ": step 0 15 RAND-WITHIN to empty? verify from here move add-move ;",
        "{move} step " * 6,
    ))  # fmt: skip
    for seed in range(8):
        state = game.new_game(seed=seed)
        for _ in range(5):
            shown = texts(state)
            if not shown or state.outcome:
                break
            assert texts(state) == shown
            other = game.new_game(seed=seed + 100)
            other.moves()
            state.play(shown[-1])
            assert state.history[-1] == shown[-1]


@pytest.mark.slow
def test_automatic_play_without_an_end(tmp_path: Path) -> None:
    """Without OnIsGameOver, a ply limit ends the game as a draw, and the result states it."""
    from forthgame.play.model.limits import Limits

    path = tmp_path / "endless.4th"
    path.write_text(script(": step Pass ;", end=": OnIsGameOver #UnknownScore ;"))
    limits = Limits(depth=1, plies=30)
    (record,) = forthgame.tournament([str(path)] * 2, games=1, seed=1, limits=limits).records
    assert (record.reason, record.winner, len(record.moves)) == ("ply limit", None, 30)


@pytest.mark.parametrize("ending", ["\r\n", "\n", "\r"])
def test_line_ends_and_bytes(load, ending: str) -> None:  # type: ignore[no-untyped-def]
    """CRLF, LF, no final newline, bytes above 127 in comments and strings, a byte-order mark."""
    text = script() + '\\ caf\xe9\n( na\xefve\n \xff ) : say ." \xe9" ; \\ end'
    for mark in (b"", b"\xef\xbb\xbf"):
        data = mark + text.replace("\n", ending).encode("latin-1")
        assert texts(load(data).new_game(seed=1)) == ["man a1 - a2"]


@pytest.mark.parametrize(
    "name", ["Base.4th", "Ur-[first].4th", "O'Brien's-(game).4th", "a-b--c.4th", "BASE.4TH"]
)
def test_names_of_files(load, tmp_path: Path, name: str) -> None:  # type: ignore[no-untyped-def]
    """Everything but blanks; another case is found too; a comment may follow."""
    (tmp_path / name).write_text(script())
    asked = name.lower() if name == "BASE.4TH" else name
    game = load(f"LOAD {asked} ( the base: a variant )\n\\ end", "variant-of-it.4th")
    assert texts(game.new_game(seed=1)) == ["man a1 - a2"]


def test_comments_that_are_no_effects(load) -> None:  # type: ignore[no-untyped-def]
    """( pos - ? ), ( 'dir -- ), ( ??? )."""
    game = load(script(
        ": a ( pos - ? ) empty-at? ; : b ( 'dir -- ) EXECUTE verify ; : c ( ??? ) ; "
        ": step ['] n b here a verify c from here move add-move ;",
    ))  # fmt: skip
    assert texts(game.new_game(seed=1)) == ["man a1 - a2"]


def test_a_scan_of_the_whole_board_for_every_piece(load) -> None:  # type: ignore[no-untyped-def]
    """A million words run for one generation without trouble."""
    game = load(script(
        ": scan 0 1600 0 DO I piece-at 0= IF 1+ ENDIF LOOP ; "
        ": step scan 1584 > verify n verify from here move add-move ;",
        "{move} step " * 20,
        head="{board 40 40 {grid} board} {directions -1 0 {direction} n directions}",
        setup=" ".join(f"{{setup}} X man {c}1" for c in "abcdefghij"),
    ))  # fmt: skip
    assert len(game.new_game(seed=1).moves()) == 200


def test_sections_given_again(load) -> None:  # type: ignore[no-untyped-def]
    """The later one counts: another board, players, turns, moves, pieces, priorities, set-up."""
    game = load(script(
        end="{board 2 2 {grid} board} {directions 0 1 {direction} e directions} "
        "{players {player} Q {player} P players} {turn-order {turn} P {turn} Q turn-order} "
        ": step e verify from here move add-move ; : stay Pass ; "
        "{moves list {move} stay {move-type} idle {move} step {move-type} busy moves} "
        "{move-priorities {move-priority} idle move-priorities} "
        "{move-priorities {move-priority} busy move-priorities} "
        "{pieces {piece} pawn {piece} man {moves} list pieces} "
        "{board-setup {setup} P man a1 {setup} Q pawn a2 board-setup}",
    ))  # fmt: skip
    state = game.new_game(seed=1)
    assert (game.players, game.pieces) == (["Q", "P"], ["pawn", "man"])
    assert game.positions == ["a2", "b2", "a1", "b1"]
    assert state.player == "P"
    assert texts(state) == ["man a1 - b1"]


@pytest.mark.parametrize(
    "words",
    ["a1 b2 0 $Link", "1 1 $MakeLinks", 'S" south" $CreateDirectionFromString', "$BuildDirection",
     "0 $symmetryPlayerCELLOffset ! 0 0 $ReplaceDirection"],
)  # fmt: skip
def test_directions_change_in_the_text_alone(load, words: str) -> None:  # type: ignore[no-untyped-def]
    """Machine code uses the links of the time when it was made."""
    game = load(script(end=f": OnNewGame {words} ;"))
    with pytest.raises(forthgame.ScriptError, match="belongs in a script's text, not in a word"):
        game.new_game()


@pytest.mark.parametrize("section", ["board-setup", "symmetries", "players"])
def test_links_hold_in_whichever_section_they_are_given(load, section: str) -> None:  # type: ignore[no-untyped-def]
    text = script()
    linked = text.replace(f"{section}}}", f"a1 b2 0 $Link {section}}}")
    if linked == text:
        linked = text + f" {{{section} a1 b2 0 $Link {section}}}"
    assert texts(load(linked).new_game(seed=1)) == ["man a1 - b2"]


def test_a_variant_declares_its_base_anew(load, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """A script that LOADs a base game and gives some of its sections again."""
    (tmp_path / "base.4th").write_text(script())
    game = load(
        "LOAD base.4th\n: leap n DROP n verify from here move add-move ; "
        "{moves list {move} leap moves} {pieces {piece} man {moves} list pieces}",
        "variant.4th",
    )
    assert texts(game.new_game(seed=1)) == ["man a1 - a3"]


def test_scans_by_raw_index_read_a_position_too_many(load) -> None:  # type: ignore[no-untyped-def]
    """Loops look at a cell before they test the bound: there is nothing there."""
    game = load(script(
        ": men 0 0 BEGIN DUP piece-at #PieceType AND man = IF SWAP 1+ SWAP ENDIF 1+ DUP 16 >"
        " UNTIL DROP ; : below -4 BEGIN DUP empty-at? WHILE 1+ REPEAT ; "
        ": right-of here BEGIN 1+ DUP enemy-at? OVER 15 > OR UNTIL ; "
        ": step men 2 = verify below 12 = verify right-of 15 = verify"
        " n verify from here move add-move ;",
        setup="{setup} X man a1 {setup} O man d1",
    ).replace(": men", "1 CONSTANT man : men"))  # fmt: skip
    assert texts(game.new_game(seed=1)) == ["man a1 - a2"]


def test_generated_tables_of_thousands_of_lines(load) -> None:  # type: ignore[no-untyped-def]
    """Data appended line by line, and as many lines of links."""
    table = "\n".join(f"{k} , {k * k} ,   \\ line {k}" for k in range(4000))
    links = "\n".join(f"{{link}} jump p{k} p{k * 7 % 1500}" for k in range(1500))
    named = " ".join(f"{{position}} p{k}" for k in range(1500))
    game = load(script(
        "CREATE squares\n" + table + "\n: square ( n -- n ) 8 * 4 + squares + @ ; "
        ": step 3999 square 15992001 = verify jump verify from here move add-move ;",
        head=f"{{board {named} board}}\n{{directions\n{links}\ndirections}}",
        setup="{setup} X man p1499 {setup} O man p3",
    ))  # fmt: skip
    assert texts(game.new_game(seed=1)) == ["man p1499 - p1493"]


def test_the_smallest_board(load) -> None:  # type: ignore[no-untyped-def]
    """The board has one position."""
    game = load(script(
        ": step man change-type add-move ;",
        "{move} step",
        "{setup} X man only",
        head="{board {position} only board} {directions directions}",
    ).replace(": step", "1 CONSTANT man : step"))  # fmt: skip
    assert texts(game.new_game(seed=1)) == ["= man on only"]


def test_a_game_against_dice_only(load) -> None:  # type: ignore[no-untyped-def]
    """The player against the dice thinks; any move may be that of the dice player."""
    game = load(script(
        ": step n verify empty? verify from here move add-move ;"
        " : roll current-player ?Dice = verify empty? verify 1 6 RAND-WITHIN"
        " create-piece-type add-move ;",
        "{move} step",
        "{setup} X man a1",
        players="{players {player} X {player} ?Dice {random} players} "
        "{turn-order {turn} X {turn} ?Dice turn-order}",
        pieces="{piece} man {moves} list " + " ".join(f"{{piece}} die{k}" for k in range(2, 7)),
    ).replace("{pieces", "{moves rolls {move} roll moves} {pieces", 1)
     .replace("{piece} die2", "{piece} die2 {drops} rolls"))  # fmt: skip
    state = game.new_game(seed=3)
    assert texts(state) == ["man a1 - a2"]
    state.play("man a1 - a2")
    assert state.player == "?Dice"
    shown = texts(state)
    assert len(shown) == 15
    state.play(state.search(engine="script").move)
    assert state.history[-1] in shown


def test_indices_outside_a_loop(load) -> None:  # type: ignore[no-untyped-def]
    """I, J and K in an event or move word without a loop are 0, whatever the engine keeps there."""
    game = load(script(
        ": idle I J K OR OR 0= ; : step idle verify I J K OR OR 0= verify"
        " 1 0 DO J K OR 0= verify LOOP n verify from here move add-move ;",
        end="VARIABLE seen : OnNewGame I J K + + seen ! ; : OnIsGameOver I J K + + seen +! "
        "#UnknownScore ;",
    ))  # fmt: skip
    state = game.new_game(seed=1)
    assert texts(state) == ["man a1 - a2"]
    assert state.outcome is None
    assert game.forth.processor.cell(game.forth.word("seen").value) == 0


def test_names_and_texts_in_any_script(load) -> None:  # type: ignore[no-untyped-def]
    """Compiled text prints as interpreted text does; pieces may have names of any signs."""
    game = load(script(
        ': say ." ♔ é Ã©" ; : step say n verify from here move add-move ;',
        setup="{setup} Δ ♔ a1 {setup} é man d1",
        players="{players {player} Δ {player} é players} {turn-order {turn} Δ {turn} é turn-order}",
        pieces="{piece} man {moves} list {piece} ♔ {moves} list {piece} é",
        end='." ♔ é Ã©"',
    ))  # fmt: skip
    assert "".join(game.printed) == "♔ é Ã©"
    state = game.new_game(seed=1)
    assert texts(state) == ["♔ a1 - a2"]
    state.play("♔ a1 - a2")
    assert state.player == "é"
    assert game.printed[-1] == "♔ é Ã©"


def test_putting_a_game_away(load) -> None:  # type: ignore[no-untyped-def]
    """OnTerminate is run once; its output is kept, with $gameLog ON too; it may fail."""
    with load(script(end='$gameLog ON : OnTerminate ." bye" ;')) as game:
        game.new_game(seed=1)
        assert "".join(game.printed) == ""
    assert "".join(game.printed) == "bye"
    game.close()
    assert "".join(game.printed) == "bye"
    failing = load(script(end=": OnTerminate 1 0 / ;"))
    with pytest.raises(forthgame.ScriptError, match="division by zero"):
        failing.close()
    failing.close()
    load(script()).close()


def test_a_false_flag_before_abort_asks_nothing_of_python(load) -> None:  # type: ignore[no-untyped-def]
    words = ': step n verify here 99 > ABORT" too far" empty? verify from here move add-move ;'
    game = load(script(words))
    state = game.new_game()
    game.forth.processor.ask_host = lambda number: pytest.fail("Python was asked")
    assert texts(state) == ["man a1 - a2"]
