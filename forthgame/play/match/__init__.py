"""one game: contestants on their machines, time limits, adjudication, disputes about rules."""
