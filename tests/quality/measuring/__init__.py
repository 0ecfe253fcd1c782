"""What a generator of tests does on a list of modules (`python -m tests.quality.bench`).

`generators` are Testloom at a commit and any other command; `trial` runs one on a module and has its tests
judged, `measurement` is what came of it, and `shelf` where that is kept, so that nothing is measured twice.
`phases` tells from a program's events what it was doing when, `pairing` puts two generators beside each
other, `showing` puts all of it into words.
"""
