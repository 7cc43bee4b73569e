#!/bin/bash
# cmcm import: kernels as nvcc wrote them. tests/import/expected.tsv says what their tests must
# give, argued there; here they are made, checked and compared; and what cannot be imported
# is refused at its place.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/import" || exit 1

# import_row NAME PTX BIND KERNEL ARGUMENT: the test of that name, in $work.
import_row() {
    { echo "test $1"; sed "s/KERNEL/$4/; s/ARGUMENT/$5/" "$3"; } >"$work/row.bind"
    "$CMCM" import "$2" --bind "$work/row.bind" -o "$work/$1.litmus" 2>"$work/err"
}

# ---- the table: every kernel with its binding, one check of all tests that come of it
rows=0
while IFS=$'\t' read -r ptx bind kernel argument allowed _; do
    case $ptx in "#"*) continue ;; esac
    rows=$((rows + 1))
    import_row row$rows "$ptx" "$bind" "$kernel" "$argument" ||
        { fail "$ptx, $bind, $kernel: not imported"; cat "$work/err" >&2; }
    printf 'row%s\t%s\n' $rows "$allowed" >>"$work/expected"
done <expected.tsv

# Where clang 19 is, what it writes today must give the same, however it writes it. Another
# build may write what is not imported: that is said, and no failure of what is tested here.
live=$work/live.ptx
if command -v clang-19 >"$work/which" 2>&1 &&
    clang-19 --target=nvptx64-nvidia-cuda -march=sm_90 -O2 -g -S -nogpulib -o "$live" clang19.c \
        >"$work/err" 2>&1; then
    while IFS=$'\t' read -r ptx bind kernel argument allowed _; do
        [ "$ptx" = clang19.ptx ] || continue
        rows=$((rows + 1))
        if import_row row$rows "$live" "$bind" "$kernel" "$argument"; then
            printf 'row%s\t%s\n' $rows "$allowed" >>"$work/expected"
        else
            echo "this clang-19's $kernel, $bind is not imported: $(head -1 "$work/err")"
        fi
    done <expected.tsv
fi
checks=$((checks + 1))
[ $rows -ge 129 ] || fail "$rows rows, expected at least 129"
"$CMCM" check -f tsv "$work"/row*.litmus >"$work/out" 2>"$work/err"
awk -F '\t' '$1 !~ /^#/ { print $2 "\t" $4 }' "$work/out" | sort >"$work/found"
sort "$work/expected" >"$work/sorted"
same "what the imported tests give" "$work/sorted" "$work/found"
equal "no check complains" "" "$(grep -v 'loops were unrolled' "$work/err")"

# ---- kernels with their lines: public/expected.tsv and own/expected.tsv say what must come out, and
# why. Each is checked as it is (make.sh has nvcc and clang write it again).
for folder in public own; do
    while IFS=$'\t' read -r name verdict _; do
        case $name in "#"*) continue ;; esac
        equal "$name" "$name: $verdict" "$("$CMCM" check -q "$(echo $folder/$name.[ps]*)" 2>"$work/err")"
    done <$folder/expected.tsv
    rows=$(grep -vc '^#' $folder/expected.tsv)
    equal "every kernel of $folder is in its table" "$rows $rows" \
        "$(find $folder -name '*.cu' -o -name '*.hip' | wc -l) $(find $folder -name '*.ptx' -o -name '*.s' | wc -l)"
done

# ---- the system's part of shared memory is one location of each block
cat >"$work/reserved.ptx" <<'END'
// cmcm: launch k(out), blocks 2, threads 1
// cmcm: exists out[0] == 3 && out[1] == 3
.version 9.0
.target sm_90
.visible .entry k(.param .u64 out)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<2>;
  mov.u32 %r1, %reserved_smem_offset_1;
  ld.shared.u32 %r2, [%r1+8];
  add.u32 %r2, %r2, 3;
  st.shared.u32 [%r1+8], %r2;
  ld.shared.u32 %r2, [%r1+8];
  mov.u32 %r3, %ctaid.x;
  ld.param.u64 %rd1, [out];
  mad.wide.u32 %rd1, %r3, 4, %rd1;
  st.global.u32 [%rd1], %r2;
  ret;
}
END
equal "reserved shared memory" "reserved: Ok (Always, 1 state)" \
    "$("$CMCM" check -q "$work/reserved.ptx" 2>"$work/err")"

# ---- local memory that holds its own address is registers, unless the address goes elsewhere
holds() { # NAME LINES LINE: so many lines of the test name the memory; 7 comes of it either way
    cat >"$work/holds.ptx" <<END
// cmcm: launch k(out, kept), blocks 1, threads 1
// cmcm: exists out == 7
.version 9.0
.target sm_90
.visible .entry k(.param .u64 out, .param .u64 kept)
{
  .local .align 8 .b8 own[32];
  .reg .b32 %r<3>;
  .reg .b64 %rd<6>;
  mov.u64 %rd1, own;
  ld.param.u64 %rd3, [out];
  ld.param.u64 %rd4, [kept];
  st.local.u32 [%rd1+24], 5;
  st.local.u64 [%rd1], %rd1;
  ld.local.u64 %rd2, [%rd1];
  st.local.u64 [%rd2+8], %rd2;
  ld.local.u64 %rd5, [%rd1+8];
  st.local.u32 [%rd5+24], 7;
  $3
  ld.local.u32 %r1, [%rd2+24];
  st.global.u32 [%rd3], %r1;
  ret;
}
END
    equal "$1" "holds: Ok (Always, 1 state)" "$("$CMCM" check -q "$work/holds.ptx" 2>"$work/err")"
    "$CMCM" import "$work/holds.ptx" 2>"$work/err" | grep -c 'own' >"$work/out"
    equal "$1, in the test" "$2" "$(cat "$work/out")"
}
holds "an address in its own memory" 0 ''
holds "an address that leaves" 6 'st.global.u64 [%rd4], %rd1;'

