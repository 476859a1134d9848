"""A position in a game that is being played."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter as time_now
from typing import TYPE_CHECKING, Any

from forthgame.errors import TEXT_SHOWN, ForthgameError
from forthgame.game.arena import first_list, newest_list, put_list
from forthgame.game.choosing import Choosing, aimed, have_chosen, play_all, unseen
from forthgame.game.game import Game
from forthgame.game.moves import legal_moves
from forthgame.game.naming import find_move, illegal
from forthgame.game.played import Move, Playouts, Position, outcome_name, read_playouts
from forthgame.game.position import hands, position_document, position_text
from forthgame.game.puzzling import PuzzleState
from forthgame.game.result import Results, read_verdict
from forthgame.game.streams import entropy, start_streams
from forthgame.lang import beyond as more
from forthgame.lang import layout as at
from forthgame.vm.sharing import one_at_a_time

if TYPE_CHECKING:
    from forthgame.debug.explain import Explanation
    from forthgame.game.search import Report, SearchResult
    from forthgame.lang.dictionary import Word

KEY_BYTES = 8
KEPT_BYTES = 1 << 30  # of the boards of a game
RANDOM_BYTES = slice(at.RANDOM, at.RANDOM2 + 4 * at.RANDOM_CELLS)
TURN_BYTES = slice(at.MEMORY + at.TURN_BLOCK, at.MEMORY + at.TURN_BLOCK + at.TURN_BLOCK_SIZE)


@one_at_a_time("moves outcome outcome_for play undo copy count_leaves play_out search", "game.lock")
@one_at_a_time("explain use_seed to_text to_json", "game.lock")
class State(Results, Choosing, PuzzleState):
    """A game in progress. States of one Game are independent but share its machine."""

    def __init__(self, game: Game, position: Position, random: bytes, entropy_state: bytes) -> None:
        self.game = game
        self._position = position
        self._past: list[Position] = []
        self._texts: list[str] = []
        self._random = random
        self._entropy = entropy_state
        self._played = b""  # keys of the turns before this one, if the script asks for them

    @classmethod
    def begin(cls, game: Game, seed: int | None) -> State:
        """Set up a new game: clear, OnNewGame on an empty board, then the set-up piece by piece."""
        processor = game.forth.processor
        if game.active is not None:
            game.active._leave()
        game.active = None
        game.run_word("(abandon-generation)")
        size = processor.register(at.BOARD_SIZE)
        processor.bytes[at.MEMORY + at.BOARDS : at.MEMORY + at.BOARDS + size] = bytes(size)
        processor.first_board()
        processor.set_register(at.REPETITIONS, 0)
        start = entropy() if seed is None else seed
        start_streams(processor, start)
        first = game.declaration.turns[0]
        for k, value in enumerate((0, first.player, first.for_player, first.of_type, 1, 0)):
            processor.set_cell(at.TURN_BLOCK + 4 * k, value)
        game.run_event("OnNewGame")
        words: dict[str, Word] = {}  # names are looked up once, most of them stand there often
        add = game.forth.word("OnEditAdd").entry
        for item in game.declaration.setups:
            values = []
            for token in (item.player, item.piece, item.position):
                game.forth.current = token
                if (word := words.get(token.text)) is None:
                    word = words[token.text] = game.forth.word(token.text)
                known = word.kind == "literal"  # as positions, players and pieces are
                values.append(word.value if known else game.call(word.entry))
            game.call(add, *values)
        game.forth.current = None  # what goes wrong later is not a fault of the set-up
        state = cls(game, Position(b"", b""), b"", b"")
        game.active = state
        state._position = state._capture()
        return state

    # -- the machine holds one position at a time -----------------------------------------------

    def _capture(self) -> Position:
        data = self.game.forth.processor.bytes
        size = self.game.forth.processor.register(at.BOARD_SIZE)
        start = at.MEMORY + at.BOARDS
        return Position(bytes(data[TURN_BYTES]), bytes(data[start : start + size]))

    def _leave(self) -> None:
        data = self.game.forth.processor.bytes
        self._random = bytes(data[RANDOM_BYTES])
        self._entropy = bytes(data[at.ENTROPY : at.ENTROPY + 8])

    def _enter(self, seeing: bool = False) -> None:
        """Make the machine hold this position, with its move list if it has been generated.

        What has been chosen in this turn is left out unless `seeing`.
        """
        game, position = self.game, self._position
        position.unpack()
        processor = game.forth.processor
        data = processor.bytes
        if game.active is not self:
            if game.active is not None:
                game.active._leave()
            game.active = self
            data[RANDOM_BYTES] = self._random
            data[at.ENTROPY : at.ENTROPY + 8] = self._entropy
        start = at.MEMORY + at.BOARDS
        data[TURN_BYTES] = position.turn
        board = position.board if seeing else unseen(game, position.board)
        data[start : start + len(board)] = board
        processor.first_board()
        game.run_word("(abandon-generation)")
        if position.arena is not None:
            put_list(processor, position.arena)
        if processor.register(more.PLAYED_USED):
            self._enter_past()

    def _enter_past(self) -> None:
        """Make the machine know the positions before this one, and this one if a turn begins."""
        processor = self.game.forth.processor
        processor.bytes[at.PLAYED_KEYS : at.PLAYED_KEYS + len(self._played)] = self._played
        processor.set_register(more.PLAYED_COUNT, len(self._played) // KEY_BYTES)
        processor.set_register(more.PLAYED_STANDS, 0)
        if not processor.cell(at.A_PARTIAL):
            self.game.run_word("(note-position)")

    def _key(self) -> bytes:
        """The key of the position that the machine holds, if it counts as one of the game's."""
        processor = self.game.forth.processor
        if not (processor.register(more.PLAYED_USED) and processor.register(more.PLAYED_STANDS)):
            return b""
        end = at.PLAYED_KEYS + KEY_BYTES * processor.register(more.PLAYED_COUNT)
        return bytes(processor.bytes[end - KEY_BYTES : end])

    def _generate(self) -> None:
        if not self._position.has_list:
            self._enter()
            self.game.run_word("(generate-turn)")
            self._position.arena = first_list(self.game.forth.processor)

    # -- looking --------------------------------------------------------------------------------

    def _turn_cell(self, index: int) -> int:
        return int.from_bytes(self._position.turn[4 * index : 4 * index + 4], "little", signed=True)

    @property
    def player(self) -> str:
        """Name of the player to move."""
        found = self.game.player_by_code(self._turn_cell(1))
        return found.name if found else ""

    @property
    def turn_number(self) -> int:
        """Number of the turn, from 1; a partial move stays in its turn."""
        return self._turn_cell(4)

    @property
    def history(self) -> list[str]:
        """Texts of the moves played so far, also of the `concealed` ones."""
        return list(self._texts)

    @property
    def board(self) -> dict[str, tuple[str, str]]:
        """What stands where: position -> (player, piece); empty positions are left out."""
        cells = memoryview(self._position.board).cast("i")
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
        """What each player has in hand: player -> piece -> number; empty in a game without."""
        return hands(self)

    @property
    def fingerprint(self) -> bytes:
        """The position bit for bit: turn, board and board storage."""
        return self._position.turn + self._position.board

    def to_text(self) -> str:
        """The position as a line, which `Game.position` reads: see `game/position.py`."""
        return position_text(self)

    def fen(self) -> str:
        """The position as other programs write it: FEN and the like, as the game's file declares.

        Raises TextsError if the game declares none.
        """
        from forthgame.game.texts.fen import fen_of

        return fen_of(self)

    def texts(self, notation: str) -> list[str]:
        """The legal moves in a notation that the game's file declares: `uci`, `san` …"""
        from forthgame.game.texts.notation import notation_named

        return notation_named(self.game, notation).texts(self)

    def to_json(self) -> dict[str, Any]:
        """The same as a document for JSON, with the script's hash."""
        return position_document(self)

    def moves(self, player: str | None = None) -> list[Move]:
        """The legal moves in the order they were generated, duplicates kept.

        Of another one of the `choosers` if `player` is given: ValueError for anybody else.
        """
        if player is not None and player != self.player:
            return aimed(self, player).moves()
        position = self._position
        if position.moves is None:
            self._generate()
            self._enter()
            position.moves = legal_moves(self.game, position)
        return list(position.moves)

    @property
    def outcome(self) -> str | None:
        """None while the game goes on, else "win", "loss" or "draw" for the player to move."""
        position = self._position
        if not position.asked:
            self._generate()
            self._enter()
            position.outcome = outcome_name(self.game.run_word("(game-result)"))
            position.verdict = read_verdict(self.game)
            position.asked = True
        return position.outcome

    def outcome_for(self, player: str) -> str | None:
        """What OnIsGameOver says of another player, asked as if it were his turn now."""
        game = self.game
        code = game.player_named(player).code
        if self.outcome is not None and self._position.verdict is not None:
            return self._position.verdict.outcomes[player]
        self._generate()
        self._enter()
        for address in (at.A_PLAYER, at.A_FOR_PLAYER):
            game.forth.processor.set_cell(address, code)
        try:
            return outcome_name(game.run_word("(game-result)"))
        finally:
            self._enter()

    # -- playing --------------------------------------------------------------------------------

    def find(self, text: str) -> Move:
        """The legal move with a text, long or short, the first if there are several.

        Raises IllegalMove.
        """
        moves = self.moves()
        found = find_move(moves, str(text))
        if found is None:
            from forthgame.game.texts.notation import find_in_notations

            found = find_in_notations(self, str(text).strip())
        if found is None:
            raise illegal(moves, str(text), self.player, TEXT_SHOWN)
        return found

    def legal(self, move: Move | str) -> Move:
        """The same move as this position lists it. Raises IllegalMove."""
        if not isinstance(move, Move):
            return self.find(move)
        moves = self.moves()
        same = move.index < len(moves) and moves[move.index] == move
        return moves[move.index] if same else self.find(move.text)

    def play(self, move: Move | str | Mapping[str, Move | str]) -> None:
        """Apply a legal move; the turn advances, except after a partial move.

        In a turn with `{together}` a move is kept until the last one of the `choosers` has played
        his; `{player: move, …}` plays the moves of all of them. Raises IllegalMove for anything
        else and ScriptError if the script fails; the position is then what it was.
        """
        if isinstance(move, Mapping):
            play_all(self, move)
            return
        chosen = self.legal(move)
        self._enter(seeing=True)
        before, key = self._position, self._key()
        self._check_length(before)
        try:
            self.game.run_word("(make-move)", chosen.address)
        except BaseException:
            self._enter()
            raise
        after = self._capture()
        if self.game.forth.processor.register(at.LIST_READY):
            after.arena = newest_list(self.game.forth.processor)
        before.pack()
        before.key = b"" if have_chosen(self.game, after.board) else key  # one for each turn
        self._played += before.key
        self._past.append(before)
        self._texts.append(chosen.text)
        self._position = after

    def _check_length(self, position: Position) -> None:
        """Raise ForthgameError if no further ply of the game is kept."""
        plies = len(self._past)
        most = min(self.game.limits.plies, KEPT_BYTES // max(len(position.board), 1))
        if plies >= most:
            raise ForthgameError(f"the game has {plies} plies, and no more than {most} are kept")

    def undo(self) -> None:
        """Take the last move back, board storage and all. Raises IndexError at the start."""
        if not self._past:
            raise IndexError("there is no move to take back")
        self._position = self._past[-1]
        self._played = self._played[: len(self._played) - len(self._position.key)]
        del self._past[-1], self._texts[-1]

    def copy(self) -> State:
        """An independent state with the same position and history."""
        if self.game.active is self:
            self._leave()
        twin = State(self.game, self._position, self._random, self._entropy)
        twin._past = list(self._past)
        twin._texts = list(self._texts)
        twin._played, twin.level = self._played, self.level
        return twin

    def count_leaves(self, depth: int, stop_at_end: bool) -> int:
        """perft from here: see Game.perft."""
        processor = self.game.forth.processor
        self._enter(seeing=True)
        processor.i64[at.LEAVES >> 3] = 0
        processor.set_cell(at.SYSTEM_CELLS["$perftStop"], -1 if stop_at_end else 0)
        self.game.run_word("(abandon-generation)")
        try:
            self.game.run_word("(perft)", depth)
        finally:
            self._enter()
        return processor.i64[at.LEAVES >> 3]

    def play_out(self, games: int, plies: int) -> Playouts:
        """Random games from here: see Game.playouts. The position stays as it is."""
        processor = self.game.forth.processor
        self._enter(seeing=True)
        processor.bytes[at.RESULTS : at.RESULTS + 512] = bytes(512)
        processor.i64[at.PLIES >> 3] = 0
        self.game.run_word("(abandon-generation)")
        started = time_now()
        try:
            self.game.run_word("(playouts)", games, plies)
        finally:
            seconds = time_now() - started
            self._leave()
            self._enter()
        return read_playouts(self.game, games, seconds)

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
        report: Report | None = None,
    ) -> SearchResult:
        """Let an engine choose a move; the position stays as it is.

        `engine`: `script`, or a name from `forthgame.game.engines.ENGINES`, with options if you
        like (`negamax:depth=4`). A depth in plies, or a number of positions (`nodes`) or random
        games (`playouts`), takes the place of `time` in seconds; `selective`: see `Limits`.
        `report` is called with each result on the way. Ctrl-C ends a search with the best so far.
        """
        from forthgame.game.engines import Limits, parse_engine
        from forthgame.game.search import search

        counted = depth is not None or nodes is not None or playouts is not None
        given = Limits(time=None if counted else time, depth=depth, nodes=nodes,
                       playouts=playouts, selective=selective, seed=seed)  # fmt: skip
        name, own = parse_engine(engine)
        return search(self, name, own.over(given), report)

    def explain(self, question: str) -> Explanation:
        """Why a move is legal or not: see `forthgame.debug.explain.explain`."""
        from forthgame import explain

        return explain(self, question)

    def use_seed(self, seed: int) -> None:
        """Start the random streams of this state from a seed."""
        self._enter()
        start_streams(self.game.forth.processor, seed)
