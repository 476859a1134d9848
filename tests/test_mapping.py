"""Memory for machines where the system has no room at first."""

from __future__ import annotations

import mmap

import pytest

from forthgame.vm import mapping


class Circle:
    """Holds itself, so only Python's search for circles lets go of it."""

    alive = 0

    def __init__(self) -> None:
        self.own = self
        Circle.alive += 1

    def __del__(self) -> None:
        Circle.alive -= 1


def test_what_nobody_uses_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    mapped = mapping._mapped

    def full(size: int) -> mmap.mmap:
        if Circle.alive:
            raise OSError("no room")
        return mapped(size)

    monkeypatch.setattr(mapping, "_mapped", full)
    Circle()
    assert Circle.alive == 1
    assert len(mapping.allocate(4096)) == 4096
