"""Generate the Python reference from docstrings and annotations.

`forthgame help --api` prints it; `docs/reference/python.md` contains the output.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Any

HEAD = """# Python reference

Every public name, with its types and what it takes, gives and raises. [`python.md`](../python.md)
shows how they are used. This page is made by `forthgame help --api` from the docstrings.

Every function raises `TypeError` for arguments of a wrong type and `ValueError` for wrong values.
Functions that run words of a script raise `ScriptError` if the script fails.
"""
RESULTS = (
    "forthgame.search.proving.Proof",
    "forthgame.position.position_record.Action",
    "forthgame.rules.native.native_game.NativeGame",
)  # result types of other members
BRIDGES = (
    "forthgame.bridges.openspiel.register",
    "forthgame.bridges.gymnasium.make", "forthgame.bridges.gymnasium.make_vec",
    "forthgame.bridges.gymnasium.GameEnv", "forthgame.bridges.gymnasium.VectorGameEnv",
    "forthgame.bridges.pettingzoo.env", "forthgame.bridges.pettingzoo.RawEnv",
    "forthgame.bridges.actions.Actions", "forthgame.bridges.planes.Observer",
)  # fmt: skip
ROW = re.compile(r"(\*{0,2}\w+(?:, \w+)*) {2,}(\S.*)")
# classes of lower layers by the public class
USERS = {"Script": "Game", "Playthrough": "State", "AnyPlaythrough": "State", "Self": "State"}
LAYERS = re.compile(rf"\b({'|'.join(USERS)})\b")
GOOGLE = re.compile(r"(Raises|Args|Returns):")


def objects() -> Iterator[tuple[str, Any]]:
    """Yield all public objects with their qualified names. Raises ImportError."""
    import forthgame

    for name in forthgame.__all__:
        yield f"forthgame.{name}", getattr(forthgame, name)
    for path in (*RESULTS, *BRIDGES):
        module, _, name = path.rpartition(".")
        yield path, getattr(import_module(module), name)


def members(cls: type) -> Iterator[tuple[str, Any]]:
    """Yield public methods and properties defined in forthgame's own classes."""
    internal: frozenset[str] = getattr(cls, "internal", frozenset())
    for name in sorted(n for n in dir(cls) if not n.startswith("_") and n not in internal):
        for base in cls.__mro__:
            if name in vars(base):
                if base.__module__.split(".")[0] == "forthgame":
                    found = vars(base)[name]
                    yield name, getattr(found, "__func__", found)
                break


def shown_type(annotation: Any) -> str:
    """Return an annotation as written, with public class names."""
    if annotation is inspect.Signature.empty:
        return ""
    written = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    return LAYERS.sub(lambda found: USERS[found[0]], written)


def signature(name: str, function: Any, *, method: bool) -> str:
    """Return a call with its types, on one line or with a line for each argument."""
    known = inspect.signature(function)
    parts, named_only = list[str](), False
    for parameter in list(known.parameters.values())[1 if method else 0 :]:
        kind = parameter.kind
        if kind is parameter.KEYWORD_ONLY and not named_only:
            parts.append("*")
        named_only |= kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
        stars = "*" if kind is parameter.VAR_POSITIONAL else ""
        stars = "**" if kind is parameter.VAR_KEYWORD else stars
        part = f"{stars}{parameter.name}: {shown_type(parameter.annotation)}"
        if parameter.default is not parameter.empty:
            part += f" = {_default(parameter.default)}"
        parts.append(part)
    given = "" if name[0].isupper() else f" -> {shown_type(known.return_annotation)}"
    line = f"{name}({', '.join(parts)}){given}"
    if len(line) <= 100:
        return line
    return "\n".join([f"{name}(", *(f"    {part}," for part in parts), f"){given}"])


def _default(value: Any) -> str:
    shown = repr(value)
    return "…" if shown.startswith("<") or len(shown) > 40 else shown


def prose(doc: str) -> str:
    """Convert a docstring to Markdown; rows of names and descriptions become a list."""
    return "\n\n".join(_paragraph(part.split("\n")) for part in re.split(r"\n\s*\n", doc.strip()))


def _paragraph(lines: list[str]) -> str:
    if GOOGLE.fullmatch(lines[0]):
        rest = inspect.cleandoc("\n".join(lines[1:])).split("\n")
        return "\n".join([lines[0], "", *(f"- {line}" for line in _joined(rest))])
    if ROW.fullmatch(lines[0]):
        rows = _joined(lines)
        return "\n".join(f"- `{found[1]}`: {found[2]}" for row in rows if (found := ROW.match(row)))
    return "\n".join(line.strip() for line in lines)


def _joined(lines: list[str]) -> list[str]:
    found: list[str] = []
    for line in lines:
        if line[:1].isspace() and found:
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


def _member(name: str, member: Any) -> Iterator[str]:
    if isinstance(member, property):
        given = shown_type(inspect.signature(member.fget).return_annotation) if member.fget else ""
        yield f"```python\n{name}: {given}\n```"
    else:
        yield f"```python\n{signature(name, member, method=True)}\n```"
    yield prose(inspect.getdoc(member) or "")


def _class(cls: type) -> Iterator[str]:
    name = cls.__name__
    own = {f.name: shown_type(f.type) for f in fields(cls)} if is_dataclass(cls) else {}
    given = [f"{field}: {kind}" for field, kind in own.items() if not field.startswith("_")]
    if given:
        lines = "\n".join(f"    {line}" for line in given)
        yield f"```python\nclass {name}:\n{lines}\n```"
    elif name in CALLED:
        yield f"```python\n{signature(name, vars(cls)['__init__'], method=True)}\n```"
    yield prose(inspect.getdoc(cls) or "")
    for attribute, member in members(cls):
        if attribute not in own and (isinstance(member, property) or inspect.isfunction(member)):
            yield f"### `{name}.{attribute}`"
            yield from _member(attribute, member)


CALLED = ("Machine", "GameEnv", "VectorGameEnv", "RawEnv", "Actions", "Observer")  # by programs


def page() -> str:
    """Return the page. Raises ImportError if a library of the bridges is not installed."""
    parts = [HEAD.strip()]
    for path, found in objects():
        parts.append(f"## `{path}`")
        if inspect.isclass(found):
            parts += _class(found)
        else:
            text = signature(found.__name__, found, method=False)
            parts += [f"```python\n{text}\n```", prose(inspect.getdoc(found) or "")]
    return "\n\n".join(parts) + "\n"
