target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@slots = internal global [2 x i32] zeroinitializer, align 4
@next = internal global i32 0, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %thread, ptr noundef null, ptr noundef @taker, ptr noundef null), !dbg !13
  %call1 = call ptr @taker(ptr noundef null), !dbg !14
  %0 = load i64, ptr %thread, align 8, !dbg !15
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !20
  ret i32 0, !dbg !22
}
define internal ptr @taker(ptr noundef %unused) !dbg !25 {
entry:
  %unused.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !28
  store i32 1, ptr %.atomictmp, align 4, !dbg !29
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !29
  %2 = atomicrmw add ptr @next, i32 %1 seq_cst, align 4, !dbg !29
  store i32 %2, ptr %atomic-temp, align 4, !dbg !29
  %3 = load i32, ptr %atomic-temp, align 4, !dbg !29
  %idxprom = sext i32 %3 to i64, !dbg !32
  %arrayidx = getelementptr inbounds [2 x i32], ptr @slots, i64 0, i64 %idxprom, !dbg !32
  store i32 1, ptr %arrayidx, align 4, !dbg !33
  ret ptr null, !dbg !34
}
!1 = !DIFile(filename: "slots.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 20, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 23, column: 5, scope: !9)
!14 = !DILocation(line: 24, column: 5, scope: !9)
!15 = !DILocation(line: 25, column: 18, scope: !9)
!20 = !DILocation(line: 25, column: 5, scope: !9)
!22 = !DILocation(line: 26, column: 5, scope: !9)
!25 = distinct !DISubprogram(name: "taker", scope: !1, file: !1, line: 13, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!28 = !DILocation(line: 15, column: 11, scope: !25)
!29 = !DILocation(line: 16, column: 11, scope: !25)
!32 = !DILocation(line: 16, column: 5, scope: !25)
!33 = !DILocation(line: 16, column: 39, scope: !25)
!34 = !DILocation(line: 17, column: 5, scope: !25)
