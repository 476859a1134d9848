"""The interpreter that comes with the sources is current, and used only where it fits."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from forthgame.base.source import package_path
from forthgame.compile.interpreter import shipped_interpreter as shipped
from forthgame.compile.interpreter.native_interpreter import llvm_binding
from forthgame.compile.interpreter.object_code import split_objects
from forthgame.compile.primitives.bitcode import ANEW, COMPILE, LINK
from forthgame.compile.primitives.fingerprints import FOLDER

PLATFORM = "x86_64-unknown-linux-gnu"


class OtherLLVM:
    """LLVM on another machine."""

    def __init__(self, platform: str, *features: str) -> None:
        self.features = dict.fromkeys(features, True)
        self.platform = platform

    def get_default_triple(self) -> str:
        return self.platform

    def get_host_cpu_features(self) -> dict[str, bool]:
        return self.features


USUAL = OtherLLVM(PLATFORM, *shipped.PLATFORMS[PLATFORM][1])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped files."""
    for path in package_path(FOLDER).glob("interpreter-*"):
        shutil.copy(path, tmp_path)
    monkeypatch.setattr(shipped, "package_path", lambda *parts: tmp_path)
    monkeypatch.delenv(ANEW, raising=False)
    return tmp_path


def test_the_interpreter_that_comes_with_the_sources_is_current(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If this fails, the interpreter or primitives were changed: run `.ci/primitives`."""
    monkeypatch.delenv(ANEW, raising=False)
    folder = package_path(FOLDER)
    for platform in shipped.PLATFORMS:
        about = json.loads((folder / f"interpreter-{platform}.json").read_text())
        assert about["sources"] == shipped._sources()
    found = shipped.shipped_interpreter(USUAL)
    assert found is not None
    assert len(split_objects(found)) == 2


@pytest.mark.parametrize("value", [COMPILE, LINK])
def test_it_can_be_switched_off(value: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ANEW, value)
    assert shipped.shipped_interpreter(USUAL) is None


def test_other_machines_do_not_use_it(folder: Path) -> None:
    assert shipped.shipped_interpreter(OtherLLVM("powerpc64le-unknown-linux-gnu")) is None
    assert shipped.shipped_interpreter(OtherLLVM(PLATFORM, "sse3")) is None


def test_a_damaged_file_is_not_used(folder: Path) -> None:
    path = folder / f"interpreter-{PLATFORM}.o.xz"
    data = path.read_bytes()
    for damaged in (data[:-100], b"", data[:100] + b"?" + data[101:]):
        path.write_bytes(damaged)
        assert shipped.shipped_interpreter(USUAL) is None


def test_changed_sources_do_not_use_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "contents_of", lambda modules: [b"changed"])
    assert shipped.shipped_interpreter(USUAL) is None


def test_a_file_is_written_again_only_if_the_interpreter_has_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    llvm = llvm_binding()
    if llvm.get_default_triple() != PLATFORM:
        pytest.skip("this platform has no file")
    about = json.loads((folder / f"interpreter-{PLATFORM}.json").read_text())
    monkeypatch.setattr(shipped, "contents_of", lambda modules: [b"changed"])
    monkeypatch.setattr(shipped, "_text", lambda: about["text"])
    monkeypatch.setattr(shipped, "_compiled", lambda llvm, platform, key: b"new")
    assert shipped.ship_interpreter(llvm, "a-key", folder) == []
    assert shipped.shipped_interpreter(USUAL) is not None
    monkeypatch.setattr(shipped, "_text", lambda: "another")
    assert shipped.ship_interpreter(llvm, "a-key", folder) == [f"interpreter-{PLATFORM}.o.xz"]
