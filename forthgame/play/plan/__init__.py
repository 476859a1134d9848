"""a tournament before its first game: checks of the request, survey and snapshot of scripts."""
