#!/bin/bash
# cmake/CmcmCheck.cmake: a project's kernels become tests of ctest, right and wrong ones.
. "$(dirname "$0")/lib.sh"
command -v cmake >"$work/which" || { echo "no cmake"; exit 77; }
mkdir "$work/project" && cd "$work/project" || exit 1
cp "$CMCM_SOURCE"/tests/import/own/{backoff,histogram}.ptx "$CMCM_SOURCE"/tests/import/public/nccl_ll.ptx .
cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.18)
project(kernels NONE)
enable_testing()
include($CMCM_SOURCE/cmake/CmcmCheck.cmake)
cmcm_check(own backoff.ptx histogram.ptx)
cmcm_check(public nccl_ll.ptx)
cmcm_check(known nccl_ll.ptx ASSERT allowed)
END
cmake -B build -DCMCM_PROGRAM="$CMCM" >"$work/out" 2>&1 || fail "not configured"
ctest --test-dir build >"$work/out" 2>&1
contains "ctest" "$work/out" '75% tests passed, 1 tests failed out of 4'
contains "ctest" "$work/out" 'public.nccl_ll.ptx (Failed)'
finish
