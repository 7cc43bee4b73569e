target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@box = internal global ptr null, align 8
@word = internal global i32 0, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %atomic-temp = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %thread, ptr noundef null, ptr noundef @maker, ptr noundef null), !dbg !13
  %0 = load atomic i64, ptr @box seq_cst, align 8, !dbg !14
  store i64 %0, ptr %atomic-temp, align 8, !dbg !14
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !14
  store i32 1, ptr %.atomictmp, align 4, !dbg !14
  %2 = load i32, ptr %.atomictmp, align 4, !dbg !14
  store atomic i32 %2, ptr %1 seq_cst, align 4, !dbg !14
  %3 = load i64, ptr %thread, align 8, !dbg !21
  %call1 = call i32 @pthread_join(i64 noundef %3, ptr noundef null), !dbg !24
  ret i32 0, !dbg !26
}
define internal ptr @maker(ptr noundef %unused) !dbg !29 {
entry:
  %unused.addr = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !30
  store ptr @word, ptr %.atomictmp, align 8, !dbg !31
  %1 = load i64, ptr %.atomictmp, align 8, !dbg !31
  store atomic i64 %1, ptr @box seq_cst, align 8, !dbg !31
  ret ptr null, !dbg !32
}
!1 = !DIFile(filename: "null.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 16, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 19, column: 5, scope: !9)
!14 = !DILocation(line: 20, column: 5, scope: !9)
!21 = !DILocation(line: 21, column: 18, scope: !9)
!24 = !DILocation(line: 21, column: 5, scope: !9)
!26 = !DILocation(line: 22, column: 5, scope: !9)
!29 = distinct !DISubprogram(name: "maker", scope: !1, file: !1, line: 9, scopeLine: 10, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!30 = !DILocation(line: 11, column: 11, scope: !29)
!31 = !DILocation(line: 12, column: 5, scope: !29)
!32 = !DILocation(line: 13, column: 5, scope: !29)
