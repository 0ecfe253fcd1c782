from datetime import date

from billing.models import Invoice


def test_paid_is_not_overdue():
    assert not Invoice("in-1", "Ada", 10, date(2024, 1, 1), paid=True).is_overdue(date(2024, 2, 1))
