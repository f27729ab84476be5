from typing import Any

from django.db import migrations, models


def name_writers(apps: Any, schema_editor: Any) -> None:
    """Sheets from before are those of whoever holds the seat now, as far as anybody knows."""
    Seat, Sheet = apps.get_model("tables", "Seat"), apps.get_model("tables", "Sheet")
    holder = Seat.objects.filter(table=models.OuterRef("table"), number=models.OuterRef("seat"))
    Sheet.objects.update(user=models.Subquery(holder.values("user")[:1]))


class Migration(migrations.Migration):
    dependencies = [("tables", "0019_sheet_writers")]

    operations = [migrations.RunPython(name_writers, migrations.RunPython.noop)]
