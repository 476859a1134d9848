"""Machines that start from a copy of the language are the same as those that read it."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path

import pytest

from forthgame.base import cache
from forthgame.base.source import LANGUAGE, Source
from forthgame.compile.llvm import package_digests
from forthgame.compile.llvm.source_dependencies import depends_on
from forthgame.machine.outer import language_snapshot
from forthgame.machine.outer.language_snapshot import COUNTED, KEPT
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Dictionary, Word


@pytest.fixture(params=["of this process", "from the cache"])
def machines(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> tuple[Forth, Forth]:
    """Return one machine that has read the language, and one that began with a copy."""
    monkeypatch.setenv(cache.SCRATCH, str(tmp_path))
    monkeypatch.setattr(language_snapshot, "_images", [])
    monkeypatch.setattr(language_snapshot, "PREFIX", "test-")
    read = Forth()
    assert [path.name[:5] for path in tmp_path.iterdir()] == ["test-"]
    if request.param == "from the cache":
        language_snapshot._images.clear()
    monkeypatch.setattr(Forth, "_read_language", None)  # not read again
    return read, Forth()


def told(dictionary: Dictionary) -> list[list[object]]:
    """All words, field by field."""
    return [[getattr(word, field.name) for field in fields(Word)] for word in dictionary.words]


@pytest.mark.sampled(2)
def test_the_memory_is_the_same(machines: tuple[Forth, Forth]) -> None:
    """Every byte of the block is compared, except the machine's own records and its stacks."""
    read, copied = (forth.processor.bytes for forth in machines)
    own, stacks = 96, ((at.RETURN_STACK, at.NATIVE_WORDS), (at.DATA_STACK, at.FLOAT_STACK))
    for start, end in stacks:
        assert read[own:start] == copied[own:start]
        own = end
    assert read[own:] == copied[own:]


def test_the_words_are_the_same(machines: tuple[Forth, Forth]) -> None:
    """Words are compared by number, by name and by token, with the origin of their code."""
    read, copied = machines
    assert told(read.dictionary) == told(copied.dictionary)
    assert read.dictionary.engine.keys() == copied.dictionary.engine.keys()
    for word in read.dictionary.words:
        twins = (
            [f.dictionary.find(word.name) for f in machines],
            [f.dictionary.by_token(word.token) for f in machines],
        )
        assert all(a is None if b is None else a is not None and a.index == b.index
                   for a, b in twins)  # fmt: skip
    (top, tokens, *rest), (copied_top, copied_tokens, *copied_rest) = (
        forth.code.remember() for forth in machines
    )
    assert (top, len(tokens), rest) == (copied_top, len(copied_tokens), copied_rest)
    for origin, token in enumerate(tokens):
        twin = copied.code.of_origin(origin)
        assert (twin is None) == (token is None)
        if token is not None and twin is not None:
            assert (twin.text, twin.offset, twin.place) == (token.text, token.offset, token.place)
    for name in KEPT:
        assert getattr(read, name) == getattr(copied, name)
    for name in COUNTED:
        assert getattr(read.processor, name) == getattr(copied.processor, name)


def test_what_one_script_does_another_does_not_see(machines: tuple[Forth, Forth]) -> None:
    """A machine that began with the copy changes only its own words."""
    _, copied = machines
    copied.load_text(Source("x", ": here 7 ; IMMEDIATE : axiomFence 1 ; : WORDS ;"))
    copied.dictionary.words[-1].comment = "changed"
    after = Forth()
    assert told(after.dictionary) == told(machines[0].dictionary)
    assert after.word("here").kind == "operation"


def test_the_newest_word_of_the_language_is_changed_in_one_machine_alone() -> None:
    """A script may begin with IMMEDIATE, which affects the word before it."""
    one, other = Forth(), Forth()
    one.load_text(Source("x", "IMMEDIATE"))
    newest = one.dictionary.words[-1]
    assert newest.immediate
    assert one.dictionary.by_token(newest.token) is newest
    assert not other.dictionary.words[-1].immediate
    assert not Forth().dictionary.words[-1].immediate


def test_a_damaged_file_is_read_over(
    machines: tuple[Forth, Forth], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The language is read from its text then."""
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-1])
    language_snapshot._images.clear()
    assert language_snapshot.load_snapshot() is None


def test_digests_are_of_files_that_are_looked_at() -> None:
    """The inputs of a digest are among the files whose times are compared."""
    stamped = {Path(name).resolve() for name, _ in package_digests._files()}
    modules = depends_on(
        [
            ".compile.interpreter.interpreter_module",
            ".compile.interpreter.native_interpreter",
            ".compile.primitives.numba_lowering",
            ".machine.outer.outer_interpreter",
        ]
    )
    assert {
        package_digests.ROOT / f"{name[1:].replace('.', '/')}.py" for name in modules
    } <= stamped
    for folder in package_digests.COMPILER:
        assert set((package_digests.ROOT / folder).rglob("*.py")) <= stamped


def test_digests_are_worked_out_anew_when_a_file_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """This also holds if its length and its time of change are restored."""
    package = tmp_path / "package"
    for folder in package_digests.ANALYSIS:
        (package / folder).mkdir(parents=True)
    module = package / "machine" / "one.py"
    module.write_text("A = 1")
    monkeypatch.setattr(package_digests, "ROOT", package)
    before = package_digests._cache_name()
    assert package_digests._cache_name() == before
    times = module.stat()
    module.write_text("A = 2")
    os.utime(module, ns=(times.st_atime_ns, times.st_mtime_ns))
    if os.name == "posix":
        assert package_digests._cache_name() != before
    module.rename(package / "machine" / "two.py")
    renamed = package_digests._cache_name()
    assert renamed != before
    (package / "machine" / "deeper").mkdir()
    (package / "machine" / "deeper" / "three.py").write_text("")
    assert package_digests._cache_name() != renamed


def test_digests_come_from_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The digests are unchanged, and no module is read for them."""
    monkeypatch.setenv(cache.SCRATCH, str(tmp_path))
    monkeypatch.setattr(package_digests, "PREFIX", "test-")
    package_digests.digests.cache_clear()
    try:
        worked_out = package_digests.digests()
        package_digests.digests.cache_clear()
        monkeypatch.setattr(package_digests, "primitives_key", None)
        assert package_digests.digests() == worked_out
    finally:
        package_digests.digests.cache_clear()  # others find those of the package


def test_a_token_of_the_language_has_its_place(machines: tuple[Forth, Forth]) -> None:
    """Errors inside the language have the same place."""
    for forth in machines:
        entry = forth.engine_word("AlphaBeta").entry
        token = forth.code.token(entry)
        assert token is not None
        assert token.source.name == LANGUAGE
        assert token.place.line > 1
