"""Survey scripts for a plan, in a confined process."""

from __future__ import annotations

from forthgame.play.plan.survey_facts import Survey, SurveyRequest, survey_of
from forthgame.play.processes.child_process import answer_of_process, bundled


def survey_scripts(request: SurveyRequest, confined: bool = True) -> Survey:
    """Load scripts and try openings with the first of them. Raises ForthgameError.

    If the request says so, the rules of the first are compared with those of the others. Strangers'
    scripts are loaded in another process unless `confined` is False.
    """
    if not confined or bundled(request.scripts):
        from forthgame.play.plan.survey_process import survey_here

        return survey_here(request)
    return survey_of(
        answer_of_process("forthgame.play.plan.survey_process", request.scripts, request), request
    )
