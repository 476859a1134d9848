"""Findings about declarations that are symmetric except for one part."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from itertools import combinations, combinations_with_replacement, islice, pairwise

from forthgame.base.source import Token
from forthgame.check.findings import line_of
from forthgame.check.loading.checked_script import CheckedScript, DeclaredName
from forthgame.rules.model import Direction, SetUp

FEWEST = 4  # fitting parts that make a different one doubtful
MOST_ODD = 2
FEWEST_LINKS = 6  # of a track
FEWEST_ALIKE = 2  # listed words that make a similar unlisted one doubtful
STEM = re.compile(r".+?[-_./]|[A-Z]?[a-z]+(?=[A-Z])")
COMPASS = {
    "n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1),
    "ne": (-1, 1), "nw": (-1, -1), "se": (1, 1), "sw": (1, -1),
    "north": (-1, 0), "south": (1, 0), "east": (0, 1), "west": (0, -1),
    "northeast": (-1, 1), "northwest": (-1, -1), "southeast": (1, 1), "southwest": (1, -1),
    "up": (-1, 0), "down": (1, 0), "right": (0, 1), "left": (0, -1),
}  # fmt: skip
Step = tuple[int, int]


def check_mirrored(script: CheckedScript) -> None:
    """Report parts that do not fit into otherwise symmetric declarations."""
    for check in (
        _check_set_ups,
        _check_links,
        _check_tracks,
        _check_directions,
        _check_symmetries,
        _check_lists,
        _check_families,
        check_unlisted,
        _check_turns,
    ):
        check(script)


# -- set-ups --------------------------------------------------------------------------------------


def _check_set_ups(script: CheckedScript) -> None:
    """Report set-ups without counterpart if two players' pieces otherwise mirror each other."""
    declared = script.declared
    if not declared.boards or declared.again is not None:
        return
    rows, columns = declared.rows, declared.columns
    spots = declared.spots()
    sides: dict[int, dict[Step, tuple[int, SetUp]]] = defaultdict(dict)
    for item in declared.setups:
        player, piece, position = script.set_up_values(item)
        if player is None or piece is None or position is None:
            return
        board, *spot = spots.get(position, (-1, 0, 0))
        if board == 0 and not player & 1024:
            sides[player][spot[0], spot[1]] = (piece, item)
    maps = board_images(rows, columns)
    _check_gaps(script, sides)
    for side in sides.values():
        _check_shape(script, side, maps[:2])
    for one, other in combinations(sides.values(), 2):
        script.deadline.look()
        if max(len(one), len(other)) < FEWEST:
            continue
        odds = []
        for image in maps:
            turned = {image(*spot): what for spot, what in one.items()}
            left = {p: i for p, (kind, i) in turned.items() if other.get(p, (0,))[0] != kind}
            right = {p: i for p, (kind, i) in other.items() if turned.get(p, (0,))[0] != kind}
            odds.append((len(left) + len(right), left, right, image))
        count, left, right, image = min(odds, key=lambda odd: odd[0])
        fits = min(len(one), len(other)) - min(len(left), len(right))
        pair = len(left) == len(right) == 1
        fewest = FEWEST - 1 if pair and _are_beside(*left, *right) else FEWEST
        if 0 < count <= MOST_ODD and fits >= fewest:
            if pair:
                _report_set_up(script, *left.values(), *right.values())
                continue
            here: dict[Step, SetUp] = {image(*spot): item for spot, (_, item) in one.items()}
            there: dict[Step, SetUp] = {spot: item for spot, (_, item) in other.items()}
            for lone, others in ((left, there), (right, here)):
                for place, item in lone.items():
                    beside = _nearest(place, others) if count == 1 else None
                    _report_set_up(script, item, beside=beside)


def board_images(rows: int, columns: int) -> list[Callable[[int, int], Step]]:
    """Return the maps of a board onto itself that exchange its sides."""
    maps: list[Callable[[int, int], Step]] = [
        lambda r, c: (rows - 1 - r, c),
        lambda r, c: (rows - 1 - r, columns - 1 - c),
        lambda r, c: (r, columns - 1 - c),
    ]
    if rows == columns:
        maps += [
            lambda r, c: (c, r),
            lambda r, c: (columns - 1 - c, rows - 1 - r),
            lambda r, c: (c, rows - 1 - r),
            lambda r, c: (columns - 1 - c, r),
        ]
    return maps


