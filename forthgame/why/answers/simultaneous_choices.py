"""`why together`: explains the result of moves that several players chose at the same time."""

from __future__ import annotations

from collections.abc import Callable

from forthgame.base.errors import ScriptError
from forthgame.machine.memory.processor import Processor
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_record import Position
from forthgame.position.simultaneous_turns import choose_together, chosen_together, have_chosen
from forthgame.rules.script import Script
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.short_texts import (
    bracketed,
    move_text,
    moves_of,
    own_word,
    piece_name,
    player_name,
    run_engine,
)
from forthgame.why.inspection.state_copies import isolated
from forthgame.why.inspection.value_sources import STORES
from forthgame.why.recording.event_record import Change, EventRecord, EventWatcher, record_event
from forthgame.why.recording.stack_origins import Stored, expression
from forthgame.why.recording.trial import Trial
from forthgame.why.wording.explanation import Explanation
from forthgame.why.wording.wording import Wording
from forthgame.words.registers import extension_registers as more, memory_layout as at
from forthgame.words.table.dictionary import Word

Explain = Callable[[Playthrough, str], Explanation]
Told = Callable[[EventRecord], list[str]]
MOST_CHANGES = 20  # changes that are shown
MOST_REASONS = 4  # lines shown about a dropped move


class ChangeWatcher(EventWatcher):
    """Records the changes of the board and the variables set by each step."""

    def __init__(
        self,
        probe: Probe,
        trial: Trial,
        found: EventRecord,
        memory: dict[int, Stored] | None = None,
    ) -> None:
        super().__init__(probe, trial, found, memory)
        self._board_before = _board(self.processor)

    def _noticed(self, cell: int, name: str, label: str) -> None:
        super()._noticed(cell, name, label)
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


def together_explained(
    state: Playthrough, wording: Wording, explain: Explain, told: Told
) -> tuple[str, list[str], bool]:
    """Explain the last turn with simultaneous choices: the choices, the result, the lines.

    `told` returns the lines of a watched event: those it ran and the tests it made.
    """
    game = state.game
    if not choose_together(game):
        return "nobody chooses together: the script has no {together}", [], False
    if state.concealed:
        waiting = " and ".join(state.choosers)
        return f"nothing has come of it yet: {waiting} has still to choose", [], False
    turn = _last_turn(state)
    if not turn:
        return "nothing was chosen together on the way to this position", [], False
    skipped = len(state.history) - len(state.past)
    texts = [state.history[skipped + k] for k in turn]
    names = [_mover(game, state.past[k]) for k in turn]
    told_choices = ", ".join(f"{who} `{text}`" for who, text in zip(names, texts, strict=True))
    before = state.copy()
    while len(before.past) > turn[-1]:
        before.step_back()
    word = own_word(game, "OnTogether")
    dropped: list[tuple[Playthrough, str]] = []
    with isolated(game):
        try:
            _choose(before, state.move_texts[skipped + turn[-1]])
            if word is not None:
                lines = _watched(game, word, wording, told)
            else:
                lines = _in_order(before, dropped)
        except ScriptError as error:
            lines = ["making it again ends with an error:", *str(error).splitlines()]
    for alone, text in dropped:
        reason = explain(alone, text).text().splitlines()
        lines += [f"why `{text}` was dropped:", *(f"  {line}" for line in reason[:MOST_REASONS])]
    by = "the engine" if word is None else f"`OnTogether`{bracketed(word.place)}"
    return f"chosen together: {told_choices}; {by} made of it what stands here", lines, True


def _last_turn(state: Playthrough) -> list[int]:
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


def _mover(game: Script, position: Position) -> str:
    return player_name(game, int.from_bytes(position.turn[4:8], "little", signed=True))


def _choose(before: Playthrough, last: str | int) -> None:
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


def _chosen(game: Script) -> dict[int, str]:
    """Map the addresses of the chosen moves to their player and text."""
    register, players = game.forth.processor.register, game.declaration.players
    chosen = [(register(more.CHOICE_MOVES + at.CELL * k), p.name) for k, p in enumerate(players)]
    return {move: f"{name}'s {move_text(game, move)}" for move, name in chosen if move}


# -- games with OnTogether ------------------------------------------------------------------------


def _watched(game: Script, word: Word, wording: Wording, told: Told) -> list[str]:
    chosen = _chosen(game)
    found = record_event(game, word, wording.probe, ChangeWatcher)
    lines = [f"  {_change(game, wording, change, chosen)}" for change in found.changes]
    if not lines:
        return [f"`{word.name}` changed nothing", *told(found)]
    if len(lines) > MOST_CHANGES:
        lines[MOST_CHANGES:] = [f"  and {len(lines) - MOST_CHANGES} more changes"]
    return ["what it did, in order:", *lines, *told(found)]


def _change(game: Script, wording: Wording, change: Change, chosen: dict[int, str]) -> str:
    owner = wording.probe.owner(change.cell)
    does = f"`{change.word}`{wording.at(change.cell)} in `{owner}`"
    if change.target is not None:
        target = f"`{expression(change.target)}`"
        if change.value is None:
            return f"{does} wrote to {target}"
        verb = "added to" if change.word == "+!" else "set"
        value = chosen.get(change.value.value) or wording.valued(change.value)
        return f"{does} {verb} {target}: {value}"
    positions = game.declaration.positions
    if change.place < 4 * len(positions):
        name = positions[change.place // 4]
        was, is_now = (piece_name(game, cell) for cell in (change.before, change.after))
        more_bits = ", with other attributes" if was == is_now else ""
        return f"{does}: {name} had {was}, now {is_now}{more_bits}"
    return f"{does}: {wording.stored(change.place)} was {change.before}, now {change.after}"


# -- games without OnTogether ---------------------------------------------------------------------


def _in_order(before: Playthrough, dropped: list[tuple[Playthrough, str]]) -> list[str]:
    """Make each move in turn and report whether it was legal; add illegal ones to `dropped`."""
    game = before.game
    lines = ["the script has no OnTogether: in their order, each move that can still be made is"]
    for k in range(run_engine(game, "(choosers)")):
        move = run_engine(game, "(to-choice)", k)
        if not move:
            continue
        standing, text = before.capture(), move_text(game, move)
        who = _mover(game, standing)
        run_engine(game, "(generate-turn)")
        same = run_engine(game, "(same-move)", move)
        lines.append(f"  {who} `{text}` was {'made' if same else 'dropped'}")
        if same:
            game.forth.processor.set_cell(at.A_MOVE_ADDRESS, same)
            run_engine(game, "(execute-move)")
        else:
            alone = before.copy()
            alone.position = standing
            dropped.append((alone, text))
        run_engine(game, "$DeallocateMoves")
    return lines
