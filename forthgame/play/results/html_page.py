"""Render a tournament as a self-contained HTML page, on which its games can be stepped through."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from math import ceil, log10
from pathlib import Path
from typing import Any

from forthgame.base.errors import ForthgameError
from forthgame.base.files import write_whole
from forthgame.draw.svg_documents import board, piece_markup, rules_of, scope_of
from forthgame.draw.svg_escaping import safe
from forthgame.play.model.game_record import GameRecord
from forthgame.play.plan.plan import Plan
from forthgame.play.results.analysis import TournamentAnalysis, progress
from forthgame.play.results.board_replay import Boards, PlaceContent, replay
from forthgame.play.results.text_report import (
    difference_lines,
    fitted_lines,
    games_lines,
    meetings_table,
    results_table,
    seats_table,
    sprt_lines,
    superiority_table,
    use_table,
)
from forthgame.play.statistics.interval import Interval
from forthgame.play.statistics.summary import histogram
from forthgame.version import __version__

CURVE_POINTS = 300
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff }
:root { color-scheme: light dark }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
table { border-collapse: collapse } td, th { padding: .15rem .7rem; text-align: right;
  white-space: nowrap }
td:first-child, th:first-child { text-align: left; padding-left: 0 }
th { border-bottom: 1px solid #999; font-weight: 600 } tr:nth-child(even) td { background: #f5f5f5 }
svg { max-width: 100%; height: auto } svg:not(.forthgame) text { font-size: 11px; fill: #444 }
div { overflow-x: auto } .key span { display: inline-block; width: .8em; height: .8em;
  margin: 0 .3em 0 1em }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #17181b } tr:nth-child(even) td { background: #222429 }
  svg:not(.forthgame) text { fill: #bbb } svg:not(.forthgame) line { stroke: #4a4d55 }
}
"""
VIEWER_STYLE = """
.viewer { display: flex; flex-wrap: wrap; gap: 1rem } .viewer figure { margin: 0; flex: 1 1 20rem }
.viewer svg { width: 100%; max-height: 80vh } .viewer aside { flex: 1 1 12rem; min-width: 0 }
.viewer ol { max-height: 24rem; overflow: auto; padding-left: 3.2em; margin: .5rem 0 }
.viewer li button { all: unset; cursor: pointer; padding: 0 .3em;
  vertical-align: top }
.viewer li button:focus-visible { outline: 2px solid }
.viewer li[aria-current] { font-weight: 700 } .viewer select { max-width: 100% }
.viewer nav button { font-size: 1.1rem; min-width: 2.6rem; padding: .25rem }
"""
SCRIPT = """
'use strict';
const data = JSON.parse(document.getElementById('games').textContent);
const view = document.querySelector('.viewer'), pieces = view.querySelector('.pieces');
const choice = view.querySelector('select'), list = view.querySelector('ol');
const told = view.querySelector('output');
let game = 0, ply = 0, timer = 0;
function draw() {
  const now = new Map(), plies = data.games[game].plies;
  for (let k = 0; k <= ply; k++)
    for (const [place, mark] of plies[k]) mark < 0 ? now.delete(place) : now.set(place, mark);
  pieces.innerHTML = [...now.values()].map(mark => data.marks[mark]).join('');
  [...list.children].forEach((row, k) =>
    k + 1 === ply ? row.setAttribute('aria-current', 'true') : row.removeAttribute('aria-current'));
  const row = list.children[ply - 1];
  if (row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
  const moves = data.games[game].moves;
  told.textContent = ply ? ply + ' of ' + moves.length + ': ' + moves[ply - 1] : 'the opening';
}
function go(to) { ply = Math.max(0, Math.min(to, data.games[game].plies.length - 1)); draw(); }
function open(number) {
  game = number;
  list.replaceChildren(...data.games[game].moves.map((move, k) => {
    const row = document.createElement('li'), button = document.createElement('button');
    button.textContent = move;
    button.addEventListener('click', () => go(k + 1));
    row.append(button);
    return row;
  }));
  go(0);
}
function play() {
  if (timer) { clearInterval(timer); timer = 0; return; }
  timer = setInterval(() => {
    if (ply + 1 >= data.games[game].plies.length) { clearInterval(timer); timer = 0; }
    else go(ply + 1);
  }, 700);
}
const acts = { first: () => go(0), back: () => go(ply - 1), on: () => go(ply + 1),
               last: () => go(1e9), play };
for (const button of view.querySelectorAll('nav button'))
  button.addEventListener('click', acts[button.name]);
view.addEventListener('keydown', event => {
  const act = { ArrowLeft: acts.back, ArrowRight: acts.on, Home: acts.first, End: acts.last };
  if (act[event.key] && event.target !== choice) { act[event.key](); event.preventDefault(); }
});
choice.addEventListener('change', () => open(+choice.value));
view.hidden = false;
open(0);
"""
BUTTONS = (("first", "|◀", "first position"), ("back", "◀", "a ply back"), ("on", "▶", "a ply on"),
           ("last", "▶|", "last position"), ("play", "▶ …", "play or stop"))  # fmt: skip
WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 12, 34
COLOURS = ("#2563a8", "#c2571a", "#2f8f4e", "#8a3ba8", "#a8273c", "#6b6b1f", "#1f8a8a", "#555555")


def table(content: tuple[Sequence[str], Sequence[Sequence[str]]]) -> str:
    head, rows = content
    top = "".join(f"<th>{safe(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{safe(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<div><table><tr>{top}</tr>{body}</table></div>"


def paragraphs(lines: Sequence[str]) -> str:
    return "".join(f"<p>{safe(line)}</p>" for line in lines)


def scores(plan: Plan, records: Sequence[GameRecord]) -> str:
    """Plot each entrant's score with its interval, over its games."""
    curves = [progress(records, k) for k in range(len(plan.entrants))]
    longest = max((len(curve) for curve in curves), default=0)
    if not longest:
        return ""
    plot = Plot((0, longest), (0, 100), ("games", "score, %"), (True, False))
    key = []
    for k, (name, curve) in enumerate(zip(plan.names, curves, strict=True)):
        colour = COLOURS[k % len(COLOURS)]
        shown = thinned(curve)
        plot.band([(n, 100 * i.low, 100 * i.high) for n, i in shown], colour)
        plot.curve([(n, 100 * i.value) for n, i in shown], colour)
        key.append(f'<span style="background:{colour}"></span>{safe(name)}')
    drawn = plot.render("score with 95 % interval over games")
    return f'{drawn}<p class="key">{"".join(key)}</p>'


def thinned(curve: Sequence[tuple[int, Interval]]) -> list[tuple[int, Interval]]:
    """Return at most about `CURVE_POINTS` points of a curve, including the last."""
    found = list(curve[:: max(1, -(-len(curve) // CURVE_POINTS))])
    return found if not curve or found[-1] == curve[-1] else [*found, curve[-1]]


def bars(values: Sequence[float], label: str) -> str:
    """Plot a histogram; bars of whole numbers are centred on them."""
    bins = histogram(values)
    if not bins:
        return "<p>No games.</p>"
    most = max(count for _, _, count in bins)
    whole = all(isinstance(value, int) for value in values)
    half = 0.5 if whole else 0.0
    ends = (bins[0][0] - half, bins[-1][1] - half)
    plot = Plot(ends, (0, most), (label, "games"), (whole, True))
    for low, high, count in bins:
        span = f"{low:g} to below {high:g}"
        if whole:
            span = f"{low:g}" if high - low == 1 else f"{low:g} to {high - 1:g}"
        plot.bar(low - half, high - half, count, f"{span}: {count}")
    return plot.render(label)


def render(
    plan: Plan,
    records: Sequence[GameRecord],
    analysis: TournamentAnalysis,
    boards: Boards | None = None,
    made: str = "",
) -> str:
    """Return the page as HTML.

    With `boards` the games can be stepped through. `made` is appended to the version.
    """
    counted = [record for record in records if record.end != "void"]
    lengths = [len(record.moves) for record in counted]
    branching = []
    for record in counted:
        moves = sum(used.moves for used in record.usage.values())
        if moves:
            branching.append(sum(used.choices for used in record.usage.values()) / moves)
    title = f"{' – '.join(plan.names)}: {analysis.games} games"
    limits = ", ".join(
        f"{name} {value:g}" for name, value in (
            ("time", plan.limits.time), ("depth", plan.limits.depth),
            ("nodes", plan.limits.nodes), ("plies", plan.limits.plies),
        ) if value is not None
    )  # fmt: skip
    parts = [
        f"<h1>{safe(title)}</h1>",
        f"<p>{safe(plan.schedule)}, seats {safe(', '.join(plan.seats))}; limits: {limits}; "
        f"seed {safe(str(plan.seed))}</p>",
        f"<p>forthgame {__version__}{safe(made)}</p>",
        "<h2>Result</h2>",
        table(results_table(analysis)),
        paragraphs([*difference_lines(plan, analysis), *sprt_lines(plan, analysis)]),
        "<h2>Score with 95 % interval over games</h2>",
        scores(plan, records),
        "<h2>Points against each other</h2>",
        table(meetings_table(analysis)),
        *(
            ["<h2>Likelihood of being stronger</h2>", table(superiority_table(analysis))]
            if analysis.superiority
            else []
        ),
        paragraphs(fitted_lines(analysis)),
        "<h2>Seats (wins-losses-draws)</h2>",
        table(seats_table(analysis)),
        "<h2>Length of games</h2>",
        bars(lengths, "plies"),
        "<h2>Branching</h2>",
        bars(branching, "legal moves a choice, mean of a game"),
        paragraphs(games_lines(analysis)),
        "<h2>Time and nodes</h2>",
        table(use_table(analysis)),
    ]
    if boards is not None and boards.games:
        parts += ["<h2>Games</h2>", viewer(plan, records, boards)]
    return whole_page(title, parts)


def whole_page(title: str, parts: Sequence[str]) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width">'
        f"<title>{safe(title)}</title><style>{STYLE}</style></head>"
        f"<body>{''.join(parts)}</body></html>\n"
    )


def write_page(
    path: Path, plan: Plan, records: Sequence[GameRecord], analysis: TournamentAnalysis
) -> None:
    """Write the page, with boards. Raises ForthgameError if the file cannot be written."""
    save(path, render(plan, records, analysis, replay(plan, records), f", {date.today()}"))


def save(path: Path, text: str) -> None:
    """Write a text; the file is replaced completely or not at all. Raises ForthgameError."""
    try:
        write_whole(path, text)
    except OSError as error:
        raise ForthgameError(f"{path} cannot be written: {error.strerror}") from None


# -- stepping through games ----------------------------------------------------------------------


def viewer(plan: Plan, records: Sequence[GameRecord], boards: Boards) -> str:
    """Return the HTML of a board, the moves, and a menu of games."""
    found = boards.scene
    layout = found.layout
    shown = list(zip(records, boards.games, strict=False))
    options = "".join(f'<option value="{k}">{safe(_title(plan, record))}</option>'
                      for k, (record, _) in enumerate(shown))  # fmt: skip
    buttons = "".join(f'<button type="button" name="{name}" aria-label="{label}">{sign}</button>'
                      for name, sign, label in BUTTONS)  # fmt: skip
    count = "" if len(shown) == len(records) else f"<p>The first {len(shown)} games.</p>"
    return (
        f"<style>{VIEWER_STYLE}{rules_of(found.looks, found.file)}</style>{count}"
        f'<div class="viewer" tabindex="0" hidden><figure>'
        f'<svg class="forthgame {scope_of(found.looks, found.file)}" role="img" '
        f'aria-label="board" viewBox="{layout.left:g} {layout.top:g} {layout.width:g} '
        f'{layout.height:g}">{"".join(board(found))}<g class="pieces"></g></svg></figure>'
        f"<aside><label>Game <select>{options}</select></label>"
        f'<nav aria-label="plies">{buttons}</nav><output></output><ol></ol></aside></div>'
        f'<script type="application/json" id="games">{_data(shown, boards)}</script>'
        f"<script>{SCRIPT}</script>"
    )


def _title(plan: Plan, record: GameRecord) -> str:
    seated = " – ".join(f"{plan.names[entrant]} ({seat})" for seat, entrant in record.seats.items())
    won = "nobody wins" if record.winner is None else f"{plan.names[record.winner]} wins"
    return f"{record.number + 1}: {seated}: {won}, {record.reason}"


def _data(shown: Sequence[tuple[GameRecord, Any]], boards: Boards) -> str:
    marks: dict[str, int] = {}

    def mark_of(standing: PlaceContent) -> int:
        if standing.what is None:
            return -1
        return marks.setdefault(piece_markup(boards.scene, standing.what), len(marks))

    games = [
        {
            "moves": [f"{player}: {text}" for player, text in record.moves[: len(plies) - 1]],
            "plies": [[[each.place, mark_of(each)] for each in ply] for ply in plies],
        }
        for record, plies in shown
    ]
    document = json.dumps({"marks": list(marks), "games": games}, separators=(",", ":"))
    return document.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


# -- plots ---------------------------------------------------------------------------------------


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
