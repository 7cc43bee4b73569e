#!/bin/bash
# cmcm check -f sarif: what SARIF 2.1.0 requires is there, and each finding stands at its line. The
# compiler of the kernel is a script.
. "$(dirname "$0")/lib.sh"
command -v python3 >"$work/which" || { echo "no python3"; exit 77; }
cd "$work" || exit 1

# findings STATUS WHAT ARGUMENT...: a line for each result, "rule level place; other places".
findings() {
    run "$1" "$2" check -f sarif "${@:3}"
    said=$(python3 "$CMCM_SOURCE/tests/program/json_schema.py" \
        "$CMCM_SOURCE/tests/program/sarif.schema.json" <out) || fail "$2: $said"
    python3 - <<'END' >found
import json

run = json.load(open("out"))["runs"][0]
def place(l):
    p = l["physicalLocation"]
    r = p.get("region", {})
    numbers = [str(r[k]) for k in ("startLine", "startColumn") if k in r]
    return ":".join([p["artifactLocation"]["uri"]] + numbers)
for r in run["results"]:
    others = [place(l) for l in r.get("relatedLocations", [])]
    print("; ".join([" ".join([r["ruleId"], r["level"]] + [place(l) for l in r["locations"]])] + others))
if not run["invocations"][0]["executionSuccessful"]:
    print("not successful")
END
}
# found WHAT LINE...
found() {
    printf '%s\n' "${@:2}" | grep . >expected
    same "$1" expected found
}

# ---- a kernel: the flag is written behind a fence, and nothing keeps its reader from the old data
mkdir -p bin 'a b'
cat >'a b/flag.cu' <<'END'
// cmcm: launch pass(data, flag, out), blocks 2, threads 1
// cmcm: init out = -1
// cmcm: ~exists out == 0
__global__ void pass(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 1;
        __threadfence();
        *(volatile int *)flag = 1;
    } else if (*(volatile int *)flag)
        *out = *data;
}
END
cat >made.ptx <<'END'
.version 9.0
.target sm_90
.address_size 64
.visible .entry _Z4passPiS_S_(.param .u64 p0, .param .u64 p1, .param .u64 p2)
{
.reg .pred %p<3>;
.reg .b32 %r<6>;
.reg .b64 %rd<4>;
.loc 1 6 5
ld.param.u64 %rd1, [p0];
ld.param.u64 %rd2, [p1];
ld.param.u64 %rd3, [p2];
mov.u32 %r1, %ctaid.x;
setp.ne.s32 %p1, %r1, 0;
@%p1 bra L1;
.loc 1 7 9
st.global.u32 [%rd1], 1;
.loc 1 8 9
membar.gl;
.loc 1 9 9
st.volatile.global.u32 [%rd2], 1;
bra L2;
L1:
.loc 1 10 12
ld.volatile.global.u32 %r2, [%rd2];
setp.eq.s32 %p2, %r2, 0;
@%p2 bra L2;
.loc 1 11 9
ld.global.u32 %r3, [%rd1];
st.global.u32 [%rd3], %r3;
L2:
ret;
}
.file 1 "/home/someone/flag.cu"
END
printf '#!/bin/bash\ncat %q >"${@: -1}"\n' "$work/made.ptx" >bin/nvcc
chmod +x bin/nvcc
export PATH=$work/bin:$PATH
# The reader of data (line 11) misses what line 7 writes; both race, as nothing orders them.
findings 0 "a race, and what must not be" 'a b/flag.cu'
found "a race, and what must not be" 'data-race error a%20b/flag.cu:7:9; a%20b/flag.cu:11:9' \
    'excluded-outcome error a%20b/flag.cu:11:9; a%20b/flag.cu:7:9; a%20b/flag.cu:9:9; a%20b/flag.cu:10:12'
