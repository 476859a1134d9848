"""Findings about evaluations and endings that favour the wrong player."""

from __future__ import annotations

import re
from itertools import pairwise

from forthgame.check.findings import line_of
from forthgame.check.text.contradictions import GROWING_COUNTS, condition
from forthgame.check.text.copied_code import COUNTED
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts, Fork

NAME_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
OWN, OTHER = "current-player", "next-player"
MATERIAL = "material-balance"
OWN_NAMES = frozenset(("friend", "friends", "friendly", "own", "my", "mine", "ours"))
OTHER_NAMES = frozenset(("enemy", "enemies", "foe", "foes", "opponent", "their", "theirs"))
KEPT = frozenset(("left", "count", "men", "pieces", "alive", "remaining", "stones"))  # of a player
SIGNS = ("0>", "0<")
CHOICE = 8  # words of a definition that only chooses by the player
ZERO_TESTS = (["0="], ["0", "="], ["NOT"])
INTENDED = re.compile(r"\b(wins?|won|mis[eè]re|los(e|es|ing|er)|suicide|give ?away|anti)\b", re.I)
LESS = re.compile(r"\b(less|least|fewest|mis[eè]re|suicide|give ?away|anti)\b", re.I)
LOSING_GAME = re.compile(r"lo+sing|loser|mis[eè]re|suicid|give-?away|anti|reverse", re.I)


def check_results(texts: DefinitionTexts) -> None:
    """Report an evaluation with the wrong sign, and a win of who has lost everything."""
    if LOSING_GAME.search(texts.script.path.name):
        return
    count = len(texts.script.findings)
    for body in texts.bodies:
        if body.word.name == "OnEvaluate":
            _check_evaluation(texts, body)
        if body.word.name == "OnIsGameOver":
            for fork in body.forks():
                _check_ending(texts, body, fork)
                _check_lead(texts, body, fork)
            _check_opposite(texts, body)
    if {finding.code for finding in texts.script.findings[count:]} == {"FG564", "FG565"}:
        del texts.script.findings[count:]  # it is a game in which one tries to lose


# -- evaluations ----------------------------------------------------------------------------------


def _check_evaluation(texts: DefinitionTexts, body: DefinitionText) -> None:
    """Report `next-player WORD` less `current-player WORD`, and a negative material balance."""
    said = body.texts
    for k, text in enumerate(said[:-1]):
        following = said[k + 1]
        after = said[k + 2 : k + 3]
        if following == MATERIAL:
            wrong = after == ["NEGATE"] if text == OWN else text == OTHER and after != ["NEGATE"]
            if wrong and not {"-", "NEGATE"} & set(said[k + 3 :]):
                _report_sign(texts, body, k, f"{text} {following} {' '.join(after)}".strip())
        elif said[k : k + 5] == [OTHER, following, OWN, following, "-"] and (
            _counts(following) or _is_added(said, k + 5)
        ):
            _report_sign(texts, body, k + 4, " ".join(said[k : k + 5]))
    own = any(
        one == OWN and (other == MATERIAL or (_counts(other) and OTHER not in said))
        for one, other in pairwise(said)
    )
    turned = any(said[k : k + 3] == ["IF", "NEGATE", "ENDIF"] for k in range(len(said) - 3))
    if turned and said[-1:] == ["NEGATE"] and OWN in said:
        _report_sign(texts, body, len(said) - 1, "IF NEGATE ENDIF … NEGATE")
    if own and said[-1:] == ["NEGATE"] and "NEGATE" not in said[:-1] and len(said) > 3:
        _report_sign(texts, body, len(said) - 1, "… NEGATE")
    _check_sides(texts, body)
    _check_turned(texts, body)


def _is_added(said: list[str], start: int) -> bool:
    """Return whether the rest of an evaluation adds the player's own material."""
    pairs = [*pairwise(said[start:])]
    return (OWN, MATERIAL) in pairs and not {"-", "NEGATE"} & set(said[start:])


def _check_turned(texts: DefinitionTexts, body: DefinitionText) -> None:
    """Report what a player has left being negated for this player."""
    players = {player.name for player in texts.script.declared.players}
    for fork in body.forks():
        subject, name, test = (
            body.texts[max(0, fork.at - 3) : fork.at] if fork.at > 2 else ("",) * 3
        )
        negated = body.texts[fork.at + 1 : fork.end] == ["NEGATE"]
        if not negated or (subject, test) != (OWN, "=") or name not in players:
            continue
        named = [t for t in body.texts[: fork.at - 3] if texts.kind(t) in ("variable", "word")]
        owned = [{part.lower() for part in NAME_PART.findall(t)} for t in named]
        whose = [parts for parts in owned if name.lower() in parts and parts & KEPT]
        if whose and len(named) == len(whose) == 1:
            _report_sign(texts, body, fork.at + 1, f"{named[0]} … {subject} {name} = IF NEGATE")


