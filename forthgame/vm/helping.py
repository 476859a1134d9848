"""A process that helps to compile: `python -m forthgame.vm.helping SHARE SHARES CLAIMS KEY`.

KEY is what the primitives depend on for who has asked. Where this process has other modules, as of
a version that has been installed meanwhile, it compiles nothing.
"""

from __future__ import annotations

import sys

from forthgame.vm.native import is_key
from forthgame.vm.primitives import print_share


def main() -> None:
    """Compile a share of the primitives and print their IR."""
    share, shares, claims, key = sys.argv[1:]
    if not key or is_key(key):
        print_share(int(share), int(shares), claims)


if __name__ == "__main__":
    main()
