"""Find and show the installed pages of `docs/` by name or heading."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from forthgame.base.errors import ForthgameError, shortened
from forthgame.base.source import package_path

HEADING = re.compile(r"^(#{1,4}) +(.+?)\s*$")
FENCE = re.compile(r"^\s*```")
# folders in search order
ORDER = ("dialect", "reference", "cookbook", "beyond", "", "tutorial")
NOT_TOPICS = {"a", "an", "and", "for", "in", "is", "of", "on", "the", "to", "when", "with"}
RECIPES_BEHIND = 2  # penalty in ranks
MENTIONED = 4  # pages
GENERATED = ("words", "reference/examples")  # pages that contain every word


@dataclass(frozen=True)
class Section:
    """A heading with the text up to the next heading of the same or a higher level."""

    page: str
    heading: str
    level: int
    text: str

    @property
    def words(self) -> frozenset[str]:
        """Return the words of the heading in lower case and the singular."""
        return topic_words(self.heading)


def topic_words(text: str) -> frozenset[str]:
    """Return the significant words of a text in lower case and the singular."""
    found = (word.lower() for word in re.findall(r"[\w$?!-]+", text))
    return frozenset(word.removesuffix("s") for word in found if word not in NOT_TOPICS)


def folder() -> Path:
    return package_path("docs")


@cache
def pages() -> tuple[str, ...]:
    """Return the names of all pages without `.md`, in search order."""
    root = folder()
    names = [path.relative_to(root).with_suffix("").as_posix() for path in root.rglob("*.md")]
    return tuple(sorted(names, key=_place))


def _place(name: str) -> tuple[int, bool, str]:
    above = name.rpartition("/")[0]
    return (ORDER.index(above) if above in ORDER else len(ORDER), name.endswith("index"), name)


def text_of(page: str) -> str:
    return folder().joinpath(f"{page}.md").read_text(encoding="utf-8")


@cache
def sections(page: str) -> tuple[Section, ...]:
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
    """Return the sections about a topic, best first.

    A page of that name ranks first, then a heading equal to the topic, then headings with all of
    its words, shorter ones first; recipes rank below explanations.

    Raises:
        ForthgameError: for an unknown topic; names similar topics.
    """
    ranked = _ranked(topic)
    if not ranked:
        wanted, name = topic_words(topic), topic.strip().lower()
        near = get_close_matches(name, names(), n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        pages_found = mentions(wanted)
        if pages_found:
            places = ", ".join(f"{page} ({heading})" for page, heading in pages_found)
            hint += f"{'' if near else ';'} it is mentioned in {places}"
        hint = hint or "; `forthgame docs` lists them"
        raise ForthgameError(f"there is no topic {shortened(topic)!r}{hint}")
    return [section for _, section in sorted(ranked, key=lambda pair: pair[0])]


def _ranked(topic: str) -> list[tuple[tuple[int, int], Section]]:
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
    """Return whether a word is the name of a topic."""
    return name.isalpha() and bool(_ranked(name))


def mentions(wanted: frozenset[str]) -> list[tuple[str, str]]:
    """Return up to four pages that contain all words, most frequent first.

    Each page comes with the heading of the section that mentions them most often.
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
    lower = text.lower()
    return min(len(re.findall(rf"(?<![\w-]){re.escape(word)}", lower)) for word in wanted)


def names() -> list[str]:
    headings = {section.heading.lower() for page in pages() for section in sections(page)}
    return sorted(headings | {page.rpartition("/")[2] for page in pages()} - {"index"})


def titles() -> list[tuple[str, str]]:
    return [(page, found[0].heading) for page in pages() if (found := sections(page))]
