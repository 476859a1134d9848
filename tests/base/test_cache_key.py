"""Cached code depends on the files of its functions, and on no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from forthgame.compile.interpreter import native_interpreter
from forthgame.compile.llvm import package_digests, source_dependencies
from forthgame.words.primitives import TABLE


def test_modules_of_the_stored_code_are_those_that_write_it() -> None:
    interpreter = set(
        source_dependencies.depends_on(
            [".compile.interpreter.interpreter_module", ".compile.interpreter.native_interpreter"]
        )
    )
    assert {
        ".compile.interpreter.control_operations",
        ".compile.interpreter.operation_writer",
    } <= interpreter
    assert ".compile.primitives.module_functions" in interpreter


@pytest.mark.parametrize("text", [
    "from forthgame.words.registers import memory_layout as at, extension_registers\n",
    "    from forthgame.words.registers import (\n"
    "    extension_registers,\n    memory_layout,\n)\n",
    "import forthgame.words.registers.memory_layout\n"
    "import forthgame.words.registers.extension_registers as by\n",
    "from forthgame.words.registers.memory_layout import CELL\n"
    "from forthgame.words.registers.extension_registers import (\n  LAZY,\n)\n",
])  # fmt: skip
def test_every_form_of_import_is_read(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (
        "words/registers/memory_layout.py",
        "words/registers/extension_registers.py",
        "words/registers/other.py",
        "own.py",
    ):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(text if name == "own.py" else "")
    monkeypatch.setattr(source_dependencies, "ROOT", tmp_path)
    assert set(source_dependencies.depends_on([".own"])) == {
        ".own",
        ".words.registers.memory_layout",
        ".words.registers.extension_registers",
    }


def test_imports_for_types_only_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = (
        "if TYPE_CHECKING:\n"
        "    from forthgame.words.registers.extension_registers import LAZY\n\nX = 1\n"
    )
    (tmp_path / "own.py").write_text(own)
    (tmp_path / "words" / "registers").mkdir(parents=True)
    (tmp_path / "words" / "registers" / "extension_registers.py").write_text("")
    monkeypatch.setattr(source_dependencies, "ROOT", tmp_path)
    assert set(source_dependencies.depends_on([".own"])) == {".own"}


@pytest.mark.parametrize(("module", "changes"), [
    (".compile.interpreter.control_operations", True), (".words.core.defining", False),
])  # fmt: skip
def test_a_changed_file_changes_the_interpreter(
    module: str, changes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native_interpreter, "digests", package_digests.compute_digests)
    llvm = native_interpreter.llvm_binding()
    before = native_interpreter.keys.__wrapped__(llvm)
    changed = source_dependencies._file(module)
    read = Path.read_bytes
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: read(path) + (b"#" if path == changed else b"")
    )
    bodies, interpreter = native_interpreter.keys.__wrapped__(llvm)
    assert bodies == before[0]
    assert (interpreter != before[1]) is changes


def test_the_order_of_the_rows_is_part_of_the_key() -> None:
    text = source_dependencies.numbering(TABLE)
    assert len(text.splitlines()) == len(TABLE.operations())
    assert text.splitlines()[0].startswith("0 ")