# ---- tries in several copies are one loop (import/nv_poll.c), and where they are not
polls() { # NAME LOADS CODE: so many loads of f are left of what stands between the parts
    cat >"$work/poll.ptx" <<END
// cmcm: launch k(f, g, x), blocks 1, threads 1
// cmcm: exists x == 1
.version 9.0
.target sm_90
.visible .entry k(.param .u64 k_0, .param .u64 k_1, .param .u64 k_2)
{
.reg .pred %p<9>;
.reg .b32 %r<9>;
.reg .b64 %rd<4>;
ld.param.u64 %rd1, [k_0];
ld.param.u64 %rd2, [k_1];
ld.param.u64 %rd3, [k_2];
mov.u32 %r7, 0;
$3
T:
st.global.u32 [%rd3], %r7;
ret;
}
END
    run 0 "$1" import "$work/poll.ptx"
    equal "$1" "$2" "$(grep -c ' ld\.' "$work/out")"
}
first='ld.acquire.gpu.u32 %r1, [%rd1]; setp.ne.u32 %p1, %r1, 0; @%p1 bra T;'
polls "two copies, then a loop of the other sense" 1 "$first
L: ld.acquire.gpu.u32 %r2, [%rd1]; setp.eq.u32 %p2, %r2, 0; @%p2 bra L; bra T;"
polls "a relaxed loop between" 1 "$first
L: ld.relaxed.gpu.u32 %r2, [%rd1]; setp.eq.u32 %p2, %r2, 0; @%p2 bra L;
ld.acquire.gpu.u32 %r3, [%rd1]; setp.eq.u32 %p3, %r3, 0; @%p3 bra L;"
polls "wait while the value is what was found" 1 "M: $first
L: ld.relaxed.gpu.u32 %r2, [%rd1]; setp.eq.u32 %p2, %r2, %r1; @%p2 bra L; bra M;"
polls "the last copy is relaxed: it comes to T by less" 2 "$first
L: ld.relaxed.gpu.u32 %r2, [%rd1]; setp.eq.u32 %p2, %r2, 0; @%p2 bra L;"
polls "the last copy tries for another value" 2 "$first
L: ld.acquire.gpu.u32 %r2, [%rd1]; setp.ne.u32 %p2, %r2, 2; @%p2 bra L;"
polls "another location" 2 "$first
L: ld.acquire.gpu.u32 %r2, [%rd2]; setp.eq.u32 %p2, %r2, 0; @%p2 bra L;"
polls "a store between" 2 "$first
L: st.global.u32 [%rd2], 1; ld.acquire.gpu.u32 %r2, [%rd1]; setp.eq.u32 %p2, %r2, 0; @%p2 bra L;"
polls "what was found is read behind" 2 "$first
L: ld.acquire.gpu.u32 %r7, [%rd1]; setp.eq.u32 %p2, %r7, 0; @%p2 bra L;"
polls "floating-point comparisons have no negation" 2 'ld.acquire.gpu.f32 %r1, [%rd1];
setp.ne.f32 %p1, %r1, %r7; @%p1 bra T;
L: ld.acquire.gpu.f32 %r2, [%rd1]; setp.eq.f32 %p2, %r2, %r7; @%p2 bra L;'
polls "it waits for another change" 3 "M: $first
ld.relaxed.gpu.u32 %r4, [%rd1]; setp.eq.u32 %p4, %r4, 5; @%p4 bra M;
L: ld.relaxed.gpu.u32 %r2, [%rd1]; setp.eq.u32 %p2, %r2, %r4; @%p2 bra L; bra M;"

# ---- addresses in shared memory that memory decides, in registers of 32 bits: chosen, and cut by cvt
# shared NAME STATES LINE...: two objects, a and b; thread 0 adds 1 to what %r5 points to.
shared() {
    cat >"$work/$1.ptx" <<END
// cmcm: launch k(in, out), blocks 1, threads 2
// cmcm: init in[2] = {1, 0}
// cmcm: exists out[0] == 9
.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 k_0, .param .u64 k_1)
{
.reg .pred %p<3>; .reg .b32 %r<12>; .reg .b64 %rd<12>;
.shared .align 4 .b8 a[8];
.shared .align 4 .b8 b[8];
ld.param.u64 %rd1, [k_0];
ld.param.u64 %rd2, [k_1];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd3, %r1, 4;
add.s64 %rd4, %rd1, %rd3;
ld.global.u32 %r2, [%rd4];
setp.ne.u32 %p1, %r2, 0;
mov.u32 %r3, a;
mov.u32 %r4, b;
$(printf '%s\n' "${@:3}")
atom.shared.add.u32 %r7, [%r5], 1;
bar.sync 0;
ld.shared.u32 %r8, [a];
ld.shared.u32 %r9, [b+4];
mad.lo.u32 %r9, %r8, 10, %r9;
add.s64 %rd5, %rd2, %rd3;
st.global.u32 [%rd5], %r9;
ret;
}
END
    run 0 "$1" check "$work/$1.ptx"
    equal "$1" "$2" "$(sed -n '/^States/,/^No/p' "$work/out" | grep out | tr '\n' ' ')"
}
shared chosen 'out[0]=11; ' 'selp.b32 %r5, %r3, %r4, %p1; @%p1 bra L; add.s32 %r5, %r5, 4; L:'
shared chosen-within 'out[0]=1; ' 'add.s32 %r6, %r4, 4; selp.b32 %r5, %r4, %r6, %p1;'
shared cut 'out[0]=10; ' 'cvta.shared.u64 %rd6, a; mul.wide.u32 %rd7, %r2, 4; xor.b64 %rd7, %rd7, 4; add.s64 %rd8, %rd6, %rd7;
cvta.to.shared.u64 %rd9, %rd8; cvt.u32.u64 %r5, %rd9;'

