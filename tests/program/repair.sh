#!/bin/bash
# cmcm repair: what it writes forbids the outcome, and on the suite of CPU and GPU its proposals
# are what the reasons of cmcm enumerate --check say.
. "$(dirname "$0")/lib.sh"
litmus=$CMCM_SOURCE/tests/litmus

# Tests written are checked by themselves.
run 0 "repairs of MP" repair -o "$work/mp" "$litmus/arm/MP.litmus"
equal "repairs of MP" 4 "$(ls "$work/mp" | wc -l)"
for test in "$work"/mp/*; do
    run 0 "$test" check -q --assert forbidden "$test"
done
run 0 "weakenings" repair --weaken -o "$work/weaker" "$litmus/cmcm/fig4a-stlr-ld.acquire.sys.litmus"
run 0 "a weakening" check -q --assert forbidden "$work/weaker/fig4a-stlr-ld.acquire.sys.1.litmus"

# A kernel may begin after another one, but no thread after another one of its launch.
next=$litmus/cookbook/gpu-next-kernel.litmus
run 0 "the next kernel" repair "$next"
contains "the next kernel" "$work/out" '+ after P0'
sed 's/^ISA=/Launch=0 1\n&/' "$next" >"$work/one-launch.litmus"
run 1 "one launch" repair "$work/one-launch.litmus"
contains "one launch" "$work/out" 'no change forbids'

# A statement that is several accesses is one line of the program.
printf '%s\n' 'C two' '{ x=0; y=0; z=1; }' \
    'P0 (int* x, atomic_int* y, int* z) { *x = *z + 1; atomic_store_explicit(y, 1, memory_order_seq_cst); }' \
    'P1 (int* x, atomic_int* y) { int r0 = atomic_load_explicit(y, memory_order_acquire); int r1 = 2; if (r0) r1 = *x; }' \
    'exists (1:r0=1 /\ 1:r1=0)' >"$work/two.litmus"
run 0 "several accesses" repair --weaken "$work/two.litmus"
equal "several accesses" 1 "$(grep -c '\*x = \*z + 1;' "$work/out")"

# A scope in a type is widened where it is declared, for all accesses at once; --weaken narrows it.
for type in block device system; do
    printf '%s\n' 'CUDA typed' '{ }' \
        "P0@cta 0,gpu 0 (int* x, cuda::atomic<int, cuda::thread_scope_$type>* f) { *x = 1; f->store(1); f->store(2); }" \
        "P1@cta 1,gpu 0 (int* x, cuda::atomic<int, cuda::thread_scope_$type>* f) { int r0 = f->load(); int r1 = 1; if (r0 == 2) r1 = *x; }" \
        'exists (1:r0=2 /\ 1:r1=0)' >"$work/typed-$type.litmus"
done
run 0 "a scope in a type" repair -o "$work/typed" --most 1 "$work/typed-block.litmus"
equal "a scope in a type" 2 "$(grep -c '+ cuda::atomic<int, cuda::thread_scope_device>\* f' "$work/out")"
run 0 "a scope in a type" check -q --assert forbidden "$work/typed/typed.1.litmus"
printf '%s\n' 'CUDA member' '{ }' 'struct S { int data; cuda::atomic<int, cuda::thread_scope_block> flag; };' \
    'P0@cta 0,gpu 0 (struct S* s) { s->data = 1; s->flag.store(1); s->flag.store(2); }' \
    'P1@cta 1,gpu 0 (struct S* s) { int r0 = s->flag.load(); int r1 = 1; if (r0 == 2) r1 = s->data; }' \
    'exists (1:r0=2 /\ 1:r1=0)' >"$work/member.litmus"
run 0 "a scope of a member" repair -o "$work/member" --most 1 "$work/member.litmus"
contains "a scope of a member" "$work/member/member.1.litmus" \
    'struct S { int data; cuda::atomic<int, cuda::thread_scope_device> flag; };'
run 0 "a scope of a member" check -q --assert forbidden "$work/member/member.1.litmus"
run 0 "no narrower" repair --weaken "$work/typed-device.litmus"
run 0 "a narrower scope" repair --weaken --only scopes "$work/typed-system.litmus"
equal "a narrower scope" 2 "$(grep -c '+ cuda::atomic<int, cuda::thread_scope_device>\* f' "$work/out")"

# What orders proxies may stand before a thread's first access, behind its wait for another kernel.
printf '%s\n' 'PTX dependent' '{ x=0; c @ constant aliases x; }' 'P0@cta 0,gpu 0 | P1@cta 1,gpu 0,dependent P0 ;' \
    'st.weak.u32 [x], 1 | griddepcontrol.wait ;' ' | cold.weak r0, c ;' 'exists (1:r0=0)' >"$work/dependent.litmus"
run 0 "behind a wait" repair -m ptx "$work/dependent.litmus"
contains "behind a wait" "$work/out" '+ fence.proxy.constant'

run 0 "forbidden as it is" repair "$litmus/x86/SB+mfences.litmus"
contains "forbidden as it is" "$work/out" "it is forbidden as it is"
run 1 "one thread is not enough" repair --in P0 "$litmus/x86/SB.litmus"
run 1 "no scope in it" repair --only scopes "$litmus/x86/SB.litmus"
contains "no scope in it" "$work/out" "the test has nothing that may be changed"
run 3 "no such thread" repair --in P7 "$litmus/x86/SB.litmus"
contains "no such thread" "$work/err" "has no thread P7"
run 3 "no such table" repair --costs "$work/none" "$litmus/x86/SB.litmus"
echo "MFENCE dear" >"$work/costs"
run 3 "no cost" repair --costs "$work/costs" "$litmus/x86/SB.litmus"
contains "no cost" "$work/err" "costs:1:8: error: \`dear\` is not a cost"
run 0 "another outcome" repair --outcome "0:EAX=0; 1:EAX=0" -f json "$litmus/x86/SB.litmus"
contains "another outcome" "$work/out" '"verdict":"found"'
contains "another outcome: why" "$work/out" '"why":"tso, as P0 `MOV [x],$1`'
run 0 "locks" repair "$litmus/x86/ATOM-inc.litmus"
contains "locks" "$work/out" "+ LOCK INC [x]"
# Waits: their tests, too, are checked by themselves.
for test in gpu-barrier-same-cta gpu-cp.async-own gpu-tma-store-then-flag gpu-dependent-kernel \
    gpu-next-kernel host-synchronize; do
    run 0 "$test" repair -o "$work/waits" "$litmus/cookbook/$test.litmus"
    run 0 "$test: its test" check -q --assert forbidden "$work/waits/$test.1.litmus"
    run 1 "$test: fences alone" repair --only fences "$litmus/cookbook/$test.litmus"
done
contains "a head" "$work/waits/host-synchronize.1.litmus" "after P0"
run 0 "waits as data" repair -f json "$litmus/cookbook/gpu-next-kernel.litmus"
contains "waits as data" "$work/out" '"waits":true'
contains "waits as data: a head" "$work/out" '"head":true'

run 0 "proxies" repair "$litmus/ptx/Proxy-surface-generic.litmus"
contains "proxies" "$work/out" "+ fence.proxy.surface"

# Public bugs of asynchronous operations: what is missing is named, the cheapest repair is the
# fence that the public fix has (of sglang's, which has two, one for each thread), and its test
# is checked again by itself.
bug() {
    run 0 "$1: why" explain "$litmus/ptx/bugs/$1.litmus"
    contains "$1: what is missing" "$work/out" "there is no fence (fence.proxy.async) between"
    run 0 "$1" repair -o "$work/$1" "$litmus/ptx/bugs/$1.litmus"
    equal "$1: the first repair" "+ $2" "$(sed -n '/^1\. cost/,/^$/s/^ *+ /+ /p' "$work/out")"
    run 0 "$1: its test" check -q --assert forbidden "$work/$1/$1.1.litmus"
}
bug DeepEP-621 fence.proxy.async.global
bug flashinfer-3361 fence.proxy.async.global
bug DeepGEMM-389-war fence.proxy.async.shared::cta
bug FlashKDA-25-store fence.proxy.async.shared::cta
bug TransformerEngine-2695-war fence.proxy.async.shared::cta
bug forum-358263-writer fence.proxy.async.shared::cta
bug sglang-39124 fence.proxy.async.shared::cta
# States of mbarrier objects are told in words.
run 0 "an mbarrier object" explain "$litmus/ptx/bugs/TransformerEngine-2695-war.litmus"
contains "an mbarrier object: initialised" "$work/out" "W [m]=phase 0, pending 1 of 1  "
contains "an mbarrier object: the next phase" "$work/out" "W [e]=phase 1, pending 1 of 1  "
contains "an mbarrier object: a phase" "$work/out" "F phase complete  "
contains "an mbarrier object: transactions" "$work/out" "W [m]=phase 0, pending 1 of 1, tx -16  "
# Of a map that is acquired, and not released: the release. Within a CTA its scope suffices.
run 0 "triton-7293" repair -o "$work/triton" "$litmus/ptx/bugs/triton-7293.litmus"
equal "triton-7293: the first repair" "+ fence.proxy.tensormap::generic.release.cta" \
    "$(sed -n '/^1\. cost/,/^$/s/^ *+ /+ /p' "$work/out")"
run 0 "triton-7293: why" explain "$litmus/ptx/bugs/triton-7293.litmus"
contains "triton-7293: what is missing" "$work/out" \
    "there is no fence (fence.proxy.tensormap::generic, release, scope cta)"
run 0 "triton-7293: its test" check -q --assert forbidden "$work/triton/triton-7293.1.litmus"
run 0 "what suffices of a map's fences" repair --weaken "$work/triton/triton-7293.1.litmus"
contains "what suffices of a map's fences" "$work/out" \
    "+ fence.proxy.tensormap::generic.acquire.cta [t], 128"
# Of one that is released, and not acquired: the acquire, which names it.
sed '/acquire/d' "$litmus/ptx/bugs/triton-7293-fixed.litmus" >"$work/map.litmus"
run 0 "a map that is not acquired" repair -o "$work/map" "$work/map.litmus"
equal "a map that is not acquired: the repair" \
    "+ fence.proxy.tensormap::generic.acquire.cta [t], 128" \
    "$(sed -n '/^1\. cost/,/^$/s/^ *+ /+ /p' "$work/out")"
run 0 "a map that is not acquired: its test" check -q --assert forbidden "$work/map/"*.litmus
run 0 "a map with no fence at all" repair "$litmus/async/tensormap-own+none.litmus"
contains "a map with no fence at all: its release" "$work/out" \
    "+ fence.proxy.tensormap::generic.release.cta"
contains "a map with no fence at all: its acquire" "$work/out" \
    "+ fence.proxy.tensormap::generic.acquire.cta [t], 128"
# What is told to be missing of a map's fences (PTX ISA 9.4, 9.7.15.4: the release where the map was
# changed, and the acquire where it is used; at the start of a kernel, 8.9.4, the acquire alone).
missing() {
    run 0 "$1: why" explain "${3:-$litmus/async/$1.litmus}"
    equal "$1: what is missing" "$2" "$(sed -n '/^Why nothing/,/^To forbid/p' "$work/out" | tr '\n' ' ' |
        tr -s ' ' | grep -oE 'tensormap::generic, [^)]*\)( of \[.\])?' | paste -sd '+')"
}
map="tensormap::generic,"
missing map "$map acquire, scope cta) of [t]" "$work/map.litmus"
missing triton-7293 "$map release, scope cta)" "$litmus/ptx/bugs/triton-7293.litmus"
missing tensormap+release "$map acquire, scope gpu) of [t]"
missing tensormap+acquire "$map release, scope gpu)"
missing tensormap-own+none "$map release, scope cta)+$map acquire, scope cta) of [t]"
missing tensormap-dim+none "$map release, scope cta)+$map acquire, scope cta) of [t]"
missing tensormap-after "$map acquire, scope cta) of [t]"
missing tensormap+release+acquire-other "$map acquire, scope gpu) of [t]"
run 0 "a fence of a map, as JSON" explain -f json "$work/map.litmus"
contains "a fence of a map, as JSON" "$work/out" '"of":"t","tags":["CTA","PROXY.ACQ","PROXY.TMAP"]'
run 0 "a fence of no map, as JSON" explain -f json "$litmus/ptx/bugs/triton-7293.litmus"
equal "a fence of no map, as JSON" '"tags":["CTA","PROXY.REL","PROXY.TMAP"]' \
    "$(grep -oE '"near_misses":.*"flags":' "$work/out" | grep -oE '("of":"[^"]*",)?"tags":[^]]*]')"
run 0 "what suffices of a fence" repair --weaken "$litmus/async/bulk-store+fence-async.litmus"
contains "what suffices of a fence" "$work/out" "+ fence.proxy.async.shared::cta"

# A CPU of each instruction set beside a GPU: what may change, and what is written, is checked
# again by itself.
cost="$work/dear"
printf '%s\n' '# fences only' 'ld.acquire.sys 1000' 'STLR 1000' 'sw.rl 1000' >"$cost"
for cpu in aarch64 x86_64 riscv; do
    "$CMCM" enumerate mp --cpu "$cpu" --axis P0.device=cpu --axis P1.device=gpu \
        --axis Y.scope=gpu,sys -q -o "$work/$cpu" >"$work/out"
    weak=$work/$cpu/MP-P0.device.cpu-P1.device.gpu-Y.scope.gpu.litmus
    run 0 "$cpu and PTX" repair -o "$work/$cpu-all" "$weak"
    contains "$cpu and PTX: the scope of the GPU's access" "$work/out" "+ ld.acquire.sys"
    written=$(find "$work/$cpu-all" -name '*.litmus' | wc -l)
    equal "$cpu and PTX: written" "$(grep -c '^[0-9]*\. cost' "$work/out")" "$written"
    for test in "$work/$cpu-all"/*.litmus; do
        run 0 "$test" check -q --assert forbidden "$test"
    done
    run 0 "$cpu: fences alone" repair --only fences --only scopes "$weak"
    checks=$((checks + 1))
    grep -E '^ *\+' "$work/out" | grep -qE 'acquire\.sys\.u32|STLR|\.rl' &&
        fail "$cpu: fences alone change an order"
    run 1 "$cpu: the CPU alone" repair --in P0 "$weak"
    contains "$cpu: the CPU alone" "$work/out" "it is allowed with the strongest form"
    run 0 "$cpu: dear orders" repair --most 1 --costs "$cost" "$weak"
    contains "$cpu: dear orders" "$work/out" "+ fence."
done
# x86 keeps the stores in order by itself, so that the GPU alone can do what is needed; the others
# need a release, too.
run 0 "x86: the GPU alone" repair --in P1 "$work/x86_64/MP-P0.device.cpu-P1.device.gpu-Y.scope.gpu.litmus"
run 1 "AArch64: the GPU alone" repair --in P1 \
    "$work/aarch64/MP-P0.device.cpu-P1.device.gpu-Y.scope.gpu.litmus"
run 1 "RISC-V: the GPU alone" repair --in P1 \
    "$work/riscv/MP-P0.device.cpu-P1.device.gpu-Y.scope.gpu.litmus"
run 2 "a CPU without a suite" repair --cpu riscv "$litmus/arm/MP.litmus"
run 0 "a suite of another CPU" repair hetero --cpu x86_64 --axis Y=cta --axis pf=none --axis cf=none
contains "a suite of another CPU" "$work/out" "MP-cpu2gpu.x86-rlx-rlx-X.cta-Y.cta-pf.none-cf.none	repair"

# The reasons of the suite: wider scopes alone; orders alone; both. CMCM_TEST_ALL=1: of all its
# tests.
axes=(--axis Y=cta,sys --axis pf=none,acq_rel.sys --axis cf=none,acq_rel.cta)
[ "${CMCM_TEST_ALL:-}" = 1 ] && axes=()
columns() { awk -F '\t' -v OFS='\t' "$1" | sort; }
"$CMCM" enumerate hetero "${axes[@]}" --check -f tsv -q |
    columns 'NR > 1 { print $1, $9 == "allowed" ? $10 : $9 }' >"$work/reasons"
"$CMCM" repair hetero "${axes[@]}" | cut -f 1,2,5 | sort >"$work/all"
"$CMCM" repair hetero "${axes[@]}" --only scopes | cut -f 1,2 | sort >"$work/scopes"
"$CMCM" repair hetero "${axes[@]}" --only orders | cut -f 1,2 | sort >"$work/orders"
join -t $'\t' "$work/reasons" "$work/scopes" | join -t $'\t' - "$work/orders" |
    join -t $'\t' - "$work/all" >"$work/joined"
equal "all tests of the sample" "$(wc -l <"$work/reasons")" "$(wc -l <"$work/joined")"
for reason in scope ordering both forbidden; do
    checks=$((checks + 1))
    cut -f 2 "$work/joined" | grep -qx "$reason" || fail "no test of the sample: $reason"
done
[ ${#axes[@]} -gt 0 ] ||
    equal "allowed tests of the suite" 1342 "$(cut -f 2 "$work/joined" | grep -cv forbidden)"
equal "reasons" "" "$(awk -F '\t' '
    function bad() { print $1 ": " $2 " " $3 " " $4 " " $5 " " $6 }
    $2 == "forbidden" && ($3 != "forbidden" || $5 != "forbidden") { bad() }
    $2 != "forbidden" && $5 != "repair" { bad() }
    ($2 == "scope") != ($3 == "repair") && $2 != "forbidden" { bad() }
    $2 == "ordering" && $4 != "repair" { bad() }
    $2 == "both" && ($6 !~ /\.sys/ || $6 !~ /STLR|LDAPR|acquire|release|DMB|fence/) { bad() }
' "$work/joined")"

# Of an imported test all copies of an instruction of the kernel change together, in one thread
# (a loop taken apart) and in several, and cost once; what is new stands before all of them.
cat >"$work/copies.litmus" <<'END'
PTX copies
{ w=0; x=0; y=0; z=0; }
 P0@cta 0,gpu 0            | P1@cta 1,gpu 0                           ;
 st.weak.u32 [w], 1        | ld.weak.u32 r4, [z] (* k.ptx:10 *)       ;
 st.weak.u32 [x], 1        | ld.relaxed.gpu.u32 r0, [z] (* k.ptx:9 *) ;
 st.release.gpu.u32 [y], 1 | ld.weak.u32 r3, [w]                      ;
                           | ld.relaxed.gpu.u32 r1, [y] (* k.ptx:9 *) ;
                           | ld.weak.u32 r2, [x] (* k.ptx:10 *)       ;
exists (1:r1=1 /\ 1:r2=0)
END
run 0 "copies" repair -f json -o "$work/copies" "$work/copies.litmus"
cp "$work/out" "$work/copies.json"
equal "copies: each change of one is one of all" "" "$(python3 - "$work/copies.json" <<'END'
import json, sys
for line in open(sys.argv[1], encoding="utf-8"):
    for p in json.loads(line)["proposals"]:
        changes = [(c["instruction"], c["inserted"]) for c in p["changes"] if c["thread"] == 1]
        for a, b in ((1, 3), (0, 4)):
            for new in (False, True):
                if ((a, new) in changes) != ((b, new) in changes):
                    print("one copy alone:", p["changes"])
        if sum(c["cost"] for c in p["changes"]) != p["cost"] or len({
                c["cost"] for c in p["changes"] if c["inserted"] and c["cost"]}) > 1:
            print("costs:", p["cost"], p["changes"])
END
)"
equal "copies: the cheapest costs as one" 3.0 "$(head -1 "$work/copies.json" |
    grep -o '"cost":[0-9.]*' | head -1 | cut -d : -f 2)"
run 0 "copies" repair "$work/copies.litmus"
contains "copies: the race that stays" "$work/out" "leaves data-race on w"
equal "copies: each proposal leaves it" "$(grep -c '^[0-9]*\. cost' "$work/out")" \
    "$(grep -c 'leaves data-race on w' "$work/out")"
for test in "$work"/copies/*.litmus; do
    run 0 "$test" check -q --assert forbidden "$test"
    equal "$test: the kernel's lines stay" 4 "$(grep -o 'k.ptx:[0-9]*' "$test" | wc -l)"
done
finish
