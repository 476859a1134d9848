"""Describe a game for JavaScript: its names, offsets, places and engines."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from forthgame.api.game import Game, State
from forthgame.base.errors import POSITION_LIMIT, SENTENCES, TIME_LIMIT
from forthgame.base.text_encoding import decoded
from forthgame.play.model.schedule import seats_of
from forthgame.position.long_texts import uses_choices, writer
from forthgame.position.position_text import storage_places
from forthgame.rules.checkpoint import COUNTS_SIZE
from forthgame.rules.engines import ENGINES, Engine
from forthgame.rules.facts.proof_conditions import is_zero_sum, score_is_forced
from forthgame.rules.word_execution import SETTINGS
from forthgame.search.search_run import needs_no_list
from forthgame.ui.publish.notation_facts import notation_facts, score_facts
from forthgame.ui.publish.script_bundle import bundle
from forthgame.ui.publish.wasm_game import BLOCK, HOST_ROOTS, STACK_TOP, WasmGame
from forthgame.why.inspection.effect_names import type_names
from forthgame.words.core.opcodes import OP
from forthgame.words.moves.turn_changes import IN, OUT
from forthgame.words.primitives import TABLE
from forthgame.words.registers import (
    alpha_beta_settings,
    best_first_nodes,
    call_registers,
    extension_registers,
    memory_layout,
    playout_trees,
    proof_nodes,
    winner_counts,
)


def effect_facts(game: Game) -> dict[str, Any]:
    """Return names of storage, attributes, marks, move types and words, by their numbers."""
    declared = game.declaration
    fields = [(field, -1) for field in declared.attributes]
    fields += [(mark, mark.plane) for mark in declared.marks]
    return {
        "storage": [list(place) for place in storage_places(game)],
        "fields": [[field.name, field.shift, field.bits, plane] for field, plane in fields],
        "marksStart": declared.marks_start // 4 if declared.marks else 0,
        "types": type_names(game),
        "words": {word.token: word.name for word in game.forth.dictionary.words
                  if word.entry >= game.code_fence},
        "out": OUT,
        "back": IN,
    }  # fmt: skip


WORKER: Final = "worker.js"
COMMENT: Final = re.compile(r"(?:^|\s)\\(?:\s.*|$)")  # up to the end of a line
LONGEST_TEST: Final = 100  # characters of a line that tests something
_NAMED: Final = re.compile(r"\bat\.([A-Z][A-Z0-9_]*)\b")
_PLACES: Final = (
    memory_layout, call_registers, extension_registers, proof_nodes, alpha_beta_settings,
)  # fmt: skip
_OTHERS: Final[dict[str, int]] = {
    "TIME_LIMIT": TIME_LIMIT,
    "POSITION_LIMIT": POSITION_LIMIT,
    "RETURN_STACK_FULL": -5,
    "COUNTS_SIZE": COUNTS_SIZE,
    "VERIFY": OP["verify"],
    "WON": winner_counts.WON,
    "WON_SIZE": winner_counts.SIZE,
    "MOST": best_first_nodes.MOST,
    "DEPTH_LIMIT": best_first_nodes.DEPTH_LIMIT,
    **{name: getattr(playout_trees, name) for name in ("PROVEN", "BASE", "MASK", "KEPT", "GOES_ON",
                                                      "NODE")},
}  # fmt: skip
CALLED: Final = (
    "(clear-lists)", "(offer)", "(find-result)", "(play-number)", "(stand-here)", "(perft)",
    "(playouts)", *HOST_ROOTS,
)  # fmt: skip
LISTED_EVENTS: Final = ("OnNewGame", "OnEditAdd")


def worker_source() -> str:
    """Return the program of the worker as one script."""
    return bundle(WORKER)


@cache
def constants() -> dict[str, int]:
    """Return the offsets and numbers that the program of the worker names.

    Raises KeyError for an unknown name.
    """
    return {name: _constant(name) for name in sorted(set(_NAMED.findall(worker_source())))}


def _constant(name: str) -> int:
    if name in _OTHERS:
        return int(_OTHERS[name])
    for module in _PLACES:
        if isinstance(value := getattr(module, name, None), int):
            return int(value)
    raise KeyError(name)


def game_facts(game: Game, state: State, built: WasmGame) -> dict[str, Any]:
    """Return the facts of a game whose words were `built`, for a `state` at its start."""
    declaration, forth = game.declaration, game.forth
    known = writer(game)
    words = {name: forth.engine_word(name).entry for name in CALLED}
    words |= {name: forth.word(name).entry for name in LISTED_EVENTS}
    words |= {e: forth.engine_word(e).entry for engine in ENGINES.values() for e in _words(engine)}
    setups = [[_value(game, token.text) for token in (s.player, s.piece, s.position)]
              for s in declaration.setups]  # fmt: skip
    computed = (value for values in setups for value in values if not isinstance(value, int))
    called = {*words.values(), *(value["entry"] for value in computed)}
    return {
        "at": constants(),
        "block": BLOCK,
        "stack": STACK_TOP,
        "entries": words,
        "functions": {e: built.functions[e] for e in sorted(called & {*built.functions})},
        "system": {
            name: address
            for name, address in memory_layout.SYSTEM_CELLS.items()
            if name in worker_source()
        },
        "settings": list(SETTINGS),
        "positions": [decoded(name) for name in known.positions],
        "pieces": [decoded(name) for name in known.pieces],
        "players": [
            {"name": p.name, "code": p.code, "chance": game.is_chance(p.name)}
            for p in declaration.players
        ],
        "competitors": list(declaration.competitors),
        "seats": seats_of(game),
        "endings": [ending.name for ending in declaration.endings.asked],
        "choices": uses_choices(game),
        "notation": notation_facts(game),
        "effects": effect_facts(game),
        "scores": score_facts(game),
        "counters": list(declaration.counters()),
        "retracts": bool(forth.processor.register(memory_layout.RETRACTS)),
        "firstTurn": _first_turn(game),
        "setups": setups,
        "levels": [_level(game, number) for number in range(1, len(game.levels) + 1)],
        "engines": {name: _engine(game, engine) for name, engine in ENGINES.items()
                    if name != "auto"},
        "errors": SENTENCES,
        "hostWords": _host_words(game),
        **_places(game),
    }  # fmt: skip


def _words(engine: Engine) -> list[str]:
    return [word for word in (engine.word, engine.step) if word and engine.name != "auto"]


def _host_words(game: Game) -> dict[int, str]:
    """Return the names of the words in Python that threaded code runs, by their numbers."""
    code, names = game.forth.code, [r.name for r in TABLE.rows if r.kind in ("host", "compile")]
    cells = code.cells[: code.top]
    numbers = {after for cell, after in pairwise(cells) if cell == OP["(HOST)"]}
    return {number: names[number] for number in sorted(numbers) if 0 <= number < len(names)}


def _first_turn(game: Game) -> list[int]:
    turn = game.declaration.turns[0]
    return [0, turn.player, turn.for_player, turn.of_type, 1, 0]


def _value(game: Game, name: str) -> int | dict[str, int]:
    """Return a number of the set-up, or the entry of the word that computes it."""
    word = game.forth.word(name)
    return word.value if word.kind == "literal" else {"entry": word.entry}


def _level(game: Game, number: int) -> dict[str, str]:
    whole = game.new_game(seed=1, level=number).position.whole
    name = game.levels[number - 1] or f"level {number}"
    return {"name": name, "start": base64.b64encode(whole).decode()}


def _engine(game: Game, engine: Engine) -> dict[str, Any]:
    exact = engine.step == "(search-to)" or engine.best
    sure = bool(exact and not (engine.reply or engine.plus) and score_is_forced(game))
    return {
        "word": engine.word,
        "step": engine.step,
        "reply": engine.reply,
        "plus": engine.plus,
        "tree": engine.tree,
        "listFree": needs_no_list(game, engine.word),
        "sure": sure,
        "byTwo": sure and is_zero_sum(game),
    }


def _places(game: Game) -> dict[str, Any]:
    """Return words and lines of the script, for errors: each so many cells behind the last."""
    code = game.forth.code
    first = game.code_fence
    owners = zip(code.starts, code.owners, strict=True)
    words = [[start, owner] for start, owner in owners if start >= first]
    files: dict[str, int] = {}
    lines: list[list[Any]] = []
    for cell, file, line in _lines(game, first):
        number = files.setdefault(file, len(files))
        if not lines or lines[-1][1:] != [number, line]:
            lines.append([cell, number, line])
    for rows in (words, lines):
        starts = [0, *(row[0] for row in rows)]
        for row, last in zip(rows, starts, strict=False):
            row[0] -= last
    return {"words": words, "lines": lines, "files": list(files), "tests": _tests(game, first)}


def _tests(game: Game, first: int) -> dict[str, str]:
    """Return the lines of the script that test something with `verify`, by file and number."""
    code, found = game.forth.code, dict[str, str]()
    for cell in range(first, code.top):
        token = code.token(cell)
        if code.cells[cell] == OP["verify"] and token is not None and token.place is not None:
            text = " ".join(COMMENT.sub("", token.place.text).split())
            found[f"{Path(token.place.file).name}:{token.place.line}"] = text[:LONGEST_TEST]
    return found


def _lines(game: Game, first: int) -> Iterator[tuple[int, str, int]]:
    code = game.forth.code
    for cell in range(first, code.top):
        token = code.token(cell)
        if token is not None and token.place is not None:
            yield cell, Path(token.place.file).name, token.place.line
