"""Mistakes that were thought up and planted by hand, with the lines that are guilty.

`guilty` are texts of the wrong script; the lines that contain them are the guilty ones.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from asking import Planted
from drawing import ROOT, asked_about


@dataclass(frozen=True)
class ByHand:
    """A text of a script that is replaced; `script` is a name."""

    what: str
    script: str
    right: str
    wrong: str
    guilty: tuple[str, ...]


HAND = (
    ByHand("the winner's row is the loser's", "jumps", "IF here 6 < ELSE here 29 >",
           "IF here 29 > ELSE here 6 <", ("IF here 29 >",)),
    ByHand("the jumped man stays", "jumps", "capture-at crown add-move", "DROP crown add-move",
           ("DROP crown add-move",)),
    ByHand("a friend is jumped", "jumps", "enemy? verify here SWAP", "not-empty? verify here SWAP",
           ("not-empty? verify here SWAP",)),
    ByHand("capturing need not go on", "jumps", "\tJUMP partial-move-type\n", "",
           (": jump ( 'dir -- )", "EXECUTE verify empty? verify\n", "from here move capture-at")),
    ByHand("a bishop that stops before its prey", "kingtakers",
           "\t\tNorthwest\n\tWHILE\n\t\tno-friend\n", "\t\tNorthwest\n\tWHILE\n\t\tempty? verify\n",
           ("\t\tNorthwest\n\tWHILE\n\t\tempty? verify\n",)),
    ByHand("no double step for Black", "kingtakers", "here 5 > here 12 < AND",
           "here 5 < here 12 < AND", ("here 5 < here 12 <",)),
    ByHand("pawns become kings", "kingtakers", "' queen IS QUEEN", "' king IS QUEEN",
           ("' king IS QUEEN",)),
    ByHand("the last pebble is not counted", "pebbles", "\t\t\t\t\t1+ booty !\n",
           "\t\t\t\t\tbooty !\n", ("\t\t\t\t\tbooty !\n",)),
    ByHand("the pit that is sown keeps its pebbles", "pebbles",
           "\tpiece-type hand !\n\t0 here pebbles[] !\n", "\tpiece-type hand !\n",
           ("\tpiece-type hand !\n\tsow-all\n",)),
    ByHand("another turn in the store of South only", "pebbles", "last-pit @ my-store =",
           "last-pit @ StoreS =", ("last-pit @ StoreS =",)),
    ByHand("a stone's own group has no air of its captures", "territory",
           "\ttaken @ 0= IF\n\t\tfrom",
           "\ttaken @ 0 < NOT IF\n\t\tfrom", ("taken @ 0 < NOT IF",)),
    ByHand("ko is never lifted", "territory", "\t\t0 COMPILE-LITERAL\n",
           "\t\tko-point @ COMPILE-LITERAL\n", ("\t\tko-point @ COMPILE-LITERAL",)),
    ByHand("only mills in rows count", "millers",
           "\tDUP a5 a3 a1 in-line? IF DROP TRUE EXIT ENDIF\n", "",
           ("DUP a1 c1 e1 in-line?", "DUP b4 b3 b2 in-line?")),
    ByHand("men may be taken from one's own side", "millers", "\tenemy? verify\n\tcapture",
           "\tnot-empty? verify\n\tcapture", ("\tnot-empty? verify\n\tcapture",)),
    ByHand("a camel rests on the enemy's oasis", "camels", "enemy? here oasis? AND NOT",
           "enemy? here oasis? NOT AND", ("enemy? here oasis? NOT AND",)),
    ByHand("a six only lets camels in", "camels", "pips @ 6 = pips @ 1 = OR", "pips @ 6 =",
           ("\tpips @ 6 = verify",)),
    ByHand("partners fight each other", "fourcourts", "pair-of SWAP pair-of =", "=",
           ("\t=\n;",)),
    ByHand("runners run four", "fourcourts", "empty? far @ 3 <", "empty? far @ 4 <",
           ("empty? far @ 4 <",)),
    ByHand("ink runs over the own colour only", "inkblots", "mine? wanted-paper? OR",
           "wanted-paper?", ("\twanted-paper? IF\n\t\there into-queue",)),
    ByHand("a man that was turned cannot push", "ricochet", "\tturned @ verify\n",
           "\tturned @ NOT verify\n", ("turned @ NOT verify",)),
)  # fmt: skip

LATER = (  # in scripts that were written when `why` had been mended
    ByHand("a guard is caught against an own corner only", "hallguard",
           "\t\there corner? empty? AND\n", "\t\there corner? friend? AND\n",
           ("here corner? friend? AND",)),
    ByHand("nobody is caught to the west", "hallguard", "\tcatch-e\n\tcatch-w\n",
           "\tcatch-e\n\tcatch-e\n", ("\tcatch-e\n\tcatch-e\n",)),
    ByHand("the lord may not pass the throne", "hallguard",
           "\t\t\t\tTRUE\n\t\t\tELSE", "\t\t\t\tmay-stop?\n\t\t\tELSE",
           ("\t\t\t\tmay-stop?\n\t\t\tELSE",)),
    ByHand("the lord is shut in by three", "hallguard", "sides @ 3 >", "sides @ 2 >",
           ("sides @ 2 >",)),
    ByHand("half a stack stays too high", "haystacks", "own-high halved - COMPILE-LITERAL",
           "own-high COMPILE-LITERAL", ("\town-high COMPILE-LITERAL",)),
    ByHand("the field that is left keeps its height", "haystacks",
           "\tfrom COMPILE-LITERAL\n\tCOMPILE clear-height\n", "",
           ("\tCOMPILE set-height\n\tover-it",)),
    ByHand("bales for the barn of the other side", "haystacks",
           ": into-barn ( n -- )\n\tcurrent-player North =",
           ": into-barn ( n -- )\n\tcurrent-player South =",
           ("\tcurrent-player South = IF\n\t\tbarn-n",)),
    ByHand("a stack goes one field too few", "haystacks", "steps @ own-high <",
           "steps @ 1+ own-high <",
           ("steps @ 1+ own-high <",)),
    ByHand("the heights of the middle row", "haystacks", "\t\t14 > IF 1 ELSE 2 ENDIF",
           "\t\t14 > IF 2 ELSE 1 ENDIF", ("14 > IF 2 ELSE 1 ENDIF",)),
    ByHand("flags that are never taken down", "courtiers", "\tclear-seen\n\there\n", "\there\n",
           (": mark-all ( -- )\n\there\n",)),
    ByHand("the prince fears his own side", "courtiers", "\tother-side whose !",
           "\tcurrent-player whose !", ("\tcurrent-player whose !",)),
    ByHand("a hopper lands on the hurdle", "courtiers",
           "\tWHILE\n\tREPEAT\n\tEXECUTE verify\n\tland", "\tWHILE\n\tREPEAT\n\tDROP\n\tland",
           ("\tREPEAT\n\tDROP\n\tland",)),
)  # fmt: skip


def planted_by_hand(hands: Sequence[ByHand] = HAND) -> Iterator[Planted]:
    """Yield all of them, each with a question at its first effect. ValueError if one has none."""
    with tempfile.TemporaryDirectory() as folder:
        for number, hand in enumerate(hands):
            home = "tests/conformance" if hand.script == "jumps" else "tests/planted/scripts"
            script = f"{home}/{hand.script}.4th"
            right = (ROOT / script).read_text()
            if right.count(hand.right) != 1:
                raise ValueError(f"{hand.what}: {hand.right!r} stands there otherwise")
            wrong = right.replace(hand.right, hand.wrong)
            guilty: set[int] = set()
            for text in hand.guilty:
                if wrong.count(text) != 1:
                    raise ValueError(f"{hand.what}: {text!r}")
                first = wrong[: wrong.index(text)].count("\n") + 1
                guilty |= set(range(first, first + text.strip("\n").count("\n") + 1))
            asked = asked_about(script, right, wrong, Random(number), Path(folder))
            if asked is None:
                raise ValueError(f"{hand.what}: it never shows")
            yield Planted("by hand", script, hand.what, wrong, tuple(sorted(guilty)), asked)
