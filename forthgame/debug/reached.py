"""Stretches of move words, only as far as a position that is asked for."""

from __future__ import annotations

from dataclasses import replace

from forthgame.debug.trial import UNDOING, Segment

PASSED = "passed"  # end of a stretch that is shown up to a position from which it went on


def up_to(segment: Segment, target: int) -> Segment:
    """A stretch up to its last decision at a position from which its way went on.

    The whole one where it came there only to look around, where it decided nothing there, or where
    `verify` held there: behind that other tests matter. An error stays as it is.
    """
    if segment.end == "error":
        return segment
    given_up = segment.end == "back" and segment.kept == 0  # back to where the piece stands
    way = segment.hops if segment.kept < 0 or given_up else segment.hops[: segment.kept]
    for number in range(len(segment.tests) - 1, -1, -1):
        last = segment.tests[number]
        if last.here != target or last.recorded or last.hops >= len(way):
            continue
        if given_up and last.passed:
            continue  # what was looked at behind it may have decided
        if way[last.hops].word in UNDOING:
            continue
        if last.word == "verify":
            break
        return replace(
            segment,
            hops=way[: last.hops],
            tests=segment.tests[: number + 1],
            actions=[],
            end=PASSED,
            cell=last.cell,
            move=0,
            here=target,
            kept=-1,
            unlooked=(),
        )
    return segment
