target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@data = internal global i32 0, align 4
@flag = internal global i32 0, align 4
@.str = private unnamed_addr constant [11 x i8] c"data == 42\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"message.c\00", align 1
@__PRETTY_FUNCTION__.receiver = private unnamed_addr constant [23 x i8] c"void *receiver(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @sender, ptr noundef null), !dbg !13
  %call1 = call i32 @pthread_create(ptr noundef %b, ptr noundef null, ptr noundef @receiver, ptr noundef null), !dbg !14
  %0 = load i64, ptr %a, align 8, !dbg !15
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !20
  %1 = load i64, ptr %b, align 8, !dbg !21
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !22
  ret i32 0, !dbg !24
}
define internal ptr @sender(ptr noundef %unused) !dbg !27 {
entry:
  %unused.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !30
  store i32 42, ptr @data, align 4, !dbg !31
  store i32 1, ptr %.atomictmp, align 4, !dbg !34
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !34
  store atomic i32 %1, ptr @flag release, align 4, !dbg !34
  ret ptr null, !dbg !35
}
define internal ptr @receiver(ptr noundef %unused) !dbg !36 {
entry:
  %unused.addr = alloca ptr, align 8
  %atomic-temp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !37
  %1 = load atomic i32, ptr @flag acquire, align 4, !dbg !38
  store i32 %1, ptr %atomic-temp, align 4, !dbg !38
  %2 = load i32, ptr %atomic-temp, align 4, !dbg !38
  %tobool = icmp ne i32 %2, 0, !dbg !38
  br i1 %tobool, label %if.then, label %if.end2, !dbg !38
if.then:
  %3 = load i32, ptr @data, align 4, !dbg !39
  %cmp = icmp eq i32 %3, 42, !dbg !39
  br i1 %cmp, label %if.then1, label %if.else, !dbg !39
if.then1:
  br label %if.end, !dbg !39
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 29, ptr noundef @__PRETTY_FUNCTION__.receiver), !dbg !39
  unreachable, !dbg !39
if.end:
  br label %if.end2, !dbg !39
if.end2:
  ret ptr null, !dbg !40
}
!1 = !DIFile(filename: "message.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 33, scopeLine: 34, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 36, column: 5, scope: !9)
!14 = !DILocation(line: 37, column: 5, scope: !9)
!15 = !DILocation(line: 38, column: 18, scope: !9)
!20 = !DILocation(line: 38, column: 5, scope: !9)
!21 = !DILocation(line: 39, column: 18, scope: !9)
!22 = !DILocation(line: 39, column: 5, scope: !9)
!24 = !DILocation(line: 40, column: 5, scope: !9)
!27 = distinct !DISubprogram(name: "sender", scope: !1, file: !1, line: 17, scopeLine: 18, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!30 = !DILocation(line: 19, column: 11, scope: !27)
!31 = !DILocation(line: 20, column: 10, scope: !27)
!34 = !DILocation(line: 21, column: 5, scope: !27)
!35 = !DILocation(line: 22, column: 5, scope: !27)
!36 = distinct !DISubprogram(name: "receiver", scope: !1, file: !1, line: 25, scopeLine: 26, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!37 = !DILocation(line: 27, column: 11, scope: !36)
!38 = !DILocation(line: 28, column: 9, scope: !36)
!39 = !DILocation(line: 29, column: 9, scope: !36)
!40 = !DILocation(line: 30, column: 5, scope: !36)