# ---- a parameter of 32 bits whose lower half is read
cat >"$work/narrow.ptx" <<'END'
// cmcm: launch k(in, out), blocks 1, threads 1
// cmcm: init in = 0x12345
// cmcm: forall out == 0x2345
.version 9.0
.target sm_90
.address_size 64
.func (.param .b32 result) f(.param .b32 f_0)
{
.reg .b16 %rs<2>; .reg .b32 %r<2>;
ld.param.u16 %rs1, [f_0];
cvt.u32.u16 %r1, %rs1;
st.param.b32 [result], %r1;
ret;
}
.visible .entry k(.param .u64 k_0, .param .u64 k_1)
{
.reg .b32 %r<4>; .reg .b64 %rd<4>;
ld.param.u64 %rd1, [k_0];
ld.param.u64 %rd2, [k_1];
ld.global.u32 %r1, [%rd1];
{ .param .b32 p; .param .b32 q;
st.param.b32 [p], %r1;
call.uni (q), f, (p);
ld.param.b32 %r2, [q]; }
st.global.u32 [%rd2], %r2;
ret;
}
END
run 0 "half of a parameter" check -q "$work/narrow.ptx"
contains "half of a parameter" "$work/out" "narrow: Ok (Always, 1 state)"

# ---- each cooperative launch has a grid barrier of its own, under a name that no other location has
grid=$CMCM_SOURCE/tests/import/public/gridsync.ptx
sed 's/, workspace ws//' "$grid" >"$work/grid.ptx"
run 0 "a grid's barrier" check -q "$work/grid.ptx"
contains "a grid's barrier" "$work/out" "grid: No (Never, 1 state)"
sed '1s/.*/\/\/ cmcm: launch all(grid_barrier, out), blocks 2\n\/\/ cmcm: launch all(b, c), blocks 2/' "$grid" >"$work/grids.ptx"
run 0 "two grids' barriers" import "$work/grids.ptx"
equal "two grids' barriers" "grid_barrier grid_barrier_0 grid_barrier_1" \
    "$(grep -o 'grid_barrier[_0-9]*' "$work/out" | sort -u | tr '\n' ' ' | sed 's/ $//')"

# ---- arrays that nothing declares: as the question and the kernel have them
cat >"$work/sizes.ptx" <<'END'
// cmcm: launch k(a, b, c, d), blocks 2, threads 1, workspace w
// cmcm: init c[2] = {5, 6}
// cmcm: exists a[2] == 1 && d == 7
.version 9.0
.target sm_90
.visible .entry k(.param .u64 k_0, .param .u64 k_1, .param .u64 k_2, .param .u64 k_3)
.explicitcluster .reqnctapercluster 2
{
.reg .b32 %r<4>;
.reg .b64 %rd<9>;
ld.param.u64 %rd1, [k_0];
ld.param.u64 %rd2, [k_1];
ld.param.u64 %rd3, [k_2];
ld.param.u64 %rd4, [k_3];
mov.u32 %r1, %ctaid.x;
st.global.u32 [%rd1], %r1;
st.global.u64 [%rd2+24], %rd1;
ld.global.u64 %rd5, [%rd3+8];
st.global.u64 [%rd4], %rd5;
ret;
}
END
run 0 "sizes" import "$work/sizes.ptx"
contains "sizes" "$work/out" '{ int a[3]; int64_t b[4]; int64_t d; int64_t c[2] = {5, 6} }'
contains "the cluster is the kernel's" "$work/out" 'P1@cta 1,cluster 0,gpu 0'
sed 's/init c.2. = .*/init int c = 5/' "$work/sizes.ptx" >"$work/declared.ptx"
run 3 "what is declared stays as it is" import "$work/declared.ptx"
contains "what is declared stays as it is" "$work/err" 'access reaches bytes 8 to 15 of `c`, whose size is 4'

# ---- docs/import.md shows the test of this binding; here it is checked by a pipe
run 0 "a flag" import flag.ptx -b example.bind
"$CMCM" import flag.ptx -b example.bind | "$CMCM" check -q - >"$work/found" 2>&1
equal "a flag: by a pipe" "MP-libcu++: No (Never, 2 states)" "$(cat "$work/found")"

