"""errors, files, source text, limits and argument checks; imports no other room."""
