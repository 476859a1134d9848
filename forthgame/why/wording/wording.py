"""Describes decisions and actions in words, with the compared values and their origins."""

from __future__ import annotations

from collections.abc import Iterable

from forthgame.base.errors import Place, ScriptError
from forthgame.base.lazy import lazy
from forthgame.check.word_kinds import AGAINST_ZERO, COMPARING, HERE, THERE, TURNING, VARIABLES
from forthgame.rules.facts.engine_roots import ATTACKS
from forthgame.rules.model import Player
from forthgame.rules.script import Script
from forthgame.why.inspection.effect_names import bits_text, stored_name, type_name
from forthgame.why.inspection.probe import Probe, script_tokens
from forthgame.why.inspection.short_texts import (
    bracketed,
    brief,
    contents,
    joined,
    piece_name,
    player_name,
    position_name,
    run_engine,
)
from forthgame.why.inspection.state_copies import isolated
from forthgame.why.inspection.value_sources import Values, by_moves, handed_on, idle_uses, set_in
from forthgame.why.recording.stack_origins import READING, Origin, expression
from forthgame.why.recording.trial import PARTIAL, Decision, Hop, Recorded, straight
from forthgame.why.wording.direction_notes import Ways
from forthgame.words.registers import extension_registers as by, memory_layout as at
from forthgame.words.word_sets import consuming

ZONES = consuming("zone")  # tests for membership in a zone

JOINED = 4  # parts of an AND or OR that are shown
LISTED = 6  # places of a word that are shown
ASKING = frozenset(ATTACKS)  # without `attacks`, which does not test a position
SHOWN = 3  # attackers that are named


