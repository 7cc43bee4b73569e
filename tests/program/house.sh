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
refused "an arrow upwards in checker" checker/threads/execute.c \
    '#include "checker/loops/wait.h"'
refused "an arrow out of a folder of checker" checker/loops/wait.c '#include "checker/encode.h"'
refused "an arrow upwards in litmus" litmus/expr.c '#include "litmus/isa/isa.h"'
refused "an arrow upwards in litmus/isa" litmus/isa/asm.c '#include "litmus/text/parse.h"'
refused "from one instruction set to another" litmus/isa/wave/wave.c \
    '#include "litmus/isa/ptx/ptx.h"'
refused "from what instruction sets share to one of them" litmus/isa/dotted.c \
    '#include "litmus/isa/ptx/ptx.h"'
refused "a circle of headers" base/text.h '#include "litmus/test.h"'
refused "the number of an instruction set" checker/solver/form.c 'static int used = CM_PTX;'
refused "its word" cli/run.c 'static const char *word = "riscv";'
refused "its head" report/html.c 'static const char *word = "AArch64";'
refused "an #if for one" hwrun/run/team.c '#if __riscv'
refused "one in the table of drivers' neighbour" hwrun/plan/plan.c 'static int used = CM_X86_64;'

# Drivers may, and comments.
sed -i '1i static int used = CM_PTX;' "$tree/hwrun/machine/drivers.c"
sed -i '1i /* As CM_PTX has it. */' "$tree/checker/solver/form.c"
checks=$((checks + 1))
house || fail "a driver, a comment: $(head -3 "$work/out")"

# unimplemented FILE TREE WORD: with the headers and sources of that tree it does not compile, and
# what the compiler says has the word; as it is it does.
unimplemented() {
    local file=$1 more=$2 word=$3
    local check=("${CC:-cc}" -std=c17 -D_POSIX_C_SOURCE=200809L -fsyntax-only -Werror=switch)
    local source=$work/clean/$file
    checks=$((checks + 1))
    "${check[@]}" -I "$work/clean" "$source" 2>"$work/err" ||
        fail "$file as it is: $(head -3 "$work/err")"
    [ ! -e "$more/$file" ] || source=$more/$file
    if "${check[@]}" -I "$more" -I "$work/clean" "$source" 2>"$work/err"; then
        fail "$file: a base relation that lacks something compiles"
    elif ! grep -q "$word" "$work/err"; then
        fail "$file: no word of it: $(head -3 "$work/err")"
    fi
}

# A row without its function; a way for steps, and for what might be there, that nobody knows.
mkdir -p "$work/row/model" "$work/way/model"
sed 's/^const cm_base cm_base_rows\[\] = {/&\n    REL("same-value", ID, EVENTS, NONE, ALL, NONE, "of one value"),/' \
    "$tree/model/relations.c" >"$work/row/model/relations.c"
sed -E 's/^typedef enum cm_base_(steps|ghosts) \{/&\n    CM_NEW_\1,/' "$tree/model/base.h" \
    >"$work/way/model/base.h"
unimplemented model/relations.c "$work/row" REL
unimplemented explain/near_events.c "$work/way" CM_NEW_ghosts
unimplemented model/steps.c "$work/way" CM_NEW_steps

finish
