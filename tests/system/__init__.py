"""Packages of the server together with the processes that they start: agents, pytest, interpreters, git."""
