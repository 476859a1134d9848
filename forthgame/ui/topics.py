"""The pages of `docs/`, as they are installed: found by name or heading, shown in a terminal."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from forthgame.errors import ForthgameError, shortened
from forthgame.source import shipped

HEADING = re.compile(r"^(#{1,4}) +(.+?)\s*$")
FENCE = re.compile(r"^\s*```")
# where a topic is looked for first
ORDER = ("dialect", "reference", "cookbook", "beyond", "", "tutorial")
NOT_TOPICS = {"a", "an", "and", "for", "in", "is", "of", "on", "the", "to", "when", "with"}
RECIPES_BEHIND = 2  # ranks
MENTIONED = 4  # pages
GENERATED = ("words", "reference/examples")  # lists in which every word stands


@dataclass(frozen=True)
class Section:
    """A heading of a page with the text up to the next heading of its level or above."""

    page: str
    heading: str
    level: int
    text: str

    @property
    def words(self) -> frozenset[str]:
        """The words of the heading in lower case and the singular."""
        return topic_words(self.heading)


def topic_words(text: str) -> frozenset[str]:
    """The words that make a topic: lower case, without a plural's s and little words."""
    found = (word.lower() for word in re.findall(r"[\w$?!-]+", text))
    return frozenset(word.removesuffix("s") for word in found if word not in NOT_TOPICS)


def folder() -> Path:
    """The folder of the documents."""
    return shipped("docs")


@cache
def pages() -> tuple[str, ...]:
    """Names of all pages without `.md`, in the order in which topics are looked for."""
    root = folder()
    names = [path.relative_to(root).with_suffix("").as_posix() for path in root.rglob("*.md")]
    return tuple(sorted(names, key=_place))


def _place(name: str) -> tuple[int, bool, str]:
    above = name.rpartition("/")[0]
    return (ORDER.index(above) if above in ORDER else len(ORDER), name.endswith("index"), name)


def text_of(page: str) -> str:
    """The Markdown of a page."""
    return folder().joinpath(f"{page}.md").read_text(encoding="utf-8")


@cache
def sections(page: str) -> tuple[Section, ...]:
    """The sections of a page, the whole page first."""
    lines = text_of(page).splitlines()
    heads: list[tuple[int, int, str]] = []
    fenced = False
    for number, line in enumerate(lines):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and (found := HEADING.match(line)):
            heads.append((number, len(found[1]), found[2]))
    found_sections = []
    for k, (start, level, heading) in enumerate(heads):
        end = next((n for n, other, _ in heads[k + 1 :] if other <= level), len(lines))
        text = "\n".join(lines[start:end]).strip()
        found_sections.append(Section(page, heading.replace("`", ""), level, text))
    return tuple(found_sections)


def find(topic: str) -> list[Section]:
    """The sections about a topic, the best first.

    A page of that name counts most, then a heading that is the topic, then headings with all of
    its words, the shorter ones first; recipes come behind pages that explain.

    Raises:
        ForthgameError: if there is none; it names similar topics.
    """
    ranked = _ranked(topic)
    if not ranked:
        wanted, name = topic_words(topic), topic.strip().lower()
        near = get_close_matches(name, names(), n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        told = mentions(wanted)
        if told:
            places = ", ".join(f"{page} ({heading})" for page, heading in told)
            hint += f"{'' if near else ';'} it is mentioned in {places}"
        hint = hint or "; `forthgame docs` lists them"
        raise ForthgameError(f"there is no topic {shortened(topic)!r}{hint}")
    return [section for _, section in sorted(ranked, key=lambda pair: pair[0])]


def _ranked(topic: str) -> list[tuple[tuple[int, int], Section]]:
    """The sections about a topic, the lowest numbers for the best."""
    wanted, name = topic_words(topic), topic.strip().lower()
    ranked: list[tuple[tuple[int, int], Section]] = []
    for place, page in enumerate(pages()):
        for k, section in enumerate(sections(page)):
            if k == 0 and name in (page, page.rpartition("/")[2]):
                rank = 0
            elif section.words == wanted:
                rank = 1
            elif wanted and wanted <= section.words:
                rank = len(section.words)
            else:
                continue
            recipe = rank > 0 and page.startswith("cookbook/")
            ranked.append(((rank + RECIPES_BEHIND * recipe, place), section))
    return ranked


def is_topic(name: str) -> bool:
    """Whether a page or a heading is about a word of English."""
    return name.isalpha() and bool(_ranked(name))


def mentions(wanted: frozenset[str]) -> list[tuple[str, str]]:
    """The pages whose prose has all of some words, those first that have them most; at most four.

    With each page the heading below which they stand most often.
    """
    if not wanted:
        return []
    found: list[tuple[int, str, str]] = []
    for page in pages():
        if page in GENERATED:
            continue
        counted = [(_times(section.text, wanted), section) for section in sections(page)]
        if counted and counted[0][0]:
            whole = page.startswith("cookbook/") or len(counted) == 1
            inside = max(counted[:1] if whole else counted[1:], key=lambda pair: pair[0])[1]
            found.append((-counted[0][0], page, inside.heading))
    return [(page, heading) for _, page, heading in sorted(found)[:MENTIONED]]


def _times(text: str, wanted: frozenset[str]) -> int:
    """How often the rarest of some words begins a word of a text."""
    lower = text.lower()
    return min(len(re.findall(rf"(?<![\w-]){re.escape(word)}", lower)) for word in wanted)


def names() -> list[str]:
    """Everything that can be asked for: names of pages and headings."""
    headings = {section.heading.lower() for page in pages() for section in sections(page)}
    return sorted(headings | {page.rpartition("/")[2] for page in pages()} - {"index"})


def titles() -> list[tuple[str, str]]:
    """Each page with its title."""
    return [(page, found[0].heading) for page in pages() if (found := sections(page))]
