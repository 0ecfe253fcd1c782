"""Rows whose items mean different things, by their places."""


def type_of_column(row):
    kind, size = row[1], row[3]
    digits = row[4]
    if kind == "number":
        if digits is None:
            return "float"
        return "int" if digits < 10 else "big"
    if kind == "text":
        return f"text({size})"
    return ""
