"""What all tests need: Ctrl-C is heard, also where they run in the background of a shell."""

from __future__ import annotations

import signal

# a shell may start what runs behind `&` with Ctrl-C ignored, which processes would inherit
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
