"""The language server, used by a client over pipes, and its parts."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from forthgame.base.errors import ForthgameError, Place
from forthgame.ui.lsp.script_analysis import ScriptAnalysis, indented
from tests.beyond.small import ALL, FRAME
from tests.library import bare_name, game_scripts
from tests.machine.test_threads import ENVIRONMENT
from tests.waiting import HANGS_AFTER

lsp = pytest.importorskip("lsprotocol.types", reason="pygls is not installed")
GAME = FRAME % (ALL + ": twice ( n -- n ) DUP + ;\n: used 2 twice DROP ;\n", "{move} step")


def analysed(folder: Path, text: str = GAME) -> ScriptAnalysis:
    path = folder / "game.4th"
    path.write_text(text)
    return ScriptAnalysis(path, text)


def place(text: str, word: str, times: int = 1) -> tuple[int, int]:
    """Line and column, from 1, of a word's n-th place."""
    start = -1
    for _ in range(times):
        start = text.index(word, start + 1)
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


def test_a_word_is_found_where_it_stands(tmp_path: Path) -> None:
    analysis = analysed(tmp_path)
    mention = analysis.at(*place(GAME, "twice DROP"))
    assert mention is not None
    assert (mention.word.name, mention.defining) == ("twice", False)
    assert analysis.definition(mention) is not None
    assert [p.line for p in analysis.references(mention.word)] == [
        place(GAME, "twice")[0], place(GAME, "twice DROP")[0],
    ]  # fmt: skip
    assert analysis.at(1, 1) is None


def test_a_move_word_is_explained_with_the_way_its_moves_are_counted(tmp_path: Path) -> None:
    text = GAME.replace("add-move ;", "here from + 2 MOD prefer add-move ;", 1)
    assert text != GAME
    analysis = analysed(tmp_path, text)
    mention = analysis.at(*place(text, "step"))
    assert mention is not None
    told = analysis.explain(mention.word, analysis.counting())
    assert "step: listed: prefer may take moves out of the list" in told
    assert "test in the move word instead" in told
    analysis.path.write_text(GAME)  # the text has changes that are not saved
    assert not analysis.counting()


def test_an_own_word_is_explained_by_comment_and_code(tmp_path: Path) -> None:
    analysis = analysed(tmp_path)
    mention = analysis.at(*place(GAME, "twice DROP"))
    assert mention is not None
    told = analysis.explain(mention.word)
    assert "( n -- n )" in told
    assert "the code: `( n1 -- m1 )`" in told
    assert "defined in game.4th:" in told


def test_the_code_of_an_own_word_shows_the_kinds_of_its_items(tmp_path: Path) -> None:
    text = GAME + ": held? ( x a b -- x ? ) player-at = SWAP keep SWAP ;\n"
    text = text.replace(": held?", ": keep ( x -- x ) ;\n: held?")
    analysis = analysed(tmp_path, text)
    mention = analysis.at(*place(text, "held?"))
    assert mention is not None
    assert "the code: `( n1 player pos -- n1 ? )`" in analysis.explain(mention.word)


def test_a_word_of_the_language_is_explained(tmp_path: Path) -> None:
    analysis = analysed(tmp_path)
    mention = analysis.at(*place(GAME, "DUP +"))
    assert mention is not None
    assert "( a -- a a )" in analysis.explain(mention.word)
    with pytest.raises(ForthgameError, match="word of the language"):
        analysis.rename(mention.word, "other")


def test_an_event_keeps_its_name(tmp_path: Path) -> None:
    text = GAME + ": OnIsTerminal? ( -- ? ) TRUE ;\n"
    analysis = analysed(tmp_path, text)
    mention = analysis.at(*place(text, "OnIsTerminal?"))
    assert mention is not None
    with pytest.raises(ForthgameError, match="is an event"):
        analysis.rename(mention.word, "terminal?")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a b", "one word"),
        ("", "one word"),
        ("go", "already"),
        ("DUP", "already"),
        ("12", "read as a number"),
        ("-7", "read as a number"),
        ("1.5e3", "read as a number"),
    ],
)
def test_a_name_that_cannot_be_given(tmp_path: Path, name: str, reason: str) -> None:
    analysis = analysed(tmp_path)
    mention = analysis.at(*place(GAME, "twice DROP"))
    assert mention is not None
    with pytest.raises(ForthgameError, match=reason):
        analysis.rename(mention.word, name)


