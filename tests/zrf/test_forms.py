"""Reading the Lisp text of rule files: places, limits, mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from forthgame.base.errors import ScriptError
from forthgame.base.source import Source
from forthgame.zrf.forms import DEEPEST, read_forms
from forthgame.zrf.macros import Macros
from forthgame.zrf.rule_file import LARGEST, read_rule_file


def mistake(folder: Path, text: str) -> ScriptError:
    """Return the error that a rule file raises."""
    path = folder / "bad.zrf"
    path.write_text(text)
    with pytest.raises(ScriptError) as caught:
        read_rule_file(path)
    return caught.value


def test_forms_keep_their_places() -> None:
    (form,) = read_forms(Source("a.zrf", '; a comment\n(game\n  (title "A (b) ; c"))'))
    assert form.items is not None
    title = form.items[1].rest[0]
    assert (title.text, title.string) == ("A (b) ; c", True)
    assert (title.place.line, title.place.column) == (3, 10)


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("(game\n  (title)", "this bracket is never closed", 1, 1),
        ("(game))", "this bracket closes nothing", 1, 7),
        ('(game\n (title "A))', "this text has no closing quotation mark", 2, 9),
        (")", "the file begins with a closing bracket", 1, 1),
        ("(gaem)", "unknown keyword 'gaem'", 1, 2),
        ("game", "'game' stands outside of all brackets", 1, 1),
        ("(define)", "define takes a name and what it stands for", 1, 1),
        ("(variant (title a))", "this variant has no (game …)", 1, 1),
        ('(include "none.inc")', "there is no file 'none.inc'", 1, 10),
        ('(include "../bad.zrf")', "lies outside the script's folder", 1, 10),
        ('(include "bad.zrf")', "the file includes itself", 1, 10),
        ('(version "3.0")', "this file is of edition 3.0", 1, 1),
    ],
)
def test_a_mistake_has_a_sentence_with_its_place(
    tmp_path: Path, text: str, message: str, line: int, column: int
) -> None:
    error = mistake(tmp_path, text)
    assert message in error.message
    assert (error.file, error.line, error.column) == ("bad.zrf", line, column)


def test_an_unknown_keyword_is_answered_with_a_similar_one(tmp_path: Path) -> None:
    assert "did you mean game" in mistake(tmp_path, "(gaem)").hint


def test_an_empty_file_has_no_game(tmp_path: Path) -> None:
    assert "there is no (game …) in bad.zrf" in mistake(tmp_path, "; nothing").message


def test_brackets_may_be_nested_up_to_a_limit(tmp_path: Path) -> None:
    source = Source("deep.zrf", "(" * DEEPEST + ")" * DEEPEST)
    assert len(read_forms(source)) == 1
    error = mistake(tmp_path, "(" * (DEEPEST + 1))
    assert f"more than {DEEPEST} brackets are open" in error.message


def test_a_file_that_is_too_long_is_refused(tmp_path: Path) -> None:
    error = mistake(tmp_path, ";" * (LARGEST + 1))
    assert "is longer than" in error.message


def expanded(text: str) -> list[str]:
    macros = Macros()
    *defines, last = read_forms(Source("m.zrf", text))
    for form in defines:
        macros.define(form)
    return [form.shown() for form in macros.expand([last])]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("(define step ($1 add)) (step n)", ["(n add)"]),
        ("(define two a b) (two)", ["a", "b"]),
        ("(define inner ($1 $2)) (define outer (inner $2 $1)) (outer n s)", ["(s n)"]),
        ("(define named (add $1Queen)) (named White)", ["(add WhiteQueen)"]),
        ("(define one ($1 $2)) (one n)", ["(n)"]),
        ("(define ten ($10)) (ten a b c d e f g h i j)", ["(j)"]),
        # the text of a macro is put in the place of its call, so it sees the arguments around
        ("(define inner $2) (define outer (inner x)) (outer a b)", ["b"]),
        ("(define inner ($1)) (define outer (verify (inner (opposite $1)))) (outer n)",
         ["(verify (inner (opposite n)))"]),
    ],
)  # fmt: skip
def test_macros_replace_their_arguments(text: str, result: list[str]) -> None:
    assert expanded(text) == result


def test_a_macro_that_calls_itself_is_an_error() -> None:
    with pytest.raises(ScriptError, match="calls itself without end"):
        expanded("(define again (again)) (again)")


def test_arguments_that_grow_from_call_to_call_are_an_error() -> None:
    with pytest.raises(ScriptError, match="make more than"):
        expanded("(define one (two $1 $1)) (define two (one ($1 $2) ($2 $1))) (one n)")


def test_an_error_in_a_macro_names_its_calls(tmp_path: Path) -> None:
    macros = Macros()
    text = "(define inner (bad $1))\n(define outer (inner $1))\n(outer n)"
    *defines, last = read_forms(Source("m.zrf", text))
    for form in defines:
        macros.define(form)
    (found,) = macros.expand([last])
    error = found.error("this is wrong")
    assert [str(call) for call in error.chain] == ["inner m.zrf:2:15", "outer m.zrf:3:1"]
    assert error.line == 1


def test_a_title_may_be_latin_1(tmp_path: Path) -> None:
    path = tmp_path / "old.zrf"
    path.write_bytes(b'(game (title "B\xe9b\xe9"))')
    assert read_rule_file(path).titles == ["Bébé"]


def test_macros_may_be_defined_within_a_game(tmp_path: Path) -> None:
    path = tmp_path / "within.zrf"
    path.write_text('(game (define name (title "Inner")) (name))')
    assert read_rule_file(path).titles == ["Inner"]
