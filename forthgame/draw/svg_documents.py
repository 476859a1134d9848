"""Scenes as self-contained SVG documents without scripts, and their CSS rules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, sin, sqrt
from numbers import Real
from sys import float_info

from forthgame.base import arguments
from forthgame.draw.board_file import BoardFile
from forthgame.draw.cell_geometry import Cell
from forthgame.draw.piece_looks import (
    BASES,
    DARK,
    LIGHT,
    NEUTRAL_COLOUR,
    Figure,
    Look,
    Theme,
    recoloured,
)
from forthgame.draw.scenes import BoardPiece, HandPiece, Scene, pictures_of, scene
from forthgame.draw.svg_escaping import safe
from forthgame.position.machine_binding import MachineBinding
from forthgame.position.playthrough import Playthrough

LARGEST = float_info.max
HEAT = 0.75  # opacity of the hottest position
CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1))
PIPS = {
    0: (), 1: ((0, 0),), 2: CORNERS[:2], 3: (*CORNERS[:2], (0, 0)), 4: CORNERS,
    5: (*CORNERS, (0, 0)), 6: (*CORNERS, (-1, 0), (1, 0)), 7: (*CORNERS, (-1, 0), (1, 0), (0, 0)),
    8: (*CORNERS, (-1, 0), (1, 0), (0, -1), (0, 1)),
    9: (*CORNERS, (-1, 0), (1, 0), (0, -1), (0, 1), (0, 0)),
}  # fmt: skip
UNKNOWN = Figure(sign="?")
ROUND = ("circle", "point")
MOST_SEEDS = 24
MOST_STACKED = 30
SMALLEST_MARKED = 26  # size of a piece below which nobody could read the letter of its player
CLOSE = 0.8  # distance of stacked pieces, in their size, below which their number is written
MOST_PICTURED = 64  # single pieces drawn for a page
MOST_KNOWN = 1 << 14  # pieces whose markup is cached
DASHES = {"dashes": "18 9.6", "dots": "1 9.35", "ticks": "10 93.67", "thirds": "48 21.1"}
THEMES = ("light", "dark", "auto")
ROUND_ENDS = "stroke-linecap:round;stroke-linejoin:round"


@dataclass(frozen=True)
class Highlights:
    """Marks on a board, by names of positions.

    last      start and end of the last move
    targets   targets of possible moves
    path      path of a move or a word, drawn as a line
    attacked  positions under attack
    selected  position of the selected piece
    heat      number for each position, coloured from least to greatest
    """

    last: Sequence[str] = ()
    targets: Sequence[str] = ()
    path: Sequence[str] = ()
    attacked: Sequence[str] = ()
    selected: Sequence[str] = ()
    heat: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        arguments.instance(self.heat, Mapping, "the heat of a board", "a number for each name")
        for name in ("last", "targets", "path", "attacked", "selected"):
            arguments.instance(getattr(self, name), Iterable, f"`{name}`", "names of positions")
        for value in self.heat.values():
            arguments.instance(value, Real, "the heat of a position", "a number")


def svg(
    state: Playthrough,
    *,
    flip: str | int | bool | None = None,
    theme: str = "auto",
    highlights: Highlights | None = None,
    coordinates: bool = True,
    size: int | None = None,
    styled: bool = True,
) -> str:
    """Return a position as an SVG document.

    Args:
        state: Position to draw.
        flip: True for the other side, the player whose side is at the bottom, or degrees.
        theme: `light`, `dark`, or `auto`, which follows the reader's preference.
        highlights: Marks on the board.
        coordinates: Draw names of rows and columns.
        size: Pixels of the longer side; by default a cell is 60 pixels wide.
        styled: Include the style sheet; a page that forbids inline styles takes it from
            `stylesheet`.

    Raises ValueError for an unknown theme or player, TypeError for a wrong type.
    """
    arguments.instance(state, MachineBinding, "a position", "a State")
    if highlights is not None:
        arguments.instance(highlights, Highlights, "`highlights`", "forthgame.Highlights")
    size = arguments.optional_whole(size, "the size of a picture", high=arguments.LARGEST)
    found = scene(state, flip, coordinates)
    texts = pictures_of(state.game).texts
    key = (found.angle, coordinates)
    if key not in texts:
        texts[key] = "".join(board(found))
    style = stylesheet(state, theme)
    layout = found.layout
    width, height = layout.width, layout.height
    if size is not None:
        scale = max(1, size) / max(width, height, 1)
        width, height = round(width * scale, 1), round(height * scale, 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="forthgame {scope(state)}" '
        f'viewBox="{layout.left:g} {layout.top:g} {layout.width:g} {layout.height:g}" '
        f'width="{width:g}" height="{height:g}" role="img">',
        f"<title>{safe(described(found))}</title>",
        f"<style>{style}</style>" if styled else "",
        texts[key],
        "".join(_highlights(found, highlights)) if highlights else "",
        '<g class="pieces">',
        *_pieces(found, pictures_of(state.game).drawn),
        "</g>",
        '<g class="hands">' if found.held else "",
        *(_hand_piece(found, held) for held in found.held),
        "</g>" if found.held else "",
        "</svg>\n",
    ]
    return "".join(parts)


def described(found: Scene) -> str:
    return f"{found.game}: {found.player} to move, {len(found.pieces)} pieces on the board"


# -- parts ----------------------------------------------------------------------------------------


def board(found: Scene) -> Iterator[str]:
    """Yield the markup below the pieces, which is shared by all positions."""
    layout = found.layout
    yield (
        f'<rect class="ground" x="{layout.left:g}" y="{layout.top:g}" width="{layout.width:g}" '
        f'height="{layout.height:g}" rx="6"/>'
    )
    yield from _images(found)
    yield from _shapes(found, True)
    if layout.lines:
        lines = "".join(f"M{a:g} {b:g}L{c:g} {d:g}" for a, b, c, d in layout.lines)
        yield f'<path class="lines" d="{lines}"/>'
    yield '<g class="cells">'
    for cell in layout.cells:
        name = safe(found.names[cell.position])
        kind = "cell" + (" dark" if cell.tone else "") + (" tray" if cell.tray else "")
        kind += " bare" if cell.shape in ("point", "none") else ""
        yield f'<g class="{kind}" data-position="{name}">{shape(cell)}<title>{name}</title></g>'
    yield "</g>"
    yield from _shapes(found, False)
    yield '<g class="labels">'
    for label in layout.labels:
        yield (
            f'<text x="{label.x:g}" y="{label.y:g}" font-size="{label.size:g}">'
            f"{safe(label.text)}</text>"
        )
    yield "</g>"


def _images(found: Scene) -> Iterator[str]:
    """Yield the board's image, and those of pieces, which the pieces refer to."""
    if found.file.image is not None:
        x, y, width, height = found.file.box
        turn = f' transform="rotate({found.angle})"' if found.angle else ""
        yield found.file.image.markup(
            f' class="ground-image" id="{found.file.image.ground_key}" x="{x:g}" y="{y:g}" '
            f'width="{width:g}" height="{height:g}" preserveAspectRatio="none"{turn}'
        )
    images = {figure.image.key: figure.image for figure in found.figures.values() if figure.image}
    if images:
        yield "<defs>"
        for key, image in images.items():
            yield image.markup(
                f' id="{key}" x="{-image.width / 2:g}" y="{-image.height / 2:g}" '
                f'width="{image.width}" height="{image.height}"'
            )
        yield "</defs>"