SYMMETRIC = """: think ( -- ) 1 DROP ;
{board 3 3 {grid} board}
{directions 0 -1 {direction} up 0 1 {direction} down directions}
{players {player} W {search-engine} think {player} B {random} players}
{symmetries B {symmetry} up down symmetries}
{turn-order {turn} W {turn} B turn-order}
: step ( -- ) up verify empty? verify from here move add-move ;
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} W man a1 {setup} B man a3 board-setup}
"""


@pytest.mark.parametrize("mentioned", ["up 0 1", "up down", "up verify"])
def test_a_direction_with_a_symmetry_is_one_word(tmp_path: Path, mentioned: str) -> None:
    """The section makes the direction anew; it is renamed everywhere, from any of its places."""
    path = tmp_path / "game.4th"
    analysis = ScriptAnalysis(path, SYMMETRIC)
    assert analysis.findings == []
    mention = analysis.at(*place(SYMMETRIC, mentioned))
    assert mention is not None
    defined = analysis.definition(mention)
    assert defined is not None
    assert (defined.line, defined.column) == place(SYMMETRIC, "up 0 1")
    places = {(found.line, found.column) for found in analysis.rename(mention.word, "north")}
    assert places == {place(SYMMETRIC, text) for text in ("up 0 1", "up down", "up verify")}


def test_a_name_that_the_script_gives_as_a_text_is_left_to_its_author(tmp_path: Path) -> None:
    """An example is the name of an engine's word, which `{search-engine}` reads."""
    analysis = ScriptAnalysis(tmp_path / "game.4th", SYMMETRIC)
    mention = analysis.at(*place(SYMMETRIC, "think ( --"))
    assert mention is not None
    with pytest.raises(ForthgameError, match="rename by hand"):
        analysis.rename(mention.word, "ponder")


KINDS = """{board 3 3 {grid} board}
{players {player} W {player} B players}
{turn-order {turn} W {turn} B turn-order}
: drop-one ( -- ) empty? verify here add-move ;
: drop-two ( -- ) CR ." slow" ( slow ) drop-one ; \\ slow
{moves drops {move} drop-one {move-type} slow {move} drop-two OTHER moves}
{pieces {piece} man {drops} drops pieces}
"""


@pytest.mark.parametrize("other", ["{move-type} slow", ""])
def test_a_name_that_stands_where_no_word_is_known_is_left_to_its_author(
    tmp_path: Path, other: str
) -> None:
    """An example is a name after a second `{move-type}`; texts and comments do not count."""
    text = KINDS.replace("OTHER", other)
    analysis = ScriptAnalysis(tmp_path / "game.4th", text)
    mention = analysis.at(*place(text, "slow {move}"))
    assert mention is not None
    if other:
        with pytest.raises(ForthgameError, match="rename by hand"):
            analysis.rename(mention.word, "quick")
    else:
        assert len(analysis.rename(mention.word, "quick")) == 1


@pytest.mark.parametrize("word", ["{grid}", "{board", "moves}", "players}"])
def test_words_of_sections_are_not_what_they_make(tmp_path: Path, word: str) -> None:
    """`{grid}` defines positions at its place."""
    mention = ScriptAnalysis(tmp_path / "game.4th", KINDS).at(*place(KINDS, word))
    assert mention is not None
    assert mention.word.name == word


def test_a_list_of_moves_is_renamed(tmp_path: Path) -> None:
    text = KINDS.replace("OTHER", "")
    analysis = ScriptAnalysis(tmp_path / "game.4th", text)
    mention = analysis.at(*place(text, "drops {move}"))
    assert mention is not None
    assert mention.defining
    places = [(found.line, found.column) for found in analysis.rename(mention.word, "puts")]
    assert places == [place(text, "drops {move}"), place(text, "drops pieces}")]


