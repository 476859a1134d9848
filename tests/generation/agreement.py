"""Scripts in a folder, and assertions that they are counted with the interpreter's results."""

from __future__ import annotations

from pathlib import Path

from tests.generation.test_asking_first import play
from tests.machines import assert_tallied, loaded


def script_in(folder: Path, text: str) -> Path:
    """Write the script of a game to a folder, and return its path."""
    path = folder / "game.4th"
    path.write_text(text, encoding="utf-8")
    return path


def assert_alike(path: Path) -> None:
    """Assert that lists, memory, random games and counts are the same in both tiers."""
    assert play(path, native=True) == play(path, native=False)


def assert_tallied_alike(path: Path) -> None:
    """Assert that all moves are tallied, with the interpreter's results."""
    assert_tallied(path)
    assert_alike(path)


def assert_run_alike(path: Path) -> None:
    """Assert that some move word is run, with the interpreter's results."""
    with loaded(path, native=True) as game:
        assert game.native is not None
        assert {way.kind for *_, way, _ in game.native.paths()} != {"tallied"}
    assert_alike(path)
