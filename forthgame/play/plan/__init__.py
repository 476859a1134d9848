"""Prepare a tournament before its first game: request, survey, snapshot, plan.

Scripts are stored by their contents. The survey runs in a confined process; on the command line it
is the first playing process, started before there is a plan.
"""
