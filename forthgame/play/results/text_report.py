"""Text reports of a tournament: Axiom's closing block, tables, and transcripts."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from forthgame.play.model.game_record import AutoplayStanding, GameRecord
from forthgame.play.plan.plan import Plan
from forthgame.play.results.analysis import EntrantResult, TournamentAnalysis
from forthgame.play.statistics.elo import Difference
from forthgame.play.statistics.interval import Interval
from forthgame.play.statistics.sprt import Sprt, SprtState

REASONS_SHOWN = 8


def closing_of(plan: Plan, standing: AutoplayStanding) -> str:
    return "\n".join(["Final results:", *_wins(plan, standing), f"{standing.games} game(s) played"])


def cumulative(plan: Plan, standing: AutoplayStanding) -> str:
    """Return the standing after a game, as AutoPlay prints it."""
    head = f"Cumulative results following game {standing.games} of {plan.games}:"
    return "\n".join([head, *_wins(plan, standing)])


def _wins(plan: Plan, standing: AutoplayStanding) -> list[str]:
    lines = [
        f'Player {k} "{entrant.name}", wins = {wins}.'
        for k, (entrant, wins) in enumerate(zip(plan.entrants, standing.wins, strict=True), 1)
    ]
    return [*lines, f"Draws = {standing.draws}"]


def transcript(record: GameRecord, set_up: Sequence[str], games: int) -> str:
    """Return a game as AutoPlay prints it: set-up, moves by rounds, result."""
    lines = [f"Game {record.number + 1} of {games}", *set_up]
    first = record.moves[0][0] if record.moves else ""
    rounds: list[list[str]] = []
    previous = ""
    for player, text in record.moves:
        if not rounds or (player == first and previous != first):
            rounds.append([])
        rounds[-1].append(text)
        previous = player
    lines += [f"{k}. {' '.join(texts)}" for k, texts in enumerate(rounds, 1)]
    said = {"win": "I win!", "loss": "I lose!", "draw": "It's a draw."}
    for seat, entrant in sorted(record.seats.items(), key=lambda item: item[1]):
        lines.append(f"Player {entrant + 1} - {said[record.outcome.get(seat, 'draw')]}")
    return "\n".join(lines)


def tabulate(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table; the first column is left-aligned, the others right-aligned."""
    widths = [max(len(row[k]) for row in [head, *rows]) for k in range(len(head))]
    return [
        "  ".join(
            cell.ljust(width) if k == 0 else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in [head, *rows]
    ]


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def span(interval: Interval) -> str:
    return f"{100 * interval.low:.1f} … {100 * interval.high:.1f} %"


def number(value: float, digits: int = 1) -> str:
    """Format a number with its sign, or inf; values that round to 0 get no minus."""
    return (
        f"{round(value, digits) + 0.0:+.{digits}f}"
        if isfinite(value)
        else ("inf" if value > 0 else "-inf")
    )


def results_table(analysis: TournamentAnalysis) -> tuple[list[str], list[list[str]]]:
    """Return head and rows of the standing, the best first if there are ratings."""
    rated = any(entrant.rating for entrant in analysis.entrants)
    head = ["", "games", "wins", "losses", "draws", "score", "95 % interval"]
    if rated:
        head += ["rating", "±"]
    if any(entrant.faults for entrant in analysis.entrants):
        head.append("faults")
    rows = []
    for entrant in ranked(analysis):
        total = entrant.total
        row = [entrant.name, str(total.games), str(total.wins), str(total.losses),
               str(total.draws), percent(total.score.value), span(total.score)]  # fmt: skip
        if entrant.rating:
            row += [number(entrant.rating.elo, 0), f"{entrant.rating.error:.0f}"]
        if "faults" in head:
            row.append(str(entrant.faults))
        rows.append(row)
    return head, rows


def ranked(analysis: TournamentAnalysis) -> list[EntrantResult]:
    return sorted(analysis.entrants, key=lambda e: -e.rating.elo if e.rating else 0.0)


def seats_table(analysis: TournamentAnalysis) -> tuple[list[str], list[list[str]]]:
    """Return head and rows of results by entrant and seat, and by seat over all."""
    head = ["wins-losses-draws", *analysis.seats]
    rows: list[list[str]] = []
    for entrant in analysis.entrants:
        tallies = entrant.seats.values()
        cells = [f"{t.wins}-{t.losses}-{t.draws} {percent(t.score.value)}" for t in tallies]
        rows += [[entrant.name, *cells], ["", *(span(t.score) for t in tallies)]]
    seats = analysis.seats.values()
    rows += [
        ["all: score", *(percent(seat.share.value) for seat in seats)],
        ["95 % interval", *(span(seat.share) for seat in seats)],
        ["advantage", *(f"{100 * seat.advantage:+.1f} %" for seat in seats)],
        ["by chance", *(percent(seat.chance) for seat in seats)],
    ]
    return head, rows


def use_table(analysis: TournamentAnalysis) -> tuple[list[str], list[list[str]]]:
    """Return head and rows of time and nodes; with evaluations per root move if counted."""
    counted = any(entrant.evaluations.moves for entrant in analysis.entrants)
    head = ["", "moves", "ms a move", "slowest", "nodes a move"]
    if counted:
        head += ["evaluations a root move: least", "mean", "most", "rises"]
    rows = []
    for entrant in analysis.entrants:
        row = [entrant.name, str(entrant.moves), f"{1000 * entrant.seconds_a_move:.1f}",
               f"{1000 * entrant.slowest:.1f}", f"{entrant.nodes_a_move:.0f}"]  # fmt: skip
        if counted:
            found = entrant.evaluations
            row += [str(found.least), f"{found.mean:.1f}", str(found.most),
                    percent(found.share_of_rises)] if found.moves else ["", "", "", ""]  # fmt: skip
        rows.append(row)
    return head, rows


def difference_lines(plan: Plan, analysis: TournamentAnalysis) -> list[str]:
    """Return lines on the Elo difference of two entrants, or of each from the base."""
    names = plan.names
    lines = []
    if analysis.difference is not None:
        lines = _difference(
            names[0], names[1], analysis.counts, analysis.unpaired, analysis.difference
        )
    for found in analysis.challenges:
        lines += _difference(found.name, names[0], found.counts, found.unpaired, found.difference)
    return lines


def _difference(
    name: str, other: str, counts: Sequence[int], unpaired: int, found: Difference
) -> list[str]:
    if not found.games:
        return []
    unit = "pairs of games" if len(counts) == 5 else "losses, draws, wins"
    counted = ", ".join(map(str, counts))
    error = "" if found.lopsided else f" ± {found.error:.1f}"
    elo = f"{number(found.elo)} Elo{error} ({number(found.low)} … {number(found.high)})"
    left_out = f" ({unpaired} games without a partner left out)" if unpaired else ""
    lines = [f"{name} against {other}: {elo}, from {unit}: {counted}{left_out}"]
    likely = f"likelihood that {name} is the stronger: {percent(found.superiority)}"
    if isfinite(found.normalised_error):
        normalised = f"{number(found.normalised, 2)} ± {found.normalised_error:.2f}"
        lines.append(f"normalised Elo {normalised}; {likely}")
    else:
        lines.append(likely)
    return lines


def sprt_lines(plan: Plan, analysis: TournamentAnalysis) -> list[str]:
    if plan.sprt is None:
        return []
    found = [(plan.names[0], analysis.sprt)] if not plan.against_base else []
    found += [(challenge.name, challenge.sprt) for challenge in analysis.challenges]
    return [
        (f"{name}: " if plan.against_base else "") + _sprt(plan.sprt, name, state)
        for name, state in found
        if state is not None
    ]


def _sprt(test: Sprt, name: str, state: SprtState) -> str:
    unit = "normalised Elo" if test.model == "normalized" else "Elo"
    said = {
        "H0": f"H0 accepted: {name} is {test.elo0:g} {unit} stronger rather than {test.elo1:g}",
        "H1": f"H1 accepted: {name} is {test.elo1:g} {unit} stronger rather than {test.elo0:g}",
    }
    verdict = said[state.accepted] if state.accepted else "no hypothesis accepted yet"
    return (
        f"SPRT {test.elo0:g} to {test.elo1:g} {unit}, α = {test.alpha:g}, β = {test.beta:g}: "
        f"LLR {state.llr:.3f} ({state.lower:.3f} … {state.upper:.3f}); {verdict}"
    )


def fitted_lines(analysis: TournamentAnalysis) -> list[str]:
    lines = []
    if analysis.fitted_seats:
        seats = "; ".join(
            f"{seat} {number(found.elo)} ± {found.error:.1f} Elo"
            for seat, found in analysis.fitted_seats.items()
        )
        lines.append(f"seats, fitted with the ratings: {seats}")
    if analysis.fitted_draws is not None:
        draws = analysis.fitted_draws
        lines.append(f"draws between equals, fitted: {percent(draws.value)} ({span(draws)})")
    return lines


def superiority_table(analysis: TournamentAnalysis) -> tuple[list[str], list[list[str]]]:
    """Return head and rows of the likelihood that the row's entrant is stronger."""
    order = ranked(analysis)
    numbers = [analysis.entrants.index(entrant) for entrant in order]
    rows = [
        [entrant.name, *(percent(analysis.superiority[a][b]) if a != b else "" for b in numbers)]
        for a, entrant in zip(numbers, order, strict=True)
    ]
    return ["stronger than", *(entrant.name for entrant in order)], rows


def games_lines(analysis: TournamentAnalysis) -> list[str]:
    """Return lines on lengths, branching, endings and repeats."""
    lengths, branching, ends = analysis.lengths, analysis.branching, analysis.ends
    different = analysis.games - ends["void"] - analysis.repeated
    lines = [
        f"plies a game: {lengths.least:.0f} to {lengths.most:.0f}, mean {lengths.mean:.1f}; "
        f"legal moves a choice: mean {branching.mean:.1f}; "
        f"with one winner: {percent(analysis.decisive)}",
        f"{different} different games; {ends['ply limit']} ended by "
        f"the ply limit, {ends['fault']} by a fault, {ends['void']} void"
        + (f", {ends['adjudicated']} adjudicated" if ends["adjudicated"] else ""),
    ]
    if analysis.unvaried:
        lines.append(
            f"{analysis.unvaried} games repeat an earlier one by entrants that do not vary: they "
            "are no further evidence, and the intervals too narrow; --random-plies or --openings "
            "give other games"
        )
    elif analysis.repeated:
        lines.append(
            f"{analysis.repeated} games have the moves of an earlier one, by chance; they count"
        )
    for reason, times in sorted(analysis.reasons.items(), key=lambda item: -item[1])[
        :REASONS_SHOWN
    ]:
        lines.append(f"{times} × {reason}")
    if len(analysis.reasons) > REASONS_SHOWN:
        lines.append(f"… and {len(analysis.reasons) - REASONS_SHOWN} other reasons")
    return lines


def near_lines(analysis: TournamentAnalysis) -> list[str]:
    return [
        f"{entrant.name}: {entrant.near} of {entrant.moves} answers took more than half of the "
        "time that is waited for one"
        for entrant in analysis.entrants
        if entrant.near
    ]


def statistics(plan: Plan, analysis: TournamentAnalysis, *, full: bool = True) -> str:
    """Return all tables as text; only the last two blocks contain times, which vary between runs.

    Without `full`, only the standing and problems are included.
    """
    blocks = [
        tabulate(*results_table(analysis)),
        [*difference_lines(plan, analysis), *sprt_lines(plan, analysis)],
    ]
    if full:
        blocks += [
            tabulate(*seats_table(analysis)),
            tabulate(*meetings_table(analysis)) if len(plan.entrants) > 2 else [],
            tabulate(*superiority_table(analysis)) if analysis.superiority else [],
            fitted_lines(analysis),
            games_lines(analysis),
            [*tabulate(*use_table(analysis)), *near_lines(analysis)],
        ]
    else:
        blocks.append([*games_lines(analysis)[2:], *near_lines(analysis)])
    blocks.append([f"seconds: {analysis.seconds:.1f}; seed {plan.seed}"])
    return "\n\n".join("\n".join(block) for block in blocks if block)


def meetings_table(analysis: TournamentAnalysis) -> tuple[list[str], list[list[str]]]:
    names = [entrant.name for entrant in analysis.entrants]
    cells = {pair: f"{t.points:g}/{t.games}" for pair, t in analysis.meetings.items()}
    every = range(len(names))
    rows = [[name, *(cells.get((a, b), "") for b in every)] for a, name in enumerate(names)]
    return ["points against", *names], rows