# ---- what is computed and what is not: a kernel by hand
cat >"$work/made.ptx" <<'END'
.version 9.0
.target sm_90
.address_size 64
.global .align 4 .u32 table[3] = {5, 6, 7};
.extern .shared .align 16 .b8 room[];
.func (.param .b32 twice_result) twice(.param .b32 twice_0)
{
  .reg .b32 %a, %b;
  ld.param.u32 %a, [twice_0];
  add.s32 %b, %a, %a;
  st.param.b32 [twice_result], %b;
  ret;
}
.visible .entry made(.param .u64 made_0, .param .u32 made_1)
.maxntid 64, 1, 1
{
  .reg .pred %p<4>;
  .reg .b32 %r<20>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [made_0];
  ld.param.u32 %r1, [made_1];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, %ctaid.y;
  mad.lo.s32 %r4, %r3, 100, %r2;      /* 1 * 100 + 3 */
  st.global.u32 [%rd2], %r4;
  mov.u64 %rd3, table;
  mov.u32 %r5, 0;
  mov.u32 %r6, 0;
$again:                                // a loop that counts: taken apart
  ld.global.u32 %r7, [%rd3];
  add.s32 %r6, %r6, %r7;
  add.s64 %rd3, %rd3, 4;
  add.s32 %r5, %r5, 1;
  setp.lt.u32 %p1, %r5, 3;
  @%p1 bra $again;
  {
    .param .b32 param0;
    st.param.b32 [param0+0], %r6;
    .param .b32 retval0;
    call.uni (retval0), twice, (param0);
    ld.param.b32 %r8, [retval0+0];
  }
  st.global.u32 [%rd2+4], %r8;
  mov.u32 %r9, room;
  add.s32 %r10, %r9, %r1;
  st.shared.u64 [%r10], %rd4;
  setp.eq.s32 %p2, %r8, 36;
  @!%p2 st.global.u32 [%rd2+8], 1;
  mov.u32 %r11, 7;
  @%p2 mov.u32 %r11, 8;                  // both are possible: 7 is put there first
  st.global.u32 [%rd2+8], %r11;
  {
    .reg .pred done;
  wait:                                  // names of an inner block, as in inline assembly
    ld.volatile.global.u32 %r12, [%rd2+12];
    setp.ne.s32 done, %r12, 0;
    @done bra over;
    bra wait;
  over:
  }
  setp.ge.u32 %p3, %r2, 32;
  @%p3 trap;
  ret;
}
END
cat >"$work/made.bind" <<'END'
launch made(where+16, 24), blocks 1 2, threads 64, shared 64, others absent
P0 = block 0 1, thread 3
init { int where[8]={0,0,0,0,0,0,0,1}; }
exists (where[4]=103 /\ where[5]=36 /\ where[6]=8 /\ 0:r11=8 /\ 0:r4=103 /\ table[0]=5)
END
cat >"$work/expected" <<'END'
PTX made
(* Imported from made.ptx:
   P0: made, block 0 1, thread 3
   Note: the other 127 threads of `made` stay away, as the binding says *)
{ int table[3]={5,6,7}; shared int64_t room[8]@cta 1,gpu 0; int where[8]={0,0,0,0,0,0,0,1}; }
 P0@cta 1,gpu 0,tid 3                          ;
 st.global.u32 [where+16], 103                 ;
 ld.global.u32 r7, [table] (* made.ptx:31 *)   ;
 add.s32 r6, 0, r7 (* made.ptx:32 *)           ;
 ld.global.u32 r7, [table+4] (* made.ptx:31 *) ;
 add.s32 r6, r6, r7 (* made.ptx:32 *)          ;
 ld.global.u32 r7, [table+8] (* made.ptx:31 *) ;
 add.s32 r6, r6, r7 (* made.ptx:32 *)          ;
END
run 0 "by hand" import "$work/made.ptx" -b "$work/made.bind"
head -$(wc -l <"$work/expected") "$work/out" >"$work/found"
same "by hand: the test" "$work/expected" "$work/found"
cp "$work/out" "$work/made.litmus"
"$CMCM" check -q "$work/made.litmus" >"$work/found" 2>&1
equal "by hand: what it does" "made: Ok (Always, 1 state)" "$(cat "$work/found")"

# ---- what nobody writes has its initial value; where windows of memory are; parts of registers

cat >"$work/kept.ptx" <<'END'
.version 9.0
.target sm_90
.address_size 64
.global .align 8 .b8 limit[8] = {5, 1};
.shared .align 4 .b32 room;
.visible .entry reads(.param .u64 reads_0)
{
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [reads_0];
  mov.u64 %rd2, limit;
  cvta.global.u64 %rd3, %rd2;
  ld.u64 %rd4, [%rd3];
  st.u64 [%rd1], %rd4;
  ret;
}
.visible .entry writes()
{
  st.global.u64 [limit], 6;
  ret;
}
.visible .entry windows(.param .u64 windows_0)
{
  .reg .pred %p<8>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [windows_0];
  mov.u32 %r5, %ctaid.x;
  mad.wide.u32 %rd1, %r5, 4, %rd1;
  mov.u64 %rd2, room;
  cvta.shared.u64 %rd3, %rd2;
  mapa.u64 %rd4, %rd3, 1;               // of the other CTA
  isspacep.shared::cta %p1, %rd4;
  isspacep.shared::cluster %p2, %rd4;
  isspacep.global %p3, %rd4;
  isspacep.shared %p4, %rd3;
  selp.u32 %r1, 1, 0, %p1;
  selp.u32 %r2, 2, 0, %p2;
  selp.u32 %r3, 4, 0, %p3;
  selp.u32 %r4, 8, 0, %p4;
  add.u32 %r1, %r1, %r2;
  add.u32 %r1, %r1, %r3;
  add.u32 %r1, %r1, %r4;
  st.u32 [%rd1], %r1;
  ret;
}
.visible .entry parts(.param .u64 parts_0)
{
  .reg .b16 %rs<8>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [parts_0];
  ld.u64 %rd2, [%rd1];
  mov.b64 {%r1, %r2}, %rd2;
  mov.b64 %rd3, {%r2, %r1};
  mov.b32 {%rs1, %rs2}, %r1;
  mov.b32 %r3, {%rs2, %rs1};
  mov.b64 {%rs3, %rs4, %rs5, %rs6}, %rd2;
  mov.b64 %rd4, {%rs6, %rs5, %rs4, %rs3};
  st.u64 [%rd1], %rd3;
  st.u32 [%rd1+8], %r3;
  st.u64 [%rd1+16], %rd4;
  ret;
}
END
cat >>"$work/kept.ptx" <<'END'
.visible .entry pieces(.param .u64 pieces_0)
{
  .local .align 8 .b8 depot[24];
  .reg .b16 %rs<4>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [pieces_0];
  ld.u64 %rd2, [%rd1];
  st.local.u64 [depot], %rd2;
  st.local.u8 [depot+3], 5;
  ld.local.u64 %rd3, [depot];
  st.u64 [%rd1], %rd3;
  st.local.u8 [depot+8], 7;
  ld.local.u64 %rd4, [depot+8];         // the other bytes begin as 0
  st.u64 [%rd1+8], %rd4;
  st.local.u64 [depot+16], -1;
  st.local.u8 [depot+17], 0;
  ld.local.u64 %rd5, [depot+16];
  ld.local.s8 %rs1, [depot+16];
  cvt.s64.s16 %rd6, %rs1;
  st.u64 [%rd1+16], %rd5;
  st.u64 [%rd1+24], %rd6;
  ret;
}
END
says() # NAME VERDICT BINDING...
{
    printf '%s\n' "${@:3}" >"$work/kept.bind"
    run 0 "$1" import "$work/kept.ptx" -b "$work/kept.bind"
    cp "$work/out" "$work/kept.litmus"
    "$CMCM" check -q "$work/kept.litmus" >"$work/found" 2>&1
    equal "$1" "kept: $2" "$(cat "$work/found")"
}
says "nobody writes it" "Ok (Always, 1 state)" 'launch reads(out)' 'P0 = thread 0' \
    'init { int64_t out; }' 'exists (out=261)'
