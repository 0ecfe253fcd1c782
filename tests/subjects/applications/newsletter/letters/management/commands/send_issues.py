from django.core.mail import send_mail
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from letters.models import Delivery, Issue, Subscriber
from letters.signals import issue_sent


class Command(BaseCommand):
    help = "Send the issues that are due to all who wait for them."

    def add_arguments(self, parser):
        parser.add_argument("slugs", nargs="*", help="only these issues")
        parser.add_argument("--limit", type=int, default=100, help="mails at most")
        parser.add_argument("--dry-run", action="store_true")

    def handle(self, *args, **options):
        if options["limit"] < 1:
            raise CommandError("--limit has to be at least 1")
        issues = Issue.objects.filter(sent=None, due__lte=timezone.now())
        if options["slugs"]:
            issues = issues.filter(slug__in=options["slugs"])
            missing = set(options["slugs"]) - {issue.slug for issue in issues}
            if missing:
                raise CommandError(f"not due or unknown: {', '.join(sorted(missing))}")
        if not issues:
            self.stdout.write("Nothing to send.")
            return
        left = options["limit"]
        for issue in issues:
            left -= self.send(issue, left, options["dry_run"])
            if left <= 0:
                self.stderr.write("The limit is reached.")
                break

    def send(self, issue, limit, dry_run):
        """The number of mails sent."""
        waiting = list(Subscriber.objects.waiting_for(issue)[:limit])
        if dry_run:
            self.stdout.write(f"would send {issue} to {len(waiting)}")
            return len(waiting)
        for subscriber in waiting:
            send_mail(issue.title, issue.text_for(subscriber), None, [subscriber.email])
            Delivery.objects.create(issue=issue, subscriber=subscriber)
        if len(waiting) < limit:
            issue.sent = timezone.now()
            issue.save(update_fields=["sent"])
            issue_sent.send(sender=Issue, issue=issue, count=issue.deliveries.count())
        self.stdout.write(self.style.SUCCESS(f"sent {issue} to {len(waiting)}"))
        return len(waiting)