def test_a_new_name_that_stands_there_already(tmp_path: Path) -> None:
    """The new name would become the word, as a number of another base."""
    text = GAME + "7 CONSTANT seven  HEX : start ( -- n ) FACE ; DECIMAL  : more seven start ;\n"
    analysis = analysed(tmp_path, text)
    mention = analysis.at(*place(text, "seven"))
    assert mention is not None
    with pytest.raises(ForthgameError, match=r"face stands in game\.4th:\d+ already"):
        analysis.rename(mention.word, "face")
    assert len(analysis.rename(mention.word, "faces")) == 2


@pytest.mark.parametrize(("name", "told"), [("gone", "by hand"), ("kept", "")])
def test_a_new_name_in_two_files(tmp_path: Path, name: str, told: str) -> None:
    """The change is refused if words made from the old name would be missed."""
    head = "{board 2 2 {grid} board}\n{players {player} A {player} B players}\n"
    (tmp_path / "base.4th").write_text(head + "{pieces {piece} man 2 {attribute} moved pieces}\n")
    use = "here moved-at DROP" if told else ""
    text = f"""LOAD base.4th
{{turn-order {{turn}} A {{turn}} B turn-order}}
: put ( -- ) empty? verify moved DROP {use} drop add-move ;
{{moves puts {{move}} put moves}}
{{pieces {{piece}} man {{drops}} puts pieces}}
"""
    analysis = analysed(tmp_path, text)
    mention = analysis.at(*place(text, "moved DROP"))
    assert mention is not None, analysis.findings
    if told:
        with pytest.raises(ForthgameError, match=told):
            analysis.rename(mention.word, name)
    else:
        assert {Path(p.file).name for p in analysis.rename(mention.word, name)} == {
            "base.4th", "game.4th",
        }  # fmt: skip


def test_drawings_of_levels_name_nothing(tmp_path: Path) -> None:
    (tmp_path / "game.levels").write_text("m go\n")
    text = KINDS.replace("OTHER", "").replace("drop-one", "go").replace("{move-type} slow", "")
    text = text.replace("{player} B players}", "players}").replace("{turn} B turn", "turn")
    text += ": read-letter ( c -- ) DROP ;\n"
    text += "{levels {drawn} read-letter {level-file} game.levels levels}\n"
    analysis = analysed(tmp_path, text)
    mention = analysis.at(*place(text, "go ("))
    assert mention is not None, analysis.findings
    assert len(analysis.rename(mention.word, "m")) == 3


def test_findings_are_those_of_unsaved_text(tmp_path: Path) -> None:
    path = tmp_path / "game.4th"
    path.write_text(GAME)
    found = ScriptAnalysis(path, GAME + ": wrong frobnicate ;\n").findings
    assert any(f.code == "FG101" and "frobnicate" in f.message for f in found)


def test_a_file_that_is_loaded_may_change(tmp_path: Path) -> None:
    """The analysis is made anew, since names may have moved."""
    other, text = tmp_path / "other.4th", "LOAD other.4th\n: use helper DROP ;\n"
    other.write_text(": helper 1 ;\n")
    analysis = analysed(tmp_path, text)
    assert analysis.is_current
    other.write_text("\n\n: helper 1 ;\n")
    assert not analysis.is_current
    assert analysed(tmp_path, text).is_current
    other.unlink()
    assert not analysis.is_current


def test_places_are_named_in_the_units_of_the_protocol() -> None:
    """Columns count from 0; a character beyond the first 65536 takes two of them."""
    from forthgame.ui.lsp.language_server import range_of

    def at(line: int, start: int, end: int) -> Any:
        return lsp.Range(lsp.Position(line, start), lsp.Position(line, end))

    text = "🂡 🂢 wrong"
    assert range_of(Place("a.4th", 3, 3, text)) == at(2, 3, 5)
    assert range_of(Place("a.4th", 3, 5, text, 5)) == at(2, 6, 11)
    assert range_of(Place("a.4th", 1, 4)) == at(0, 3, 4)


def test_a_script_that_reads_texts_by_itself_stays_as_it_is() -> None:
    text = ': say 34 WORD PAD $. ;\nsay a\n      b"\n'
    assert indented(text) == text
    assert indented(': a ." WORD"\n1 ;\n') == ': a ." WORD"\n\t1 ;\n'


