"""`python -m marchland.web COMMAND`: Django's management commands on the site's settings."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marchland.web.config.settings")
    execute_from_command_line([sys.argv[0] if sys.argv else "marchland.web", *sys.argv[1:]])
