"""Language server: translates between the protocol and `analysis`."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from forthgame.base.errors import ForthgameError, Place
from forthgame.base.source import resolved, split_lines
from forthgame.ui.lsp.script_analysis import EMPTY, Mention, ScriptAnalysis, indented
from forthgame.version import __version__

PAUSE = 0.2  # seconds without typing before a script is checked
SEVERITY = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}
KINDS = {
    "direction": lsp.SymbolKind.EnumMember,
    "position": lsp.SymbolKind.EnumMember,
    "player": lsp.SymbolKind.Class,
    "piece": lsp.SymbolKind.Class,
    "variable": lsp.SymbolKind.Variable,
    "constant": lsp.SymbolKind.Constant,
}
TOKENS = ["function", "keyword", "variable", "enumMember", "number"]
SEMANTIC = lsp.SemanticTokensLegend(token_types=TOKENS, token_modifiers=["defaultLibrary"])


class Answering(LanguageServerProtocol):
    """The protocol, with error responses for malformed requests."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "method" in data and isinstance(data.get("id"), int | str):
                self._send_response(data["id"], error=error.to_response_error())
            raise


class EditorServer(LanguageServer):
    """Language server with an analysis of each open script."""

    def __init__(self) -> None:
        # incremental changes would fail: pygls also ends lines at characters such as \f
        whole = lsp.TextDocumentSyncKind.Full
        super().__init__(
            "forthgame", __version__, text_document_sync_kind=whole, protocol_cls=Answering
        )
        self._known: dict[str, tuple[str, ScriptAnalysis]] = {}
        self._counted: tuple[ScriptAnalysis, asyncio.Task[dict[str, str]]] | None = None

    def analysis(self, uri: str) -> ScriptAnalysis:
        """Return the analysis of a document as edited, with loaded files from the disk."""
        text = self.text(uri)
        known = self._known.get(uri)
        if known is None or known[0] != text or not known[1].is_current:
            known = self._known[uri] = (text, ScriptAnalysis(path_of(uri), text))
        return known[1]

    def text(self, uri: str) -> str:
        """Return the text of an open document. Raises JsonRpcInvalidParams."""
        document = self.workspace.text_documents.get(uri)
        if document is None:  # it could be any file, even an endless one
            raise JsonRpcInvalidParams(f"{path_of(uri).name} is not open in the editor")
        return str(document.source)

    def forget(self, uri: str) -> None:
        self._known.pop(uri, None)

    def saved(self, uri: str) -> None:
        """Update a saved document, and documents that may load it."""
        self.forget(uri)
        self.publish(uri)
        for other, (_, analysis) in list(self._known.items()):
            if not analysis.is_current or any(f.severity == "error" for f in analysis.findings):
                self.forget(other)
                self.publish(other)

    def unsaved(self, analysis: ScriptAnalysis) -> Path | None:
        """Return a loaded file with unsaved changes in the editor."""
        documents = self.workspace.text_documents.items()
        return analysis.differing(
            {resolved(path_of(uri)): str(document.source) for uri, document in documents}
        )

    async def counting(self, analysis: ScriptAnalysis) -> Mapping[str, str]:
        """Return how the moves of the script's move words are counted: read in a thread, once."""
        if self._counted is None or self._counted[0] is not analysis:
            self._counted = analysis, asyncio.create_task(asyncio.to_thread(analysis.counting))
        return await self._counted[1]

    def publish(self, uri: str) -> None:
        analysis = self.analysis(uri)
        found = [
            lsp.Diagnostic(
                range=range_of(finding.place),
                message=finding.message,
                code=finding.code,
                severity=SEVERITY[finding.kind.severity],
                source="forthgame",
            )
            for finding in analysis.findings
            if Path(finding.place.file) == analysis.path
        ]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found))

    def mention(self, params: Any) -> tuple[ScriptAnalysis, Mention | None]:
        analysis = self.analysis(params.text_document.uri)
        lines = split_lines(analysis.text)
        line = params.position.line
        text = lines[line] if line < len(lines) else ""
        return analysis, analysis.at(line + 1, points(text, params.position.character) + 1)


def path_of(uri: str) -> Path:
    return Path(unquote(urlparse(uri).path))


def uri_of(file: str) -> str:
    return Path(file).absolute().as_uri()


