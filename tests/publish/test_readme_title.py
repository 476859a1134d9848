"""Titles and descriptions of games from their READMEs."""

from __future__ import annotations

from pathlib import Path

from forthgame.ui.publish.page_writer import LONGEST_DESCRIPTION, description_of, title_of

README = """# Games of *stones*

![a board](board.png)

Two **players** of a [board](https://example.org/) take `stones`.

## Long Stones

| a | b |
"""


def test_the_heading_of_a_game_is_its_title() -> None:
    assert title_of(README, Path("games/long-stones.4th"), "long-stones") == "Long Stones"


def test_the_first_heading_is_for_the_script_of_the_folder() -> None:
    assert title_of(README, Path("stones/stones.4th"), "stones") == "Games of *stones*"
    assert title_of(README, Path("stones/few-stones.4th"), "few-stones") == "Few stones"


def test_a_variant_has_the_title_of_its_game_before_its_name(tmp_path: Path) -> None:
    (tmp_path / f"{tmp_path.name}.4th").touch()
    assert title_of("# Go", tmp_path / "5x5.4th", "5x5") == "Go: 5x5"
    assert title_of("", tmp_path / "5x5.4th", "5x5") == "5x5"


def test_without_a_readme_there_is_the_name() -> None:
    assert title_of("", Path("a/b.4th"), "b") == "B"
    assert description_of("") == ""


def test_the_description_is_the_first_paragraph() -> None:
    assert description_of(README) == "Two players of a board take stones."


def test_a_long_description_ends_at_a_word() -> None:
    found = description_of("word " * 100)
    assert len(found) <= LONGEST_DESCRIPTION
    assert found.endswith("word …")
