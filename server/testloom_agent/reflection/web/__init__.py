"""Web applications: their routes, and the contents of requests to them.

* `applications`: those that a module's functions belong to, also by `factories` and `importing`;
* `route`: a route, and the requests that reach its handler; `lookups`: what a handler looks up in them;
* `django`, `flask` and `fastapi`: how each framework declares routes, and what its code looks up.
"""
