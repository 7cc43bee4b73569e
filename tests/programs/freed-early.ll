target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@box = internal global ptr null, align 8
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %seen = alloca i32, align 4
  %found = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  store i32 0, ptr %retval, align 4
  store i32 0, ptr %seen, align 4, !dbg !14
  %call = call i32 @pthread_create(ptr noundef %thread, ptr noundef null, ptr noundef @maker, ptr noundef null), !dbg !19
  %0 = load atomic i64, ptr @box seq_cst, align 8, !dbg !21
  store i64 %0, ptr %atomic-temp, align 8, !dbg !21
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !21
  store ptr %1, ptr %found, align 8, !dbg !24
  %2 = load ptr, ptr %found, align 8, !dbg !25
  %tobool = icmp ne ptr %2, null, !dbg !25
  br i1 %tobool, label %if.then, label %if.end, !dbg !25
if.then:
  %3 = load ptr, ptr %found, align 8, !dbg !26
  %4 = load i32, ptr %3, align 4, !dbg !27
  store i32 %4, ptr %seen, align 4, !dbg !28
  br label %if.end, !dbg !29
if.end:
  %5 = load i64, ptr %thread, align 8, !dbg !30
  %call1 = call i32 @pthread_join(i64 noundef %5, ptr noundef null), !dbg !33
  %6 = load i32, ptr %seen, align 4, !dbg !34
  ret i32 %6, !dbg !36
}
define internal ptr @maker(ptr noundef %unused) !dbg !39 {
entry:
  %unused.addr = alloca ptr, align 8
  %made = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %call = call noalias ptr @malloc(i64 noundef 4), !dbg !41
  store ptr %call, ptr %made, align 8, !dbg !42
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !43
  %1 = load ptr, ptr %made, align 8, !dbg !44
  store i32 42, ptr %1, align 4, !dbg !45
  %2 = load ptr, ptr %made, align 8, !dbg !46
  store ptr %2, ptr %.atomictmp, align 8, !dbg !46
  %3 = load i64, ptr %.atomictmp, align 8, !dbg !46
  store atomic i64 %3, ptr @box seq_cst, align 8, !dbg !46
  %4 = load ptr, ptr %made, align 8, !dbg !47
  call void @free(ptr noundef %4), !dbg !48
  ret ptr null, !dbg !50
}
!1 = !DIFile(filename: "freed-early.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 18, scopeLine: 19, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!14 = !DILocation(line: 21, column: 9, scope: !9)
!19 = !DILocation(line: 22, column: 5, scope: !9)
!21 = !DILocation(line: 23, column: 18, scope: !9)
!24 = !DILocation(line: 23, column: 10, scope: !9)
!25 = !DILocation(line: 24, column: 9, scope: !9)
!26 = !DILocation(line: 25, column: 17, scope: !9)
!27 = !DILocation(line: 25, column: 16, scope: !9)
!28 = !DILocation(line: 25, column: 14, scope: !9)
!29 = !DILocation(line: 25, column: 9, scope: !9)
!30 = !DILocation(line: 26, column: 18, scope: !9)
!33 = !DILocation(line: 26, column: 5, scope: !9)
!34 = !DILocation(line: 27, column: 12, scope: !9)
!36 = !DILocation(line: 27, column: 5, scope: !9)
!39 = distinct !DISubprogram(name: "maker", scope: !1, file: !1, line: 8, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!41 = !DILocation(line: 10, column: 17, scope: !39)
!42 = !DILocation(line: 10, column: 10, scope: !39)
!43 = !DILocation(line: 11, column: 11, scope: !39)
!44 = !DILocation(line: 12, column: 6, scope: !39)
!45 = !DILocation(line: 12, column: 11, scope: !39)
!46 = !DILocation(line: 13, column: 5, scope: !39)
!47 = !DILocation(line: 14, column: 10, scope: !39)
!48 = !DILocation(line: 14, column: 5, scope: !39)
!50 = !DILocation(line: 15, column: 5, scope: !39)
