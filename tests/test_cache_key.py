"""Cached code depends on the files of its functions, and on no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from forthgame.lang.words import TABLE
from forthgame.vm import digests, native, sources


def test_modules_of_the_kept_code_are_those_that_write_it() -> None:
    interpreter = set(sources.depends_on([".vm.assemble", ".vm.native"]))
    assert {".vm.control", ".vm.framing", ".vm.interpreter"} <= interpreter
    assert ".vm.primitives.linked" in interpreter


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


@pytest.mark.parametrize(("module", "changes"), [
    (".vm.framing", True), (".lang.words.define", False),
])  # fmt: skip
def test_a_changed_file_changes_the_interpreter(
    module: str, changes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "digests", digests.worked_out)
    llvm = native.llvm_binding()
    before = native.keys.__wrapped__(llvm)
    changed = sources._file(module)
    read = Path.read_bytes
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: read(path) + (b"#" if path == changed else b"")
    )
    bodies, interpreter = native.keys.__wrapped__(llvm)
    assert bodies == before[0]
    assert (interpreter != before[1]) is changes


def test_the_order_of_the_rows_is_part_of_the_key() -> None:
    text = sources.numbering(TABLE)
    assert len(text.splitlines()) == len(TABLE.operations())
    assert text.splitlines()[0].startswith("0 ")
