"""Translations: the door, the cache, variants, and the map to the lines of the rule file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import forthgame
from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.base.source import MAP_ENDING, find_script, read_source
from forthgame.zrf.export import export
from forthgame.zrf.translation import split_name

RULES = Path(__file__).parent / "rules"


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the rule files, and a cache of its own."""
    monkeypatch.setenv("FORTHGAME_CACHE", str(tmp_path / "cache"))
    return Path(shutil.copytree(RULES, tmp_path / "rules"))


def test_a_name_has_a_path_and_a_variant() -> None:
    assert split_name("a/b.zrf") == ("a/b.zrf", None)
    assert split_name("b.ZRF#C #2") == ("b.ZRF", "C #2")
    assert split_name("a#1/b.zrf#2") == ("a#1/b.zrf", "2")
    assert split_name("splut") is None


def test_a_variant_is_named_or_numbered(cached: Path) -> None:
    names = [
        find_script(f"{cached / 'checkers.zrf'}#{name}").name
        for name in ("Checkers", "2", "Losing checkers", "losing CHECKERS")
    ]
    assert names == ["checkers.4th", *["checkers-Losing-checkers.4th"] * 3]


def test_several_games_are_listed(cached: Path) -> None:
    with pytest.raises(ScriptError) as caught:
        find_script(str(cached / "checkers.zrf"))
    assert "has 2 games" in caught.value.message
    assert "1 Checkers, 2 Losing checkers" in caught.value.hint


def test_an_unknown_variant_is_answered_with_those_there_are(cached: Path) -> None:
    with pytest.raises(ScriptError) as caught:
        find_script(f"{cached / 'checkers.zrf'}#Chekers")
    assert "did you mean Checkers" in caught.value.hint


def test_a_translation_is_kept_until_the_file_changes(cached: Path) -> None:
    path = cached / "rows.zrf"
    first = find_script(str(path))
    stamp = first.stat().st_mtime_ns
    assert find_script(str(path)) == first
    assert first.stat().st_mtime_ns == stamp
    path.write_text(path.read_text().replace("off 5", "off 6"))
    assert find_script(str(path)) != first


def test_a_translation_is_made_again_if_an_include_changes(cached: Path) -> None:
    path = cached / "rows.zrf"
    text = path.read_text()
    (cached / "place.inc").write_text("(define place ((verify empty?) add))")
    path.write_text(text.replace("(define place ((verify empty?) add))", '(include "place.inc")'))
    first = find_script(str(path)).read_text()
    (cached / "place.inc").write_text("(define place (add))")
    assert find_script(str(path)).read_text() != first


def test_errors_name_the_line_of_the_rule_file(cached: Path) -> None:
    script = find_script(str(cached / "chess.zrf"))
    source = read_source(script)
    place = source.place(source.text.index("empty? WHILE"))
    assert (place.file, place.line) == ("chess.zrf", 5)
    assert "while empty?" in place.text
    assert "called in chess.zrf:" in place.text


def test_a_map_of_another_text_is_not_used(cached: Path) -> None:
    script = find_script(str(cached / "chess.zrf"))
    copy = cached / "copy.4th"
    copy.write_text(script.read_text() + "\n")
    shutil.copy(f"{script}{MAP_ENDING}", f"{copy}{MAP_ENDING}")
    source = read_source(copy)
    assert source.place(source.text.index("empty? WHILE")).file == str(copy)


def test_why_names_lines_of_the_rule_file(cached: Path) -> None:
    game = forthgame.load(str(cached / "chess.zrf"), native=False)
    answer = str(game.new_game().explain("Rook a1 - a3"))
    assert "chess.zrf:5" in answer


def test_export_writes_a_script_that_plays(cached: Path, tmp_path: Path) -> None:
    written = export(cached / "rows.zrf", None, tmp_path / "out")
    assert [path.name for path in written] == [
        "rows.4th", "rows.board.toml", "rows.texts.toml", "README.md",
    ]  # fmt: skip
    assert "rows.zrf:5" in written[0].read_text()
    assert forthgame.load(written[0], native=False).perft(2) == 72
    with pytest.raises(ForthgameError, match="is there already"):
        export(cached / "rows.zrf", None, tmp_path / "out")


def test_export_writes_nothing_for_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "bad.zrf"
    path.write_text("(game (title bad))")
    with pytest.raises(ScriptError):
        export(path, None, tmp_path / "out")
    assert not (tmp_path / "out").exists()
