"""Words that translated scripts use, written into a script if they are needed."""

from __future__ import annotations

import re

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


GOAL = re.compile(r"(?<!\S)goal(?!\S)")
NO_TARGET = "  -1 target !"

# name: words that it uses, its text
HELPERS: dict[str, tuple[tuple[str, ...], str]] = {
    "rival?": ((), ": rival? ( -- ? )   enemy? neutral-piece? NOT AND ;"),
    "rival-at?": ((), ": rival-at? ( pos -- ? )   DUP enemy-at? SWAP neutral-piece-at? NOT AND ;"),
    "clear-goal": (
        ("goal",),
        ": clear-goal ( -- )   goal not-empty-at? IF goal capture-at ENDIF ;",
    ),
    "move-both": (
        (),
        """: move-both ( middle -- )   \\ What stands there goes here, the mover goes there.
	DUP empty-at? NOT IF DUP here move ENDIF  from OVER move
	here from = IF
		DUP player-at SWAP piece-type-at here create-player-piece-type-at
	ELSE DROP ENDIF
;""",
    ),
    "flip-at": (
        ("other-owner",),
        """: flip-at ( pos -- )
	DUP here = IF for-player ELSE DUP player-at ENDIF other-owner SWAP change-owner-at
;""",
    ),
    "flip-noted": (
        ("other-owner", "goal", "cascade"),
        """: owner-after ( pos -- player )   \\ Whose piece stands there after the move.
	DUP goal = IF DROP from DUP empty-at? IF DROP for-player ELSE player-at ENDIF EXIT ENDIF
	parts @ IF
		0 parts @ 0 DO OVER I part-to @ = IF DROP I part-from @ player-at ENDIF LOOP
		DUP IF SWAP DROP EXIT ENDIF DROP
	ENDIF player-at
;
: flip-noted ( 0 pos -- )   SWAP DROP DUP owner-after other-owner SWAP change-owner-at ;""",
    ),
    "king-cell": ((), ": king-cell ( -- addr )   current-player player-index kings ;"),
    "note-last": ((), ": note-last ( -- )   from last-from later!  here last-to later! ;"),
    "goal": (
        (),
        """VARIABLE target   \\ where the move leads, -1 if it leads here
: goal ( -- pos )   target @ DUP 0< IF DROP here ENDIF ;""",
    ),
    "marked": ((), "VARIABLE marked   \\ the place of the last `mark`"),
    "note": (
        (),
        """\\ ---- Effects that the next `add` will record ----

VARIABLE effects   1024 [] effect-with   1024 [] effect-at   1024 [] effect-by
: note ( n pos effect -- )
	effects @ 1023 > ABORT" a move has more than 1024 effects"
	effects @ effect-by !  effects @ effect-at !  effects @ effect-with !  effects ++
;
{noting}""",
    ),
    "note-take": (
        (),
        """VARIABLE takes   1024 [] taken
: note-take ( pos -- )
	takes @ 1023 > ABORT" a move takes more than 1024 pieces"  takes @ taken !  takes ++
;""",
    ),
    "create-at-once": (
        (),
        """: create-at-once ( piece pos -- )
	SWAP DUP #Player AND SWAP #PieceType AND ROT create-player-piece-type-at
;""",
    ),
    "cascade": (
        ("goal",),
        """VARIABLE parts   256 [] part-from   256 [] part-to
: cascade ( -- )   \\ A part of the move ends here, and the next begins.
	parts @ 255 > ABORT" a move has more than 256 parts"
	from parts @ part-from !  goal parts @ part-to !  parts ++  here home  -1 target !
;""",
    ),
}


FROM_STORE = """: out-of-store ( type -- )
	DUP for-player in-hand-of 1- SWAP for-player in-hand!
;
: from-store ( type -- type )   \\ A piece becomes only what is in its owner's store.
	DUP for-player in-hand-of verify  DUP COMPILE-LITERAL COMPILE out-of-store
;"""


def other_owner(context: Context) -> str:
    """Return the word that finds the next player after the owner of a piece."""
    names = [
        context.names("player", name)
        for name in context.game.players
        if name not in context.neutral
    ]
    lines = [": other-owner ( player -- player )"]
    for name, after in zip(names, names[1:] + names[:1], strict=True):
        lines.append(f"\tDUP {name} = IF DROP {after} EXIT ENDIF")
    return "\n".join([*lines, ";"])


def typed_attack(context: Context) -> str:
    """Return the word that asks for attacks by moves of one type, of any other player."""
    lines = [": attacked-with? ( pos type -- ? )   \\ Whether an enemy could take by such a move."]
    lines.append("\tFALSE")
    for player in context.game.players:
        if player not in context.neutral and player[0] != "?":
            name = context.names("player", player)
            lines.append(
                f"\tcurrent-player {name} <> IF 2 PICK {name} 3 PICK attacked-by-type? OR ENDIF"
            )
    return "\n".join([*lines, "\tSWAP DROP SWAP DROP", ";"])