def _check_shape(
    script: CheckedScript,
    side: dict[Step, tuple[int, SetUp]],
    maps: list[Callable[[int, int], Step]],
) -> None:
    """Report a piece that stands beside the only square where it would make a set-up symmetric."""
    kinds = {spot: kind for spot, (kind, _) in side.items()}

    def fits(spots: dict[Step, int]) -> bool:
        return all(
            spots.get(image(*spot)) == kind for spot, kind in spots.items() for image in maps
        )

    if len(kinds) < FEWEST or fits(kinds):
        return
    around = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
    found = []
    for (row, column), kind in kinds.items():
        script.deadline.look()
        rest = {spot: other for spot, other in kinds.items() if spot != (row, column)}
        for down, right in around:
            spot = row + down, column + right
            if spot not in kinds and fits(rest | {spot: kind}):
                found.append(side[row, column][1])
    if len(found) == 1:
        script.report(
            "FG538",
            f"{_said(found[0])} is beside the position where it would make the set-up of its "
            "player symmetric; is it one off?",
            found[0].position.place,
            found[0].position.text,
        )


def _are_beside(one: Step, other: Step) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def _check_gaps(script: CheckedScript, sides: dict[int, dict[Step, tuple[int, SetUp]]]) -> None:
    """Report a piece beside the only gap of a row of its like, if there is one such piece."""
    found: list[tuple[SetUp, int]] = []
    for side in sides.values():
        spots: dict[int, set[Step]] = defaultdict(set)
        for spot, (kind, _) in side.items():
            spots[kind].add(spot)
        for group in spots.values():
            found += [(side[spot][1], row) for spot, row in _beside_gaps(group, side.keys())]
    if len(found) == 1:
        item, row = found[0]
        script.report(
            "FG538",
            f"{_said(item)} stands beside a gap in row {script.declared.rows - row} of pieces of "
            "its kind; is it on a wrong position?",
            item.position.place,
            item.position.text,
        )


def _beside_gaps(group: set[Step], taken: Collection[Step]) -> list[tuple[Step, int]]:
    """Return pieces that are alone in their row and could fill the gap of another row."""
    in_rows: dict[int, list[int]] = defaultdict(list)
    for row, column in group:
        in_rows[row].append(column)
    found = []
    for row, columns in in_rows.items():
        low, high = min(columns), max(columns)
        gaps = set(range(low, high + 1)).difference(columns)
        if len(columns) < FEWEST - 1 or len(gaps) != 1 or (row, *gaps) in taken:
            continue
        (gap,) = gaps
        found += [
            ((other, lone[0]), row)
            for other, lone in in_rows.items()
            if len(lone) == 1 and abs(other - row) == 1 and lone[0] == gap
        ]
    return found


def _nearest(spot: Step, others: dict[Step, SetUp]) -> SetUp:
    """Return the set-up that is nearest to a spot."""
    row, column = spot
    return min(others.items(), key=lambda it: (abs(it[0][0] - row), abs(it[0][1] - column)))[1]


def _report_set_up(
    script: CheckedScript,
    item: SetUp,
    other: SetUp | None = None,
    beside: SetUp | None = None,
) -> None:
    """Report an item that does not match another one, or has none, perhaps beside a set-up."""
    place = item.position.place
    if beside is not None:
        line = line_of(place, beside.position.place)
        place = beside.position.place
        what = f"{_said(item)} ({line}) has no counterpart beside {_said(beside)}"
        remedy = "is one missing here, or that one wrong?"
    elif other is None:
        what, remedy = f"{_said(item)} has no counterpart", "is one missing, or this one wrong?"
    else:
        line = line_of(other.position.place, place)
        what = f"{_said(item)} does not match {_said(other)} ({line})"
        remedy = "is one of them on a wrong position?"
    script.report(
        "FG538", f"the set-ups mirror each other, and {what}; {remedy}", place, item.position.text
    )


def _said(item: SetUp) -> str:
    return f"`{item.player.text} {item.piece.text} {item.position.text}`"


# -- links and directions -------------------------------------------------------------------------


def _check_links(script: CheckedScript) -> None:
    """Report links without a link back if directions otherwise undo each other, or themselves."""
    linked = {name for name, _ in script.declared.explicit}
    given = [d for d in script.declared.directions if d.name in linked and d.steps is None]
    names = script.declared.positions
    for one, other in combinations_with_replacement(given, 2):
        script.deadline.look()
        if not _undoes(one, other):
            continue
        pairs = {(a, b) for a, b in one.links.items()}
        back = {(b, a) for a, b in other.links.items()}
        both, lone = pairs & back, pairs ^ back
        if len(both) < FEWEST or not lone or len(lone) > MOST_ODD or len(lone) > len(both) // 3:
            continue
        for a, b in sorted(lone if one is not other else lone & pairs):
            direction, source, target = (one, a, b) if (a, b) in pairs else (other, b, a)
            opposite = other if direction is one else one
            entry = script.declared.explicit.get((direction.name, source))
            place = entry[1] if entry else None
            where = _where_linked(script, opposite, target, place)
            script.report(
                "FG539",
                f"`{direction.name}` leads from {names[source]} to {names[target]}, and "
                f"`{opposite.name}` does not lead back, as it does for {len(both)} others{where}; "
                "is a link wrong or missing?",
                place,
                direction.name,
            )


