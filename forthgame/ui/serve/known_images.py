"""Leave images out of drawings for pages that have received them."""

from __future__ import annotations

import re

from forthgame.ui.serve.request_fields import texts_of
from forthgame.ui.tables.table_view import Message

MOST_KNOWN = 256  # images that a page may name
# of the image of a board or piece, in SVG that may stand in a text of JSON
IMAGE = re.compile(
    r'(<image\b[^<>]*? id=\\?"(pic-[0-9a-f]{12})\\?"[^<>]*? href=\\?")'
    r"data:image/png;base64,[A-Za-z0-9+/=]+"
)


def without_known_images(found: Message, message: Message) -> Message:
    """Return an answer with drawings in which the images that a request names have no data."""
    known = set(texts_of(message, "images", MOST_KNOWN))
    if not known:
        return found

    def shortened(image: re.Match[str]) -> str:
        return image[1] if image[2] in known else image[0]

    return {
        name: IMAGE.sub(shortened, part) if isinstance(part, str) else part
        for name, part in found.items()
    }
