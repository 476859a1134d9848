"""Join modules of JavaScript to one script, which needs no address to import them from.

Each module becomes a function that returns what it exports. The modules name their imports, as in
`import { a, b as c } from "./other.js"`, and do not import each other in a circle.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from forthgame.base.errors import ForthgameError

WEB: Final = Path(__file__).parent / "web"
BOARD: Final = WEB.parents[1] / "serve" / "web"  # the front end of `forthgame serve`
_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+\.js)";\n', re.M)
_EXPORT: Final = re.compile(
    r"^export (?=(?:async function|function|class|const)\b[ *]*(\w+))", re.M
)
# comments and indentation; a comment behind code stands behind a sign that ends no text
_LEFT_OUT: Final = re.compile(r"^ *(?://.*)?\n|^ +|(?<=[;{}(),\]]) // [^\"'`\n]*$", re.M)
_LEFT: Final = re.compile(r"^(?:import|export)\b|</script|<!--", re.M)
_RENAMED: Final = re.compile(r"(\w+) as (\w+)")


@cache
def bundled_file(name: str) -> str:
    """Return a file of the front end by its name."""
    path = WEB / name if (WEB / name).exists() else BOARD / name
    return path.read_text(encoding="utf-8")


@cache
def bundle(first: str) -> str:
    """Return a module and all that it imports as one script.

    Raises ForthgameError for a module that is written in another way.
    """
    order: list[str] = []
    _visit(first, order, ())
    parts = [_wrapped(name) for name in order[:-1]]
    return "".join(
        ["const modules = {};\n", *parts, _with_imports(_LEFT_OUT.sub("", bundled_file(first)))]
    )


def _visit(name: str, order: list[str], above: tuple[str, ...]) -> None:
    if name in above:
        raise ForthgameError(f"{name} imports itself by way of {' and '.join(above)}")
    for _, other in _IMPORT.findall(bundled_file(name)):
        if other not in order:
            _visit(other, order, (*above, name))
    order.append(name)


def _wrapped(name: str) -> str:
    text = _with_imports(_LEFT_OUT.sub("", bundled_file(name)))
    names = ", ".join(_EXPORT.findall(text))
    text = _EXPORT.sub("", text)
    if _LEFT.search(text):
        raise ForthgameError(f"{name} cannot be joined with other modules")
    return f'modules["{name}"] = (() => {{\n{text}return {{ {names} }};\n}})();\n'


def _with_imports(text: str) -> str:
    def declared(found: re.Match[str]) -> str:
        names = _RENAMED.sub(r"\1: \2", found[1])
        return f'const {{{names}}} = modules["{found[2]}"];\n'

    return _IMPORT.sub(declared, text)
