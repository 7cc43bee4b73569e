# Debian clang version 14.0.6
# clang-14 -O2 -emit-llvm -Xclang -disable-llvm-passes -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 3c38dc60
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P0(i32* noundef %0, i32* noundef %1) #0 {
  %3 = alloca i32*, align 8
  %4 = alloca i32*, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store i32* %0, i32** %3, align 8
  store i32* %1, i32** %4, align 8
  %7 = load i32*, i32** %3, align 8
  store i32 1, i32* %5, align 4
  %8 = load i32, i32* %5, align 4
  store atomic i32 %8, i32* %7 monotonic, align 4
  %9 = load i32*, i32** %4, align 8
  store i32 1, i32* %6, align 4
  %10 = load i32, i32* %6, align 4
  store atomic i32 %10, i32* %9 release, align 4
  ret void
}
# unit P1 396de3d3
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P1(i32* noundef %0, i32* noundef %1, i32* noundef %2) #0 {
  %4 = alloca i32*, align 8
  %5 = alloca i32*, align 8
  %6 = alloca i32*, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  store i32* %0, i32** %4, align 8
  store i32* %1, i32** %5, align 8
  store i32* %2, i32** %6, align 8
  %11 = bitcast i32* %7 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %11) #2
  store i32 0, i32* %7, align 4
  %12 = load i32*, i32** %5, align 8
  store i32 2, i32* %8, align 4
  %13 = load i32, i32* %8, align 4
  %14 = atomicrmw xchg i32* %12, i32 %13 release, align 4
  store i32 %14, i32* %9, align 4
  %15 = load i32, i32* %9, align 4
  fence acquire
  %16 = load i32*, i32** %4, align 8
  %17 = load atomic i32, i32* %16 monotonic, align 4
  store i32 %17, i32* %10, align 4
  %18 = load i32, i32* %10, align 4
  store i32 %18, i32* %7, align 4
  %19 = load i32, i32* %7, align 4
  %20 = load i32*, i32** %6, align 8
  store i32 %19, i32* %20, align 4
  %21 = bitcast i32* %7 to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %21) #2
  ret void
}
# unit P1 bare bade368c
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define dso_local void @P1(i32* noundef %0, i32* noundef %1) #0 {
  %3 = alloca i32*, align 8
  %4 = alloca i32*, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store i32* %0, i32** %3, align 8
  store i32* %1, i32** %4, align 8
  %9 = bitcast i32* %5 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %9) #2
  store i32 0, i32* %5, align 4
  %10 = load i32*, i32** %4, align 8
  store i32 2, i32* %6, align 4
  %11 = load i32, i32* %6, align 4
  %12 = atomicrmw xchg i32* %10, i32 %11 release, align 4
  store i32 %12, i32* %7, align 4
  %13 = load i32, i32* %7, align 4
  fence acquire
  %14 = load i32*, i32** %3, align 8
  %15 = load atomic i32, i32* %14 monotonic, align 4
  store i32 %15, i32* %8, align 4
  %16 = load i32, i32* %8, align 4
  store i32 %16, i32* %5, align 4
  %17 = bitcast i32* %5 to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %17) #2
  ret void
}
