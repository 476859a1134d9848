"""Read the Lisp text of a rule file into forms that keep their places.

Nested lists are read without recursion. A form keeps the token it begins with and the macro calls
that led to it, so that every message can name the line of the rule file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from forthgame.base.errors import (
    Call,
    Place,
    ScriptError,
    alike,
    calls_text,
    excerpt_lines,
    shortened,
)
from forthgame.base.source import Source

DEEPEST = 400  # nested lists
MOST_FORMS = 2_000_000  # forms of a file with its includes, and of an expanded game

TOKEN = re.compile(r'[ \t\n\r\f\v\0\x1a]+|;[^\n]*|([()])|"([^"]*)"|("[^"]*)\Z|([^\s()";\0\x1a]+)')


class RuleFileError(ScriptError):
    """A mistake in a rule file; no stack is involved."""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        lines = [f"{where}{self.message}"]
        if self.place and self.place.text:
            lines += excerpt_lines(self.place)
        if self.chain:
            lines.append(f"  called by {calls_text(self.chain)}")
        if self.hint:
            lines.append(f"  {self.hint}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class MacroCall:
    """A macro call that a form comes from; `outer` is the call around it."""

    name: str
    source: Source
    offset: int
    outer: MacroCall | None = None
    depth: int = 1

    def chain(self) -> list[Call]:
        """Return the calls from the innermost outwards."""
        found: list[Call] = []
        call: MacroCall | None = self
        while call is not None:
            found.append(Call(call.name, call.source.place(call.offset, len(call.name) + 1)))
            call = call.outer
        return found


@dataclass(slots=True)
class Form:
    """An atom, a string, or a list of forms.

    text    text of an atom or a string, empty for a list
    items   forms of a list, None for an atom
    string  whether the atom was in quotation marks
    calls   the innermost macro call that the form comes from
    origin  the argument of a macro call that the atom stands for
    call    the macro call that this list is the whole expansion of, with its arguments
    size    atoms and lists in it, itself included
    """

    text: str
    source: Source
    offset: int
    items: list[Form] | None = None
    string: bool = False
    calls: MacroCall | None = None
    origin: Form | None = None
    call: Form | None = None
    size: int = 1

    @property
    def place(self) -> Place:
        return self.source.place(self.offset, max(1, len(self.text)))

    @property
    def head(self) -> str:
        """Return the atom that a list begins with, or an empty text."""
        return self.items[0].name if self.items else ""

    @property
    def name(self) -> str:
        """Return the text of an atom that is not a string, or an empty text."""
        return "" if self.items is not None or self.string else self.text

    @property
    def rest(self) -> list[Form]:
        """Return the forms of a list after the first."""
        return self.items[1:] if self.items else []

    def error(self, message: str, hint: str = "") -> ScriptError:
        """Return an error at this form."""
        chain = self.calls.chain() if self.calls else []
        return RuleFileError(message, self.place, chain=chain, hint=hint)

    def unknown(self, what: str, known: Iterator[str] | list[str]) -> ScriptError:
        """Return an error for a name that is not among the known ones."""
        near = alike(self.text, known)
        hint = f"did you mean {' or '.join(near)}?" if near else ""
        return self.error(f"{what} {shortened(self.text)!r}", hint)

    def parts(self) -> Iterator[str]:
        """Yield the brackets, words and texts of the form, the same for equal forms."""
        stack: list[Form | str] = [self]
        while stack:
            form = stack.pop()
            if isinstance(form, str):
                yield form
            elif form.items is None:
                yield f'"{form.text}"' if form.string else form.text
            else:
                yield "("
                stack += [")", *reversed(form.items)]

    def shown(self) -> str:
        """Return the beginning of the form's text."""
        text = " ".join(islice(self.parts(), 40)).replace("( ", "(").replace(" )", ")")
        return shortened(text)


def read_forms(source: Source) -> list[Form]:
    """Return the forms of a text. Raises ScriptError for brackets and strings that do not close."""
    top: list[Form] = []
    open_lists: list[Form] = []
    current, count = top, 0
    for found in TOKEN.finditer(source.text):
        bracket, string, unclosed, atom = found.groups()
        if bracket is None and string is None and unclosed is None and atom is None:
            continue
        count += 1
        if count > MOST_FORMS:
            raise Form("", source, found.start()).error(
                f"the file has more than {MOST_FORMS} words and brackets, which is the limit"
            )
        if atom is not None:
            current.append(Form(atom, source, found.start()))
        elif string is not None:
            current.append(Form(string, source, found.start(), string=True))
        elif unclosed is not None:
            raise Form('"', source, found.start()).error("this text has no closing quotation mark")
        elif bracket == "(":
            form = Form("", source, found.start(), items=[])
            current.append(form)
            open_lists.append(form)
            if len(open_lists) > DEEPEST:
                raise form.error(f"more than {DEEPEST} brackets are open, which is the limit")
            current = form.items or []
            form.items = current
        elif open_lists:
            closed = open_lists.pop()
            closed.size += sum(form.size for form in closed.items or ())
            current = (open_lists[-1].items or []) if open_lists else top
        elif current:
            raise Form(")", source, found.start()).error("this bracket closes nothing")
        else:
            raise Form(")", source, found.start()).error("the file begins with a closing bracket")
    if open_lists:
        raise open_lists[-1].error("this bracket is never closed")
    return top
