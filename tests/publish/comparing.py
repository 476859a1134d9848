"""Compare a published game with the game itself, by the requests of a page's worker."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from forthgame.api.game import Game, State
from forthgame.base.errors import ScriptError
from forthgame.draw.svg_documents import Highlights, svg
from forthgame.position.move_texts import own_text
from forthgame.ui.worker.move_documents import move_document, places_of
from forthgame.ui.worker.worker_state import position_document

ASK = """
const [role, what, given, done] = arguments;
published.link.crew.ask(role, what, given, 600).then((found) => done({ found }),
  (error) => done({ error: error.message }));
"""
Ask = Callable[..., Any]  # what, and the fields of the request


class Worker(Protocol):
    """The worker of a page: the answer to a request, and the message of one that is refused."""

    def ask(self, what: str, **given: Any) -> Any:
        """Return the answer."""

    def refused(self, what: str, **given: Any) -> dict[str, Any]:
        """Return the sentence, and the number if it is a mistake of the script."""


class PageWorker:
    """The worker of an open page, as `Comparison` asks it."""

    def __init__(self, page: Any) -> None:
        self._page = page

    def ask(self, what: str, **given: Any) -> Any:
        """Return the answer to a request."""
        found = self._page.driver.execute_async_script(ASK, "board", what, given)
        assert "error" not in found, found
        return found["found"]

    def refused(self, what: str, **given: Any) -> dict[str, Any]:
        """Return the message of a request that is refused."""
        return dict(self._page.driver.execute_async_script(ASK, "board", what, given))


STATUS = ("player", "turn", "count", "over", "outcome", "ended", "concealed", "hands", "points",
          "unit", "scores")  # fmt: skip


def line_of(state: State, plies: int) -> list[str]:
    """Play moves that only depend on the game, and return their texts; the state goes along."""
    line = []
    for k in range(plies):
        texts = [move.text for move in state.moves()]
        if not texts or state.outcome is not None:
            break
        number = (k * 7919 + 13) % len(texts)
        line.append(texts[number])
        state.play(texts.index(line[-1]))
    return line


def assert_same_position(ask: Ask, start: dict[str, Any], state: State, line: list[str]) -> None:
    """Compare moves, board, result and last move of a position."""
    known = position_document(state)
    found = ask("view", start=start, texts=line)["position"]
    assert [move["text"] for move in found["moves"]] == [move["text"] for move in known["moves"]]
    for name in STATUS:
        assert found[name] == known[name], name
    assert found["board"] == {place: list(piece) for place, piece in state.board.items()}
    assert found["moves"] == known["moves"]
    around = {player: sorted(places) for player, places in known.get("surrounded", {}).items()}
    assert {p: sorted(places) for p, places in found.get("surrounded", {}).items()} == around


def picture(state: State, before: State | None, text: str, flip: str | bool = False) -> str:
    """Return what is drawn on the board of a position, with its last move."""
    marks = None
    if before is not None and not state.concealed:
        last = move_document(state.game, before.find(text, exact=True))
        marks = Highlights(last=places_of({"player": before.player, **last}))
    known = svg(state, flip=flip, styled=False, highlights=marks)
    return known[known.index(f'<g class="{"highlights" if marks else "pieces"}">') :].strip()


class Comparison:
    """A game on both sides: `start` for the worker, states of the game itself."""

    def __init__(self, worker: Worker, game: Game, seed: int = 7) -> None:
        self.worker, self.ask, self.game, self.seed = worker, worker.ask, game, seed
        self.level = 1 if game.levels else None
        self.start = {"seed": seed, "level": 0 if game.levels else None}

    def begun(self) -> State:
        """Return the first position."""
        return self.game.new_game(seed=self.seed, level=self.level)

    def line(self, plies: int, every: int = 1) -> None:
        """Compare positions along a line, then two that it is taken back to."""
        whole = line_of(self.begun(), plies)  # before: plain variables of the script go on
        state, texts = self.begun(), list[str]()
        for ply, text in enumerate([*whole, ""]):
            if ply % every == 0 or ply == len(whole):
                self.position(state, whole[:ply])
            if text:
                state.moves()
                state.play(state.find(text, exact=True))
                texts.append(text)
        for left in (len(whole) - 1, len(whole) // 3):
            while state.move_texts and len(texts) > max(left, 0):
                state.undo()
                texts.pop()
            self.position(state, texts)

    def position(self, state: State, texts: list[str]) -> None:
        """Compare a position."""
        assert_same_position(self.ask, self.start, state, texts)

    def until_a_mistake(self, plies: int) -> None:
        """Compare positions up to a mistake of the script, in a list or a move, and it too."""
        state, texts = self.begun(), list[str]()
        for _ in range(plies):
            asked: dict[str, Any] = {"what": "view"}
            try:
                listed = [move.text for move in state.moves()]
                move = listed[13 % len(listed)]
                asked = {"what": "play", "move": move, "exact": True}
                state.play(move)
                asked = {"what": "view"}
                texts.append(move)
                position_document(state)
            except ScriptError as error:
                found = self.worker.refused(**asked, start=self.start, texts=texts)
                assert_same_error(found, error)
                self.position(self.begun(), [])
                return
            self.position(state, texts)
        raise AssertionError("the script makes no mistake")

    def counts(self, depth: int) -> None:
        """Compare the leaves of a tree of moves."""
        leaves = self.ask("count", start=self.start, texts=[], depth=depth)["leaves"]
        state = self.begun()
        state.moves()  # may have drawn random numbers, as in the page
        assert leaves == self.game.perft(depth, state)

    def random_games(self, games: int, seed: int = 5) -> None:
        """Compare the results of random games by a seed."""
        state = self.begun()
        state.use_seed(seed)
        known = state.play_out(games, 1000)
        found = self.ask("playouts", start=self.start, texts=[], games=games, seed=seed)["playouts"]
        assert (found["plies"], found["results"]) == (known.plies, known.results)

    def search(self, engine: str, **limits: int) -> None:
        """Compare the move, score and number of positions of a search with a limit."""
        known = self.begun().search(engine, seed=1, **limits)
        found = self.ask("think", start=self.start, texts=[], engine=engine,
                         limits={**limits, "seed": 1})  # fmt: skip
        assert (found["text"], found["score"], found["nodes"]) == (
            own_text(known.move), known.score, known.nodes,
        ), engine  # fmt: skip

    def work(self, games: int = 10, depth: int = 2) -> None:
        """Compare counts, random games and searches of the first position, if somebody moves."""
        first = self.begun()
        if first.outcome is not None or not first.moves() or self.game.is_chance(first.player):
            return
        other = {**self.start, "seed": self.seed + 1}
        self.ask("status", start=other, texts=[])  # then the game begins anew, with its variables
        self.counts(2)
        self.random_games(games)
        self.search("negamax", depth=depth)
        self.search("uct", playouts=5 * games)


def assert_same_error(found: dict[str, Any], error: ScriptError) -> None:
    """Compare number, sentence and line of a mistake."""
    place = f"{Path(error.file).name}:{error.line}: " if error.place else ""
    assert (found["script"], found["error"].startswith(place + error.message)) == (
        error.number, True,
    ), (found, str(error))  # fmt: skip
