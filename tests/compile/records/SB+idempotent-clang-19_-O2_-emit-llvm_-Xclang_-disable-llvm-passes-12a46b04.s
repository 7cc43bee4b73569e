# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 -O2 -emit-llvm -Xclang -disable-llvm-passes -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 4610654e
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P0(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3) #0 {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #2
  store i32 0, ptr %9, align 4
  %14 = load ptr, ptr %6, align 8
  store i32 1, ptr %10, align 4
  %15 = load i32, ptr %10, align 4
  store atomic i32 %15, ptr %14 monotonic, align 4
  fence release
  %16 = load ptr, ptr %5, align 8
  store i32 0, ptr %11, align 4
  %17 = load i32, ptr %11, align 4
  %18 = atomicrmw add ptr %16, i32 %17 monotonic, align 4
  store i32 %18, ptr %12, align 4
  %19 = load i32, ptr %12, align 4
  fence acquire
  %20 = load ptr, ptr %7, align 8
  %21 = load atomic i32, ptr %20 monotonic, align 4
  store i32 %21, ptr %13, align 4
  %22 = load i32, ptr %13, align 4
  store i32 %22, ptr %9, align 4
  %23 = load i32, ptr %9, align 4
  %24 = load ptr, ptr %8, align 8
  store i32 %23, ptr %24, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #2
  ret void
}
# unit P1 2b4916a5
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P1(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3) #0 {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #2
  store i32 0, ptr %9, align 4
  %14 = load ptr, ptr %7, align 8
  store i32 1, ptr %10, align 4
  %15 = load i32, ptr %10, align 4
  store atomic i32 %15, ptr %14 monotonic, align 4
  fence release
  %16 = load ptr, ptr %5, align 8
  store i32 0, ptr %11, align 4
  %17 = load i32, ptr %11, align 4
  %18 = atomicrmw add ptr %16, i32 %17 monotonic, align 4
  store i32 %18, ptr %12, align 4
  %19 = load i32, ptr %12, align 4
  fence acquire
  %20 = load ptr, ptr %6, align 8
  %21 = load atomic i32, ptr %20 monotonic, align 4
  store i32 %21, ptr %13, align 4
  %22 = load i32, ptr %13, align 4
  store i32 %22, ptr %9, align 4
  %23 = load i32, ptr %9, align 4
  %24 = load ptr, ptr %8, align 8
  store i32 %23, ptr %24, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #2
  ret void
}
# unit P0 bare 3cc4e709
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P0(ptr noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #2
  store i32 0, ptr %7, align 4
  %12 = load ptr, ptr %5, align 8
  store i32 1, ptr %8, align 4
  %13 = load i32, ptr %8, align 4
  store atomic i32 %13, ptr %12 monotonic, align 4
  fence release
  %14 = load ptr, ptr %4, align 8
  store i32 0, ptr %9, align 4
  %15 = load i32, ptr %9, align 4
  %16 = atomicrmw add ptr %14, i32 %15 monotonic, align 4
  store i32 %16, ptr %10, align 4
  %17 = load i32, ptr %10, align 4
  fence acquire
  %18 = load ptr, ptr %6, align 8
  %19 = load atomic i32, ptr %18 monotonic, align 4
  store i32 %19, ptr %11, align 4
  %20 = load i32, ptr %11, align 4
  store i32 %20, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #2
  ret void
}
# unit P1 bare 1eb060c4
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P1(ptr noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #2
  store i32 0, ptr %7, align 4
  %12 = load ptr, ptr %6, align 8
  store i32 1, ptr %8, align 4
  %13 = load i32, ptr %8, align 4
  store atomic i32 %13, ptr %12 monotonic, align 4
  fence release
  %14 = load ptr, ptr %4, align 8
  store i32 0, ptr %9, align 4
  %15 = load i32, ptr %9, align 4
  %16 = atomicrmw add ptr %14, i32 %15 monotonic, align 4
  store i32 %16, ptr %10, align 4
  %17 = load i32, ptr %10, align 4
  fence acquire
  %18 = load ptr, ptr %5, align 8
  %19 = load atomic i32, ptr %18 monotonic, align 4
  store i32 %19, ptr %11, align 4
  %20 = load i32, ptr %11, align 4
  store i32 %20, ptr %7, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #2
  ret void
}
