"""Reports on a learned evaluation: text, HTML page and JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from forthgame.draw.svg_escaping import safe
from forthgame.play.results.html_page import COLOURS, Plot, paragraphs, save, table, whole_page
from forthgame.play.statistics.interval import wilson
from forthgame.play.tuning.integer_weights import harmless
from forthgame.play.tuning.tune import Tuned
from forthgame.version import __version__

BARS = 24  # characters of the longest bar


def header(tuned: Tuned) -> str:
    lines = [
        f"\\ An evaluation of {harmless(tuned.facts.name)}, learned by `forthgame tune` from "
        f"{tuned.games} games, seed {tuned.seed}.",
        f"\\ It looks at: {tuned.looked_at}.",
        *(f"\\ It scored {check.sentence}." for check in tuned.checks),
    ]
    return "\n".join(lines)


def lines_of(tuned: Tuned) -> list[str]:
    found = [f"{'':24}    games  positions   loss  seconds"]
    low = min((r.loss for r in tuned.rounds), default=0.0)
    high = max((max(r.plain, r.loss) for r in tuned.rounds), default=1.0)
    for each in tuned.rounds:
        share = (each.plain - each.loss) / ((high - low) or 1.0)
        bar = "█" * max(0, round(BARS * min(share, 1.0)))
        found.append(
            f"{each.name:24} {each.games:8} {each.positions:10} {each.loss:6.3f} "
            f"{each.seconds:8.1f}  {bar}"
        )
    found.append("(loss on games held back; the bar is what it lies below that of a mean result)")
    for candidate in tuned.candidates:
        score = wilson(sum(candidate.points), len(candidate.points))
        found.append(
            f"tried: {candidate.fit.weights.shape.named()}: loss {candidate.fit.loss:.3f}, "
            f"{score.value:.0%} of {len(candidate.points)} games against none "
            f"({score.low:.0%} to {score.high:.0%})"
        )
    found.append(f"chosen: {tuned.looked_at}")
    if tuned.confinement:
        found.append(f"the script was confined: {tuned.confinement}")
    found += [
        *(f"check: {finding}" for finding in tuned.findings),
        *(check.sentence for check in tuned.checks),
    ]
    if tuned.interrupted:
        found.append("interrupted: the table shows what was learned before")
    return found


def document(tuned: Tuned) -> dict[str, Any]:
    return {
        "game": tuned.facts.name,
        "seed": tuned.seed,
        "text": tuned.text,
        "looked_at": tuned.looked_at,
        "games": tuned.games,
        "seconds": round(tuned.seconds, 3),
        "interrupted": tuned.interrupted,
        "findings": list(tuned.findings),
        "rounds": [
            {"name": r.name, "games": r.games, "positions": r.positions,
             "loss": round(r.loss, 6), "loss_of_mean": round(r.plain, 6),
             "seconds": round(r.seconds, 3)} for r in tuned.rounds
        ],
        "candidates": [
            {"looked_at": c.fit.weights.shape.named(), "loss": round(c.fit.loss, 6),
             "points": sum(c.points), "games": len(c.points)} for c in tuned.candidates
        ],
        "checks": [
            {"against": c.against, "score": c.score.value, "low": c.score.low,
             "high": c.score.high, "games": len(c.points), "time": c.move,
             "even": c.even}
            for c in tuned.checks
        ],
    }  # fmt: skip


def page(tuned: Tuned) -> str:
    title = f"{tuned.facts.name}: a learned evaluation"
    rounds = tuned.rounds
    rows = [[r.name, str(r.games), str(r.positions), f"{r.loss:.4f}", f"{r.plain:.4f}",
             f"{r.seconds:.1f}"] for r in rounds]  # fmt: skip
    head = ["round", "games", "positions", "loss", "loss of the mean result", "seconds"]
    tried = [
        [c.fit.weights.shape.named(), f"{c.fit.loss:.4f}", f"{sum(c.points):g}",
         str(len(c.points))] for c in tuned.candidates
    ]  # fmt: skip
    parts = [
        f"<h1>{safe(title)}</h1>",
        f"<p>forthgame {__version__}, seed {tuned.seed}, {tuned.games} games of its own, "
        f"{tuned.seconds:.0f} s</p>",
        "<h2>Result</h2>",
        paragraphs([c.sentence for c in tuned.checks] or ["No check match was played."]),
        "<h2>Loss on games held back</h2>",
        _curve(tuned),
        table((head, rows)),
        "<h2>What was tried</h2>",
        table((["looks at", "loss", "points against none", "games"], tried)),
        f"<p>Chosen: {safe(tuned.looked_at)}.</p>",
        "<h2>The lines</h2>",
        f"<div><pre>{safe(tuned.text)}</pre></div>",
    ]
    return whole_page(title, parts)


def _curve(tuned: Tuned) -> str:
    rounds = tuned.rounds
    if not rounds:
        return ""
    low = min(min(r.loss, r.plain) for r in rounds)
    high = max(max(r.loss, r.plain) for r in rounds)
    room = 0.05 * (high - low) or 0.05
    plot = Plot((0, max(r.seconds for r in rounds)), (low - room, high + room), ("seconds", "loss"))
    plot.curve([(r.seconds, r.loss) for r in rounds], COLOURS[0])
    plot.curve([(r.seconds, r.plain) for r in rounds], COLOURS[1])
    key = "".join(
        f'<span style="background:{colour}"></span>{name}'
        for colour, name in zip(COLOURS, ("evaluation", "mean result"), strict=False)
    )
    return f'{plot.render("loss over seconds")}<p class="key">{key}</p>'


def write_page(path: Path, tuned: Tuned) -> None:
    save(path, page(tuned))