def _where_linked(
    script: CheckedScript, direction: Direction, source: int, seen: Token | None
) -> str:
    """Return the line where a link from a position stands, or where it would stand."""
    given = script.declared.explicit
    own = {place: at[1] for (name, place), at in given.items() if name == direction.name}
    if seen is None or not own:
        return ""
    nearest = min(own, key=lambda place: abs(place - source))
    line = line_of(own[nearest].place, seen.place)
    if nearest == source:
        return f" (it leads elsewhere in {line})"
    return f" (its link would stand near {line})"


def _check_tracks(script: CheckedScript) -> None:
    """Report a step aside in a track of neighbours, and a link that only a mirrored track has."""
    declared = script.declared
    spots = declared.spots()
    linked = {name for name, _ in declared.explicit}
    tracks = [d for d in declared.directions if d.name in linked and d.steps is None]
    for track in tracks:
        targets = set(track.links.values())
        if len(track.links) < FEWEST_LINKS or len(targets) == len(track.links):
            continue  # no two links lead to one position
        lost = track.links.keys() - targets
        if len(lost) != 1:
            continue
        counts = Counter(track.links.values())
        entered = [place for place, count in counts.items() if count > 1]
        aside = [
            (source, target)
            for source, target in track.links.items()
            if _distance(spots.get(source), spots.get(target)) != 1
        ]
        if len(entered) != 1:
            continue
        missed = declared.positions[next(iter(lost))]
        if len(aside) == 1 and aside[0][1] == entered[0]:
            what = f"and all others lead to a neighbour; nothing leads to {missed}"
            _report_link(script, track, *aside[0], what)
        elif (broken := _broken_row(script, track, *lost)) in _entered_by(track, entered[0]):
            what = f"and the next link goes on from {missed}, where nothing leads to"
            _report_link(script, track, broken, entered[0], what)
    for track in tracks:
        _check_ring(script, track)
    by_name = {track.name: track for track in tracks}
    for _, a, b, _ in declared.symmetric:
        pair = [by_name[each.name] for each in (a, b) if each.name in by_name]
        if len(pair) < 2 or min(len(each.links) for each in pair) < FEWEST_LINKS:
            continue
        one, other = sorted(pair, key=lambda each: len(each.links))
        ends = [set(each.links.values()) - each.links.keys() for each in (one, other)]
        if len(one.links) + 1 == len(other.links) and len(ends[0]) == len(ends[1]) + 1:
            source, target = next((s, t) for s, t in one.links.items() if t in ends[0] - ends[1])
            what = f"and not on from there; `{other.name}` has one link more"
            _report_link(script, one, source, target, what)


def _entered_by(track: Direction, place: int) -> set[int]:
    """Return the positions from which a direction leads to one."""
    return {source for source, target in track.links.items() if target == place}


def _broken_row(script: CheckedScript, track: Direction, start: int) -> int:
    """Return the position of the link that stands before the one of `start`, -1 if none fits.

    Every other link of the direction must go on from where the one before it leads to.
    """
    sources = [source for name, source in script.declared.explicit if name == track.name]
    steps = [*pairwise(sources)]
    breaks = [(one, other) for one, other in steps if track.links.get(one) != other]
    return breaks[0][0] if len(breaks) == 1 and breaks[0][1] == start else -1


def _check_ring(script: CheckedScript, track: Direction) -> None:
    """Report a track that stops beside its start while other parts of it go round."""
    links = track.links
    targets = set(links.values())
    starts, ends = links.keys() - targets, targets - links.keys()
    if len(targets) < len(links) or not len(starts) == len(ends) == 1 or len(links) < FEWEST_LINKS:
        return
    start, end = *starts, *ends
    way = [start]
    while way[-1] in links:
        way.append(links[way[-1]])
    spots = script.declared.spots()
    if len(way) < FEWEST or _distance(spots.get(start), spots.get(end)) != 1:
        return
    if len(way) == len(links) + 1 and len(track.links) < 2 * FEWEST_LINKS:
        return  # there is no other ring, and the way is short
    names = script.declared.positions
    what = f"and not on from there to {names[start]}, where the way began"
    _report_link(script, track, way[-2], end, what)


