"""Files that are uploaded to Django: a name and some content, in memory."""

from __future__ import annotations

from testloom.capabilities.django.requests import FRAMEWORKS
from testloom.model.subject import Parameter, Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

HOME = "django.core.files.uploadedfile:"
UPLOAD = f"{HOME}SimpleUploadedFile"
OF_FILES = ({"chunks"}, {"content_type"}, {"name", "size"})
"""What code asks of an uploaded file, and of nothing else: all of one of these."""
NAMES = ("a.txt", "a.csv", "a.json", "a.png", "a")
CONTENTS = (b"a", b"a,b\n1,2\n", b'{"a": 1}', b"")


class UploadedFiles(ValueProvider):
    """Provides files that a form or a request uploads."""

    name = "uploaded file of Django"
    calls = frozenset({UPLOAD})

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Tell uploaded files by their annotation, or by what code asks of them."""
        if parameter.type.name.startswith(HOME):
            return TypeRef(UPLOAD)
        is_django = any(name.partition(".")[0] in FRAMEWORKS for name in subject.imports)
        is_asked = any(asked <= {*parameter.uses} for asked in OF_FILES)
        return TypeRef(UPLOAD) if parameter.type == ANY and is_django and is_asked else None

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Uploaded files."""
        return float(kind.name == UPLOAD)

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether the type is that of uploaded files, for which doubles are no better."""
        return bool(self.offers(kind, builder))

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Build a file of a name and its content."""
        name, content = builder.rng.choice(NAMES), builder.rng.choice(CONTENTS)
        return builder.call(UPLOAD, builder.literal(name), builder.literal(content))
