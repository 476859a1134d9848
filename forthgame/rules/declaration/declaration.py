"""Declarations of a script: the sections of a game, and their tables in the machine's memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from forthgame.base.errors import ScriptError
from forthgame.base.source import Token
from forthgame.base.text_encoding import signed
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.declaration.levels import Levels
from forthgame.rules.declaration.zones import Zones
from forthgame.rules.engines import ENGINES
from forthgame.rules.model import CODED, FILLING, MoveList, Piece, Player, SetUp, Turn
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.table import interpreter_interface
from forthgame.words.table.dictionary import Word
from forthgame.words.table.sealed_words import is_newer
from forthgame.words.word_sets import STORING

MOST = 64  # endings of a game
QUIET = ("OnEvaluate", "OnGenerateMoves", "OnMakeAMove", "OnMoves", "OnPosition",
         "OnDistance", "OnForesee", "OnRetractMove")  # fmt: skip  # their own do nothing
# registers that record whether the script has the event
ASKED_BY_REGISTER = {
    "OnFriends?": at.COALITIONS,
    "OnGenerateMoves": at.OPENS,
    "OnIsLegal?": extension_registers.INVARIANT,
    "OnRetractMove": at.RETRACTS,
}
LISTED = {  # sections that begin with an empty list, and the attribute for it
    "symmetries": "symmetric",
    "players": "players",
    "move-priorities": "priorities",
    "board-setup": "setups",
}
NO_TOKEN = -256  # error number


@dataclass(frozen=True)
class Ending:
    """An ending: its word, its name and its priority; the highest is tested first."""

    word: Word
    name: str
    priority: int = 0


class Endings:
    _depth: int  # of the stack at the beginning of the section

    def __init__(self, forth: Forth) -> None:
        self._forth = forth
        self.declared: tuple[Ending, ...] = ()
        self.asked: tuple[Ending, ...] = ()

    def begin(self) -> None:
        self.declared = ()
        self._depth = self._forth.processor.depth

    @property
    def left_over(self) -> int:
        return int(self._forth.processor.depth) - self._depth

    def write(self) -> None:
        """Write the engine's table, the highest priority first: `endings}`."""
        self.asked = tuple(sorted(self.declared, key=lambda ending: -ending.priority))
        tokens = [ending.word.token for ending in self.asked]
        table = self._forth.store_cells(tokens or [0])
        self._forth.processor.set_registers(
            {extension_registers.ENDING_TABLE: table, extension_registers.ENDING_COUNT: len(tokens)}
        )

    @property
    def found(self) -> str | None:
        if not self.asked:
            return None
        number = self._forth.processor.register(extension_registers.ENDING_FOUND)
        return self.asked[number - 1].name if 1 <= number <= len(self.asked) else None


