"""Adds up a column of a table."""

import csv


def total(path: str, column: str = "amount") -> float:
    with open(path, newline="") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames is None:
            return 0.0
        if column not in reader.fieldnames:
            raise KeyError(column)
        found = 0.0
        for row in reader:
            try:
                found += float(row[column])
            except ValueError:
                continue
        return found
