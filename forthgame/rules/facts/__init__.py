"""facts about a script's words that are derived from threaded code and allow shortcuts."""
