"""CSS rules for the colours of a game's pictures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from forthgame import arguments
from forthgame.draw.boardfile import BoardFile
from forthgame.draw.colours import DARK, LIGHT, NEUTRAL, Look, Theme, recoloured
from forthgame.draw.scenes import pictures_of
from forthgame.game.playthrough import Playthrough

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
    yield f"{own}.ground{{fill:{theme.ground}}}"
    yield f"{own}.cell>*{{fill:{theme.cell};stroke:{theme.edge};stroke-width:1}}"
    yield f"{own}.cell.dark>*{{fill:{theme.cell_dark}}}"
    yield f"{own}.cell.bare>*{{fill-opacity:0;stroke:none}}"
    yield f"{own}.cell.tray>*{{stroke-dasharray:4 3;stroke:{theme.line};fill-opacity:0}}"
    yield f"{own}.shapes,{own}.labels{{pointer-events:none}}"
    yield f"{own}.lines{{stroke:{theme.line};stroke-width:2.5;fill:none}}"
    yield f"{own}text{{font-family:system-ui,'DejaVu Sans',sans-serif;text-anchor:middle}}"
    yield (
        f"{own}.labels text{{fill:{theme.text};stroke:{theme.ground};stroke-width:3;"
        "paint-order:stroke}"
    )
    yield f"{own}.sign,{own}.written{{font-weight:700;stroke:none;pointer-events:none}}"
    yield f"{own}.body,{own}.own{{stroke:{theme.outline};stroke-width:2.2;stroke-linejoin:round}}"
    yield f"{own}.plate{{stroke-width:1}}"
    yield f"{own}.mark,{own}.detail,{own}.drawn,{own}.engraved{{fill:none;stroke-width:4;{ROUND}}}"
    yield f"{own}.mark{{stroke-linecap:butt}}"
    yield f"{own}.seed{{stroke:{theme.outline};stroke-width:1.5}}"
    yield (
        f"{own}.count,{own}.owner{{fill:{theme.text};stroke:{theme.ground};stroke-width:4;"
        "paint-order:stroke;font-weight:700}"
    )
    yield f"{own}.highlights{{pointer-events:none}}"
    yield f"{own}.last{{fill:#f5d442;fill-opacity:.5}}"
    yield f"{own}.last.around{{stroke:#e8a400;stroke-width:6}}"
    yield f"{own}.selected{{fill:none;stroke:#0b7a4b;stroke-width:4}}"
    yield f"{own}.target{{fill:#0b7a4b;fill-opacity:.75;stroke:{theme.ground};stroke-width:1.5}}"
    yield f"{own}.attacked{{fill:none;stroke:#c2185b;stroke-width:3.5;stroke-dasharray:7 5}}"
    yield f"{own}.path{{fill:none;stroke:#7b3fb5;stroke-width:6;stroke-opacity:.75;{ROUND}}}"
    yield f"{own}.heat{{fill:#d7301f}}"
    yield f"{own}.nobody .body{{fill:{NEUTRAL}}}"
    for number, look in enumerate(known.values()):
        yield f"{own}.p{number} .body{{fill:{look.colour}}}"
        for ink in (".sign", ".pip", ".inlay"):
            yield f"{own}.p{number} {ink}{{fill:{look.ink}}}"
        yield f"{own}.p{number} .engraved{{stroke:{look.colour}}}"
        yield f"{own}.p{number} .seed{{fill:{look.colour}}}"
        yield f"{own}.p{number} .mark,{own}.p{number} .detail{{stroke:{look.ink}}}"
