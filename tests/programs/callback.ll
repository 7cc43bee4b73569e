target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.anon = type { ptr, ptr }
@twice = dso_local global i32 0, align 4
@data = internal global i32 0, align 4
@work = internal global ptr null, align 8
@table = internal constant %struct.anon { ptr @nothing, ptr @add }, align 8
@.str = private unnamed_addr constant [14 x i8] c"found(2) == 6\00", align 1
@.str.1 = private unnamed_addr constant [11 x i8] c"callback.c\00", align 1
@__PRETTY_FUNCTION__.worker = private unnamed_addr constant [21 x i8] c"void *worker(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %.atomictmp = alloca ptr, align 8
  %.atomictmp2 = alloca ptr, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %thread, ptr noundef null, ptr noundef @worker, ptr noundef null), !dbg !13
  %call1 = call i32 @sum(i32 noundef 2), !dbg !14
  %add = add nsw i32 %call1, 1, !dbg !15
  store i32 %add, ptr @data, align 4, !dbg !16
  %0 = load i32, ptr @twice, align 4, !dbg !21
  %tobool = icmp ne i32 %0, 0, !dbg !21
  br i1 %tobool, label %if.then, label %if.end, !dbg !21
if.then:
  %1 = load ptr, ptr @table, align 8, !dbg !22
  store ptr %1, ptr %.atomictmp, align 8, !dbg !26
  %2 = load i64, ptr %.atomictmp, align 8, !dbg !26
  store atomic i64 %2, ptr @work release, align 8, !dbg !26
  br label %if.end, !dbg !26
if.end:
  %3 = load ptr, ptr getelementptr inbounds (%struct.anon, ptr @table, i32 0, i32 1), align 8, !dbg !28
  store ptr %3, ptr %.atomictmp2, align 8, !dbg !30
  %4 = load i64, ptr %.atomictmp2, align 8, !dbg !30
  store atomic i64 %4, ptr @work release, align 8, !dbg !30
  %5 = load i64, ptr %thread, align 8, !dbg !31
  %call3 = call i32 @pthread_join(i64 noundef %5, ptr noundef null), !dbg !34
  ret i32 0, !dbg !36
}
define internal ptr @worker(ptr noundef %unused) !dbg !39 {
entry:
  %unused.addr = alloca ptr, align 8
  %found = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !40
  %1 = load atomic i64, ptr @work acquire, align 8, !dbg !42
  store i64 %1, ptr %atomic-temp, align 8, !dbg !42
  %2 = load ptr, ptr %atomic-temp, align 8, !dbg !42
  store ptr %2, ptr %found, align 8, !dbg !43
  %3 = load ptr, ptr %found, align 8, !dbg !44
  %tobool = icmp ne ptr %3, null, !dbg !44
  br i1 %tobool, label %if.then, label %if.end2, !dbg !44
if.then:
  %4 = load ptr, ptr %found, align 8, !dbg !45
  %call = call i32 %4(i32 noundef 2), !dbg !45
  %cmp = icmp eq i32 %call, 6, !dbg !45
  br i1 %cmp, label %if.then1, label %if.else, !dbg !45
if.then1:
  br label %if.end, !dbg !45
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 42, ptr noundef @__PRETTY_FUNCTION__.worker), !dbg !45
  unreachable, !dbg !45
if.end:
  br label %if.end2, !dbg !45
if.end2:
  ret ptr null, !dbg !47
}
define internal i32 @sum(i32 noundef %n) !dbg !48 {
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  %0 = load i32, ptr %n.addr, align 4, !dbg !49
  %cmp = icmp sgt i32 %0, 0, !dbg !50
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !49
cond.true:
  %1 = load i32, ptr %n.addr, align 4, !dbg !51
  %2 = load i32, ptr %n.addr, align 4, !dbg !52
  %sub = sub nsw i32 %2, 1, !dbg !53
  %call = call i32 @sum(i32 noundef %sub), !dbg !54
  %add = add nsw i32 %1, %call, !dbg !55
  br label %cond.end, !dbg !49
cond.false:
  br label %cond.end, !dbg !49
cond.end:
  %cond = phi i32 [ %add, %cond.true ], [ 0, %cond.false ], !dbg !49
  ret i32 %cond, !dbg !56
}
define internal i32 @nothing(i32 noundef %n) !dbg !60 {
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  %0 = load i32, ptr %n.addr, align 4, !dbg !61
  ret i32 0, !dbg !62
}
define internal i32 @add(i32 noundef %n) !dbg !63 {
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  %0 = load i32, ptr @data, align 4, !dbg !64
  %1 = load i32, ptr %n.addr, align 4, !dbg !65
  %add = add nsw i32 %0, %1, !dbg !66
  ret i32 %add, !dbg !67
}
!1 = !DIFile(filename: "callback.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 48, scopeLine: 49, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 51, column: 5, scope: !9)
!14 = !DILocation(line: 52, column: 12, scope: !9)
!15 = !DILocation(line: 52, column: 19, scope: !9)
!16 = !DILocation(line: 52, column: 10, scope: !9)
!21 = !DILocation(line: 53, column: 9, scope: !9)
!22 = !DILocation(line: 54, column: 44, scope: !9)
!26 = !DILocation(line: 54, column: 9, scope: !9)
!28 = !DILocation(line: 55, column: 40, scope: !9)
!30 = !DILocation(line: 55, column: 5, scope: !9)
!31 = !DILocation(line: 56, column: 18, scope: !9)
!34 = !DILocation(line: 56, column: 5, scope: !9)
!36 = !DILocation(line: 57, column: 5, scope: !9)
!39 = distinct !DISubprogram(name: "worker", scope: !1, file: !1, line: 37, scopeLine: 38, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!40 = !DILocation(line: 39, column: 11, scope: !39)
!42 = !DILocation(line: 40, column: 25, scope: !39)
!43 = !DILocation(line: 40, column: 11, scope: !39)
!44 = !DILocation(line: 41, column: 9, scope: !39)
!45 = !DILocation(line: 42, column: 9, scope: !39)
!47 = !DILocation(line: 43, column: 5, scope: !39)
!48 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 17, scopeLine: 18, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!49 = !DILocation(line: 19, column: 12, scope: !48)
!50 = !DILocation(line: 19, column: 14, scope: !48)
!51 = !DILocation(line: 19, column: 20, scope: !48)
!52 = !DILocation(line: 19, column: 28, scope: !48)
!53 = !DILocation(line: 19, column: 30, scope: !48)
!54 = !DILocation(line: 19, column: 24, scope: !48)
!55 = !DILocation(line: 19, column: 22, scope: !48)
!56 = !DILocation(line: 19, column: 5, scope: !48)
!60 = distinct !DISubprogram(name: "nothing", scope: !1, file: !1, line: 27, scopeLine: 28, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!61 = !DILocation(line: 29, column: 11, scope: !60)
!62 = !DILocation(line: 30, column: 5, scope: !60)
!63 = distinct !DISubprogram(name: "add", scope: !1, file: !1, line: 22, scopeLine: 23, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!64 = !DILocation(line: 24, column: 12, scope: !63)
!65 = !DILocation(line: 24, column: 19, scope: !63)
!66 = !DILocation(line: 24, column: 17, scope: !63)
!67 = !DILocation(line: 24, column: 5, scope: !63)
