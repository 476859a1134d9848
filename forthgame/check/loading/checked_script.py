"""A script loaded for checking: its words, its declaration with places, the findings of loading."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forthgame.base.errors import Place, ScriptError
from forthgame.base.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.base.source import Source, Token, decoded_source, read_source, resolved
from forthgame.check.findings import Finding
from forthgame.check.loading.reader import (
    ADVICE,
    Deadline,
    LoadingStopped,
    Reader,
    Use,
    deferred_to,
)
from forthgame.compile.interpreter.native_interpreter import Progress
from forthgame.machine.outer.load_diagnosis import comment_message
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.declaration.set_up_file import set_up_for
from forthgame.rules.model import SetUp
from forthgame.words.registers.memory_layout import EVENT_NAMES
from forthgame.words.table.dictionary import Word
from forthgame.words.table.row import Effect

# section -> kinds of records that a second section replaces
REPLACED = {
    "board": ("positions", "directions", "marks"),
    "zones": ("zones",),
    "players": ("players",),
    "turn-order": ("turns", "turn types"),
    "move-priorities": ("priorities",),
    "pieces": ("pieces", "lists used", "unpromoted"),
}
LOAD_STEPS = 100_000_000
VALUE_STEPS = 100_000
UNDEFINED = {"OnIsLegal?": "( -- ? )"}  # effects of events that the language does not define


@dataclass
class DeclaredName:
    """A declared name with its token, and the word that it defined, if any."""

    name: str
    token: Token
    word: Word | None = None


def _recording(kind: str, declare: Callable[..., None]) -> Callable[..., None]:
    """Return a method that declares a name and records it as one of a kind."""

    def declare_and_record(self: RecordedDeclaration, name: str, *details: Any) -> None:
        declare(self, name, *details)
        self._record(kind, name, self._newest)

    return declare_and_record


class RecordedDeclaration(Declaration):
    """A declaration that records places. A repeated section replaces its records."""

    position = _recording("positions", Declaration.position)
    attribute = _recording("attributes", Declaration.attribute)
    mark = _recording("marks", Declaration.mark)
    direction = _recording("directions", Declaration.direction)
    player = _recording("players", Declaration.player)
    piece = _recording("pieces", Declaration.piece)

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader)
        self.reader = reader
        self.records: dict[str, list[DeclaredName]] = {}
        self.explicit: dict[tuple[str, int], tuple[int, Token]] = {}
        self.symmetry_tokens: dict[tuple[int, str, str], Token] = {}
        self.list_types: set[int] = set()
        self.list_token: Token | None = None
        self.list_moves: list[
            list[tuple[DeclaredName, int]]
        ] = []  # moves of each list with their types
        self.again: Token | None = None  # the token of a second `{board`
        self.dropped: list[SetUp] = []  # set-ups of the first board
        self.unranked = False  # true if the first board had priorities

    def all(self, kind: str) -> list[DeclaredName]:
        return self.records.get(kind, [])

    def _record(self, kind: str, name: str, word: Word | None = None) -> None:
        """Record a part at the token with its name, or else at the last token that was read."""
        parsed, current = self.reader.parsed, self.reader.current
        token = next((t for t in reversed(parsed) if t.text == name), None)
        token = token or (parsed[-1] if parsed else current)
        if token is not None:
            self.records.setdefault(kind, []).append(DeclaredName(name, token, word))

    @property
    def _newest(self) -> Word:
        return self.reader.dictionary.words[-1]

    # -- sections -------------------------------------------------------------------------------

    def open_section(self, name: str) -> None:
        """`{name`: discard the records of an earlier section."""
        setups, priorities = self.setups, self.priorities
        super().open_section(name)
        if name == "board":
            self.again = self.section[1] if self.section and self.positions_before else None
            self.dropped = setups or self.dropped
            self.unranked = self.unranked or bool(priorities)
        for kind in REPLACED.get(name, ()):
            self.records.pop(kind, None)
        if name == "directions":
            self.explicit = {}
        elif name == "moves":
            self.list_token = self.reader.parsed[-1]
            self.list_moves.append([])

    # -- board and directions -------------------------------------------------------------------

    def unpromoted(self, number: int) -> None:
        super().unpromoted(number)
        self._record("unpromoted", self.pieces[-1].name)

    def link(self, name: str, source: int, target: int) -> None:
        """`{link} name from to`; report repeated links of a section."""
        new = name not in self.direction_names
        super().link(name, source, target)
        if new:
            self._record("directions", name, self._newest)
        token = self.reader.parsed[0]
        where = f"from {self.positions[source]}"
        before = self.explicit.get((name, source))
        if before is not None:
            line = before[1].place.line
            if before[0] == target:
                self.reader.report(
                    "FG510",
                    f"the link `{name}` {where} is already in line {line}; remove one of them",
                    token.place,
                    name,
                )
            else:
                self.reader.report(
                    "FG509",
                    f"the link `{name}` {where} replaces the one of line {line}, which goes to "
                    f"{self.positions[before[0]]}; remove the one that is not meant",
                    token.place,
                    name,
                )
        self.explicit[name, source] = (target, token)

    def unlink(self, name: str, source: int) -> None:
        """`{unlink} name position`; report a missing link."""
        direction = self.direction_names.get(name)
        if direction is not None and source not in direction.links:
            where = self.positions[source] if 0 <= source < len(self.positions) else str(source)
            self.reader.report(
                "FG511",
                f"there is no link `{name}` from {where} to remove; remove this {{unlink}}",
                self.reader.parsed[0].place,
                name,
            )
        super().unlink(name, source)
        self.explicit.pop((name, source), None)

    def symmetry(self, player: int, first: str, second: str, both: bool) -> None:
        """`player {symmetry} a b`; both directions are used."""
        super().symmetry(player, first, second, both)
        self.symmetry_tokens[player >> 11, first, second] = self.reader.parsed[-1]
        self.reader.note_uses(self.reader.parsed)

    def zone(self, player: int, name: Token, places: list[Token]) -> None:
        """`player {zone} name position …`; the named positions are used."""
        new = name.text not in self.zone_numbers
        super().zone(player, name, places)
        if new:
            self._record("zones", name.text, self._newest)
        self.reader.note_uses(places)

    # -- players and turns ----------------------------------------------------------------------

    def turn(self, player: int) -> None:
        super().turn(player)
        self._record("turns", self.reader.parsed[0].text)

    def together(self, player: int) -> None:
        super().together(player)
        self._record("turns", self.reader.parsed[0].text)

    def turn_type(self, number: int) -> None:
        super().turn_type(number)
        self._record("turn types", str(number))

    # -- moves, priorities, pieces --------------------------------------------------------------

    def move_type(self, token: Token) -> int:
        """Return the number of a move type, recording its first mention as its declaration."""
        known = self.reader.dictionary.find(token.text)
        number = super().move_type(token)
        if known is None:
            self._record("move types", token.text, self._newest)
        elif known.role != "move type":
            self.reader.note_use(known, token)
        return number

    def type_of_move(self, number: int) -> None:
        super().type_of_move(number)
        self.list_types.add(number)
        record, _ = self.list_moves[-1][-1]
        self.list_moves[-1][-1] = (record, number)

    def priority(self, number: int) -> None:
        super().priority(number)
        self._record("priorities", str(number))

    def move(self, word: Word) -> None:
        super().move(word)
        self._record("moves", word.name, word)
        self.list_moves[-1].append((self.all("moves")[-1], 0))

    def _write_moves(self) -> None:
        super()._write_moves()
        word = self._newest
        if self.list_token is not None:
            self.records.setdefault("lists", []).append(
                DeclaredName(word.name, self.list_token, word)
            )

    def piece_list(self, kind: str, word: Word) -> None:
        super().piece_list(kind, word)
        self._record("lists used", word.name, word)

    # -- set-up ---------------------------------------------------------------------------------

    def setup(self, player: Token, piece: Token, position: Token) -> None:
        """`{setup} player piece position`; all three names are used."""
        super().setup(player, piece, position)
        self.reader.note_uses((player, piece, position))


@dataclass
class CheckedScript:
    """A loaded script and its findings, the input of all checks.

    complete  true if loading reached the end without losing anything
    stopped   the token at which loading could not continue
    set_up    name of the rule file that the set-up was read from
    """

    path: Path
    reader: Reader
    declared: RecordedDeclaration
    complete: bool = False
    stopped: Token | None = None
    set_up: str = ""

    @property
    def findings(self) -> list[Finding]:
        return self.reader.findings

    @property
    def deadline(self) -> Deadline:
        return self.reader.deadline

    @property
    def has_errors(self) -> bool:
        return any(finding.severity == "error" for finding in self.findings)

    @property
    def uses(self) -> list[Use]:
        """Return all uses of words by name, in the order of the text."""
        return self.reader.uses

    @property
    def words(self) -> list[Word]:
        """Return the words that the script defines, including declared names."""
        return [w for w in self.reader.dictionary.words[self.reader.fence :] if w.place is not None]

    @property
    def definitions(self) -> list[Word]:
        missing = self.reader.missing.entry
        return [w for w in self.words if w.kind == "colon" and w.entry != missing]

    @property
    def is_game(self) -> bool:
        """Return whether it declares any part of a game."""
        declared = self.declared
        return bool(declared.positions or declared.players or declared.turns or declared.pieces)

    def report(self, code: str, message: str, token: Token | Place | None, word: str = "") -> None:
        self.reader.report(code, message, token.place if isinstance(token, Token) else token, word)

    def report_at(self, code: str, message: str, cell: int, word: Word) -> None:
        """Add a finding at a cell of a word's code."""
        self.report(code, message, self.reader.code.token(cell) or word.place, word.name)

    def value(self, token: Token) -> int | None:
        """Return the number that a name or number stands for, or None."""
        word = self.reader.dictionary.find(token.text)
        if word is None:
            return self.reader.number(token.text)
        if word.kind == "literal":
            return word.value
        if word.body is not None or (
            word.kind == "defer" and deferred_to(self.reader, word) is None
        ):
            return None
        self.reader.processor.limit(steps=VALUE_STEPS)
        try:
            return self.reader.value_of(word)
        except ScriptError:
            return None
        finally:
            self.reader.processor.reset_stacks()
            self.reader.processor.limit()

    def set_up_values(self, item: SetUp) -> tuple[int | None, int | None, int | None]:
        """Return player, piece and position of a set-up as numbers."""
        return self.value(item.player), self.value(item.piece), self.value(item.position)


