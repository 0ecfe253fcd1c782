"""What is imported for the sake of a file."""

from __future__ import annotations

from testloom.affected.observing import Imports

FILES = {
    "tests/test_it.py": "from shop import cart\n",
    "shop/__init__.py": "",
    "shop/cart.py": "from . import rates\nfrom .deep.inner import x\n\ndef late():\n    import other\n",
    "shop/rates.py": "import json\n",
    "shop/deep/__init__.py": "",
    "shop/deep/inner.py": "from ...shop.deep import missing\nx = 1\n",
    "shop/unused.py": "",
    "other.py": "def broken(:\n",
}
MODULES = {
    "test_it": "tests/test_it.py",
    "shop": "shop/__init__.py",
    "shop.cart": "shop/cart.py",
    "shop.rates": "shop/rates.py",
    "shop.deep": "shop/deep/__init__.py",
    "shop.deep.inner": "shop/deep/inner.py",
    "shop.unused": "shop/unused.py",
    "other": "other.py",
}


def test_imports_are_followed_also_relative_ones_and_those_within_functions() -> None:
    imports = Imports(MODULES, lambda path: FILES[path].encode())

    assert imports.closure(iter(["tests/test_it.py"])) == FILES.keys() - {"shop/unused.py"}
    assert imports.closure(iter(["shop/rates.py"])) == {"shop/rates.py", "shop/__init__.py"}
