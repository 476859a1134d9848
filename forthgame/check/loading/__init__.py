"""Load a script with recovery from errors, and record uses and places."""
