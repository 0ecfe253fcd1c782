import secrets

from django.db import models
from django.urls import reverse
from django.utils import timezone


def new_token():
    return secrets.token_urlsafe(12)


class SubscriberQuerySet(models.QuerySet):
    def active(self):
        return self.filter(confirmed__isnull=False, left__isnull=True)

    def waiting_for(self, issue):
        """Active subscribers who have not got an issue yet."""
        return self.active().exclude(deliveries__issue=issue)


class Subscriber(models.Model):
    email = models.EmailField(unique=True)
    name = models.CharField(max_length=60, blank=True)
    token = models.CharField(max_length=32, unique=True, default=new_token)
    created = models.DateTimeField(default=timezone.now)
    confirmed = models.DateTimeField(null=True, blank=True)
    left = models.DateTimeField(null=True, blank=True)

    objects = SubscriberQuerySet.as_manager()

    def __str__(self):
        return f"{self.name} <{self.email}>" if self.name else self.email

    @property
    def is_active(self):
        return self.confirmed is not None and self.left is None

    def confirm(self, token):
        """Whether the token was right and the subscriber is active now."""
        if not secrets.compare_digest(token, self.token):
            return False
        if self.confirmed is None or self.left is not None:
            self.confirmed, self.left = timezone.now(), None
            self.save()
        return True

    def leave(self):
        if self.left is None:
            self.left = timezone.now()
            self.save(update_fields=["left"])


class Issue(models.Model):
    title = models.CharField(max_length=120)
    slug = models.SlugField(unique=True)
    body = models.TextField()
    due = models.DateTimeField()
    sent = models.DateTimeField(null=True, blank=True)
    delivered = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-due"]

    def __str__(self):
        return self.title

    def get_absolute_url(self):
        return reverse("letters:issue", kwargs={"slug": self.slug})

    @property
    def is_due(self):
        return self.sent is None and self.due <= timezone.now()

    def text_for(self, subscriber):
        greeting = f"Dear {subscriber.name or 'reader'},"
        return f"{greeting}\n\n{self.body.strip()}\n"


class Delivery(models.Model):
    issue = models.ForeignKey(Issue, on_delete=models.CASCADE, related_name="deliveries")
    subscriber = models.ForeignKey(Subscriber, on_delete=models.CASCADE, related_name="deliveries")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["issue", "subscriber"], name="once")]


class Entry(models.Model):
    text = models.CharField(max_length=200)
    at = models.DateTimeField(auto_now_add=True)
