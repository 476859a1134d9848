"""The checker: planted mistakes, scripts without any, the command's output and exit codes."""

from __future__ import annotations

import json
import random
import re
import sys
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import forthgame
from forthgame.check.check import CheckReport, check
from forthgame.check.findings import FINDING_KINDS, FIRST_PLAYED, SEVERITIES
from forthgame.check.stack_effects.effects import KNOWN, declared_effect, effects_of
from forthgame.ui.commands.check import command
from tests.library import game_scripts

ROOT = Path(__file__).parents[2]
PLANTED = sorted((ROOT / "tests" / "check").glob("*.4th"))
SHIPPED = list(game_scripts())
CONFORMANCE = sorted((ROOT / "tests" / "conformance").glob("*.4th"))
EXPECT = re.compile(r"\\ expect: ([FG0-9 ]+)$")


def expected(path: Path) -> set[tuple[int, str]]:
    """Line and code of each `\\ expect: CODE …` in a script."""
    return {
        (number, code)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if (match := EXPECT.search(line))
        for code in match[1].split()
    }


@cache
def planted_report(path: Path) -> CheckReport:
    return check(path)


@pytest.mark.parametrize("path", PLANTED, ids=lambda path: path.stem)
def test_planted_mistakes(path: Path) -> None:
    """The findings are exactly the expected ones, on their lines.

    They are sorted by place; a word that is checked for several reasons is reported once.
    """
    report = planted_report(path)
    found = {(f.place.line, f.code) for f in report.findings}
    assert found == expected(path), "\n".join(map(str, report.findings))
    assert all(f.place.file == str(path) for f in report.findings)
    keys = [(f.place.line, f.place.column, f.code, f.message) for f in report.findings]
    assert keys == sorted(set(keys))


def test_every_kind_is_planted() -> None:
    """Those of played games have examples only. There are scripts without mistakes too."""
    planted = [code for path in PLANTED for _, code in expected(path)]
    assert set(planted) == {code for code in FINDING_KINDS if code < FIRST_PLAYED}
    assert sum(1 for path in PLANTED if expected(path)) >= 40
    assert sum(1 for path in PLANTED if not expected(path)) >= 5


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", SHIPPED + CONFORMANCE, ids=lambda path: path.stem)
def test_no_false_alarm(path: Path) -> None:
    """Games that work have no finding above a note."""
    report = check(path)
    assert [str(f) for f in report.findings if f.severity != "note"] == []


@pytest.mark.parametrize("path", PLANTED, ids=lambda path: path.stem)
def test_sentences(path: Path) -> None:
    """A message names the fault and a remedy, in one line, at a place that can be shown."""
    for finding in planted_report(path).findings:
        assert "\n" not in finding.message
        assert ";" in finding.message or finding.message.endswith("?")
        place = finding.place
        assert place.line >= 1
        assert place.column >= 1
        assert place.text == path.read_text().splitlines()[place.line - 1].expandtabs(1) or (
            place.text == ""
        )


def test_the_table_in_the_manual() -> None:
    """docs/checker.md has each row of the table of kinds."""
    text = (ROOT / "docs" / "checker.md").read_text()
    rows = [line for line in text.splitlines() if line.startswith("| FG")]
    wanted = [
        f"| {k.code} | {k.severity}{', strict' if k.strict else ''} | {k.meaning} |"
        for k in FINDING_KINDS.values()
    ]
    assert rows == wanted


def test_the_nearest_words_are_named() -> None:
    """These are twins in another case and misspelt words."""
    folder = ROOT / "tests" / "check"
    assert "did you mean `Square`" in check(folder / "case-twin.4th").findings[0].message
    assert "did you mean `friend?`" in check(folder / "unknown-word.4th").findings[0].message


@pytest.mark.parametrize(
    ("comment", "effect"),
    [
        ("( a b -- c )", (2, 1)),
        ("( -- )", (0, 0)),
        ("( 'dir -- )", (1, 0)),
        ("( -- ? )", (0, 1)),
        ("( pos - ? )", None),
        ("( ??? )", None),
        ("( -- pos TRUE | FALSE )", None),
        ("( -- the square )", None),
        ("( x1 ... xn -- )", None),
        ("( n -- ) ( F: r -- )", None),
        ('( "name" -- )', None),
        ("( a -- b -- c )", None),
    ],
)
def test_comments_are_read_leniently(comment: str, effect: tuple[int, int] | None) -> None:
    """Only a plain stack effect counts."""
    assert declared_effect(comment) == effect


