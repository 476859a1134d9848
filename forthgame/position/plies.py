"""Plies from Python: generate a position's list and result, and play a move.

Usually the machine still holds the result of the previous call, and each of these is a single short
call of native code. Texts, Move objects and player names are computed on demand.
"""

from __future__ import annotations

from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.machine.memory.call_restrictions import Busy
from forthgame.position.machine_binding import (
    ENTROPY_BYTES,
    KEY_BYTES,
    PLAYED_USED,
    RANDOM_BYTES,
    TOGETHER,
    TURN_BYTES,
    MachineBinding,
    taken_list,
)
from forthgame.position.moves import Moves
from forthgame.position.position_record import (
    PACKED_FROM,
    Position,
    new_object,
    outcome_name,
    read_verdict,
)
from forthgame.position.position_text import refuse
from forthgame.position.simultaneous_turns import have_chosen
from forthgame.rules.checkpoint import looking_ahead
from forthgame.words.registers import call_registers, extension_registers, memory_layout as at

KEPT_BYTES = 1 << 30  # memory for the boards of a game, and for its lists
LISTED_BYTES = 1 << 28  # memory for move lists before older ones are compressed
MANY = 64  # plies between two checks of the lists' memory
SHORT = 512  # bytes of a list that is not compressed
SURE = KEPT_BYTES // (at.BOARDS_END - at.BOARDS) - 1  # plies that always fit
OFFERED = call_registers.OFFERED >> 2
COUNT = (at.MEMORY + at.LISTS >> 2) + at.LIST_COUNT
UNKNOWN = at.UNKNOWN_SCORE
UNPLAYED = 1  # in OFFERED: `(keep-position)`, which follows the move, has not run
KEPT_TURN = slice(at.KEPT_TURN, at.KEPT_TURN + at.TURN_BLOCK_SIZE)
KEPT_BOARD = at.KEPT_BOARD
BOARD_SIZE = at.BOARD_SIZE >> 2
OPENS = at.OPENS >> 2
LISTS_JUDGED = extension_registers.LISTS_JUDGED >> 2
PLAYED_STANDS = extension_registers.PLAYED_STANDS >> 2
PLAYED_COUNT = extension_registers.PLAYED_COUNT >> 2


