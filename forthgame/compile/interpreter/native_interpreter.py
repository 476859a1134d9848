"""Machine code from LLVM that Python can call, with the interpreter in the cache.

A first start loads the object code that comes with the sources. If that does not fit, the two
modules of the interpreter are compiled in parallel, one of them in another process, as a draft. It
is compiled in a third of the time and takes up to twice as long to run words. The other process
then optimises the interpreter for later starts.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache as cache_calls
from typing import Any, Final

from forthgame.base import cache
from forthgame.base.claims import once
from forthgame.compile.interpreter import python_functions
from forthgame.compile.interpreter.object_code import (
    EXPORTED,
    frequent_object,
    joined_objects,
    rest_object,
    split_objects,
)
from forthgame.compile.llvm import jobs
from forthgame.compile.llvm.helper_process import lasting_helper
from forthgame.compile.llvm.jobs import (
    Job,
    MachineCode,
    free_dropped,
    llvm_lock,
    yield_to_waiting_jobs,
)
from forthgame.compile.llvm.package_digests import digests
from forthgame.compile.llvm.source_dependencies import version
from forthgame.compile.primitives.bitcode import primitives


def rest_in_other_process(key: str, optimising: bool) -> Callable[[], bytes]:
    """Compile the rest in another process; return a function that waits for the object code.

    The function returns b"" if that process cannot be started, fails, or has an interpreter with
    another key. With `optimising` the process then optimises the interpreter, for the cache; it
    ends with this process.
    """
    aims = [OPTIMISE] if optimising else []
    process = lasting_helper(REST_PROCESS, [key, *aims], subprocess.PIPE)

    def wait() -> bytes:
        if process is None or process.stdout is None:
            return b""
        with process.stdout as stream:
            found = stream.read()
        return found.removesuffix(COMPLETE) if found.endswith(COMPLETE) else b""

    return wait


COMPLETE = b"complete"  # ends the object code that the other process writes
OPTIMISE = "optimise"
REST_PROCESS = "forthgame.compile.interpreter.rest_process"
Progress = jobs.Progress
Run = Callable[[int], None]


@cache_calls
def llvm_binding() -> Any:
    with llvm_lock:
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
    return llvm


def target_machine(llvm: Any, opt: int = 2) -> Any:
    return llvm.Target.from_default_triple().create_target_machine(
        opt=opt, cpu=llvm.get_host_cpu_name(), features=features(llvm), jit=True
    )


SLOW_TO_SPREAD: Final = ("znver1", "znver2")  # `pdep` takes hundreds of cycles on them


@cache_calls
def spreads_bits(llvm: Any) -> bool:
    """Return whether this processor has a fast `pdep`.

    Cached, as LLVM answers only while no other thread compiles.
    """
    wide = llvm.get_default_triple().startswith("x86_64")
    has = wide and bool(llvm.get_host_cpu_features().get("bmi2"))
    return has and llvm.get_host_cpu_name() not in SLOW_TO_SPREAD


def features(llvm: Any) -> str:
    """Return the features of this processor, without gather loads, which are slower."""
    found = str(llvm.get_host_cpu_features().flatten())
    with_gather = llvm.get_default_triple().startswith(("x86_64", "i686"))
    return f"{found},+prefer-no-gather" if with_gather else found


@cache_calls
def keys(llvm: Any) -> tuple[str, str]:
    with llvm_lock:
        known = digests()
        bodies = cache.key(
            known.bodies,
            version("llvmlite"),
            llvm.get_host_cpu_name(),
            llvm.get_host_cpu_features().flatten(),
            llvm.get_default_triple(),
        )
    return bodies, cache.key(bodies, known.interpreter)


def plain_target_machine(llvm: Any) -> Any:
    return target_machine(llvm, opt=0)


def _names(keys: tuple[str, str]) -> tuple[str, str]:
    """Return the names of the optimised interpreter and of the draft in the cache."""
    return f"interpreter-{keys[1]}.o", f"draft-{keys[1]}.o"


def _draft(llvm: Any, keys: tuple[str, str], job: Job[Any]) -> bytes:
    rest_from_there = rest_in_other_process(keys[1], optimising=True)
    bodies = primitives(llvm, keys[0], job.tell)
    job.tell("compiling the interpreter", 0, 3)
    plain = plain_target_machine(llvm)
    frequent = frequent_object(llvm, plain, bodies, EXPORTED, speed=0)
    job.tell("compiling the interpreter", 1, 3)
    rest = rest_from_there() or rest_object(llvm, plain, bodies)
    return joined_objects([frequent, rest])


def optimise(llvm: Any, keys: tuple[str, str], rest: bytes = b"") -> bytes:
    """Return the optimised interpreter, and save it for later starts. Needs `llvm_lock`."""
    name, draft = _names(keys)

    def make() -> bytes:
        bodies, known = primitives(llvm, keys[0]), cache.load(draft)
        own = rest or (split_objects(known)[1] if known else b"")
        rest_from_there = None if own else rest_in_other_process(keys[1], optimising=False)
        frequent = frequent_object(llvm, target_machine(llvm), bodies, EXPORTED)
        if rest_from_there is not None:
            own = rest_from_there() or rest_object(llvm, plain_target_machine(llvm), bodies)
        made = joined_objects([frequent, own])
        cache.save(name, made)
        return made

    return once(name, lambda: _finished(llvm, name), make, yield_to_waiting_jobs)


def _finished(llvm: Any, name: str) -> bytes | None:
    """Return the interpreter from the cache, or put the shipped one there; else return None."""
    kept = cache.load(name)
    if kept is None:
        from forthgame.compile.interpreter.shipped_interpreter import shipped_interpreter

        kept = shipped_interpreter(llvm)
        if kept is not None:
            cache.save(name, kept)
    return kept


def load_object(llvm: Any, machine: Any, *codes: bytes) -> tuple[Any, Any]:
    """Load object files; return an engine and an object that keeps the code alive.

    Object files may call each other. Needs `llvm_lock`.
    """
    free_dropped()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    held = [llvm.ObjectFileRef.from_data(code) for code in codes]
    for each in held:
        engine.add_object_file(each)
    engine.finalize_object()
    return engine, MachineCode(engine, machine, *held, *codes)


@dataclass(frozen=True)
class Interpreter:
    """The entry points of the interpreter's machine code.

    run          runs a machine, given the address of its block
    stack_place  returns the address of its own stack frame
    host         the address of the function by which native code calls its host
    short        makes the functions of short calls
    alive        keeps the code alive
    """

    run: Run
    stack_place: Callable[[], int]
    host: int
    short: python_functions.Functions
    alive: Any


def _load_interpreter(job: Job[Interpreter]) -> Interpreter:
    with llvm_lock:
        yield_to_waiting_jobs()
        llvm = llvm_binding()
        machine = target_machine(llvm)
        known = keys(llvm)
        name, draft = _names(known)

        def make() -> bytes:
            made = _draft(llvm, known, job)
            cache.save(draft, made)
            return made

        kept = _finished(llvm, name)
        if kept is None:
            kept = once(draft, lambda: cache.load(draft), make, yield_to_waiting_jobs)
        for symbol, address in python_functions.python_addresses().items():
            llvm.add_symbol(symbol, address)
        engine, alive = load_object(llvm, machine, *split_objects(kept))
        found = [engine.get_function_address(function) for function in EXPORTED]
    run, place, host, *short = found
    return Interpreter(
        ctypes.CFUNCTYPE(None, ctypes.c_void_p)(run),
        ctypes.CFUNCTYPE(ctypes.c_size_t)(place),
        host,
        python_functions.functions(short),
        alive,
    )


_interpreter = Job(_load_interpreter)


def interpreter(progress: Progress | None = None) -> Run:
    """Return the function that runs a machine, given the address of its block.

    A draft is compiled at the first use after an installation (about a second). Later uses load it,
    or the optimised interpreter, from the cache. The machine code lives as long as the process.
    Ctrl-C ends the wait at once; compilation continues, for the next call.
    """
    return _interpreter.wait(progress).run


def loaded_interpreter() -> Interpreter:
    """Return the entry points of the interpreter, once it is compiled."""
    return _interpreter.wait()


def is_finished() -> bool:
    """Return whether later starts find the optimised interpreter."""
    llvm = llvm_binding()
    return _finished(llvm, _names(keys(llvm))[0]) is not None


def is_unfinished() -> bool:
    """Return whether this process waits for the interpreter, or later starts need its draft."""
    return _interpreter.running or (_interpreter.done and not is_finished())


def _compile_all(job: Job[None]) -> None:
    with llvm_lock:
        llvm = llvm_binding()
        known = keys(llvm)
        primitives(llvm, known[0], job.tell)
        job.tell("compiling the interpreter", 0, 3)
        optimise(llvm, known)


_everything = Job(_compile_all)


def compile_first(progress: Progress | None = None) -> None:
    """Compile everything that is needed once after an installation, for the cache."""
    _everything.wait(progress)
    interpreter(progress)


# without this, Ctrl-C kills a process silently while it imports modules
QUIET = "import signal as s; s.getsignal(2) is s.default_int_handler and s.signal(2, s.SIG_DFL)"


def compile_in_child(compiling: str = f"{__name__}:compile_first") -> None:
    """Load the interpreter; if it is not in the cache yet, have another process compile it.

    So this process does not get the threads that numba's libraries start. `compiling` is the
    function that the other process calls, as `module:name`.
    """
    from forthgame.confine import child_variables

    if not is_finished():
        module, _, name = compiling.partition(":")
        code = f"{QUIET}; from {module} import {name}; {name}()"
        command = [sys.executable, "-P", "-c", code]
        nothing = subprocess.DEVNULL  # this process's streams may carry a protocol
        shared = {k: v for k, v in os.environ.items() if k != cache.SCRATCH}
        subprocess.run(
            command, check=False, stdin=nothing, stdout=nothing, env={**shared, **child_variables()}
        )
    interpreter()
