"""The worker of a published page in node, which has the WebAssembly of Chromium."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from forthgame.ui.publish.page_writer import PublishedPage
from forthgame.ui.publish.script_bundle import bundle
from tests.serve.clicking import NODE, need_node

PROGRAM = Path(__file__).with_name("worker_process.js")
DATA = re.compile(r'<script id="game" type="application/json">(.*?)</script>', re.DOTALL)


class WorkerProcess:
    """The worker: `ask` returns its answer to a request, `refused` the message of an error."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def _found(self, what: str, given: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"what": what, "given": given}) + "\n")
        self._process.stdin.flush()
        return dict(json.loads(self._process.stdout.readline()))

    def ask(self, what: str, **given: Any) -> Any:
        """Return the answer to a request."""
        found = self._found(what, given)
        assert "error" not in found, found
        return found["answer"]

    def refused(self, what: str, **given: Any) -> dict[str, Any]:
        """Return the message of a request that is refused."""
        found = self._found(what, given)
        assert "error" in found, found
        return found


def data_of(page: PublishedPage) -> dict[str, Any]:
    """Return the data in a page."""
    found = DATA.search(page.text)
    assert found is not None
    return dict(json.loads(found[1]))


@contextmanager
def worker_of(page: PublishedPage, folder: Path) -> Iterator[WorkerProcess]:
    """Run the worker of a page; `folder` is for the file that it reads."""
    need_node()
    file = folder / "page.json"
    file.write_text(json.dumps({"data": data_of(page), "drawing": bundle("drawing.js")}))
    with subprocess.Popen(
        [str(NODE), str(PROGRAM), str(file)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        yield WorkerProcess(process)
        process.kill()
