"""What a command line says: `arguments` reads it, `values` its texts, and `wishes` makes a wish of it."""
