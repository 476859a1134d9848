"""one file per command, imported when the command runs."""
