"""The written lines load, have no findings, and give the learned scores."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from tuned_games import RUN, game, written

import forthgame
from forthgame.base.errors import ForthgameError
from forthgame.base.source import reading_from
from forthgame.check.check import check
from forthgame.play.processes.messages import BadMessage
from forthgame.play.tuning.evaluation_writer import EvaluationWriter
from forthgame.play.tuning.feature_set import FeatureSet
from forthgame.play.tuning.fitting import Problem, Weights
from forthgame.play.tuning.integer_weights import (
    can_near,
    can_rows,
    codes,
    obstacle,
    prefix_for,
    setting_of,
    whole,
    worth_table,
)
from forthgame.play.tuning.script_output import write_script
from forthgame.play.tuning.self_play import Play, play_games
from forthgame.play.tuning.training_data import features_of, read_features
from forthgame.position.position_record import Position
from forthgame.position.simultaneous_turns import choose_together
from forthgame.words.registers import memory_layout as at
from tests.library import bare_name, game_scripts


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the folder of the scripts."""
    return tmp_path_factory.mktemp("tuning")


def made_up(shape: FeatureSet, seed: int = 3) -> Weights:
    """Weights at random, all different from 0."""
    rng = np.random.default_rng(seed)
    table = np.round(rng.uniform(0.1, 2, shape.slots), 2) * rng.choice([-1, 1], shape.slots)
    columns = np.round(rng.uniform(0.1, 1, len(shape.columns())), 2)
    return Weights(shape, table, columns)


def shapes(folder: Path, name: str) -> list[FeatureSet]:
    """Shapes with all parts, and with few."""
    facts = features_of(game(folder, name))
    two = len(facts.seats) == 2
    full = FeatureSet(
        facts, length=2 if can_rows(facts, 2) else 0, near=can_near(facts), mobility=True,
        stored=two and bool(facts.storage),
    )  # fmt: skip
    mirrors = [full.but(mirror=m) for m in facts.mirrors]
    return [FeatureSet(facts), full, *mirrors]


@pytest.mark.parametrize("name", ["run", "three"])
def test_lines_score_as_the_weights_do(folder: Path, name: str) -> None:
    """Positions are those of random games, for the player to move; rounded numbers on both
    sides.
    """
    for number, shape in enumerate(shapes(folder, name)):
        weights = made_up(shape)
        numbers = whole(weights)
        exact = Weights(
            shape, np.array(numbers.worth) / 100.0,
            np.array([numbers.columns[n] for n in shape.columns()]) / 100.0,
        )  # fmt: skip
        exact.columns[-1] = 0.0  # the tempo is learned, and not written
        path = written(folder, name)
        tuned = folder / f"{name}-{number}.4th"
        tuned.write_text(f"LOAD {path.name}\n{EvaluationWriter(shape, numbers).text()}")
        with forthgame.load(tuned, native=False) as loaded:
            assert [f for f in check(tuned).findings if f.place.file == str(tuned)] == []
            for seed in range(4):
                state = loaded.new_game(seed=seed)
                for ply in range(5):
                    compare(loaded, state, exact)
                    if not state.moves():
                        break
                    state.play((seed + ply) % len(state.moves()))


@pytest.mark.parametrize("end", ["HEX", "63 CONSTANT 64  9 CONSTANT 10  5 CONSTANT 1", "2 BASE !"])
def test_numbers_of_the_lines_are_numbers(folder: Path, end: str) -> None:
    """The base at the end of the script, and the names of its words, do not matter."""
    path = folder / "ends.4th"
    path.write_text(f"{RUN}\n{end}\n")
    with forthgame.load(path, native=False) as plain:
        shape = FeatureSet(features_of(plain), length=2, near=True, mobility=True, stored=True)
        base = plain.forth.processor.cell(at.A_BASE)
    numbers = whole(made_up(shape))
    scores = []
    for script, text in (("run.4th", RUN), ("ends.4th", path.read_text())):
        (folder / script).write_text(text)
        tuned = folder / f"tuned-{script}"
        shown = (
            shape
            if script == "ends.4th"
            else FeatureSet(
                replace(shape.facts, base=10, words=()),
                length=2,
                near=True,
                mobility=True,
                stored=True,
            )
        )
        tuned.write_text(f"LOAD {script}\n{EvaluationWriter(shown, numbers).text()}")
        with forthgame.load(tuned, native=False) as loaded:
            state = loaded.new_game(seed=1)
            scores.append([state.search("negamax", depth=depth).score for depth in (1, 2, 3)])
            assert script == "run.4th" or loaded.forth.processor.cell(at.A_BASE) == base
    assert scores[0] == scores[1]


