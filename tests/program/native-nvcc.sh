#!/bin/bash
# The .ptx files of tests/import are what nvcc makes of the sources beside them: compiled anew
# by the same release and compared, up to comments, which have its build. Skipped elsewhere.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/import" || exit 1
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
[ -x "$nvcc" ] || skip "no nvcc"
release=$(sed -n 's|^// Cuda compilation tools, ||p' flag.ptx)
"$nvcc" --version >"$work/version"
grep -qF "${release%, V*}" "$work/version" || skip "another nvcc than that of $release"

compile() {
    "$nvcc" -arch=sm_90 -std=c++17 -ptx "$1" -o "$work/${1%.cu}.ptx" 2>"$work/$1.err"
}
pids=()
for source in *.cu; do
    compile "$source" &
    pids+=($!)
    [ $((${#pids[@]} % 2)) -ne 0 ] || wait "${pids[@]}"
done
wait "${pids[@]}"
for source in *.cu; do
    kernel=${source%.cu}.ptx
    grep -v '^//' "$kernel" >"$work/expected"
    grep -v '^//' "$work/$kernel" >"$work/found"
    same "$source" "$work/expected" "$work/found"
done
finish