class Wording:
    """Describes recorded events of a game in words. The machine must hold the position."""

    def __init__(self, game: Script) -> None:
        self.game = game
        self.probe = Probe(game)
        self.declared = game.declaration.declared
        self.values = Values(game)
        self.ways = Ways(game, self.probe)
        self.code = game.forth.code
        self._telling_variables = True
        self._set_in: dict[str, str] = {}  # sentences by variable
        self.before: list[int] = []  # cells that ran before generation, last first

    def at(self, cell: int) -> str:
        """Return ` (file:line)` for a cell, or an empty string in the language's own code."""
        return bracketed(self.probe.place(cell) if cell >= 0 else None)

    def position(self, number: int) -> str:
        return position_name(self.game, number)

    def holds(self, number: int) -> str:
        """Return `e4 holds Black man` or `e4 is empty`."""
        name, cell = self.position(number), contents(self.game, number)
        if not 0 <= number < len(self.game.declaration.positions):
            return f"{name} holds nothing"
        return f"{name} holds {piece_name(self.game, cell)}" if cell else f"{name} is empty"

    def set_up_place(self, number: int) -> Place | None:
        """Return the {setup} of a position if its piece is there now."""
        there = piece_name(self.game, contents(self.game, number)) if number >= 0 else ""
        parts = self.declared.parts("board-setup", "{setup}")
        wanted = (*there.split(), self.position(number))
        return next((part.place for part in parts if there and part.names[:3] == wanted), None)

    def contents_then(self, origin: Origin, number: int) -> str:
        """Describe the contents of a position at the time of a test, in the past tense if changed.

        They change if the word tested a copy of the board, or wrote to the board itself.
        """
        then = origin.contents
        if then is None or then == contents(self.game, number):
            return self.holds(number)
        name = self.position(number)
        sentence = f"{name} held {piece_name(self.game, then)}" if then else f"{name} was empty"
        return sentence + (" on a copy of the board" if self._on_other_board(origin) else " then")

    def _on_other_board(self, origin: Origin) -> bool:
        """Return whether a word ran while another board was current."""
        return origin.board != self.game.forth.processor.register(at.BOARD)

    # -- flags ----------------------------------------------------------------------------------

    def flag(self, test: Decision, variables: bool = True) -> str:
        """Describe the flag of a decision: `` `empty?` gave 0: e4 holds Black man ``.

        With `variables`, the places that set the variables involved are added.
        """
        if not test.origin.word:
            return f"the flag was {test.origin.value}"
        self._telling_variables = variables
        return self.gave(test.origin, 0, test.cell)

    def gave(self, origin: Origin, deep: int = 0, near: int = -1) -> str:
        """Return `` `word` gave n `` with the reason; the line of the cell `near` is left out."""
        sentence = f"`{expression(origin)}` gave {origin.value}"
        if near < 0 or self._line(near) != self._line(origin.cell):
            sentence += self.at(origin.cell)
        why = self.reason(origin, deep, near)
        return f"{sentence}: {why}" if why else sentence

    def decision(self, test: Decision, variables: bool = True) -> str:
        """Describe a decision with its line and reason: `` `IF` (game.4th:4) went on: … ``."""
        went = "went on" if test.passed else "went the other way"
        if test.word == "verify":
            went = "held" if test.passed else "failed"
        return f"`{test.word}`{self.at(test.cell)} {went}: {self.flag(test, variables)}"

    def untested(self, origin: Origin) -> str:
        """Describe a flag that was never tested; a `verify` or an IF may be missing."""
        return f"nothing has looked at what {self.gave(origin)}"

    def _line(self, cell: int) -> tuple[str, int] | None:
        place = self.probe.place(cell) if cell >= 0 else None
        return (place.file, place.line) if place else None

    def reason(self, origin: Origin, deep: int, near: int, variables: bool | None = None) -> str:
        """Explain the result of a word; `variables` chooses whether to add where they are set."""
        if variables is not None:
            self._telling_variables = variables
        word, inputs = origin.word, origin.inputs
        if word in HERE:
            return self.contents_then(origin, origin.here)
        if word in THERE and inputs:
            return self.contents_then(origin, inputs[0].value)
        if word in ASKING and not self._on_other_board(origin):
            return self._with_variables(attackers_of(self.game, origin), inputs)
        described = self._declared_answer(origin) or self.ways.leads(word, origin.here, origin.cell)
        if described:
            return described
        if word in COMPARING and len(inputs) == 2:
            left, right = (self.valued(i) for i in inputs)
            sentence = f"{left} {word} {right} is {'true' if origin.value else 'false'}"
            return self._with_variables(sentence, inputs)
        if word in AGAINST_ZERO and inputs:
            sentence = (
                f"{self.valued(inputs[0])} {word[1:]} 0 is {'true' if origin.value else 'false'}"
            )
            return self._with_variables(sentence, inputs)
        if deep >= 4:
            return ""
        if word in TURNING and inputs and inputs[0].word:
            return self.gave(inputs[0], deep + 1, near)
        if word in ("AND", "OR") and inputs:
            parts = [i for i in _operands(origin) if i.word]  # origin known
            decisive = [i for i in parts if bool(i.value) == bool(origin.value)]
            given = [self.gave(i, deep + 1, near) for i in (decisive or parts)[:JOINED]]
            return " and ".join(dict.fromkeys(given))
        if word in READING:
            return self._with_variables("", (origin,))
        shown = [self.valued(i) for i in inputs if i.word]
        return f"from {', '.join(shown)}" if shown else ""

    def _declared_answer(self, origin: Origin) -> str:
        """Explain the result of a zone, an attribute or a mark, with its declaration."""
        word, inputs = origin.word, origin.inputs
        if word in ZONES and inputs and inputs[-1].word:
            name = inputs[-1].word
            place = inputs[0].value if word == "in-zone-at?" else origin.here
            mover = self.game.player_by_code(self.game.forth.processor.cell(at.A_PLAYER))
            sentence = f"{self.position(place)} is {'' if origin.value else 'not '}in {name}"
            sentence += f" of {mover.name}" if mover else ""
            parts = [p for p in self.declared.parts("zones", "{zone}") if name in p.names[:1]]
            where = ", ".join(dict.fromkeys(brief(p.place) for p in parts))
            sentence += f"; `{name}` is declared in {where}" if where else ""
            return sentence + self._empty_zone(inputs[-1].value, mover)
        known = self.game.declaration
        name = word.removesuffix("-at")
        if name not in {k.name for k in (*known.attributes, *known.marks)}:
            return ""
        place = inputs[0].value if inputs else origin.here
        writers = self.said_in(f"{name}!", f"{name}-at!", f"{name}-now!", f"{name}-at-now!")
        where = f"in {writers}" if writers else "nowhere in the script"
        return f"{self.contents_then(origin, place)}; `{name}` is set {where}"

    def _empty_zone(self, zone: int, mover: Player | None) -> str:
        """Report that `{zones` gives a zone no position for the player to move."""
        header = self.declared.header("zones")
        if mover is None or header is None:
            return ""
        with isolated(self.game):
            if any(
                run_engine(self.game, "in-zone-at?", place, zone)
                for place in range(len(self.game.positions))
            ):
                return ""
        return f"; {{zones ({brief(header.place)}) gives it no position for {mover.name}"

    # -- expressions and values -----------------------------------------------------------------

    def valued(self, origin: Origin) -> str:
        """Return a number with its origin: `piece-type 2 (wizard)`, `STONE 1`, `3`."""
        name, meant = expression(origin), self.meaning(origin)
        if name == str(origin.value):
            return name
        return f"`{name}` {origin.value}" + (f" ({meant})" if meant else "")

    def meaning(self, origin: Origin) -> str:
        """Return the name of the piece, player or position that a number stands for, if any."""
        word, value = origin.word, origin.value
        declared = self.game.declaration
        if word in ("piece-type", "piece-type-at", "current-piece-type"):
            return declared.pieces[value - 1].name if 1 <= value <= len(declared.pieces) else "none"
        if word in ("piece", "piece-at", "current-piece"):
            return piece_name(self.game, value)
        if word in ("player", "player-at", "current-player", "for-player", "next-player"):
            return player_name(self.game, value)
        if word in ("here", "from", "last", "to", "move-from", "move-to"):
            return self.position(value)
        return ""

    # -- variables ------------------------------------------------------------------------------

    def _with_variables(self, sentence: str, origins: Iterable[Origin]) -> str:
        """Add the places that set the variables involved."""
        if not self._telling_variables:
            return sentence
        parts = [sentence] if sentence else []
        read = dict(v for o in origins for v in self._variables(o))
        for name, cell in read.items():
            named = self.at(cell).strip(" ()")
            there = f"; its address is from {named}" if named and named not in sentence else ""
            where = self.set_where(name) or self._without_store(name)
            parts.append(f"`{name}` {where}{there}")
        return "; ".join(parts)

    def _without_store(self, name: str) -> str:
        """Describe a variable without a visible store: the places that pass on its address."""
        places = handed_on(self.tokens, name)
        return f"is handed on in {places}" if places else "is set by no line that names it"

    def set_where(self, name: str) -> str:
        """Return `is set in …` with the lines that write a variable, empty if there are none."""
        if name not in self._set_in:
            self._set_in[name] = self._lines_that_set(name)
        return self._set_in[name]

    def _lines_that_set(self, name: str) -> str:
        places = set_in(self.tokens, name) or joined(self.values.outside.get(name, ()))
        if not places:
            return ""
        sentence = f"is set in {places}{by_moves(self.tokens, self.values.run_by_moves, name)}"
        if handed := handed_on(self.tokens, name):
            sentence += f", and handed on in {handed}"
        idle = idle_uses(self.tokens, name)
        return f"{sentence}, and named without effect in {idle}" if idle else sentence

    def _variables(self, origin: Origin) -> list[tuple[str, int]]:
        """Return the variables that a number was read from, with the cells that named them."""
        if origin.word in READING and origin.inputs:
            address = origin.inputs[0]
            while address.inputs and not self.is_variable(address.word):
                address = address.inputs[-1]
            apart = self._line(address.cell) != self._line(origin.cell)
            named = (address.word, address.cell if apart else -1)
            return [named] if self.is_variable(address.word) else []
        return [name for i in origin.inputs for name in self._variables(i)]

    def is_variable(self, name: str) -> bool:
        word = self.probe.namesakes.find(name)
        return word is not None and (
            word.role in VARIABLES or (word.kind == "literal" and word.value == word.parameter)
        )

    def said_in(self, *texts: str) -> str:
        """Return the places that use one of some words: `game.4th:12 (in hit)`."""
        found = [f"{brief(p)} (in {owner})" for text, p, owner in self.tokens if text in texts]
        return ", ".join(list(dict.fromkeys(found))[:LISTED])

    @lazy
    def tokens(self) -> list[tuple[str, Place, str]]:
        """Return the script's tokens that have code, in order; `[']` as the word it names."""
        found = []
        for cell, token in script_tokens(self.code):
            named = self.probe.namesakes.meant(token.text, cell)
            if token.text == "[']":
                word = self.game.forth.dictionary.by_token(self.code.cells[cell + 1])
                named = "[']" if word is None else self.probe.namesakes.name(word)
            found.append((named, token.place, self.code.owner(cell)))
        return found

    # -- paths and actions -------------------------------------------------------------------------

    def hop(self, hop: Hop) -> str:
        """Return a hop of a path: `-north-> e3`."""
        way = hop.word
        turned = self.ways.turned(way, hop.cell) if way in self.ways.names else way
        way += f" ({turned})" if turned != way else ""
        return f"-{way}-> {self.position(hop.target)}"

    def path(self, start: int, hops: Iterable[Hop]) -> tuple[str, ...]:
        """Return a path hop by hop: `e2 -north-> e3 (game.4th:41)`."""
        found: list[str] = []
        for hop in straight(start, hops):
            source = f"{self.position(hop.source)} " if not found or hop.source != start else ""
            start = hop.target
            found.append(f"{source}{self.hop(hop)}{self.at(hop.cell)}")
        return tuple(found)

    def action(self, action: Recorded) -> str:
        """Describe the effect of an action when the move is made."""
        place = self.probe.place(action.cell)
        effect = self._effect(action.kind, *action.values)
        return f"{effect} (`{action.word}`{f', {brief(place)}' if place else ''})"

    def _effect(self, kind: int, a: int, b: int, c: int) -> str:
        name, game = self.position, self.game
        if kind == PARTIAL:
            which = f"with moves of type {type_name(self.game, a)} only" if a else "with any piece"
            return f"lets the player go on, {which}"
        match kind:
            case at.ACT_MOVE:
                return f"moves {piece_name(game, c)} from {name(a)} to {name(b)}"
            case at.ACT_MOVE_TAKE:
                moves = self._effect(at.ACT_MOVE, a, b, c)
                return f"{moves}, onto {piece_name(game, contents(game, b))}"
            case at.ACT_CAPTURE:
                return f"takes what stands on {name(a)}"
            case at.ACT_ADD:
                return f"puts {piece_name(game, b)} on {name(a)}"
            case at.ACT_TYPE:
                pieces = game.declaration.pieces
                kind_name = pieces[b - 1].name if 1 <= b <= len(pieces) else b
                return f"makes the piece on {name(a)} a {kind_name}"
            case at.ACT_OWNER:
                owner = game.player_by_code(b)
                return f"gives the piece on {name(a)} to {owner.name if owner else b}"
            case at.ACT_LITERAL:
                return f"hands on {a}"
            case at.ACT_WORD:
                word = game.forth.dictionary.by_token(a)
                return f"runs `{word.name}`" if word else f"runs the token {a}"
            case by.ACT_STORE:
                return f"stores {b} into {stored_name(self.game, a)}"
            case by.ACT_BITS:
                return f"sets {bits_text(self.game, a, b, c)}"
            case by.ACT_HAND:
                piece = piece_name(game, a)
                return f"gives {piece} into hand" if b > 0 else f"takes {piece} out of hand"
            case by.ACT_CHOICE:
                return f"names the choice {game.forth.text_at(a)!r}"
            case by.ACT_WEIGHT:
                return f"has the weight {a}"
            case _:
                return "passes"


