"""loading a script with recovery from errors, recording uses and places."""