contains "the race in words" out 'flag.cu:7 `*data = 1` and flag.cu:11 `*out = *data`'
contains "the outcome in words" out "P1 reads [flag]=1"
sed -i 's/~exists/exists/' 'a b/flag.cu'
findings 0 "what is asked" "$work/a b/flag.cu"
equal "what is asked is a warning" 1 "$(grep -c "^asked-outcome warning file://$work/a%20b/flag.cu:11:9;" found)"
sed -i 's/out == 0/out == 2/' 'a b/flag.cu'
findings 0 "what cannot be" 'a b/flag.cu'
found "what cannot be" 'data-race error a%20b/flag.cu:7:9; a%20b/flag.cu:11:9'
findings 1 "with an assertion" --assert race-free 'a b/flag.cu'
sed -i 's/membar.gl/fence.acq_rel.gpu/;s/^setp.eq/fence.acq_rel.gpu;\n&/' made.ptx
sed -i '/cmcm: exists/d' 'a b/flag.cu'
findings 0 "nothing is wrong" 'a b/flag.cu'
found "nothing is wrong" ''
equal "nothing is wrong" 1 "$(grep -c '"results":\[' out)"
sed -i '/\.loc/d' made.ptx
sed -i 's/fence.acq_rel.gpu;//' made.ptx
findings 0 "no lines" 'a b/flag.cu'
found "no lines" 'data-race error a%20b/flag.cu; a%20b/flag.cu'

# ---- tests: a thread waits for what nobody writes, one traps, an answer is not certain
cat >hang.litmus <<'END'
PTX hang
{ x=0; }
 P0@cta 0,gpu 0                ;
 L0:                           ;
 ld.relaxed.gpu.u32 r0, [x]    ;
 setp.eq.u32 p0, r0, 0         ;
 @p0 bra L0                    ;
END
cat >trap.litmus <<'END'
PTX trap
{ x=0; }
 P0@cta 0,gpu 0             | P1@cta 1,gpu 0           ;
 ld.relaxed.gpu.u32 r0, [x] | st.relaxed.gpu.u32 [x],1 ;
 setp.eq.u32 p0, r0, 0      |                          ;
 @p0 trap                   |                          ;
forall (true)
END
counts 100 count.litmus
findings 0 "a hang" hang.litmus
found "a hang" 'hang error hang.litmus:7:2'
findings 0 "a trap" trap.litmus
found "a trap" 'trap error trap.litmus:6:2'
findings 4 "not certain" count.litmus
equal "not certain" "uncertain note count.litmus" "$(head -1 found)"

# ---- many: one log, whatever is not read, in the order of the files
cp "$CMCM_SOURCE/tests/litmus/ptx/MP+fence.acq_rel.gpu+po.litmus" fine.litmus
findings 3 "several" -j 2 hang.litmus fine.litmus missing.litmus trap.litmus
found "several" 'hang error hang.litmus:7:2' \
    "$(grep -v 'hang\|trap\|^not' found)" 'trap error trap.litmus:6:2' 'not successful'
run 0 "a file" check -f sarif -o log.sarif hang.litmus trap.litmus
equal "a file" 2 "$(grep -c '"ruleId"' log.sarif)"

# ---- the step of a workflow: its script, with the answers at their lines. GitHub's `shell: bash`
# has these options ("Workflow syntax for GitHub Actions", jobs.<job_id>.steps[*].shell).
github_bash() { bash --noprofile --norc -eo pipefail "$@"; }
if command -v jq >which; then
    sed -n '/^      run: |/,/^    - if/s/^        //p' "$CMCM_SOURCE/action.yml" >step.sh
    ln -sf "$CMCM" bin/cmcm
    FILES="trap.litmus missing.litmus" ASSERT="race-free terminates" SARIF=step.sarif github_bash step.sh >out
    equal "the step fails" 3 $?
    contains "the step has lines" out "::error file=trap.litmus,line=6::A thread traps"
    FILES=count.litmus ASSERT=terminates SARIF=step.sarif github_bash step.sh >out
    contains "the step has what is not known" out "::notice file=count.litmus,line=1::The answer is not"
fi
run 2 "no executions" check -f sarif --witness hang.litmus
run 2 "no counts" check -f sarif --count executions hang.litmus
run 2 "no targets" check -f sarif --target cpu=aarch64 hang.litmus
finish
