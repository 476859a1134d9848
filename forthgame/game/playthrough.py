"""A position in a game that is being played."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from forthgame import arguments
from forthgame.game.alone import alone
from forthgame.game.played import outcome_name
from forthgame.game.playing import Playing
from forthgame.game.position import hands, position_document, position_text
from forthgame.game.puzzling import PuzzleState
from forthgame.game.streams import start_streams
from forthgame.internal import Internal
from forthgame.lang import layout as at
from forthgame.vm.sharing import one_at_a_time

if TYPE_CHECKING:
    from typing import Self

    from forthgame.game.found import SearchResult
    from forthgame.game.moves import Moves
    from forthgame.game.proving import Proof
    from forthgame.game.run import Report

AnyPlaythrough = TypeVar("AnyPlaythrough", bound="Playthrough")  # a State yields a State


@one_at_a_time("outcome_for _sides_with copy search prove", "game.lock")
@one_at_a_time("use_seed to_text to_json", "game.lock")
@alone("use_seed _outcome_now _sides_with")
class Playthrough(Internal, Playing, PuzzleState):
    """A game in progress, as all layers of the package take it; users have it as a State.

    `game` is the Game; `level` the number of its level, from 1, in a game that has levels. Equal
    states have the same board, turn, random streams and history, in the same script. The hash
    changes with the position: use copies in sets and as keys of dicts.
    """

    internal = frozenset((
        "ahead", "capture", "count_leaves", "enter", "entropy", "internal", "kept_streams",
        "leave", "let_go", "make", "move_texts", "past", "play_out", "played_keys", "position",
        "random", "run_here", "stand_at", "step_back", "store_afresh", "streams", "turn_cell",
    ))  # fmt: skip

    # -- looking --------------------------------------------------------------------------------

    def turn_cell(self, index: int) -> int:
        """Return a cell of the turn, by its number: see `layout.TURN_BLOCK`."""
        return int.from_bytes(self.position.whole[4 * index : 4 * index + 4], "little", signed=True)

    @property
    def player(self) -> str:
        """Return the name of the player to move."""
        found = self.game.player_by_code(self.turn_cell(1))
        return found.name if found else ""

    @property
    def turn_number(self) -> int:
        """Return the number of the turn, from 1; a partial move stays in its turn."""
        return self.turn_cell(4)

    @property
    def history(self) -> list[str]:
        """Return the texts of the moves played so far, including `concealed` ones."""
        return self._history(lambda moves, number: moves.text_of(number))

    def _history(self, text_of: Callable[[Moves, int], str]) -> list[str]:
        # no calls here, so another thread cannot play in between
        position, past, texts = self.position, [*self.past], [*self.move_texts]
        if past and past[-1] is position:  # a move is being made
            del past[-1]
        start = len(texts) - len(past)  # earlier moves came from another game
        return [
            text if isinstance(text, str) else text_of(self._shown(past[k - start]), text)
            for k, text in enumerate(texts)
        ]

    @property
    def board(self) -> dict[str, tuple[str, str]]:
        """Return the pieces on the board: position -> (player, piece), without empty positions."""
        cells = memoryview(self.position.board).cast("i")
        pieces = self.game.pieces
        found: dict[str, tuple[str, str]] = {}
        for name, cell in zip(self.game.positions, cells, strict=False):
            if cell:
                owner = self.game.player_by_code(cell)
                number = cell & at.PIECE_MASK
                piece = pieces[number - 1] if 1 <= number <= len(pieces) else str(number)
                found[name] = (owner.name if owner else "", piece)
        return found

    @property
    def hands(self) -> dict[str, dict[str, int]]:
        """Return the pieces in hand: player -> piece -> number; empty in a game without hands."""
        return hands(self)

    @property
    def fingerprint(self) -> bytes:
        """Return the position bit for bit: turn with its number, board and board storage."""
        return self.position.whole

    @property
    def key(self) -> bytes:
        """Return the position without its turn number: equal if a position is repeated."""
        whole, number = self.position.whole, at.A_TURN_NUMBER - at.TURN_BLOCK
        return whole[:number] + whole[number + at.CELL :]

    def to_text(self) -> str:
        """Return the position as a line, which `Game.position` reads: see `game/position.py`."""
        return position_text(self)

    def fen(self) -> str:
        """Return the position as other programs write it: FEN and the like.

        The format is declared in the game's file of texts. Raises TextsError if the game has none.
        """
        from forthgame.game.texts.fen import fen_of

        return fen_of(self)

    def texts(self, notation: str) -> list[str]:
        """Return the legal moves in a `notation` that the game's file declares: `uci`, `san` …

        Raises TextsError, a ForthgameError, if that notation is not declared.
        """
        from forthgame.game.texts.notation import notation_named

        return notation_named(self.game, notation).texts(self)

    def to_json(self) -> dict[str, Any]:
        """Return the position as a document for JSON, with the script's hash."""
        return position_document(self)

    def outcome_for(self, player: str) -> str | None:
        """Return the result of OnIsGameOver for another `player`, as if it were their turn now.

        Raises ValueError for an unknown player, ScriptError if the script fails.
        """
        game = self.game
        code = game.player_named(player).code
        if self.outcome is not None and self.position.verdict is not None:
            return self.position.verdict.outcomes[player]
        self._offer()
        return self._outcome_now(code)

    def _outcome_now(self, mover: int) -> str | None:
        game = self.game
        self.store_afresh()
        self.enter()
        for address in (at.A_PLAYER, at.A_FOR_PLAYER):
            game.forth.processor.set_cell(address, mover)
        try:
            return outcome_name(game.ask_result())
        finally:
            self.enter()

    def _sides_with(self, player: str) -> bool:
        game = self.game
        if not game.forth.processor.register(at.COALITIONS):
            return False
        self.enter()
        code = game.player_named(player).code
        return game.run_word("(same-side?)", self.turn_cell(1), code) != 0

    # -- going on ---------------------------------------------------------------------------------

    def copy(self) -> Self:
        """Return an independent state with the same position and history."""
        random, entropy = self.kept_streams()
        # no calls here, so a signal handler cannot play in between
        position, past, texts, played = (
            self.position,
            [*self.past],
            [*self.move_texts],
            self.played_keys,
        )
        twin = type(self)(self.game, position.for_copy(), random, entropy)
        twin.past, twin.move_texts, twin.played_keys, twin.level = past, texts, played, self.level
        twin._limited, twin._listed = self._limited, self._listed
        return twin

    def ahead(self) -> Self:
        """Return a copy for looking ahead: without a past, and not limited by `plies`."""
        twin = self.copy()
        twin.past, twin.move_texts, twin._limited = [], [], False
        return twin

    def search(
        self,
        engine: str = "script",
        time: float | None = 1.0,
        depth: int | None = None,
        seed: int | None = None,
        *,
        nodes: int | None = None,
        playouts: int | None = None,
        selective: bool | None = None,
        threads: int | None = None,
        report: Report | None = None,
        after_end: bool = False,
    ) -> SearchResult:
        """Let an engine choose a move; the position stays unchanged.

        `engine`: `script`, or a name from `forthgame.game.engines.ENGINES`, with options if you
        like (`negamax:depth=4`). A `depth` in plies, a number of positions (`nodes`) or of random
        games (`playouts`) takes the place of `time` in seconds; for `selective` and `threads` see
        `Limits`. `seed` sets the random streams. `report` is called with each intermediate result.
        Ctrl-C ends a search with the best move so far. Raises ForthgameError if there is no move,
        or the game is over unless `after_end`.
        """
        from forthgame.game.engines import Limits, parse_engine, refuse_playouts
        from forthgame.game.search import search

        counted = depth is not None or nodes is not None or playouts is not None
        given = Limits(time=None if counted else time, depth=depth, nodes=nodes,
                       playouts=playouts, selective=selective, seed=seed,
                       threads=threads)  # fmt: skip
        name, own = parse_engine(engine)
        refuse_playouts(name, playouts)
        return search(self, name, own.over(given), report, after_end)

    def prove(
        self,
        time: float | None = 10.0,
        *,
        nodes: int | None = None,
        table: int | None = None,
    ) -> Proof:
        """Prove the result that the player to move can force against all others: a win or a draw.

        `time` limits the seconds and `nodes` the positions; `table` is the size of the
        transposition table in megabytes. An endless cycle, or a position without moves that no rule
        ends, counts as a draw. Raises ForthgameError if chance decides or players choose at the
        same time.
        """
        from forthgame.game.proving import prove

        return prove(self, time, nodes, table)

    def share_of(self, score: int) -> float | None:
        """Return the expected share of points, from 0 to 1, for a `score` of alpha-beta.

        The share is for the player to move. The first call plays quick games for a second or two
        and fits a curve to their scores and results. Returns None if there are not exactly two
        players who move in turn without chance, or if scores do not predict results. Raises
        TypeError if `score` is not a whole number.
        """
        from forthgame.game.expected import expectation

        arguments.whole(score, "a score")
        known = expectation(self.game)
        return None if known is None else known.share(score)

    def use_seed(self, seed: int) -> None:
        """Start the random streams of this state from an integer `seed`. Raises TypeError."""
        arguments.whole(seed, "a seed")
        self.enter()
        start_streams(self.game.forth.processor, seed)
