target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.version = type { i32, i32 }
@current = internal global ptr @first, align 8
@first = internal global %struct.version { i32 1, i32 1 }, align 4
@.str = private unnamed_addr constant [17 x i8] c"now->a == now->b\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"publish.c\00", align 1
@__PRETTY_FUNCTION__.reader = private unnamed_addr constant [21 x i8] c"void *reader(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @replacer, ptr noundef null), !dbg !13
  %call1 = call i32 @pthread_create(ptr noundef %b, ptr noundef null, ptr noundef @reader, ptr noundef null), !dbg !14
  %0 = load i64, ptr %a, align 8, !dbg !15
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !20
  %1 = load i64, ptr %b, align 8, !dbg !21
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !22
  ret i32 0, !dbg !24
}
define internal ptr @replacer(ptr noundef %unused) !dbg !27 {
entry:
  %unused.addr = alloca ptr, align 8
  %next = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %call = call noalias ptr @malloc(i64 noundef 8), !dbg !31
  store ptr %call, ptr %next, align 8, !dbg !32
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !33
  %1 = load ptr, ptr %next, align 8, !dbg !34
  %a = getelementptr inbounds %struct.version, ptr %1, i32 0, i32 0, !dbg !35
  store i32 2, ptr %a, align 4, !dbg !36
  %2 = load ptr, ptr %next, align 8, !dbg !40
  %b = getelementptr inbounds %struct.version, ptr %2, i32 0, i32 1, !dbg !41
  store i32 2, ptr %b, align 4, !dbg !42
  %3 = load ptr, ptr %next, align 8, !dbg !44
  store ptr %3, ptr %.atomictmp, align 8, !dbg !45
  %4 = load i64, ptr %.atomictmp, align 8, !dbg !45
  store atomic i64 %4, ptr @current release, align 8, !dbg !45
  ret ptr null, !dbg !47
}
define internal ptr @reader(ptr noundef %unused) !dbg !48 {
entry:
  %unused.addr = alloca ptr, align 8
  %now = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load atomic i64, ptr @current acquire, align 8, !dbg !50
  store i64 %0, ptr %atomic-temp, align 8, !dbg !50
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !50
  store ptr %1, ptr %now, align 8, !dbg !51
  %2 = load ptr, ptr %unused.addr, align 8, !dbg !52
  %3 = load ptr, ptr %now, align 8, !dbg !53
  %a = getelementptr inbounds %struct.version, ptr %3, i32 0, i32 0, !dbg !53
  %4 = load i32, ptr %a, align 4, !dbg !53
  %5 = load ptr, ptr %now, align 8, !dbg !53
  %b = getelementptr inbounds %struct.version, ptr %5, i32 0, i32 1, !dbg !53
  %6 = load i32, ptr %b, align 4, !dbg !53
  %cmp = icmp eq i32 %4, %6, !dbg !53
  br i1 %cmp, label %if.then, label %if.else, !dbg !53
if.then:
  br label %if.end, !dbg !53
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 32, ptr noundef @__PRETTY_FUNCTION__.reader), !dbg !53
  unreachable, !dbg !53
if.end:
  ret ptr null, !dbg !55
}
!1 = !DIFile(filename: "publish.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 36, scopeLine: 37, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 39, column: 5, scope: !9)
!14 = !DILocation(line: 40, column: 5, scope: !9)
!15 = !DILocation(line: 41, column: 18, scope: !9)
!20 = !DILocation(line: 41, column: 5, scope: !9)
!21 = !DILocation(line: 42, column: 18, scope: !9)
!22 = !DILocation(line: 42, column: 5, scope: !9)
!24 = !DILocation(line: 43, column: 5, scope: !9)
!27 = distinct !DISubprogram(name: "replacer", scope: !1, file: !1, line: 18, scopeLine: 19, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!31 = !DILocation(line: 20, column: 28, scope: !27)
!32 = !DILocation(line: 20, column: 21, scope: !27)
!33 = !DILocation(line: 21, column: 11, scope: !27)
!34 = !DILocation(line: 22, column: 5, scope: !27)
!35 = !DILocation(line: 22, column: 11, scope: !27)
!36 = !DILocation(line: 22, column: 13, scope: !27)
!40 = !DILocation(line: 23, column: 5, scope: !27)
!41 = !DILocation(line: 23, column: 11, scope: !27)
!42 = !DILocation(line: 23, column: 13, scope: !27)
!44 = !DILocation(line: 24, column: 37, scope: !27)
!45 = !DILocation(line: 24, column: 5, scope: !27)
!47 = !DILocation(line: 25, column: 5, scope: !27)
!48 = distinct !DISubprogram(name: "reader", scope: !1, file: !1, line: 28, scopeLine: 29, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!50 = !DILocation(line: 30, column: 33, scope: !48)
!51 = !DILocation(line: 30, column: 27, scope: !48)
!52 = !DILocation(line: 31, column: 11, scope: !48)
!53 = !DILocation(line: 32, column: 5, scope: !48)
!55 = !DILocation(line: 33, column: 5, scope: !48)
