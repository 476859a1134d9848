"""Background jobs, helper processes and cache keys for compilation."""
