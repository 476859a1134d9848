"""The outer interpreter: dictionary, definitions, numbers, errors of loading."""
