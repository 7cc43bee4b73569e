target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, i32 }
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
  %value = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 0, !dbg !27
  %4 = load i32, ptr %value, align 4, !dbg !27
  %5 = load ptr, ptr %found, align 8, !dbg !30
  %priority = getelementptr inbounds %struct.node, ptr %5, i32 0, i32 1, !dbg !31
  %6 = load i32, ptr %priority, align 4, !dbg !31
  %add = add nsw i32 %4, %6, !dbg !33
  store i32 %add, ptr %seen, align 4, !dbg !34
  br label %if.end, !dbg !35
if.end:
  %7 = load i64, ptr %thread, align 8, !dbg !36
  %call1 = call i32 @pthread_join(i64 noundef %7, ptr noundef null), !dbg !39
  %8 = load i32, ptr %seen, align 4, !dbg !40
  ret i32 %8, !dbg !42
}
define internal ptr @maker(ptr noundef %unused) !dbg !45 {
entry:
  %unused.addr = alloca ptr, align 8
  %made = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %call = call noalias ptr @malloc(i64 noundef 8), !dbg !47
  store ptr %call, ptr %made, align 8, !dbg !48
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !49
  %1 = load ptr, ptr %made, align 8, !dbg !50
  %value = getelementptr inbounds %struct.node, ptr %1, i32 0, i32 0, !dbg !51
  store i32 1, ptr %value, align 4, !dbg !52
  %2 = load ptr, ptr %made, align 8, !dbg !53
  store ptr %2, ptr %.atomictmp, align 8, !dbg !53
  %3 = load i64, ptr %.atomictmp, align 8, !dbg !53
  store atomic i64 %3, ptr @box seq_cst, align 8, !dbg !53
  ret ptr null, !dbg !55
}
!1 = !DIFile(filename: "unset.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 25, scopeLine: 26, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!14 = !DILocation(line: 28, column: 9, scope: !9)
!19 = !DILocation(line: 29, column: 5, scope: !9)
!21 = !DILocation(line: 30, column: 26, scope: !9)
!24 = !DILocation(line: 30, column: 18, scope: !9)
!25 = !DILocation(line: 31, column: 9, scope: !9)
!26 = !DILocation(line: 32, column: 16, scope: !9)
!27 = !DILocation(line: 32, column: 23, scope: !9)
!30 = !DILocation(line: 32, column: 31, scope: !9)
!31 = !DILocation(line: 32, column: 38, scope: !9)
!33 = !DILocation(line: 32, column: 29, scope: !9)
!34 = !DILocation(line: 32, column: 14, scope: !9)
!35 = !DILocation(line: 32, column: 9, scope: !9)
!36 = !DILocation(line: 33, column: 18, scope: !9)
!39 = !DILocation(line: 33, column: 5, scope: !9)
!40 = !DILocation(line: 34, column: 12, scope: !9)
!42 = !DILocation(line: 34, column: 5, scope: !9)
!45 = distinct !DISubprogram(name: "maker", scope: !1, file: !1, line: 16, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!47 = !DILocation(line: 18, column: 25, scope: !45)
!48 = !DILocation(line: 18, column: 18, scope: !45)
!49 = !DILocation(line: 19, column: 11, scope: !45)
!50 = !DILocation(line: 20, column: 5, scope: !45)
!51 = !DILocation(line: 20, column: 11, scope: !45)
!52 = !DILocation(line: 20, column: 17, scope: !45)
!53 = !DILocation(line: 21, column: 5, scope: !45)
!55 = !DILocation(line: 22, column: 5, scope: !45)
