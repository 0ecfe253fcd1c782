"""The statements of a test case.

A statement is immutable and has an id that is unique within its test case; the id of a statement
names the value it produces. Statements refer to each other by these ids, never by position, so that
they can be shared between test cases, moved and removed.

A kind of statement is a class whose annotated fields declare what they hold (`roles`). From the
annotations follow the references of a statement, the same statement with other references, its JSON
text (docs/agent-protocol.md) and its decoding (`parts`). The text is computed once, since a search
sends it thousands of times.
"""

from testloom.model.statements.attributes import AssignmentStatement, AttributeStatement
from testloom.model.statements.calls import (
    CallStatement,
    EnterStatement,
    FixedCallStatement,
    InvokeStatement,
)
from testloom.model.statements.cases import ACTING, TestCase, distinct, receiver_of, substitute
from testloom.model.statements.classes import (
    DATACLASS,
    ClassStatement,
    MakeStatement,
    Member,
    MemberKind,
)
from testloom.model.statements.commands import CommandStatement
from testloom.model.statements.doubles import Answer, DoubleStatement, Order, Question
from testloom.model.statements.functions import FunctionStatement, FunctionStep, FunctionStepKind
from testloom.model.statements.managers import by_hand, called, endings, enters, leaves
from testloom.model.statements.parts import Statement
from testloom.model.statements.stubs import StubStatement
from testloom.model.statements.values import (
    CollectionKind,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
)
from testloom.model.statements.wire import decode_scalar, encode_scalar
from testloom.model.texts.names import DEFINED

__all__ = [
    "ACTING",
    "DATACLASS",
    "DEFINED",
    "Answer",
    "AssignmentStatement",
    "AttributeStatement",
    "CallStatement",
    "ClassStatement",
    "CollectionKind",
    "CollectionStatement",
    "CommandStatement",
    "DoubleStatement",
    "EnterStatement",
    "FixedCallStatement",
    "FunctionStatement",
    "FunctionStep",
    "FunctionStepKind",
    "InvokeStatement",
    "LiteralStatement",
    "MakeStatement",
    "Member",
    "MemberKind",
    "Order",
    "Question",
    "ReferenceStatement",
    "Statement",
    "StubStatement",
    "TestCase",
    "by_hand",
    "called",
    "decode_scalar",
    "distinct",
    "encode_scalar",
    "endings",
    "enters",
    "leaves",
    "receiver_of",
    "substitute",
]
