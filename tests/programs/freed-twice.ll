target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@box = internal global ptr null, align 8
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %.atomictmp = alloca ptr, align 8
  store i32 0, ptr %retval, align 4
  %call = call noalias ptr @malloc(i64 noundef 4), !dbg !13
  store ptr %call, ptr %.atomictmp, align 8, !dbg !13
  %0 = load i64, ptr %.atomictmp, align 8, !dbg !13
  store atomic i64 %0, ptr @box seq_cst, align 8, !dbg !13
  %call1 = call i32 @pthread_create(ptr noundef %thread, ptr noundef null, ptr noundef @cleaner, ptr noundef null), !dbg !18
  %call2 = call ptr @cleaner(ptr noundef null), !dbg !19
  %1 = load i64, ptr %thread, align 8, !dbg !20
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !23
  ret i32 0, !dbg !25
}
define internal ptr @cleaner(ptr noundef %unused) !dbg !30 {
entry:
  %unused.addr = alloca ptr, align 8
  %found = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load atomic i64, ptr @box seq_cst, align 8, !dbg !32
  store i64 %0, ptr %atomic-temp, align 8, !dbg !32
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !32
  store ptr %1, ptr %found, align 8, !dbg !33
  %2 = load ptr, ptr %unused.addr, align 8, !dbg !34
  %3 = load ptr, ptr %found, align 8, !dbg !35
  %tobool = icmp ne ptr %3, null, !dbg !35
  br i1 %tobool, label %if.then, label %if.end, !dbg !35
if.then:
  store ptr null, ptr %.atomictmp, align 8, !dbg !36
  %4 = load i64, ptr %.atomictmp, align 8, !dbg !36
  store atomic i64 %4, ptr @box seq_cst, align 8, !dbg !36
  br label %if.end, !dbg !36
if.end:
  %5 = load ptr, ptr %found, align 8, !dbg !37
  call void @free(ptr noundef %5), !dbg !38
  ret ptr null, !dbg !40
}
!1 = !DIFile(filename: "freed-twice.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 18, scopeLine: 19, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 21, column: 5, scope: !9)
!18 = !DILocation(line: 22, column: 5, scope: !9)
!19 = !DILocation(line: 23, column: 5, scope: !9)
!20 = !DILocation(line: 24, column: 18, scope: !9)
!23 = !DILocation(line: 24, column: 5, scope: !9)
!25 = !DILocation(line: 25, column: 5, scope: !9)
!30 = distinct !DISubprogram(name: "cleaner", scope: !1, file: !1, line: 8, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!32 = !DILocation(line: 10, column: 18, scope: !30)
!33 = !DILocation(line: 10, column: 10, scope: !30)
!34 = !DILocation(line: 11, column: 11, scope: !30)
!35 = !DILocation(line: 12, column: 9, scope: !30)
!36 = !DILocation(line: 13, column: 9, scope: !30)
!37 = !DILocation(line: 14, column: 10, scope: !30)
!38 = !DILocation(line: 14, column: 5, scope: !30)
!40 = !DILocation(line: 15, column: 5, scope: !30)
