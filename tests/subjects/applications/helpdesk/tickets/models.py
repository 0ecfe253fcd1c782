from datetime import timedelta

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone


class TicketQuerySet(models.QuerySet):
    def open(self):
        return self.exclude(status=Ticket.Status.CLOSED)

    def overdue(self, now=None):
        return self.open().filter(due__lt=now or timezone.now())

    def for_user(self, user):
        if user.is_staff:
            return self
        return self.filter(reporter=user)


class Ticket(models.Model):
    class Status(models.TextChoices):
        NEW = "new", "New"
        WAITING = "waiting", "Waiting"
        CLOSED = "closed", "Closed"

    class Priority(models.IntegerChoices):
        LOW = 1
        NORMAL = 2
        HIGH = 3

    DAYS = {Priority.LOW: 14, Priority.NORMAL: 5, Priority.HIGH: 1}

    title = models.CharField(max_length=100)
    body = models.TextField(blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.NEW)
    priority = models.IntegerField(choices=Priority.choices, default=Priority.NORMAL)
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tickets")
    created = models.DateTimeField(default=timezone.now)
    due = models.DateTimeField(null=True, blank=True)

    objects = TicketQuerySet.as_manager()

    class Meta:
        ordering = ["-priority", "created"]

    def __str__(self):
        return f"#{self.pk} {self.title}"

    def save(self, *args, **kwargs):
        if self.due is None:
            self.due = self.created + timedelta(days=self.DAYS[self.priority])
        super().save(*args, **kwargs)

    def get_absolute_url(self):
        return reverse("tickets:detail", kwargs={"pk": self.pk})

    @property
    def is_overdue(self):
        return self.status != self.Status.CLOSED and self.due < timezone.now()

    def close(self, note=""):
        if self.status == self.Status.CLOSED:
            raise ValueError("ticket is closed already")
        self.status = self.Status.CLOSED
        self.save(update_fields=["status"])
        if note:
            self.comments.create(author=self.reporter, text=note)


class Comment(models.Model):
    ticket = models.ForeignKey(Ticket, on_delete=models.CASCADE, related_name="comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    text = models.TextField()
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self):
        return self.text[:40]
