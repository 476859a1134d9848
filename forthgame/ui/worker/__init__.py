"""confined process of a table, which holds the script and answers its requests."""
