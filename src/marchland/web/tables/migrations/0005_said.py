from django.apps.registry import Apps as StateApps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Max


def count_what_was_said(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Tables at which people have talked already."""
    last = apps.get_model("tables", "ChatMessage").objects.values("table").annotate(last=Max("pk"))
    for found in last:
        apps.get_model("tables", "Table").objects.filter(pk=found["table"]).update(said=found["last"])


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0004_written_answers"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="said",
            field=models.PositiveBigIntegerField(default=0, help_text="Number of the last chat message"),
        ),
        migrations.RunPython(count_what_was_said, migrations.RunPython.noop),
    ]
