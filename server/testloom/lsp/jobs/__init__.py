"""Requests that a worker process fulfils: from a cursor, a save or a recording to tests."""