def _report_link(
    script: CheckedScript, track: Direction, source: int, target: int, what: str
) -> None:
    names = script.declared.positions
    entry = script.declared.explicit.get((track.name, source))
    script.report(
        "FG539",
        f"`{track.name}` leads from {names[source]} to {names[target]}, {what}; is a link wrong or "
        "missing?",
        entry[1] if entry else None,
        track.name,
    )


def _distance(one: tuple[int, int, int] | None, other: tuple[int, int, int] | None) -> int:
    """Return the steps along rows and columns between two positions; 0 if they share no grid."""
    if one is None or other is None or one[0] != other[0]:
        return 0
    return abs(one[1] - other[1]) + abs(one[2] - other[2])


def _undoes(one: Direction, other: Direction) -> bool:
    """Return whether a direction undoes another one except at one or two positions."""
    if abs(len(one.links) - len(other.links)) > MOST_ODD:
        return False
    misses = (1 for source, target in one.links.items() if other.links.get(target) != source)
    return sum(islice(misses, MOST_ODD + 1)) <= MOST_ODD


def _check_directions(script: CheckedScript) -> None:
    """Report a direction whose step contradicts its name, or differs from the others."""
    records = {record.name: record for record in script.declared.all("directions")}
    every = {
        d.name: (d.steps[0], d.steps[1])
        for d in script.declared.directions
        if d.steps is not None and not d.steps[2] and d.name in records
    }
    steps = {name: step for name, step in every.items() if max(map(abs, step)) == 1}
    short = [name for name, step in every.items() if max(map(abs, step)) <= 1]
    known = {name: COMPASS[name.lower()] for name in short if name.lower() in COMPASS}
    odd = [name for name, meant in known.items() if every[name] != meant]
    if len(odd) == 1 and len(known) > 2:
        why = "does not point where its name and the other directions suggest;"
        _report_direction(script, records[odd[0]], why)
    still = [name for name, step in every.items() if not any(step) and name not in odd]
    for name in still:
        _report_direction(script, records[name], "leads to where it starts;")
    if odd or still:
        return
    twice = [name for name, step in every.items() if list(every.values()).count(step) > 1]
    single = [n for n, (r, c) in steps.items() if (-r, -c) not in steps.values()]
    lonely = [n for n in single if n not in known]
    turned = {name for _, a, b, _ in script.declared.symmetric for name in (a.name, b.name)}
    if len(twice) == 2 and len(every) > 3 and len(turned.intersection(twice)) != 1:
        line = line_of(records[twice[0]].token.place, records[twice[1]].token.place)
        why = f"is doubtful: `{twice[0]}` ({line}) leads the same way;"
        _report_direction(script, records[twice[1]], why)
    elif 1 <= len(lonely) <= MOST_ODD and len(steps) - len(single) >= FEWEST:
        others = "all" if len(single) == len(lonely) == 1 else "most"
        why = f"is doubtful: nothing leads back, as for {others} others;"
        for name in lonely:
            _report_direction(script, records[name], why)


def _report_direction(script: CheckedScript, record: DeclaredName, why: str) -> None:
    script.report(
        "FG540", f"the direction `{record.name}` {why} is that intended?", record.token, record.name
    )


def _check_symmetries(script: CheckedScript) -> None:
    """Report a symmetry that flips directions in another way than the others, or a missing one."""
    steps = {d.name: d.steps[:2] for d in script.declared.directions if d.steps is not None}
    by_player: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for player, first, second, both in script.declared.symmetric:
        if both and first.name in steps and second.name in steps:
            by_player[player].append((first.name, second.name))
    header = script.declared.declared.header("symmetries")
    for player, pairs in by_player.items():
        flips = Counter(flip for a, b in pairs for flip in _flips(steps[a], steps[b]))
        if not flips:
            continue
        best = flips.most_common(1)[0][0]
        turned = {name for pair in pairs for name in pair}
        odd = [(a, b) for a, b in pairs if best not in _flips(steps[a], steps[b])]
        images = {step: name for name, step in steps.items()}
        missing = [
            name
            for name, step in steps.items()
            if name not in turned
            and (image := images.get(_flipped(best, step))) is not None
            and image != name
            and image not in turned
        ]
        said = [f"`{a}` and `{b}`" for a, b in odd] or [f"`{n}`" for n in missing[:MOST_ODD]]
        slanting = all(0 not in steps[name] for name in turned)
        if (len(pairs) > 1 or slanting) and (
            len(odd) == 1 or (not odd and 0 < len(missing) <= MOST_ODD)
        ):
            script.report(
                "FG541",
                f"{{symmetries turn the board over except for {' and '.join(said)}; is a pair "
                "wrong or missing?",
                script.declared.symmetry_tokens.get((player, *odd[0])) if odd else header,
                "{symmetries",
            )