def _shapes(found: Scene, behind: bool) -> Iterator[str]:
    shapes = [drawn for drawn in found.file.shapes if drawn.behind == behind]
    if shapes:
        yield f'<g class="shapes" transform="rotate({found.angle})">'
        for drawn in shapes:
            fill, stroke = drawn.fill or "none", drawn.stroke or "none"
            yield (
                f'<path d="{drawn.path}" fill="{fill}" stroke="{stroke}" '
                f'stroke-width="{drawn.width:g}"/>'
            )
        yield "</g>"


def shape(cell: Cell, inset: float = 0.0, rest: str = "") -> str:
    """Return the outline of a cell, reduced by `inset` pixels on each side."""
    x, y, width, height = cell.x, cell.y, cell.width - 2 * inset, cell.height - 2 * inset
    if cell.shape == "hexagon":
        points = " ".join(f"{x + u:.7g},{y + v:.7g}" for u, v in cell.corners(inset))
        return f'<polygon{rest} points="{points}"/>'
    if cell.shape in ("square", "none"):
        round_off = ' rx="6"' if cell.tray else ""
        return (
            f'<rect{rest} x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" '
            f'height="{height:g}"{round_off}/>'
        )
    return f'<circle{rest} cx="{x:g}" cy="{y:g}" r="{min(width, height) / 2:g}"/>'


