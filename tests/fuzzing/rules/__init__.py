"""Coherent small games of a kind of rule each, tried in several ways that have to agree."""
