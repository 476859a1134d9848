"""decisions about whole move lists: legality, selection, counting, endings."""
