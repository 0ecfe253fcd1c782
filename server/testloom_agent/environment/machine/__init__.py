"""The process and its machine: command line, console, environment variables, user and host."""