equal "it is not loaded" 0 "$(grep -c ' ld' "$work/kept.litmus")"
says "a thread writes it" "Ok (Sometimes, 2 states, data-race)" 'launch reads(out)' 'P0 = thread 0' \
    'launch writes()' 'P1 = thread 0' 'init { int64_t out; }' 'exists (out=6)'
says "the binding sets it" "Ok (Always, 1 state)" 'launch reads(out)' 'P0 = thread 0' \
    'init { int64_t out; int64_t limit=7; }' 'exists (out=7)'
says "windows" "Ok (Always, 1 state)" 'launch windows(out), blocks 2, clusters 2, others absent' \
    'P0 = block 0' 'P1 = block 1' 'init { int out[2]; }' \
    'exists (out[0]=10 /\ out[1]=11)'
says "parts" "Ok (Always, 1 state)" 'launch parts(x)' 'P0 = thread 0' \
    'init { int64_t x[3]={0x0123456789abcdef}; }' \
    'exists (x[0]=0x89abcdef01234567 /\ x[1]=0xcdef89ab /\ x[2]=0xcdef89ab45670123)'
says "pieces" "Ok (Always, 1 state)" 'launch pieces(x)' 'P0 = thread 0' \
    'init { int64_t x[4]={0x0123456789abcdef}; }' \
    'exists (x[0]=0x0123456705abcdef /\ x[1]=7 /\ x[2]=-65281 /\ x[3]=-1)'
equal "pieces: no local memory" 0 "$(grep -c depot "$work/kept.litmus")"

# ---- a wait as a compiler that does not optimise writes it: 16 tries, then some with a limit from
# memory, each through moves and a call that asks where the flag lies

cat >"$work/wait.ptx" <<'END'
.version 9.0
.target sm_90
.address_size 64
.global .align 8 .u64 pause = 1000;
.func (.param .b32 try_result) try(.param .b64 try_0)
{
  .reg .pred %p<4>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [try_0];
  isspacep.shared::cluster %p1, %rd1;
  @%p1 bra $near;
  ld.acquire.gpu.u32 %r1, [%rd1];
  mov.u32 %r2, %r1;
  bra $found;
$near:
  ld.acquire.cta.u32 %r2, [%rd1];
$found:
  mov.u32 %r3, %r2;
  setp.ne.s32 %p2, %r3, 0;
  selp.u32 %r4, 1, 0, %p2;
  st.param.b32 [try_result], %r4;
  ret;
}
.visible .entry wait(.param .u64 data, .param .u64 flag, .param .u64 out)
{
  .reg .pred %p<4>;
  .reg .b16 %rs<4>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [data];
  ld.param.u64 %rd2, [flag];
  ld.param.u64 %rd3, [out];
  mov.u32 %r1, %ctaid.x;
  setp.eq.s32 %p1, %r1, 0;
  @%p1 bra $write;
  mov.u32 %r2, 0;
$some:
  {
    .param .b64 param0;
    st.param.b64 [param0+0], %rd2;
    .param .b32 retval0;
    call.uni (retval0), try, (param0);
    ld.param.b32 %r3, [retval0+0];
  }
  cvt.u16.u32 %rs1, %r3;
  setp.ne.s16 %p2, %rs1, 0;
  @%p2 bra $read;
  add.s32 %r2, %r2, 1;
  setp.lt.s32 %p2, %r2, 16;
  @%p2 bra $some;
$more:
  ld.u64 %rd4, [pause];
  setp.eq.s64 %p2, %rd4, 0;
  @%p2 bra $more;
  nanosleep.u32 100;
  {
    .param .b64 param0;
    st.param.b64 [param0+0], %rd2;
    .param .b32 retval0;
    call.uni (retval0), try, (param0);
    ld.param.b32 %r4, [retval0+0];
  }
  mov.u32 %r3, %r4;
  cvt.u16.u32 %rs1, %r3;
  setp.ne.s16 %p2, %rs1, 0;
  @%p2 bra $read;
  bra $more;
$read:
  ld.u32 %r5, [%rd1];
  st.u32 [%rd3], %r5;
  ret;
$write:
  st.u32 [%rd1], 1;
  st.release.gpu.u32 [%rd2], 1;
  ret;
}
END
printf '%s\n' 'launch wait(data, flag, out), blocks 2' 'P0 = block 0' 'P1 = block 1' \
    'exists (out=0)' >"$work/wait.bind"
run 0 "a wait" import "$work/wait.ptx" -b "$work/wait.bind"
cp "$work/out" "$work/wait.litmus"
equal "a wait: tries" 1 "$(grep -c ld.acquire "$work/wait.litmus")"
equal "a wait: moves" 0 "$(grep -c mov "$work/wait.litmus")"
"$CMCM" check -q "$work/wait.litmus" >"$work/found" 2>&1
equal "a wait: what it does" "wait: No (Never, 1 state)" "$(cat "$work/found")"

