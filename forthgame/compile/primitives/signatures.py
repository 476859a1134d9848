"""The functions that numba compiles: bodies and guards of the table, by module."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from forthgame.words.primitives import TABLE
from forthgame.words.table.row import Body, Row

RESULTS = ("none", "cell", "pair")  # kinds, by the number of outputs


@dataclass(frozen=True)
class Signature:
    """A function of the table and its calling convention.

    parameters  the kind of each: `vm`, `cell` or `float`
    result      its kind: `none`, `cell`, `float`, or `pair` for two cells in 64 bits
    """

    function: Body
    parameters: tuple[str, ...]
    result: str

    def __str__(self) -> str:
        return f"{' '.join(self.parameters)} -> {self.result}"


def body_name(body: Body) -> str:
    return f"body.{module_name(body)}.{body.__name__}"


def guard_name(guard: Body) -> str:
    return f"guard.{module_name(guard)}.{guard.__name__}"


def module_name(function: Body) -> str:
    """Return the last part of the name of a function's module."""
    return function.__module__.rpartition(".")[2]


def body_parameters(row: Row) -> tuple[str, ...]:
    plain = [name for name in row.parameters if name not in ("vm", "operand")]
    floats = plain[len(row.effect.inputs) :]
    kinds = {"vm": "vm"} | dict.fromkeys(floats, "float")
    return tuple(kinds.get(name, "cell") for name in row.parameters)


@cache
def signatures() -> dict[str, Signature]:
    """Return the signature of each body and guard of the table by its name in LLVM IR.

    Raises ValueError if two rows share a body and call it differently.
    """
    found: dict[str, Signature] = {}
    for row in TABLE.operations():
        if row.body is not None:
            name, effect = body_name(row.body), row.effect
            result = "float" if effect.float_outputs else RESULTS[len(effect.outputs)]
            signature = Signature(row.body, body_parameters(row), result)
            if found.setdefault(name, signature) != signature:
                raise ValueError(f"{row.name}: another word calls {name} with other kinds")
        if row.guard is not None:
            names = row.guard.__code__.co_varnames[: row.guard.__code__.co_argcount]
            kinds = tuple("vm" if name == "vm" else "cell" for name in names)
            found[guard_name(row.guard)] = Signature(row.guard, kinds, "cell")
    return found


@cache
def signatures_by_module() -> dict[str, dict[str, Signature]]:
    """Return the signatures of bodies and guards by the name of their module."""
    found: dict[str, dict[str, Signature]] = {}
    for name, signature in signatures().items():
        found.setdefault(module_name(signature.function), {})[name] = signature
    return found