def piece_markup(found: Scene, piece: BoardPiece | HandPiece) -> str:
    return _piece(found, piece) if isinstance(piece, BoardPiece) else _hand_piece(found, piece)


def _pieces(found: Scene, known: dict[tuple[int, BoardPiece], str]) -> Iterator[str]:
    if len(known) > MOST_KNOWN:
        known.clear()
    for piece in found.pieces:
        text = known.get((found.angle, piece))
        if text is None:
            text = known[found.angle, piece] = _piece(found, piece)
        yield text


def _piece(found: Scene, piece: BoardPiece) -> str:
    owner = player_class(found, piece.player)
    place, player, name = safe(piece.position), safe(piece.player), safe(piece.piece)
    stack = drawn(found, piece.player, piece.piece, piece.size, (piece.width, piece.height))
    several = f" times {piece.count}" if piece.count > 1 else ""
    count = f' data-count="{piece.count}"' if several else ""
    if piece.step:
        one = stack
        for k in range(1, min(piece.count, MOST_STACKED)):
            stack += f'<g transform="translate(0 {k * piece.step:g})">{one}</g>'
        if several and abs(piece.step) < CLOSE * piece.size:  # nobody counts them at a glance
            last = (min(piece.count, MOST_STACKED) - 1) * piece.step
            number = _count(piece.count, piece.size)
            stack += f'<g transform="translate(0 {last:g})">{number}</g>'
    elif several:
        stack += _count(piece.count, piece.size)
    return (
        f'<g class="piece {owner}" data-position="{place}" data-player="{player}" '
        f'data-piece="{name}"{count} transform="translate({piece.x:g} {piece.y:g})">'
        f"<title>{place}: {player} {name}{several}</title>"
        f"{stack}</g>"
    )


def _hand_piece(found: Scene, held: HandPiece) -> str:
    player, name = safe(held.player), safe(held.piece)
    count = _count(held.count, held.size) if held.count > 1 else ""
    return (
        f'<g class="piece hand {player_class(found, held.player)}" data-player="{player}" '
        f'data-piece="{name}" data-count="{held.count}" '
        f'transform="translate({held.x:g} {held.y:g})">'
        f"<title>{player} has {held.count} {name} in hand</title>"
        f"{drawn(found, held.player, held.piece, held.size)}{count}</g>"
    )


def _count(count: int, size: float) -> str:
    x, y = size / 2 - 4, size / 2 - 1
    return f'<text class="count" x="{x:g}" y="{y:g}" font-size="16">{count}</text>'


def player_class(found: Scene, player: str) -> str:
    return f"p{list(found.looks).index(player)}" if player in found.looks else "nobody"


