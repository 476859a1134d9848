"""Expand macros: textual replacement of calls, with arguments `$1`, `$2` …

A call is replaced when the list around it is read, one level at a time: fully expanded, some games
have millions of words. Work is kept on a list instead of Python's stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from forthgame.base.errors import shortened
from forthgame.zrf.forms import MOST_FORMS, Form, MacroCall

DEEPEST_CALLS = 2_000
MOST_ARGUMENTS = 1_000
# commands and conditions whose first argument is a name
NAMING = {
    "set-flag",
    "flag?",
    "set-position-flag",
    "position-flag?",
    "in-zone?",
    "piece?",
    "position?",
}
ARGUMENT = re.compile(r"\$(\d+)")


class Macros:
    """The macros of a file, in the order of their definition; a later one replaces an earlier."""

    def __init__(self) -> None:
        self.bodies: dict[str, Form] = {}
        self.made = 0  # forms that bodies have made
        self._needs: dict[str, int] = {}
        self._handed: dict[tuple[str, int], bool] = {}
        self._else: dict[str, bool] = {}

    def define(self, form: Form) -> None:
        """Add a macro from `(define name …)`."""
        if len(form.rest) < 1 or not form.rest[0].name:
            raise form.error("define takes a name and what it stands for")
        self.bodies[form.rest[0].name] = form
        self._needs.clear()
        self._handed.clear()
        self._else.clear()

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
        """Return the forms of a call's macro; calls inside are left as they are."""
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
        tasks: list[tuple[list[Form], Iterator[Form], Form | None]] = [
            (top, iter(body.rest[1:]), None)
        ]
        while tasks:
            into, forms, whole = tasks[-1]
            form = next(forms, None)
            if form is None:
                tasks.pop()
                if whole is not None:
                    if self.is_call(whole):
                        self._inherit(whole, call.rest, calls)
                    whole.size += sum(one.size for one in whole.items or ())
                continue
            self.made += 1
            if form.items is None:
                filled = _filled(form, call.rest, calls)
                into.extend(filled)
                # an argument that is a list is shared, but counts as its text
                self.made += sum(one.size - 1 for one in filled)
            else:
                copy = Form("", form.source, form.offset, items=[], calls=calls)
                into.append(copy)
                assert copy.items is not None
                tasks.append((copy.items, iter(form.items), copy))
            if self.made > MOST_FORMS:
                raise call.error(
                    f"the macros of this file make more than {MOST_FORMS} words, which is the limit"
                )
        if len(top) == 1 and top[0].items is not None:
            top[0].call = call
        return top

    def _inherit(self, inner: Form, given: list[Form], calls: MacroCall) -> None:
        """Give a call inside a body the arguments that it lacks: those of the call around it.

        The text of a macro is put in the place of its call, so its `$2` is the outer one if the
        call itself has one argument.
        """
        assert inner.items is not None
        for number in range(len(inner.rest) + 1, min(self.needs(inner.head), len(given)) + 1):
            one = given[number - 1]
            inner.items.append(
                one
                if one.items is not None
                else Form(one.text, inner.source, inner.offset, None, one.string, calls, one)
            )

    def needs(self, name: str) -> int:
        """Return the highest number of an argument in a macro and in calls that lack arguments."""
        found = self._needs.get(name)
        if found is not None:
            return found
        self._needs[name] = 0  # for macros that call each other
        highest = 0
        stack = list(self.bodies[name].rest[1:])
        while stack:
            form = stack.pop()
            if form.items is None:
                numbers = (int(number) for number in ARGUMENT.findall(form.text))
                highest = max([highest, *(n for n in numbers if n < MOST_ARGUMENTS)])
                continue
            stack += form.items
            if form.head in self.bodies and form.head != name:
                inner = self.needs(form.head)
                highest = max(highest, inner if inner > len(form.rest) else 0)
        self._needs[name] = highest
        return highest

    def has_else(self, name: str) -> bool:
        """Return whether the text of a macro may have an `else` of the `if` around its call."""
        found = self._else.get(name)
        if found is None:
            self._else[name] = False  # for macros that call each other
            found = self._else[name] = any(
                self.has_else(form.head)
                if self.is_call(form)
                else form.items is None and (form.text.lower() == "else" or "$" in form.text)
                for form in self.bodies[name].rest[1:]
            )
        return found

    def hands_down(self, name: str, number: int) -> bool:
        """Return whether a macro uses an argument only as a whole word, as a direction is used.

        Then one word can serve all directions. An argument that names a flag, or that is a part of
        another name, is a matter of text.
        """
        key = (name, number)
        if key not in self._handed:
            self._handed[key] = True  # for macros that call each other
            self._handed[key] = self._is_handed(name, number)
        return self._handed[key]

    def _is_handed(self, name: str, number: int) -> bool:
        whole = f"${number}"
        stack = list(self.bodies[name].rest[1:])
        while stack:
            form = stack.pop()
            if form.items is None:
                if form.text != whole and str(number) in ARGUMENT.findall(form.text):
                    return False
                continue
            stack += form.items
            rest = form.rest
            if form.head in self.bodies:
                for k, one in enumerate(rest, 1):
                    if one.text == whole and not self.hands_down(form.head, k):
                        return False
                inherits = len(rest) < number <= self.needs(form.head)
                if inherits and not self.hands_down(form.head, number):
                    return False
            elif form.head.removeprefix("not-") in NAMING and rest and rest[0].text == whole:
                return False
        return True


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