class Plies(MachineBinding):
    """The part of a State that advances its position. Callers hold the machine's lock."""

    def _offer(self) -> None:
        position, game = self.position, self.game
        if position.arena is not None or position.packed is not None:
            return
        refuse(game, position.trouble)
        processor = game.forth.processor
        if processor.mark.taken:
            processor.refuse_inside()
        processor.mark.taken = True  # see `exclusive_use` in locks.py
        try:
            if not self._stands:
                self.enter()
            position.count = game.short.run(game.offering, 0)
            position.arena = taken_list(processor)
            self._note_opened(position)
            processor.standing = None if processor.i32[TOGETHER] else position
        finally:
            processor.mark.taken = False

    def store_afresh(self) -> None:
        """Repeat the stores that words make during generation, if evaluations read them."""
        processor = self.game.forth.processor
        if processor.i32[LISTS_JUDGED] and not self._stands:
            self.enter(afresh=True)
            data = processor.memory
            random, entropy = data[RANDOM_BYTES], data[ENTROPY_BYTES]
            try:
                self.game.call_short("(offer)", 0)
            finally:  # the list itself is unchanged
                data[RANDOM_BYTES], data[ENTROPY_BYTES] = random, entropy

    def _judge(self) -> Position:
        """Compute the move list and the outcome; return the position."""
        position, game = self.position, self.game
        if position.trouble:
            refuse(game, position.trouble)
        processor, short = game.forth.processor, game.short
        mark = short.mark
        if mark.taken:
            processor.refuse_inside()
        mark.taken = True  # see `exclusive_use` in locks.py
        try:
            if position.arena is not None or position.packed is not None:
                self._judge_listed()
                return position
            if processor.standing is not position or game.active is not self:
                self.enter()
            cells = processor.i32
            cells[OFFERED] = 0
            try:
                result = short.call(short.judge, game.judging, 0)
            except BaseException:
                if cells[OFFERED]:  # keep the list if only the outcome fails
                    position.arena, position.count = taken_list(processor), cells[COUNT]
                raise
            position.count = cells[COUNT]
            if type(result) is bytes:
                position.arena = result
            else:
                position.arena = taken_list(processor)
                if result != UNKNOWN:
                    position.outcome = outcome_name(result)
                    position.verdict = read_verdict(game)
            if cells[OPENS]:
                self._note_opened(position)
            processor.standing = None if cells[TOGETHER] else position
            position.asked = True
            return position
        finally:
            mark.taken = False

    def _judge_listed(self) -> None:
        position, game = self.position, self.game
        processor = game.forth.processor
        if self._stands:
            result = game.call_short("(find-result)", 0)
            stands = not processor.i32[TOGETHER]
        else:
            self.store_afresh()
            self.enter()
            result = game.ask_result()
            stands = False
        position.outcome = outcome_name(result)
        position.verdict = None if result == UNKNOWN else read_verdict(game)
        processor.standing = position if stands else None
        position.asked = True

    def make(self, before: Position, number: int) -> None:
        """Play a move of the current position's list; also generate the next list if possible."""
        game, past, texts = self.game, self.past, self.move_texts
        processor, short = game.forth.processor, game.short
        mark = short.mark
        if mark.taken:
            processor.refuse_inside()
        if self.position is not before:  # a signal handler has played
            raise Busy
        mark.taken = True  # see `exclusive_use` in locks.py
        try:
            if processor.standing is not before or game.active is not self:
                self.enter(seeing=True)
            plies = len(past)
            if plies >= SURE or plies >= game.limits.plies:
                self._check_length(len(before.board))
            cells, key = processor.i32, b""
            stands = not cells[TOGETHER]
            ahead = game.foresees and processor.calm and processor.tier is not None
            try:
                if ahead:
                    cells[OFFERED] = UNPLAYED
                    found = short.call(short.go_on, game.going_on, number)
                    if type(found) is tuple:
                        after = new_object(Position)
                        after.whole, after.arena = found
                        after.number = number
                        after.count = cells[COUNT]
                        after.asked = True
                    else:
                        after = self._judged(found, number)
                else:
                    if cells[PLAYED_USED]:
                        key = self._key()
                    after = self._played_alone(number)
            except BaseException as error:
                made = self._made_before(error, number) if ahead else None
                if made is None:
                    self.enter()
                    raise
                after, stands = made, False
            chosen: str | int = number
            if before.arena is not None and len(before.arena) > PACKED_FROM:
                chosen = self._shown(before).text_of(number)
                before.pack()
            if key and (stands or not have_chosen(game, after.board)):  # one key per turn
                before.key = key
                self.played_keys += key
            try:
                past.append(before)
            except BaseException:  # a signal handler has raised after the call
                del past[plies:]
                past += (before,)  # no calls, so no handler can interrupt
                self.position = after
                texts += (chosen,)
                raise
            self.position = after
            texts.append(chosen)
            processor.standing = after if stands else None
        finally:
            mark.taken = False

    def _retract(self) -> None:
        """Run OnRetractMove on this position, with the previous position below it.

        Changes by the script are kept, unless it fails. Raises ScriptError.
        """
        game, position = self.game, self.position
        processor = game.forth.processor
        processor.refuse_inside()
        processor.mark.taken = True  # see `exclusive_use` in locks.py
        try:
            with looking_ahead(game) as memory:
                self.position = self.past[-1]
                self.enter()
                game.run_word("(push-move)")
                start = at.MEMORY + processor.register(at.BOARD)
                processor.bytes[start : start + len(position.board)] = position.board
                processor.bytes[TURN_BYTES] = position.turn
                game.run_word("(take-back)")
                memory.keep()
        finally:
            self.position = position
            self.enter()
            processor.mark.taken = False

    def without_list(self, number: int) -> Position:
        """Return the position after a move of this position, which the machine then holds."""
        self.enter(seeing=True)
        return self._played_alone(number)

    def _played_alone(self, number: int) -> Position:
        """Return the position after a move, with the list that a partial move has left."""
        game = self.game
        found = game.short.call(game.short.play, game.choosing, number)
        if type(found) is bytes:
            after = new_object(Position)
            after.whole, after.number = found, number
            return after
        after = self.capture()
        after.number = number
        if found >= 0:
            after.arena, after.count = taken_list(game.forth.processor), found
        return after

    def _judged(self, result: int, number: int) -> Position:
        """Return the position after a move with its list, and its outcome without endings."""
        game, after = self.game, self.capture()
        processor = game.forth.processor
        after.number = number
        after.arena, after.count = taken_list(processor), processor.i32[COUNT]
        if not game.declaration.endings.asked:
            after.outcome, after.asked = outcome_name(result), True
        return after

    def _made_before(self, error: BaseException, number: int) -> Position | None:
        """Return the position after a move that was made before its list or outcome failed.

        The error is raised again when they are requested. Return None if the move was not made, or
        if the error is not the script's.
        """
        processor = self.game.forth.processor
        if not isinstance(error, ScriptError) or processor.i32[OFFERED] == UNPLAYED:
            return None
        board = processor.memory[KEPT_BOARD : KEPT_BOARD + processor.i32[BOARD_SIZE]]
        return Position(processor.memory[KEPT_TURN], board, number)

    def _check_length(self, size: int) -> None:
        plies, limit = len(self.past), self.game.limits.plies
        if not self._limited:
            return
        if plies >= limit or (plies + 1) * size > KEPT_BYTES:
            most = min(limit, KEPT_BYTES // max(size, 1))
            raise ForthgameError(f"the game has {plies} plies, and no more than {most} are kept")
        if plies >= SURE and not plies % MANY:
            self._keep_less(plies)

    def _keep_less(self, plies: int) -> None:
        """Drop old Moves objects and compress old lists if they are large, every MANY plies."""
        for position in self.past[plies - SURE - MANY : plies - SURE]:
            position.moves = None
        self._listed += sum(len(position.arena or b"") for position in self.past[-MANY:])
        if self._listed > LISTED_BYTES:
            self._pack_lists()

    def _pack_lists(self) -> None:
        """Compress the lists of earlier positions after storing the texts of their moves.

        Raises ForthgameError if they still take too much.
        """
        start, size = len(self.move_texts) - len(self.past), 0
        for number, position in enumerate(self.past, start):
            if position.arena is not None and len(position.arena) > SHORT:
                move = self.move_texts[number]
                if isinstance(move, int):
                    self.move_texts[number] = self._shown(position).text_of(move)
                position.pack(SHORT)
            size += len(position.packed or position.arena or b"")
        if size > KEPT_BYTES:
            raise ForthgameError(
                f"the game has {len(self.past)} plies, and no more lists of moves are kept"
            )
        self._listed = 0

    def _key(self) -> bytes:
        """Return the key of the current position if `repetitions` counts it, else an empty one."""
        processor = self.game.forth.processor
        cells = processor.i32
        if not (cells[PLAYED_USED] and cells[PLAYED_STANDS]):
            return b""
        end = at.PLAYED_KEYS + KEY_BYTES * cells[PLAYED_COUNT]
        return bytes(processor.bytes[end - KEY_BYTES : end])

    def _shown(self, position: Position) -> Moves:
        found = position.moves
        if found is None:
            found = Moves(self.game, position.whole_list, position, position.count)
            if position.packed is None:
                position.moves = found
        return found
