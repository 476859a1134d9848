"""Expand macros: textual replacement of calls, with arguments `$1`, `$2` …

A call is replaced when somebody reads the list that it stands in, one level at a time: fully expanded,
some games have millions of words. Work is kept on a list instead of Python's stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from forthgame.base.errors import shortened
from forthgame.zrf.forms import MOST_FORMS, Form, MacroCall

DEEPEST_CALLS = 2_000
ARGUMENT = re.compile(r"\$(\d+)")


class Macros:
    """The macros of a file, in the order of their definition; a later one replaces an earlier."""

    def __init__(self) -> None:
        self.bodies: dict[str, Form] = {}
        self.made = 0  # forms that bodies have made

    def define(self, form: Form) -> None:
        """Add a macro from `(define name …)`."""
        if len(form.rest) < 1 or not form.rest[0].name:
            raise form.error("define takes a name and what it stands for")
        self.bodies[form.rest[0].name] = form

    def expand(self, forms: list[Form]) -> Iterator[Form]:
        """Yield the forms of one list with macro calls replaced; inner lists stay as they are.

        Raises ScriptError if calls are nested too deep.
        """
        tasks = [iter(forms)]
        while tasks:
            form = next(tasks[-1], None)
            if form is None:
                tasks.pop()
            elif self.is_call(form):
                tasks.append(iter(self.body(form)))
            else:
                yield form

    def is_call(self, form: Form) -> bool:
        """Return whether a form is a list that begins with the name of a macro."""
        return form.items is not None and form.head in self.bodies

    def body(self, call: Form) -> list[Form]:
        """Return what a call stands for; calls inside are left as they are."""
        body = self.bodies[call.head]
        calls = MacroCall(
            call.head,
            call.source,
            call.offset,
            call.calls,
            call.calls.depth + 1 if call.calls else 1,
        )
        if calls.depth > DEEPEST_CALLS:
            raise call.error(
                f"the macro {shortened(calls.name)!r} calls itself without end, or macros are "
                f"nested more than {DEEPEST_CALLS} deep"
            )
        top: list[Form] = []
        tasks = [(top, iter(body.rest[1:]))]
        while tasks:
            into, forms = tasks[-1]
            form = next(forms, None)
            if form is None:
                tasks.pop()
                continue
            self.made += 1
            if self.made > MOST_FORMS:
                raise call.error(
                    f"the macros of this file make more than {MOST_FORMS} words, which is the limit"
                )
            if form.items is None:
                into.extend(_filled(form, call.rest, calls))
            else:
                copy = Form("", form.source, form.offset, items=[], calls=calls)
                into.append(copy)
                assert copy.items is not None
                tasks.append((copy.items, iter(form.items)))
        if len(top) == 1 and top[0].items is not None:
            top[0].call = call
        return top


def _filled(form: Form, given: list[Form], calls: MacroCall) -> list[Form]:
    """Return what an atom of a macro's body stands for in a call with these arguments."""
    if "$" in form.text:
        whole = ARGUMENT.fullmatch(form.text)
        if whole and not form.string:
            number = int(whole[1])
            if not 0 < number <= len(given):
                return []
            argument = given[number - 1]
            if argument.items is not None:
                return [argument]
            return [
                Form(
                    argument.text, form.source, form.offset, None, argument.string, calls, argument
                )
            ]
        text = ARGUMENT.sub(lambda found: _text_of(given, int(found[1])), form.text)
        return [Form(text, form.source, form.offset, None, form.string, calls)]
    return [Form(form.text, form.source, form.offset, None, form.string, calls)]


def _text_of(given: list[Form], number: int) -> str:
    return given[number - 1].text if 0 < number <= len(given) else ""
