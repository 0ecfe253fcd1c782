"""What a module tells about databases; used only if the project has imported a library for them.

* `schemas`: the tables that SQL in the source creates, for `sqlite3`;
* `mapped`: the classes that SQLAlchemy stores;
* `checked`: the form of texts that the validators of their columns accept;
* `django`: the models of Django;
* `columns`: what these two tell about their columns.
"""
