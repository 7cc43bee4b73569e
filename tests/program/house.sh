#!/bin/bash
# What ./dev lint says of the rooms: nothing of the tree as it is, and something of each way to
# break the rules of docs/design.md. On a copy, without git. Then what the compiler says of a base
# relation that nobody has implemented.
. "$(dirname "$0")/lib.sh"
tree=$work/tree
mkdir "$tree"
(cd "$CMCM_SOURCE" &&
    find . -path './build*' -prune -o -path ./.git -prune -o \( -name '*.[ch]' -o -name '*.isa' -o -name dev -o -path '*/house/*' \) \
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
explain/text.c|reads the text|static const char *seen(const cm_insn *instruction) { return strchr(instruction->text, 42); }
campaign/run.c|includes|#include "cli/options.h"
hwrun/plan/plan.c|includes|#include "hwrun/run/team.h"
hwrun/run/team.c|includes|#include "hwrun/record/record.h"
checker/threads/execute.c|includes|#include "checker/loops/wait.h"
checker/loops/wait.c|includes|#include "checker/encode.h"
litmus/expr.c|includes|#include "litmus/isa/isa.h"
litmus/isa/asm.c|includes|#include "litmus/text/parse.h"
litmus/isa/wave/wave.c|includes|#include "litmus/isa/ptx/ptx.h"
litmus/isa/dotted.c|includes|#include "litmus/isa/ptx/ptx.h"
checker/solver/form.c|names an instruction set|static int used = CM_PTX;
cli/run.c|names an instruction set|static const char *word = "riscv";
report/html.c|names an instruction set|static const char *word = "AArch64";
hwrun/run/harness.c|names an instruction set|#if __riscv
hwrun/plan/parameters.c|names an instruction set|static int used = CM_X86_64;
report/svg.c|names events|static const char *word = "PROXY.ASYNC";
cli/check.c|names events|static const char *word = "ACQ_REL"; /* of LLVM and PTX */
T
sed -i '1i #include "base/diag.h"' "$tree/base/hash.h" # which base/arena.h includes in the next line
sed -i '1i #include "base/hash.h"' "$tree/base/arena.h"
printf 'So it is.\nIt is of no account.\n' >"$tree/words.md"
house && fail "nothing is refused"
contains "a document's words" "$work/out" "words.md:2: error: say it in plainer words: It is of no account."
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
sed -i '1i /* As CM_PTX has it, and "ACQ_REL". */' "$tree/checker/solver/form.c"
checks=$((checks + 1))
house || fail "a driver, a comment: $(head -3 "$work/out")"

# Flaws of words alone are an error, too, each by itself.
sed -Ei '/^ *(arrows|names|tags|texts|circles|circles_of_files) \|\| /d' "$tree/dev"
checks=$((checks + 1))
house || fail "words: $(head -3 "$work/out")"
for flaw in 'cm_fail(work, place, "there is none; expected one");' '/* Do not recieve. */'; do
    case $flaw in "/*"*) command -v codespell >/dev/null || continue ;; esac
    cp "$work/clean/base/text.c" "$tree/base/text.c"
    echo "$flaw" >>"$tree/base/text.c"
    checks=$((checks + 1))
    ! house || fail "words: not refused: $flaw"
done

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
unimplemented explain/missing_events.c "$work/way" CM_NEW_ghosts
unimplemented model/steps.c "$work/way" CM_NEW_steps

finish