class Declaration(Zones, Levels):
    """All declarations so far; the words in `words/board/declarations.py` call its methods."""

    def __init__(self, forth: Forth) -> None:
        super().__init__(forth)
        self.begin_turn_order()
        self.types: dict[str, int] = {}
        self.type_limit = 0
        self.priorities: list[int] = []
        self.lists: dict[int, MoveList] = {}
        self.list: MoveList | None = None
        self.scan_pieces: int | None = None
        self.setups: list[SetUp] = []
        self.endings = Endings(forth)
        self.weights_used = False

    @property
    def competitors(self) -> list[str]:
        """Return the players who can win: neither neutral nor dice."""
        return [player.name for player in self.players if not player.neutral and not player.chance]

    # -- sections -------------------------------------------------------------------------------

    def open_section(self, name: str) -> None:
        token = self.in_text()
        if self.section:
            raise self._fail(
                f"{{{name} inside {{{self.section[0]} of line {self.section[1].place.line}"
            )
        self.section = (name, token)
        self.declared.begin(name, token)
        if name == "board":
            self.begin_board()
            self.priorities, self.setups = [], []
            self._write_move_priorities()
        elif name in ("turn-order", "zones", "view", "levels"):
            getattr(self, f"begin_{name.replace('-', '_')}")()
        elif name == "moves":
            token = self.forth.parse("the name of the list")
            name = token.text
            if name == "moves}" or (name[0] == "{" and self.forth.dictionary.find(name)):
                raise self._fail(f"the list of moves has no name: `{name}` follows {{moves")
            self.list = MoveList(name, token.place)
            self.declared.begin_list(token)
        elif name == "pieces":
            self.begin_pieces()
            self.scan_pieces = None
        elif name == "endings":
            self.endings.begin()
        elif name in LISTED:
            setattr(self, LISTED[name], [])

    def close_section(self, name: str) -> None:
        if not self.section or self.section[0] != name:
            inside = f", {{{self.section[0]} is open" if self.section else ""
            raise self._fail(f"{name}}} without {{{name}{inside}")
        getattr(self, f"_write_{name.replace('-', '_')}")()
        self.section = None

    # -- players --------------------------------------------------------------------------------

    def player(self, name: str, neutral: bool) -> None:
        self._inside("players")
        self._refuse_if(len(self.players) >= at.MAX_PLAYERS, f"more than {at.MAX_PLAYERS} players")
        code = (len(self.players) + 1) * at.PLAYER_UNIT + (at.NEUTRAL_BIT if neutral else 0)
        self.forth.literal_word(name, code).role = "player"
        self.players.append(Player(name, code))

    def engine(self, kind: str, word: str) -> None:
        self._inside("players")
        self._refuse_if(not self.players, "there is no player yet")
        self.players[-1].engine, self.players[-1].word = kind, word

    def engine_named(self, name: str) -> bool:
        """Set a built-in engine: `{search-engine} name`. Returns False if there is none."""
        if name not in ENGINES:
            return False
        self.engine(name, ENGINES[name].word)
        return True

    def _write_players(self) -> None:
        forth, count = self.forth, len(self.players)
        codes = forth.store_cells([p.code for p in self.players] or [0])
        names = self._name_table([p.name for p in self.players])
        forth.processor.set_registers({
            at.PLAYER_COUNT: count, at.PLAYERS: codes, at.PLAYER_NAMES: names,
        })  # fmt: skip
        self._write_chance()
        evals = forth.allot(4 * count)
        engines = forth.store_cells([forth.word(p.word).token if p.word else 0
                                     for p in self.players])  # fmt: skip
        forth.processor.set_system({
            "$playerCount": count, "$players": codes, "$evals": evals, "$engines": engines,
        })  # fmt: skip
        forth.literal_word("player-count", count)
        self._resize_hands()

    def _resize_hands(self) -> None:
        if self.hands:
            self.forth.processor.first_board()
            self.write_size()

    def _write_chance(self) -> None:
        for player in self.players:
            player.weighted = player.engine == "random" and self.weights_used
        numbered = list(enumerate(self.players, 1))
        self.forth.processor.set_registers({
            at.CHANCE_PLAYERS: signed(sum(1 << k for k, p in numbered if p.chance)),
            extension_registers.WEIGHTED: signed(sum(1 << k for k, p in numbered if p.weighted)),
            at.COMPETITORS: sum(not (p.chance or p.neutral) for p in self.players),
        })  # fmt: skip

    def use_weights(self) -> None:
        self.weights_used = True
        self._write_chance()

    # -- turn order -----------------------------------------------------------------------------

    def begin_turn_order(self) -> None:
        self.turns: list[Turn] = []
        self.repeat_turn = 0
        self.labels: dict[str, int] = {}

    def _known_player(self, code: int) -> None:
        self._refuse_if(
            code not in [p.code for p in self.players], f"{self._word()}: {code} is not a player"
        )

    def turn(self, player: int) -> None:
        self._inside("turn-order")
        self._known_player(player)
        self.turns.append(Turn(player, player))

    def _last_turn(self) -> Turn:
        self._inside("turn-order")
        self._refuse_if(not self.turns, f"{self._word()} must follow a {{turn}}")
        return self.turns[-1]

    def turn_for(self, player: int) -> None:
        self._known_player(player)
        self._last_turn().for_player = player

    def turn_type(self, number: int) -> None:
        self._last_turn().of_type = number

    def repeat(self) -> None:
        self._inside("turn-order")
        self.repeat_turn = len(self.turns)

    def label(self, name: str) -> None:
        """Handle `{label} name` for the next turn."""
        self._inside("turn-order")
        self._refuse_if(name in self.labels, f"there is a label {name!r} already")
        self.labels[name] = len(self.turns)
        self.forth.literal_word(name, 12 * len(self.turns)).role = "label"

    def together(self, player: int) -> None:
        """Handle `{together} player`, who chooses on the same position as the last `{turn}`."""
        self._known_player(player)
        self._last_turn()
        self._refuse_if(
            len(self.turns) in self.labels.values(),
            "a {label} stands before a {turn}, and not before its {together}",
        )
        self._refuse_if(
            self.repeat_turn == len(self.turns),
            "{repeat} stands before a {turn}, and not before its {together}",
        )
        first = max(k for k, turn in enumerate(self.turns) if not turn.together)
        if any(turn.player == player for turn in self.turns[first:]):
            name = next(p.name for p in self.players if p.code == player)
            raise self._fail(f"{name} chooses in this turn already")
        self.turns.append(Turn(player, player, together=True))

    def choosers(self, number: int) -> range:
        """Return the numbers of the turns whose players choose together with a turn's."""
        first = last = number
        while self.turns[first].together:
            first -= 1
        while last + 1 < len(self.turns) and self.turns[last + 1].together:
            last += 1
        return range(first, last + 1)

    def write_choosers(self) -> None:
        """Write the table of players who choose together, if there are any."""
        some = any(turn.together for turn in self.turns)
        groups = [self.choosers(k) for k in range(len(self.turns))]
        cells = [value for group in groups for value in (12 * group.start, len(group))]
        self._register(
            extension_registers.CHOICE_TURNS, self.forth.store_cells(cells) if some else 0
        )
        self.kept.choosers = len(self.players) if some else 0

    def _write_turn_order(self) -> None:
        for name, number in self.labels.items():
            self._refuse_if(number >= len(self.turns), f"no turn follows the {{label}} {name}")
        self._refuse_if(not self.turns, "there is no turn in the turn order")
        self._refuse_if(self.repeat_turn >= len(self.turns), "no turn follows {repeat}")
        cells = [v for t in self.turns for v in (t.player, t.for_player, t.of_type)]
        table = self.forth.store_cells(cells)
        limit, repeat = 12 * len(self.turns), 12 * self.repeat_turn
        self.forth.processor.set_registers({
            at.TURN_TABLE: table, at.TURN_LIMIT: limit, at.TURN_REPEAT: repeat,
        })  # fmt: skip
        self.forth.processor.set_system({
            "$turnOrder": table, "$turnLimit": limit, "$repeatOffset": repeat,
        })  # fmt: skip

    # -- moves, priorities, pieces --------------------------------------------------------------

    def move_type(self, token: Token) -> int:
        """Return the number of a move type, which is created on its first mention."""
        word = self.forth.dictionary.find(token.text)
        if word is not None and (word.index >= self.forth.fence or not is_newer(token.text)):
            number = int(self.forth.value_of(word))
        else:
            number = len(self.types) + 1
            self.types[token.text] = number
            self.forth.literal_word(token.text, number).role = "move type"
        self._refuse_if(
            not 0 <= number <= 1 << 16, f"{token.text} gives {number}, which is not a move type"
        )
        self.type_limit = max(self.type_limit, number)
        self._system("$moveType", len(self.types))
        return number

    def move(self, word: Word) -> None:
        self._inside("moves")
        if self.list is not None:
            self.list.entries.append((word, 0))

    def type_of_move(self, number: int) -> None:
        self._inside("moves")
        if self.list is None or not self.list.entries:
            raise self._fail("{move-type} must follow a {move}")
        word, _ = self.list.entries[-1]
        self.list.entries[-1] = (word, number)

    def _write_moves(self) -> None:
        if self.list is None or not self.list.entries:
            raise self._fail("there is no move in the list")
        cells = [v for word, number in self.list.entries for v in (word.token, number)]
        address = self.forth.store_cells([*cells, 0, 0])
        self.lists[address] = self.list
        word = self.forth.literal_word(self.list.name, address)
        word.role, word.place = "move list", self.list.place
        self.list = None
        self._write_move_priorities()

    def priority(self, number: int) -> None:
        self._inside("move-priorities")
        self.priorities.append(number)

    def hides_always(self) -> None:
        """Handle `{unconditional}` in `{move-priorities`."""
        self._inside("move-priorities")
        self._register(extension_registers.HIDES_ALWAYS, 1)

    def _write_move_priorities(self) -> None:
        if not self.priorities:
            self._register(at.PRIORITIES, 0)
            return
        ranks = [at.NO_RANK] * (self.type_limit + 1)
        for rank, number in reversed(list(enumerate(self.priorities, 1))):
            ranks[number] = rank
        table = self.forth.store_cells(ranks)
        self.forth.processor.set_registers({at.PRIORITIES: table, at.MOVE_TYPES: self.type_limit})
        self._system("$move-priorities", len(self.priorities))

    def piece(self, name: str) -> None:
        self._inside("pieces")
        self._refuse_if(len(self.pieces) >= at.MAX_PIECES, f"more than {at.MAX_PIECES} piece types")
        self.pieces.append(Piece(name))
        self.forth.literal_word(name, len(self.pieces)).role = "piece"

    def _last_piece(self) -> Piece:
        self._inside("pieces")
        self._refuse_if(not self.pieces, f"{self._word()} must follow a {{piece}}")
        return self.pieces[-1]

    def piece_list(self, kind: str, word: Word) -> None:
        piece = self._last_piece()
        address = self.forth.value_of(word)
        self._refuse_if(address not in self.lists, f"{word.name} is not a list of moves")
        setattr(piece, kind, address)

    def piece_value(self, value: int) -> None:
        self._last_piece().value = value

    def dummy_pieces(self) -> None:
        """Leave the following piece types out of scans: `{dummy-pieces}`."""
        self._inside("pieces")
        self.scan_pieces = len(self.pieces)

    def _write_pieces(self) -> None:
        scanned = len(self.pieces) if self.scan_pieces is None else self.scan_pieces
        cells = [v for p in self.pieces for v in (p.unpromoted, p.moves, p.drops, p.value)]
        table, count = self.forth.store_cells(cells or [0]), len(self.pieces)
        self.forth.processor.set_registers({
            at.PIECES: table, at.PIECE_COUNT: count, at.SCAN_PIECES: scanned,
            at.DROP_COUNT: sum(1 for p in self.pieces[:scanned] if p.drops),
            at.MOVING_COUNT: sum(1 for p in self.pieces[:scanned] if p.moves),
            at.PIECE_NAMES: self._name_table([p.name for p in self.pieces]),
        })  # fmt: skip
        self.forth.processor.set_system({
            "$pieces": table, "$pieceCount": count, "$scanPieceCount": scanned,
        })  # fmt: skip
        self._resize_hands()

    # -- set-up ---------------------------------------------------------------------------------

    def setup(self, player: Token, piece: Token, position: Token) -> None:
        self._inside("board-setup")
        for token, what in ((player, "player"), (piece, "piece"), (position, "position")):
            word = self.forth.dictionary.find(token.text)
            if word is None or word.role == "no position":
                error = self.forth.unknown(token.text, token)
                error.message = f"unknown {what} {token.text!r}"
                raise error
            if self.forth.is_of_section(word):
                raise self.forth.left_out(f"a {what}", token)
        self.setups.append(SetUp(player, piece, position))

    def _write_board_setup(self) -> None:
        self._system("$boardSetup", len(self.setups))

    # -- endings --------------------------------------------------------------------------------

    def takes_token(self, word: Word) -> bool:
        """Return whether a word in the text is meant as a token, and not to be run."""
        if self.section is None or self.section[0] != "endings":
            return False
        return word.kind in CODED or (word.name, word.kind) == ("draw", "operation")

    def inside_endings(self) -> None:
        self._inside("endings")

    def ending(self, token: int, name: str) -> None:
        """Add an ending: `word {ending} name`."""
        word, known = self.forth.dictionary.by_token(token), self.endings.declared
        if word is None:
            raise self._fail(
                f"{token} is not the token of a word: write the word that decides before it"
            )
        self._refuse_if(len(known) >= MOST, f"more than {MOST} endings")
        self._refuse_if(
            any(ending.name == name for ending in known), f"there is an ending {name!r} already"
        )
        self.endings.declared = (*known, Ending(word, name))

    def ending_priority(self, priority: int) -> None:
        self._inside("endings")
        known = self.endings.declared
        self._refuse_if(not known, "{priority} must follow an {ending}")
        self.endings.declared = (*known[:-1], replace(known[-1], priority=priority))

    def _write_endings(self) -> None:
        self._refuse_if(
            self.endings.left_over > 0, "a word or number is left over: write `word {ending} name`"
        )
        self.endings.write()

    # -- events and definitions -----------------------------------------------------------------

    def done(self, word: Word, before: Token | None, token: Token) -> None:
        """Record a word of the language that the text has run outside of definitions.

        The outer interpreter calls it for the words to be watched. `before` is the preceding token.
        """
        declared, dictionary = self.declared, self.forth.dictionary
        if word.name in STORING:
            target = dictionary.find(before.text) if before is not None else None
            if before is not None and target is not None:
                declared.stores.append((target, before))
        elif word.name in FILLING:
            newest = dictionary.words[-1]
            if newest.value == newest.parameter and not self.forth.definition:
                declared.data.append((newest, token))
        elif self.forth.parsed:
            name = self.forth.parsed[-1]
            target = dictionary.find(name.text)
            if target is not None:
                declared.named.append((target, name))

    def defined(self, word: Word) -> None:
        if word.name in at.EVENT_NAMES and self.forth.fence:
            self.bind_events()

    def bind_events(self) -> None:
        for number, name in enumerate(at.EVENT_NAMES):
            word = self.forth.dictionary.find(name)
            own = word is not None and word.index >= self.forth.fence
            token = 0 if word is None or (not own and name in QUIET) else word.token
            self._register(at.EVENTS + 4 * number, token)
            if name in ASKED_BY_REGISTER:
                self._register(ASKED_BY_REGISTER[name], -1 if own else 0)
            if name == "OnMoves":
                selects = self.forth.dictionary.selecting | (
                    extension_registers.ON_MOVES if own else 0
                )
                self._register(extension_registers.SELECTS, selects)
                self._register(extension_registers.NAMED_CHOICES, selects)

    def complete(self) -> None:
        """Finish the declarations. Raises ScriptError if a section is still open."""
        if self.section:
            name, token = self.section
            raise self.forth.error_at(token, -271, f"{{{name} is never closed with {name}}}")
        self.bind_events()
        self.write_choosers()
        if self.kept.cells:
            self._write_board()
        self.forth.lasting = len(self.forth.dictionary.words)

    def has_all_words(self) -> bool:
        """Return whether all move words exist: a script may FORGET some while it is read."""
        listed = (word for moves in self.lists.values() for word, _ in moves.entries)
        return all(self.forth.entry_of(word.token) == word.entry for word in listed)

    def name_forgotten(self, error: ScriptError) -> None:
        if error.number != NO_TOKEN or not error.stack:
            return
        token = error.stack[-1]
        for listed in self.lists.values():
            word = next((word for word, _ in listed.entries if word.token == token), None)
            if word is not None and self.forth.dictionary.by_token(token) is not word:
                error.message = f"`{word.name}`, a word of {{moves {listed.name}, was forgotten"
                if error.place is None:  # raised in the engine: show the definition
                    error.place, error.word = word.place, ""
                return


if TYPE_CHECKING:  # the interface that words of the language use
    _of_words: type[interpreter_interface.Declaration] = Declaration
