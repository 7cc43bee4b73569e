#!/bin/bash
# `cmcm enumerate` of cycles and families: what is printed, that conditions mean
# their cycles. Published tests are made again by published.sh.
. "$(dirname "$0")/lib.sh"

enumerate() { "$CMCM" enumerate "$@" 2>"$work/err"; }

# ---- names and numbers ----------------------------------------------------
# All critical cycles of four edges: the six shapes of two threads (Alglave,
# Maranget, Tautschnig, TOPLAS 36(2), table 3), here without fences.
enumerate cross --size 4 --list -q | sort >"$work/out"
printf '%s\n' 2+2W LB MP R S SB | sort >"$work/expected"
same "cycles of four edges" "$work/expected" "$work/out"

# With three threads each of two accesses: 3.SB, 3.LB, 3.2W, ISA2, W+RWC and Z6.x;
# with one or two threads of one access: WRC, RWC, WWC, WRR+2W, WRW+2W, WRW+WR,
# IRIW, IRRWIW, IRWIW.
enumerate cross --size 6 --list -q | sort >"$work/out"
printf '%s\n' 2+2W LB MP R S SB 3.SB 3.LB 3.2W ISA2 W+RWC Z6.{0,1,2,3,4,5} WRC RWC WWC \
    WRR+2W WRW+2W WRW+WR IRIW IRRWIW IRWIW | sort >"$work/expected"
same "cycles of six edges" "$work/expected" "$work/out"

enumerate cross "PodWW,DMB.SYdWW" Rfe "PodRR,DpAddrdR,PodRRAP" Fre --list -q >"$work/out"
printf '%s\n' MP MP+po+addr MP+po+poap MP+dmb.sy+po MP+dmb.sy+addr MP+dmb.sy+poap >"$work/expected"
same "a product of edges" "$work/expected" "$work/out"

# A rotation is the same test; so is one with the threads renamed.
enumerate cycle "Rfe PodRR Fre PodWW" "PodWW Rfe PodRR Fre" --list -q >"$work/out"
echo MP >"$work/expected"
same "rotations" "$work/expected" "$work/out"
enumerate cross "PodWR,MFencedWR" Fre "PodWR,MFencedWR" Fre --arch X86 --list -q >"$work/out"
printf '%s\n' SB SB+po+mfence SB+mfences >"$work/expected"
same "threads renamed" "$work/expected" "$work/out"

enumerate cross --size 8 --threads 4 --list -q >"$work/one"
enumerate cross --size 8 --threads 4 --list -q >"$work/two"
same "the same order every time" "$work/one" "$work/two"
equal "no name twice" "" "$(sort "$work/one" | uniq -d)"

# ---- axes -------------------------------------------------------------------
enumerate sb --axis Y.scope=gpu,sys --axis fence=none,sc.sys --axis P0.device=cpu --list -q \
    >"$work/out"
cat >"$work/expected" <<END
SB-Y.scope.gpu-fence.none-P0.device.cpu
SB-Y.scope.gpu-fence.sc.sys-P0.device.cpu
SB-Y.scope.sys-fence.none-P0.device.cpu
SB-Y.scope.sys-fence.sc.sys-P0.device.cpu
END
same "axes of a family" "$work/expected" "$work/out"
enumerate mp --arch PTX --axis X.scope=cta --axis scope=gpu --axis Y.order=rel-acq \
    --axis P1.fence=acq_rel.gpu -q -o - >"$work/out"
contains "a special axis wins" "$work/out" "st.relaxed.cta.u32 [x], 1"
contains "orders of a location" "$work/out" "ld.acquire.gpu.u32 r0, [y]"
contains "a fence of a thread" "$work/out" "fence.acq_rel.gpu"

# ---- what conditions mean ----------------------------------------------------
# A cycle of program order and communication is what sequential consistency
# forbids; a critical one needs nothing that coherence alone forbids. So the
# condition of a test, if it holds exactly when the cycle happens, never holds
# under the one and holds sometimes under the other.
cat >"$work/sc.cat" <<'END'
"SC"
include "cos.cat"
let fr = rf^-1;co
acyclic po|rf|co|fr as sc
empty rmw & (fr & ext);(co & ext) as atomic
END
cat >"$work/coherence.cat" <<'END'
"Coherence"
include "cos.cat"
let fr = rf^-1;co
acyclic po-loc|rf|co|fr as coherence
empty rmw & (fr & ext);(co & ext) as atomic
END
# verdicts WHAT MODEL VERDICT OPERAND...: all tests have that verdict.
verdicts() {
    local what=$1 model=$2 verdict=$3
    shift 3
    enumerate "$@" --check -q -m "$work/$model.cat" -f tsv >"$work/out" ||
        { fail "$what: $(cat "$work/err")"; return; }
    contains "$what" "$work/out" "$verdict"
    local other=allowed
    [ "$verdict" = allowed ] && other=forbidden
    checks=$((checks + 1))
    if grep -qw "$other" "$work/out"; then
        fail "$what: some are $other"
        grep -w "$other" "$work/out" | head -5 >&2
    fi
}
for arch in AArch64 X86 RISCV PTX; do
    verdicts "SC and cycles, $arch" sc forbidden cross --size 8 --arch "$arch"
    verdicts "coherence and cycles, $arch" coherence allowed cross --size 8 --arch "$arch"
done
chains=("Rfe PodRR Fri PodWW Wse PodWW Wse" "PodWW Wse Wse Rfe PodRW Wse" "PodWW Wsi Wse PodWR Fre"
    "Rmw PodWW Rfe Rmw PodWW Rfe" "PodWR Rmw Wse PodWR Fre" "PodWW Rfe Fre Rfe PodRR Fre"
    "PodWR Fri Wse Wse PodWR PosRR Fre" "PodWW Wse Rfi PodRW Wse Wse PodWW Rfe PodRR Fre")
verdicts "SC and longer chains" sc forbidden cycle "${chains[@]}"
verdicts "coherence and longer chains" coherence allowed cycle "${chains[@]}"
# Through one location a cycle is what coherence forbids.
verdicts "coherence of one location" coherence forbidden cycle "Rfe PosRR Fre" "PosWW Coe" \
    "PosWR Fre" "PosRW Rfe" "Rfe PosRW Coe" "Coe PosWR Fre" "PosRW Rfe PosRW Rfe" \
    "PosWW Coe PosWW Coe" "Rfe PosRR Fre PosWW Wse" "Rfi PosRR Fre Rfi PosRR Fre"

# ---- read-modify-writes --------------------------------------------------------
# No update is lost where the scope includes both threads, and only there.
enumerate rmw --check -q -f tsv >"$work/out"
for n in 1 2; do
    for case in cpu-gpu.cta.allowed cpu-gpu.gpu.allowed cpu-gpu.sys.forbidden \
        cta-cta.cta.allowed cta-cta.gpu.forbidden cta-cta.sys.forbidden; do
        IFS=. read -r threads scope verdict <<<"$case"
        checks=$((checks + 1))
        grep "^RMW-threads.$threads-scope.$scope-op.rmw-n.$n	" "$work/out" | grep -qw "$verdict" ||
            fail "rmw $threads $scope n=$n is not $verdict"
    done
done

# ---- families against rules -------------------------------------------------------
# PTX ISA, "Memory Consistency Model": what synchronises must be at a scope that
# includes both threads; placement is the narrowest such scope. Message passing
# needs release and acquire, as operations or fences; store buffering fence.sc.
# included PLACEMENT SCOPE
included() {
    local order="cta gpu sys"
    [[ ${order#*"$1"} == *"$2"* || $1 = "$2" ]]
}
# rule WHAT AXIS PREFIX FAMILY ARGUMENT...: of the tests whose AXIS is PREFIX.SCOPE (or
# SCOPE) exactly those are forbidden whose scope includes the placement.
rule() {
    local what=$1 axis=$2 family=$3 place scope verdict
    shift 3
    for place in cta gpu sys; do
        for scope in cta gpu sys; do
            verdict=allowed
            included "$place" "$scope" && verdict=forbidden
            enumerate "$family" --arch PTX --axis "placement=$place" --axis "$axis$scope" "$@" \
                --check -q -f tsv >"$work/out" || fail "$what: $(cat "$work/err")"
            checks=$((checks + 1))
            [ "$(grep -c "^[A-Z].*	$verdict\b" "$work/out")" = 1 ] ||
                fail "$what, placement $place, scope $scope: not $verdict"
        done
    done
}
rule "message passing, release and acquire" "scope=" mp --axis order=rel-acq
rule "message passing, fences" "fence=acq_rel." mp
rule "store buffering, fence.sc" "fence=sc." sb
rule "IRIW, fence.sc" "fence=sc." iriw
enumerate lb --arch PTX --axis P0.fence=none,data --axis P1.fence=none,data --check -q -f tsv \
    >"$work/out"
equal "load buffering: dependencies on both sides only" 3 "$(grep -cw allowed "$work/out")"

# ---- tests read back -------------------------------------------------------------
for what in "cross --size 6" "mp" "iriw" "rmw" "2+2w --arch PTX" "z6.3 --cpu x86_64" "s --cpu riscv" "rmw --cpu riscv" \
    "cycle 'DpAddrdR PodRW Rfe DpDatadW Rfi DpCtrldW Rfe' --arch PTX"; do
    rm -rf "$work/tests"
    eval "enumerate $what -q -o $work/tests" || fail "enumerate $what: $(cat "$work/err")"
    checks=$((checks + 1))
    "$CMCM" check -q "$work/tests" >"$work/out" 2>"$work/err" ||
        { fail "$what does not read back"; head -5 "$work/err" >&2; }
done

# ---- mistakes ----------------------------------------------------------------------
run 2 "an unknown edge" enumerate cycle "PodWW Rfo PodRR Fre" --list
contains "an unknown edge" "$work/err" "cycle:1:9: error: Rf does not say between which threads"
run 2 "edges that do not compose" enumerate cycle "PodWW Rfe PodWR Fre" --list
contains "edges that do not compose" "$work/err" "begins with a write where"
run 2 "a fence of another machine" enumerate cycle "MFencedWR Fre PodWR Fre" --list
contains "a fence of another machine" "$work/err" "fence MFence does not exist in AArch64"
run 2 "an unknown axis" enumerate sb --axis Q.scope=gpu --list
contains "an unknown axis" "$work/err" 'there is no axis `Q.scope`'
finish