def test_lines_are_indented() -> None:
    text = (
        ": a ( n -- )\nDUP IF\n1 .\nELSE\n  2 . \\ IF\n ENDIF\n;\n{players\n{player} X\nplayers}\n"
    )
    assert indented(text) == (
        ": a ( n -- )\n\tDUP IF\n\t\t1 .\n\tELSE\n\t\t2 . \\ IF\n\tENDIF\n;\n"
        "{players\n\t{player} X\nplayers}\n"
    )


def test_a_name_that_no_file_can_have_is_a_finding() -> None:
    (found,) = ScriptAnalysis(Path("a\0b.4th"), ": a ;")._report.findings
    assert found.code == "FG106"


def test_texts_and_comments_over_lines_are_left() -> None:
    text = ': a\n." IF\n  two  "\n( IF\n   more )\n  1 ;\n'
    assert indented(text) == ': a\n\t." IF\n  two  "\n\t( IF\n   more )\n\t1 ;\n'


def test_ends_of_lines_stay_and_blanks_are_those_of_scripts() -> None:
    """A name may be a character that is blank elsewhere."""
    assert indented(": a\r\n\r\n\\ ;\r1 ;\r\n") == ": a\r\n\r\n\t\\ ;\r\t1 ;\r\n"
    name = ': f ASCII \\ EMIT ASCII ( EMIT ." two\n  lines" ;\n\' \\ DROP VARIABLE\n:\n1 DROP\n'
    assert indented(name) == name
    bracket = ': k [ \' \\ ] LITERAL DROP ." m\n      n" ;\n'
    assert indented(bracket) == bracket
    once = ": array CREATE DO I , LOOP DOES>\n\tCREATE IF\n\t\t[']\n\t\tIF ENDIF ;\n"
    assert indented(once.replace("\t", "")) == once
    assert indented(": a\n\u3000\n1\u2028; ;") == ": a\n\t\u3000\n\t1\u2028; ;"


@pytest.mark.parametrize("script", game_scripts()[::6], ids=bare_name)
def test_indenting_changes_blanks_only(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    once = indented(text)
    assert indented(once) == once
    assert [line.strip() for line in once.split("\n")] == [
        line.strip() for line in text.split("\n")
    ]


# -- over pipes -----------------------------------------------------------------------------------

Work = Callable[[Any, list[Any]], Awaitable[None]]


def with_client(work: Work) -> None:
    """Start the server, greet it, yield the client, end it."""
    from pygls.lsp.client import LanguageClient

    async def run() -> None:
        client, told = LanguageClient("test", "1"), list[Any]()

        @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: Any) -> None:
            told.append(params)

        await client.start_io(sys.executable, "-m", "forthgame", "lsp", env=ENVIRONMENT)
        await client.initialize_async(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), process_id=None)
        )
        client.initialized(lsp.InitializedParams())
        try:
            await work(client, told)
        finally:
            await client.shutdown_async(None)
            client.exit(None)
            await asyncio.wait_for(client.stop(), HANGS_AFTER)

    asyncio.run(asyncio.wait_for(run(), HANGS_AFTER))


async def opened(client: Any, told: list[Any], path: Path, text: str) -> str:
    """Open a document and wait for its findings."""
    uri = path.as_uri()
    before = len(told)
    item = lsp.TextDocumentItem(uri, "forth", 1, text)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    while len(told) == before:
        await asyncio.sleep(0.02)
    return uri


GREETING = (
    {"id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}},
    {"method": "initialized", "params": {}},
)


def framed(*messages: dict[str, Any]) -> bytes:
    """Messages as an editor sends them."""
    texts = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(text), text) for text in texts)


def started(**streams: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "forthgame", "lsp"]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT, **streams
    )