def _flips(one: Step, other: Step) -> list[str]:
    return [name for name in ("rows", "columns", "both") if _flipped(name, one) == other]


def _flipped(how: str, step: Step) -> Step:
    rows, columns = step
    return (
        -rows if how in ("rows", "both") else rows,
        -columns if how in ("columns", "both") else columns,
    )


# -- lists and turns ------------------------------------------------------------------------------


def _check_lists(script: CheckedScript) -> None:
    """Report a move word that a list contains twice with the same type."""
    for moves in script.declared.list_moves:
        seen: dict[tuple[str, int], DeclaredName] = {}
        for record, number in moves:
            before = seen.setdefault((record.name, number), record)
            if before is not record:
                line = line_of(before.token.place, record.token.place)
                script.report(
                    "FG547",
                    f"`{record.name}` is in this list twice ({line}); is another word meant?",
                    record.token,
                    record.name,
                )


def _check_families(script: CheckedScript) -> None:
    """Report the only word of its family in a list with a type that no other move word has."""
    used = Counter(number for moves in script.declared.list_moves for _, number in moves)
    for moves in script.declared.list_moves:
        families: dict[str, list[tuple[DeclaredName, int]]] = defaultdict(list)
        for record, number in moves:
            if (stem := STEM.match(record.name)) is not None:
                families[stem[0]].append((record, number))
        for family in families.values():
            odd = [(record, number) for record, number in family if number and used[number] == 1]
            others = {number for _, number in family} - {number for _, number in odd}
            if len(odd) == 1 and len(others) == 1 and len(family) >= FEWEST:
                name = odd[0][0].name
                script.report(
                    "FG534",
                    f"`{name}` has a type that no other move word has, and those named like it "
                    "share one; is that meant here too?",
                    odd[0][0].token,
                    name,
                )


def check_unlisted(script: CheckedScript) -> None:
    """Report an unused word that resembles words of a move list; replaces FG403."""
    entries = [record for moves in script.declared.list_moves for record, _ in moves]
    counts = Counter(record.name for record in entries)
    families: dict[str, list[DeclaredName]] = defaultdict(list)
    for record in entries:
        if (stem := STEM.match(record.name)) is not None:
            families[stem[0]].append(record)
    unused = [f for f in script.findings if f.code == "FG403"]
    missing = Counter(stem[0] for f in unused if (stem := STEM.match(f.word)) is not None)
    for finding in unused:
        stem = STEM.match(finding.word)
        if stem is not None and missing[stem[0]] > 1:  # these variants are left out on purpose
            continue
        alike = families.get(stem[0], []) if stem is not None else []
        if len({record.name for record in alike}) < FEWEST_ALIKE:
            continue
        often = [r for r in alike if counts[r.name] > max(1, min(counts[a.name] for a in alike))]
        record = often[-1] if often else alike[0]
        script.findings.remove(finding)
        line = line_of(finding.place, record.token.place)
        script.report(
            "FG551",
            f"`{finding.word}` ({line}) is in no list of moves, and "
            f"`{record.name}` and words like it are; is it missing here?",
            record.token,
            finding.word,
        )


def _check_turns(script: CheckedScript) -> None:
    """Report a player with pieces in the set-up and without a turn."""
    declared = script.declared
    having = {turn.player for turn in declared.turns} | {t.for_player for t in declared.turns}
    placed = {script.value(item.player) for item in declared.setups}
    every = [*zip(declared.all("turns"), declared.turns, strict=False)]
    for player, record in zip(declared.players, declared.all("players"), strict=False):
        if player.code & 1024 or player.code in having or player.name.startswith("?"):
            continue
        again = [
            turn
            for k, (turn, known) in enumerate(every)
            if any(other.player == known.player for _, other in every[:k])
        ]
        dropping = bool(again) and any(piece.drops for piece in declared.pieces)
        if player.code not in placed and not (
            dropping and len(declared.players) == len(having) + 1
        ):
            continue
        header = script.declared.declared.header("turn-order") or record.token
        script.report(
            "FG548",
            f"{player.name} has pieces and no turn; is a {{turn}} missing, or another player's?",
            again[0].token if again else header,
            player.name,
        )
