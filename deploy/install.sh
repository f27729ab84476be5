#!/bin/sh
# install.sh FOLDER: Marchland from this checkout, with everything it needs, in a virtual environment of its own; its static files
# are gathered in FOLDER/static. The container image, `make image` and plain machines install it by these steps and no others.
set -eu
target=${1:?"install.sh FOLDER"}
source=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}
extras=${EXTRAS:-web}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Marchland needs Python 3.11 or newer" >&2; exit 1; }
wheels=$(mktemp -d)
trap 'rm -rf "$wheels"' EXIT
"$python" -m venv "$target"
pip="$target/bin/python -m pip --disable-pip-version-check --quiet"
$pip wheel --no-deps --wheel-dir "$wheels" "$source"
$pip install -c "$source/constraints.txt" "$(ls "$wheels"/marchland-*.whl)[$extras]"
MARCHLAND_HOME="$wheels" MARCHLAND_STATIC="$target/static" "$target/bin/python" -m marchland.web collectstatic \
  --noinput --verbosity 0 --ignore '*.map' --ignore 'redoc*'
"$target/bin/marchland" games