# words that stop with a sentence whatever they are given
STOPPING = (
    "LIT",
    "BRANCH",
    "0BRANCH",
    "(LOOP)",
    "(+LOOP)",
    '(.")',
    '(S")',
    '(^")',
    "$DefinePlayer",
)


def test_the_comments_of_the_language_agree(tmp_path: Path) -> None:
    """The inferred effects of the words of stdlib.4th are those in their comments."""
    report = check(script(tmp_path, "none.4th", ""))
    assert report.script is not None
    effects, compared = effects_of(report.script), 0
    for word in report.script.reader.dictionary.words:
        if word.kind != "colon" or word.name in ("(missing)", *STOPPING):
            continue
        if word.name == "(apply-compiled)":  # its loop leaves as many numbers as a move has
            continue
        result, declared = effects.of(word), declared_effect(word.comment)
        assert not result.mismatches, word.name
        assert not result.unbalanced, word.name
        if declared is not None and result.state == KNOWN:
            before, after = declared
            assert after - before == result.outputs - result.inputs, word.name
            assert result.inputs <= before, word.name
            compared += 1
    assert compared > 50


SIMPLE = ("DUP", "DROP", "SWAP", "OVER", "ROT", "2DUP", "2DROP", "+", "NOT", "7", "1 PICK", "?OR")


def random_code(draw: random.Random, depth: int = 3) -> str:
    """Some words, with control structures inside each other."""
    parts = []
    for _ in range(draw.randint(0, 5)):
        kind = draw.randrange(12) if depth else 0
        inner = [random_code(draw, depth - 1) for _ in range(2)] if kind > 7 else ["", ""]
        if kind == 8:
            parts.append(f"IF {inner[0]} ELSE {inner[1]} ENDIF")
        elif kind == 9:
            parts.append(f"IF {inner[0]} ENDIF")
        elif kind == 10:
            parts.append(f"2 0 DO {inner[0]} LOOP")
        elif kind == 11:
            parts.append(f">R {inner[0]} R>")
        else:
            parts.append(draw.choice(SIMPLE))
    return " ".join(parts)


def test_inferred_effects_are_what_happens(tmp_path: Path) -> None:
    """Random words change the depth of a real stack by as much as was inferred."""
    draw = random.Random(1)
    lines = [": ?OR ( a b -- c ) OVER IF DROP ELSE SWAP DROP ENDIF ;"]
    lines += [f": w{k} {random_code(draw)} ;" for k in range(400)]
    report = check(script(tmp_path, "random.4th", "\n".join(lines)))
    assert report.script is not None
    effects, compared = effects_of(report.script), 0
    given = 24
    for word in report.script.definitions[1:]:
        result = effects.of(word)
        if result.state != KNOWN or result.inputs > given:
            continue
        machine = forthgame.Machine()
        items = " ".join(str(draw.randint(0, 2)) for _ in range(given))
        machine.run(f"{lines[0]} {lines[int(word.name[1:]) + 1]} {items} {word.name}")
        assert len(machine.stack) == given + result.outputs - result.inputs, lines
        compared += 1
    assert compared > 150