def read_script(
    path: Path,
    progress: Progress | None = None,
    steps: int = LOAD_STEPS,
    limits: ScriptLimits = DEFAULT_LIMITS,
    text: str | None = None,
    instead: Mapping[Path, str] | None = None,
) -> CheckedScript:
    """Load a script to check it; errors become findings.

    `text` replaces the contents of the file: that of an editor, in which findings have their lines
    even if it was translated. `instead` maps files that it loads to their text.
    Raises ScriptError only if the file itself cannot be read.
    """
    source = (
        read_source(path, limit=limits.script)
        if text is None
        else decoded_source(text.encode("utf-8", "replace"), path)
    )
    if text is not None:
        source.origin = None
    reader = Reader(progress)
    reader.use_limits(limits)
    reader.deadline = Deadline(limits.seconds)
    reader.loaded_as = source.name
    reader.instead.update(instead or {})
    declared = RecordedDeclaration(reader)
    reader.game = declared
    reader.root = resolved(path).parent
    script = CheckedScript(path, reader, declared)
    reader.processor.limit(steps=steps)
    try:
        reader.load_text(source)
        _load_set_up(script, source)
        _close(script)
        script.complete = not script.has_errors
    except LoadingStopped:
        script.stopped = reader.current
    except ScriptError as error:
        reader.report_error(error)
    except RecursionError:
        reader.report(
            "FG106",
            "the script is nested too deep; call fewer words inside others",
            reader.current.place if reader.current else None,
        )
    reader.recover()
    reader.processor.tidy()
    return script


