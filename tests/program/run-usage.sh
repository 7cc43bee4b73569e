#!/bin/bash
# `cmcm run` without running anything: wrong command lines, wrong inputs, and the
# code of tests for machines that are not here.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1
tests=$CMCM_SOURCE/tests/litmus
sb=$tests/x86/SB.litmus

# usage WHAT TEXT ARGUMENT...: status 2, the text on standard error, no output.
usage() {
    local what=$1 text=$2
    shift 2
    run 2 "$what" run "$@"
    contains "$what: says why" err "$text"
    equal "$what: nothing on standard output" "" "$(cat out)"
}
usage "no test" "no test is named, expected a FILE"
usage "no such option" "there is no option --iteration" --iteration 5 "$sb"
usage "no number" "is not a value of --iterations" --iterations many "$sb"
usage "a negative number" "is not a value of --rounds" --rounds -3 "$sb"
usage "a fraction of an instance" "is not a value of --iterations" --iterations 1.5 "$sb"
usage "a hexadecimal number" "is not a value of --seed" --seed 0x10 "$sb"
usage "too large a number" "is not a value of --iterations" --iterations 1e30 "$sb"
usage "two units" "is not a value of --iterations" --iterations 1kM "$sb"
usage "no memory" "is not a kind of memory" --memory flash "$sb"
usage "no node" "is not a kind of memory" --memory numa: "$sb"
usage "no such parameter" "there is no parameter \`lane\`" -p lane=4 "$sb"
usage "a parameter without a value" "has no value" -p lanes "$sb"
usage "a parameter out of bounds" "expected a number from" -p lanes=99999 "$sb"
usage "not a power of two" "expected a power of two" -p steps=4,lanes=3 "$sb"
usage "no such bug" "there is no bug \`drop-all\` for --inject" --inject drop-acquire,drop-all "$sb"
usage "no shard" "expected K/N" --shard 3 "$sb"
usage "a shard past the last" "expected K/N" --shard 4/3 "$sb"
usage "shard 0" "expected K/N" --shard 0/3 "$sb"
usage "a search for so long each" "expected no --time" --search 5 --time 1 "$sb"
usage "a search that is resumed" "begins anew" --search 5 --record r.xml --resume "$sb"
usage "a search and a tuning" "begins anew" --search 5 --tune "$sb"
usage "no time to tune" "expected seconds from 1" --tune=0 "$sb"
usage "resume without a record" "--record FILE as well" --resume "$sb"
usage "save what is not tuned" "expected --tune as well" --save-params f "$sb"
usage "tune what is set" "expected one of the two" --tune -p @f "$sb"
usage "a record of nothing" "--dry-run runs nothing" -n --record r.xml "$sb"
usage "a model for nothing" "expected one of the two" --no-check -m arm "$sb"
usage "stop without a model" "expected no --no-check" --no-check --stop-on-forbidden "$sb"
usage "no such axis" "does not choose values of an axis" --axis Z=1 grace
usage "no such CPU" "is not a value of --cpu" --cpu mips grace
equal "no record was made" "" "$(ls r.xml 2>/dev/null)"
# What a build with the checker says of a model that there is not.
if "$CMCM" --help | grep -q '^  check '; then
    usage "no such model" "" -m armm "$sb"
    run 3 "no such model file" run -m ./none.cat "$sb"
fi

# Inputs: a wrong one does not keep the others from being run.
printf 'X86 broken\n{ x=0; }\n P0 ;\n FROB EAX ;\nexists (x=1)\n' >broken.litmus
run 3 "a missing file" run none.litmus
contains "named" err "none.litmus: error: "
run 3 "a broken test" run broken.litmus
contains "its place" err "broken.litmus:4:"
run 3 "a directory that is not there" run "$work/none/"
mkdir empty
run 3 "an empty directory" run empty
run 3 "a missing list" run @none
run 3 "a missing file of parameters" run --param @none "$sb"
printf '# saved\nlanes=4\nlane=4\n' >params
run 3 "a wrong file of parameters" run --param @params "$sb"
contains "its line" err "params:3:1: error: there is no parameter"
run 3 "a log that cannot be written" run -o none/log "$sb"
run 3 "a record that cannot be written" run --no-check --record none/r.xml "$sb"
cat "$sb" >copy.litmus
truncate -s 40 copy.litmus
run 3 "a test cut short" run copy.litmus
head -c 3000 /dev/urandom >noise.litmus
run 3 "noise" run noise.litmus

