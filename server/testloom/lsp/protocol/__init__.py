"""What client and server say to each other beyond the Language Server Protocol.

One module a subject, here and in client/src/protocol: `generating`, `candidates`, `testing`, `fixes` and
`recording`. Each has the names of its messages and, as dataclasses, what they carry; `wire` writes and reads
these. The parameters of a question come as one object, and so does its answer, or else `{error}`: what the
user should know instead.
"""