def test_an_editor_sends_whole_texts_and_its_lines_are_counted() -> None:
    """A change to a part would be misplaced if the text has a form feed.

    The session ends without complaint.
    """
    text = {"uri": "file:///none.4th", "languageId": "forth", "version": 1}
    text["text"] = ": a \\ \f\r1 ;\n"
    asked = {"textDocument": text, "options": {"tabSize": 4, "insertSpaces": False}}
    server = started(stderr=subprocess.PIPE)
    said, complaints = server.communicate(framed(
        *GREETING,
        {"method": "textDocument/didOpen", "params": {"textDocument": text}},
        {"id": 2, "method": "textDocument/formatting", "params": asked},
        {"id": 3, "method": "shutdown"}, {"method": "exit"},
    ), HANGS_AFTER)  # fmt: skip
    assert (server.returncode, complaints) == (0, b"")
    answers = [json.loads(part) for part in re.findall(rb"\{\".*\}(?=Content|$)", said)]
    found = {answer.get("id"): answer.get("result") for answer in answers}
    assert found[1]["capabilities"]["textDocumentSync"]["change"] == lsp.TextDocumentSyncKind.Full
    [edit] = found[2]
    assert edit["newText"] == ": a \\ \f\r\t1 ;\n"
    assert edit["range"]["end"] == {"line": 3, "character": 0}


def test_messages_that_are_none() -> None:
    """Most are skipped, with a line; one that is too long ends the server."""
    server = started(stderr=subprocess.PIPE)
    nonsense = b"".join(b"Content-Length: 2\r\n\r\n" + text for text in (b"[]", b"{]"))
    long = b"Content-Length: %s\r\n\r\n" % (b"9" * 5000) + b"Content-Length: %d\r\n\r\n" % 10**20
    _, complaints = server.communicate(nonsense + long, HANGS_AFTER)
    lines = complaints.decode().splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "Unable to handle message",
        "Unable to handle message",
        "a message of an editor has at most 67108864 bytes",
    ]
    assert server.returncode == 1


def test_requests_that_cannot_be_answered_are_reported_in_lines(tmp_path: Path) -> None:
    """The requests are for a missing document and for an impossible place."""
    where = {"textDocument": {"uri": (tmp_path / "none.4th").as_uri()}}
    asked = [
        {"id": number, "method": "textDocument/hover", "params": {**where, "position": position}}
        for number, position in ((3, {"line": 0, "character": 0}), (4, {"line": -1}))
    ]
    ended = ({"id": 2, "method": "shutdown"}, {"method": "exit"})
    server = started(stderr=subprocess.PIPE)
    said, complaints = server.communicate(framed(*GREETING, *asked, *ended), HANGS_AFTER)
    told = complaints.decode().splitlines()
    assert server.returncode == 0
    assert b'"message":"none.4th is not open in the editor"}' in said.replace(b'": "', b'":"')
    assert b"raceback" not in said
    answers = [line for line in said.splitlines() if b'"id"' in line.replace(b" ", b"")]
    assert [b'"error"' in line for line in answers] == [False, True, True, False]
    assert [line.partition(":")[0] for line in sorted(told)] == [
        'Exception occurred for message "3"',
        "Unable to deserialize message",
        "Unable to handle message",
    ]


def test_the_server_ends_when_nobody_reads_it(tmp_path: Path) -> None:
    with (tmp_path / "told").open("wb+") as told:
        server = started(stderr=told)
        assert server.stdout is not None
        server.stdout.close()
        server.communicate(framed(*GREETING), HANGS_AFTER)
        assert (server.returncode, told.tell()) == (0, 0)


def test_ctrl_c_ends_the_server_between_two_requests() -> None:
    server = started(stderr=subprocess.PIPE)
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(framed(*GREETING))
    server.stdin.flush()
    server.stdout.readline()  # it has begun to answer
    server.send_signal(signal.SIGINT)
    assert server.wait(HANGS_AFTER) == 130
    server.communicate()