def _load_set_up(script: CheckedScript, source: Source) -> None:
    """Load the set-up of the rule file beside a script that has none, as a game does."""
    if source.path is None:
        return
    found = set_up_for(
        script.declared, script.path, lambda: {use.token.text for use in script.uses}
    )
    if found is not None:
        script.reader.load_text(found)
        script.set_up = found.name


def _close(script: CheckedScript) -> None:
    """Report parts that are still open at the end of the script."""
    reader, declared = script.reader, script.declared
    if reader.definition is not None:
        definition = reader.definition
        reader.report(
            "FG102",
            f"the definition of `{definition.name}` is never closed; end it with `;`",
            definition.token.place,
            definition.name,
        )
    if reader.conditions:
        reader.report(
            "FG102",
            f"IF is never closed; {ADVICE['FG102']}",
            reader.conditions[-1].place,
            "IF",
        )
    if declared.section:
        name, token = declared.section
        reader.report(
            "FG102",
            f"{{{name} is never closed; end it with {name}}}",
            token.place if token else None,
            f"{{{name}",
        )
    if reader.wide_comment is not None:
        opener, end = reader.wide_comment
        reader.report(
            "FG527",
            f"{comment_message(opener, end)}, over the beginning of a definition; write `)` where "
            "it ends",
            opener.place,
            "(",
        )
    if script.has_errors:
        return
    declared.complete()
    if not script.is_game:
        return
    for what, there in (
        ("board", declared.positions), ("players", declared.players),
        ("turn-order", declared.turns), ("pieces", declared.pieces),
    ):  # fmt: skip
        if not there:
            reader.report(
                "FG108",
                f"the game declares no {what.replace('-', ' ')}, so it cannot be played; "
                f"add a section {{{what} … {what}}}",
                None,
            )


