from __future__ import annotations

from decimal import Decimal

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify


class WorkshopQuerySet(models.QuerySet):
    def upcoming(self):
        return self.filter(starts_at__gt=timezone.now(), published=True)

    def with_taken(self):
        return self.annotate(
            taken=models.Count(
                "registrations",
                filter=models.Q(registrations__status=Registration.Status.CONFIRMED),
            )
        )

    def search(self, text: str):
        query = models.Q()
        for word in text.split():
            query &= models.Q(title__icontains=word) | models.Q(description__icontains=word)
        return self.filter(query)


class Workshop(models.Model):
    class Level(models.TextChoices):
        BEGINNER = "beginner", "Beginner"
        ADVANCED = "advanced", "Advanced"

    title = models.CharField(max_length=120)
    slug = models.SlugField(unique=True, blank=True)
    description = models.TextField(blank=True)
    level = models.CharField(max_length=10, choices=Level.choices, default=Level.BEGINNER)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    places = models.PositiveSmallIntegerField(default=8, validators=[MinValueValidator(1)])
    price = models.DecimalField(max_digits=6, decimal_places=2, default=Decimal("0"))
    published = models.BooleanField(default=False)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="workshops")

    objects = WorkshopQuerySet.as_manager()

    class Meta:
        ordering = ["starts_at"]

    def __str__(self) -> str:
        return self.title

    def save(self, *args, **kwargs):
        if not self.slug:
            base = slugify(self.title)[:40] or "workshop"
            self.slug, n = base, 2
            while Workshop.objects.filter(slug=self.slug).exclude(pk=self.pk).exists():
                self.slug = f"{base}-{n}"
                n += 1
        super().save(*args, **kwargs)

    def clean(self):
        if self.starts_at and self.ends_at and self.ends_at <= self.starts_at:
            raise ValidationError({"ends_at": "A workshop ends after it starts."})

    def get_absolute_url(self) -> str:
        return reverse("courses:detail", args=[self.slug])

    @property
    def free_places(self) -> int:
        taken = self.registrations.filter(status=Registration.Status.CONFIRMED).count()
        return max(self.places - taken, 0)

    def price_for(self, member: bool) -> Decimal:
        if not member or not self.price:
            return self.price
        share = Decimal(100 - settings.WORKSHOP_MEMBER_DISCOUNT) / 100
        return (self.price * share).quantize(Decimal("0.01"))


class Registration(models.Model):
    class Status(models.TextChoices):
        CONFIRMED = "confirmed", "Confirmed"
        WAITING = "waiting", "On the waiting list"
        CANCELLED = "cancelled", "Cancelled"

    workshop = models.ForeignKey(Workshop, models.CASCADE, related_name="registrations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="registrations")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.CONFIRMED)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workshop", "user"], name="one_registration_each")
        ]

    @classmethod
    def place(cls, workshop: Workshop, user) -> Registration:
        with transaction.atomic():
            status = cls.Status.CONFIRMED if workshop.free_places else cls.Status.WAITING
            registration, created = cls.objects.get_or_create(
                workshop=workshop, user=user, defaults={"status": status}
            )
            if not created and registration.status == cls.Status.CANCELLED:
                registration.status = status
                registration.save(update_fields=["status"])
        return registration

    def cancel(self) -> Registration | None:
        """Cancel, and return the registration that takes the place."""
        if self.status == self.Status.CANCELLED:
            raise ValidationError("This registration is cancelled already.")
        had_place = self.status == self.Status.CONFIRMED
        self.status = self.Status.CANCELLED
        self.save(update_fields=["status"])
        if not had_place:
            return None
        successor = (
            self.workshop.registrations.filter(status=self.Status.WAITING).order_by("created").first()
        )
        if successor is not None:
            successor.status = self.Status.CONFIRMED
            successor.save(update_fields=["status"])
        return successor
