"""What a plan has to know of scripts: read by a confined process, as strangers wrote them."""

from __future__ import annotations

from forthgame.play.process import asked, bundled
from forthgame.play.surveyed import Request, Survey, survey_of


def look(request: Request, confined: bool = True) -> Survey:
    """Load scripts and try openings with the first of them. Raises ForthgameError.

    With `compare` the rules of the first are compared with those of the others.

    Strangers' scripts are loaded by a process that is confined, unless `confined` is False.
    """
    if not confined or bundled(request.scripts):
        from forthgame.play.surveying import look_here

        return look_here(request)
    return survey_of(asked("forthgame.play.surveying", request.scripts, request), request)
