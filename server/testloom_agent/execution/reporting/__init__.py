"""Values, exceptions and differences between two runs, as plain data.

`values` are described as data (`encoding`, in the forms of `shapes`), exceptions by `raised`; both use what
`frameworks` tell of the objects of other libraries.
"""
