target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@box = internal global ptr null, align 8
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %found = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %thread, ptr noundef null, ptr noundef @maker, ptr noundef null), !dbg !13
  %0 = load atomic i64, ptr @box acquire, align 8, !dbg !15
  store i64 %0, ptr %atomic-temp, align 8, !dbg !15
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !15
  store ptr %1, ptr %found, align 8, !dbg !20
  %2 = load ptr, ptr %found, align 8, !dbg !21
  %tobool = icmp ne ptr %2, null, !dbg !21
  br i1 %tobool, label %if.then, label %if.end, !dbg !21
if.then:
  %3 = load ptr, ptr %found, align 8, !dbg !22
  store i32 1, ptr %.atomictmp, align 4, !dbg !23
  %4 = load i32, ptr %.atomictmp, align 4, !dbg !23
  store atomic i32 %4, ptr %3 monotonic, align 4, !dbg !23
  br label %if.end, !dbg !23
if.end:
  %5 = load i64, ptr %thread, align 8, !dbg !26
  %call1 = call i32 @pthread_join(i64 noundef %5, ptr noundef null), !dbg !29
  ret i32 0, !dbg !31
}
define internal ptr @maker(ptr noundef %unused) !dbg !34 {
entry:
  %unused.addr = alloca ptr, align 8
  %made = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %call = call noalias ptr @calloc(i64 noundef 1, i64 noundef 4), !dbg !36
  store ptr %call, ptr %made, align 8, !dbg !37
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !38
  %1 = load ptr, ptr %made, align 8, !dbg !39
  store ptr %1, ptr %.atomictmp, align 8, !dbg !40
  %2 = load i64, ptr %.atomictmp, align 8, !dbg !40
  store atomic i64 %2, ptr @box release, align 8, !dbg !40
  ret ptr null, !dbg !42
}
!1 = !DIFile(filename: "unborn.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 20, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 23, column: 5, scope: !9)
!15 = !DILocation(line: 24, column: 25, scope: !9)
!20 = !DILocation(line: 24, column: 17, scope: !9)
!21 = !DILocation(line: 25, column: 9, scope: !9)
!22 = !DILocation(line: 26, column: 31, scope: !9)
!23 = !DILocation(line: 26, column: 9, scope: !9)
!26 = !DILocation(line: 27, column: 18, scope: !9)
!29 = !DILocation(line: 27, column: 5, scope: !9)
!31 = !DILocation(line: 28, column: 5, scope: !9)
!34 = distinct !DISubprogram(name: "maker", scope: !1, file: !1, line: 12, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!36 = !DILocation(line: 14, column: 24, scope: !34)
!37 = !DILocation(line: 14, column: 17, scope: !34)
!38 = !DILocation(line: 15, column: 11, scope: !34)
!39 = !DILocation(line: 16, column: 33, scope: !34)
!40 = !DILocation(line: 16, column: 5, scope: !34)
!42 = !DILocation(line: 17, column: 5, scope: !34)
