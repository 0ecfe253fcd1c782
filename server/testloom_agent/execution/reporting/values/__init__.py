"""Values as plain data: `encoding` is the entry point, `shapes` are the forms."""
