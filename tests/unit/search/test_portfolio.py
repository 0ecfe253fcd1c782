"""The choice among operators: near to their weights, moved by what they won."""

from __future__ import annotations

from collections import Counter
from random import Random

from testloom.search.portfolio import MOST, Portfolio

WEIGHTS = {"mutate": 1.0, "crossover": 1.0, "aim": 2.0}


def drawn(portfolio: Portfolio, number: int = 4_000) -> Counter[str]:
    rng = Random(1)
    return Counter(portfolio.choose(list(WEIGHTS), rng) for _ in range(number))


def tried(portfolio: Portfolio, name: str, times: int, covered: int = 0) -> None:
    for _ in range(times):
        portfolio.note_tried(name)
    for _ in range(covered):
        portfolio.note_covered(name)


def test_at_first_operators_are_chosen_by_their_weights() -> None:
    shares = drawn(Portfolio(WEIGHTS))

    assert 0.45 < shares["aim"] / 4_000 < 0.55
    assert 0.2 < shares["mutate"] / 4_000 < 0.3


def test_an_operator_that_covers_goals_is_chosen_more_often() -> None:
    portfolio = Portfolio(WEIGHTS)
    for name, covered in (("mutate", 20), ("crossover", 0), ("aim", 0)):
        tried(portfolio, name, 500, covered)

    shares = drawn(portfolio)

    assert shares["mutate"] > shares["aim"] > shares["crossover"]


def test_no_operator_is_given_up() -> None:
    portfolio = Portfolio(WEIGHTS)
    tried(portfolio, "aim", 10_000)
    tried(portfolio, "mutate", 10_000, covered=5_000)

    share = drawn(portfolio)["aim"] / 4_000

    assert share > 2 / MOST / (2 / MOST + MOST + MOST) / 2


def test_what_was_won_long_ago_counts_little() -> None:
    portfolio = Portfolio(WEIGHTS)
    tried(portfolio, "mutate", 500, covered=50)
    for _ in range(400):
        portfolio.fade()
    tried(portfolio, "crossover", 500, covered=5)
    tried(portfolio, "mutate", 500)

    shares = drawn(portfolio)

    assert shares["crossover"] > shares["mutate"]
    assert portfolio.credits["mutate"].covered == 50


def test_a_goal_that_comes_nearer_counts_less_than_one_that_is_covered() -> None:
    near, done = Portfolio(WEIGHTS), Portfolio(WEIGHTS)
    for portfolio in (near, done):
        for name in WEIGHTS:
            tried(portfolio, name, 500, covered=2)
    near.note_nearer("mutate")
    done.note_covered("mutate")

    assert drawn(done)["mutate"] > drawn(near)["mutate"]
