target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.reading = type { i32, i64, [8 x i8] }
@last = internal global %struct.reading zeroinitializer, align 8
@ready = internal global i32 0, align 4
@.str = private unnamed_addr constant [18 x i8] c"added(last) == 34\00", align 1
@.str.1 = private unnamed_addr constant [14 x i8] c"large-value.c\00", align 1
@__PRETTY_FUNCTION__.reader = private unnamed_addr constant [21 x i8] c"void *reader(void *)\00", align 1
@.str.2 = private unnamed_addr constant [38 x i8] c"last.number == 1 && last.unit[1] == 2\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %t = alloca [2 x i64], align 16
  store i32 0, ptr %retval, align 4
  %arrayidx = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 0, !dbg !13
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @writer, ptr noundef null), !dbg !14
  %arrayidx1 = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 1, !dbg !15
  %call2 = call i32 @pthread_create(ptr noundef %arrayidx1, ptr noundef null, ptr noundef @reader, ptr noundef null), !dbg !16
  %arrayidx3 = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 0, !dbg !17
  %0 = load i64, ptr %arrayidx3, align 16, !dbg !17
  %call4 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !22
  %arrayidx5 = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 1, !dbg !23
  %1 = load i64, ptr %arrayidx5, align 8, !dbg !23
  %call6 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !24
  ret i32 0, !dbg !26
}
define internal ptr @writer(ptr noundef %unused) !dbg !29 {
entry:
  %unused.addr = alloca ptr, align 8
  %.compoundliteral = alloca %struct.reading, align 8
  %.atomictmp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %number = getelementptr inbounds %struct.reading, ptr %.compoundliteral, i32 0, i32 0, !dbg !32
  store i32 1, ptr %number, align 8, !dbg !32
  %value = getelementptr inbounds %struct.reading, ptr %.compoundliteral, i32 0, i32 1, !dbg !32
  store i64 20, ptr %value, align 8, !dbg !32
  %unit = getelementptr inbounds %struct.reading, ptr %.compoundliteral, i32 0, i32 2, !dbg !32
  store i8 0, ptr %unit, align 1, !dbg !37
  %arrayinit.element = getelementptr inbounds i8, ptr %unit, i64 1, !dbg !37
  store i8 2, ptr %arrayinit.element, align 1, !dbg !37
  %arrayinit.start = getelementptr inbounds i8, ptr %unit, i64 2, !dbg !37
  %arrayinit.end = getelementptr inbounds i8, ptr %unit, i64 8, !dbg !37
  br label %arrayinit.body, !dbg !37
arrayinit.body:
  %arrayinit.cur = phi ptr [ %arrayinit.start, %entry ], [ %arrayinit.next, %arrayinit.body ], !dbg !37
  store i8 0, ptr %arrayinit.cur, align 1, !dbg !37
  %arrayinit.next = getelementptr inbounds i8, ptr %arrayinit.cur, i64 1, !dbg !37
  %arrayinit.done = icmp eq ptr %arrayinit.next, %arrayinit.end, !dbg !37
  br i1 %arrayinit.done, label %arrayinit.end1, label %arrayinit.body, !dbg !37
arrayinit.end1:
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 @last, ptr align 8 %.compoundliteral, i64 24, i1 false), !dbg !39, !tbaa.struct !40
  store i32 1, ptr %.atomictmp, align 4, !dbg !42
  %0 = load i32, ptr %.atomictmp, align 4, !dbg !42
  store atomic i32 %0, ptr @ready release, align 4, !dbg !42
  %1 = load ptr, ptr %unused.addr, align 8, !dbg !43
  ret ptr %1, !dbg !44
}
define internal ptr @reader(ptr noundef %unused) !dbg !45 {
entry:
  %unused.addr = alloca ptr, align 8
  %atomic-temp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load atomic i32, ptr @ready acquire, align 4, !dbg !46
  store i32 %0, ptr %atomic-temp, align 4, !dbg !46
  %1 = load i32, ptr %atomic-temp, align 4, !dbg !46
  %tobool = icmp ne i32 %1, 0, !dbg !46
  br i1 %tobool, label %if.then, label %if.end8, !dbg !46
if.then:
  %call = call i64 @added(ptr noundef byval(%struct.reading) align 8 @last), !dbg !47
  %cmp = icmp eq i64 %call, 34, !dbg !47
  br i1 %cmp, label %if.then1, label %if.else, !dbg !47
if.then1:
  br label %if.end, !dbg !47
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 36, ptr noundef @__PRETTY_FUNCTION__.reader), !dbg !47
  unreachable, !dbg !47
if.end:
  %2 = load i32, ptr @last, align 8, !dbg !48
  %cmp2 = icmp eq i32 %2, 1, !dbg !48
  br i1 %cmp2, label %land.lhs.true, label %if.else6, !dbg !48
land.lhs.true:
  %3 = load i8, ptr getelementptr inbounds ([8 x i8], ptr getelementptr inbounds (%struct.reading, ptr @last, i32 0, i32 2), i64 0, i64 1), align 1, !dbg !48
  %conv = sext i8 %3 to i32, !dbg !48
  %cmp3 = icmp eq i32 %conv, 2, !dbg !48
  br i1 %cmp3, label %if.then5, label %if.else6, !dbg !48
