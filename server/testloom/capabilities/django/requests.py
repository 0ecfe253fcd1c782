"""Requests that Django passes to code, made by Django's request factory for tests."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.statements import AssignmentStatement, FixedCallStatement
from testloom.model.subject import Parameter, Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

FACTORY = "django.test:RequestFactory"
GET, POST = f"{FACTORY}.get", f"{FACTORY}.post"
REQUEST, HANDED = "django.core.handlers.wsgi:WSGIRequest", "django.http.request:HttpRequest"
LOGIN = "django.test.client:Client.force_login"
ANONYMOUS = "django.contrib.auth.models:AnonymousUser"
NAME, USER, ROOT = "request", "user", "/"
MODEL = "User"
"""The ending of the names of user classes."""
FRAMEWORKS = frozenset({"django", "rest_framework"})
METHODS = (GET, GET, POST)
KNOWN = 0.7
"""How often a request comes from a user of the project, where the code accesses the user."""


class RequestValues(ValueProvider):
    """Provides requests that are passed to no view, from an anonymous or a known user."""

    name = "request of Django"
    calls = frozenset({FACTORY, GET, POST, ANONYMOUS})

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Tell requests and users by their names, in modules that import the framework."""
        is_handed = parameter.type.name in (REQUEST, HANDED)
        is_named = parameter.type == ANY and parameter.name == NAME
        is_django = any(name.partition(".")[0] in FRAMEWORKS for name in subject.imports)
        if parameter.type == ANY and parameter.name == USER and is_django:
            return _user_of(subject)
        return TypeRef(REQUEST) if is_handed or (is_named and is_django) else None

    def returned(self, path: str, subject: Subject) -> TypeRef | None:
        """Return the type that a call makes: a request for calls of its factory."""
        return TypeRef(REQUEST) if path in (GET, POST) else TypeRef(path)

    def suits(self, path: str, wanted: Sequence[TypeRef], subject: Subject) -> bool:
        """Check whether a request is wanted; other calls always suit."""
        return path not in (GET, POST) or REQUEST in {kind.name for kind in wanted}

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Requests, and dictionaries of one, as serializers are made within."""
        return float(kind.name == REQUEST or _is_context(kind))

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether the type is a request, for which doubles are no better."""
        return bool(self.offers(kind, builder))

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Build a request, with a user if the project has users."""
        if _is_context(kind):
            return builder.collection("dict", builder.literal(NAME), builder.value(kind.args[0]))
        factory = builder.call(FACTORY)
        sent = FixedCallStatement(builder.next_id(), builder.rng.choice(METHODS), factory, text=ROOT)
        request = builder.add(sent, TypeRef(REQUEST))
        login = builder.subject.callables.get(LOGIN)
        if login is not None:
            is_known = builder.rng.random() < KNOWN
            user = builder.value(login.parameters[0].type) if is_known else builder.call(ANONYMOUS)
            builder.add(AssignmentStatement(builder.next_id(), request, USER, user))
        return request


def _user_of(subject: Subject) -> TypeRef | None:
    """The class of the users of the project, if some can be stored."""
    makers = (made for made in subject.callables.values() if any(":" in path for path in made.writes))
    return next((made.returns for made in makers if made.returns.name.endswith(MODEL)), None)


def _is_context(kind: TypeRef) -> bool:
    return kind.values == (NAME,) and [arg.name for arg in kind.args] == [REQUEST]
