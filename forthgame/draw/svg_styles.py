"""CSS rules for the colours of a game's pictures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from forthgame.base import arguments
from forthgame.draw.board_file import BoardFile
from forthgame.draw.colours import DARK, LIGHT, NEUTRAL, Look, Theme, recoloured
from forthgame.draw.scenes import pictures_of
from forthgame.position.playthrough import Playthrough

THEMES = ("light", "dark", "auto")
ROUND = "stroke-linecap:round;stroke-linejoin:round"


def scope(state: Playthrough) -> str:
    """Return the CSS class of a game's pictures, which keeps several games on a page apart."""
    known = pictures_of(state.game)
    if "scope" not in known.texts:
        known.texts["scope"] = scope_of(known.looks, known.file)
    return known.texts["scope"]


def classes(state: Playthrough) -> dict[str, str]:
    return {player: f"p{number}" for number, player in enumerate(pictures_of(state.game).looks)}


def stylesheet(state: Playthrough, theme: str = "auto") -> str:
    """Return the CSS rules for a game's pictures. Raises ValueError for an unknown theme."""
    known = pictures_of(state.game)
    if ("style", theme) not in known.texts:
        known.texts["style", theme] = rules_of(known.looks, known.file, theme)
    return known.texts["style", theme]


def scope_of(known: Mapping[str, Look], file: BoardFile) -> str:
    """Return the CSS class for some looks: a hash of their rules."""
    rules = "".join(_rules("", recoloured(LIGHT, file.light), known))
    rules += "".join(_rules("", recoloured(DARK, file.dark), known))
    return "g" + hashlib.sha256(rules.encode()).hexdigest()[:8]


def rules_of(known: Mapping[str, Look], file: BoardFile, theme: str = "auto") -> str:
    """Return the CSS rules for some looks. Raises ValueError for an unknown theme."""
    if theme not in THEMES:
        arguments.instance(theme, str, "a theme", "a name")
        raise ValueError(f"there is no theme {theme!r}; there are {', '.join(THEMES)}")
    light, dark = recoloured(LIGHT, file.light), recoloured(DARK, file.dark)
    own = f".{scope_of(known, file)} "
    text = "".join(_rules(own, dark if theme == "dark" else light, known))
    if theme == "auto":
        text += f"@media(prefers-color-scheme:dark){{{''.join(_rules(own, dark, known))}}}"
    return text


def _rules(own: str, theme: Theme, known: Mapping[str, Look]) -> Iterator[str]:
    halo = f"fill:{theme.text};stroke:{theme.ground}"
    rules = {
        ".ground": f"fill:{theme.ground}",
        ".cell>*": f"fill:{theme.cell};stroke:{theme.edge};stroke-width:1",
        ".cell.dark>*": f"fill:{theme.cell_dark}",
        ".cell.bare>*": "fill-opacity:0;stroke:none",
        ".cell.tray>*": f"stroke-dasharray:4 3;stroke:{theme.line};fill-opacity:0",
        ".shapes,.labels": "pointer-events:none",
        ".lines": f"stroke:{theme.line};stroke-width:2.5;fill:none",
        "text": "font-family:system-ui,'DejaVu Sans',sans-serif;text-anchor:middle",
        ".labels text": f"{halo};stroke-width:3;paint-order:stroke",
        ".sign,.written": "font-weight:700;stroke:none;pointer-events:none",
        ".body,.own": f"stroke:{theme.outline};stroke-width:2.2;stroke-linejoin:round",
        ".plate": "stroke-width:1",
        ".mark,.detail,.drawn,.engraved": f"fill:none;stroke-width:4;{ROUND}",
        ".mark": "stroke-linecap:butt",
        ".seed": f"stroke:{theme.outline};stroke-width:1.5",
        ".count,.owner": f"{halo};stroke-width:4;paint-order:stroke;font-weight:700",
        ".highlights": "pointer-events:none",
        ".last": "fill:#f5d442;fill-opacity:.5",
        ".last.around": "stroke:#e8a400;stroke-width:6",
        ".selected": "fill:none;stroke:#0b7a4b;stroke-width:4",
        ".target": f"fill:#0b7a4b;fill-opacity:.75;stroke:{theme.ground};stroke-width:1.5",
        ".attacked": "fill:none;stroke:#c2185b;stroke-width:3.5;stroke-dasharray:7 5",
        ".path": f"fill:none;stroke:#7b3fb5;stroke-width:6;stroke-opacity:.75;{ROUND}",
        ".heat": "fill:#d7301f",
        ".nobody .body": f"fill:{NEUTRAL}",
    }
    for k, look in enumerate(known.values()):
        rules |= {
            f".p{k} .body": f"fill:{look.colour}",
            f".p{k} .sign": f"fill:{look.ink}",
            f".p{k} .pip": f"fill:{look.ink}",
            f".p{k} .inlay": f"fill:{look.ink}",
            f".p{k} .engraved": f"stroke:{look.colour}",
            f".p{k} .seed": f"fill:{look.colour}",
            f".p{k} .mark,.p{k} .detail": f"stroke:{look.ink}",
        }
    for selectors, rule in rules.items():
        yield f"{','.join(own + selector for selector in selectors.split(','))}{{{rule}}}"
