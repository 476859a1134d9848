"""Plots as self-contained SVG."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log10

from forthgame.draw.svg_escaping import safe

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 12, 34
COLOURS = ("#2563a8", "#c2571a", "#2f8f4e", "#8a3ba8", "#a8273c", "#6b6b1f", "#1f8a8a", "#555555")


def ticks(low: float, high: float, about: int = 6, least: float = 0.0) -> list[float]:
    """Return about `about` round numbers from `low` to `high`, at least `least` apart."""
    if high <= low:
        return [low]
    raw = max((high - low) / about, least)
    power = 10.0 ** ceil(log10(raw) - 1)
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw)
    return [step * k for k in range(ceil(low / step), int(high / step + 1e-9) + 1)]


class Plot:
    """A pair of axes, and the curves, bands and bars between them."""

    def __init__(
        self,
        x: tuple[float, float],
        y: tuple[float, float],
        labels: tuple[str, str],
        whole: tuple[bool, bool] = (False, False),
    ):
        """`whole` axes have no ticks between whole numbers."""
        self._x, self._y = x, y
        self._parts: list[str] = []
        for value in ticks(*x, least=float(whole[0])):
            at = self._across(value)
            self._line(at, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 4, "#888")
            self._text(at, HEIGHT - BOTTOM + 15, f"{value:g}", "middle")
        for value in ticks(*y, least=float(whole[1])):
            at = self._down(value)
            self._line(LEFT, at, WIDTH - RIGHT, at, "#ddd")
            self._text(LEFT - 6, at + 4, f"{value:g}", "end")
        self._line(LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, "#888")
        self._text(WIDTH - RIGHT, HEIGHT - 4, labels[0], "end")
        self._text(LEFT + 4, TOP + 8, labels[1], "start")

    def _across(self, value: float) -> float:
        low, high = self._x
        return LEFT + (value - low) / ((high - low) or 1) * (WIDTH - LEFT - RIGHT)

    def _down(self, value: float) -> float:
        low, high = self._y
        return HEIGHT - BOTTOM - (value - low) / ((high - low) or 1) * (HEIGHT - TOP - BOTTOM)

    def _line(self, x1: float, y1: float, x2: float, y2: float, colour: str) -> None:
        self._parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'
        )

    def _text(self, x: float, y: float, text: str, anchor: str) -> None:
        self._parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{safe(text)}</text>'
        )

    def _points(self, points: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{self._across(x):.1f},{self._down(y):.1f}" for x, y in points)

    def curve(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        self._parts.append(
            f'<polyline points="{self._points(points)}" fill="none" stroke="{colour}" '
            f'stroke-width="1.6"/>'
        )

    def band(self, points: Sequence[tuple[float, float, float]], colour: str) -> None:
        """Fill the area between two curves, given as (x, low, high)."""
        around = [(x, high) for x, _, high in points] + [(x, low) for x, low, _ in points[::-1]]
        self._parts.append(
            f'<polygon points="{self._points(around)}" fill="{colour}" opacity="0.15"/>'
        )

    def bar(self, low: float, high: float, value: float, title: str) -> None:
        """Draw a bar of a histogram with a tooltip."""
        left, right, top = self._across(low), self._across(high), self._down(value)
        self._parts.append(
            f'<rect x="{left + 0.5:.1f}" y="{top:.1f}" width="{max(right - left - 1, 1):.1f}" '
            f'height="{max(HEIGHT - BOTTOM - top, 0):.1f}" fill="{COLOURS[0]}">'
            f"<title>{safe(title)}</title></rect>"
        )

    def render(self, name: str) -> str:
        return (
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
            f'aria-label="{safe(name)}">{"".join(self._parts)}</svg>'
        )