# ---- the command ----


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of `forthgame check`."""
    result = CliRunner().invoke(command, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout, result.stderr


def script(tmp_path: Path, name: str, text: str) -> str:
    """A script in a file."""
    path = tmp_path / name
    path.write_text(text)
    return str(path)


def test_the_report_for_people(tmp_path: Path) -> None:
    """A line for each finding, the source line with a caret, a count."""
    path = script(tmp_path, "a.4th", ": a ( -- ) wrong ;\n: b ( -- ) 1 ;\n' a ' b 2DROP\n")
    code, out, err = run(path)
    lines = err.splitlines()
    assert code == 1
    assert lines[0].startswith(f"{path}:1:12: error FG101: unknown word 'wrong'")
    assert lines[1] == "     1 | : a ( -- ) wrong ;"
    assert lines[2] == "       |            ^^^^^"
    assert out == f"{path}: 1 error, 1 warning\n"
    assert [line.split(": ")[1] for line in lines if line.startswith(path)] == [
        "error FG101", "warning FG207",
    ]  # fmt: skip


def test_the_report_tells_where_loading_stopped() -> None:
    """The rest of the script was not checked."""
    path = str(ROOT / "tests" / "check" / "wrong-grid.4th")
    assert f"loading stopped at {path}:3:6" in run(path)[1]


def test_exit_codes(tmp_path: Path) -> None:
    """Errors fail; warnings and strict notes only under --strict; other notes never."""
    warning = script(tmp_path, "warning.4th", ": b ( -- ) 1 ;\n' b DROP\n")
    strict = script(tmp_path, "strict.4th", ": b ( -- ) 0 IF 1 . ENDIF ;\n' b DROP\n")
    note = script(tmp_path, "note.4th", ": b ( -- ) 1 . ;\n")
    error = script(tmp_path, "error.4th", ": b ( -- ) wrong ;\n")
    good = script(tmp_path, "good.4th", ": b ( -- ) 1 . ;\nb\n")
    assert [run(p)[0] for p in (warning, strict, note, error, good)] == [0, 0, 0, 1, 0]
    assert [run("--strict", p)[0] for p in (warning, strict, note, error, good)] == [1, 1, 0, 1, 0]
    assert run(good, warning)[0] == 0
    assert run(good, error, warning)[0] == 1
    assert run(str(tmp_path / "missing.4th"))[0] == 1
    assert run()[0] == 2


def test_json(tmp_path: Path) -> None:
    """The output is one document: a list of findings of all files."""
    first = script(tmp_path, "one.4th", '." printed while loading" : a wrong ;\n')
    second = script(tmp_path, "two.4th", ": b ( -- ) 1 ;\n' b DROP\n")
    code, out, err = run("--json", first, second)
    assert (code, err) == (1, "")
    document = json.loads(out)
    assert [(d["file"], d["line"], d["column"], d["code"], d["word"]) for d in document] == [
        (first, 1, 31, "FG101", "wrong"),
        (second, 1, 3, "FG207", "b"),
    ]
    for finding in document:
        assert set(finding) == {
            "file", "line", "column", "code", "severity", "message", "word",
        }  # fmt: skip
        assert finding["severity"] in SEVERITIES
    assert run("--json", second, second)[1].count("FG207") == 2
    code, out, _ = run("--json", "tictactoe")
    assert (code, json.loads(out)) == (0, [])


def test_a_line_of_another_file_is_named_with_it(tmp_path: Path) -> None:
    (tmp_path / "base.4th").write_text(
        "{board 2 2 {grid} {variable} kept board}\n: on-a1 ( -- ? ) a1 empty-at? kept @ AND ;\n"
    )
    path = tmp_path / "variant.4th"
    path.write_text(
        "LOAD base.4th\n\n{board 3 3 {grid} board}\n{players {player} A players}\n"
        "{turn-order {turn} A turn-order}\n{pieces {piece} p pieces}\n"
    )
    report = check(path)
    found = {each.word: each.message for each in report.findings if each.code == "FG524"}
    assert "on that of variant.4th:3; define" in found["a1"]
    assert "on that of variant.4th:3 it lies" in found["kept"]


@pytest.mark.parametrize(
    "text",
    [
        "{turn-order {turn} LOAD b.4th",
        ": a LOAD b.4th ; a",
        "{setup} X LOAD b.4th",
        "FORGET DUP",
        "{players {player} X {turn} X",
        ": a [ ; : b ]",
        ": a [ wrong ] ;",
        ": a DOES> ; a",
        ": a ['] a IS b ;",
        "[COMPILE] wrong : a [COMPILE] IF ; IMMEDIATE : c a",
        "VARIABLE VARIABLE VARIABLE",
        "{moves",
        "{moves m {move} DROP moves}",
        "DEFER a ' a IS a : b a ; b",
        ": a RECURSE ; a",
        ": a b ; : b a ; a b",
        "\x00 \xff : \x1a",
        "",
    ],
)
def test_odd_texts(text: str, tmp_path: Path) -> None:
    """The checker gives a report, whatever the file contains."""
    script(tmp_path, "b.4th", "{board 1 1 {grid} board} 5")
    report = check(script(tmp_path, "a.4th", text))
    assert all(f.message for f in report.findings)


def test_native_lists_words() -> None:
    """The list follows the report, for a script without errors."""
    code, out, _ = run("--native", "tictactoe")
    assert code == 0
    assert "words compiled" in out


def long_script(words: int) -> str:
    """A game of so many words, some of which call each other."""
    lines = ["LOAD head.4th"]
    for k in range(words):
        call = f"w{k - 1}" if k % 7 else "1"
        lines += [
            f": w{k} ( -- n )   \\ The word number {k}.",
            f"\t{call} DUP 3 > IF 1- ELSE empty? IF here + ELSE from + ENDIF ENDIF",
            "\t0 4 0 DO I + LOOP + BEGIN DUP 9 > WHILE 2/ REPEAT",
            ";",
        ]
    lines += [f": use ( -- ) w{words - 1} . ;", "' use DROP", "LOAD tail.4th"]
    return "\n".join(lines)


def calls_of_check(path: Path) -> tuple[CheckReport, int]:
    """Return a report, and its number of function calls: unlike seconds the same every time."""
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        report = check(path)
    finally:
        sys.setprofile(None)
    return report, count


@pytest.mark.parametrize("words", [120, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_long_script_is_checked_quickly(words: int, tmp_path: Path) -> None:
    """Four lines a word take 5 600 calls, and twice as many take about twice as many."""
    for name in ("head", "tail"):
        text = (ROOT / "tests" / "check" / "parts" / f"{name}.4th").read_text()
        script(tmp_path, f"{name}.4th", text)
    check(script(tmp_path, "short.4th", long_script(1)))  # imports that the counts leave out
    counts = []
    for count_of_words in (words, 2 * words):
        path = script(tmp_path, f"long{count_of_words}.4th", long_script(count_of_words))
        report, count = calls_of_check(path)
        counts.append(count)
        assert {f.code for f in report.findings} <= {"FG403"}
    assert counts[0] < 5600 * words
    assert counts[1] < 2.2 * counts[0]


@pytest.mark.parametrize(
    "text",
    [
        ": a " + "1 here IF 2 ELSE 3 ENDIF " * 1500 + ";",
        ": a " + "here IF BEGIN " * 200 + "here " + "SWAP DUP UNTIL ENDIF " * 200 + ";",
        ": big " + "DUP EXECUTE " * 1000 + ";\n"
        + "\n".join(f": w{k} ; : v{k} ['] w{k} big ;" for k in range(500)),
        ": g0 DROP ;\n" + "\n".join(f": g{k} g{k - 1} g{k - 1} ;" for k in range(1, 500)),
        ": a\n" + "{board\n" * 3000 + ";",
        ": a " + " ".join(f"unknown{k}" for k in range(2000)) + " ;",
    ],
    ids=["branches", "nested", "tokens", "doubling", "sections", "unknown"],
)  # fmt: skip
@pytest.mark.sampled(8)
def test_no_text_takes_long(text: str, tmp_path: Path) -> None:
    """Work grows no faster than the script."""
    path = script(tmp_path, "long.4th", text)
    _, count = calls_of_check(path)
    assert count < (1_500_000 if "ELSE 3" in text else 4_000_000)


def test_a_list_without_a_piece_names_a_list_that_two_pieces_have(tmp_path: Path) -> None:
    """One of the two pieces may want the list that none has."""
    script = (ROOT / "tests" / "why" / "porters" / "kinglet.4th").read_text()
    path = tmp_path / "wrong.4th"
    path.write_text(script.replace("{piece} rook {moves} rook-m", "{piece} rook {moves} bishop-m"))
    found = [each.message for each in check(path).findings if each.code == "FG506"]
    assert len(found) == 1
    assert "several pieces have `bishop-m` in line 52 and line 53" in found[0]


def test_messages_name_both_places() -> None:
    """The mistake may be in the other one, or where something is missing."""
    folder = ROOT / "tests" / "check"
    ends = check(folder / "exchanged-results.4th").findings
    assert "`current-player has-men?` (line 7) and after `next-player has-men?`" in ends[0].message
    (link,) = check(folder / "links-back.4th").findings
    assert "for 6 others (its link would stand near line 22)" in link.message


def test_unused_names_are_looked_for() -> None:
    """A finding about an unused name names the line where it may be meant."""
    left, second, _ = check(ROOT / "tests" / "check" / "names-left-out.4th").findings
    assert left.message.endswith("`go-left` (line 34) has `right`, is `left` meant there?")
    assert second.message.endswith("line 27 says `first` twice, is `second` meant there?")
