"""Find how simultaneous choices were applied, by OnTogether or one after the other."""

from __future__ import annotations

from forthgame.machine.memory.processor import Processor
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_record import Position
from forthgame.position.simultaneous_turns import chosen_together, have_chosen
from forthgame.rules.script import Script
from forthgame.why.inspection.effect_names import stored_name
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.short_texts import (
    move_text,
    moves_of,
    piece_name,
    player_name,
    run_engine,
)
from forthgame.why.inspection.value_sources import STORES
from forthgame.why.recording.recorded_runs import (
    Change,
    EventRecord,
    EventRecorder,
)
from forthgame.why.recording.stack_origins import (
    Stored,
    expression,
)
from forthgame.why.recording.trial import WordTrial
from forthgame.why.wording.wording import Wording
from forthgame.words.registers import extension_registers as more, memory_layout as at


class ChangeRecorder(EventRecorder):
    """Records the changes of the board and the variables set by each step."""

    def __init__(
        self,
        probe: Probe,
        trial: WordTrial,
        found: EventRecord,
        memory: dict[int, Stored] | None = None,
    ) -> None:
        super().__init__(probe, trial, found, memory)
        self._board_before = _board(self.processor)

    def _observe(self, cell: int, label: str) -> None:
        super()._observe(cell, label)
        items = self.origins.items
        if label not in STORES or not items or not items[-1].word:
            return
        target = items[-1]
        if not at.BOARDS <= target.value < at.BOARDS + self.processor.register(at.BOARD_SIZE):
            value = items[-2] if label in ("!", "+!") and len(items) > 1 else None
            self.found.changes.append(Change(cell, label, -1, 0, 0, target, value))

    def _finish(self) -> None:
        pending = self.pending
        super()._finish()
        now = _board(self.processor)
        if pending is None or now == self._board_before:
            return
        old, new = (memoryview(data).cast("i") for data in (self._board_before, now))
        self._board_before = now
        self.found.changes += [
            Change(pending[1], pending[2], 4 * k, was, is_now)
            for k, (was, is_now) in enumerate(zip(old, new, strict=True))
            if was != is_now
        ]


def _board(processor: Processor) -> bytes:
    start = at.MEMORY + at.BOARDS
    return processor.memory[start : start + processor.register(at.BOARD_SIZE)]


def last_turn(state: Playthrough) -> list[int]:
    """Return the indexes of the past positions in which the moves of that turn were chosen."""
    found: list[int] = []
    for k in range(len(state.past) - 1, -1, -1):
        position = state.past[k]
        if chosen_together(state.game, position):
            found.insert(0, k)
            if not have_chosen(state.game, position.board):
                break
        elif found:
            break
    return found


def mover_of(game: Script, position: Position) -> str:
    return player_name(game, int.from_bytes(position.turn[4:8], "little", signed=True))


def finish_choosing(before: Playthrough, last: str | int) -> None:
    """Bring the machine to the point after all choices and before their application.

    `last` is the text or number of the last chosen move.
    """
    game = before.game
    number = last if isinstance(last, int) else before.find(last, True, after_end=True).index
    before.enter(seeing=True)
    move = moves_of(game, game.forth.processor.register(at.LIST))[number]
    run_engine(game, "(note-choice)", move)
    run_engine(game, "(open-choices)")
    while run_engine(game, "(to-next-choice)"):
        run_engine(game, "(generate-turn)")
        run_engine(game, "(find-choice)")
    run_engine(game, "(all-chosen)")


def chosen_moves(game: Script) -> dict[int, str]:
    """Map the addresses of the chosen moves to their player and text."""
    register, players = game.forth.processor.register, game.declaration.players
    chosen = [(register(more.CHOICE_MOVES + at.CELL * k), p.name) for k, p in enumerate(players)]
    return {move: f"{name}'s {move_text(game, move)}" for move, name in chosen if move}


# -- games with OnTogether ------------------------------------------------------------------------


def change_text(game: Script, wording: Wording, change: Change, chosen: dict[int, str]) -> str:
    does = f"`{change.word}`{wording.at(change.cell)} in `{wording.probe.owner(change.cell)}`"
    if change.target is not None:
        target = f"`{expression(change.target)}`"
        if change.value is None:
            return f"{does} wrote to {target}"
        verb = "added to" if change.word == "+!" else "set"
        value = chosen.get(change.value.value) or wording.valued(change.value)
        return f"{does} {verb} {target}: {value}"
    if change.place < 4 * len(game.declaration.positions):
        name = game.declaration.positions[change.place // 4]
        was, is_now = (piece_name(game, cell) for cell in (change.before, change.after))
        more_bits = ", with other attributes" if was == is_now else ""
        return f"{does}: {name} had {was}, now {is_now}{more_bits}"
    return (
        f"{does}: {stored_name(wording.game, change.place)} was {change.before}, now {change.after}"
    )


# -- games without OnTogether ---------------------------------------------------------------------


def play_in_order(before: Playthrough, dropped: list[tuple[Playthrough, str]]) -> list[str]:
    """Make each move in turn and report whether it was legal; add illegal ones to `dropped`."""
    game = before.game
    lines = ["the script has no OnTogether: in their order, each move that can still be made is"]
    for k in range(run_engine(game, "(choosers)")):
        move = run_engine(game, "(to-choice)", k)
        if not move:
            continue
        standing, text = before.capture(), move_text(game, move)
        who = mover_of(game, standing)
        run_engine(game, "(generate-turn)")
        same = run_engine(game, "(same-move)", move)
        lines.append(f"  {who} `{text}` was {'made' if same else 'dropped'}")
        if same:
            game.forth.processor.set_cell(at.A_MOVE_ADDRESS, same)
            run_engine(game, "(execute-move)")
        else:
            refused = before.copy()
            refused.position = standing
            dropped.append((refused, text))
        run_engine(game, "$DeallocateMoves")
    return lines
