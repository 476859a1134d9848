"""the SQLite file of a tournament: schema, checked reading, connections."""