def test_an_editor_is_served(tmp_path: Path) -> None:
    (tmp_path / "rest.4th").write_text(GAME.replace(": used", ": Ä ;\n: used"))
    text = "LOAD rest.4th\n: more 3 twice frobnicate ;\n"
    path = tmp_path / "game.4th"
    path.write_text("")

    async def work(client: Any, told: list[Any]) -> None:
        uri = await opened(client, told, path, text)
        assert [d.code for d in told[-1].diagnostics if d.severity == 1] == ["FG101"]
        here = lsp.TextDocumentIdentifier(uri)
        line, column = place(text, "twice")
        at = lsp.Position(line - 1, column - 1)
        hover = await client.text_document_hover_async(lsp.HoverParams(here, at))
        assert "( n -- n )" in hover.contents.value
        found = await client.text_document_definition_async(lsp.DefinitionParams(here, at))
        assert found.uri.endswith("/rest.4th")
        context = lsp.ReferenceContext(True)
        places = await client.text_document_references_async(lsp.ReferenceParams(context, here, at))
        assert len(places) == 3
        edit = await client.text_document_rename_async(lsp.RenameParams(here, at, "double"))
        assert sorted(len(edits) for edits in edit.changes.values()) == [1, 2]
        names = await client.text_document_completion_async(lsp.CompletionParams(here, at))
        assert {"twice", "DUP", "verify", "Ä"} <= {item.label for item in names.items}
        outline = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(here))
        assert [symbol.name for symbol in outline] == ["more"]
        options = lsp.FormattingOptions(tab_size=4, insert_spaces=False)
        asked = lsp.DocumentFormattingParams(here, options)
        assert not await client.text_document_formatting_async(asked)
        tokens = await client.text_document_semantic_tokens_full_async(
            lsp.SemanticTokensParams(here)
        )
        assert tokens.data
        assert len(tokens.data) % 5 == 0
        before = len(told)
        change = lsp.TextDocumentContentChangeWholeDocument(text.replace("frobnicate", "DROP"))
        client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(2, uri), [change])
        )
        while len(told) == before:
            await asyncio.sleep(0.02)
        assert not [d for d in told[-1].diagnostics if d.severity == 1]

    with_client(work)


def test_a_rename_goes_where_loaded_files_have_their_words_now(tmp_path: Path) -> None:
    """Files may be changed by another program or in the editor; unsaved text is not overwritten."""
    rest, path = tmp_path / "rest.4th", tmp_path / "game.4th"
    words, text = ": helper ( n -- n ) 1+ ;\n", "LOAD rest.4th\n: use ( -- ) 3 helper DROP ;\n"
    rest.write_text(words)
    path.write_text(text)

    async def work(client: Any, told: list[Any]) -> None:
        uri = await opened(client, told, path, text)
        here, at = lsp.TextDocumentIdentifier(uri), lsp.Position(1, 17)

        async def line() -> int | None:
            asked = lsp.RenameParams(here, at, "aid")
            edit = await client.text_document_rename_async(asked)
            return None if edit is None else edit.changes[rest.as_uri()][0].range.start.line

        assert await line() == 0
        rest.write_text("\n" + words)
        assert await line() == 1
        other = await opened(client, told, rest, "\n\n" + words)
        assert await line() is None
        rest.write_text("\n\n: other ;\n")
        before = len(told)
        saved = lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(other))
        client.text_document_did_save(saved)
        while not any(found.uri == uri for found in told[before:]):
            await asyncio.sleep(0.02)
        assert [d.code for d in told[-1].diagnostics if d.severity == 1] == ["FG101"]

    with_client(work)


@pytest.mark.slow
def test_every_bundled_script_is_served() -> None:
    """Each has findings, an outline, colours and a hover in the middle."""

    async def work(client: Any, told: list[Any]) -> None:
        for path in game_scripts():
            text = path.read_text(encoding="utf-8")
            uri = await opened(client, told, path.resolve(), text)
            assert not [d for d in told[-1].diagnostics if d.severity == 1], path
            here = lsp.TextDocumentIdentifier(uri)
            symbols = await client.text_document_document_symbol_async(
                lsp.DocumentSymbolParams(here)
            )
            tokens = await client.text_document_semantic_tokens_full_async(
                lsp.SemanticTokensParams(here)
            )
            assert tokens.data
            for symbol in symbols[:3]:
                at = symbol.selection_range.start
                hover = await client.text_document_hover_async(lsp.HoverParams(here, at))
                assert symbol.name in hover.contents.value

    with_client(work)
