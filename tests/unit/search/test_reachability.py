from dataclasses import replace

from testloom.model.subject import Predicate, Probe, Subject
from testloom.search.goals import goals_of
from testloom.search.reachability import out_of_reach

from .bank import bank


def reasons(subject: Subject) -> dict[str, str]:
    goals = goals_of(subject, range(len(subject.probes)))
    return {goal.label: reason for goal, reason in out_of_reach(goals, subject).items()}


def test_what_a_call_reaches_is_within_reach() -> None:
    assert reasons(bank()) == {}


def test_the_outcome_that_the_platform_rules_out_is_not_nor_what_it_leads_to() -> None:
    subject = bank()
    settled = replace(subject.predicates[0], fixed=True)

    assert reasons(replace(subject, predicates=(settled,))) == {
        "amount > self.balance is false": "platform",
        "line 14": "platform",
    }


def test_code_that_runs_at_import_only_is_out_of_reach() -> None:
    subject = bank()
    probes = (
        *subject.probes,
        Probe(4, "branch", 1, "", None, 1, False, "verbose is false"),
        Probe(5, "branch", 3, "", None, 2, True, "`except ImportError` runs"),
    )
    predicates = (
        *subject.predicates,
        Predicate(1, 1, "", "verbose", 4),
        Predicate(2, 3, "", "except ImportError", 5),
    )

    assert reasons(replace(subject, probes=probes, predicates=predicates)) == {
        "verbose is false": "import-side-effect",
        "`except ImportError` runs": "platform",
    }


def test_a_function_whose_definition_does_not_run_is_out_of_reach() -> None:
    module = Probe(0, "entry", 1, "<module>", lines=(1,))
    taken = Probe(1, "branch", 2, "<module>", 0, 0, True, "PY3 is true", lines=(2,))
    other = Probe(2, "branch", 5, "<module>", 0, 0, False, "PY3 is false", lines=(5,))
    functions = Probe(3, "entry", 3, "new"), Probe(4, "entry", 6, "old")
    subject = Subject(
        "m",
        "m.py",
        probes=(module, taken, other, *functions),
        predicates=(Predicate(0, 1, "<module>", "PY3", 0, fixed=True),),
        probes_at_import=frozenset({0, 1}),
    )

    assert reasons(subject) == {"PY3 is false": "platform", "line 6": "platform"}


def test_a_method_of_a_local_class_is_within_reach() -> None:
    module = Probe(0, "entry", 1, "<module>", lines=(1,))
    maker = Probe(1, "entry", 1, "make", lines=(2,))
    body = Probe(2, "line", 3, "make.<locals>.Shape", 1, lines=(3,))
    method = Probe(3, "entry", 3, "make.<locals>.Shape.area", lines=(4,))
    subject = Subject("m", "m.py", probes=(module, maker, body, method), probes_at_import=frozenset({0}))

    assert reasons(subject) == {}
