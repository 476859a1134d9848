"""Compare a published game in a browser with the game itself."""

from __future__ import annotations

from typing import Any

from forthgame.api.game import Game, State
from forthgame.draw import Highlights, svg
from forthgame.ui.worker.worker_state import move_document, places_of, position_document
from tests.serve.site import Page

ASK = """
const [role, what, given, done] = arguments;
published.link.crew.ask(role, what, given, 600).then((found) => done({ found }),
  (error) => done({ error: error.message }));
"""
LINK = """
const [what, given, done] = arguments;
published.link.ask(what, given).then((found) => done({ found }),
  (error) => done({ error: error.message }));
"""


def asked(page: Page, what: str, **given: Any) -> Any:
    """Return the answer of the page's worker to a request."""
    found = page.driver.execute_async_script(ASK, "board", what, given)
    assert "error" not in found, found
    return found["found"]


def linked(page: Page, what: str, **given: Any) -> dict[str, Any]:
    """Return the answer of the page's link: `found` or `error`."""
    return dict(page.driver.execute_async_script(LINK, what, given))


def line_of(state: State, plies: int) -> list[str]:
    """Play moves that only depend on the game, and return their texts; the state goes along."""
    line = []
    for k in range(plies):
        texts = [move.text for move in state.moves()]
        if not texts:
            break
        number = (k * 7919 + 13) % len(texts)
        line.append(texts[number])
        state.play(number)
    return line


def assert_same_position(page: Page, start: dict[str, Any], state: State, line: list[str]) -> None:
    """Compare moves, board, result and last move of a position."""
    known = position_document(state)
    found = asked(page, "view", start=start, texts=line)["position"]
    assert [move["text"] for move in found["moves"]] == [move["text"] for move in known["moves"]]
    for name in ("player", "turn", "count", "over", "outcome", "ended", "concealed", "hands"):
        assert found[name] == known[name], name
    assert found["board"] == {place: list(piece) for place, piece in state.board.items()}
    if known["scores"] is not None:
        assert found["scores"] == known["scores"]
    for move, own in zip(found["moves"], known["moves"], strict=True):
        assert {k: v for k, v in move.items() if k != "short"} == {
            k: v for k, v in own.items() if k != "short"
        }


def assert_same_drawing(page: Page, state: State, before: State | None, text: str) -> None:
    """Compare the picture that the page shows of the game as it stands."""
    marks = None
    if before is not None and not state.concealed:
        last = move_document(state.game, before.find(text, exact=True))
        marks = Highlights(last=places_of({"player": before.player, **last}))
    known = svg(state, flip=False, styled=False, highlights=marks)
    plies = page.js("return published.link.plies.length")
    found = linked(page, "view", ply=plies, more=[], flip=False)["found"]["svg"]
    shown = known[known.index('<g class="pieces">') :].strip()
    assert found[found.index('<g class="pieces">') :] == shown


def compare(page: Page, game: Game, plies: int = 40, games: int = 10, depth: int = 2) -> None:
    """Compare positions along a line, its undoing, counts, random games and searches."""
    level = 1 if game.levels else None
    start = {"seed": 7, "level": 0 if game.levels else None}
    state = game.new_game(seed=7, level=level)
    line = line_of(state, plies)
    assert_same_position(page, start, state, line)
    half = len(line) // 2
    middle = game.new_game(seed=7, level=level)
    for text in line[:half]:
        middle.moves()
        middle.play(middle.find(text, exact=True))
    assert_same_position(page, start, middle, line[:half])
    first = game.new_game(seed=7, level=level)
    assert_same_position(page, start, first, [])
    if first.outcome is not None or game.is_chance(first.player):
        return
    count = asked(page, "count", start=start, texts=[], depth=2)["leaves"]
    assert count == game.perft(2, first.copy())
    played = first.copy()
    played.use_seed(5)
    known = played.play_out(games, 1000)
    found = asked(page, "playouts", start=start, texts=[], games=games, seed=5)["playouts"]
    assert (found["plies"], found["results"]) == (known.plies, known.results)
    for engine, limits in (("negamax", {"depth": depth}), ("uct", {"playouts": 5 * games})):
        best = first.copy().search(engine, seed=1, **limits)
        own = asked(
            page, "think", start=start, texts=[], engine=engine, limits={**limits, "seed": 1}
        )
        assert (own["text"], own["score"]) == (best.move.text, best.score), engine
        assert own["nodes"] == best.nodes, engine