# ---- clocks that stand still, hints, and names that are taken
cat >"$work/clock.ptx" <<'END'
.version 9.0
.target sm_90
.global .align 4 .u32 r5;
.global .align 4 .u32 place;
.entry clock(.param .u64 clock_0)
{
  .reg .pred %p<4>;
  .reg .b32 %r<20>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [clock_0];
  createpolicy.fractional.L2::evict_last.b64 %rd7, 0f3F800000;
  mov.u64 %rd2, %globaltimer;
wait:
  ld.relaxed.gpu.global.u32 %r5, [%rd1];
  setp.ne.u32 %p1, %r5, 0;
  @%p1 bra seen;
  mov.u64 %rd3, %globaltimer;
  sub.s64 %rd4, %rd3, %rd2;
  setp.gt.u64 %p2, %rd4, 100;
  @%p2 nanosleep.u32 100;
  bra wait;
seen:
  st.global.u32 [place], %r5;
  st.global.u32 [r5], 2;
  ret;
}
END
cat >"$work/clock.bind" <<'END'
launch clock(place), clock 7
P0 = block 0
init { place=3; }
exists (place_0=3 /\ r5_0=2)
END
cat >"$work/expected" <<'END'
PTX clock
(* Imported from clock.ptx:
   P0: clock, block 0, thread 0 *)
{ int place_0; int r5_0; place=3; }
 P0@cta 0,gpu 0                         ;
 L0:                                    ;
 ld.relaxed.gpu.global.u32 r5, [place]  ;
 setp.ne.u32 p1, r5, 0                  ;
 @p1 bra L1                             ;
 bra L0                                 ;
 L1:                                    ;
 st.global.u32 [place_0], r5            ;
 st.global.u32 [r5_0], 2                ;
exists (place_0=3 /\ r5_0=2)
END
run 0 "clocks" import "$work/clock.ptx" -b "$work/clock.bind"
sed 's/ *;$/ ;/' "$work/expected" >"$work/narrow"
sed 's/ *;$/ ;/' "$work/out" >"$work/found"
same "clocks: the test" "$work/narrow" "$work/found"

# ---- initial values: bytes go into elements; rows that lack some; addresses; other files
cat >"$work/values.ptx" <<'END'
.version 9.0
.target sm_90
.global .align 4 .b8 mixed[8] = {1, 2, 255, 255, 0, 1};
.global .align 4 .u32 rows[3][2] = {{1, 2}, {3}};
.global .align 4 .u32 open[][2] = {{4}, {5, 6}};
.global .align 8 .u64 where[2] = {0xff, rows+8};
.global .align 2 .u16 half[2] = {0x8000, 7};
.global .align 8 .f64 real = 0d3FF8000000000000;
.extern .global .align 4 .u32 other;
.entry values()
{
  .reg .b16 %rs<3>;
  .reg .b32 %r<9>;
  .reg .b64 %rd<9>;
  ld.global.u16 %rs1, [mixed+2];
  ld.global.u32 %r1, [mixed+4];
  ld.global.u32 %r2, [rows+8];
  ld.global.u32 %r3, [open+8];
  ld.global.u64 %rd1, [where+8];
  ld.global.u32 %r4, [%rd1];
  ld.global.u32 %r5, [half];
  ld.global.u64 %rd2, [real];
  ld.global.u32 %r6, [other];
  st.global.u32 [other], %r6;
  ret;
}
END
cat >"$work/values.bind" <<'END'
launch values()
P0 = block 0
exists (0:rs1=0xffff /\ 0:r1=256 /\ 0:r2=3 /\ 0:r3=5 /\ 0:r4=3 /\ 0:r5=0x78000 /\
        0:rd2=0x3ff8000000000000 /\ 0:r6=0)
END
cat >"$work/expected" <<'END'
(* Imported from values.ptx:
   P0: values, block 0, thread 0
   Note: `other` is defined in another file: it starts as 0 here *)
{ int16_t mixed[4]={513,-1,256}; int rows[6]={1,2,3,0}; int open[4]={4,0,5,6}; int64_t where[2]={255,rows+8}; int16_t half[2]={-32768,7}; int64_t real=4609434218613702656; int other; }
END
run 0 "initial values" import "$work/values.ptx" -b "$work/values.bind"
sed -n '2,5p' "$work/out" >"$work/found"
same "initial values: the state" "$work/expected" "$work/found"
equal "initial values: a warning" "values.ptx:9:31: warning: \`other\` is defined in another file: it starts as 0 here" \
    "$(head -1 "$work/err" | sed 's|.*/||')"
cp "$work/out" "$work/values.litmus"
"$CMCM" check -q "$work/values.litmus" >"$work/found" 2>&1
equal "initial values: what is read" "values: Ok (Always, 1 state)" "$(cat "$work/found")"
run 3 "initial values, strictly" import --strict "$work/values.ptx" -b "$work/values.bind"
equal "initial values, strictly: standard output" "" "$(cat "$work/out")"

# ---- a kernel that waits for another one, of which the binding does not say which
sed 's/KERNEL/second_waits/; s/ARGUMENT/gpu 0/' "$CMCM_SOURCE/tests/import/pdl.bind" >"$work/pdl.bind"
run 0 "dependent of nobody" import "$CMCM_SOURCE/tests/import/pdl.ptx" --bind "$work/pdl.bind"
contains "dependent of nobody" "$work/err" 'pdl.ptx:48:2: warning: `griddepcontrol.wait` waits for no kernel here'
sed 's/KERNEL/second_waits/; s/ARGUMENT/dependent P0/' "$CMCM_SOURCE/tests/import/pdl.bind" >"$work/pdl.bind"
run 0 "dependent" import "$CMCM_SOURCE/tests/import/pdl.ptx" --bind "$work/pdl.bind"
lacks "dependent" "$work/err" 'waits for no kernel'

