# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 -O2 -emit-llvm -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 4610654e
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P0(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3) local_unnamed_addr #0 {
  store atomic i32 1, ptr %1 monotonic, align 4
  fence release
  %5 = atomicrmw or ptr %0, i32 0 monotonic, align 4
  fence acquire
  %6 = load atomic i32, ptr %2 monotonic, align 4
  store i32 %6, ptr %3, align 4
  ret void
}
# unit P1 2b4916a5
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P1(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2, ptr nocapture noundef writeonly %3) local_unnamed_addr #0 {
  store atomic i32 1, ptr %2 monotonic, align 4
  fence release
  %5 = atomicrmw or ptr %0, i32 0 monotonic, align 4
  fence acquire
  %6 = load atomic i32, ptr %1 monotonic, align 4
  store i32 %6, ptr %3, align 4
  ret void
}
# unit P0 bare 3cc4e709
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P0(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, ptr nocapture noundef readonly %2) local_unnamed_addr #0 {
  store atomic i32 1, ptr %1 monotonic, align 4
  fence release
  %4 = atomicrmw or ptr %0, i32 0 monotonic, align 4
  fence acquire
  %5 = load atomic i32, ptr %2 monotonic, align 4
  ret void
}
# unit P1 bare 1eb060c4
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P1(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #0 {
  store atomic i32 1, ptr %2 monotonic, align 4
  fence release
  %4 = atomicrmw or ptr %0, i32 0 monotonic, align 4
  fence acquire
  %5 = load atomic i32, ptr %1 monotonic, align 4
  ret void
}
