"""Modules of JavaScript joined to one script."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from forthgame.base.errors import ForthgameError
from forthgame.ui.publish import script_bundle

Bundle = Callable[..., str]


@pytest.fixture
def bundle(monkeypatch: pytest.MonkeyPatch) -> Bundle:
    """Return a function that joins modules that are given by name, the first one first."""

    def make(**modules: str) -> str:
        texts = {f"{name}.js": text for name, text in modules.items()}
        monkeypatch.setattr(script_bundle, "bundled_file", texts.__getitem__)
        return script_bundle.bundle.__wrapped__(next(iter(texts)))

    return make


def test_imports_become_constants_and_comments_are_left_out(bundle: Bundle) -> None:
    made = bundle(
        first='import { one, two as other } from "./second.js";\none(other);\n',
        second="// what it is\nexport const one = (n) => n; // what it does\n\n"
        'export function two() { return "a; // b"; }\n',
    )
    assert 'const { one, two: other } = modules["second.js"];' in made
    assert "return { one, two };" in made
    assert "what it" not in made
    assert "\n\n" not in made
    assert '"a; // b"' in made
    assert "import" not in made
    assert "export" not in made


def test_a_module_comes_after_those_that_it_imports(bundle: Bundle) -> None:
    made = bundle(
        first='import { b } from "./b.js";\nimport { c } from "./c.js";\n',
        b='import { c } from "./c.js";\nexport const b = c;\n',
        c="export const c = 1;\n",
    )
    assert made.index('modules["c.js"] =') < made.index('modules["b.js"] =')
    assert made.count('modules["c.js"] =') == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("export default 1;\n", "cannot be joined"),
        ('import * as all from "./first.js";\n', "cannot be joined"),
        ('export const end = "</script>";\n', "cannot be joined"),
        ('import { x } from "./first.js";\n', "imports itself"),
    ],
)
def test_modules_that_cannot_be_joined(bundle: Bundle, text: str, why: str) -> None:
    with pytest.raises(ForthgameError, match=why):
        bundle(first='import { y } from "./second.js";\n', second=text)
