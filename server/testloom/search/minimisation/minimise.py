"""Minimisation of kept tests: a test case, and a predicate that it must continue to satisfy.

The passes follow the way Hypothesis shrinks (MacIver, Donaldson: Test-case reduction via test-case
generation, 2020): first whole statements, then arguments, then values; after each accepted step the
pass starts again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, repeat, zip_longest

from testloom.model.execution import Executor
from testloom.model.statements import (
    ACTING,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    FunctionStatement,
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
    distinct,
    substitute,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.model.types import Scalar, TypeRef
from testloom.search.chromosome import Chromosome
from testloom.search.goals import Goal, GoalIndex
from testloom.search.minimisation.applications import said_by_applications
from testloom.search.minimisation.arguments import (
    left_by_a_with,
    plainer_keywords,
    set_when_made,
    with_fewer_arguments,
)
from testloom.search.minimisation.at_once import (
    bare_at_once,
    fewer_items,
    fewer_keywords,
    halved,
    plain_at_once,
)
from testloom.search.minimisation.classes import (
    existing_classes,
    first_names,
    plainer_classes,
    plainer_members,
    smaller_class,
)
from testloom.search.minimisation.conformance import (
    conforming,
    filled,
    is_well_typed,
    kinds_of_literals,
    separated,
    texts_for_bytes,
)
from testloom.search.minimisation.documents import simpler_literal
from testloom.search.minimisation.endings import does_the_same
from testloom.search.minimisation.fields import fitting_fields, mappings_for_doubles, plainer_fields
from testloom.search.minimisation.fitting import fitting_at_once
from testloom.search.minimisation.nesting import flattened
from testloom.search.minimisation.objects import (
    namespaces_for_doubles,
    originals_for_doubles,
    values_for_doubles,
)
from testloom.search.minimisation.plain import PLAIN, PLAIN_VALUES
from testloom.search.minimisation.removal import connected, without, without_unused
from testloom.search.minimisation.replacing import may_replace, replaced
from testloom.search.minimisation.sharing import unshared
from testloom.search.minimisation.simplicity import simpler
from testloom.search.minimisation.suitability import fits
from testloom.search.providers.command_lines import handed_over, takers
from testloom.search.providers.environment import EnvironmentInput, input_of
from testloom.search.providers.inputs.limited import plainest
from testloom.search.providers.upkeep import Upkeep, restored
from testloom.search.providers.values.dates import in_this_century, parts_of_dates, plainer_part
from testloom.search.providers.values.functions import FUNCTIONS

MAX_ROUNDS = 60
AT_ONCE = 16

Pass = Callable[[TestCase, Subject], Iterator[TestCase]]
Still = Callable[[Sequence[TestCase]], Iterable[bool]]
"""Whether each of some test cases satisfies the predicate, in order; more than needed may be asked."""


def one_by_one(does: Callable[[TestCase], bool]) -> Still:
    """Ask for each test case by itself, as long as there is need."""
    return lambda cases: map(does, cases)


def _all_do(cases: Sequence[TestCase]) -> Iterable[bool]:
    return repeat(True, len(cases))


def minimise(
    chromosome: Chromosome,
    goals: Iterable[Goal],
    subject: Subject,
    executor: Executor,
    is_over: Callable[[], bool],
    still: Still = _all_do,
    passes: Sequence[Pass] | None = None,
) -> Chromosome:
    """Find a small test case that covers the goals, ends the same way, and satisfies `still`.

    Instead of raising it may pass, unless it was kept for what it raises and not for goals. All passes
    are tried unless some are named.
    """
    needed = tuple(goals)
    best = chromosome
    for shorten in PASSES if passes is None else passes:
        for _ in range(MAX_ROUNDS):
            better = _step(best, needed, shorten, subject, executor, still, is_over)
            if better is None:
                break
            best = better
    return best


def _step(
    best: Chromosome,
    needed: tuple[Goal, ...],
    shorten: Pass,
    subject: Subject,
    executor: Executor,
    still: Still,
    is_over: Callable[[], bool],
) -> Chromosome | None:
    """The first variant that will do, a few executed at a time: most often one of the first does.

    None if there is no such variant, or no time to find it.
    """
    shortened = (restored(case, subject) for case in shorten(best.case, subject))
    remaining = distinct(case for case in shortened if may_replace(case, best.case, subject))
    index = GoalIndex.of(needed)
    while not is_over() and (batch := list(islice(remaining, AT_ONCE))):
        executed = zip(batch, executor.execute(batch), strict=True)
        made = [replaced(best, variant, result, needed, index) for variant, result in executed]
        candidates = [candidate for candidate in made if candidate is not None]
        told = still([candidate.case for candidate in candidates])
        for candidate, does in zip(candidates, told, strict=True):
            if does and (
                shorten not in MAKING_NO_DIFFERENCE or does_the_same(best.case, candidate.case, executor)
            ):
                return candidate
    return None


def _only_one_end(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """With nothing but what one of its statements needs: the shortest first."""
    acting = [place for place, statement in enumerate(case.statements) if isinstance(statement, ACTING)]
    ends = (connected(TestCase(case.statements[: place + 1]), subject) for place in acting)
    yield from sorted((end for end in ends if len(end) < len(case)), key=len)


def _fewer_statements(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Without one statement and its dependants: the longest cut first.

    At last without two calls of which one undoes what the other does, such as what fills a queue and what
    takes that out again.
    """
    cuts = [without_unused(without(case, index)) for index in range(len(case))]
    yield from sorted(cuts, key=len)
    unused = without_unused(case)
    if len(unused) < len(case):
        yield unused
    for one, other in _calls_about_the_same(case):
        yield without_unused(without(without(case, other), one))


