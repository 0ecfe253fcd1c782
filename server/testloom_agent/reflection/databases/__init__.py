"""What a module says of databases, at work only where the project has imported a library for such.

* `schemas`: the tables that SQL in the source makes, for `sqlite3`;
* `mapped`: the classes that SQLAlchemy stores;
* `checked`: the form of texts that the validators of their columns accept;
* `django`: the models of Django;
* `columns`: what both tell of their columns.
"""
