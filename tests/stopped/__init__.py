"""Scripts that keep state in variables and arrays, and a stress of stopped searches."""
