"""reference pages of words, events and the Python interface, and search in the documentation."""
