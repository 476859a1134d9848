"""The board in a browser: the server's protocol, its guard, and the page in a real browser."""
