import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import letters.models


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.CreateModel(
            name="Subscriber",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("email", models.EmailField(max_length=254, unique=True)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("token", models.CharField(default=letters.models.new_token, max_length=32, unique=True)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("confirmed", models.DateTimeField(blank=True, null=True)),
                ("left", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Issue",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("title", models.CharField(max_length=120)),
                ("slug", models.SlugField(unique=True)),
                ("body", models.TextField()),
                ("due", models.DateTimeField()),
                ("sent", models.DateTimeField(blank=True, null=True)),
                ("delivered", models.PositiveIntegerField(default=0)),
            ],
            options={"ordering": ["-due"]},
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("text", models.CharField(max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "issue",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="letters.issue",
                    ),
                ),
                (
                    "subscriber",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="letters.subscriber",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=["issue", "subscriber"], name="once")],
            },
        ),
    ]
