"""Code lenses and code actions of open documents."""