def compare(loaded: forthgame.Game, state: forthgame.State, exact: Weights) -> None:
    """Check that the event's score is that of the weights, up to rounding in divisions."""
    shape = exact.shape
    samples = play_games(loaded, shape.facts, Play(1, 1, plies=1))
    cells = np.frombuffer(state.position.board, np.int32)
    count = len(shape.facts.positions)
    mover = shape.facts.seats.index(state.player)
    counts = []
    for seat in shape.facts.seats:
        found = state.copy()
        turn = np.frombuffer(bytearray(found.position.turn), np.int32).copy()
        number = shape.facts.numbers[shape.facts.seats.index(seat)]
        turn[1] = turn[2] = number * at.PLAYER_UNIT
        found.position = Position(turn.tobytes(), state.position.board)
        counts.append(len(found.moves(after_end=True)))
    bytes_of = [b for _, _, b in shape.facts.storage] + [b for _, _, b in shape.facts.hands]
    one = replace(
        samples.chosen(slice(0, 1)),
        cells=cells[None, :count].astype(np.uint32).astype(np.uint16),
        stored=np.array([[cells[b // 4] for b in bytes_of]], np.int32).reshape(1, -1),
        movers=np.array([mover], np.int8),
        counts=np.array([counts], np.int32),
    )
    scores = 100 * Problem(exact.shape, one).scores(exact.table, exact.columns)[0]
    wanted = (scores[0] if mover == 0 else -scores[0]) if len(scores) == 1 else scores[mover]
    state.moves(after_end=True)
    state.enter()
    got = loaded.run_event("OnEvaluate")
    room = 0.01 if len(scores) == 1 else 1.0 * count
    assert abs(got - wanted) <= room


def test_the_script_that_learns_has_the_same_scores(folder: Path) -> None:
    """Numbers written from outside have the effect of the lines that contain them."""
    shape = shapes(folder, "run")[1]
    weights = made_up(shape)
    path = written(folder, "run")
    found = []
    for name, numbers in (("learns", None), ("knows", whole(weights))):
        script = folder / f"{name}.4th"
        script.write_text(f"LOAD {path.name}\n{EvaluationWriter(shape, numbers).text()}")
        with forthgame.load(script, native=False) as loaded:
            if numbers is None:
                setting_of(weights).write(loaded)
            state = loaded.new_game(seed=1)
            state.play(0)
            state.moves()
            state.enter()
            found.append(loaded.run_event("OnEvaluate"))
    assert found[0] == found[1] != 0


def test_names_are_no_other_words_of_the_script(folder: Path) -> None:
    """If a script has such names, the lines use others."""
    path = folder / "named.4th"
    path.write_text(RUN + ": tuned-worth ( -- ) ;\n")
    with forthgame.load(path, native=False) as loaded:
        assert prefix_for(features_of(loaded)) == "tuned2-"


def test_a_word_with_another_meaning_is_named(folder: Path) -> None:
    """The lines would have another meaning."""
    path = folder / "hidden.4th"
    path.write_text(RUN + ": PICK ( -- ) ;\n")
    with forthgame.load(path, native=False) as loaded:
        assert "`PICK`" in obstacle(features_of(loaded))


def test_facts_of_a_stranger_are_checked(folder: Path) -> None:
    """Valid facts come back unchanged, and nothing else is accepted."""
    facts = features_of(game(folder, "run"))
    document = json.loads(json.dumps(asdict(facts)))
    assert read_features(document) == facts
    assert codes(facts) == 7
    assert codes(replace(facts, pieces=facts.pieces[:1])) == 3
    for name, wrong in (
        ("numbers", [1, 9]), ("links", [[[0, 99]]]), ("spots", [[2, 0]] * 12), ("record", -1),
        ("mirrors", [[[0]]]), ("rows", 99), ("hands", [[1]]), ("values", []), ("words", 7),
    ):  # fmt: skip
        with pytest.raises(BadMessage):
            read_features({**document, name: wrong})


def test_later_players_may_see_the_board_turned(folder: Path) -> None:
    """Set-up and links agree when rows are counted from the other side."""
    facts = features_of(game(folder, "run"))
    assert facts.mirrors
    assert all(m[1][9] == 0 for m in facts.mirrors)  # a1, of White, is a4 to Black


def test_a_script_beside_the_game_loads_it(tmp_path: Path) -> None:
    """A script elsewhere has copies, because LOAD stays below a script's folder."""
    (tmp_path / "games").mkdir()
    script = written(tmp_path / "games", "still")
    near = write_script(tmp_path / "near.4th", script, [], "\\ more\n")
    assert near == [tmp_path / "near.4th"]
    assert (tmp_path / "near.4th").read_text().startswith("LOAD games/still.4th\n")
    (tmp_path / "other").mkdir()
    far = tmp_path / "other" / "far.4th"
    made = write_script(far, script, [], "\\ more\n")
    assert made[1:] == [tmp_path / "other" / "far-files" / "still.4th"]
    for path in (tmp_path / "near.4th", far):
        with forthgame.load(path, native=False) as loaded:
            assert loaded.players == ["X", "O"]
    (tmp_path / "a b").mkdir()
    script.rename(tmp_path / "a b" / "a game.4th")
    (tmp_path / "a b" / "named.4th").write_text("LOAD still.4th\n")
    written(tmp_path / "a b", "still")
    for name in ("a game", "named"):  # LOAD reads no name with a blank
        given = [tmp_path / "a b" / f"{file}.4th" for file in (name, "still")]
        write_script(tmp_path / "o p.4th", given[0], given, "\\ more\n")
        with forthgame.load(tmp_path / "o p.4th", native=False) as loaded:
            assert loaded.players == ["X", "O"]
    with pytest.raises(ForthgameError, match="is the game itself"):
        write_script(script, script, [], "")


def test_links_that_lead_in_a_circle_are_reported_in_a_sentence(tmp_path: Path) -> None:
    script = written(tmp_path, "still")
    (tmp_path / "circle.4th").symlink_to("circle.4th")
    with pytest.raises(ForthgameError, match="circle"):
        write_script(tmp_path / "circle.4th", script, [script], "")


def other_file(place: Path) -> None:
    place.parent.mkdir()
    place.write_text("mine\n")


def link_to_file(place: Path) -> None:
    other_file(place.parent.parent / "outside" / "mine")
    place.parent.mkdir()
    place.symlink_to("../outside/mine")


def link_to_nothing(place: Path) -> None:
    place.parent.mkdir()
    place.symlink_to("../mine")


def linked_folder(place: Path) -> None:
    other_file(place.parent.parent / "outside" / place.name)
    place.parent.symlink_to("outside")


def file_for_folder(place: Path) -> None:
    place.parent.write_text("mine\n")


IN_THE_WAY = [other_file, link_to_file, link_to_nothing, linked_folder, file_for_folder]


@pytest.mark.parametrize("there", IN_THE_WAY)
def test_copies_of_a_game_replace_nothing(there: Callable[[Path], None], tmp_path: Path) -> None:
    """Copies get unused names; identical ones are not written again."""
    (tmp_path / "games").mkdir()
    (tmp_path / "out").mkdir()
    script = written(tmp_path / "games", "still")
    place, output = tmp_path / "out" / "far-files" / "still.4th", tmp_path / "out" / "far.4th"
    there(place)
    before = {path: path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    made = [write_script(output, script, [script], "\\ more\n") for _ in range(2)]
    assert made[0] == made[1] == [output, tmp_path / "out" / "far-files-2" / "still.4th"]
    assert all(path.read_text() == text for path, text in before.items())
    assert not (tmp_path / "out" / "mine").exists()
    with forthgame.load(output, native=False) as loaded:
        assert loaded.players == ["X", "O"]


def test_looks_are_not_written_through_a_link(tmp_path: Path) -> None:
    script = written(tmp_path, "still")
    script.with_suffix(".board.toml").write_text("")
    (tmp_path / "far.board.toml").symlink_to("mine")
    assert write_script(tmp_path / "far.4th", script, [script], "") == [tmp_path / "far.4th"]
    assert not (tmp_path / "mine").exists()


def test_the_file_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The named file is not the original."""
    (tmp_path / "games").mkdir()
    script = written(tmp_path / "games", "still")
    (tmp_path / "out").mkdir()

    def full(*names: object) -> None:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(ForthgameError, match=r"still\.4th cannot be written: no room") as raised:
        write_script(tmp_path / "out" / "far.4th", script, [script], "")
    assert str(tmp_path / "out" / "far-files" / "still.4th") in str(raised.value)


@pytest.mark.slow
@pytest.mark.parametrize("path", game_scripts(), ids=bare_name)
def test_lines_for_every_bundled_game_load_and_are_clean(path: Path) -> None:
    """The lines have all parts of the game; the table is the intended one."""
    loaded = forthgame.load(path, native=False)
    if choose_together(loaded):
        pytest.skip("players choose at the same time")
    facts = features_of(loaded)
    assert obstacle(facts) == ""
    length = next((k for k in (4, 3) if can_rows(facts, k)), 0)
    mirror = facts.mirrors[0] if facts.mirrors else ()
    stored = bool(facts.storage) and len(facts.seats) == 2
    shape = FeatureSet(facts, mirror, length, can_near(facts), mobility=True, stored=stored)
    numbers = whole(made_up(shape))
    script = path.parent / f"{path.stem}-tuned.4th"
    text = f"LOAD {path.name}\n{EvaluationWriter(shape, numbers).text()}"
    with reading_from({str(script): text.encode()}):
        tuned = forthgame.load(script, native=False)
        findings = check(script).findings
    assert [f for f in findings if Path(f.place.file).name == script.name] == []
    table = worth_table(shape, numbers.worth)
    start = at.MEMORY + tuned.forth.word(f"{prefix_for(facts)}worth").parameter
    assert bytes(tuned.forth.processor.bytes[start : start + table.nbytes]) == table.tobytes()
    state = tuned.new_game(seed=1)
    for ply in range(4):
        if not state.moves():
            break
        state.enter()
        if state.player in facts.seats:
            tuned.run_event("OnEvaluate")
        state.play(7 * ply % len(state.moves()))
