"""Language server; only `server` depends on the protocol."""
