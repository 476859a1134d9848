"""The machines that code is generated for, by what the writers of IR need to know of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Target:
    """A machine that runs generated code.

    counts_polls  no other thread raises the poll flag: each poll counts the flag down, and asks
                  the host when it is negative
    conventions   keeps calling conventions of native processors
    may_spread    may use an instruction that deposits bits
    """

    name: str
    counts_polls: bool
    conventions: bool
    may_spread: bool

    def adapted(self, text: str) -> str:
        """Return a text of IR without calling conventions that the target lacks."""
        return text if self.conventions else _CONVENTIONS.sub("", text)


_CONVENTIONS: Final = re.compile(r"\b(?:preserve_mostcc|preserve_nonecc|tailcc) ")
NATIVE: Final = Target("native", counts_polls=False, conventions=True, may_spread=True)
WASM: Final = Target("wasm32", counts_polls=True, conventions=False, may_spread=False)
