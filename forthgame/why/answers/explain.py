"""`why`: explains why a move is legal or not by running the move words that could have made it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from forthgame.base.arguments import instance
from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.position.machine_binding import MachineBinding
from forthgame.position.playthrough import Playthrough
from forthgame.position.simultaneous_turns import as_seen_by_mover
from forthgame.why.answers.attempts import Attempts, places_of
from forthgame.why.answers.declaration_rules import (
    DeclarationRules,
    Untried,
    explain_legality_event,
)
from forthgame.why.answers.doubts import doubt_about, doubted_lines, doubts
from forthgame.why.answers.event_questions import event_asked, explain_event, opened
from forthgame.why.answers.makers import MadeReasons
from forthgame.why.answers.question import Question, passing, read_question
from forthgame.why.answers.reasons import CUT_CHANGES, Reason, ReasonFinder
from forthgame.why.answers.turn_ends import better_types
from forthgame.why.answers.value_causes import ValueCauses
from forthgame.why.inspection.effect_names import type_name
from forthgame.why.inspection.short_texts import (
    bracketed,
    error_sentence,
    named_move,
    own_word,
    piece_name,
)
from forthgame.why.inspection.state_copies import before_passing, copy_state, few_steps, isolated
from forthgame.why.recording.recorded_runs import (
    GeneratedMove,
    Generation,
    recorded_generation,
)
from forthgame.why.recording.trial import WordTrial, allowed
from forthgame.why.wording.direction_notes import BESIDE
from forthgame.why.wording.explanation import Attempt, Explanation, cut
from forthgame.why.wording.source_notes import (
    executed_lines,
    named_in,
    no_way,
    past_notes,
    set_up_notes,
)
from forthgame.why.wording.wording import Wording

__all__ = ["Attempt", "Explanation", "explain"]

SECONDS = 0.75  # of processor time for watching an event or a turn's move words
NAMED = 8  # moves named in an answer
ANYWHERE = 100  # trials watched if none begins at a named position
PLAIN = ("after ", "without a test")  # beginnings of mere lists of tests
LONGEST_ANSWER = 500  # characters of the first sentence


def explain(state: Playthrough, question: str) -> Explanation:
    """Explain why a move is legal or not.

    The question is the text of a move, two positions (`e2 e4`), one position (why does the piece
    there not move?), a kind of piece, or `Pass`. The interpreter generates the moves again, and
    follows the move words that could have made the move step by step. The state stays unchanged.

    The questions `over`, `not over`, `score`, `turn`, `partial` and `together` explain which
    condition ended the game, how OnEvaluate computed its sum, why it is this player's turn, and the
    result of moves that were chosen together. `legal` of the result is then whether that is true.
    An answer never depends on secret choices of other players.

    Raises ForthgameError if the question names nothing of the game.
    """
    instance(state, MachineBinding, "a position", "a State")
    event = event_asked(state, question)
    known = state if event == "together" else as_seen_by_mover(state)
    if event:
        with allowed(SECONDS):
            found = explain_event(known, event, question, explain)
    else:
        found = _explained(known, question)
        named = read_question(known, question).kind == "piece"  # a kind is of who moves now
        if not found.legal and not named and (inside := before_passing(known)) is not None:
            found = _passed_on(known, found, _explained(inside, question))
    return replace(found, doubts=tuple(doubts(state.game)))


def _explained(state: Playthrough, question: str) -> Explanation:
    parsed = read_question(state, question)
    shown = _visible_moves(state)
    twin = copy_state(state)
    outcome = _outcome(twin)
    passes = passing(state.game)

    makers = _makers_of(twin, parsed) if parsed.kind == "move" else set()

    def watch(trial: WordTrial) -> bool:
        if makers:
            return trial.key() in makers
        return passes(trial.word) if parsed.kind == "pass" else parsed.watches(trial)

    with (
        allowed(SECONDS),
        recorded_generation(twin, watch, events=True, starts=True, wanted=parsed.text) as found,
    ):
        more = _further_trials(parsed, found)
        dropped = any(state.game.declaration.pieces[number - 1].drops for number in parsed.pieces)
        if parsed.anywhere and not dropped and not any(t.watched for t in found.trials):
            more |= {trial.key() for trial in found.trials[:ANYWHERE]}
        if not more:
            answer = ExplanationBuilder(twin, parsed, found, shown, outcome)
            explanation = answer.explanation()
    if more:
        with (
            allowed(SECONDS),
            recorded_generation(
                twin,
                lambda trial: watch(trial) or trial.key() in more,
                events=True,
                starts=True,
                wanted=parsed.text,
            ) as found,
        ):
            answer = ExplanationBuilder(twin, parsed, found, shown, outcome)
            explanation = answer.explanation()
    if not answer.makes:
        return explanation
    # outside of `recorded_generation`, with memory as before
    return replace(
        explanation, actions=(*explanation.actions, *_error_of_playing(twin, answer.makes))
    )


def _passed_on(state: Playthrough, after: Explanation, inside: Explanation) -> Explanation:
    """Return the better of two answers: after a turn passed on, and before it did."""
    if not inside.attempts and not inside.legal and not inside.removed:
        return after
    reason = inside.answer.partition(": ")[2]
    answer = f"{after.answer.partition(': ')[0]}: nothing could follow `{state.history[-1]}`"
    return replace(inside, legal=False, answer=f"{answer}, so the turn passed on; {reason}")


def _makers_of(state: Playthrough, question: Question) -> set[tuple[int, int, int]]:
    """Return the keys of the trials that make a legal move; empty if it is not legal."""
    with recorded_generation(state, lambda _: False) as found:
        legal = [m.trial for m in found.moves if m.legal and question.meets(m)]
        makes = found.error is None and not found.draws and None not in legal
        return {t.key() for t in legal[:NAMED] if t is not None} if makes else set()


def _further_trials(question: Question, found: Generation) -> set[tuple[int, int, int]]:
    """Return further trials to watch: the failing one, those that made the move of the question.

    If every such move was hidden, include a trial that made a move that hides it.
    """
    wanted = [found.failing] if found.error is not None else []
    meeting = [made for made in found.moves if question.meets(made)]
    wanted += [made.trial for made in meeting[:NAMED]]
    if meeting and not any(made.legal for made in meeting):
        wanted += [made.trial for made in found.moves if made.legal][:1]
    return {trial.key() for trial in wanted if trial is not None and not trial.watched}


def _visible_moves(state: Playthrough) -> list[str] | None:
    """Return the texts of the moves a player sees, or None if the script fails."""
    if state.position.has_list:
        return [move.text for move in state.moves(after_end=True)]
    with isolated(state.game), suppress(ScriptError):
        return [move.text for move in copy_state(state).moves(after_end=True)]
    return None


def _outcome(state: Playthrough) -> tuple[str | None, str | None]:
    with isolated(state.game), few_steps(state.game), suppress(ScriptError):
        twin = copy_state(state)
        return twin.outcome, twin.ending
    return None, None


def _error_of_playing(state: Playthrough, text: str) -> list[str]:
    try:
        with isolated(state.game), few_steps(state.game):
            twin = copy_state(state)
            twin.play(text, after_end=True)
            _ = twin.outcome
    except ForthgameError as error:
        return ["playing it ends with an error:", *(f"  {x}" for x in str(error).splitlines())]
    return []


class ExplanationBuilder:
    """Builds the explanation from a generation. The machine must hold the position and the list."""

    def __init__(
        self,
        state: Playthrough,
        question: Question,
        found: Generation,
        shown: list[str] | None,
        outcome: tuple[str | None, str | None],
    ) -> None:
        self.state, self.question, self.found = state, question, found
        self.outcome, self.ending = outcome
        self.makes = ""  # the first move that is legal
        made = [] if found.error is not None else [m.text for m in found.moves if m.legal]
        self.shown = shown if shown is not None else made
        self.wording = Wording(state.game)
        self.wording.before, self.wording.probe.by_token = found.before, found.by_token
        self.removed = DeclarationRules(state.game, self.wording)
        self.attempts = Attempts(state.game, question, self.wording)

    def explanation(self) -> Explanation:
        question = self.question
        meeting = [m for m in self.found.moves if question.meets(m)]
        legal = [m for m in meeting if m.legal and m.text in self.shown]
        if legal:
            return self._legal(legal)
        if (
            listed := [text for text in self.shown if question.fits(text)]
        ) and self.outcome is None:
            return self._listed_only(list(dict.fromkeys(listed)))
        hidden = [m for m in meeting if not m.legal]
        removed = [*question.unknown, *self.removed.failure(self.found)]
        lost = [m for m in meeting if m.legal and self.found.error is None]
        if lost:
            return self._not_listed(lost)
        for made in hidden[:NAMED]:
            removed += self.removed.hidden(made, self.found)
        left_out: list[str] = []
        if not hidden:
            tried = any(t.watched and not t.drop for t in self.found.trials)
            left_out = self.removed.untried(question, tried)
            removed += left_out
        removed += self._opening_move() + self._game_end() + self._failure_lines()
        untried = self.removed.passes_untried(self.found) if question.kind == "pass" else []
        if question.kind == "pass":
            removed[:0] = [word.sentence() for word in untried]
            removed += self.removed.passing(self.found)
        finder = self._finder()
        likely = self._missing(finder, bool(hidden))
        first = likely[0].trial if likely else None
        attempts, shown = self.attempts.of([] if hidden else self.found.trials, first=first)
        if hidden:  # show how the first of the moves was made that are legal instead
            attempts = [*islice(self._makers(made for made in self.found.moves if made.legal), 1)]
        reasons = dict.fromkeys(removed)
        lists = [line for line in reasons if line in self.removed.lists] if attempts else []
        declared = [line for line in reasons if line not in self.removed.lists]
        ended = self._game_end()
        declared = [line for line in declared if line not in ended]
        if question.kind == "pass" and self.found.error is None:
            declared = [word.sentence() for word in untried]
        sentences = [reason.sentence for reason in likely]
        others = declared[:1] and declared[0] in left_out and "was not tried" in declared[0]
        if others and any(t.watched and t.position == question.origin for t in self.found.trials):
            sentences = sentences or self._last_resort(attempts)  # what was tried says more
        sentences = sentences or self._declared(declared)
        deciding = self.found.failing or first or next((m.trial for m in hidden[:1]), None)
        watched = [t for t in self.found.trials if t.watched]
        doubt = self._doubt([deciding] if deciding else watched, sentences[:1])
        sentences = (
            sentences
            or self._last_resort(attempts)
            or ([] if question.kind == "pass" else ended[:1])
        )
        if sentences and "partial move before" in sentences[0] and (before := self._opening_move()):
            sentences[0] = f"{sentences[0]}; {before[0]}"
        if sentences and doubt:
            sentences[0] = f"{cut(sentences[0], LONGEST_ANSWER - len(doubt))}; {doubt}"
        refusal = f"{self._subject()}: {sentences[0]}" if sentences else ""
        return Explanation(
            question.text,
            False,
            cut(refusal, LONGEST_ANSWER) or self._refusal(hidden, attempts, untried),
            tuple(attempts),
            tuple(line for line in reasons if line not in lists),
            tuple(line for made in hidden[:1] for line in self._actions(made)),
            shown,
            (*self._position_notes(attempts, hidden), *self._cuts(finder)),
            lists=tuple(lists),
            suspects=tuple(sentences[1:]),
        )

    # -- not legal ------------------------------------------------------------------------------

    def _not_listed(self, made: list[GeneratedMove]) -> Explanation:
        """Explain a move that is generated but is not in the list that a player sees."""
        question = self.question
        lists = self.wording.said_in("$GenerateMoves")
        why, attempts = self._regeneration_cause(), list[Attempt]()
        if lists:
            why = f"`$GenerateMoves` opens a list of its own, and is run in {lists}"
        elif not self.found.draws:
            attempts = [*self._makers(made[:1])]
        answer = f"{self._subject()}: it was made, and the list of the turn is without it"
        actions = tuple(line for move in made[:1] for line in self._actions(move))
        removed = (why, *self._game_end())
        return Explanation(question.text, False, answer, tuple(attempts), removed, actions)

    def _subject(self) -> str:
        text = named_move(self.question.text)
        return {
            "position": f"no legal move begins at {text}",
            "piece": f"no {text} has a legal move",
        }.get(self.question.kind, f"{text} is not legal")

    def _missing(self, finder: ReasonFinder, hidden: bool) -> list[Reason]:
        """Return the likeliest reasons in what the move words did, the likeliest first."""
        if hidden or self.found.error is not None or self.question.kind == "pass":
            return []
        return finder.missing()

    def _declared(self, lines: list[str]) -> list[str]:
        """Return the first of the rules that prevent or remove the move, with an error's place."""
        error = self.found.error
        if error is None or not lines:
            return lines[:1]
        return [f"{lines[0].rstrip(':')}: {error_sentence(self.state.game, error)}"]

    def _cuts(self, finder: ReasonFinder) -> list[str]:
        """Report what was not watched or tried to the end, for lack of time."""
        cut_short = [
            f"`{trial.word.name}` of {piece_name(self.state.game, trial.piece)} at "
            f"{self.wording.position(trial.position)}"
            for trial in self.found.trials
            if any(segment.end == "limit" for segment in trial.segments)
        ]
        found = []
        if cut_short:
            more = f" and {len(cut_short) - NAMED} more" if len(cut_short) > NAMED else ""
            names = ", ".join(cut_short[:NAMED]) + more
            found.append(f"cut: {names} ran on for too long to be watched to the end")
        program, owner = self.state.game.forth.program, self.wording.probe.owner
        called = {entry for trial in self.found.trials for entry in trial.unwatched}
        if called:
            names = ", ".join(f"`{owner(program.function(e).entry)}`" for e in sorted(called))
            found.append(f"cut: {names} ran too long to be watched; its result was taken as it was")
        late = [trial for trial in self.found.trials if trial.skipped]
        found += [
            f"cut: the first {trial.skipped:,} steps of `{trial.word.name}` at "
            f"{self.wording.position(trial.position)} were not watched"
            for trial in late[:1]
        ]
        if finder.cut:
            found.append(CUT_CHANGES)
        return found

    def _finder(self) -> ReasonFinder:
        game = self.state.game
        return ReasonFinder(
            self.question,
            self.found,
            self.wording,
            ValueCauses(self.state, self.wording),
            doubted_lines(game),
            self.removed.filtered_word,
            self.attempts.ranking,
        )

    def _last_resort(self, attempts: list[Attempt]) -> list[str]:
        """Return a sentence about the nearest attempt."""
        question = self.question
        if question.origin >= 0 and question.targets and question.kind in ("move", "pair"):
            lines = no_way(self.wording, question.origin, question.targets[0])
            if lines and not any(each.ended.startswith("added ") for each in attempts[:1]):
                return lines
        stopped = f"leads nowhere from {self.wording.position(question.origin)}"
        unlinked = [a for a in attempts if stopped in a.ended and BESIDE in a.ended]
        attempts = [*unlinked, *attempts]
        for attempt in attempts[:1]:
            word = own_word(self.state.game, attempt.word)
            where = bracketed(attempt.place, None if word is None else word.place)
            differing = ": ".join(line.strip() for line in attempt.differs[:2])
            differs = f", but {differing}" if differing else ""
            made = attempt.ended.removeprefix("added ")
            ended = attempt.ended
            if made != ended:
                ended = f"added `{named_move(made.strip('`'))}`"
            if made != attempt.ended and not differs:
                return [
                    f"no move word makes it; the nearest, `{attempt.word}`, makes {made}{where}"
                ]
            nearest = (
                "no move word makes it; the nearest, " if question.targets and not differs else ""
            )
            return [f"{nearest}`{attempt.word}`: {ended}{differs}{where}"]
        return []

    def _refusal(
        self, hidden: list[GeneratedMove], attempts: list[Attempt], untried: list[Untried]
    ) -> str:
        question, subject = self.question, self._subject()
        if self.found.error is not None:
            return f"{subject}: there are no moves at all"
        if hidden:
            return f"{subject}: it was made, and then removed"
        if not attempts and untried:
            names = ", ".join(f"`{word.word.name}`" for word in untried)
            passes = "passes, but was" if len(untried) == 1 else "pass, but were"
            return f"{subject}: {names} {passes} not tried"
        if not attempts:
            which = "of this turn passes" if question.kind == "pass" else "was tried for it"
            return f"{subject}: no move word {which}"
        every = [made for attempt in attempts for made in (attempt, *attempt.twins)]
        words = ", ".join(dict.fromkeys(f"`{a.word}`" for a in every))
        return f"{subject}: {words} did not make it"

    def _opening_move(self) -> list[str]:
        allowed_moves = opened(self.state, explain) if self.removed.filter() else []
        return [f"the move before was `{self.state.history[-1]}`: {line}" for line in allowed_moves]

    def _makers(self, moves: Iterable[GeneratedMove]) -> Iterator[Attempt]:
        """Yield an attempt for each move, described on demand."""
        for made in moves:
            if made.trial is not None and made.segment is not None:
                yield self.attempts.attempt(made.trial, made.segment, made=True)

    def _failure_lines(self) -> list[str]:
        """Return the lines that led to the error that ended the generation."""
        failing = self.found.failing
        if self.found.error is None or failing is None or not failing.segments:
            return []
        lines = executed_lines(self.wording, failing.segments, failing.segments[-1])
        return [f"  {line}" for line in lines]

    def _better_types(self, made: GeneratedMove) -> list[str]:
        """Explain why no moves of a better priority were made, which would hide the move."""
        if made.trial is None or self.removed.filter():
            return []
        return better_types(self.state, self.wording, made.kind)

    def _tested_positions(self, made: GeneratedMove) -> list[int]:
        """Return the occupied positions that were tested before a move was made."""
        tests = made.segment.tests if made.segment is not None else []
        board, names = self.state.board, self.state.game.positions
        found = [place for test in tests for place in sorted(places_of(test))]
        return [place for place in found if 0 <= place < len(names) and names[place] in board]

    def _position_notes(
        self, attempts: list[Attempt], hidden: list[GeneratedMove], also: Sequence[int] = ()
    ) -> list[str]:
        """Describe the set-up of the positions in question and the links between them."""
        question = self.question
        names = self.state.game.declaration.positions
        positions = [p for p in (question.origin, *question.targets, *also) if p >= 0]
        positions = [*self.attempts.differing, *positions]
        if hidden:
            best = [m.text for m in self.found.moves if m.legal][:1]
            positions += [names.index(n) for t in best for n in t.split() if n in names]
        board = self.state.board
        empty = question.origin >= 0 and names[question.origin] not in board
        pieces = self.state.game.pieces
        moving = not attempts or not question.anywhere
        there = {kind for _, kind in board.values()}
        gone = [n for n in question.pieces if pieces[n - 1] not in there or (empty and moving)]
        linked = attempts and question.origin >= 0 and question.targets
        lines = no_way(self.wording, question.origin, question.targets[0]) if linked else []
        first = (*self.state.past, self.state.position)[0]
        lines += set_up_notes(
            self.wording, positions, gone, memoryview(first.board).cast("i").tolist()
        )
        return lines + past_notes(self.state, self.wording, positions, self.attempts.reads)

    def _game_end(self) -> list[str]:
        if self.outcome is None:
            return []
        result, by = f"{self.outcome} for {self.state.player}", self.ending
        if self.state.player not in self.state.game.declaration.competitors:
            return [self.state.ending_text()]
        if by is not None:
            return [f"the game is over by the ending `{by}`: {result}"]
        word = own_word(self.state.game, "OnIsGameOver")
        if word is None:
            return [f"the game is over: {result}, as there is no move"]
        return [f"the game is over: OnIsGameOver says {result}{bracketed(word.place)}"]

    def _regeneration_cause(self) -> str:
        """Explain why a second generation of the same turn gives another list."""
        if self.found.draws:
            return "generating moves draws random numbers here"
        return "something that is read outside of the position has changed since the list was made"

    # -- legal ----------------------------------------------------------------------------------

    def _listed_only(self, texts: list[str]) -> Explanation:
        """Explain moves in the list that a player sees that are not generated again."""
        found, text = self.found, self.question.text
        attempts, shown = self.attempts.of([] if found.draws else found.trials)
        names = ", ".join(map(named_move, texts[:NAMED])) + (" …" if len(texts) > NAMED else "")
        was = "was" if len(texts) == 1 else "were"
        legal = f"{named_move(text)} is legal" if texts == [text] else f"{text}: legal is {names}"
        answer = f"{legal}, but {was} not made again: {self._regeneration_cause()}"
        return Explanation(text, True, answer, tuple(attempts), shown=shown)

    def _legal(self, legal: list[GeneratedMove]) -> Explanation:
        question = self.question
        names = ", ".join(dict.fromkeys(named_move(m.text) for m in legal[:NAMED]))
        names += " …" if len(legal) > NAMED else ""
        over = self._game_end()
        answer = (
            f"{question.text}: {'but for the end legal would be' if over else 'legal is'} {names}"
        )
        if question.kind == "move":
            verdict = "not legal, as the game is over" if over else "legal"
            answer = f"{named_move(question.text)} is {verdict}"
        makers = dict.fromkeys(self._word(m.trial) for m in legal if m.trial)
        made = f"{', '.join(makers)} {'makes it' if len(makers) == 1 else 'make'}"
        answer += f": {made if makers else 'the engine adds it'}"
        answer += self.removed.shared(legal[0].trial)
        answer += self.removed.hides(legal[0], self.found)
        if self.removed.filter():
            answer += f"; {self.removed.filter_reason()}"
        actions = [line for made in legal[:NAMED] for line in self._actions(made)]
        asked = []
        if legal[0].trial is not None:
            asked = explain_legality_event(self.state.game, legal[0], self.wording)
            actions += asked
        self.makes = legal[0].text
        finder = self._finder()
        likely = MadeReasons(finder, self.attempts).of(legal)
        sentences = [reason.sentence for reason in likely] or actions[1:2]
        ranked = self.state.game.declaration.priorities
        better = ranked[: ranked.index(legal[0].kind)] if legal[0].kind in ranked else []
        hiding = [t for t in self.found.trials if better and t.kind in better]
        doubt = self._doubt([*(m.trial for m in legal[:1] if m.trial), *hiding], sentences[:1])
        attempts = [*self._makers(legal[:NAMED])]
        if len(legal) > 1 and question.kind != "move":
            others = [t for t in self.found.trials if t.watched]
            attempts += self.attempts.of(others, {made.address for made in legal})[0]
        if not over:
            plain = not any(sentences[:1]) or sentences[0].startswith(PLAIN)
            parts = (answer, doubt if plain else "", *sentences[:1], *asked[:1])
            told = "; ".join(part.strip() for part in parts if part)
            tail = self.removed.set_up_of(legal[0]) + (f"; {doubt}" if doubt not in told else "")
            answer = f"{cut(told, LONGEST_ANSWER - len(tail))}{tail}"
        return Explanation(
            question.text,
            not over,
            cut(answer, LONGEST_ANSWER),
            tuple(attempts),
            tuple(over),
            tuple(actions),
            notes=tuple(
                self._position_notes([], [], self._tested_positions(legal[0]))
                + self._better_types(legal[0])
                + self._cuts(finder)
            ),
            suspects=tuple(sentences[1:]),
        )

    def _doubt(self, trials: list[WordTrial], sentences: list[str]) -> str:
        """Return a finding of the checker in the lines that some trials ran, if it is new.

        Of trials that were not watched to the end, all lines that they may run count.
        """
        game, probe = self.state.game, self.wording.probe
        cells = {cell for trial in trials for segment in trial.segments for cell in segment.ran}
        for trial in trials:
            if trial.skipped or not trial.segments:
                for function in game.forth.program.called({trial.word.entry}):
                    cells.update(function.instructions)
        places = (probe.place(cell) for cell in cells)
        ran = [place for place in places if place is not None]
        hops = [hop for trial in trials for segment in trial.segments for hop in segment.hops]
        for hop in {(hop.word, hop.source, hop.cell) for hop in hops}:
            ran += self.wording.ways.links_at(*hop)
        turned, failed = bool(trials) and self.wording.ways.turns(), self.found.error is not None
        doubt = doubt_about(game, ran, turned, failed)
        known = named_in(sentences)
        return "" if named_in([doubt.partition(",")[0]]) <= known else doubt

    def _word(self, trial: WordTrial) -> str:
        """Return the name of a trial's word, with the place of its definition."""
        return f"`{trial.word.name}`{bracketed(trial.word.place)}"

    def _forced_pass_notes(self) -> list[str]:
        """Describe how much was tried before the engine added a pass."""
        tried = len(self.found.trials)
        lines = [
            f"move words were tried {tried} times and added none: ask about a position to see why"
            if tried
            else "no move word was tried: the player has no piece that moves, and none to drop"
        ]
        places = self.wording.said_in("$passTurnForced")
        return [*lines, f"`$passTurnForced` is set in {places}"] if places else lines

    def _actions(self, made: GeneratedMove) -> list[str]:
        if made.trial is None:
            return [
                f"`{made.text}` is added by the engine: there is no other move",
                *self._forced_pass_notes(),
            ]
        word, at = made.trial.word, self.wording.position(made.trial.position)
        kind = f", of type {type_name(self.wording.game, made.kind)}" if made.kind else ""
        which = "it" if made.text == self.question.text else f"`{made.text}`"
        actions = [] if made.segment is None else self.attempts.actions(made.segment.actions)
        title = f"{which} is made by `{word.name}`{bracketed(word.place)} at {at}{kind}:"
        return [title, *(f"  {line}" for line in actions)]
