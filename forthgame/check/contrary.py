"""Findings about the ways of an IF: a test that its condition has answered, a result on the wrong
side."""

from __future__ import annotations

from forthgame.check.kinds import STRUCTURES
from forthgame.check.text import Body, Fork, Texts
from forthgame.check.unlike import EXCLUDES

EXCLUDES_AT = {
    f"{one[:-1]}-at?": tuple(f"{other[:-1]}-at?" for other in others)
    for one, others in EXCLUDES.items()
}
CONSTANT = frozenset(("player", "piece", "position", "number"))
STILL = frozenset(("I", "J", "here", "from", "DUP", "current-player", "piece-type", "player"))
ON = "#UnknownScore"
OVER = frozenset(("#WinScore", "#LossScore", "#DrawScore"))
NEGATING = frozenset(("NOT", "0=", "INVERT", "0<>", "=", "<>"))
GROWING = frozenset(("turn-number", "quiet-turns", "repetitions"))
CONTROL = STRUCTURES | {"EXIT", "verify"}


def check_contrary(texts: Texts) -> None:
    """Report tests that cannot hold behind an IF, and results of a game on the wrong side."""
    for body in texts.bodies:
        for fork in body.forks():
            _check_inner(texts, body, fork)
            if body.word.name == "OnIsGameOver" and fork.other >= 0:
                _check_result(texts, body, fork)


# -- a test behind a test --------------------------------------------------------------------------


def _check_inner(texts: Texts, body: Body, fork: Fork) -> None:
    """The first test on the way where the condition holds, of the same thing."""
    said = body.texts
    first = fork.at + 1
    if fork.at == 0 or "word" in (texts.kind(said[fork.at - 1]), texts.kind(said[first])):
        return
    test, of = said[fork.at - 1], said[fork.at - 2] if fork.at > 1 else ""
    if said[first] in EXCLUDES.get(test, ()):
        _report_inner(texts, body, first, test, said[first])
    elif of in STILL and said[first] == of and said[first + 1] in EXCLUDES_AT.get(test, ()):
        _report_inner(texts, body, first + 1, f"{of} {test}", f"{of} {said[first + 1]}")
    elif test == "=" and fork.at >= 3 and said[first + 2 : first + 4] == ["=", "IF"]:
        one, other = said[fork.at - 2], said[first + 1]
        same = said[fork.at - 3] == said[first] and said[first] in STILL
        kinds = texts.kind(one), texts.kind(other)
        if same and one != other and kinds[0] == kinds[1] and kinds[0] in CONSTANT:
            whole = f"{said[first]} {one} =", f"{said[first]} {other} ="
            _report_inner(texts, body, first + 2, *whole)


def _report_inner(texts: Texts, body: Body, at: int, held: str, test: str) -> None:
    texts.script.report(
        "FG550",
        f"`{test}` cannot hold here, because `{held} IF` has held; is it meant for the other way?",
        body.tokens[at],
        body.word.name,
    )


# -- a result on the wrong side --------------------------------------------------------------------


def _check_result(texts: Texts, body: Body, fork: Fork) -> None:
    """The game goes on where it has to end, and ends where it goes on."""
    yes = body.texts[fork.at + 1 : fork.other]
    no = body.texts[fork.other + 1 : fork.end]
    ending = len(no) == 1 and no[0] in OVER
    condition = _condition(body, fork.at)
    limit = len(condition) == 3 and condition[0] in GROWING and condition[2] in (">", ">=")
    if ending and _without_a_move(condition) and _goes_on(yes):
        why = f"without a move the game goes on, and with one it is over ({no[0]})"
    elif ending and limit and yes == [ON]:
        why = f"the game is over ({no[0]}) until `{' '.join(condition)}`, and goes on from then"
    else:
        return
    texts.script.report(
        "FG554",
        f"{why}; do the ways of this IF stand on the wrong sides?",
        body.tokens[fork.at],
        body.word.name,
    )


def _goes_on(way: list[str]) -> bool:
    """Whether a way may leave the result that the game goes on, and nothing else but a draw."""
    return ON in way and not {"#WinScore", "#LossScore"} & {*way}


def _without_a_move(condition: list[str]) -> bool:
    """Whether a condition holds wherever there is no move."""
    if "stalemate?" not in condition:
        return False
    behind = condition[condition.index("stalemate?") + 1 :]
    return not behind or (behind[-1] == "OR" and not NEGATING & {*behind})


def _condition(body: Body, at: int) -> list[str]:
    """What stands before an IF, up to a word that ends what was before."""
    found: list[str] = []
    while at > 0 and body.texts[at - 1] not in CONTROL | OVER | {ON}:
        at -= 1
        found.insert(0, body.texts[at])
    return found if not {"AND", "XOR"} & {*found} else []
