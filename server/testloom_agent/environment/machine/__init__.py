"""The process and its machine: command line, console, variables, user and host."""
