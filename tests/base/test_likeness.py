"""Names like a mistaken one: found as `difflib` finds them, in bounded time."""

from __future__ import annotations

from difflib import get_close_matches

import pytest

import forthgame
from forthgame.base import errors


@pytest.mark.parametrize("name", ["empty", "frend?", "capture-pieces", "x", "move-cont", "{grd}"])
def test_like_names_are_those_of_difflib(name: str) -> None:
    known = list(forthgame.Machine(native=False).forth.dictionary.names())
    for most, cutoff in ((3, 0.6), (5, 0.3)):
        found = get_close_matches(name, known, most, cutoff)
        assert errors.alike(name, known, most, cutoff) == found


@pytest.mark.parametrize("length", [4, 36, 176])
def test_like_names_are_looked_for_among_some_only(
    length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The longer they are, the fewer are compared: pairs of characters count."""
    monkeypatch.setattr(errors, "WORK", 100_000)
    many = iter([("ab" * length)[: length - 2] + "xy"] * 50_000)
    assert errors.alike(("ba" * length)[:length], many, 3, 0.3)
    assert 50_000 - len(list(many)) <= 1 + 100_000 // length**2


def test_a_scripts_own_names_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Own names come first if there are too many names to compare all."""
    monkeypatch.setattr(errors, "WORK", 60)
    machine = forthgame.Machine(native=False)
    machine.run(": capture-pawns ;")
    with pytest.raises(forthgame.ScriptError) as caught:
        machine.run("capture-pawn")
    assert caught.value.hint == "did you mean capture-pawns?"