def _check_sides(texts: DefinitionTexts, body: DefinitionText) -> None:
    """Report a loop that subtracts the worth of friends and adds that of enemies."""
    signs: dict[str, tuple[str, int]] = {}
    seen: dict[tuple[str, ...], tuple[str, int]] = {}
    for fork in body.forks():
        test = body.texts[fork.at - 1] if fork.at else ""
        inner = body.texts[fork.at + 1 : fork.other if fork.other >= 0 else fork.end]
        if len(inner) > 1 and inner[-1] in ("+", "-"):
            whole = (*body.texts[max(0, fork.at - 2) : fork.at], *inner[:-1])
            sign, first = seen.setdefault(whole, (inner[-1], fork.at))
            if sign != inner[-1]:
                line = line_of(body.tokens[first].place, body.tokens[fork.at].place)
                _report_cancelled(texts, body, fork.at, line)
                return
        if test in ("friend-at?", "enemy-at?", "friend?", "enemy?") and inner:
            signs[test.partition("-")[0].rstrip("?")] = inner[-1], fork.at
    friend, enemy = signs.get("friend"), signs.get("enemy")
    if friend and enemy and friend[0] in ("-", "1-") and enemy[0] in ("+", "1+"):
        _report_sign(texts, body, friend[1], "friends subtracted, enemies added")
    elif friend and enemy and friend[0] == enemy[0] and friend[0] in ("+", "1+", "-", "1-"):
        token = body.tokens[enemy[1]]
        texts.script.report(
            "FG564",
            f"pieces of both sides count alike here (`{friend[0]}`): those of friends in "
            f"{line_of(body.tokens[friend[1]].place, token.place)}, those of enemies in this one; "
            "is the sign right?",
            token,
            body.word.name,
        )


def _report_cancelled(texts: DefinitionTexts, body: DefinitionText, at: int, line: str) -> None:
    texts.script.report(
        "FG564",
        f"`{body.texts[at - 1]} IF` subtracts here what it adds in {line}, so both cancel; is "
        "another test meant?",
        body.tokens[at - 1],
        body.word.name,
    )


def _counts(name: str) -> bool:
    return bool(COUNTED & {part.lower() for part in NAME_PART.findall(name)})


def _report_sign(texts: DefinitionTexts, body: DefinitionText, at: int, said: str) -> None:
    if _is_intended(body, at):
        return
    texts.script.report(
        "FG564",
        f"the evaluation is for the player to move, and here the more the player has, the worse it "
        f"is (`{said}`); is the sign right?",
        body.tokens[at],
        body.word.name,
    )


def _is_intended(body: DefinitionText, at: int, said: re.Pattern[str] = INTENDED) -> bool:
    """Return whether a comment before the definition, or in its line, explains the result."""
    token = body.tokens[at]
    lines = token.source.text.split("\n")
    start = body.word.place.line - 1 if body.word.place else token.place.line - 1
    shown = [*lines[max(0, start - 2) : start + 1], lines[token.place.line - 1]]
    comments = [line.partition("\\")[2] for line in shown]
    return any(said.search(comment) or "fewer" in comment.lower() for comment in comments)


# -- endings --------------------------------------------------------------------------------------


def _check_ending(texts: DefinitionTexts, body: DefinitionText, fork: Fork) -> None:
    """Report a win of a player who has no move, or nothing left, and a loss of the opponent's."""
    tests = condition(body, fork.at)
    yes = body.texts[fork.at + 1 : fork.other if fork.other >= 0 else fork.end]
    results = [text for text in yes if text.startswith("#")]
    if len(results) != 1 or results[0] not in ("#WinScore", "#LossScore"):
        return
    wins = results[0] == "#WinScore"
    limit = len(tests) == 3 and tests[0] in GROWING_COUNTS and tests[2] in (">", ">=")
    if limit and wins and fork.other >= 0 and OWN not in body.texts:
        texts.script.report(
            "FG565",
            f"the player to move wins by the mere number of turns (`{' '.join(tests)}`); is a loss "
            "or a draw meant?",
            body.tokens[body.texts.index(results[0], fork.at)],
            body.word.name,
        )
        return
    owner = _who_has_nothing(tests)
    if (owner == OWN and wins) or (owner == OTHER and not wins):
        who = "the player to move has" if owner == OWN else "the opponent has"
        result = "wins" if wins else "wins, as the player to move loses"
        at = body.texts.index(results[0], fork.at)
        if _is_intended(body, at) or _is_intended(body, fork.at):
            return
        texts.script.report(
            "FG565",
            f"{who} nothing left where `{' '.join(tests[-4:])}` holds, and {result}; are win and "
            "loss exchanged?",
            body.tokens[at],
            body.word.name,
        )


