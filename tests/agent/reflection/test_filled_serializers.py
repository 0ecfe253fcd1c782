"""Requests to views of Django REST framework have the fields of the serializers that the views fill."""

from __future__ import annotations

import ast
from types import SimpleNamespace
from typing import Any

import pytest

from testloom_agent.reflection.web.django import api

pytest.importorskip("rest_framework")

VIEW = """
from django.conf import settings
if not settings.configured:
    settings.configure(INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"], USE_TZ=True)
from rest_framework import serializers

class Filter(serializers.Serializer):
    town = serializers.CharField(required=False)

class View:  # one of the framework needs an application
    http_method_names = ("get", "post", "put")

    class Input(serializers.Serializer):
        email = serializers.EmailField()
        number = serializers.IntegerField(read_only=True)

    def get(self, request):
        return Filter(data=request.query_params)

    def post(self, request):
        filled = self.Input(data=request.data)
        filled.is_valid(raise_exception=True)
        return Filter(filled.validated_data)

    def put(self, request):
        return request.FILES["scan"]
"""


def _places(verb: str) -> dict[str, tuple[str, str]]:
    namespace: dict[str, Any] = {"__name__": "shop"}
    exec(VIEW, namespace)
    functions = {node.name: node for node in ast.walk(ast.parse(VIEW)) if isinstance(node, ast.FunctionDef)}
    view = SimpleNamespace(cls=namespace["View"])
    routes = api.routes("/", [], view, lambda function: functions.get(function.__name__))
    [route] = [route for _, route in routes if route.method == verb]
    return {field.name: (field.argument, field.kind["name"]) for field in route.fields}


def test_the_fields_of_a_serializer_that_a_view_fills_are_sent() -> None:
    assert _places("post") == {"email": ("data", "format"), "format": ("format", "literal")}
    assert _places("get") == {"town": ("data", "str")}


def test_a_file_that_a_view_looks_up_is_uploaded_in_a_form() -> None:
    assert _places("put") == {"scan": ("data", "django.core.files.uploadedfile:SimpleUploadedFile")}
