"""Draws of numpy are noted and can be foretold, whichever generator they come from."""

from __future__ import annotations

import json
import sys
from random import Random
from types import ModuleType
from typing import Any

import pytest

from testloom_agent.environment.chance import arrays as array_draws
from testloom_agent.environment.chance.arrays import HELD, LIBRARY, MAKER, TOUCH, ArrayDraws


class Bits:
    """What a generator draws from."""

    def __init__(self, seed: Any) -> None:
        self.random = Random(seed)

    @property
    def state(self) -> Any:
        return self.random.getstate()

    @state.setter
    def state(self, state: Any) -> None:
        self.random.setstate(state)


class Generator:
    """As numpy's, with one way to draw."""

    def __init__(self, bit_generator: Bits) -> None:
        self.bit_generator = bit_generator

    def random(self) -> float:
        return self.bit_generator.random.random()


class Shared:
    """The generator behind the functions of `numpy.random`."""

    def __init__(self) -> None:
        self.random = Random()

    def random_sample(self) -> float:
        return self.random.random()


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module like `numpy.random`."""
    made: Any = ModuleType(LIBRARY)
    shared = Shared()
    made.random_sample = shared.random_sample
    made.seed = shared.random.seed
    made.Generator = Generator
    made.default_rng = lambda seed=None: Generator(Bits(seed))
    monkeypatch.setitem(sys.modules, LIBRARY, made)
    return made


@pytest.fixture
def subject() -> Any:
    """A module of the project that makes generators."""
    made: Any = ModuleType("subject")
    exec("def fresh(*seed): return library.default_rng(*seed).random()", vars(made))
    return made


def watched(subject: Any, library: Any) -> tuple[ArrayDraws, list[tuple[str, ...]]]:
    touches: list[tuple[str, ...]] = []
    draws = ArrayDraws(touches.append)
    subject.library = library
    draws.watch([subject])
    draws.begin(0)
    return draws, touches


def test_functions_of_the_library_draw_the_same_in_each_test(subject: Any, library: Any) -> None:
    draws, touches = watched(subject, library)
    first = library.random_sample()
    draws.begin(0)
    again = library.random_sample()
    draws.begin(1)
    other = library.random_sample()

    assert first == again != other
    assert touches == [TOUCH] * 3


def test_a_seed_foretells_the_functions_of_the_library(subject: Any, library: Any) -> None:
    watched(subject, library)
    array_draws.seed(3)

    assert library.random_sample() == Random(3).random()


def test_a_generator_without_a_seed_is_told_and_drawn_from_the_variation(subject: Any, library: Any) -> None:
    draws, touches = watched(subject, library)
    first, again = subject.fresh(), subject.fresh()
    draws.begin(1)

    assert first == again == Random(0).random() != subject.fresh()
    assert touches[0] == ("fact", f"{LIBRARY}:default_rng", MAKER, json.dumps([0, 0]))


def test_a_generator_with_a_seed_is_left_alone(subject: Any, library: Any) -> None:
    _, touches = watched(subject, library)

    assert subject.fresh(5) == Random(5).random()
    assert touches == []


def test_a_generator_that_a_module_holds_is_told_when_it_is_asked(subject: Any, library: Any) -> None:
    subject.RNG = library.default_rng()
    draws, touches = watched(subject, library)
    first = subject.RNG.random()
    draws.begin(0)

    assert isinstance(subject.RNG, Generator)
    assert touches == [("fact", "subject:RNG", HELD, json.dumps([0, 0]))]
    assert subject.RNG.random() == first


def test_a_test_replaces_what_makes_generators_and_one_that_is_held(subject: Any, library: Any) -> None:
    watched(subject, library)
    make = array_draws.replacement(MAKER, 3)

    assert make(None).random() == Random(3).random()
    assert array_draws.replacement(HELD, 3).random() == Random(3).random()


def test_nothing_is_watched_where_the_library_is_not_loaded(
    subject: Any, library: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, LIBRARY)
    real = library.default_rng

    watched(subject, library)

    assert library.default_rng is real