def units(text: str) -> int:
    """Return the length of a text in UTF-16 code units, as the protocol counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def points(text: str, count: int) -> int:
    """Return the number of characters in a number of UTF-16 code units."""
    done = 0
    for number, character in enumerate(text):
        if done >= count:
            return number
        done += units(character)
    return len(text)


def range_of(place: Place) -> Any:
    start = units(place.text[: place.column - 1]) if place.text else place.column - 1
    width = units(place.text[place.column - 1 :][: place.width]) or place.width
    line = max(0, place.line - 1)
    return lsp.Range(lsp.Position(line, start), lsp.Position(line, start + width))


def location(place: Place) -> Any:
    return lsp.Location(uri_of(place.file), range_of(place))


def make_server() -> EditorServer:
    server = EditorServer()
    _watch(server)
    _names(server)
    _text(server)
    return server


def _watch(server: EditorServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.publish(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        text = server.text(uri)
        await asyncio.sleep(PAUSE)
        document = server.workspace.text_documents.get(uri)
        if document is not None and document.source == text:
            server.publish(uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.saved(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)


def _names(server: EditorServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: lsp.HoverParams) -> Any:
        analysis, mention = server.mention(params)
        if mention is None:
            return None
        moves = analysis.is_move_word(mention.word)
        text = analysis.explain(mention.word, await server.counting(analysis) if moves else EMPTY)
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, text)
        return lsp.Hover(content, range_of(mention.place))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> Any:
        analysis, mention = server.mention(params)
        place = None if mention is None else analysis.definition(mention)
        return None if place is None else location(place)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> Any:
        analysis, mention = server.mention(params)
        return [] if mention is None else [location(p) for p in analysis.references(mention.word)]

    @server.feature(lsp.TEXT_DOCUMENT_RENAME)
    def rename(params: lsp.RenameParams) -> Any:
        analysis, mention = server.mention(params)
        if mention is None:
            return None
        try:
            places = analysis.rename(mention.word, params.new_name)
            if (file := server.unsaved(analysis)) is not None:
                raise ForthgameError(f"{file.name} has changes that are not saved: save it first")
        except ForthgameError as error:
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, str(error)))
            return None
        edits: dict[str, list[Any]] = {}
        for place in places:
            edit = lsp.TextEdit(range_of(place), params.new_name)
            edits.setdefault(uri_of(place.file), []).append(edit)
        return lsp.WorkspaceEdit(changes=edits)

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION)
    def completion(params: lsp.CompletionParams) -> Any:
        names = server.analysis(params.text_document.uri).names()
        items = [
            lsp.CompletionItem(name, detail=effect, kind=lsp.CompletionItemKind.Function)
            for name, effect in sorted(names.items())
        ]
        return lsp.CompletionList(is_incomplete=False, items=items)


def _text(server: EditorServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: lsp.DocumentSymbolParams) -> Any:
        found = []
        for mention in server.analysis(params.text_document.uri).here:
            if mention.defining:
                word, place = mention.word, range_of(mention.place)
                kind = KINDS.get(word.role, lsp.SymbolKind.Function)
                found.append(lsp.DocumentSymbol(word.name, kind, place, place, detail=word.comment))
        return found

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> Any:
        text = server.text(params.text_document.uri)
        new = indented(text)
        if new == text:
            return []
        end = lsp.Position(len(split_lines(text)), 0)
        return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), end), new)]

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, SEMANTIC)
    def semantic(params: lsp.SemanticTokensParams) -> Any:
        data: list[int] = []
        line = start = 0
        for mention in server.analysis(params.text_document.uri).here:
            place = range_of(mention.place)
            first = place.start
            moved = first.character - (start if first.line == line else 0)
            width = place.end.character - first.character
            own = mention.word.place is not None
            data += [first.line - line, moved, width, _token(mention), 0 if own else 1]
            line, start = first.line, first.character
        return lsp.SemanticTokens(data)


def _token(mention: Mention) -> int:
    word = mention.word
    if word.kind != "compile" and word.role in ("variable", "constant"):
        return TOKENS.index("variable")
    kinds = {"compile": "keyword", "literal": "enumMember"}
    return TOKENS.index(kinds.get(word.kind, "function"))
