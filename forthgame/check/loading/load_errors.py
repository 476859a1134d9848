"""Turns errors of loading into findings."""

from __future__ import annotations

from forthgame.base.errors import Place, ScriptError, shortened_names
from forthgame.base.source import Token
from forthgame.check.findings import Finding
from forthgame.machine.outer.numerals import OUT_OF_RANGE

UNKNOWN_WORD = -13
CODES = {  # of findings, by the numbers of errors
    **dict.fromkeys((-14, -16, -22, -39), "FG102"),
    **dict.fromkeys((-269, -271), "FG103"),
    **dict.fromkeys((-4, -6, -45), "FG104"),
    **dict.fromkeys((-38, -272, -273, -274), "FG105"),
    OUT_OF_RANGE: "FG110",
}
ADVICE = {
    "FG102": "close what was opened, in the order it was opened",
    "FG103": "correct the declaration",
    "FG104": "put the missing items before it",
    "FG105": "correct the name; files are looked for beside the script",
    "FG106": "correct the word, or do not run it while loading",
    "FG110": "write a smaller one",
}


class FindingCollector:
    """Base class of Reader that collects findings."""

    findings: list[Finding]
    hinted: dict[str, str]
    loaded_as = ""  # the script's name, for errors without a place

    def report(self, code: str, message: str, place: Place | None, word: str = "") -> None:
        place = place or Place(self.loaded_as, 1, 1)
        self.findings.append(Finding(code, shortened_names(message), place, word))

    def report_error(self, error: ScriptError, token: Token | None = None) -> None:
        """Add the finding for an error of loading."""
        place = error.place or (token.place if token else None)
        if error.number == UNKNOWN_WORD:
            hint = self.hinted.get(error.word, "")
            self.report("FG101", f"{error.message}{hint}", place, error.word)
            return
        code = CODES.get(error.number, "FG106")
        what = f" in `{error.word}`" if error.word and error.word not in error.message else ""
        chain = f", called by {', '.join(c.word for c in error.chain[:4])}" if error.chain else ""
        advice = f"; {error.hint}" if error.hint else f"; {ADVICE[code]}"
        self.report(code, f"{error.message}{what}{chain}{advice}", place, error.word)
