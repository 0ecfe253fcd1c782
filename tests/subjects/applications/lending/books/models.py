from datetime import timedelta

from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone

LOAN_DAYS = 21


class Book(models.Model):
    title = models.CharField(max_length=200)
    isbn = models.CharField(max_length=13, unique=True)
    copies = models.PositiveSmallIntegerField(default=1)

    def __str__(self):
        return self.title

    @property
    def available(self):
        return self.copies - self.loans.filter(returned=None).count()


class Loan(models.Model):
    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="loans")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="loans")
    since = models.DateField(default=timezone.localdate)
    returned = models.DateField(null=True, blank=True)

    @property
    def due(self):
        return self.since + timedelta(days=LOAN_DAYS)

    def fine(self, today=None):
        """Cents to pay: 20 a day after the due date, at most 10 euros."""
        days = ((self.returned or today or timezone.localdate()) - self.due).days
        return min(max(days, 0) * 20, 1000)
