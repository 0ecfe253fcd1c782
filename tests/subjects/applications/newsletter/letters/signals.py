from django.db.models import F
from django.db.models.signals import post_save, pre_save
from django.dispatch import Signal, receiver

from letters.models import Delivery, Entry, Issue, Subscriber

issue_sent = Signal()


@receiver(post_save, sender=Delivery)
def count_delivery(sender, instance, created, **kwargs):
    if created:
        Issue.objects.filter(pk=instance.issue_id).update(delivered=F("delivered") + 1)


@receiver(pre_save, sender=Subscriber)
def note_leaving(sender, instance, **kwargs):
    if instance.pk is None:
        instance.email = instance.email.lower()
        return
    before = Subscriber.objects.filter(pk=instance.pk).first()
    if before is not None and before.left is None and instance.left is not None:
        Entry.objects.create(text=f"{instance.email} has left")


@receiver(issue_sent)
def note_sent(sender, issue, count, **kwargs):
    plural = "" if count == 1 else "s"
    Entry.objects.create(text=f"{issue.title}: sent to {count} subscriber{plural}")
