"""Explanations describe the script as it was loaded, even if the file has changed since."""

from __future__ import annotations

from pathlib import Path

import pytest
from small import SCRIPT, small

import forthgame
from forthgame.why.inspection.value_sources import Values

QUESTIONS = ("rook a1 - a4", "a1 b1", "turn", "over")


@pytest.fixture
def loading(tmp_path: Path) -> Path:
    """The small game, most of it in a file that the script loads."""
    (tmp_path / "parts.4th").write_text(SCRIPT)
    script = tmp_path / "small.4th"
    script.write_text("\\ loads its parts\nLOAD parts.4th\n")
    return script


def answers(game: forthgame.Game) -> list[str]:
    state = game.new_game(seed=1)
    return [state.explain(question).text() for question in QUESTIONS]


def test_an_edited_script_gives_the_same_answers(loading: Path) -> None:
    with forthgame.load(loading) as game:
        before = answers(game)
        loading.write_text("\n\n\n\\ edited\n" + loading.read_text())
        (loading.parent / "parts.4th").write_text("\n\n\n\n" + SCRIPT)
        assert answers(game) == before


def test_a_deleted_script_gives_the_same_answers(loading: Path) -> None:
    with forthgame.load(loading) as game:
        before, digest, files = answers(game), game.digest, dict(game.files)
        loading.unlink()
        (loading.parent / "parts.4th").unlink()
        assert answers(game) == before
        assert (game.digest, game.files) == (digest, files)


def test_another_folder_gives_the_same_answers(
    loading: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The script was named relative to the folder that was current then."""
    monkeypatch.chdir(loading.parent)
    with forthgame.load(loading.name) as game:
        before = answers(game)
        monkeypatch.chdir(tmp_path.parent)
        assert answers(game) == before


def test_files_are_what_was_read(loading: Path) -> None:
    with forthgame.load(loading) as game:
        assert game.files["parts.4th"].decode() == SCRIPT
        assert set(game.files) == {"small.4th", "parts.4th"}


def test_words_inside_texts_are_no_declarations(tmp_path: Path) -> None:
    """This holds for every kind of text that the row of a word declares."""
    texts = ': print-some ^" IS one " S" COMPILE two " DROP ;\n'
    with small(tmp_path, texts + SCRIPT) as game:
        found = Values(game)
        assert "one" not in found.deferred
        assert "two" not in found.run_by_moves
