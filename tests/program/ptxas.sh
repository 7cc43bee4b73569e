#!/bin/bash
# ptxas takes the PTX of every test: the bodies of all distinct roles, many in one
# module to be quick, and whole modules of a part of the tests.
. "$(dirname "$0")/lib.sh"
PATH=$PATH:/usr/local/cuda/bin
command -v ptxas >/dev/null || skip "no ptxas in PATH or /usr/local/cuda/bin (CUDA toolkit)"
writer=${CMCM_BUILD:-$CMCM_SOURCE/build}/tests/gpu_modules
[ -x "$writer" ] || skip "no $writer, which writes the modules"
cd "$work" || exit 1

# modules NAME EVERY TEST...: writes NAME/<number>.ptx and the list NAME.tsv; whole
# modules of every EVERY-th test that is not like one before are assembled.
modules() {
    local name=$1 every=$2
    shift 2
    mkdir "$name"
    "$writer" "$name" "$@" >"$name.tsv" || fail "$name: cannot write modules"
    grep -v '^cpu' "$name.tsv" | grep -c -v '^refused' >"$name.count"
    md5sum "$name"/*.ptx | sort | awk -v every="$every" \
        '!($1 in seen) { seen[$1] = 1; if (n++ % every == 0) print $2 }' >>whole
}

# none_refused NAME COUNT
none_refused() {
    equal "$1: tests of the GPU that are refused" 0 "$(grep -c '^refused' "$1.tsv")"
    equal "$1: modules" "$2" "$(cat "$1.count")"
}

for suite in "hopper 560" "hetero 1960" "hetero-x86_64 1960"; do
    read -r name count <<<"$suite"
    family=${name%-x86_64} cpu=aarch64
    [ "$family" = "$name" ] || cpu=x86_64
    mkdir "tests-$name"
    "$CMCM" enumerate -q --cpu "$cpu" -o "tests-$name" "$family" >/dev/null ||
        fail "enumerate $name"
    modules "$name" 8 "tests-$name"/*.litmus
    none_refused "$name" "$count"
done
modules own 1 "$CMCM_SOURCE"/tests/litmus/{ptx,cmcm}/*.litmus
corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
if [ -d "$corpus/PTX" ]; then
    mapfile -t tests < <(find "$corpus/PTX" "$corpus/COMPOUND" -name '*.litmus' 2>/dev/null | sort)
    modules corpus 4 "${tests[@]}"
else
    echo "no corpus in $corpus: its tests are left out"
fi
# What is refused, is so for a reason known here.
cat ./*.tsv | grep '^refused' | cut -f3 |
    grep -vE 'second name of|another proxy|several GPUs|may wait for ever|proxy fence cannot' |
    grep -vE 'PTX has no such red|cannot run here' >unknown
equal "reasons for a refusal" "" "$(sort -u unknown)"

# All distinct bodies, each a block of its own with its registers.
cat >bodies.awk <<'AWK'
function finish(  key) {
    key = declared[role] body role "_end:\n" (body ~ "bra " role "_stuck" ? role "_stuck:\n" : "")
    if (key in seen)
        return
    seen[key] = 1
    if (count % 40 == 0) {
        if (count) print "\tret;\n}" >file
        file = sprintf("bodies/%d.ptx", count / 40)
        print ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry bodies()\n{" >file
    }
    count++
    print "{\n" key "}" >file
}
/^\.visible .entry cmcm_test/ { split("", declared) }
/^\t\.reg .*%r[0-9]+_/ {
    name = $3; sub(/^%/, "", name); sub(/_.*/, "", name)
    declared[name] = declared[name] $0 "\n"; next
}
/\/\/ begin role/ { role = "r" $4; body = ""; inside = 1; next }
/\/\/ end role/ { inside = 0; ended++; finish(); next }
inside { body = body $0 "\n" }
END { print "\tret;\n}" >file; print count, ended }
AWK
mkdir bodies
find . -path './tests-*' -prune -o -name '*.ptx' -print0 | sort -z | xargs -0 cat |
    awk -f bodies.awk >body-count || fail "bodies: awk"
read -r bodies ended <body-count
# Every role of every module was looked at; how many of them differ, the tests decide
# that there are: the project's own have more than two hundred.
equal "roles" "$(find . -path './tests-*' -prune -o -path ./bodies -prune -o -name '*.ptx' \
    -print0 | xargs -0 cat | grep -c '// begin role')" "$ended"
checks=$((checks + 1))
[ "$bodies" -ge 200 ] || fail "expected 200 distinct bodies at least: $bodies"
cp whole complete
# Asynchronous operations, mbarrier objects, clusters: assembled, their machine code is not
# looked at. Every eighth test of the suite, and each bug.
mkdir tests-async
"$CMCM" enumerate -q -o tests-async async >/dev/null || fail "enumerate async"
modules async 8 tests-async/*.litmus
none_refused async 232
modules bugs 1 "$CMCM_SOURCE"/tests/litmus/ptx/bugs/*.litmus
equal "bugs: modules" 14 "$(cat bugs.count)"
# Which bugs are refused, and why: two GPUs where these modules are for one, and tensor maps.
equal "bugs: refused" "DeepEP-621-fixed: its threads are on several GPUs, expected one GPU
DeepEP-621: its threads are on several GPUs, expected one GPU
triton-7293-fixed: \`tensormap\` cannot run on the GPU, expected an instruction of PTX
triton-7293: \`.tensormap::generic\` cannot run yet, expected none" "$(grep '^refused' bugs.tsv |
    sed 's|^refused\t.*/\(.*\)\.litmus\t|\1: |; s|^\(.*\): \1: |\1: |' | LC_ALL=C sort)"
modules floats 1 "$CMCM_SOURCE"/tests/litmus/ptx9/{atom-v*,float-*,red-v*}.litmus
none_refused floats 9
# Without those two in which memory decides who comes, which a run refuses.
lanes=()
for test in "$CMCM_SOURCE"/tests/litmus/ptx9/{MP+vote.sync,MP+bar.warp.*,MP+shfl*,LB+shfl}.litmus \
    "$CMCM_SOURCE"/tests/litmus/ptx9/{elect*,activemask*,vote.s*,shfl*,redux*,match*,*lanes,*of-a-warp,MP+vote-*,MP+bar.red-loop,bar.red,bar.red-part*}.litmus; do
    case $test in
    */activemask-vote.litmus | */match-mask-of-memory.litmus) ;;
    *) lanes+=("$test") ;;
    esac
done
modules lanes 1 "${lanes[@]}"
none_refused lanes 34
modules ptx9 4 "$CMCM_SOURCE"/tests/litmus/{ptx9,async}/*.litmus
printf '%s\n' bodies/*.ptx >>whole

xargs -n 8 -P 2 sh -c 'for module in "$@"; do
    ptxas -arch=sm_90 "$module" -o /dev/null >"$module.err" 2>&1 || echo "$module"
done' sh <whole >bad
checks=$((checks + $(wc -l <whole)))
while read -r module; do
    fail "$module: $(head -3 "$module.err")"
done <bad

# In the machine code, every instruction is as written.
if command -v python3 >/dev/null; then
    checks=$((checks + 1))
    xargs python3 "$CMCM_SOURCE/tests/hw/sass_check.py" <complete >sass.out 2>&1 ||
        fail "machine code: $(head -40 sass.out)"
    tail -1 sass.out
else
    echo "no python3: machine code is not looked at"
fi
printf '%s bodies, %s modules in all\n' "$bodies" "$(wc -l <whole)"
finish