def side_words(context: Context) -> list[str]:
    """Return the words for random players who see the pieces that they move as their owners do."""
    needed = context.needed
    if not any("-side" in word or word == "side" for word in needed):
        return []
    names = context.names
    test = " ".join(
        f"current-player {names('player', player)} ={' OR' if k else ''}"
        for k, player in enumerate(context.dice)
    )
    texts = [
        f": side ( -- player )   {test} IF for-player ELSE current-player ENDIF ;",
        ": own-side-at? ( pos -- ? )   side friend-of? ;\n"
        ": own-side? ( -- ? )   here own-side-at? ;",
        ": other-side-at? ( pos -- ? )   "
        + ("DUP neutral-piece-at? IF DROP FALSE EXIT ENDIF " if context.neutral else "")
        + "side enemy-of? ;   : other-side? ( -- ? )   here other-side-at? ;",
    ]
    for name, word in context.zone_words.items():
        lines = [f": {word} ( pos -- ? )"]
        for player, positions in context.zone_owners(name).items():
            tests = " ".join(
                f"DUP {names('position', each)} ={' ROT OR SWAP' if k else ' SWAP'}"
                for k, each in enumerate(positions)
            )
            lines.append(
                f"\tside {names('player', player)} = IF {tests or 'FALSE SWAP'} DROP EXIT ENDIF"
            )
        texts.append("\n".join([*lines, "\tDROP FALSE", ";"]))
    return texts


def opposite(context: Context) -> str:
    """Return the word that turns a direction round, by the links of the board."""
    board = context.board
    back: dict[str, str] = {}
    pairs: dict[str, set[tuple[str, str]]] = {}
    for (direction, begin), end in board.links.items():
        pairs.setdefault(direction, set()).add((begin, end))
    for one, links in pairs.items():
        best = max(
            pairs, key=lambda other: (len({(b, a) for a, b in links} & pairs[other]), other != one)
        )
        if {(b, a) for a, b in links} & pairs[best]:
            back[one] = best
    *others, last = [name for name in back if name in context.heads] or [*back][:1] or [""]
    lines = [": opposite ( dir -- dir )"]
    lines.extend(
        f"\tDUP ['] {context.direction(one)} = "
        f"IF DROP ['] {context.direction(back[one])} EXIT ENDIF"
        for one in others
    )
    # without a test of the last one, the result is known to be a direction
    lines += [f"\tDROP ['] {context.direction(back[last])}"] if last else []
    return "\n".join([*lines, ";"])


def beside_enemy(context: Context) -> str:
    tests = " ".join(
        f"DUP to {context.direction(name)} IF enemy? IF DROP to TRUE EXIT ENDIF ENDIF"
        for name in context.board.directions
    )
    return f": beside-enemy? ( pos -- ? )   here SWAP {tests} DROP to FALSE ;"


def record_words(context: Context) -> str:
    """Return the words that record a whole move with its effects."""
    needed = context.needed
    option = context.game.option
    lines: list[str] = []
    for kind in ("move", "drop", "copy"):
        plain, typed = f"record-{kind}", f"record-{kind}-as"
        if plain not in needed and typed not in needed:
            continue
        if not lines:
            lines.append(_effects(context))
        newest = " goal newest later!" if context.newest else ""
        after = " note-last" if context.lasts else newest
        if kind == "move":
            start = "begin-move"
            as_type = "goal change-type-at "
            if option("recycle promotions") == "true":
                lines.append(FROM_STORE)
                as_type = f"from-store {as_type}"
        elif kind == "drop":
            begin = f"{context.need('clear-goal')} " if context.recycles else ""
            start = f"{begin}current-piece-type goal drop-piece-at"
            as_type = ""
        else:
            clear = ""
            if context.recycles:
                clear = f"goal from <> IF {context.need('clear-goal')} ENDIF "
            start = f"{clear}for-player current-piece-type goal create-player-piece-type-at"
            as_type = "goal change-type-at "
        if plain in needed:
            lines.append(f": {plain} ( -- )   {start} record-effects{after} ;")
        if typed in needed:
            if kind == "drop":
                lines.append(
                    f": {typed} ( type -- )   {begin}goal drop-piece-at record-effects{after} ;"
                )
            else:
                lines.append(f": {typed} ( type -- )   {start} {as_type}record-effects{after} ;")
    return "\n".join(lines)