if.then5:
  br label %if.end7, !dbg !48
if.else6:
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 37, ptr noundef @__PRETTY_FUNCTION__.reader), !dbg !48
  unreachable, !dbg !48
if.end7:
  br label %if.end8, !dbg !49
if.end8:
  %4 = load ptr, ptr %unused.addr, align 8, !dbg !50
  ret ptr %4, !dbg !51
}
define internal i64 @added(ptr noundef byval(%struct.reading) align 8 %r) !dbg !53 {
entry:
  %number = getelementptr inbounds %struct.reading, ptr %r, i32 0, i32 0, !dbg !54
  %0 = load i32, ptr %number, align 8, !dbg !55
  %add = add nsw i32 %0, 10, !dbg !55
  store i32 %add, ptr %number, align 8, !dbg !55
  %unit = getelementptr inbounds %struct.reading, ptr %r, i32 0, i32 2, !dbg !56
  %arrayidx = getelementptr inbounds [8 x i8], ptr %unit, i64 0, i64 1, !dbg !57
  %1 = load i8, ptr %arrayidx, align 1, !dbg !58
  %inc = add i8 %1, 1, !dbg !58
  store i8 %inc, ptr %arrayidx, align 1, !dbg !58
  %number1 = getelementptr inbounds %struct.reading, ptr %r, i32 0, i32 0, !dbg !59
  %2 = load i32, ptr %number1, align 8, !dbg !59
  %conv = sext i32 %2 to i64, !dbg !60
  %value = getelementptr inbounds %struct.reading, ptr %r, i32 0, i32 1, !dbg !61
  %3 = load i64, ptr %value, align 8, !dbg !61
  %add2 = add nsw i64 %conv, %3, !dbg !62
  %unit3 = getelementptr inbounds %struct.reading, ptr %r, i32 0, i32 2, !dbg !63
  %arrayidx4 = getelementptr inbounds [8 x i8], ptr %unit3, i64 0, i64 1, !dbg !64
  %4 = load i8, ptr %arrayidx4, align 1, !dbg !64
  %conv5 = sext i8 %4 to i64, !dbg !64
  %add6 = add nsw i64 %add2, %conv5, !dbg !65
  ret i64 %add6, !dbg !66
}
!1 = !DIFile(filename: "large-value.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 42, scopeLine: 43, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 45, column: 21, scope: !9)
!14 = !DILocation(line: 45, column: 5, scope: !9)
!15 = !DILocation(line: 46, column: 21, scope: !9)
!16 = !DILocation(line: 46, column: 5, scope: !9)
!17 = !DILocation(line: 47, column: 18, scope: !9)
!22 = !DILocation(line: 47, column: 5, scope: !9)
!23 = !DILocation(line: 48, column: 18, scope: !9)
!24 = !DILocation(line: 48, column: 5, scope: !9)
!26 = !DILocation(line: 49, column: 5, scope: !9)
!29 = distinct !DISubprogram(name: "writer", scope: !1, file: !1, line: 26, scopeLine: 27, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!32 = !DILocation(line: 28, column: 28, scope: !29)
!37 = !DILocation(line: 28, column: 36, scope: !29)
!39 = !DILocation(line: 28, column: 12, scope: !29)
!42 = !DILocation(line: 29, column: 5, scope: !29)
!43 = !DILocation(line: 30, column: 12, scope: !29)
!44 = !DILocation(line: 30, column: 5, scope: !29)
!45 = distinct !DISubprogram(name: "reader", scope: !1, file: !1, line: 33, scopeLine: 34, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!46 = !DILocation(line: 35, column: 9, scope: !45)
!47 = !DILocation(line: 36, column: 9, scope: !45)
!48 = !DILocation(line: 37, column: 9, scope: !45)
!49 = !DILocation(line: 38, column: 5, scope: !45)
!50 = !DILocation(line: 39, column: 12, scope: !45)
!51 = !DILocation(line: 39, column: 5, scope: !45)
!53 = distinct !DISubprogram(name: "added", scope: !1, file: !1, line: 19, scopeLine: 20, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!54 = !DILocation(line: 21, column: 7, scope: !53)
!55 = !DILocation(line: 21, column: 14, scope: !53)
!56 = !DILocation(line: 22, column: 7, scope: !53)
!57 = !DILocation(line: 22, column: 5, scope: !53)
!58 = !DILocation(line: 22, column: 14, scope: !53)
!59 = !DILocation(line: 23, column: 14, scope: !53)
!60 = !DILocation(line: 23, column: 12, scope: !53)
!61 = !DILocation(line: 23, column: 25, scope: !53)
!62 = !DILocation(line: 23, column: 21, scope: !53)
!63 = !DILocation(line: 23, column: 35, scope: !53)
!64 = !DILocation(line: 23, column: 33, scope: !53)
!65 = !DILocation(line: 23, column: 31, scope: !53)
!66 = !DILocation(line: 23, column: 5, scope: !53)
