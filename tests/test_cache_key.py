"""What is compiled once depends on the files that its functions lie in, and on no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest

from forthgame.lang.words import TABLE
from forthgame.vm import digests, native, sources


def reached(function: FunctionType, seen: set[FunctionType]) -> Iterator[FunctionType]:
    """A function and those that its code names."""
    if function in seen:
        return
    seen.add(function)
    yield function
    names = set(names_of(function.__code__))
    for name in names:
        thing = function.__globals__.get(name)
        inside = [getattr(thing, other, None) for other in names]
        for each in inside if isinstance(thing, ModuleType) else [thing]:
            if isinstance(each, FunctionType) and each.__module__.startswith("forthgame"):
                yield from reached(each, seen)


def names_of(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_of(constant)


def files_of_bodies() -> dict[str, bytes]:
    return sources.depends_on([*sources.modules_of_bodies(TABLE), ".vm.primitives"])


def test_every_function_that_a_body_calls_lies_in_a_file_of_the_key() -> None:
    seen: set[FunctionType] = set()
    rows = TABLE.operations()
    bodies = [each for row in rows for each in (row.body, row.guard)]
    found = {
        function.__module__.removeprefix("forthgame")
        for body in bodies if isinstance(body, FunctionType) for function in reached(body, seen)
    }  # fmt: skip
    assert len(found) > 40
    assert found <= set(files_of_bodies())


def test_modules_of_the_kept_code_are_those_that_write_it() -> None:
    interpreter = set(sources.depends_on([".vm.assemble", ".vm.native"]))
    assert {".vm.control", ".vm.framing", ".vm.interpreter", ".vm.linked"} <= interpreter
    assert {".lang.layout", ".lang.beyond", ".vm.intrinsics"} <= set(files_of_bodies())


def test_words_that_python_runs_are_not_in_the_key() -> None:
    assert not {".lang.words.define", ".lang.words.section", ".lang.dictionary"} & set(
        files_of_bodies()
    )


@pytest.mark.parametrize("text", [
    "from forthgame.lang import layout as at, beyond\n",
    "    from forthgame.lang import (\n    beyond,\n    layout,\n)\n",
    "import forthgame.lang.layout\nimport forthgame.lang.beyond as by\n",
    "from forthgame.lang.layout import CELL\nfrom forthgame.lang.beyond import (\n  LAZY,\n)\n",
])  # fmt: skip
def test_every_form_of_import_is_read(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("lang/layout.py", "lang/beyond.py", "lang/other.py", "own.py"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text if name == "own.py" else "")
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    assert set(sources.depends_on([".own"])) == {".own", ".lang.layout", ".lang.beyond"}


def test_imports_for_types_only_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = "if TYPE_CHECKING:\n    from forthgame.lang.beyond import LAZY\n\nX = 1\n"
    (tmp_path / "own.py").write_text(own)
    (tmp_path / "lang").mkdir()
    (tmp_path / "lang" / "beyond.py").write_text("")
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    assert set(sources.depends_on([".own"])) == {".own"}


@pytest.mark.parametrize(("module", "bodies", "interpreter"), [
    (".lang.words.memory", True, True), (".lang.layout", True, True),
    (".vm.framing", False, True), (".lang.words.define", False, False),
])  # fmt: skip
def test_a_changed_file_changes_the_key(
    module: str, bodies: bool, interpreter: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "digests", digests.worked_out)
    llvm = native.llvm_binding()
    before = native._keys(llvm)
    changed = sources._file(module)
    read = Path.read_bytes
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: read(path) + (b"#" if path == changed else b"")
    )
    after = native._keys(llvm)
    assert [after[k] != before[k] for k in (0, 1)] == [bodies, interpreter]


def test_the_order_of_the_rows_is_part_of_the_key() -> None:
    text = sources.numbering(TABLE)
    assert len(text.splitlines()) == len(TABLE.operations())
    assert text.splitlines()[0].startswith("0 ")
