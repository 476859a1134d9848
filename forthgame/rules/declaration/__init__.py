"""sections of a script, as declared and as tables in the machine's memory."""