def drawn(
    found: Scene, player: str, piece: str, size: float, cell: tuple[float, float] = (0, 0)
) -> str:
    """Return the markup of a piece around its centre.

    `size` is the side of the square that it fills; figures with the base `cell` fill the whole
    cell.
    """
    own = found.figures.get(f"{player} {piece}")
    figure = own or found.figures.get(piece, UNKNOWN)
    look = found.looks.get(player)
    if figure.image is not None:
        fitting = size / max(figure.image.width, figure.image.height)
        pixel = found.file.pixel
        scale = pixel if pixel and cell != (0, 0) else min(fitting, pixel or fitting)
        return f'<use href="#{figure.image.key}" transform="scale({scale:.4g})"/>'
    inner = "".join(_figure(figure, look))
    if figure.colour:
        inner = inner.replace('class="body"', f'class="own" fill="{figure.colour}"')
    if figure.ink:
        inner = inner.replace('class="sign"', f'class="written" fill="{figure.ink}"')
        inner = inner.replace('class="detail"', f'class="drawn" stroke="{figure.ink}"')
    turning = look is not None and any(other.turn for other in found.looks.values())
    degrees = (look.turn + found.angle) % 360 if look is not None and turning else 0
    turn = f" rotate({degrees})" if degrees else ""
    marked = look is not None and look.mark and not (own or turning) and size >= SMALLEST_MARKED
    if marked and figure.base != "disc" and not figure.seeds:  # a disc has the mark on its rim
        letter = safe(found.owners.get(player, ""))
        inner += f'<text class="owner" x="34" y="46" font-size="24">{letter}</text>'
    scaled = f'<g transform="scale({size / 100:.4g}){turn}">{inner}</g>'
    if figure.base != "cell":
        return scaled
    width, height = (side - 2 if side else size - 2 for side in cell)
    kind = f'class="own" fill="{figure.colour}"' if figure.colour else 'class="body"'
    kind = kind.replace('="', '="plate ', 1)
    return (
        f'<rect {kind} x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" '
        f'height="{height:g}" rx="3"/>{scaled}'
    )


def _figure(figure: Figure, look: Look | None) -> Iterator[str]:
    if figure.base == "disc":
        yield '<circle class="body" r="40"/>'
        yield _mark(look.mark if look else "")
    elif BASES.get(figure.base):
        yield f'<path class="body" d="{BASES[figure.base]}"/>'
    if figure.character:  # pages show one or the other
        yield f'<g class="usual">{"".join(_inscription(figure))}</g>'
        yield f'<g class="character">{_sign(figure.character, 54)}</g>'
    else:
        yield from _inscription(figure)


def _inscription(figure: Figure) -> Iterator[str]:
    """Yield shape, pips, seeds and sign of a figure, which stand on its body."""
    wide = 0.92 if figure.base == "cell" else 1.1  # lines end inside the plate
    moved = f'transform="scale({wide:g}) translate(-50 -50)"'
    filled, drawn_on = "body", "detail"
    if figure.path and figure.base != "none":  # on a body the shape is drawn in ink
        moved = 'transform="scale(.62) translate(-50 -50)"'
        filled, drawn_on = "inlay", "engraved"
    if figure.path:
        yield f'<path class="{filled}" {moved} d="{figure.path}"/>'
    if figure.detail:
        yield f'<path class="{drawn_on}" {moved} d="{figure.detail}"/>'
    for x, y in PIPS.get(figure.pips, ()):
        yield f'<circle class="pip" cx="{20 * x}" cy="{20 * y}" r="7"/>'
    if figure.seeds:
        yield from _seeds(figure.seeds)
    if figure.sign:
        yield _sign(figure.sign, 46)


def _sign(text: str, largest: float) -> str:
    """Return a sign in the middle of a figure; a longer one is smaller than the `largest`."""
    size = {1: largest, 2: 38, 3: 28}.get(len(text), 84 / len(text))
    return f'<text class="sign" y="{size * 0.36:.4g}" font-size="{size:.4g}">{safe(text)}</text>'


def _seeds(count: int) -> Iterator[str]:
    """Yield up to MOST_SEEDS seeds in a sunflower spiral, and their number."""
    shown = min(count, MOST_SEEDS)
    radius = 8 if shown < 14 else 6
    for k in range(shown):
        away = 0.0 if shown == 1 else 31 * sqrt((k + 0.5) / shown)
        x, y = away * cos(2.39996 * k), away * sin(2.39996 * k)
        yield f'<circle class="seed" cx="{x:.1f}" cy="{y - 6:.1f}" r="{radius}"/>'
    yield f'<text class="count" x="30" y="46" font-size="24">{count}</text>'


