#!/usr/bin/env bash
# Remakes requirements.lock and requirements-dev.lock from pyproject.toml, for Python 3.11 and later on every platform.
# Needs uv (pip install uv). Versions that are locked already stay; with --upgrade the newest within the ranges are taken.
set -euo pipefail
cd "$(dirname "$0")/.."
compile() {
  uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-config --no-emit-index-url --no-emit-find-links \
    --custom-compile-command "scripts/lock.sh" "$@"
}
compile "$@" --group build pyproject.toml --output-file requirements.lock
compile "$@" --group build --extra dev --constraint requirements.lock pyproject.toml --output-file requirements-dev.lock