def _calls_about_the_same(case: TestCase) -> Iterator[tuple[int, int]]:
    """The places of each two calls before the last statement that are there for what they change."""
    used = {reference for statement in case.statements for reference in statement.references}
    objects = {s.id for s in case.statements if not isinstance(s, LiteralStatement)}
    calls = [
        (place, objects.intersection(statement.references))
        for place, statement in enumerate(case.statements[:-1])
        if isinstance(statement, CallStatement) and statement.id not in used
    ]
    for (one, about), (other, about_as_well) in combinations(calls, 2):
        if about & about_as_well:
            yield one, other


def _fewer_arguments(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Without an argument that is not needed, or one of several items or answers."""
    said = said_by_applications(case)
    for index, statement in enumerate(case.statements):
        if isinstance(statement, CallStatement):
            lines = {taker.given for taker in takers(case, subject) if taker.index == index}
            yield from (_with(case, index, call) for call in with_fewer_arguments(statement, subject, lines))
        elif isinstance(statement, InvokeStatement):
            yield from (_with(case, index, shorter) for shorter in _shorter_invocations(statement))
        elif isinstance(statement, EnterStatement) and statement.error is not None:
            yield _with(case, index, statement.replace(error=None))
        elif isinstance(statement, DoubleStatement):
            yield from (_with(case, index, smaller) for smaller in _smaller_doubles(statement))
        elif isinstance(statement, StubStatement):
            yield from _plainer_stub(case, index, statement)
        elif isinstance(statement, FunctionStatement):
            yield from _plainer_function(case, index, statement)
        elif isinstance(statement, ClassStatement):
            yield from (_with(case, index, smaller) for smaller in smaller_class(statement))
        elif isinstance(statement, CollectionStatement) and statement.id not in said:
            yield from (_with(case, index, shorter) for shorter in _shorter_collections(statement))


def _smaller_doubles(double: DoubleStatement) -> Iterator[DoubleStatement]:
    """The double without one answer, or without some of the names that it offers; it keeps one of these.

    A mock that is set to answer with another one does not, unless it offers the name.
    """
    for answer in double.answers:
        yield double.replace(answers=tuple(other for other in double.answers if other is not answer))
    answered = {answer.path.partition(".")[0].removesuffix("()") for answer in double.answers}
    for few in halved(tuple(name for name in double.names if name not in answered)):
        if len(few) < len(double.names):
            yield double.replace(names=tuple(name for name in double.names if name not in few))


def _shorter_invocations(invoked: InvokeStatement) -> Iterator[InvokeStatement]:
    for name, _ in invoked.kwargs:
        yield invoked.replace(kwargs=tuple(pair for pair in invoked.kwargs if pair[0] != name))
    if invoked.args:
        yield invoked.replace(args=invoked.args[:-1])


def _shorter_collections(collection: CollectionStatement) -> Iterator[CollectionStatement]:
    step = 2 if collection.kind == "dict" else 1
    first = 0 if len(collection.items) > step else step
    for place in range(first, len(collection.items), step):
        items = collection.items[:place] + collection.items[place + step :]
        yield collection.replace(items=items)


def _emptied(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """With a collection of objects empty; they stay for now: making them is none of the subject's work."""
    plain = {s.id for s in case.statements if isinstance(s, LiteralStatement)}
    for index, statement in enumerate(case.statements):
        if isinstance(statement, CollectionStatement) and not plain.issuperset(statement.items):
            emptied = statement.replace(items=())
            yield case.replaced(index, emptied)


def _plainer_stub(case: TestCase, index: int, stub: StubStatement) -> Iterator[TestCase]:
    """With one answer less, or a plain one in place of another object."""
    for place in range(len(stub.answers) if len(stub.answers) > 1 else 0):
        yield _with(case, index, stub.answering(stub.answers[:place] + stub.answers[place + 1 :]))
    plain = {s.id for s in case.statements if isinstance(s, LiteralStatement)}
    fresh = LiteralStatement(case.fresh_id, PLAIN_VALUES[0])
    for answer in stub.answers:
        if answer not in plain and answer not in stub.raises:
            told = stub.answering(fresh.id if one == answer else one for one in stub.answers)
            yield without_unused(case.replaced(index, fresh, told))


def _plainer_function(case: TestCase, index: int, function: FunctionStatement) -> Iterator[TestCase]:
    """With one step less, or a plain value in place of another object that is yielded or returned."""
    steps = function.steps
    for place in range(len(steps)):
        rest = function.doing(steps[:place] + steps[place + 1 :])
        if function.never_yields or not rest.never_yields:
            yield _with(case, index, rest)
    plain = {s.id for s in case.statements if isinstance(s, LiteralStatement)}
    fresh = LiteralStatement(case.fresh_id, PLAIN_VALUES[0])
    for place, step in enumerate(steps):
        if step.kind in ("yield", "return") and step.value not in plain:
            told = function.doing((*steps[:place], step.replace(value=fresh.id), *steps[place + 1 :]))
            yield without_unused(case.replaced(index, fresh, told))


def _usual_functions(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """With a builtin function in place of a stub, where it is of the type that is wanted.

    The first that will do is the same in all tests; it also stands in for other functions.
    """
    for index, statement in enumerate(case.statements):
        variants = [_with(case, index, plainer) for plainer in _functions_before(statement, subject)]
        yield from (variant for variant in variants if is_well_typed(variant, subject))


def _functions_before(statement: Statement, subject: Subject) -> Iterator[Statement]:
    """The builtin functions that are plainer than one that is handed over."""
    known = tuple(FUNCTIONS)
    match statement:
        case StubStatement(is_async=False):
            plainer = known
        case ReferenceStatement(path=path) if path in FUNCTIONS:
            plainer = known[: known.index(path)]
        case ReferenceStatement(path=path) if (own := subject.callables.get(path)) and own.kind == "function":
            plainer = known
        case _:
            plainer = ()
    return (ReferenceStatement(statement.id, path) for path in plainer)


def _bare_doubles(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """With a double itself as an argument where an object of the subject was that only holds the double."""
    doubles = {s.id for s in case.statements if isinstance(s, DoubleStatement) and not s.spec}
    for index, made in enumerate(case.statements):
        if not isinstance(made, CallStatement) or made.callable not in subject.classes:
            continue
        rest = case.statements[index + 1 :]
        if any(isinstance(s, CallStatement) and s.receiver == made.id for s in rest):
            continue
        for held in doubles.intersection(made.references):
            bare = [substitute(statement, {made.id: held}) for statement in rest]
            yield without_unused(TestCase((*case.statements[:index], *bare)))


def _flatter_values(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    return (without_unused(variant) for variant in flattened(case, subject))


def _conforming_arguments(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    return (without_unused(variant) for variant in conforming(case, subject))


def _informative_arguments(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    return (without_unused(variant) for variant in filled(case, subject))


def _plainer_provided(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    for known in subject.capabilities.of(Upkeep):
        yield from known.plainer(case)


def _plainer_files(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    for known in subject.capabilities.of(EnvironmentInput):
        yield from known.plainer(case, subject)


def _simpler_values(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """With one value simpler: the simplest of each statement first, then the next simpler of each."""
    dates, kinds = parts_of_dates(case), kinds_of_literals(case, subject)
    said = said_by_applications(case)
    yield from _plain_texts(case, kinds)
    yield from in_this_century(case)
    yield from separated(case)
    yield from _equal_values(case, {*dates, *said})
    literals = [statement for statement in case.statements if isinstance(statement, LiteralStatement)]
    for rank in zip_longest(
        *(
            () if statement.id in said else _simpler_statements(statement, literals, dates, subject)
            for statement in case.statements
        )
    ):
        for index, statement in enumerate(rank):
            before = case.statements[index]
            if statement is not None and not _ceases_to_fit(before, statement, kinds.get(before.id, [])):
                yield _with(case, index, statement)


def _plain_texts(case: TestCase, kinds: Mapping[int, list[TypeRef]]) -> Iterator[TestCase]:
    """With the plainest text of the form or length that is asked for, the same in all tests."""
    for index, given in enumerate(case.statements):
        if not isinstance(given, LiteralStatement) or not isinstance(given.value, str):
            continue
        for kind in kinds.get(given.id, ()):
            plain = next(plainest(PLAIN["str"], kind.limits), None) if kind.limits else None
            if plain not in (None, given.value, *PLAIN["str"]) and fits(given.value, [kind]):
                yield _with(case, index, LiteralStatement(given.id, plain))


def _ceases_to_fit(before: Statement, plainer: Statement, kinds: list[TypeRef]) -> bool:
    """Whether a literal is of one of the types, or within limits, and a plainer one would not be."""
    if not (kinds and isinstance(before, LiteralStatement) and isinstance(plainer, LiteralStatement)):
        return False
    return fits(before.value, kinds) and not fits(plainer.value, kinds)


def _equal_values(case: TestCase, apart: Container[int]) -> Iterator[TestCase]:
    """With a simpler value for all literals that are equal: there may be a reason that they are."""
    literals = [s for s in case.statements if isinstance(s, LiteralStatement) and s.id not in apart]
    counted = Counter((type(literal.value), literal.value) for literal in literals)
    for (kind, value), number in counted.items():
        if number == 1:
            continue
        alike = {s.id for s in literals if type(s.value) is kind and s.value == value}
        others = [s.value for s in literals if s.id not in alike]
        for plainer in simpler_literal(value, others):
            changed = (LiteralStatement(s.id, plainer) if s.id in alike else s for s in case.statements)
            yield TestCase(tuple(changed))


def _simpler_statements(
    statement: Statement,
    literals: list[LiteralStatement],
    dates: Mapping[int, tuple[Scalar, ...]],
    subject: Subject,
) -> Iterator[Statement]:
    """The statement with simpler values that the other literals of the test do not have."""
    if isinstance(statement, LiteralStatement) and statement.id in dates:
        yield from plainer_part(statement, dates[statement.id])
    elif isinstance(statement, LiteralStatement):
        others = [other.value for other in literals if other is not statement]
        yield from (
            LiteralStatement(statement.id, value) for value in simpler_literal(statement.value, others)
        )
    elif isinstance(statement, EnvironmentStatement):
        yield from input_of(statement, subject).smaller(statement, simpler)


def _with(case: TestCase, index: int, statement: Statement) -> TestCase:
    return without_unused(case.replaced(index, statement))


CUTTING: tuple[Pass, ...] = (
    handed_over,
    _only_one_end,
    existing_classes,
    bare_at_once,
    fewer_keywords,
    fewer_items,
    _fewer_statements,
    _plainer_provided,
)
"""Passes that remove most of a test case, in few executions."""
MAKING_PLAIN: tuple[Pass, ...] = (fitting_at_once, texts_for_bytes, plain_at_once)
"""Passes that make most values of a test case plain, also in few executions."""
REPLACING_DOUBLES: tuple[Pass, ...] = (values_for_doubles, originals_for_doubles, namespaces_for_doubles)
"""Passes that put values and objects in place of doubles, which takes no executions where there are none."""
PASSES: tuple[Pass, ...] = (
    *CUTTING,
    *MAKING_PLAIN,
    left_by_a_with,
    unshared,
    _fewer_arguments,
    _emptied,
    _flatter_values,
    _bare_doubles,
    *REPLACING_DOUBLES,
    _usual_functions,
    plainer_classes,
    mappings_for_doubles,
    plainer_fields,
    plainer_members,
    fitting_fields,
    first_names,
    plainer_keywords,
    _conforming_arguments,
    _informative_arguments,
    _emptied,
    _fewer_statements,
    set_when_made,
    _plainer_files,
    _simpler_values,
)
MAKING_NO_DIFFERENCE = frozenset({_emptied})
"""Passes whose results are accepted only if they make no difference to the subject."""
