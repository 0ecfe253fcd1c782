"""Start the agent: `python -S -X utf8 -B .../testloom_agent --root ROOT --file FILE`.

This file must compile under every Python, so that a version that is too old reports that, not a syntax
error.
"""

import os
import sys

OLDEST = (3, 10)
HERE = os.path.dirname(os.path.abspath(__file__))


def refuse():
    # type: () -> None
    """Answer the first request with a failure, as docs/agent-protocol.md says."""
    import json
    import struct

    what = "Python %s is too old for Testloom." % sys.version.split()[0]  # noqa: UP031
    advice = "Choose Python 3.10 or newer."
    answer = json.dumps({"code": "interpreter", "what": what, "advice": advice, "line": None})
    os.write(1, struct.pack(">IB", len(answer), ord("!")) + answer.encode("ascii"))


def start():
    # type: () -> None
    """Import the agent as a package without leaving a trace of its folder on `sys.path`."""
    from importlib.util import module_from_spec, spec_from_file_location

    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != HERE]
    initial = os.path.join(HERE, "__init__.py")
    spec = spec_from_file_location("testloom_agent", initial, submodule_search_locations=[HERE])
    sys.dont_write_bytecode = False  # for the agent's own modules: this halves the starting time
    assert spec is not None and spec.loader is not None
    package = module_from_spec(spec)
    sys.modules["testloom_agent"] = package
    spec.loader.exec_module(package)

    from testloom_agent.session import main

    sys.dont_write_bytecode = True
    main(sys.argv[1:])


if __name__ == "__main__":
    if sys.version_info < OLDEST:
        refuse()
        sys.exit(3)
    start()
