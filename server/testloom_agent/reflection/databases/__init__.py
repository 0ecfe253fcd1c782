"""What a module says of databases, at work only where the project has imported a library for such.

* `schemas`: the tables that SQL in the source makes, for `sqlite3`;
* `mapped`: the classes that SQLAlchemy stores;
* `django`: the models of Django;
* `columns`: what both tell of their columns.
"""
