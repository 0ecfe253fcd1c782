"""Messages between client and server beyond the Language Server Protocol.

There is one module for each subject, here and in client/src/protocol: `generating`, `candidates`,
`testing`, `fixes` and `recording`. Each has the names of its messages and, as dataclasses, their
contents; `wire` writes and reads these. The parameters of a request come as one object, and so does its
answer, or else `{error}`: a message for the user.
"""
