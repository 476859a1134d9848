"""Counts of games: of results, and of games with the same moves as an earlier one."""

from __future__ import annotations

from forthgame.play.model.game_record import GameRecord
from forthgame.play.results.analysis import NAMED, MoveHashTable, Repeats, Results, Tally


def game(number: int, *moves: str, opening: int = 0, seats: tuple[int, int] = (0, 1)) -> GameRecord:
    """Return a game of two with these moves, the first of which no entrant chose."""
    played = [("XO"[ply % 2], move) for ply, move in enumerate(moves)]
    return GameRecord(number, 1, dict(zip("XO", seats, strict=True)), played, opening=opening)


def test_a_game_repeats_the_first_of_its_kind() -> None:
    repeats = Repeats()
    for number, move in enumerate("abaab"):
        repeats.add(game(number, move))
    assert repeats.found == {2: 0, 3: 0, 4: 1}
    assert repeats.count == 3


def test_not_more_repeats_are_named_than_there_is_room_for() -> None:
    repeats = Repeats()
    for number in range(NAMED + 3):
        repeats.add(game(number, "a"))
    assert (len(repeats.found), repeats.count) == (NAMED, NAMED + 2)


def test_void_games_and_games_without_moves_repeat_nothing() -> None:
    repeats = Repeats()
    void = game(1, "a")
    void.end = "void"
    for record in (game(0, "a"), void, game(2), game(3)):
        repeats.add(record)
    assert repeats.found == {}
    assert repeats.unvaried == 0


def test_entrants_that_vary_are_known_by_seats_and_opening() -> None:
    """With one opening and the same seats, all three games are equal. Elsewhere each game is
    single.
    """
    repeats = Repeats()
    for number in range(3):
        repeats.add(game(number, "a", "b", opening=1))
    assert repeats.unvaried == 2
    repeats.add(game(3, "c", "b", opening=1))
    repeats.add(game(4, "a", "d", opening=1, seats=(1, 0)))
    assert repeats.unvaried == 2
    repeats.add(game(5, "a", "e", opening=1))
    assert repeats.unvaried == 0


def test_thousands_of_lines_are_found_again() -> None:
    """There are more than the initial room; a hash of 0 is one like any other."""
    lines = MoveHashTable()
    hashes = [*(number * 1024 for number in range(1, 3000)), 0]
    assert [lines.first(line, number) for number, line in enumerate(hashes)] == list(range(3000))
    assert [lines.first(line, 5000) for line in hashes] == list(range(3000))


def test_a_result_counts_as_one_of_three() -> None:
    tally = Tally()
    for won, result, points, times in (
        (True, "win", 1.0, 2),
        (False, "loss", 0.0, 3),
        (False, "draw", 0.5, 1),
        (False, "win", 0.5, 4),
    ):
        tally.add(won, result, points, times)
    assert tally == Tally(games=10, wins=2, losses=3, draws=5, points=4.5)


def test_losses_draws_and_wins_of_an_entrant() -> None:
    results = Results("XO")
    for number, (first, second) in enumerate(
        [("win", "loss")] * 3 + [("draw", "draw")] * 2 + [("loss", "win")]
    ):
        record = game(number, "a")
        record.finish("result", "", {"X": first, "O": second})
        results.add(record)
    assert results.triple(0) == (1, 2, 3)
    assert results.triple(1) == (3, 2, 1)
