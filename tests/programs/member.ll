target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.item = type { [4 x i8], i32, %struct.link }
%struct.link = type { ptr }
@item = internal global %struct.item { [4 x i8] c"ab\00\00", i32 0, %struct.link zeroinitializer }, align 8
@first = internal global ptr null, align 8
@.str = private unnamed_addr constant [46 x i8] c"around->value == 42 && around->name[1] == 'b'\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"member.c\00", align 1
@__PRETTY_FUNCTION__.reader = private unnamed_addr constant [15 x i8] c"void *reader()\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  store i32 0, ptr %retval, align 4
  %arrayidx = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 0, !dbg !13
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @writer, ptr noundef null), !dbg !14
  %arrayidx1 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 1, !dbg !15
  %call2 = call i32 @pthread_create(ptr noundef %arrayidx1, ptr noundef null, ptr noundef @reader, ptr noundef null), !dbg !16
  %arrayidx3 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 0, !dbg !17
  %0 = load i64, ptr %arrayidx3, align 16, !dbg !17
  %call4 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !22
  %arrayidx5 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 1, !dbg !23
  %1 = load i64, ptr %arrayidx5, align 8, !dbg !23
  %call6 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !24
  ret i32 0, !dbg !26
}
define internal ptr @writer() !dbg !30 {
entry:
  %.atomictmp = alloca ptr, align 8
  store i32 42, ptr getelementptr inbounds (%struct.item, ptr @item, i32 0, i32 1), align 4, !dbg !31
  store ptr getelementptr inbounds (%struct.item, ptr @item, i32 0, i32 2), ptr %.atomictmp, align 8, !dbg !37
  %0 = load i64, ptr %.atomictmp, align 8, !dbg !37
  store atomic i64 %0, ptr @first release, align 8, !dbg !37
  ret ptr null, !dbg !39
}
define internal ptr @reader() !dbg !40 {
entry:
  %found = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %around = alloca ptr, align 8
  %0 = load atomic i64, ptr @first acquire, align 8, !dbg !42
  store i64 %0, ptr %atomic-temp, align 8, !dbg !42
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !42
  store ptr %1, ptr %found, align 8, !dbg !43
  %2 = load ptr, ptr %found, align 8, !dbg !44
  %tobool = icmp ne ptr %2, null, !dbg !44
  br i1 %tobool, label %if.then, label %if.end4, !dbg !44
if.then:
  %3 = load ptr, ptr %found, align 8, !dbg !46
  %add.ptr = getelementptr inbounds i8, ptr %3, i64 sub (i64 0, i64 ptrtoint (ptr getelementptr inbounds (%struct.item, ptr null, i32 0, i32 2) to i64)), !dbg !47
  store ptr %add.ptr, ptr %around, align 8, !dbg !48
  %4 = load ptr, ptr %around, align 8, !dbg !49
  %value = getelementptr inbounds %struct.item, ptr %4, i32 0, i32 1, !dbg !49
  %5 = load i32, ptr %value, align 4, !dbg !49
  %cmp = icmp eq i32 %5, 42, !dbg !49
  br i1 %cmp, label %land.lhs.true, label %if.else, !dbg !49
land.lhs.true:
  %6 = load ptr, ptr %around, align 8, !dbg !49
  %name = getelementptr inbounds %struct.item, ptr %6, i32 0, i32 0, !dbg !49
  %arrayidx = getelementptr inbounds [4 x i8], ptr %name, i64 0, i64 1, !dbg !49
  %7 = load i8, ptr %arrayidx, align 1, !dbg !49
  %conv = sext i8 %7 to i32, !dbg !49
  %cmp1 = icmp eq i32 %conv, 98, !dbg !49
  br i1 %cmp1, label %if.then3, label %if.else, !dbg !49
if.then3:
  br label %if.end, !dbg !49
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 35, ptr noundef @__PRETTY_FUNCTION__.reader), !dbg !49
  unreachable, !dbg !49
if.end:
  br label %if.end4, !dbg !51
if.end4:
  ret ptr null, !dbg !53
}
!1 = !DIFile(filename: "member.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 40, scopeLine: 41, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 43, column: 21, scope: !9)
!14 = !DILocation(line: 43, column: 5, scope: !9)
!15 = !DILocation(line: 44, column: 21, scope: !9)
!16 = !DILocation(line: 44, column: 5, scope: !9)
!17 = !DILocation(line: 45, column: 18, scope: !9)
!22 = !DILocation(line: 45, column: 5, scope: !9)
!23 = !DILocation(line: 46, column: 18, scope: !9)
!24 = !DILocation(line: 46, column: 5, scope: !9)
!26 = !DILocation(line: 47, column: 5, scope: !9)
!30 = distinct !DISubprogram(name: "writer", scope: !1, file: !1, line: 23, scopeLine: 24, flags: DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!31 = !DILocation(line: 25, column: 16, scope: !30)
!37 = !DILocation(line: 26, column: 5, scope: !30)
!39 = !DILocation(line: 27, column: 5, scope: !30)
!40 = distinct !DISubprogram(name: "reader", scope: !1, file: !1, line: 30, scopeLine: 31, flags: DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!42 = !DILocation(line: 32, column: 26, scope: !40)
!43 = !DILocation(line: 32, column: 18, scope: !40)
!44 = !DILocation(line: 33, column: 9, scope: !40)
!46 = !DILocation(line: 34, column: 55, scope: !40)
!47 = !DILocation(line: 34, column: 61, scope: !40)
!48 = !DILocation(line: 34, column: 22, scope: !40)
!49 = !DILocation(line: 35, column: 9, scope: !40)
!51 = !DILocation(line: 36, column: 5, scope: !40)
!53 = !DILocation(line: 37, column: 5, scope: !40)