def _mark(mark: str) -> str:
    if not mark:
        return ""
    dashes = f' stroke-dasharray="{DASHES[mark]}"' if mark in DASHES else ""
    ring = f'<circle class="mark" r="33"{dashes}/>'
    return ring + '<circle class="mark" r="26"/>' if mark == "double" else ring


def piece_pictures(state: Playthrough) -> dict[str, str]:
    """Return a small document for each piece that a player may have, without a style sheet.

    Keys are player and type with a tab between them. Games with more than MOST_PICTURED have none.
    """
    found = scene(state, 0)
    kinds = [(player, piece) for player in found.looks for piece in state.game.pieces]
    if len(kinds) > MOST_PICTURED:
        return {}
    name = scope_of(found.looks, found.file)
    return {
        f"{player}\t{piece}": f'<svg xmlns="http://www.w3.org/2000/svg" class="forthgame {name}" '
        f'viewBox="-50 -50 100 100"><g class="piece {player_class(found, player)}">'
        f"{drawn(found, player, piece, 92.0, (92.0, 92.0))}</g></svg>"
        for player, piece in kinds
    }


# -- highlights -----------------------------------------------------------------------------------


def _highlights(found: Scene, marked: Highlights) -> Iterator[str]:
    cells = {found.names[cell.position]: cell for cell in found.layout.cells}
    yield '<g class="highlights">'
    for name, part in _scaled_heat(marked.heat).items():
        if name in cells:
            rest = f'{_attributes("heat", name)} fill-opacity="{HEAT * part:.3g}"'
            yield shape(cells[name], 0, rest)
    for kind, names, inset in (
        ("last", marked.last, 0.0),
        ("attacked", marked.attacked, 3.0),
        ("selected", marked.selected, 2.0),
    ):
        for name in names:
            if name in cells:
                round_ = cells[name].shape in ROUND and kind == "last"  # or its piece covers it
                rest = _attributes("last around" if round_ else kind, name)
                yield shape(cells[name], inset, rest)
    way = [cells[name] for name in marked.path if name in cells]
    if len(way) > 1:
        yield f'<path class="path" d="M{"L".join(f"{c.x:g} {c.y:g}" for c in way)}"/>'
    for name in marked.targets:
        if name in cells:
            cell = cells[name]
            yield f'<circle{_attributes("target", name)} cx="{cell.x:g}" cy="{cell.y:g}" r="9"/>'
    yield "</g>"


def _scaled_heat(heat: Mapping[str, float]) -> dict[str, float]:
    """Scale numbers to the range from 0 to 1, without NaN."""
    halves = {name: max(-LARGEST, min(n, LARGEST)) / 2 for name, n in heat.items() if n == n}
    if not halves:
        return {}
    low, high = min(halves.values()), max(halves.values())
    return {name: (n - low) / (high - low) if high > low else 1.0 for name, n in halves.items()}


def _attributes(kind: str, name: str) -> str:
    return f' class="{kind}" data-position="{safe(name)}"'


# -- style rules ----------------------------------------------------------------------------------


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
        ".mark,.detail,.drawn,.engraved": f"fill:none;stroke-width:4;{ROUND_ENDS}",
        ".mark": "stroke-linecap:butt",
        ".character": "display:none",
        ".seed": f"stroke:{theme.outline};stroke-width:1.5",
        ".count,.owner": f"{halo};stroke-width:4;paint-order:stroke;font-weight:700",
        ".highlights": "pointer-events:none",
        ".last": "fill:#f5d442;fill-opacity:.5",
        ".last.around": "stroke:#e8a400;stroke-width:6",
        ".selected": "fill:none;stroke:#0b7a4b;stroke-width:4",
        ".target": f"fill:#0b7a4b;fill-opacity:.75;stroke:{theme.ground};stroke-width:1.5",
        ".attacked": "fill:none;stroke:#c2185b;stroke-width:3.5;stroke-dasharray:7 5",
        ".path": f"fill:none;stroke:#7b3fb5;stroke-width:6;stroke-opacity:.75;{ROUND_ENDS}",
        ".heat": "fill:#d7301f",
        ".nobody .body": f"fill:{NEUTRAL_COLOUR}",
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
