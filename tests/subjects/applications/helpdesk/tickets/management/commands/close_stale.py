from datetime import timedelta

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tickets.models import Ticket


class Command(BaseCommand):
    help = "Close tickets that wait for an answer for too long."

    def add_arguments(self, parser):
        parser.add_argument("--days", type=int, default=30)
        parser.add_argument("--dry-run", action="store_true")

    def handle(self, *args, **options):
        if options["days"] < 1:
            raise CommandError("--days must be positive")
        before = timezone.now() - timedelta(days=options["days"])
        stale = Ticket.objects.filter(status=Ticket.Status.WAITING, created__lt=before)
        for ticket in stale:
            if options["dry_run"]:
                self.stdout.write(f"would close {ticket}")
            else:
                ticket.close(note="Closed for lack of an answer.")
                self.stdout.write(f"closed {ticket}")
        if not stale:
            self.stdout.write("nothing to do")