# Help lists every parameter with its bounds.
run 0 "help" help run
cp out help
for name in lanes steps teams stride scatter align skew rotate touch cpu_touch stress_blocks \
    stress_pattern stress_lines stress_stride stress_home cpu_stress cpu_evict; do
    checks=$((checks + 1))
    grep -qE "^  $name +[0-9]+ to [0-9]+ \([0-9]+, [0-9]+, [0-9]+\)" help ||
        fail "help does not list $name"
done

# Code, without a GPU and for any CPU.
run 0 "PTX" run -n "$tests/ptx/MP-rel-acq-gpu.litmus"
contains "a kernel" out ".entry cmcm_test"
contains "the instruction of the test" out "st.release.gpu"
contains "what it is planned for" out "// Test MP-rel-acq-gpu, planned for "
run 0 "PTX with a bug" run -n --inject drop-release "$tests/ptx/MP-rel-acq-gpu.litmus"
equal "without the release" 0 "$(grep -c 'st.release' out)"
equal "it has its place" "" "$(cat err)"

# Bugs that a test has no place for: what it lacks is said.
run 0 "no acquire" run -n --inject drop-acquire "$tests/arm/MP.litmus"
equal "no acquire" \
    "MP: warning: --inject drop-acquire changes nothing: the test has no acquire, and no fence after a load" \
    "$(cat err)"
run 0 "no release" run -n --inject drop-release,narrow-scope "$tests/arm/MP.litmus"
contains "no release" err "the test has no release, and no fence before a store"
contains "no scope" err "--inject narrow-scope changes nothing: the test has no scope wider than .cta"
run 0 "a fence after a store only" run -n --inject drop-acquire "$tests/x86/SB+mfences.litmus"
contains "a fence after a store only" err "--inject drop-acquire changes nothing"
run 0 "its place in one thread" run -n --inject drop-acquire,narrow-scope \
    "$tests/ptx/MP-rel-acq-gpu.litmus"
equal "its place in one thread" "" "$(cat err)"
run 0 "several tests" run -n --inject drop-acquire "$tests/arm/MP.litmus" "$tests/arm/SB.litmus" \
    "$tests/ptx/MP-rel-acq-gpu.litmus"
equal "several tests: how often" \
    "cmcm run: warning: --inject changes nothing 2 times: a test has no place for that bug; -v names them" \
    "$(cat err)"
run 0 "both" run -n "$tests/cmcm/fig4a-stlr-ld.acquire.sys.litmus"
contains "AArch64 code" out "stlr"
contains "and PTX" out "ld.acquire.sys"
run 0 "x86 code" run -n "$tests/x86/SB+mfences.litmus"
contains "the fence" out "mfence"
equal "no PTX" 0 "$(grep -c '.entry' out)"
run 0 "a whole suite" run -n hopper
equal "of 560 tests" 560 "$(grep -c '^// Test ' out)"
run 0 "part of a suite" run -n hetero --shard 7/100 --cpu aarch64
equal "20 tests" 20 "$(grep -c '^// Test ' out)"
run 5 "what cannot be run at all" run -n "$tests/ptx/Proxy-surface-generic.litmus"
contains "why" err "second name of"
run 0 "two GPUs" run -n "$tests/ptx/MP-rel-acq-gpu-two-gpus.litmus" --home x=reader,y=cpu
equal "a module for each" 2 "$(grep -c '^.visible .entry cmcm_test' out)"
contains "the second one" out "// GPU 1"
run 5 "a home that the test has not" run -n "$tests/ptx/MP-rel-acq-gpu-two-gpus.litmus" --home x=gpu7
contains "says which there are" err '`gpu7` is not a home for `x` here, expected gpu0 to gpu1'

finish
