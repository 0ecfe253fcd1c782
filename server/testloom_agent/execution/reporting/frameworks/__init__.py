"""Description of objects of web frameworks and databases; none of these libraries is imported for it."""
