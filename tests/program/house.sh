#!/bin/bash
# What ./dev lint says of the rooms: nothing of the tree as it is, and something of each way to
# break the rules of docs/design.md. On a copy, without git. Then what the compiler says of a base
# relation that nobody has implemented.
. "$(dirname "$0")/lib.sh"
tree=$work/tree
mkdir "$tree"
(cd "$CMCM_SOURCE" &&
    find . -path './build*' -prune -o -path ./.git -prune -o \( -name '*.[ch]' -o -name dev -o -path '*/house/*' \) \
        -type f -print | tar -c -T - -f -) | tar -x -C "$tree" -f -
cp -r "$tree" "$work/clean"

house() {
    "$tree/dev" house >"$work/out" 2>"$work/err"
}

checks=$((checks + 1))
house || fail "the tree as it is: $(head -3 "$work/out" "$work/err")"

# All at once, each in a file of its own, before its other lines: FILE, what is said of it, LINE.
while IFS='|' read -r file said line; do
    [ -f "$tree/$file" ] || fail "there is no $file"
    sed -i "1i $line" "$tree/$file"
    printf '%s|%s|%s\n' "$file" "$said" "$line" >>"$work/broken"
done <<'T'
model/base.c|includes|#include "checker/check.h"
explain/why.c|includes|#include "mapping/mapping.h"
campaign/run.c|includes|#include "cli/options.h"
hwrun/plan/plan.c|includes|#include "hwrun/run/team.h"
hwrun/run/team.c|includes|#include "hwrun/record/record.h"
litmus/expr.c|includes|#include "litmus/isa/isa.h"
litmus/isa/asm.c|includes|#include "litmus/text/parse.h"
litmus/isa/wave/wave.c|includes|#include "litmus/isa/ptx/ptx.h"
litmus/isa/dotted.c|includes|#include "litmus/isa/ptx/ptx.h"
checker/form.c|names an instruction set|static int used = CM_PTX;
cli/run.c|names an instruction set|static const char *word = "riscv";
report/html.c|names an instruction set|static const char *word = "AArch64";
hwrun/run/harness.c|names an instruction set|#if __riscv
hwrun/plan/parameters.c|names an instruction set|static int used = CM_X86_64;
report/svg.c|names events|static const char *word = "PROXY.ASYNC";
cli/check.c|names events|static const char *word = "ACQ_REL"; /* of LLVM and PTX */
T
sed -i '1i #include "base/diag.h"' "$tree/base/hash.h" # which base/arena.h includes in the next line
sed -i '1i #include "base/hash.h"' "$tree/base/arena.h"
house && fail "nothing is refused"
while IFS='|' read -r file said line; do
    checks=$((checks + 1))
    grep -q "^$file.*error: $said" "$work/out" || fail "$file: not refused: $line"
done <"$work/broken"
contains "a circle of files" "$work/out" "error: a circle of files: base/"
contains "a circle of headers" "$work/out" "error: a circle of includes:"
rm -r "$tree"
cp -r "$work/clean" "$tree"

# Drivers may, and comments.
sed -i '1i static int used = CM_PTX;' "$tree/hwrun/machine/drivers.c"
sed -i '1i /* As CM_PTX has it, and "ACQ_REL". */' "$tree/checker/form.c"
checks=$((checks + 1))
house || fail "a driver, a comment: $(head -3 "$work/out")"

# unimplemented FILE: a kind of base more does not compile there, and none more does.
unimplemented() {
    local file=$1
    local check=("${CC:-cc}" -std=c17 -D_POSIX_C_SOURCE=200809L -fsyntax-only -Werror=switch)
    checks=$((checks + 1))
    "${check[@]}" -I "$work/clean" "$work/clean/$file" 2>"$work/err" ||
        fail "$file as it is: $(head -3 "$work/err")"
    if "${check[@]}" -I "$work/more" -I "$work/clean" "$work/clean/$file" 2>"$work/err"; then
        fail "$file: a base relation that it does not know compiles"
    elif ! grep -q 'CM_BASE_NEW' "$work/err"; then
        fail "$file: no word of it: $(head -3 "$work/err")"
    fi
}

mkdir -p "$work/more/model"
sed 's/^typedef enum cm_base_kind {/&\n    CM_BASE_NEW,/' "$tree/model/base.h" >"$work/more/model/base.h"
for file in execution/relations.c explain/near_events.c model/steps.c; do
    unimplemented $file
done

finish
