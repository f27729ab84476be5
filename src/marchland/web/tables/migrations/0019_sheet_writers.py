import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0018_coach"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="sheet",
            name="user",
            field=models.ForeignKey(
                help_text="Who wrote it",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="sheets",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
