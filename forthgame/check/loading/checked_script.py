"""A script loaded for checking: its words, its declaration, and the findings of loading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from forthgame.base.errors import Place, ScriptError
from forthgame.base.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.base.source import Token, decoded_source, read_source, resolved
from forthgame.check.findings import Finding
from forthgame.check.loading.deadline import Deadline
from forthgame.check.loading.load_errors import ADVICE
from forthgame.check.loading.reader import Reader, Stopped, Use
from forthgame.check.loading.recorded_declaration import RecordedDeclaration
from forthgame.compile.interpreter.native_interpreter import Progress
from forthgame.machine.outer.load_diagnosis import comment_message
from forthgame.rules.model import SetUp
from forthgame.words.table.dictionary import Word

LOAD_STEPS = 100_000_000
VALUE_STEPS = 100_000


@dataclass
class CheckedScript:
    """A loaded script and its findings, the input of all checks.

    complete  true if loading reached the end without losing anything
    stopped   the token at which loading could not continue
    """

    path: Path
    reader: Reader
    declared: RecordedDeclaration
    complete: bool = False
    stopped: Token | None = None

    @property
    def findings(self) -> list[Finding]:
        return self.reader.findings

    @property
    def deadline(self) -> Deadline:
        """Return the time limit of the check."""
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
        if word.body is not None or (word.kind == "defer" and self.deferred_to(word) is None):
            return None
        processor = self.reader.processor
        processor.limit(steps=VALUE_STEPS)
        try:
            return self.reader.value_of(word)
        except ScriptError:
            return None
        finally:
            processor.reset_stacks()
            processor.limit()

    def deferred_to(self, word: Word) -> Word | None:
        """Return the word that a deferred word runs after loading."""
        found = self.reader.dictionary.by_token(self.reader.processor.cell(word.value))
        return None if found is None or found.name == "(unset)" else found

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

    `text` replaces the contents of the file, and `instead` maps files that it loads to their text.
    Raises ScriptError only if the file itself cannot be read.
    """
    if text is None:
        source = read_source(path, limit=limits.script)
    else:
        source = decoded_source(text.encode("utf-8", "replace"), path)
    reader = Reader(progress)
    reader.use_limits(limits)
    reader.deadline.begin(limits.seconds)
    reader.loaded_as = source.name
    reader.instead.update(instead or {})
    declared = RecordedDeclaration(reader)
    reader.game = declared
    reader.root = resolved(path).parent
    script = CheckedScript(path, reader, declared)
    reader.processor.limit(steps=steps)
    try:
        reader.load_text(source)
        _close(script)
        script.complete = not script.has_errors
    except Stopped:
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


def _close(script: CheckedScript) -> None:
    """Report parts that are still open at the end of the script."""
    reader, declared = script.reader, script.declared
    if reader.definition is not None:
        definition = reader.definition
        message = f"the definition of `{definition.name}` is never closed; end it with `;`"
        reader.report("FG102", message, definition.token.place, definition.name)
    if reader.conditions:
        message = f"IF is never closed; {ADVICE['FG102']}"
        reader.report("FG102", message, reader.conditions[-1].place, "IF")
    if declared.section:
        name, token = declared.section
        message = f"{{{name} is never closed; end it with {name}}}"
        reader.report("FG102", message, token.place if token else None, f"{{{name}")
    if reader.wide_comment is not None:
        opener, end = reader.wide_comment
        message = f"{comment_message(opener, end)}, over the beginning of a definition"
        reader.report("FG527", f"{message}; write `)` where it ends", opener.place, "(")
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
            message = f"the game declares no {what.replace('-', ' ')}, so it cannot be played; "
            message += f"add a section {{{what} … {what}}}"
            reader.report("FG108", message, None)
