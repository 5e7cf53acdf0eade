#!/bin/sh
# Installs the wheel into an empty environment of every Python that is found, and tries it there.
# Usage: versions.sh WHEELS FOLDER
set -eu
wheels=$1
folder=$2
here=$(dirname "$0")
tried=0
missing=
for minor in 10 11 12 13 14 15; do
    before=$tried
    for python in "python3.$minor" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"3.$minor".*/bin/python3; do
        # A name on the path may be a shim that leads nowhere.
        "$python" -c 'import venv' 2>/dev/null || continue
        rm -rf "$folder/3.$minor"
        "$python" -m venv "$folder/3.$minor"
        "$folder/3.$minor/bin/python" -m pip install --disable-pip-version-check --quiet \
            --no-index --find-links "$wheels" arcbatt
        "$folder/3.$minor/bin/python" "$here/tests/smoke.py"
        tried=$((tried + 1))
        break
    done
    [ "$tried" -gt "$before" ] || missing="$missing 3.$minor"
done
echo "$tried versions of Python; not found:${missing:- none}"
[ "$tried" -gt 0 ]
