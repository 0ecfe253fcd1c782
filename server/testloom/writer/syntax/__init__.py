"""Python source from parts: names, attributes, arguments and literals. Anything else is refused.

Nothing that was observed, recorded or stored is put into source in any other way.
"""
