"""Words that ask for attacks in the middle of a block.

`attacked?` runs the moves of other pieces, and these have flags and effects of their own. What the
block has noted is kept meanwhile.
"""

from __future__ import annotations

from forthgame.zrf.context import Context

KEEPING = """\\ ---- `attacked?` runs other moves, which note their own effects ----

VARIABLE kept-cells   8192 [] kept
: keep ( n -- )
	kept-cells @ 8191 > ABORT" questions for attacks are nested too deep"
	kept-cells @ kept !  kept-cells ++
;
: kept-again ( -- n )   kept-cells --  kept-cells @ kept @ ;"""
EFFECTS = {  # number of notes, and their arrays, by helper word
    "note": ("effects", ("effect-with", "effect-at", "effect-by")),
    "note-take": ("takes", ("taken",)),
    "cascade": ("parts", ("part-from", "part-to")),
}
EFFECT = {"attacked?": "( pos -- ? )", "defended?": "( pos -- ? )"}


def kept_notes(context: Context) -> list[str]:
    """Return the words that keep what a block has noted, if a block asks for attacks."""
    if not context.asked_apart:
        return []
    keep, again = [], []
    for helper, (count, arrays) in EFFECTS.items():
        if helper in context.needed:
            each = "  ".join(f"I {array} @ keep" for array in arrays)
            back = "  ".join(f"kept-again OVER {array} !" for array in reversed(arrays))
            keep.append(f"\t{count} @ IF {count} @ 0 DO {each} LOOP ENDIF  {count} @ keep")
            again.append(f"\tkept-again DUP {count} !  BEGIN DUP WHILE 1- {back} REPEAT DROP")
    given = context.names.given.items()
    for word in (word for (kind, _), word in given if kind == "position-flag"):
        keep.append(f"\t$positions @ 0 DO I {word} @ keep LOOP")
        again.append(f"\t$positions @ BEGIN DUP WHILE 1- kept-again OVER {word} ! REPEAT DROP")
    single = [word for (kind, _), word in given if kind == "flag"]
    single += ["marked"] if "marked" in context.needed else []
    single += ["target"] if "goal" in context.needed and context.goal == "goal" else []
    for word in single:
        keep.append(f"\t{word} @ keep")
        again.append(f"\tkept-again {word} !")
    lines = [": keep-notes ( -- )", *keep, ";", ": notes-again ( -- )", *reversed(again), ";"]
    for word, apart in context.asked_apart.items():
        effect = EFFECT.get(word, "( pos type -- ? )")
        lines.append(f": {apart} {effect}   keep-notes {word} notes-again ;")
    return [KEEPING, "\n".join(lines)]
