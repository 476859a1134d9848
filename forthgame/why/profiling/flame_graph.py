"""Flame graphs as SVG text (Gregg, "The Flame Graph", 2016)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from forthgame.draw.svg_escaping import safe

WIDTH, ROW, MARGIN, HEAD = 1000, 18, 10, 28
NARROWEST = 0.4  # narrower boxes are left out
LETTER = 6.6  # width of a letter
COLOURS = ("#f0a35e", "#eab765", "#e88d67", "#f2c879", "#e4a07a", "#edb48a")


@dataclass
class Node:
    """A word in a call chain, with the steps of all chains through it."""

    name: str
    steps: int = 0
    above: dict[str, Node] = field(default_factory=dict)

    def add(self, path: tuple[str, ...], steps: int) -> None:
        self.steps += steps
        if path:
            self.above.setdefault(path[0], Node(path[0])).add(path[1:], steps)

    def height(self, width: float) -> int:
        """Return the number of rows from this node up if it has the given width."""
        wide = [(n, width * n.steps / self.steps) for n in self.above.values()]
        return 1 + max((n.height(w) for n, w in wide if w >= NARROWEST), default=0)


def flame_graph(paths: Mapping[tuple[str, ...], int], title: str) -> str:
    """Return the SVG for call chains, outermost word first, and the steps spent at their ends."""
    root = Node("all")
    for path, steps in sorted(paths.items()):
        root.add(path[:200], steps)
    inner = WIDTH - 2 * MARGIN
    height = HEAD + MARGIN + ROW * (root.height(inner) if root.steps else 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" aria-label="{safe(title)}" '
        'font-family="monospace" font-size="11">',
        f'<text x="{MARGIN}" y="18" font-size="13">{safe(title)}</text>',
    ]
    if root.steps:
        _draw(root, MARGIN, height - MARGIN - ROW, inner, root.steps, parts)
    return "".join([*parts, "</svg>\n"])


def _draw(node: Node, x: float, y: float, width: float, total: int, parts: list[str]) -> None:
    share = 100 * node.steps / total
    colour = COLOURS[sum(map(ord, node.name)) % len(COLOURS)]
    letters = int((width - 6) / LETTER)
    label = node.name if len(node.name) <= letters else node.name[: max(0, letters - 1)] + "…"
    parts.append(
        f"<g><title>{safe(node.name)}: {node.steps} steps, {share:.1f} %</title>"
        f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW - 1}" fill="{colour}" rx="1"/>'
    )
    if letters >= 3:
        parts.append(f'<text x="{x + 3:.1f}" y="{y + 13}">{safe(label)}</text>')
    parts.append("</g>")
    for above in sorted(node.above.values(), key=lambda n: n.name):
        wide = width * above.steps / node.steps
        if wide >= NARROWEST:
            _draw(above, x, y - ROW, wide, total, parts)
        x += wide
