#!/bin/bash
# What the documents show is what the program does: the sessions of README.md,
# and the examples of docs/litmus.md and docs/output.md.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE" || exit 1

# Only seconds differ between machines.
settle() {
    sed -E 's/^(Time [^ ]+) [0-9]+\.[0-9]{2}$/\1 T/'
}
# blocks FILE: its fenced blocks, in $work/block.1, ...
blocks() {
    rm -f "$work"/block.*
    awk -v out="$work/block." '/^```/ { if (!on) n++; on = !on; next } on { print > (out n) }' "$1"
}

# Lines "$ COMMAND" are commands; what they print follows them.
# replay DOCUMENT COMMANDS: it has at least so many.
replay() {
    local commands=0
    blocks "$1"
    for block in "$work"/block.*; do
        grep -q '^\$ ' "$block" || continue
        : >"$work/replayed"
        while IFS= read -r line; do
            printf '%s\n' "$line" >>"$work/replayed"
            command=${line#\$ }
            case $command in
            "cmcm "*) eval "\"\$CMCM\" ${command#cmcm }" >>"$work/replayed" 2>&1 ;;
            "cat "*) eval "$command" >>"$work/replayed" ;;
            *) fail "$1: what is \`$command\`?" ;;
            esac
            commands=$((commands + 1))
        done < <(grep '^\$ ' "$block")
        settle <"$block" >"$work/expected"
        settle <"$work/replayed" >"$work/found"
        same "$1" "$work/expected" "$work/found"
    done
    checks=$((checks + 1))
    [ $commands -ge "$2" ] || fail "$1 has fewer commands than it had"
}
replay README.md 3
replay docs/output.md 1
replay docs/enumerate.md 5
replay docs/explain.md 3
replay docs/tutorial.md 7
replay docs/repair.md 2
replay docs/testing.md 3
replay docs/diff.md 2
replay docs/programs.md 1
replay docs/import.md 2
replay docs/cat.md 1
replay docs/compilers.md 3
replay docs/cookbook.md 5
# It names every test of the cookbook.
(cd tests/litmus/cookbook && ls ./*.litmus) | sed 's|^\./||' | sort >"$work/tests"
grep -oE 'tests/litmus/cookbook/[^) ]*\.litmus' docs/cookbook.md | sed 's|.*/||' | sort -u >"$work/linked"
same "docs/cookbook.md names every test" "$work/tests" "$work/linked"
replay docs/mappings.md 2

# The pictures of docs/gallery.md are what their commands make, and so are those of docs/explain.md.
pictures=0
while read -r path test; do
    "$CMCM" explain -f svg -o "$work/picture.svg" "$test" || fail "$path: $test"
    same "$path is what its command makes" "$path" "$work/picture.svg"
    pictures=$((pictures + 1))
done < <(
    sed -n 's/^    cmcm explain -f svg -o //p' docs/gallery.md
    echo docs/pictures/fig4a.svg tests/litmus/cmcm/fig4a-stlr-ld.acquire.sys.litmus
    echo docs/pictures/fig4b.svg tests/litmus/cmcm/fig4b-stlr-ld.acquire.gpu.litmus
    echo docs/pictures/IRIW.svg tests/litmus/cmcm/IRIW-cpu-writes-gpu-reads+fence.sc.sys.litmus
)
equal "all pictures have a command" "$(ls docs/gallery/*.svg docs/pictures/*.svg | wc -l)" "$pictures"

# Files that the documents point to.
for document in README.md docs/*.md docs/*/*.md data/*.md; do
    grep -oE '\]\([^)#:]+\)' "$document" | sed 's/^](//; s/)$//' | sort -u >"$work/links"
    while IFS= read -r link; do
        checks=$((checks + 1))
        [ -e "$(dirname "$document")/$link" ] || fail "$document points to $link"
    done <"$work/links"
done

# The tests that tell what came with each version of PTX; own_tests runs them.
tail -n +3 tests/litmus/ptx9/versions.tsv | cut -f3 | tr ' ' '\n' >"$work/versions"
while IFS= read -r test; do
    checks=$((checks + 1))
    [ -e "tests/litmus/$test.litmus" ] || [ -e "tests/litmus/ptx9/$test.litmus" ] ||
        fail "versions.tsv: there is no test $test"
done <"$work/versions"
[ "$(wc -l <"$work/versions")" -ge 80 ] || fail "versions.tsv has fewer tests than it had"

# The initial states, registers and conditions that its tables list.
cat >"$work/forms.litmus" <<'END'
AArch64 forms
"optional text"
Key=Value
{ x=1; [y]=2; int64_t z=3; uint8_t w; int16_t v=-1; uint64_t 0:X7; int t[2]={1,2}; long l;
  p=y; 0:X1=x; 0:X3=t; P0:X5=5; int8_t q=0x7f; }
 P0             ;
 LDR W0,[X1]    ;
 L0: ADD W2,W0,#1 ;
 (* a comment (* in a comment *) *)
 LDR W4,[X3,#4] ;
 STR W2,[X1]    ;
locations [x; 0:X4; t; w; v; l; p; 0:X7; q;]
filter (0:X0=1 \/ not (x=7))
not exists (0:X0=0x1 /\ [x]=2 /\ ~(y!=2) /\ true /\ p=y /\ t[0]=1)
END
equal "docs/litmus.md: forms" "forms: No (Always, 1 state)" \
    "$("$CMCM" check -q "$work/forms.litmus")"

finish
