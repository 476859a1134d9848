"""What editors ask of a script; `server` speaks the protocol, the rest knows nothing of it."""
