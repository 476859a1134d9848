"""The usual cases of frequent operations agree with the functions that do all of an operation."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import forthgame
from forthgame.compile.interpreter import (
    interpreter_module,
    native_interpreter,
    object_code,
    python_functions,
)
from forthgame.compile.primitives.bitcode import primitives
from forthgame.compile.primitives.signatures import signatures_by_module
from forthgame.words.primitives import TABLE
from tests.compile.test_tiers import NUMBERS, PRELUDE, observe, programs


def test_the_frequent_operations_are_of_modules_of_the_table() -> None:
    assert set(signatures_by_module()) >= interpreter_module.FREQUENT
    assert set(TABLE.by_name) >= interpreter_module.SELDOM
    assert all(
        interpreter_module.is_frequent(row) for row in TABLE.operations() if row.kind == "control"
    )


@pytest.fixture(scope="module", params=["whole", "draft"])
def machines(
    request: pytest.FixtureRequest,
) -> Iterator[tuple[forthgame.Machine, forthgame.Machine]]:
    """A machine as it is, and one whose interpreter has the usual case of no operation, or is
    compiled as for a first start.
    """
    llvm = native_interpreter.llvm_binding()
    patch = pytest.MonkeyPatch()
    draft = request.param == "draft"
    if not draft:
        patch.setattr(interpreter_module, "is_frequent", lambda row: False)
    with native_interpreter.llvm_lock:
        bodies = primitives(llvm, native_interpreter.keys(llvm)[0])
        machine, plain = (
            native_interpreter.target_machine(llvm), native_interpreter.plain_target_machine(llvm)
        )  # fmt: skip
        exported = object_code.EXPORTED
        codes = [
            object_code.frequent_object(llvm, plain, bodies, exported, speed=0)
            if draft
            else object_code.frequent_object(llvm, machine, bodies, exported),
            object_code.rest_object(llvm, plain, bodies),
        ]
        for symbol, address in python_functions.python_addresses().items():
            llvm.add_symbol(symbol, address)
        engine, alive = native_interpreter.load_object(
            llvm, native_interpreter.target_machine(llvm), *codes
        )
    patch.undo()
    usual, whole = forthgame.Machine(native=False), forthgame.Machine(native=False)
    run = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(engine.get_function_address("run"))
    whole.forth.processor._run = run
    for machine in (usual, whole):
        machine.run(PRELUDE)
    yield usual, whole
    del alive


@pytest.mark.slow
@given(body=programs(2), numbers=st.lists(NUMBERS, max_size=5), steps=st.integers(0, 400))
@settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck))
def test_random_words_agree(
    machines: tuple[forthgame.Machine, forthgame.Machine],
    body: str, numbers: list[int], steps: int,
) -> None:  # fmt: skip
    """Output, errors, stacks, memory and counted steps agree, at any limit."""
    seen = []
    for machine in machines:
        processor = machine.forth.processor
        machine.run(f": subject {body} ;")
        before = processor.steps_done
        whole = observe(machine, f"{' '.join(map(str, numbers))} subject .S")
        taken = processor.steps_done - before
        processor.limit(steps=steps)
        ended = observe(machine, f"{' '.join(map(str, numbers))} subject .S")
        processor.limit()
        seen.append((whole, taken, ended))
    assert seen[0] == seen[1]


def test_a_process_with_another_interpreter_compiles_nothing() -> None:
    rest = native_interpreter.rest_in_other_process("the-key-of-another-version", optimising=True)
    assert rest() == b""


def test_where_no_process_can_be_started_nothing_comes_from_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*given: object, **options: object) -> None:
        raise PermissionError

    monkeypatch.setattr(subprocess, "Popen", refused)
    assert native_interpreter.rest_in_other_process("a-key", optimising=False)() == b""


def test_object_files_are_packed_and_unpacked() -> None:
    codes = [b"", b"one", b"\0" * 70_000]
    assert object_code.split_objects(object_code.joined_objects(codes)) == codes
