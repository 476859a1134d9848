"""Commands that leave the session or reload the script.

Reloading keeps the position if it fits, and shows the changes of the script.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from forthgame.api.game import Game
from forthgame.base.errors import ForthgameError
from forthgame.base.source import Token
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.position import position_editing
from forthgame.position.position_text import PositionError
from forthgame.ui.repl.command_table import command
from forthgame.ui.repl.line_runner import SOURCE
from forthgame.ui.repl.session import Session
from forthgame.words.table.dictionary import Word

KEPT = 200  # positions that undo can still reach
Parts = dict[str, object]


@command("bye", "Session", "Leave, as in Forth.", game=False, paused=True)
@command("quit", "Session", "Leave; the end of the input does too.", game=False, paused=True)
def leave(session: Session, rest: str) -> None:
    session.done = True


@command(
    "reload",
    "Session",
    "Reload the script, keep the position if it fits, and show the changes.",
    game=False,
)
def reload(session: Session, rest: str) -> None:
    if session.script is None:
        raise ForthgameError("there is no script here: start with `forthgame repl FILE`")
    old = session.game
    if old is None:
        session.use(session.load(str(session.script)))
        session.say(f"{session.script} is loaded")
        return
    state = session.position
    typed = _typed_words(old)
    game = session.load(str(old.path))  # on failure the old game stays
    breaks = [] if session.debugging is None else session.debugging.texts()
    notes = changes(old, game)
    past, fits = list(session.past[-KEPT:]), False
    try:
        state, fits = position_editing.transferred(state, game), True
        session.past = [position_editing.transferred(before, game) for before in past]
    except PositionError as error:
        session.past = []
        notes.append(
            f"the position does not fit, so a new game begins: {error}"
            if not fits
            else "earlier positions do not fit, so undo ends here"
        )
    session.future.clear()
    session.use(game, state if fits else None)
    session.say(f"{game.path} is loaded again" + ("" if notes else ", as it was"))
    for line in notes:
        session.say(f"  {line}")
    if typed:
        session.say(f"  definitions typed here are lost: {' '.join(typed)}")
    for text in breaks:
        session.execute(f"/{text}")


def _typed_words(game: Game) -> list[str]:
    words = game.forth.dictionary.words[game.forth.fence :]
    return [w.name for w in words if w.place is not None and w.place.file == SOURCE]


class Watch:
    """Watches a script and its loaded files for changes."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._seen = self._look()

    def changed(self) -> bool:
        before, self._seen = self._seen, self._look()
        return before != self._seen

    def reload(self) -> None:
        session = self._session
        if not session.pausing and not session.is_open:
            session.execute("/reload")
            self._seen = self._look()

    def _look(self) -> dict[Path, tuple[int, int]]:
        return {path: _stamp(path) for path in self._session.files}


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)


def changes(old: Game, new: Game) -> list[str]:
    """Describe new, missing and changed names, declarations first.

    Words defined at the prompt are ignored.
    """
    after = _parts(new)
    return [
        sentence
        for title, parts in _parts(old).items()
        for sentence in _differences(title, parts, after[title])
    ]


def _differences(title: str, before: Parts, after: Parts) -> Iterator[str]:
    gone = [name for name in before if name not in after]
    fresh = [name for name in after if name not in before]
    other = [name for name in before if name in after and before[name] != after[name]]
    for what, names in (("new", fresh), ("gone", gone), ("changed", other)):
        if names:
            more = f" and {len(names) - 12} more" if len(names) > 12 else ""
            yield f"{title} {what}: {' '.join(names[:12])}{more}"


def _parts(game: Game) -> dict[str, Parts]:
    declared = game.declaration
    lists, positions = declared.lists, declared.positions
    names = {p.code: p.name for p in declared.players}
    types = {number: name for name, number in declared.types.items()}
    ranked = " > ".join(types.get(number, str(number)) for number in declared.priorities)
    return {
        "positions": dict.fromkeys(positions),
        "board storage": {word.name: None for word, _ in declared.stored},
        "directions": {
            name: {
                positions[a]: positions[b] for a, b in d.links.items() if max(a, b) < len(positions)
            }
            for name, d in declared.direction_names.items()
        },
        "players": {p.name: (p.neutral, p.engine, p.word) for p in declared.players},
        "turns": {
            f"{k}:{names.get(t.player, '?')}": (names.get(t.for_player), t.of_type)
            for k, t in enumerate(declared.turns, 1)
        },
        "move lists": {
            m.name: [(word.name, number) for word, number in m.entries] for m in lists.values()
        },
        "move priorities": {"order": ranked} if ranked else {},
        "pieces": {
            p.name: (
                lists[p.moves].name if p.moves in lists else "",
                lists[p.drops].name if p.drops in lists else "",
                p.value,
            )
            for p in declared.pieces
        },
        "set-up": dict.fromkeys(game.set_up),
        "words": _words(game.forth),
    }


def _words(forth: Forth) -> Parts:
    words = forth.dictionary.words[forth.fence :]
    own = [w for w in words if w.place is not None and w.place.file != SOURCE]
    return {w.name: _body(forth, w) for w in own if w.role in ("", "variable")}


def _body(forth: Forth, word: Word) -> tuple[str, ...]:
    if word.kind != "colon":
        return (word.kind, word.place.text if word.place else "")
    found: list[Token] = []
    for cell in range(word.entry, word.end):
        token = forth.code.token(cell)
        if token is not None and (not found or token is not found[-1]):
            found.append(token)
    return tuple(_written(token) for token in found)


def _written(token: Token) -> str:
    """Return the token, including the text that a word such as `."` reads."""
    if not token.text.endswith('"'):
        return token.text
    end = token.source.text.find('"', token.offset + len(token.text))
    return token.source.text[token.offset : end]