# -- words that the engine runs --------------------------------------------------------------------


@dataclass
class WordRoles:
    """Words by their roles for the engine; a word may have several."""

    move_words: dict[int, Word]  # by token
    events: dict[int, Word]
    engines: dict[int, Word]
    effects: dict[str, Effect]  # of events, by name

    def in_frame(self, word: Word) -> bool:
        """Return whether the engine runs the word on a stack of its own."""
        return any(word.token in of for of in (self.move_words, self.events, self.engines))

    def given(self, word: Word) -> int:
        """Return the number of items that the engine passes to the word."""
        return len(self.effects[word.name].inputs) if word.token in self.events else 0

    def answers(self, word: Word) -> bool:
        """Return whether the engine takes a result from the word."""
        return word.token in self.events and bool(self.effects[word.name].outputs)

    def title(self, word: Word) -> str:
        if word.token in self.move_words:
            return "move word"
        return "event" if word.token in self.events else "search engine"


def roles_of(script: CheckedScript) -> WordRoles:
    """Find the move words of all lists, the definitions of events, and the search engines."""
    listed = (record.word for record in script.declared.all("moves"))
    engines = (script.reader.dictionary.find(p.word) for p in script.declared.players if p.word)
    comments = {name: word.comment for name, word in script.reader.dictionary.engine.items()}
    return WordRoles(
        move_words={word.token: word for word in listed if word is not None},
        events={word.token: word for word in script.definitions if word.name in EVENT_NAMES},
        engines={w.token: w for w in engines if w is not None and w.place is not None},
        effects={n: Effect.parse(comments.get(n) or UNDEFINED[n]) for n in EVENT_NAMES},
    )