def _operands(origin: Origin) -> list[Origin]:
    """Return the operands of a chain of AND or of OR, in order."""
    found: list[Origin] = []
    todo = [origin]
    while todo and len(found) < 40:
        part = todo.pop()
        if part.word == origin.word and part.inputs:
            todo += reversed(part.inputs)
        else:
            found.append(part)
    return found


# -- attackers -------------------------------------------------------------------------------------


def attackers_of(game: Script, test: Origin) -> str:
    """Return a sentence that names the attackers of the position an attack test was about.

    Requires that the machine holds the position.
    """
    if not test.inputs:
        return ""
    pos = test.inputs[0].value
    if not 0 <= pos < len(game.declaration.positions):
        return f"{pos} is not a position"
    with isolated(game, exclusive=True):
        try:
            players = _enemies(game) if test.word == "attacked?" else [test.inputs[1].value]
            kind = test.inputs[2].value if test.word == "attacked-by-type?" else -1
            named = [who for player in players for who in _attackers(game, pos, player, kind)]
        except ScriptError:  # the script fails here: leave out the attackers
            return ""
    if not named:
        return f"nobody could take on {position_name(game, pos)}"
    more = " …" if len(named) > SHOWN else ""
    return f"{', '.join(named[:SHOWN])}{more} could take on {position_name(game, pos)}"


def _enemies(game: Script) -> list[int]:
    """Return the opponents of the player to move as the player codes of their pieces."""
    mask = run_engine(game, "(opponents)", game.forth.processor.cell(at.A_PLAYER))
    numbers = range(1, len(game.declaration.players) + 1)
    codes = [run_engine(game, "(player-of)", number) for number in numbers]
    return [code for code in codes if run_engine(game, "(bit)", code) & mask]


def _attackers(game: Script, pos: int, player: int, kind: int) -> list[str]:
    """Name a player's attackers of a position: pieces without which there are fewer attackers."""
    processor = game.forth.processor
    count = run_engine(game, "(attackers)", pos, player, kind, -1)
    if not count:
        return []
    board = processor.register(at.BOARD)
    found = []
    for number, name in enumerate(game.positions):
        cell = processor.cell(board + 4 * number)
        if number == pos or not cell or cell & at.PLAYER_MASK != player & at.PLAYER_MASK:
            continue
        processor.set_cell(board + 4 * number, 0)
        if run_engine(game, "(attackers)", pos, player, kind, -1) < count:
            found.append(f"{piece_name(game, cell)} at {name}")
        processor.set_cell(board + 4 * number, cell)
    return found
