#!/bin/bash
# What ./dev lint says of the rooms: nothing of the tree as it is, and something of each way to
# break the rules of docs/design.md. On a copy, without git. Then what the compiler says of a base
# relation that nobody has implemented.
. "$(dirname "$0")/lib.sh"
tree=$work/tree
mkdir "$tree"
(cd "$CMCM_SOURCE" &&
    find . -path './build*' -prune -o -path ./.git -prune -o \( -name '*.[ch]' -o -name dev \) \
        -type f -print | tar -c -T - -f -) | tar -x -C "$tree" -f -
cp -r "$tree" "$work/clean"

house() {
    "$tree/dev" house >"$work/out" 2>"$work/err"
}

checks=$((checks + 1))
house || fail "the tree as it is: $(head -3 "$work/out" "$work/err")"

# refused WHAT FILE LINE: with that line before the file's others.
refused() {
    local what=$1 file=$2 line=$3
    checks=$((checks + 1))
    [ -f "$tree/$file" ] || fail "$what: there is no $file"
    sed -i "1i $line" "$tree/$file"
    if house; then
        fail "$what: not refused"
    elif ! grep -q "error: .*" "$work/out"; then
        fail "$what: no message: $(cat "$work/out" "$work/err")"
    fi
    cp "$work/clean/$file" "$tree/$file"
}

refused "an arrow upwards" model/base.c '#include "checker/check.h"'
refused "an arrow to a room beside" explain/why.c '#include "mapping/mapping.h"'
refused "an arrow into the command" campaign/run.c '#include "cli/options.h"'
refused "an arrow upwards in hwrun" hwrun/plan/plan.c '#include "hwrun/run/team.h"'
refused "an arrow to a folder beside in hwrun" hwrun/run/team.c '#include "hwrun/record/record.h"'
refused "an arrow upwards in litmus" litmus/expr.c '#include "litmus/isa/isa.h"'
refused "an arrow upwards in litmus/isa" litmus/isa/asm.c '#include "litmus/text/parse.h"'
refused "from one instruction set to another" litmus/isa/wave/wave.c \
    '#include "litmus/isa/ptx/ptx.h"'
refused "from what instruction sets share to one of them" litmus/isa/dotted.c \
    '#include "litmus/isa/ptx/ptx.h"'
refused "a circle of headers" base/text.h '#include "litmus/test.h"'
refused "the number of an instruction set" checker/form.c 'static int used = CM_PTX;'
refused "its word" cli/run.c 'static const char *word = "riscv";'
refused "its head" report/html.c 'static const char *word = "AArch64";'
refused "an #if for one" hwrun/run/team.c '#if __riscv'
refused "one in the table of drivers' neighbour" hwrun/plan/plan.c 'static int used = CM_X86_64;'

# Drivers may, and comments.
sed -i '1i static int used = CM_PTX;' "$tree/hwrun/machine/drivers.c"
sed -i '1i /* As CM_PTX has it. */' "$tree/checker/form.c"
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
for file in execution/relations.c explain/lacks_events.c model/steps.c; do
    unimplemented $file
done

finish
