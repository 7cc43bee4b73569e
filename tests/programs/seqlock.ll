target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@sequence = internal global i32 0, align 4
@x = internal global i32 0, align 4
@y = internal global i32 0, align 4
@.str = private unnamed_addr constant [7 x i8] c"a == b\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"seqlock.c\00", align 1
@__PRETTY_FUNCTION__.reader = private unnamed_addr constant [21 x i8] c"void *reader(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @writer, ptr noundef null), !dbg !13
  %call1 = call i32 @pthread_create(ptr noundef %b, ptr noundef null, ptr noundef @reader, ptr noundef null), !dbg !14
  %0 = load i64, ptr %a, align 8, !dbg !15
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !20
  %1 = load i64, ptr %b, align 8, !dbg !21
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !22
  ret i32 0, !dbg !24
}
define internal ptr @writer(ptr noundef %unused) !dbg !27 {
entry:
  %unused.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  %.atomictmp2 = alloca i32, align 4
  %.atomictmp3 = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !30
  store i32 1, ptr %.atomictmp, align 4, !dbg !31
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !31
  store atomic i32 %1, ptr @sequence monotonic, align 4, !dbg !31
  fence release, !dbg !34
  store i32 1, ptr %.atomictmp1, align 4, !dbg !35
  %2 = load i32, ptr %.atomictmp1, align 4, !dbg !35
  store atomic i32 %2, ptr @x monotonic, align 4, !dbg !35
  store i32 1, ptr %.atomictmp2, align 4, !dbg !36
  %3 = load i32, ptr %.atomictmp2, align 4, !dbg !36
  store atomic i32 %3, ptr @y monotonic, align 4, !dbg !36
  store i32 2, ptr %.atomictmp3, align 4, !dbg !37
  %4 = load i32, ptr %.atomictmp3, align 4, !dbg !37
  store atomic i32 %4, ptr @sequence release, align 4, !dbg !37
  ret ptr null, !dbg !38
}
define internal ptr @reader(ptr noundef %unused) !dbg !39 {
entry:
  %unused.addr = alloca ptr, align 8
  %before = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %a = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  %b = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  %after = alloca i32, align 4
  %atomic-temp3 = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !40
  %1 = load atomic i32, ptr @sequence acquire, align 4, !dbg !42
  store i32 %1, ptr %atomic-temp, align 4, !dbg !42
  %2 = load i32, ptr %atomic-temp, align 4, !dbg !42
  store i32 %2, ptr %before, align 4, !dbg !43
  %3 = load atomic i32, ptr @x monotonic, align 4, !dbg !45
  store i32 %3, ptr %atomic-temp1, align 4, !dbg !45
  %4 = load i32, ptr %atomic-temp1, align 4, !dbg !45
  store i32 %4, ptr %a, align 4, !dbg !46
  %5 = load atomic i32, ptr @y monotonic, align 4, !dbg !48
  store i32 %5, ptr %atomic-temp2, align 4, !dbg !48
  %6 = load i32, ptr %atomic-temp2, align 4, !dbg !48
  store i32 %6, ptr %b, align 4, !dbg !49
  fence acquire, !dbg !50
  %7 = load atomic i32, ptr @sequence monotonic, align 4, !dbg !52
  store i32 %7, ptr %atomic-temp3, align 4, !dbg !52
  %8 = load i32, ptr %atomic-temp3, align 4, !dbg !52
  store i32 %8, ptr %after, align 4, !dbg !53
  %9 = load i32, ptr %before, align 4, !dbg !54
  %10 = load i32, ptr %after, align 4, !dbg !55
  %cmp = icmp eq i32 %9, %10, !dbg !56
  br i1 %cmp, label %land.lhs.true, label %if.end7, !dbg !57
land.lhs.true:
  %11 = load i32, ptr %before, align 4, !dbg !58
  %rem = urem i32 %11, 2, !dbg !59
  %cmp4 = icmp eq i32 %rem, 0, !dbg !60
  br i1 %cmp4, label %if.then, label %if.end7, !dbg !54
if.then:
  %12 = load i32, ptr %a, align 4, !dbg !61
  %13 = load i32, ptr %b, align 4, !dbg !61
  %cmp5 = icmp eq i32 %12, %13, !dbg !61
  br i1 %cmp5, label %if.then6, label %if.else, !dbg !61
if.then6:
  br label %if.end, !dbg !61
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 34, ptr noundef @__PRETTY_FUNCTION__.reader), !dbg !61
  unreachable, !dbg !61
if.end:
  br label %if.end7, !dbg !61
if.end7:
  ret ptr null, !dbg !63
}
!1 = !DIFile(filename: "seqlock.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 38, scopeLine: 39, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 41, column: 5, scope: !9)
!14 = !DILocation(line: 42, column: 5, scope: !9)
!15 = !DILocation(line: 43, column: 18, scope: !9)
!20 = !DILocation(line: 43, column: 5, scope: !9)
!21 = !DILocation(line: 44, column: 18, scope: !9)
!22 = !DILocation(line: 44, column: 5, scope: !9)
!24 = !DILocation(line: 45, column: 5, scope: !9)
!27 = distinct !DISubprogram(name: "writer", scope: !1, file: !1, line: 14, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!30 = !DILocation(line: 16, column: 11, scope: !27)
!31 = !DILocation(line: 17, column: 5, scope: !27)
!34 = !DILocation(line: 18, column: 5, scope: !27)
!35 = !DILocation(line: 19, column: 5, scope: !27)
!36 = !DILocation(line: 20, column: 5, scope: !27)
!37 = !DILocation(line: 21, column: 5, scope: !27)
!38 = !DILocation(line: 22, column: 5, scope: !27)
!39 = distinct !DISubprogram(name: "reader", scope: !1, file: !1, line: 25, scopeLine: 26, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!40 = !DILocation(line: 27, column: 11, scope: !39)
!42 = !DILocation(line: 28, column: 23, scope: !39)
!43 = !DILocation(line: 28, column: 14, scope: !39)
!45 = !DILocation(line: 29, column: 13, scope: !39)
!46 = !DILocation(line: 29, column: 9, scope: !39)
!48 = !DILocation(line: 30, column: 13, scope: !39)
!49 = !DILocation(line: 30, column: 9, scope: !39)
!50 = !DILocation(line: 31, column: 5, scope: !39)
!52 = !DILocation(line: 32, column: 22, scope: !39)
!53 = !DILocation(line: 32, column: 14, scope: !39)
!54 = !DILocation(line: 33, column: 9, scope: !39)
!55 = !DILocation(line: 33, column: 19, scope: !39)
!56 = !DILocation(line: 33, column: 16, scope: !39)
!57 = !DILocation(line: 33, column: 25, scope: !39)
!58 = !DILocation(line: 33, column: 28, scope: !39)
!59 = !DILocation(line: 33, column: 35, scope: !39)
!60 = !DILocation(line: 33, column: 39, scope: !39)
!61 = !DILocation(line: 34, column: 9, scope: !39)
!63 = !DILocation(line: 35, column: 5, scope: !39)
