#!/usr/bin/env bash
# What `cmake --install` puts in place is enough: the library is found through
# pkg-config and complete, the command finds its models, the man page is there.
set -euo pipefail

command -v pkg-config >/dev/null || { echo "skipped: no pkg-config"; exit 77; }

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
DESTDIR=$root cmake --install "$CMCM_BUILD" >/dev/null

find_one() {
    local found
    found=$(find "$root" -path "$1")
    [ -n "$found" ] || { echo "not installed: $1" >&2; exit 1; }
    printf '%s\n' "$found"
}

package=$(find_one '*/pkgconfig/cmcm.pc')
command=$(find_one '*/bin/cmcm')
find_one '*/man1/cmcm.1' >/dev/null
find_one '*/cmcm/schemas/run-record.rng' >/dev/null
find_one '*/cmcm/schemas/probe-record.rng' >/dev/null
CMCM_MODELS=$(dirname "$(find_one '*/cmcm/models/arm.cat')")
export CMCM_MODELS

export PKG_CONFIG_PATH=${package%/*} PKG_CONFIG_SYSROOT_DIR=$root
# The flags are several words.
# shellcheck disable=SC2046,SC2086
"$CMCM_CC" $CMCM_CFLAGS -Wall -Werror $(pkg-config --cflags cmcm) \
    "$CMCM_SOURCE/examples/outcomes.c" $(pkg-config --libs cmcm) -o "$root/outcomes"

cd "$root"
test=$CMCM_SOURCE/tests/litmus/arm/MP.litmus
"$root/outcomes" arm "$test" >/dev/null
"$command" check "$test" >/dev/null
"$command" models | grep -qw arm
for model in arm x86tso ptx ptx60 cmcm; do
    [ -r "$CMCM_MODELS/$model.cat" ] || { echo "not installed: $model.cat" >&2; exit 1; }
done

# Moved as a whole it finds its models by itself, and so does a bundle, which has
# them next to the program.
bundle=$root/bundle
mkdir "$bundle"
cp "$command" "$bundle/cmcm"
cp -R "$CMCM_MODELS" "$bundle/models"
for place in "$CMCM_MODELS:$command" "$bundle/models:$bundle/cmcm"; do
    sed -i '1s/"/"MOVED /' "${place%%:*}/arm.cat"
    (unset CMCM_MODELS && "${place#*:}" models) >"$root/list"
    grep -q '^arm: MOVED ' "$root/list" || { echo "not found: ${place%%:*}" >&2; exit 1; }
done