def _check_lead(texts: DefinitionTexts, body: DefinitionText, fork: Fork) -> None:
    """Report a win of who has less, by a word that takes the opponent's number from the own one."""
    tests = condition(body, fork.at)
    yes = body.texts[fork.at + 1 : fork.other if fork.other >= 0 else fork.end]
    if len(tests) != 2 or tests[1] not in SIGNS or yes[:1] not in (["#WinScore"], ["#LossScore"]):
        return
    lead = next((other for other in texts.bodies if other.word.name == tests[0]), None)
    sides = [] if lead is None else [side for t in lead.texts if (side := _side(texts, t))]
    if lead is None or lead.texts[-1:] != ["-"] or sides not in ([OWN, OTHER], [OTHER, OWN]):
        return
    more = (tests[1] == "0>") == (sides[0] == OWN)
    if more == (yes[0] == "#WinScore") or _is_intended(body, fork.at, LESS):
        return
    line = line_of(lead.tokens[0].place, body.tokens[fork.at].place)
    texts.script.report(
        "FG565",
        f"the player to move {'wins' if yes[0] == '#WinScore' else 'loses'} with "
        f"{'more' if more else 'less'} than the opponent: `{tests[0]}` ({line}) is the difference; "
        "are win and loss exchanged?",
        body.tokens[fork.at + 1],
        body.word.name,
    )


def _check_opposite(texts: DefinitionTexts, body: DefinitionText) -> None:
    """Report one result for a condition of the player and for the same of the opponent."""
    seen: list[tuple[list[str], str, int]] = []
    for fork in sorted(body.forks(), key=lambda fork: fork.at):
        tests = condition(body, fork.at)
        yes = body.texts[fork.at + 1 : fork.other if fork.other >= 0 else fork.end]
        results = [text for text in yes if text.startswith("#")]
        if len(results) != 1 or results[0] not in ("#WinScore", "#LossScore"):
            continue
        at = body.texts.index(results[0], fork.at)
        for before, result, first in seen:
            if result == results[0] and _are_opposite(texts, before, tests):
                line = line_of(body.tokens[first].place, body.tokens[at].place)
                texts.script.report(
                    "FG565",
                    f"the result is {result} after `{' '.join(before[-4:])}` ({line}) and after "
                    f"`{' '.join(tests[-4:])}`; are win and loss exchanged?",
                    body.tokens[at],
                    body.word.name,
                )
        seen.append((tests, results[0], at))


def _are_opposite(texts: DefinitionTexts, one: list[str], other: list[str]) -> bool:
    """Return whether two conditions differ only in naming the player or the opponent.

    Further tests after OR may follow in one of them.
    """
    short, long = sorted((one, other), key=len)
    if len(short) < len(long) and long[-1] != "OR":
        return False
    pairs = [(a, b) for a, b in zip(short, long, strict=False) if a != b]
    return len(pairs) == 1 and {_side(texts, name) for name in pairs[0]} == {OWN, OTHER}


def _side(texts: DefinitionTexts, name: str) -> str:
    """Return `current-player` or `next-player` for a word that names it, empty if unknown."""
    if name in (OWN, OTHER):
        return name
    parts = {part.lower() for part in NAME_PART.findall(name)}
    body = next((body for body in texts.bodies if body.word.name == name), None)
    if body is not None and (chosen := _chosen_by_player(body)) is not None:
        asked, yes, no = chosen
        if yes != no and asked in (yes, no):
            return OWN if asked == yes else OTHER
    return OWN if parts & OWN_NAMES else OTHER if parts & OTHER_NAMES else ""


def _chosen_by_player(body: DefinitionText) -> tuple[str, str, str] | None:
    """Return the names in `current-player A = IF B ELSE C ENDIF`; None for any other word."""
    said = body.texts
    asks = [said[k] for k in (0, 2, 3, 5, 7)] if len(said) == CHOICE else []
    if asks != [OWN, "=", "IF", "ELSE", "ENDIF"]:
        return None
    return said[1], said[4], said[6]


def _who_has_nothing(tests: list[str]) -> str:
    """Return the player who has nothing left if the condition holds, empty if unknown."""
    if tests == ["stalemate?"] or tests == ["move-count", "0="]:
        return OWN
    for ending in ZERO_TESTS:
        rest = tests[: -len(ending)]
        if tests[-len(ending) :] != ending or not 1 <= len(rest) <= 3:
            continue
        if rest[-1] == "@":
            rest = rest[:-1]
        if len(rest) == 2 and rest[0] in (OWN, OTHER) and _counts(rest[1]):
            return rest[0]
        parts = {part.lower() for part in NAME_PART.findall(rest[-1])} if len(rest) == 1 else set()
        if parts & COUNTED and parts & OWN_NAMES and not parts & OTHER_NAMES:
            return OWN
        if parts & COUNTED and parts & OTHER_NAMES and not parts & OWN_NAMES:
            return OTHER
    return ""