def _effects(context: Context) -> str:
    needed = context.needed
    lines: list[str] = []
    if "note-last" in needed or context.lasts:
        lines.append(": note-last ( -- )   from last-from later!  goal last-to later! ;")
    if "cascade" in needed:
        lines.append(
            """: begin-move ( -- )   \\ The last part comes first, to leave room.
	from empty-at? from goal = parts @ AND OR NOT IF from goal move ENDIF
	parts @ BEGIN DUP WHILE 1-
		DUP part-from @ DUP empty-at? IF DROP ELSE OVER part-to @ move ENDIF
	REPEAT DROP
	parts @ IF goal 0 part-from @ = from goal <> AND IF
		from player-at from piece-type-at goal create-player-piece-type-at
	ENDIF ENDIF
;"""
        )
    else:
        lines.append(": begin-move ( -- )   from empty-at? NOT IF from goal move ENDIF ;")
    body = ""
    if "note" in needed:
        lines.append(effect_word(context))
        body += (
            "\teffects @ IF effects @ 0 DO\n"
            "\t\tI effect-with @ I effect-at @ I effect-by @ record-effect\n\tLOOP ENDIF\n"
        )
    if "note-take" in needed:
        body += "\ttakes @ IF takes @ 0 DO I taken @ capture-at LOOP ENDIF\n"
    if context.maximal in ("true", "2"):
        counted = "takes @ " if "note-take" in needed else "0 "
        body += f"\t{counted}goal enemy-at? - prefer\n"
        if context.maximal == "2":
            lines.append(": weight ( pos -- n )   piece-type-at 1 > 1 AND ;")
            kings = "goal enemy-at? IF goal weight ELSE 0 ENDIF "
            if "note-take" in needed:
                kings += "takes @ IF takes @ 0 DO I taken @ weight + LOOP ENDIF "
            body += f"\t{kings}prefer\n"
    lines.append(f": record-effects ( -- )\n{body};")
    return "\n".join(lines)


def effect_word(context: Context) -> str:
    """Return the word that records an effect by its number, as the words of effects are known."""
    *others, last = context.noting
    lines = [": record-effect ( n pos effect -- )"]
    lines += [
        f"\tDUP {number} = IF DROP {effect} EXIT ENDIF" for number, effect in enumerate(others, 1)
    ]
    return "\n".join([*lines, f"\tDROP {last}", ";"])


def forget_word(context: Context) -> str:
    """Return the words that forget effects after `add`, and all notes when a block begins."""
    needed = context.needed
    forget = "-1 target ! " if context.goal == "goal" else ""
    if "note" in needed:
        forget += "0 effects ! "
    if "note-take" in needed:
        forget += "0 takes ! "
    if "cascade" in needed and context.game.option("discard cascades") == "true":
        forget += "0 parts ! "
    begin = "forget "
    if "marked" in needed:
        begin += "from marked ! "
    if "cascade" in needed:
        begin += "0 parts ! "
    return f": forget ( -- )   {forget};\n: begin ( -- )   {begin};"


ORDER = ["rival?", "rival-at?", "marked", "goal", "clear-goal", "move-both", "cascade", "flip-at",
         "flip-noted", "king-cell", "note", "note-take", "create-at-once"]  # fmt: skip


def helper_lines(context: Context) -> tuple[list[str], list[str]]:
    """Return the texts of all helper words that are needed, in order.

    The second list has those that record a whole move.
    """
    needed = context.needed
    buffered = "forget" in needed
    if buffered or any(word.startswith("record-") for word in needed):
        needed.setdefault("goal")
    recorded = record_words(context)
    for name in list(needed):
        stack = [name]
        while stack:
            each = stack.pop()
            needed.setdefault(each)
            stack += HELPERS.get(each, ((), ""))[0]
    texts: list[str] = side_words(context)
    if "opposite" in needed:
        texts.append(opposite(context))
    if "other-owner" in needed:
        texts.append(other_owner(context))
    if "attacked-with?" in needed:
        texts.append(typed_attack(context))
    if "beside-enemy?" in needed:
        texts.append(beside_enemy(context))
    if context.king_array:
        needed.setdefault("king-cell")
    goal = context.goal if "goal" in needed else "here"
    noting = "\n".join(
        f": {word} ( n pos -- )   {number} note ;"
        for number, word in enumerate(context.noting.values(), 1)
    )
    texts += [
        HELPERS[name][1].replace("{goal}", goal).replace("{noting}", noting)
        for name in ORDER
        if name in needed and (name != "goal" or context.goal == name)
    ]
    if "note-last" in needed and not any(word.startswith("record-") for word in needed):
        texts.append(HELPERS["note-last"][1])
    texts += kept_notes(context)
    recording = [recorded]
    if buffered:
        recording.append(forget_word(context))
    for name in needed:
        if name.startswith("finish-"):
            effect = "( type -- )" if name.endswith("-as") else "( -- )"
            recording.append(
                f": {name} {effect}   {name.replace('finish', 'record')} add-move forget ;"
            )
    if context.goal != "goal":
        texts = [GOAL.sub(context.goal, text).replace(NO_TARGET, "") for text in texts]
        recording = [GOAL.sub(context.goal, text) for text in recording]
    return [text for text in texts if text], [text for text in recording if text]
