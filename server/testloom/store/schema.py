"""The schema of the database, as the steps from an empty file to the current tables.

A released step is never changed: a change is one more step at the end. The number of steps that
a file has been through is its `user_version`.
"""

STEPS = (
    """
    CREATE TABLE emitted_test (
        file TEXT NOT NULL,
        name TEXT NOT NULL,
        source TEXT NOT NULL,
        callable TEXT NOT NULL,
        signature TEXT NOT NULL,
        was_seen INTEGER NOT NULL,
        PRIMARY KEY (file, name)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE measured_file (
        file TEXT PRIMARY KEY,
        project TEXT NOT NULL,
        text TEXT NOT NULL,
        reach TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE offered_test (
        id TEXT PRIMARY KEY,
        file TEXT NOT NULL,
        name TEXT NOT NULL,
        source TEXT NOT NULL,
        subject TEXT NOT NULL,
        target TEXT NOT NULL,
        covers TEXT NOT NULL,
        complete TEXT NOT NULL
    );
    """,
    "ALTER TABLE offered_test ADD COLUMN doubles TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE offered_test ADD COLUMN private TEXT NOT NULL DEFAULT ''",
    """
    CREATE TABLE unit (
        project TEXT NOT NULL,
        id TEXT NOT NULL,
        record TEXT NOT NULL,
        tests TEXT NOT NULL,
        PRIMARY KEY (project, id)
    );
    """,
    "ALTER TABLE offered_test ADD COLUMN details TEXT NOT NULL DEFAULT '{}'",
    """
    CREATE TABLE file_outcome (
        file TEXT PRIMARY KEY,
        text TEXT NOT NULL,
        events TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE expected_exception (
        file TEXT NOT NULL,
        callable TEXT NOT NULL,
        exception TEXT NOT NULL,
        PRIMARY KEY (file, callable, exception)
    );
    """,
    """
    CREATE TABLE known_bug (
        file TEXT NOT NULL,
        test TEXT NOT NULL,
        what TEXT NOT NULL,
        PRIMARY KEY (file, test)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE pair_coverage (
        file TEXT NOT NULL,
        caller TEXT NOT NULL,
        callee TEXT NOT NULL,
        covered INTEGER NOT NULL,
        coupled INTEGER NOT NULL,
        PRIMARY KEY (file, caller, callee)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE consent (
        project TEXT NOT NULL,
        wishes TEXT NOT NULL,
        agreed INTEGER NOT NULL,
        PRIMARY KEY (project, wishes)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE code_block (
        id INTEGER PRIMARY KEY,
        project TEXT NOT NULL,
        file TEXT NOT NULL,
        name TEXT NOT NULL,
        digest TEXT NOT NULL,
        UNIQUE (project, file, name, digest)
    );
    """,
    """
    CREATE TABLE test_record (
        project TEXT NOT NULL,
        test TEXT NOT NULL,
        blocks TEXT NOT NULL,
        environment TEXT NOT NULL,
        outcome TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (project, test, environment, blocks)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE suite_run (
        file TEXT PRIMARY KEY,
        fingerprint TEXT NOT NULL,
        seconds REAL,
        calls TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE discarded_test (
        file TEXT NOT NULL,
        content TEXT NOT NULL,
        PRIMARY KEY (file, content)
    ) WITHOUT ROWID;
    """,
    "ALTER TABLE measured_file ADD COLUMN at REAL NOT NULL DEFAULT 0",
    """
    CREATE TABLE file_digest (
        project TEXT NOT NULL,
        path TEXT NOT NULL,
        stamp TEXT NOT NULL,
        digest TEXT NOT NULL,
        PRIMARY KEY (project, path)
    ) WITHOUT ROWID;
    """,
)
