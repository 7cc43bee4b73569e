target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@data = internal global i32 0, align 4
@flag = internal global i32 0, align 4
@.str = private unnamed_addr constant [10 x i8] c"seen == 1\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"guarded.c\00", align 1
@__PRETTY_FUNCTION__.second = private unnamed_addr constant [21 x i8] c"void *second(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %.atomictmp = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %thread, ptr noundef null, ptr noundef @second, ptr noundef null), !dbg !13
  store i32 1, ptr @data, align 4, !dbg !14
  store i32 1, ptr %.atomictmp, align 4, !dbg !19
  %0 = load i32, ptr %.atomictmp, align 4, !dbg !19
  store atomic i32 %0, ptr @flag release, align 4, !dbg !19
  %1 = load i64, ptr %thread, align 8, !dbg !20
  %call1 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !23
  ret i32 0, !dbg !25
}
define internal ptr @second(ptr noundef %unused) !dbg !28 {
entry:
  %unused.addr = alloca ptr, align 8
  %seen = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !31
  %1 = load atomic i32, ptr @flag acquire, align 4, !dbg !33
  store i32 %1, ptr %atomic-temp, align 4, !dbg !33
  %2 = load i32, ptr %atomic-temp, align 4, !dbg !33
  store i32 %2, ptr %seen, align 4, !dbg !34
  %3 = load i32, ptr %seen, align 4, !dbg !35
  %cmp = icmp eq i32 %3, 1, !dbg !35
  br i1 %cmp, label %if.then, label %if.else, !dbg !35
if.then:
  br label %if.end, !dbg !35
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 18, ptr noundef @__PRETTY_FUNCTION__.second), !dbg !35
  unreachable, !dbg !35
if.end:
  store i32 2, ptr @data, align 4, !dbg !36
  ret ptr null, !dbg !38
}
!1 = !DIFile(filename: "guarded.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 23, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 26, column: 5, scope: !9)
!14 = !DILocation(line: 27, column: 10, scope: !9)
!19 = !DILocation(line: 28, column: 5, scope: !9)
!20 = !DILocation(line: 29, column: 18, scope: !9)
!23 = !DILocation(line: 29, column: 5, scope: !9)
!25 = !DILocation(line: 30, column: 5, scope: !9)
!28 = distinct !DISubprogram(name: "second", scope: !1, file: !1, line: 14, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!31 = !DILocation(line: 16, column: 11, scope: !28)
!33 = !DILocation(line: 17, column: 16, scope: !28)
!34 = !DILocation(line: 17, column: 9, scope: !28)
!35 = !DILocation(line: 18, column: 5, scope: !28)
!36 = !DILocation(line: 19, column: 10, scope: !28)
!38 = !DILocation(line: 20, column: 5, scope: !28)
