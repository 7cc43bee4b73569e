# Debian clang version 14.0.6
# clang-14 -O2 -emit-llvm -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 3c38dc60
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P0(i32* nocapture noundef writeonly %0, i32* nocapture noundef writeonly %1) local_unnamed_addr #0 {
  store atomic i32 1, i32* %0 monotonic, align 4
  store atomic i32 1, i32* %1 release, align 4
  ret void
}
# unit P1 396de3d3
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P1(i32* nocapture noundef readonly %0, i32* nocapture noundef writeonly %1, i32* nocapture noundef writeonly %2) local_unnamed_addr #0 {
  store atomic i32 2, i32* %1 release, align 4
  fence acquire
  %4 = load atomic i32, i32* %0 monotonic, align 4
  store i32 %4, i32* %2, align 4
  ret void
}
# unit P1 bare bade368c
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P1(i32* nocapture noundef readonly %0, i32* nocapture noundef writeonly %1) local_unnamed_addr #0 {
  store atomic i32 2, i32* %1 release, align 4
  fence acquire
  %3 = load atomic i32, i32* %0 monotonic, align 4
  ret void
}
