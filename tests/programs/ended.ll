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
  %call = call i32 @pthread_create(ptr noundef %thread, ptr noundef null, ptr noundef @owner, ptr noundef null), !dbg !13
  %0 = load atomic i64, ptr @box seq_cst, align 8, !dbg !15
  store i64 %0, ptr %atomic-temp, align 8, !dbg !15
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !15
  store ptr %1, ptr %found, align 8, !dbg !20
  %2 = load ptr, ptr %found, align 8, !dbg !21
  %tobool = icmp ne ptr %2, null, !dbg !21
  br i1 %tobool, label %if.then, label %if.end, !dbg !21
if.then:
  %3 = load ptr, ptr %found, align 8, !dbg !22
  store i32 1, ptr %.atomictmp, align 4, !dbg !22
  %4 = load i32, ptr %.atomictmp, align 4, !dbg !22
  store atomic i32 %4, ptr %3 seq_cst, align 4, !dbg !22
  br label %if.end, !dbg !22
if.end:
  %5 = load i64, ptr %thread, align 8, !dbg !25
  %call1 = call i32 @pthread_join(i64 noundef %5, ptr noundef null), !dbg !28
  ret i32 0, !dbg !30
}
define internal ptr @owner(ptr noundef %unused) !dbg !33 {
entry:
  %unused.addr = alloca ptr, align 8
  %own = alloca i32, align 4
  %.atomictmp = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  store i32 0, ptr %own, align 4, !dbg !35
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !37
  store ptr %own, ptr %.atomictmp, align 8, !dbg !38
  %1 = load i64, ptr %.atomictmp, align 8, !dbg !38
  store atomic i64 %1, ptr @box seq_cst, align 8, !dbg !38
  ret ptr null, !dbg !40
}
!1 = !DIFile(filename: "ended.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 16, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 19, column: 5, scope: !9)
!15 = !DILocation(line: 20, column: 25, scope: !9)
!20 = !DILocation(line: 20, column: 17, scope: !9)
!21 = !DILocation(line: 21, column: 9, scope: !9)
!22 = !DILocation(line: 22, column: 9, scope: !9)
!25 = !DILocation(line: 23, column: 18, scope: !9)
!28 = !DILocation(line: 23, column: 5, scope: !9)
!30 = !DILocation(line: 24, column: 5, scope: !9)
!33 = distinct !DISubprogram(name: "owner", scope: !1, file: !1, line: 8, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!35 = !DILocation(line: 10, column: 16, scope: !33)
!37 = !DILocation(line: 11, column: 11, scope: !33)
!38 = !DILocation(line: 12, column: 5, scope: !33)
!40 = !DILocation(line: 13, column: 5, scope: !33)
