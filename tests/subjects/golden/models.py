"""Models that know their columns."""


class ModelType(type):
    """Collects the columns of a model: all that its body says in lower case."""

    def __new__(mcs, name, bases, body, table=None):
        cls = super().__new__(mcs, name, bases, body)
        cls.columns = sorted(key for key in body if key.islower() and not key.startswith("_"))
        cls.table = table or name.lower()
        if not body.get("abstract") and not cls.columns:
            raise TypeError(f"{cls.table} has no columns")
        return cls

    def select(cls, limit: int = 0) -> str:
        """The query that reads all rows."""
        query = f"SELECT {', '.join(cls.columns)} FROM {cls.table}"
        return f"{query} LIMIT {limit}" if limit > 0 else query
