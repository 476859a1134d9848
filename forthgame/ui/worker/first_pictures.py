"""Process that draws the first position of scripts, for the first page: confined as tables are.

`python -m forthgame.ui.worker.first_pictures` reads requests `{"script": PATH}` and answers with
the drawing, its style rules and their scope.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from forthgame.api.game import load
from forthgame.base.errors import ForthgameError
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.draw.svg_documents import scope, stylesheet, svg
from forthgame.play.processes import messages
from forthgame.ui.worker.answer_framing import BODY, Message, write

CALL_SECONDS = 5.0  # time limit of a script


def drawn(script: str) -> Message:
    """Return the picture of a script's first position. Raises ForthgameError."""
    game = load(Path(script), limits=replace(DEFAULT_LIMITS, seconds=CALL_SECONDS))
    state = game.new_game(seed=1)
    found = {
        "svg": svg(state, styled=False),
        "style": stylesheet(state),
        "scope": scope(state),
    }
    return {"kind": "answer", BODY: json.dumps(found)}


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    messages.write(answers, {"kind": "report", "listening": True})
    while (message := messages.read(requests)) is not None:
        try:
            write(answers, drawn(messages.as_text(message.get("script"))))
        except (ForthgameError, MemoryError, RecursionError) as error:
            text = str(error).partition("\n")[0][: messages.TEXT]
            messages.write(answers, {"kind": "error", "message": text})


if __name__ == "__main__":
    serve(*messages.answering())
