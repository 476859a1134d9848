"""`prefer` and `unique` cost nothing if they remove no moves; otherwise moves are compared."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.words.registers import extension_registers
from tests.generation.agreement import assert_alike, script_in

GAME = """
{{board {size} {{grid}} board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 1 1 {{direction}} se
  directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
VARIABLE v1 VARIABLE v2 VARIABLE count
{words}
{{moves ways {{move}} go {more} moves}}
{{moves drops {{move}} {drop} moves}}
{{pieces {{piece}} man {{moves}} ways {{piece}} king {{moves}} ways {drops} pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X king b1 {{setup}} X man c2 {{setup}} O man b3
  {{setup}} O king c3 {{setup}} O man d4 board-setup}}
"""
STEP = ": step ( 'dir -- ) EXECUTE IF friend? NOT IF from here move {} add-move ENDIF ENDIF back ; "
GO = ": go ( -- ) ['] n step ['] s step ['] e step ; "
PLAIN = {"more": "", "drop": "go", "drops": ""}
IDLE = {
    "unique": PLAIN | {"words": STEP.format("unique") + GO},
    "one preference": PLAIN | {"words": STEP.format("7 prefer") + GO},
    "several preferences": PLAIN | {"words": STEP.format("7 prefer 0 prefer 0 prefer") + GO},
    "both": PLAIN | {"words": STEP.format("0 prefer unique enemy? IF here capture-at ENDIF") + GO},
    "unique drops": PLAIN | {
        "words": STEP.format("unique") + GO + ": put ( -- ) empty? verify drop unique add-move ; ",
        "drop": "put", "drops": "{drops} drops",
    },
    "a slide": PLAIN | {
        "words": ": go ( -- ) BEGIN n IF empty? ELSE FALSE ENDIF WHILE from here move unique "
        "add-move REPEAT ;",
    },
}  # fmt: skip
BUSY = {
    "captures are preferred": PLAIN | {
        "words": STEP.format("enemy? IF 1 ELSE 0 ENDIF prefer") + GO,
    },
    "a direction is preferred": PLAIN | {
        "words": STEP.format("") + ": fast ( -- ) e verify friend? NOT verify from here move "
        "1 prefer add-move ; " + GO + "", "more": "{move} fast",
    },
    "a number that is stored": PLAIN | {"words": STEP.format("turn-number prefer") + GO},
    "too many": PLAIN | {"words": STEP.format("1 prefer 1 prefer 1 prefer 1 prefer 1 prefer") + GO},
    "the same move twice": PLAIN | {
        "words": STEP.format("unique") + GO + ": more ( -- ) ['] n step ; ", "more": "{move} more",
    },
    "the same drop twice": PLAIN | {
        "words": STEP.format("unique") + GO + ": put ( -- ) empty? verify drop unique add-move ; ",
        "drop": "put {move} put", "drops": "{drops} drops",
    },
    "a drop beside": PLAIN | {
        "words": STEP.format("unique") + GO + ": put ( -- ) empty? verify e IF drop unique "
        "add-move ENDIF back s IF drop unique add-move ENDIF ; ",
        "drop": "put", "drops": "{drops} drops",
    },
    "unique in one of two": PLAIN | {
        "words": STEP.format("") + ": far ( -- ) se verify n verify friend? NOT verify from "
        "here move unique add-move ; " + GO, "more": "{move} far",
    },
}  # fmt: skip


def written(folder: Path, parts: dict[str, str]) -> Path:
    return script_in(folder, GAME.format(**{"size": "4 4"} | parts))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", IDLE)
def test_choices_that_take_nothing_out_are_left_out(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, IDLE[name])
    with forthgame.load(path, native=False) as game:
        assert game.forth.processor.register(extension_registers.SELECTS) == 0
        assert game.forth.processor.register(extension_registers.COUNTABLE) != 0
        left_out = [str(move) for move in game.new_game().moves()]
        game.forth.processor.set_register(
            extension_registers.SELECTS,
            game.forth.processor.register(extension_registers.NAMED_CHOICES),
        )
        assert left_out == [str(move) for move in game.new_game().moves()]
    assert_alike(path)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", BUSY)
def test_moves_are_compared_where_one_may_be_taken_out(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, BUSY[name])
    with forthgame.load(path, native=False) as game:
        assert game.forth.processor.register(extension_registers.SELECTS) != 0
    assert_alike(path)
