from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("notices", "0003_as_it_was"),
    ]

    operations = [migrations.RemoveField(model_name="user", name="mails_wanted")]
