from django.db import migrations, models

import marchland.web.api.models


class Migration(migrations.Migration):
    dependencies = [
        ("api", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="expires",
            field=models.DateTimeField(help_text="Empty: never", null=True),
        ),
        migrations.AddField(
            model_name="apitoken",
            name="scopes",
            field=models.JSONField(default=marchland.web.api.models.every_scope),
        ),
    ]
