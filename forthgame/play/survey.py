"""Survey scripts for a plan, in a confined process."""

from __future__ import annotations

from forthgame.play.process import asked, bundled
from forthgame.play.surveyed import Request, Survey, survey_of


def look(request: Request, confined: bool = True) -> Survey:
    """Load scripts and try openings with the first of them. Raises ForthgameError.

    If the request says so, the rules of the first are compared with those of the others. Strangers'
    scripts are loaded in another process unless `confined` is False.
    """
    if not confined or bundled(request.scripts):
        from forthgame.play.surveying import look_here

        return look_here(request)
    return survey_of(asked("forthgame.play.surveying", request.scripts, request), request)
