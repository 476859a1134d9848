"""LLVM is queried about the processor once, since it blocks while another thread compiles."""

from __future__ import annotations

from forthgame.compile.interpreter.native_interpreter import spreads_bits


class Asked:
    """Count the queries."""

    def __init__(self) -> None:
        self.times = 0

    def get_default_triple(self) -> str:
        """The system."""
        self.times += 1
        return "x86_64-unknown-linux-gnu"

    def get_host_cpu_features(self) -> dict[str, bool]:
        """Return the processor's features."""
        return {"bmi2": True}

    def get_host_cpu_name(self) -> str:
        """Which one it is."""
        return "znver4"


def test_the_processor_is_queried_once() -> None:
    llvm = Asked()
    assert spreads_bits(llvm)
    assert spreads_bits(llvm)
    assert llvm.times == 1
