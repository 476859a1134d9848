"""Define the commands, one file each, imported when the command runs."""
