"""Where calls can lead to within what they call, by what they hand over.

`facts` is what is known of a value without running anything, `variables` what is known of those of a function
at each step. `contexts` says which branches of a callee a call can lead to, `lines` which lines.
"""
