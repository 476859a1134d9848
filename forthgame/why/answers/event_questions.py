"""Explains the results of events: `why over`, `turn`, `score`, `partial` and `together`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise

from forthgame.base.errors import ForthgameError, Place, ScriptError
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_record import outcome_name
from forthgame.position.simultaneous_turns import choose_together
from forthgame.why.answers.declaration_rules import DeclarationRules
from forthgame.why.answers.doubts import doubt_about
from forthgame.why.answers.ending_reasons import likely_endings
from forthgame.why.answers.question import read_question
from forthgame.why.answers.simultaneous_choices import (
    ChangeRecorder,
    change_text,
    chosen_moves,
    finish_choosing,
    last_turn,
    mover_of,
    play_in_order,
)
from forthgame.why.answers.turn_ends import NONE_TRIED, TRIED, failing_lines, no_moves
from forthgame.why.answers.value_causes import ValueCauses
from forthgame.why.inspection.short_texts import (
    bracketed,
    brief,
    error_sentence,
    own_word,
    run_engine,
)
from forthgame.why.inspection.state_copies import before_passing, copy_state, few_steps, isolated
from forthgame.why.recording.recorded_runs import (
    EventRecord,
    RepeatedSum,
    deciding_test,
    folded,
    record_event,
    tests_of_ending,
    tests_of_result,
)
from forthgame.why.recording.stack_origins import (
    MOST_SOURCES,
    cells_read,
    expression,
    sources,
)
from forthgame.why.recording.trial import Decision
from forthgame.why.wording.explanation import SHORTER, Explanation, caret, cut
from forthgame.why.wording.source_notes import (
    executed_lines,
    past_notes,
    run_by_moves,
    still_there,
    variables_read,
)
from forthgame.why.wording.wording import Wording
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word

Explain = Callable[[Playthrough, str], Explanation]
OVER = ("over", "not over", "game over")
EVENTS = (*OVER, "turn", "score", "partial", "together")
MOST_TESTS = 14  # decisions of an event that are shown
MOST_SUMS = 16
TERMS = 4  # sums in the first sentence
TESTS = 3  # tests there
LONGEST_TEST = 32  # characters of such a test
STEPS_TO_ERROR = 20_000  # limit for an event that fails, mostly in an endless loop
NOT_TRIED = "was not tried"  # in a line about a word of another type than the turn asks for
CHAIN = 3  # decisions that led to one another
RESULTS = {
    at.WIN_SCORE: "#WinScore",
    at.LOSS_SCORE: "#LossScore",
    at.DRAW_SCORE: "#DrawScore",
    at.UNKNOWN_SCORE: "#UnknownScore",
}
CAUSES = 2  # variables of a score whose last store is told
MOST_CHANGES = 20  # changes that are shown
NEEDED = re.compile(r" (needs|would make it) ")  # in a reason that a changed run found
MOST_REASONS = 4  # lines shown about a dropped move


def event_asked(state: Playthrough, question: str) -> str:
    """Return the event that a question is about, or an empty string if it is about moves."""
    if not isinstance(question, str):
        return ""
    wanted, declared = " ".join(question.split()), state.game.declaration
    names = {*declared.positions, *(piece.name for piece in declared.pieces)}
    return wanted.lower() if wanted.lower() in EVENTS and wanted not in names else ""


def explain_event(state: Playthrough, event: str, question: str, explain: Explain) -> Explanation:
    """Explain the result of an event in a position, or the error with which it fails.

    `explain` answers questions about moves and is called for the previous move.
    """
    twin, likely, cuts = copy_state(state, fresh=True), list[str](), list[str]()
    with isolated(state.game):
        with suppress(ScriptError), few_steps(state.game):  # callers report it
            twin.moves(after_end=True)
        questions = _Events(twin, explain)
        answer, lines, true = {
            "turn": questions.turn,
            "score": questions.score,
            "partial": questions.partial,
            "together": questions.together,
        }.get(event, questions.over)()
        if event in OVER:
            with few_steps(state.game):
                likely, cuts = likely_endings(twin, questions.wording, true)
            true = true == (event != "not over")
        doubt = ""
        if event in (*OVER, "score"):
            doubt = doubt_about(state.game, questions.deciding(event))
        guessed = bool(likely) and likely[0].startswith("with `")  # a finding says more
        told = (doubt, *likely[:1]) if guessed else (*likely[:1], doubt)
        answer = "; ".join((answer, *filter(None, told)))
    return Explanation(
        question,
        true,
        answer,
        actions=tuple(lines),
        notes=tuple(cuts),
        suspects=tuple(likely[1:]),
    )


def opened(state: Playthrough, explain: Explain) -> list[str]:
    """Describe the moves that the previous move allows if it was a partial one."""
    if not state.history or not state.history[-1].startswith("partial"):
        return []
    before = state.copy()
    before.step_back()
    return [line.strip() for line in explain(before, state.history[-1]).actions if "go on" in line]


class _Events:
    def __init__(self, state: Playthrough, explain: Explain) -> None:
        self.state, self.game, self.explain = state, state.game, explain
        self.declared = self.game.declaration.declared
        self.wording = Wording(self.game)
        self.removed = DeclarationRules(self.game, self.wording)

    def deciding(self, event: str) -> Iterator[Place]:
        """Yield the places of all that may decide a score, or whether the game is over.

        If there is no move, the move words decide too whether it is over.
        """
        over = event in OVER
        word = own_word(self.game, "OnIsGameOver" if over else "OnEvaluate")
        words = [word] if word is not None else []
        words += [ending.word for ending in self.game.declaration.endings.asked if over]
        with suppress(ScriptError), few_steps(self.game):
            if over and not len(self.state.moves(after_end=True)):
                lists = self.game.declaration.lists.values()
                words += [word for listed in lists for word, _ in listed.entries]
        for function in self.game.forth.program.called({word.entry for word in words}):
            places = (self.wording.probe.place(cell) for cell in function.instructions)
            yield from (place for place in places if place is not None)

    # -- the end of the game --------------------------------------------------------------------

    def over(self) -> tuple[str, list[str], bool]:
        """Explain which condition ended the game, or describe the tests that did not end it."""
        state, lines = self.state, []
        try:
            with few_steps(self.game):
                outcome, ending = state.outcome, state.ending
        except ScriptError as error:
            reasons = [*str(error).splitlines(), *self._error_lines()]
            said = error_sentence(self.game, error)
            return f"whether the game is over is not known: {said}", reasons, False
        player = state.player
        state.enter()
        if self.game.declaration.endings.asked:
            run_engine(self.game, "(begin-endings)")
            while token := run_engine(self.game, "(next-ending)"):
                word = self.game.forth.dictionary.by_token(token)
                if word is None or word.index < self.game.forth.fence:
                    break
                found = self._watched(word)
                lines += self._ending(found)
                if found.said or found.error or not found.complete:
                    break
        event = own_word(self.game, "OnIsGameOver")
        if ending is None:
            lines += (
                [self._without_event()] if event is None else self._judged(self._watched(event))
            )
        if outcome is None:
            return f"the game is not over for {player}", lines, False
        named = f" by the ending `{ending}`" if ending else ""
        if player not in self.game.declaration.competitors:  # a dice player: report the winner
            return self.state.ending_text(), lines, True
        answer = f"the game is over{named}: {outcome} for {player}"
        for line, end in pairwise(lines):
            if line.startswith(TRIED):
                answer += f"; no move: {self._why_none() or cut(end.strip(), SHORTER)}"
            elif line == NONE_TRIED and NOT_TRIED in end:
                answer += f"; no move: {cut(end.strip(), SHORTER)}"
        return answer, lines, True

    def _why_none(self) -> str:
        """Return what one piece of the player to move would need for a move, if it is known."""
        counts = Counter(
            name for owner, name in self.state.board.values() if owner == self.state.player
        )
        told = ""
        for piece, _ in counts.most_common(1):
            with suppress(ForthgameError):
                told = self.explain(self.state.copy(), piece).answer
        self.state.enter()
        return told.partition(": ")[2] if NEEDED.search(told) else ""

    def _watched(self, word: Word) -> EventRecord:
        return record_event(self.game, word, self.wording.probe)

    def _without_event(self) -> str:
        moves = len(self.state.moves(after_end=True))
        return (
            f"the script has no OnIsGameOver: a game is over, and drawn, where there is no move; "
            f"here there {'is' if moves == 1 else 'are'} {moves or 'none'}"
        )

    def _judged(self, found: EventRecord) -> list[str]:
        """Describe the result of OnIsGameOver, the test that decided, and the other tests."""
        if failure := self._failure(found):
            return failure
        result = found.result
        if not result.word:
            counts = self.state.outcome or "no end"
            title = (
                f"{self._event_name(found)} left no result on the stack, which counts as {counts}"
            )
            return [title, *self._lines_run(found), *self._test_lines(found)]
        name = outcome_name(result.value) or "the game goes on"
        value = RESULTS.get(result.value, str(result.value))
        lines = [f"{self._event_name(found)} gave {value}{self.wording.at(result.cell)}: {name}"]
        over = result.value != at.UNKNOWN_SCORE
        decisive = tests_of_result(self.wording.probe, found) if over else []
        if over and not decisive:
            before = self._previous_decision(found, result.cell)
            decisive = [before] if before is not None else []
        lines += self._deciding_lines(found, decisive)
        return (
            lines
            + self._without_moves()
            + self._lines_run(found)
            + self._test_lines(found, decisive)
        )

    def _error_lines(self) -> list[str]:
        """Return the lines that led to an error in move generation, or else in OnIsGameOver."""
        if lines := failing_lines(self.state, self.wording):
            return lines
        event = own_word(self.game, "OnIsGameOver")
        if event is None:
            return []
        self.state.enter()
        return self._lines_run(
            record_event(self.game, event, self.wording.probe, most=STEPS_TO_ERROR)
        )

    def _without_moves(self) -> list[str]:
        """Explain why there is no legal move, by the ends of the words that were tried."""
        try:
            if len(self.state.moves(after_end=True)):
                return []
            found = no_moves(self.state, self.wording) + self.removed.types()
        finally:
            self.state.enter()
        return found

    def _lines_run(self, found: EventRecord) -> list[str]:
        """Return the lines that an event ran, that set its inputs, and that moves run."""
        if not found.segments:
            return []
        roots = [found.result, *(test.origin for test in reversed(found.tests))]
        nearest = sources(roots, MOST_SOURCES)
        lines = executed_lines(self.wording, found.segments, found.segments[-1], nearest=nearest)
        cells = [cell for segment in found.segments for cell in segment.ran]
        names = dict.fromkeys(self.wording.probe.named(cell) for cell in cells)
        lines += variables_read(self.wording, names) + run_by_moves(self.wording)
        self.state.enter()
        reads = cells_read(self.game, roots)
        lines += still_there(self.wording)
        return lines + past_notes(self.state, self.wording, (), reads)

    def _ending(self, found: EventRecord) -> list[str]:
        if failure := self._failure(found):
            return failure
        name = next(
            e.name for e in self.game.declaration.endings.asked if e.word.token == found.word.token
        )
        title = f"ending `{name}`: {self._event_name(found)} "
        if not found.said:
            return [f"{title}said nothing", *self._test_lines(found)]
        lines = []
        for said in found.said:
            values = map(self.wording.valued, said.given if said.word != "draw" else ())
            line = f"{title}said `{said.word}`{self.wording.at(said.cell)} {' '.join(values)}"
            lines.append(line.rstrip())
        decisive = tests_of_ending(self.wording.probe, found.said[-1])
        lines += (
            self._deciding_lines(found, decisive) + self._without_moves() + self._lines_run(found)
        )
        return lines + self._test_lines(found, decisive)

    def _previous_decision(self, found: EventRecord, cell: int) -> Decision | None:
        """Return the last decision before a cell put its value on the stack."""
        if cell < 0:
            return found.tests[-1] if found.tests else None
        return deciding_test(self.wording.probe, found.tests, {cell})

    def _deciding_lines(self, found: EventRecord, decisive: list[Decision]) -> list[str]:
        shown: list[Decision] = []
        lines: list[str] = []
        for test in decisive:
            if all(test is not other for other in shown):
                lines += self._decision_chain(found, test, shown)
        return lines

    def _decision_chain(
        self, found: EventRecord, test: Decision, shown: list[Decision]
    ) -> list[str]:
        """Describe a decision with its source line; trace a constant flag to earlier decisions."""
        lines: list[str] = []
        decision: Decision | None = test
        for _ in range(CHAIN):
            if decision is None:
                break
            shown.append(decision)
            verb = "led to that" if lines else "decided"
            place = self.wording.probe.place(decision.cell)
            text = f"`{decision.word}` {verb}: {self.wording.flag(decision)}"
            lines += [text] if place is None else [f"{place}: {text}", *caret(place)]
            if decision.origin.inputs or decision.origin.word not in ("TRUE", "FALSE", "ON", "OFF"):
                break
            decision = self._previous_decision(found, decision.origin.cell)
        return lines

    def _test_lines(self, found: EventRecord, decisive: Sequence[Decision] = ()) -> list[str]:
        described, owner = {id(test) for test in decisive}, self.wording.probe.owner
        tests = [test for test in found.tests if id(test) not in described]
        lines = folded(
            tests, self.wording.decision, MOST_TESTS, lambda t: owner(t.cell) == found.word.name
        )
        if not lines:
            return []
        other = " else" if decisive else ""
        return [f"what{other} it asked, in order:", *(f"  {line}" for line in lines)]

    # -- the score ------------------------------------------------------------------------------

    def score(self) -> tuple[str, list[str], bool]:
        event = own_word(self.game, "OnEvaluate")
        if event is None:
            return "the script has no OnEvaluate: it gives a position no score", [], False
        self.state.enter()
        found = self._watched(event)
        if failure := self._failure(found):
            said = "" if found.error is None else f": {error_sentence(self.game, found.error)}"
            return f"OnEvaluate gave no score{said}", failure, False
        result = found.result
        answer = f"{self._event_name(found)} gave {result.value} for {self.state.player}"
        answer += self._terms(found)
        numbers = [result, *(origin for each in found.sums for origin in each.first)]
        for cause in ValueCauses(self.state, self.wording).of_numbers(numbers)[:CAUSES]:
            answer += f"; {cut(cause, SHORTER)}"
        self.state.enter()
        lines = []
        if result.word:
            lines.append(f"the score is {self.wording.gave(result)}")
        lines += self._lines_run(found)
        sums = [self._sum(s) for s in found.sums if not self._address(s)]
        if sums:
            lines += ["what was added up, in the order it began:", *(f"  {s}" for s in sums)]
            if len(sums) > MOST_SUMS:
                lines[-(len(sums) - MOST_SUMS) :] = [f"  and {len(sums) - MOST_SUMS} more sums"]
        return answer, lines + self._test_lines(found), True

    def _terms(self, found: EventRecord) -> str:
        """Name the sums and the decisions of an event, those of its own word first."""
        owner, own = self.wording.probe.owner, found.word.name
        sums = [s for s in reversed(found.sums) if len(s.first) == 2 and not self._address(s)]
        sums.sort(key=lambda s: owner(s.cell) != own)
        told = [self._term(s) for s in sums[:TERMS]]
        tests: dict[str, None] = {}
        for test in sorted(found.tests, key=lambda test: owner(test.cell) != own):
            flag = "" if test.passed else " (not)"
            text = cut(expression(test.origin), LONGEST_TEST)
            tests.setdefault(f"`{text}`{flag}{self.wording.at(test.cell)}")
        after = [f"after {', '.join([*tests][:TESTS])}"] if tests else []
        return "".join(f"; {part}" for part in (*([", ".join(told)] if told else []), *after))

    def _term(self, found: RepeatedSum) -> str:
        where = self.wording.at(found.cell)
        if found.count > 1:
            together = "" if found.added is None else f", together {found.added}"
            return f"`{found.word}` {found.count} times{together}{where}"
        left, right = (origin.value for origin in found.first)
        return f"`{left} {found.word} {right}`{where}"

    def _address(self, found: RepeatedSum) -> bool:
        """Return whether a sum computed the address of an array's cell."""
        operands = found.first[:1] if found.word == "+!" else found.first
        return any(self.wording.is_variable(i.word) for i in operands)

    def _sum(self, found: RepeatedSum) -> str:
        """Describe a sum: its operands; if it was computed often, the count and the total."""
        where = self.wording.at(found.cell)
        valued = self.wording.valued
        if found.word == "+!":
            to = found.first[-1].word
            sentence = (
                f"`+!`{where} added {valued(found.first[0])} to `{to or found.first[-1].value}`"
            )
        elif len(found.first) == 2:
            left, right = found.first
            sentence = f"`{found.word}`{where}: {valued(left)} {found.word} {valued(right)}"
        else:
            sentence = f"`{found.word}`{where} of {valued(found.first[-1])}"
        if found.count == 1:
            return sentence
        together = "" if found.added is None else f", together {found.added}"
        return f"{sentence}, the first of {found.count} times{together}"

    # -- turns and partial moves ----------------------------------------------------------------

    def turn(self) -> tuple[str, list[str], bool]:
        state, processor = self.state, self.game.forth.processor
        state.enter()
        number = processor.cell(at.A_TURN_OFFSET) // 12
        answer = f"turn {state.turn_number} is for {state.player}{self.removed.turn_place()}"
        turns = self.declared.turns()
        lines = [f"it is number {number + 1} of {len(turns)} in {{turn-order"] if turns else []
        lines += [
            f"`{part.keyword} {' '.join(part.names)}` ({brief(part.place)})"
            for part in self.declared.turn(number)[1:]
        ]
        if self.removed.filter():
            lines.append(self.removed.filter_reason())
        lines += self.before()
        following = self.declared.turn(number + 1) or self.declared.turn(0)
        if following:
            names = " ".join(following[0].names)
            lines.append(f"next in the order is {names} ({brief(following[0].place)})")
        event = own_word(self.game, "OnNextTurn")
        if event is not None and event.place:
            lines.append(f"the script changes turns in `OnNextTurn`{bracketed(event.place)}")
        lines += past_notes(state, self.wording, ())
        return answer + self._passed_on(), lines, True

    def _passed_on(self) -> str:
        """Explain why nothing could follow a partial move, if the turn passed on behind it."""
        told = ""
        try:
            inside = before_passing(self.state)
            if inside is not None:
                text = self.state.history[-1]
                targets = read_question(inside, text).targets
                told = f", as nothing could follow `{text}`"
                if targets:
                    found = self.explain(inside, self.game.positions[targets[0]])
                    told += f": {found.answer}"
        except ForthgameError:
            pass  # leave it out
        finally:
            self.state.enter()
        return told

    def partial(self) -> tuple[str, list[str], bool]:
        self.state.enter()
        lines, history = self.before(), self.state.history
        if self.game.forth.processor.cell(at.SYSTEM_CELLS["$partial"]):
            if self.removed.filter():
                lines.append(self.removed.filter_reason())
            return f"{self.state.player} goes on: a partial move is open", lines, True
        if history and history[-1].startswith("partial"):
            told = self._passed_on().removeprefix(", as nothing could follow ")
            said = f"nothing could follow {told or 'it in that turn'}"
            return f"no partial move is open: {said}", lines, False
        return "no partial move is open: the turn has just begun", lines, False

    def before(self) -> list[str]:
        if not self.state.history:
            return []
        lines = [f"the move before was `{self.state.history[-1]}`"]
        try:
            lines += [f"  {line}" for line in opened(self.state, self.explain)]
        except ForthgameError:
            pass  # leave it out
        finally:
            self.state.enter()
        return lines

    # -- simultaneous choices -------------------------------------------------------------------

    def together(self) -> tuple[str, list[str], bool]:
        """Explain the last turn with simultaneous choices: the choices, the result, the lines."""
        state, game = self.state, self.game
        if not choose_together(game):
            return "nobody chooses together: the script has no {together}", [], False
        if state.concealed:
            waiting = " and ".join(state.choosers)
            return f"nothing has come of it yet: {waiting} has still to choose", [], False
        turn = last_turn(state)
        if not turn:
            return "nothing was chosen together on the way to this position", [], False
        skipped = len(state.history) - len(state.past)
        texts = [state.history[skipped + k] for k in turn]
        names = [mover_of(game, state.past[k]) for k in turn]
        choices = ", ".join(f"{who} `{text}`" for who, text in zip(names, texts, strict=True))
        before = state.copy()
        while len(before.past) > turn[-1]:
            before.step_back()
        word = own_word(game, "OnTogether")
        dropped: list[tuple[Playthrough, str]] = []
        with isolated(game):
            try:
                finish_choosing(before, state.move_texts[skipped + turn[-1]])
                lines = self._applied(word) if word else play_in_order(before, dropped)
            except ScriptError as error:
                lines = ["making it again ends with an error:", *str(error).splitlines()]
        for position, text in dropped:
            reason = self.explain(position, text).text().splitlines()
            lines += [
                f"why `{text}` was dropped:",
                *(f"  {line}" for line in reason[:MOST_REASONS]),
            ]
        by = "the engine" if word is None else f"`OnTogether`{bracketed(word.place)}"
        return f"chosen together: {choices}; {by} made of it what stands here", lines, True

    def _applied(self, word: Word) -> list[str]:
        """Describe what OnTogether made of the choices, and the lines that it ran."""
        chosen = chosen_moves(self.game)
        found = record_event(self.game, word, self.wording.probe, ChangeRecorder)
        lines = [
            f"  {change_text(self.game, self.wording, each, chosen)}" for each in found.changes
        ]
        ran = self._failure(found) or [*self._lines_run(found), *self._test_lines(found)]
        if not lines:
            return [f"`{word.name}` changed nothing", *ran]
        if len(lines) > MOST_CHANGES:
            lines[MOST_CHANGES:] = [f"  and {len(lines) - MOST_CHANGES} more changes"]
        return ["what it did, in order:", *lines, *ran]

    # -- shared ------------------------------------------------------------------------------------

    def _failure(self, found: EventRecord) -> list[str]:
        if found.error is not None:
            error = str(found.error).splitlines()
            return [
                f"{self._event_name(found)} ends with an error:",
                *error,
                *self._lines_run(found),
            ]
        if not found.complete:
            return [
                f"{self._event_name(found)} runs for too long to be watched here",
                *self._lines_run(found),
            ]
        return []

    def _event_name(self, found: EventRecord) -> str:
        return f"`{found.word.name}`{bracketed(found.word.place)}"