# ---- a clock that the launch does not say: it stands still, with a warning
cat >"$work/timer.ptx" <<'END'
.version 9.0
.target sm_90
.entry timer(.param .u64 x)
{
  .reg .pred %p<2>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [x];
  mov.u64 %rd2, %globaltimer;
L:
  mov.u64 %rd3, %globaltimer;
  sub.s64 %rd3, %rd3, %rd2;
  setp.gt.u64 %p1, %rd3, 100;
  @%p1 ret;
  st.global.u32 [%rd1], 1;
  ret;
}
END
printf 'launch timer(x)\nP0 = block 0\nexists (x=1)\n' >"$work/timer.bind"
run 0 "a clock" import "$work/timer.ptx" -b "$work/timer.bind"
contains "a clock: a note" "$work/out" 'Note: `%globaltimer` reads 0 here'
contains "a clock: a warning" "$work/err" '`clock 0` in the launch of `timer` says that this is meant'
contains "a clock: what is left" "$work/out" ' st.global.u32 [x], 1 ;'
run 3 "a clock, strictly" import --strict "$work/timer.ptx" -b "$work/timer.bind"
sed -i 's/(x)/(x), clock 7/' "$work/timer.bind"
run 0 "a clock that is said" import --strict "$work/timer.ptx" -b "$work/timer.bind"

# ---- a structure by value, by the bytes of its parts; no thread named: all run
cat >"$work/parts.ptx" <<'END'
.version 9.0
.target sm_90
.entry parts(.param .align 8 .b8 p[24], .param .u32 n)
{
  .reg .b32 %r<5>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [p];
  ld.param.v2.u32 {%r1, %r2}, [p+8];
  ld.param.u64 %rd2, [p+16];
  ld.param.u32 %r3, [n];
  mov.u32 %r4, %ctaid.x;
  mul.wide.u32 %rd3, %r4, 8;
  add.u64 %rd4, %rd1, %rd3;
  st.global.u64 [%rd4], %rd2;
  st.global.u32 [%rd1+16], %r1;
  st.global.u32 [%rd1+20], %r2;
  st.global.u32 [%rd1+24], %r3;
  ret;
}
END
# parts ARGUMENT: what comes of it.
parts() {
    printf 'launch parts(%s, 9), blocks 2\ninit { int x[7]; }\nexists (true)\n' "$1" >"$work/parts.bind"
}
parts '{0: x, 8: 5, 12: 6, 16: 1, 20: 2}'
run 0 "a structure" import "$work/parts.ptx" -b "$work/parts.bind"
contains "two threads" "$work/out" "P1: parts, block 1, thread 0"
contains "two numbers next to each other" "$work/out" ' st.global.u64 [x+8], 8589934593 (* parts.ptx:14 *)'
contains "the first of two" "$work/out" ' st.global.u32 [x+16], 5 '
parts '{0: x, 8: -1, 12: 6, 16: -1, 20: 2}'
run 0 "negative parts" import "$work/parts.ptx" -b "$work/parts.bind"
contains "a part ends where the next one begins" "$work/out" ' st.global.u64 [x+8], 12884901887 '
contains "a negative part" "$work/out" ' st.global.u32 [x+16], -1 '
parts '{0: x, 8: 5, 12: 6, 16: 1, 20: 2}'
run 0 "a structure again" import "$work/parts.ptx" -b "$work/parts.bind"
contains "the first of two" "$work/out" ' st.global.u32 [x+16], 5 '
contains "the second of two" "$work/out" ' st.global.u32 [x+20], 6 '
# refused_parts WHAT ARGUMENT ERROR
refused_parts() {
    parts "$2"
    run 3 "$1" import "$work/parts.ptx" -b "$work/parts.bind"
    equal "$1" "$3" "$(head -1 "$work/err" | sed 's|.*/||')"
}
refused_parts "a part that is not said" '{0: x, 12: 6, 16: 1}' \
    'parts.bind:1:14: error: the kernel reads `p` from byte 8 on, which the binding does not say, expected {0: ..., 8: ..., 12: ..., 16: ...}'
refused_parts "no parts" x \
    'parts.bind:1:14: error: the kernel reads parameter `p`, which has several parts, expected {0: ..., 8: ..., 12: ..., 16: ...}'
refused_parts "half of an address" '{0: x, 8: 5, 12: 6, 16: 1, 20: x}' \
    'parts.bind:1:45: error: the kernel reads 8 bytes of `p` from byte 16 on, expected a location or numbers'
refused_parts "a byte twice" '{0: x, 0: 5}' 'parts.bind:1:21: error: byte 0 is given twice, expected once'

# ---- local memory is a location of one thread; what is only printed is left out
cat >"$work/local.ptx" <<'END'
.version 9.0
.target sm_90
.global .align 1 .b8 $str[4] = {37, 100, 10, 0};
.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
.entry local(.param .u64 out, .param .u64 in)
{
  .local .align 8 .b8 depot[16];
  .local .align 4 .b8 text[8];
  .reg .b32 %r<9>;
  .reg .b64 %rd<9>;
  mov.u64 %rd1, depot;
  cvta.local.u64 %rd2, %rd1;
  ld.param.u64 %rd3, [in];
  ld.global.u32 %r1, [%rd3];
  st.local.v2.u32 [%rd1+8], {%r1, 7};
  ld.u32 %r2, [%rd2+8];
  and.b32 %r3, %r1, 1;
  mul.wide.u32 %rd4, %r3, 4;
  add.u64 %rd5, %rd1, %rd4;
  cvta.local.u64 %rd4, %rd5;
  cvta.to.local.u64 %rd5, %rd4;
  ld.local.u32 %r4, [%rd5+8];
  mov.u64 %rd6, text;
  st.local.u32 [%rd6], %r4;
  st.local.u32 [%rd6+4], 5;
  { .param .b64 a; .param .b64 b; .param .b32 c;
    mov.u64 %rd7, $str;
    st.param.b64 [a], %rd7;
    st.param.b64 [b], %rd6;
    call.uni (c), vprintf, (a, b); }
  add.u32 %r5, %r2, %r4;
  ld.param.u64 %rd8, [out];
  st.global.u32 [%rd8], %r5;
  ret;
}
END
cat >"$work/local.bind" <<'END'
launch local(x, y), blocks 2
P0 = block 0
P1 = block 1
init { int y=3; }
exists (x=10)
END
cat >"$work/expected" <<'END'
Launch=0 1
{ int depot[4]; int depot_0[4]; int y=3; }
 P0@cta 0,gpu 0                                  | P1@cta 1,gpu 0                                    ;
 ld.global.u32 r1, [y] (* local.ptx:14 *)        | ld.global.u32 r1, [y] (* local.ptx:14 *)          ;
 st.v2.u32 [depot+8], {r1, 7} (* local.ptx:15 *) | st.v2.u32 [depot_0+8], {r1, 7} (* local.ptx:15 *) ;
 ld.u32 r2, [depot+8] (* local.ptx:16 *)         | ld.u32 r2, [depot_0+8] (* local.ptx:16 *)         ;
