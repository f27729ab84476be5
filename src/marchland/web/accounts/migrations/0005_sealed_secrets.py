from typing import Any

from django.db import migrations, models

from ..sealing import seal, unsealed


def seal_all(apps: Any, schema_editor: Any) -> None:
    """What phones count with lay in the database as it was; now it is sealed by the site's secret."""
    _change_all(apps, seal)


def unseal_all(apps: Any, schema_editor: Any) -> None:
    _change_all(apps, unsealed)


def _change_all(apps: Any, change: Any) -> None:
    for factor in apps.get_model("accounts", "SecondFactor").objects.all():
        factor.secret = change(factor.secret) or ""
        factor.save(update_fields=["secret"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_sessions_of_before")]

    operations = [
        migrations.AlterField(
            model_name="secondfactor",
            name="secret",
            field=models.CharField(help_text="Sealed by the site's secret: see sealing.py", max_length=255),
        ),
        migrations.RunPython(seal_all, unseal_all),
    ]
