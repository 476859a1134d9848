"""Differences between two versions of a script, by name."""

from __future__ import annotations

from collections.abc import Iterator

from forthgame.api.game import Game
from forthgame.base.source import Token
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.ui.repl.line_runner import SOURCE
from forthgame.words.table.dictionary import Word

Parts = dict[str, object]


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
