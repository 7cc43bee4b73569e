#!/bin/sh
# Records anew what the compilers of compile/known.txt write, without what the reader skips.
cd "$(dirname "$0")" || exit 1
"${CMCM:-cmcm}" compile-check --self-test --record records
sed -Ei -f ../assembly/skipped.sed records/*.s
sed -Ei -f amdgcn-skipped.sed records/*amdgcn*.s
sed -Ei '/^(; |source_filename|attributes|declare|!)/d; s/, !tbaa ![0-9]+$//' records/*emit-llvm*.s