END
run 0 "local memory" import "$work/local.ptx" -b "$work/local.bind"
sed -n '5,10p' "$work/out" >"$work/found"
same "local memory: the test" "$work/expected" "$work/found"
lacks "what is printed" "$work/out" "text"
lacks "the format" "$work/out" "_str"
cp "$work/out" "$work/local.litmus"
run 0 "local memory: checked" check -q "$work/local.litmus"
equal "local memory: what comes out" "local: Ok (Always, 1 state, data-race)" "$(cat "$work/out")"

# An index that memory decides, as a factor: 4 * 2 bytes on from an array's beginning, in global memory
# (a product of twice the width, one of 64 bits) and in shared memory.
element() { # product and sum; space and address of the load
    cat <<END
// cmcm: launch element(x, a, out), blocks 1, threads 1
// cmcm: init x = 2
// cmcm: init a[4] = {0, 10, 20, 30}
// cmcm: forall out == 20
.version 9.0
.target sm_90
.address_size 64
.visible .entry element(.param .u64 px, .param .u64 pa, .param .u64 pout)
{
  .reg .b32 %r<5>;
  .reg .b64 %rd<6>;
  .shared .align 4 .b8 own[16];
  ld.param.u64 %rd1, [px];
  ld.param.u64 %rd2, [pa];
  ld.param.u64 %rd3, [pout];
  mov.u32 %r3, own;
  st.shared.u32 [%r3+8], 20;
  ld.global.u32 %r1, [%rd1];
  cvt.u64.u32 %rd4, %r1;
  $1;
  ld.$2.u32 %r2, [$3];
  st.global.u32 [%rd3], %r2;
  ret;
}
END
}
element 'mad.wide.u32 %rd5, %r1, 4, %rd2' global %rd5 >"$work/wide.ptx"
element 'mad.lo.u64 %rd5, %rd4, 4, %rd2' global %rd5 >"$work/long.ptx"
element 'mad.lo.s32 %r4, %r1, 4, %r3' shared %r4 >"$work/own.ptx"
for kernel in wide long own; do
    run 0 "an index as a factor, $kernel" check -q "$work/$kernel.ptx"
    equal "an index as a factor, $kernel" "$kernel: Ok (Always, 1 state)" "$(cat "$work/out")"
done

# Three hours, in nanoseconds, pass as well as a thousand cycles do.
cat >"$work/hours.ptx" <<'END'
// cmcm: launch hours(out), blocks 1, threads 1, clock 0
// cmcm: forall out == 1
.version 9.0
.target sm_90
.address_size 64
.visible .entry hours(.param .u64 pout)
{
  .reg .pred %p<2>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [pout];
  mov.u64 %rd2, %globaltimer;
L:
  mov.u64 %rd3, %globaltimer;
  sub.s64 %rd4, %rd3, %rd2;
  setp.lt.s64 %p1, %rd4, 10800000000000;
  @%p1 bra L;
  st.global.u32 [%rd1], 1;
  ret;
}
END
run 0 "hours" check -q "$work/hours.ptx"
equal "hours" "hours: Ok (Always, 1 state)" "$(cat "$work/out")"

# A predicate that is stored as a bool and read again is that predicate; that it is stored as its
# opposite is not lost, and a predicate that is set anew is another one.
cat >"$work/truth.ptx" <<'END'
// cmcm: launch truth(flag, out), blocks 1, threads 1
// cmcm: init flag = 1
// cmcm: forall out == 6
.version 9.0
.target sm_90
.address_size 64
.visible .entry truth(.param .u64 pflag, .param .u64 pout)
{
  .reg .pred %p<6>;
  .reg .b16 %rs<3>;
  .reg .b32 %r<9>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [pflag];
  ld.param.u64 %rd2, [pout];
  ld.relaxed.gpu.u32 %r1, [%rd1];
  setp.eq.s32 %p1, %r1, 0;
  mov.b32 %r2, %r1;
  st.global.u32 [%rd2], %r2;
  selp.u32 %r2, 0, 1, %p1;
  cvt.u16.u32 %rs1, %r2;
  cvt.s32.s8 %r3, %rs1;
  setp.eq.s32 %p2, %r3, 0;
  not.pred %p3, %p2;
  mov.b32 %r5, 0;
  @%p3 bra A;
  mov.b32 %r5, 8;
A:
  setp.ne.s32 %p1, %r1, 0;
  setp.ne.s16 %p4, %rs1, 1;
  @%p4 bra B;
  add.s32 %r5, %r5, 2;
B:
  @!%p1 bra C;
  add.s32 %r5, %r5, 4;
C:
  st.global.u32 [%rd2], %r5;
  ret;
}
END
run 0 "truth" check -q "$work/truth.ptx"
equal "truth" "truth: Ok (Always, 1 state)" "$(cat "$work/out")"
run 0 "truth" import "$work/truth.ptx"
contains "truth" "$work/out" '@!p1 bra'
checks=$((checks + 1))
! grep -qF 'cvt.s32' "$work/out" || fail "truth: what nobody reads stays"

finish
