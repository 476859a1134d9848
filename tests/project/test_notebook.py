"""docs/notebook.ipynb runs from its start to its end, with the documented results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import forthgame
from tests.waiting import HANGS_AFTER

BOOK = Path(forthgame.__file__).parent.parent / "docs" / "notebook.ipynb"


def test_the_notebook_is_stored_without_results() -> None:
    """Results would become outdated, and describe the machine that made them."""
    for cell in json.loads(BOOK.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


@pytest.mark.slow
def test_its_cells_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each cell runs after the other, outside a notebook, and its last line is shown."""
    import ast

    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    shown: list[Any] = []
    for cell in json.loads(BOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            parsed = ast.parse("".join(cell["source"]))
            last = parsed.body[-1]
            if isinstance(last, ast.Expr):
                parsed.body.pop()
            exec(compile(parsed, str(BOOK), "exec"), names)
            if isinstance(last, ast.Expr):
                shown.append(eval(compile(ast.Expression(last.value), str(BOOK), "eval"), names))
    pages = [value._repr_html_() for value in shown if hasattr(value, "_repr_html_")]
    assert len(pages) >= 4
    assert all(page.startswith("<table>") for page in pages)
    assert shown[-1]._repr_svg_().startswith("<svg")


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_it_runs_in_a_notebook(tmp_path: Path) -> None:
    """The real kernel runs it, with the tables among its results."""
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    book = nbformat.read(BOOK, as_version=4)
    nbclient.NotebookClient(
        book,
        timeout=HANGS_AFTER,
        kernel_name="python3",
        resources={"metadata": {"path": str(tmp_path)}},
    ).execute()
    kinds = [
        kind for cell in book.cells for output in cell.get("outputs", ())
        for kind in output.get("data", ())
    ]  # fmt: skip
    assert kinds.count("text/html") >= 4
    assert "image/svg+xml" in kinds
