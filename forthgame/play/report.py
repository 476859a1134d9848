"""What a tournament prints: Axiom's own closing block, and a game as AutoPlay shows it."""

from __future__ import annotations

from forthgame.play.match import GameRecord
from forthgame.play.tournament import Standing


def closing(standing: Standing) -> str:
    """The block that AutoPlay ends with."""
    lines = ["Final results:"]
    for k, (name, wins) in enumerate(zip(standing.names, standing.wins, strict=True), 1):
        lines.append(f'Player {k} "{name}", wins = {wins}.')
    lines += [f"Draws = {standing.draws}", f"{standing.games} game(s) played"]
    return "\n".join(lines)


def cumulative(standing: Standing, games: int) -> str:
    """The standing after a game."""
    head = f"Cumulative results following game {standing.games} of {games}:"
    return "\n".join([head, *closing(standing).splitlines()[1:-1]])


def transcript(record: GameRecord, set_up: list[str], games: int) -> str:
    """A game as AutoPlay prints it: set-up, moves by rounds of turns, the result."""
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
