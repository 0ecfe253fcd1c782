"""Run as a script: modules of the standard library behave the same with probes; prints what differs."""
import importlib
import sys
import types

from testloom_agent.instrumentation.program import instrument
from testloom_agent.instrumentation.tracing.tracer import Tracer

TEXT = "The quick (brown) fox, it's said; jumps over  the lazy-dog.\n\tAnd so on. "
INI = "[a]\nx = 1\ny = %(x)s\n  more\n[b]\nz: 3\n; comment\n"
CASES = {
    "textwrap": [
        lambda m: m.wrap(TEXT * 3, 20),
        lambda m: m.fill(TEXT, 30, initial_indent="* ", subsequent_indent="  "),
        lambda m: m.shorten(TEXT, 25),
        lambda m: m.dedent("  a\n    b\n\n  c"),
        lambda m: m.indent("a\n\nb", "> "),
        lambda m: m.wrap(TEXT, 0),
        lambda m: m.wrap("x" * 50, 7, break_long_words=True),
        lambda m: m.wrap(TEXT, 15, max_lines=2, placeholder=" ..."),
    ],
    "shlex": [
        lambda m: m.split("a 'b c' \"d \\\" e\" # f", comments=True),
        lambda m: m.split("a 'unfinished"),
        lambda m: m.join(["a b", "c"]),
        lambda m: m.quote("it's"),
        lambda m: list(m.shlex("a && b || c; d", punctuation_chars=True)),
    ],
    "difflib": [
        lambda m: list(m.unified_diff("a b c d".split(), "a x c e".split(), lineterm="")),
        lambda m: list(m.ndiff(["one\n", "two\n"], ["ore\n", "tree\n"])),
        lambda m: m.get_close_matches("appel", ["ape", "apple", "peach"]),
        lambda m: m.SequenceMatcher(None, "abxcd", "abcd").get_opcodes(),
        lambda m: m.get_close_matches("x", [], n=0),
    ],
    "configparser": [
        lambda m: parsed(m, INI),
        lambda m: parsed(m, "x = 1"),
        lambda m: parsed(m, "[a]\n[a]"),
        lambda m: parsed(m, "[a]\ny = %(missing)s"),
    ],
    "json.decoder": [
        lambda m: pure_decoder(m).decode('{"a": [1, 2.5, null, true], "b": {"c": "d\\n\\u00e9"}}'),
        lambda m: pure_decoder(m).decode("[1, 2"),
        lambda m: pure_decoder(m).decode('{"a" 1}'),
        lambda m: pure_decoder(m).decode('"\\ud83d\\ude00"'),
    ],
    "string": [
        lambda m: m.Template("$a ${b} $$").substitute(a=1, b=2),
        lambda m: m.Template("$a $").safe_substitute(),
        lambda m: m.Template("$a").substitute(),
        lambda m: m.capwords("a bc  d"),
        lambda m: m.Formatter().format("{0!r:>5} {x[1]}", "a", x=[1, 2]),
    ],
    "fractions": [
        lambda m: str(m.Fraction("3/4") + m.Fraction("0.25") * 3),
        lambda m: m.Fraction("x"),
        lambda m: m.Fraction(1, 0),
        lambda m: [m.Fraction(7, 3) > 2, m.Fraction(7, 3) == 2, round(m.Fraction(7, 2)), -m.Fraction(1, 3) // 2],
        lambda m: m.Fraction(3.14159).limit_denominator(100),
    ],
    "heapq": [lambda m: list(m.merge([1, 4], [2, 3])), lambda m: m.nsmallest(2, [3, 1, 2], key=lambda v: -v)],
    "statistics": [lambda m: m.median([1, 5, 2]), lambda m: m.mode([]), lambda m: m.quantiles([1, 2, 3, 4, 5])],
    "posixpath": [lambda m: m.normpath("/a/./b/../c//d"), lambda m: m.relpath("/a/b", "/a/c"), lambda m: m.splitext("a.b.c")],
    "urllib.parse": [
        lambda m: m.urlsplit("https://u:p@host:80/a;b?c=d#e")[:],
        lambda m: m.urljoin("http://a/b/c/d", "../e"),
        lambda m: m.quote("a b/ä"),
        lambda m: m.parse_qs("a=1&a=2&b="),
        lambda m: m.urlsplit("http://[bad"),
    ],
}


def parsed(module, text):
    parser = module.ConfigParser()
    parser.read_string(text)
    return {section: dict(parser[section]) for section in parser.sections()}


def pure_decoder(module):
    decoder = module.JSONDecoder()
    decoder.parse_string = module.py_scanstring
    import json.scanner

    decoder.scan_once = json.scanner.py_make_scanner(decoder)
    return decoder


def outcome(case, module):
    try:
        return repr(case(module))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def load(name, instrumented):
    original = importlib.import_module(name)
    module = types.ModuleType(name)
    module.__file__ = original.__file__
    module.__package__ = name.rpartition(".")[0]
    with open(original.__file__, "rb") as stream:
        source = stream.read()
    if not instrumented:
        exec(compile(source, original.__file__, "exec"), vars(module))
        return module, None
    program = instrument(source, original.__file__)
    tracer = Tracer(program.plan)
    tracer.bind(vars(module))
    tracer.begin(10**9)
    exec(program.code, vars(module))
    return module, tracer


def main():
    compared = 0
    for name, cases in CASES.items():
        plain, _ = load(name, False)
        watched, tracer = load(name, True)
        for case in cases:
            expected = outcome(case, plain)
            tracer.begin(10**6)
            actual = outcome(case, watched)
            _, distances = tracer.end()
            if actual != expected:
                print(f"{name}: {actual} instead of {expected}")
            assert all(side >= 0 for _, *sides in distances for side in sides)
            compared += 1
    print("compared", compared)


sys.exit(main())
