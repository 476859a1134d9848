"""tables of the web server: record, clock, seats and processes."""
