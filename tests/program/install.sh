#!/usr/bin/env bash
# What `cmake --install` puts in place is enough, under a prefix chosen then: the
# libraries are found through pkg-config and complete, in C and C++; the command carries
# its models; man page, documents, tests and completions are there.
set -euo pipefail

command -v pkg-config >/dev/null || { echo "skipped: no pkg-config"; exit 77; }

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cmake --install "$CMCM_BUILD" --prefix "$root/first" >/dev/null
mv "$root/first" "$root/moved" # nothing may point to where it was

die() {
    echo "$*" >&2
    exit 1
}

find_one() {
    local found
    found=$(find "$root" -path "$1")
    [ -n "$found" ] || die "not installed: $1"
    printf '%s\n' "$found"
}

package=$(find_one '*/pkgconfig/cmcm.pc')
command=$(find_one '*/bin/cmcm')
shared=$(find_one '*/libcmcm.so')
for file in man1/cmcm.1 man1/cmcm-check.1 man1/cmcm-help.1 cmcm/editors/vim/syntax/cat.vim cmcm/schemas/run-record.rng cmcm/schemas/probe-record.rng \
    docs/litmus.md doc/cmcm/copyright examples/outcomes.c cmcm/litmus/arm/MP.litmus \
    bash-completion/completions/cmcm zsh/vendor-completions/_cmcm \
    fish/vendor_completions.d/cmcm.fish; do
    find_one "*/$file" >/dev/null
done
for model in arm x86tso ptx ptx60 cmcm dialects/herd; do
    find_one "*/cmcm/models/$model.cat" >/dev/null
done

# No other package's file is needed for it: the program's package brings none.
PKG_CONFIG_LIBDIR=${package%/*} pkg-config --cflags --libs cmcm >/dev/null ||
    die "cmcm.pc is not enough by itself"
if ldd "$command" | grep -q libcadical || ! grep -q '^CaDiCaL_LIBRARY:FILEPATH=/' "$CMCM_BUILD/CMakeCache.txt"; then
    echo "CaDiCaL is not a part of it"
else
    grep -q 'Armin Biere' "$(find_one '*/doc/cmcm/copyright.cadical')" || die "no notice of CaDiCaL's"
fi
export PKG_CONFIG_PATH=${package%/*}
test=$CMCM_SOURCE/tests/litmus/arm/MP.litmus
unset CMCM_MODELS
cd "$root" # not the source tree, where there are models as well

# The flags are several words.
# shellcheck disable=SC2046,SC2086
{
    "$CMCM_CC" $CMCM_CFLAGS -Wall -Werror $(pkg-config --cflags cmcm) \
        "$CMCM_SOURCE/examples/outcomes.c" $(pkg-config --libs cmcm) -o outcomes
    mkdir static && cp "${shared%.so}.a" static/
    "$CMCM_CC" $CMCM_CFLAGS -Wall -Werror $(pkg-config --cflags cmcm) \
        "$CMCM_SOURCE/examples/outcomes.c" static/libcmcm.a \
        $(sed -n 's/^Libs.private: //p' "$package") \
        -o outcomes-static
}
LD_LIBRARY_PATH=${shared%/*} ./outcomes arm "$test" >/dev/null
./outcomes-static arm "$test" >/dev/null

# The header is C++, too.
if command -v g++ >/dev/null; then
    printf '#include <cmcm.h>\nint main() { return cmcm_version() ? 0 : 1; }\n' >version.cc
    # shellcheck disable=SC2046
    g++ -Wall -Werror $(pkg-config --cflags cmcm) -fsyntax-only version.cc
fi

# The shared library shows the public names only.
if command -v nm >/dev/null; then
    nm -D --defined-only "$shared" | awk '{ print $3 }' >names
    hidden=$(grep -v '^cmcm_' names | grep -v '^__' || true)
    [ -z "$hidden" ] || die "libcmcm.so shows: $hidden"
    grep -qx cmcm_check names || die "libcmcm.so hides cmcm_check"
fi

# The program carries its models; a directory of the user's comes first, then -I.
"$command" check "$test" >/dev/null
"$command" models >models
grep -q '^arm: ' models
mkdir mine
sed '1s/"/"MINE /' "$CMCM_SOURCE/models/arm.cat" >mine/arm.cat
CMCM_MODELS=$root/mine "$command" models >models
grep -q '^arm: MINE ' models || die "CMCM_MODELS is not heard"
"$command" models -I mine arm >models
grep -q '^arm: MINE ' models || die "-I is not heard"
"$command" models x86tso -I mine >models
grep -q '^x86tso: x86' models || die "x86tso is not found beside -I"

# Completion as bash does it.
words() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cmcm
             printf "%s\n" "${COMPREPLY[@]}"' - "$(find_one '*/completions/cmcm')" "$@"
}
words cmcm che >words
grep -qx check words || die "bash does not complete che"
words cmcm check --form >words
grep -qx -e --format words || die "bash does not complete --form"
words cmcm check --format js >words
grep -qx json words || die "bash does not complete json"
for shell in zsh fish; do
    if command -v $shell >/dev/null; then
        $shell -n "$(find "$root" -name "*cmcm${shell/zsh/}" -path "*$shell*" | head -1)" ||
            die "$shell does not read its completion"
    fi
done
