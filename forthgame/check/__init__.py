"""The checker: what is wrong or doubtful in a script, found without playing it."""
