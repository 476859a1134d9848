"""docs/python.md lists the Python interface completely, with a description of each name."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import forthgame
from forthgame.base.lazy import Internal
from forthgame.ui.help import python_reference

PAGE = Path(forthgame.__file__).parent.parent / "docs" / "python.md"
SECTION = re.compile(r"^### `(\w+)`$(.*?)(?=^##|\Z)", re.M | re.S)
CLASSES = (
    "Game", "State", "Moves", "Move", "Batch", "Machine", "Playouts", "SearchResult", "Solution",
    "Explanation", "Step", "Tournament",
)  # fmt: skip
CONSTANT = ("__version__",)
HARMLESS = ("Explanation.text",)  # they take arguments, and no one is wrong


@cache
def listed() -> dict[str, set[str]]:
    """The names in the tables of the page, by heading."""
    found = {}
    for heading, body in SECTION.findall(PAGE.read_text(encoding="utf-8")):
        rows = [line.split("|")[1] for line in body.split("\n") if line.startswith("| `")]
        names = [name for row in rows for name in re.findall(r"`([\w.]+)`", row)]
        assert len(names) == len(set(names)), heading
        found[heading] = set(names)
    return found


@cache
def there(name: str) -> set[str]:
    """The public attributes of a class, as `dir` of one of it lists them."""
    cls = getattr(forthgame, name)
    if is_dataclass(cls):
        own = {field.name for field in fields(cls)}
        return own | {n for n in vars(cls) if not n.startswith("_")}
    game = forthgame.load("tictactoe", native=False)
    state = game.new_game(seed=1)
    one = {
        "Game": game, "State": state, "Moves": state.moves(), "Move": state.moves()[0],
        "Batch": game.batch(1, seed=1), "Machine": forthgame.Machine(),
    }[name]  # fmt: skip
    return {n for n in dir(one) if not n.startswith("_")}


def test_the_page_lists_the_front_door() -> None:
    assert listed()["forthgame"] == set(forthgame.__all__) == set(dir(forthgame)) - {*CONSTANT}


@pytest.mark.parametrize("name", CLASSES)
def test_the_page_lists_each_class(name: str) -> None:
    assert listed()[name] == there(name)


@pytest.mark.parametrize("name", CLASSES)
def test_each_public_name_has_a_sentence_and_types(name: str) -> None:
    cls = getattr(forthgame, name)
    assert inspect.getdoc(cls)
    for attribute in there(name):
        member = inspect.getattr_static(cls, attribute, None)
        if isinstance(member, property):
            member = member.fget
        member = getattr(member, "__func__", member)
        if not inspect.isfunction(member) or (attribute in ("index", "count") and name == "Moves"):
            continue
        assert inspect.getdoc(member), f"{name}.{attribute} has no docstring"
        known = inspect.signature(member)
        assert known.return_annotation is not inspect.Signature.empty, attribute
        for parameter in list(known.parameters.values())[1:]:
            assert parameter.annotation is not inspect.Parameter.empty, (attribute, parameter)


@pytest.mark.parametrize("name", ["load", "explain", "trace", "tournament"])
def test_each_function_says_what_it_raises(name: str) -> None:
    told = inspect.getdoc(getattr(forthgame, name))
    assert told
    assert "Raises" in told


def test_what_is_listed_can_be_pickled_by_name() -> None:
    for name in forthgame.__all__:
        found = getattr(forthgame, name)
        assert found.__name__ == name
        assert found.__module__.startswith("forthgame.")


REFERENCE = PAGE.parent / "reference" / "python.md"


def test_the_reference_is_made_from_the_docstrings() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    assert REFERENCE.read_text(encoding="utf-8") == python_reference.page(), (
        "forthgame help --api > docs/reference/python.md"
    )


@pytest.mark.parametrize("name", CLASSES)
def test_the_reference_describes_each_name(name: str) -> None:
    """Each is a member with a docstring, or in a row of the class's table."""
    text = REFERENCE.read_text(encoding="utf-8")
    section = text.split(f"\n## `forthgame.{name}`\n")[1].split("\n## ")[0]
    for attribute in there(name) - {"index", "count"}:
        assert f"`{name}.{attribute}`" in section or re.search(
            rf"^- `[^`]*\b{attribute}\b[^`]*`:|`{attribute}`", section, re.M
        ), f"{name}.{attribute}"


def callables() -> list[tuple[str, Any]]:
    """All public functions and methods."""
    found = []
    for name in forthgame.__all__:
        one = getattr(forthgame, name)
        if inspect.isclass(one):
            found += [
                (f"{name}.{n}", m)
                for n, m in python_reference.members(one)
                if inspect.isfunction(m)
            ]
        else:
            found.append((name, one))
    return found


@pytest.mark.parametrize(("name", "called"), callables(), ids=lambda v: v if str(v) == v else "")
def test_docstrings_name_what_is_taken_given_and_raised(name: str, called: Any) -> None:
    told, known = inspect.getdoc(called), inspect.signature(called)
    assert told, name
    taken = [p for p in known.parameters if p != "self"]
    for parameter in taken:
        assert re.search(rf"\b{parameter}\b", told), f"{name} takes {parameter}"
    assert known.return_annotation is not inspect.Signature.empty, name
    if taken and name not in HARMLESS:
        assert "Raises" in told, f"{name} raises"


@pytest.mark.parametrize("name", [n for n in forthgame.__all__ if n[0].isupper()])
def test_what_users_do_not_need_is_named(name: str) -> None:
    """`dir` leaves out the `internal` names of a class, for the layers below, and nothing else."""
    cls = getattr(forthgame, name)
    hiding = {c for c in cls.__mro__ if "__dir__" in vars(c)} - {object}
    assert hiding <= {Internal}
    if name in HIDING:
        kept = cls.internal - {"internal"}
        assert kept
        assert not kept & listed()[name]
        one = ONE[name]()
        assert {n for n in kept if not hasattr(one, n)} == set()


HIDING = ("Game", "State", "Machine")
ONE: dict[str, Callable[[], Any]] = {
    "Game": lambda: forthgame.load("tictactoe", native=False),
    "State": lambda: forthgame.load("tictactoe", native=False).new_game(seed=1),
    "Machine": forthgame.Machine,
}


USER = Path(__file__).parents[1] / "users" / "typed.py"


def test_a_typed_program_touches_every_name() -> None:
    text = USER.read_text(encoding="utf-8")
    for names in listed().values():
        for name in names:
            assert re.search(rf"\b{name}\b", text), name


@pytest.mark.slow
def test_a_typed_program_is_accepted_by_mypy() -> None:
    """mypy runs as for a user: strictly, on the installed package."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(USER)],
        capture_output=True, text=True, check=False, cwd=PAGE.parent.parent,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
