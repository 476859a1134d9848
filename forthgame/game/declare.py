"""What a script declares: the sections of a game, and their tables in the machine's memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from forthgame.errors import ScriptError
from forthgame.lang import layout as at
from forthgame.lang.dictionary import Word
from forthgame.source import Token

Forth = Any
SECTIONS_FREE = ("moves",)


@dataclass
class Direction:
    """A direction: its number and its links, position -> position."""

    name: str
    number: int
    links: dict[int, int] = field(default_factory=dict)


@dataclass
class Player:
    """A player: his encoding and what chooses his moves."""

    name: str
    code: int
    engine: str = "negamax"
    word: str = ""

    @property
    def neutral(self) -> bool:
        """Whether he is neutral."""
        return bool(self.code & at.NEUTRAL_BIT)


@dataclass
class Turn:
    """A turn: who moves, whose pieces, only moves of which type (0 for any)."""

    player: int
    for_player: int
    of_type: int = 0


@dataclass
class MoveList:
    """A `{moves` section: words with the types of their moves."""

    name: str
    entries: list[tuple[Word, int]] = field(default_factory=list)


@dataclass
class Piece:
    """A piece type; `moves` and `drops` are addresses of lists, 0 if there is none."""

    name: str
    moves: int = 0
    drops: int = 0
    value: int = 1


@dataclass(frozen=True)
class SetUp:
    """A piece of the set-up, by the names as they were written."""

    player: Token
    piece: Token
    position: Token


class Declaration:
    """Everything declared so far; the words in `lang/words/section.py` call it."""

    def __init__(self, forth: Forth) -> None:
        self.forth = forth
        self.rows = self.columns = 0
        self.positions: list[str] = []
        self.scan_positions: int | None = None
        self.stored: list[tuple[Word, int]] = []
        self.storage_size = 0
        self.directions: list[Direction] = []
        self.direction_names: dict[str, Direction] = {}
        self.symmetric: list[tuple[int, Direction, Direction, bool]] = []
        self.players: list[Player] = []
        self.turns: list[Turn] = []
        self.repeat_turn = 0
        self.types: dict[str, int] = {}
        self.type_limit = 0
        self.priorities: list[int] = []
        self.lists: dict[int, MoveList] = {}
        self.list: MoveList | None = None
        self.pieces: list[Piece] = []
        self.scan_pieces: int | None = None
        self.setups: list[SetUp] = []
        self.section: tuple[str, Token] | None = None

    # -- sections ------------------------------------------------------------------------------

    def _fail(self, message: str) -> ScriptError:
        error: ScriptError = self.forth.error(-271, message)
        return error

    def open_section(self, name: str) -> None:
        """`{name`."""
        if self.section:
            raise self._fail(
                f"{{{name} inside {{{self.section[0]} of line {self.section[1].place.line}"
            )
        self.section = (name, self.forth.current)
        if name == "board":
            self.rows = self.columns = 0
            self.positions, self.stored, self.storage_size = [], [], 0
            self.scan_positions = None
            self.direction_names = {}
            self.priorities, self.setups = [], []
            self._write_priorities()
        elif name == "symmetries":
            self.symmetric = []
        elif name == "players":
            self.players = []
        elif name == "turn-order":
            self.turns, self.repeat_turn = [], 0
        elif name == "moves":
            self.list = MoveList(self.forth.parse("the name of the list").text)
        elif name == "move-priorities":
            self.priorities = []
        elif name == "pieces":
            self.pieces, self.scan_pieces = [], None
        elif name == "board-setup":
            self.setups = []

    def close_section(self, name: str) -> None:
        """`name}`."""
        if not self.section or self.section[0] != name:
            inside = f", {{{self.section[0]} is open" if self.section else ""
            raise self._fail(f"{name}}} without {{{name}{inside}")
        writer = getattr(self, f"_write_{name.replace('-', '_')}")
        writer()
        self.section = None

    def _inside(self, name: str) -> None:
        if not self.section or self.section[0] != name:
            word = self.forth.current.text
            raise self._fail(f"{word} belongs between {{{name} and {name}}}")

    def _register(self, offset: int, value: int) -> None:
        self.forth.processor.set_register(offset, value)

    def _system(self, name: str, value: int) -> None:
        self.forth.processor.set_cell(at.SYSTEM_CELLS[name], value)

    # -- board ---------------------------------------------------------------------------------

    def grid(self, rows: int, columns: int) -> None:
        """`rows columns {grid}`: names and numbers of the positions."""
        self._inside("board")
        if self.positions:
            raise self._fail("{grid} comes before other positions, and once")
        if not (1 <= rows <= at.MAX_POSITIONS and 1 <= columns <= at.MAX_POSITIONS):
            raise self._fail(f"a grid of {rows} rows and {columns} columns")
        if rows * columns > at.MAX_POSITIONS:
            raise self._fail(
                f"a grid of {rows} x {columns} is too large: at most {at.MAX_POSITIONS} positions"
            )
        self.rows, self.columns = rows, columns
        flipped = self.forth.processor.cell(at.SYSTEM_CELLS["$flipGrid"]) != 0
        for row in range(rows):
            number = row + 1 if flipped else rows - row
            for column in range(columns):
                self._position(f"{column_letters(column)}{number}")

    def position(self, name: str) -> None:
        """`{position} name`."""
        self._inside("board")
        if len(self.positions) >= at.MAX_POSITIONS:
            raise self._fail(f"more than {at.MAX_POSITIONS} positions")
        self._position(name)

    def _position(self, name: str) -> None:
        word = self.forth.literal_word(name, len(self.positions))
        word.role = "position"
        self.positions.append(name)

    def storage(self, name: str, operation: str, size: int) -> None:
        """`{variable}`, `{array}`, `{carray}`: bytes of the board record."""
        self._inside("board")
        if not 0 <= size <= 1 << 20:
            raise self._fail(f"storage of {size} bytes")
        word = self.forth.operand_word(name, operation, 0)
        word.role = "board storage"
        self.stored.append((word, self.storage_size))
        self.storage_size += size + 3 & ~3

    def dummy_positions(self) -> None:
        """`{dummy-positions}`."""
        self._inside("board")
        self.scan_positions = len(self.positions)

    def _write_board(self) -> None:
        count = len(self.positions)
        start = 4 * count
        for word, offset in self.stored:
            word.operand = start + offset
            self.forth.code.cells[word.entry + 1] = start + offset
        size = start + self.storage_size
        if 4 * (size + at.TURN_BLOCK_SIZE) > at.BOARDS_END - at.BOARDS:
            raise self._fail("the board with its storage is too large")
        scan = count if self.scan_positions is None else self.scan_positions
        self._register(at.POSITIONS, count)
        self._register(at.BOARD_SIZE, size)
        self._register(at.NAMES, self._name_table(self.positions))
        for name, value in (
            ("$positions", count), ("$posCount", count - self.rows * self.columns),
            ("$scanPositions", scan), ("$rows", self.rows), ("$columns", self.columns),
            ("$boardSize", size), ("$board", at.BOARDS),
        ):  # fmt: skip
            self._system(name, value)
        self._write_directions()

    def _name_table(self, names: list[str]) -> int:
        texts = [self.forth.store_text(name) for name in names]
        return int(self.forth.store_cells(texts or [0]))

    # -- directions ----------------------------------------------------------------------------

    def _new_direction(self, name: str) -> Direction:
        if len(self.directions) >= at.MAX_DIRECTIONS:
            raise self._fail(f"more than {at.MAX_DIRECTIONS} directions")
        direction = Direction(name, len(self.directions))
        self.directions.append(direction)
        self.direction_names[name] = direction
        word = self.forth.operand_word(name, "(DIRECTION)", direction.number)
        word.role = "direction"
        return direction

    def direction(self, name: str, rows: int, columns: int) -> None:
        """`rows columns {direction} name`."""
        self._inside("directions")
        direction = self._new_direction(name)
        for row in range(self.rows):
            for column in range(self.columns):
                r, c = row + rows, column + columns
                if 0 <= r < self.rows and 0 <= c < self.columns:
                    direction.links[row * self.columns + column] = r * self.columns + c

    def _known_position(self, pos: int) -> None:
        if not 0 <= pos < len(self.positions):
            raise self._fail(f"there is no position {pos}")

    def link(self, name: str, source: int, target: int) -> None:
        """`{link} name from to`."""
        self._inside("directions")
        self._known_position(source)
        self._known_position(target)
        direction = self.direction_names.get(name) or self._new_direction(name)
        direction.links[source] = target

    def _known_direction(self, name: str) -> Direction:
        direction = self.direction_names.get(name)
        if direction is None:
            raise self._fail(f"there is no direction {name!r}")
        return direction

    def unlink(self, name: str, source: int) -> None:
        """`{unlink} name position`."""
        self._inside("directions")
        self._known_position(source)
        self._known_direction(name).links.pop(source, None)

    def _write_directions(self) -> None:
        stride = len(self.positions)
        cells = [-1] * (stride * len(self.directions))
        for direction in self.directions:
            start = direction.number * stride
            for source, target in direction.links.items():
                if source < stride and target < stride:
                    cells[start + source] = target
        self._register(at.LINKS, self.forth.store_cells(cells or [-1]))
        self._register(at.LINK_STRIDE, stride)
        self._system("$directionCount", len(self.directions))
        self._write_symmetry_table()

    # -- symmetries ----------------------------------------------------------------------------

    def symmetry(self, player: int, first: str, second: str, both: bool) -> None:
        """`player {symmetry} a b`, or `{asymmetry}`."""
        self._inside("symmetries")
        if not 1 <= player >> 11 <= at.MAX_PLAYERS:
            raise self._fail(f"{player} is no player")
        a, b = self._known_direction(first), self._known_direction(second)
        self.symmetric.append((player >> 11, a, b, both))

    def _write_symmetries(self) -> None:
        self._write_symmetry_table()
        turned = {
            d.number: d for _, a, b, both in self.symmetric for d in ((a, b) if both else (a,))
        }
        for direction in turned.values():
            word = self.forth.operand_word(direction.name, "(SYMMETRIC)", direction.number)
            word.role = "direction"

    def _write_symmetry_table(self) -> None:
        table = [k % at.MAX_DIRECTIONS for k in range(32 * at.MAX_DIRECTIONS)]
        for number, a, b, both in self.symmetric:
            table[number * at.MAX_DIRECTIONS + a.number] = b.number
            if both:
                table[number * at.MAX_DIRECTIONS + b.number] = a.number
        self._register(at.SYMMETRIES, self.forth.store_cells(table))

    # -- players and turns -----------------------------------------------------------------------

    def player(self, name: str, neutral: bool) -> None:
        """`{player} name` or `{neutral} name`."""
        self._inside("players")
        if len(self.players) >= at.MAX_PLAYERS:
            raise self._fail(f"more than {at.MAX_PLAYERS} players")
        code = (len(self.players) + 1) * at.PLAYER_UNIT + (at.NEUTRAL_BIT if neutral else 0)
        self.forth.literal_word(name, code).role = "player"
        self.players.append(Player(name, code))

    def engine(self, kind: str, word: str) -> None:
        """`{random}`, `{first}` or `{search-engine} word` of the player just declared."""
        self._inside("players")
        if not self.players:
            raise self._fail("there is no player yet")
        self.players[-1].engine, self.players[-1].word = kind, word

    def _write_players(self) -> None:
        self._register(at.PLAYER_COUNT, len(self.players))
        self._register(at.PLAYERS, self.forth.store_cells([p.code for p in self.players] or [0]))
        self._register(at.PLAYER_NAMES, self._name_table([p.name for p in self.players]))
        self._system("$playerCount", len(self.players))
        self.forth.literal_word("player-count", len(self.players))

    def _known_player(self, code: int) -> None:
        if code not in [p.code for p in self.players]:
            raise self._fail(f"{self.forth.current.text}: {code} is no player")

    def turn(self, player: int) -> None:
        """`{turn} player`."""
        self._inside("turn-order")
        self._known_player(player)
        self.turns.append(Turn(player, player))

    def _last_turn(self) -> Turn:
        self._inside("turn-order")
        if not self.turns:
            raise self._fail(f"{self.forth.current.text} comes behind a {{turn}}")
        return self.turns[-1]

    def turn_for(self, player: int) -> None:
        """`{for-player} player`."""
        self._known_player(player)
        self._last_turn().for_player = player

    def turn_type(self, number: int) -> None:
        """`{of-type} type`."""
        self._last_turn().of_type = number

    def repeat(self) -> None:
        """`{repeat}`."""
        self._inside("turn-order")
        self.repeat_turn = len(self.turns)

    def _write_turn_order(self) -> None:
        if not self.turns:
            raise self._fail("there is no turn in the turn order")
        if self.repeat_turn >= len(self.turns):
            raise self._fail("no turn comes behind {repeat}")
        cells = [v for t in self.turns for v in (t.player, t.for_player, t.of_type)]
        table = self.forth.store_cells(cells)
        self._register(at.TURN_TABLE, table)
        self._register(at.TURN_LIMIT, 12 * len(self.turns))
        self._register(at.TURN_REPEAT, 12 * self.repeat_turn)
        for name, value in (
            ("$turnOrder", table), ("$turnLimit", 12 * len(self.turns)),
            ("$repeatOffset", 12 * self.repeat_turn),
        ):  # fmt: skip
            self._system(name, value)

    # -- moves, priorities, pieces ------------------------------------------------------------------

    def move_type(self, token: Token) -> int:
        """The number of a move type; its first mention makes it."""
        word = self.forth.dictionary.find(token.text)
        if word is not None:
            number = int(self.forth.value_of(word))
        else:
            number = len(self.types) + 1
            self.types[token.text] = number
            self.forth.literal_word(token.text, number).role = "move type"
        if not 0 <= number <= 1 << 16:
            raise self._fail(f"{token.text} gives {number}, which is no move type")
        self.type_limit = max(self.type_limit, number)
        return number

    def type_name(self, number: int) -> str:
        """Name of a move type."""
        return next((n for n, k in self.types.items() if k == number), str(number))

    def move(self, word: Word) -> None:
        """`{move} word`."""
        self._inside("moves")
        if self.list is not None:
            self.list.entries.append((word, 0))

    def type_of_move(self, number: int) -> None:
        """`{move-type} type`."""
        self._inside("moves")
        if self.list is None or not self.list.entries:
            raise self._fail("{move-type} comes behind a {move}")
        word, _ = self.list.entries[-1]
        self.list.entries[-1] = (word, number)

    def _write_moves(self) -> None:
        if self.list is None or not self.list.entries:
            raise self._fail("there is no move in the list")
        cells = [v for word, number in self.list.entries for v in (word.token, number)]
        address = self.forth.store_cells([*cells, 0, 0])
        self.lists[address] = self.list
        self.forth.literal_word(self.list.name, address).role = "move list"
        self.list = None
        self._write_priorities()

    def priority(self, number: int) -> None:
        """`{move-priority} type`."""
        self._inside("move-priorities")
        self.priorities.append(number)

    def _write_move_priorities(self) -> None:
        self._write_priorities()

    def _write_priorities(self) -> None:
        if not self.priorities:
            self._register(at.PRIORITIES, 0)
            return
        ranks = [at.NO_RANK] * (self.type_limit + 1)
        for rank, number in reversed(list(enumerate(self.priorities, 1))):
            ranks[number] = rank
        self._register(at.PRIORITIES, self.forth.store_cells(ranks))
        self._register(at.MOVE_TYPES, self.type_limit)
        self._system("$move-priorities", len(self.priorities))

    def piece(self, name: str) -> None:
        """`{piece} name`."""
        self._inside("pieces")
        if len(self.pieces) >= at.MAX_PIECES:
            raise self._fail(f"more than {at.MAX_PIECES} piece types")
        self.pieces.append(Piece(name))
        self.forth.literal_word(name, len(self.pieces)).role = "piece"

    def _last_piece(self) -> Piece:
        self._inside("pieces")
        if not self.pieces:
            raise self._fail(f"{self.forth.current.text} comes behind a {{piece}}")
        return self.pieces[-1]

    def piece_list(self, kind: str, word: Word) -> None:
        """`{moves} list` or `{drops} list`."""
        piece = self._last_piece()
        address = self.forth.value_of(word)
        if address not in self.lists:
            raise self._fail(f"{word.name} is no list of moves")
        setattr(piece, kind, address)

    def piece_value(self, value: int) -> None:
        """`n {value}`."""
        self._last_piece().value = value

    def dummy_pieces(self) -> None:
        """`{dummy-pieces}`."""
        self._inside("pieces")
        self.scan_pieces = len(self.pieces)

    def _write_pieces(self) -> None:
        scanned = len(self.pieces) if self.scan_pieces is None else self.scan_pieces
        cells = [v for p in self.pieces for v in (0, p.moves, p.drops, p.value)]
        drops = sum(1 for p in self.pieces[:scanned] if p.drops)
        self._register(at.PIECES, self.forth.store_cells(cells or [0]))
        self._register(at.PIECE_COUNT, len(self.pieces))
        self._register(at.SCAN_PIECES, scanned)
        self._register(at.DROP_COUNT, drops)
        self._register(at.PIECE_NAMES, self._name_table([p.name for p in self.pieces]))
        self._system("$pieces", self.forth.processor.register(at.PIECES))
        self._system("$pieceCount", len(self.pieces))
        self._system("$scanPieceCount", scanned)

    # -- set-up ----------------------------------------------------------------------------------

    def setup(self, player: Token, piece: Token, position: Token) -> None:
        """`{setup} player piece position`."""
        self._inside("board-setup")
        for token, what in ((player, "player"), (piece, "piece"), (position, "position")):
            if self.forth.dictionary.find(token.text) is None:
                error = self.forth.unknown(token.text, token)
                error.message = f"unknown {what} {token.text!r}"
                raise error
        self.setups.append(SetUp(player, piece, position))

    def _write_board_setup(self) -> None:
        self._system("$boardSetup", len(self.setups))

    # -- events ----------------------------------------------------------------------------------

    def defined(self, word: Word) -> None:
        """A colon definition has been entered: it may be an event."""
        if word.name in at.EVENT_NAMES and self.forth.fence:
            self.bind_events()

    def bind_events(self) -> None:
        """Tell the engine the newest definition of each event."""
        quiet = ("OnEvaluate", "OnGenerateMoves", "OnMakeAMove")
        for number, name in enumerate(at.EVENT_NAMES):
            word = self.forth.dictionary.find(name)
            own = word.index >= self.forth.fence
            token = 0 if not own and name in quiet else word.token
            self._register(at.EVENTS + 4 * number, token)
            if name == "OnFriends?":
                self._register(at.COALITIONS, -1 if own else 0)

    def complete(self) -> None:
        """Check at the end of the script that nothing is open or missing."""
        if self.section:
            name, token = self.section
            error = self._fail(f"{{{name} is never closed with {name}}}")
            error.place, error.word = token.place, token.text
            raise error
        self.bind_events()


def column_letters(column: int) -> str:
    """The name of a column: a … z, aa, ab …"""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters
