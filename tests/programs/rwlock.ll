target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@left = internal global i32 1048576, align 4
@.str = private unnamed_addr constant [12 x i8] c"left == ALL\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"rwlock.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@data = internal global [2 x i32] zeroinitializer, align 4
@.str.2 = private unnamed_addr constant [19 x i8] c"data[0] == data[1]\00", align 1
@__PRETTY_FUNCTION__.reader = private unnamed_addr constant [21 x i8] c"void *reader(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [3 x i64], align 16
  %i = alloca i32, align 4
  %i2 = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 0, ptr %i, align 4, !dbg !14
  br label %for.cond, !dbg !13
for.cond:
  %0 = load i32, ptr %i, align 4, !dbg !19
  %cmp = icmp slt i32 %0, 3, !dbg !20
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !21
for.cond.cleanup:
  br label %for.end
for.body:
  %1 = load i32, ptr %i, align 4, !dbg !22
  %idxprom = sext i32 %1 to i64, !dbg !23
  %arrayidx = getelementptr inbounds [3 x i64], ptr %threads, i64 0, i64 %idxprom, !dbg !23
  %2 = load i32, ptr %i, align 4, !dbg !24
  %cmp1 = icmp eq i32 %2, 1, !dbg !25
  %3 = zext i1 %cmp1 to i64, !dbg !24
  %cond = select i1 %cmp1, ptr @reader, ptr @writer, !dbg !24
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef %cond, ptr noundef null), !dbg !26
  br label %for.inc, !dbg !26
for.inc:
  %4 = load i32, ptr %i, align 4, !dbg !27
  %inc = add nsw i32 %4, 1, !dbg !27
  store i32 %inc, ptr %i, align 4, !dbg !27
  br label %for.cond, !dbg !21
for.end:
  store i32 0, ptr %i2, align 4, !dbg !33
  br label %for.cond3, !dbg !32
for.cond3:
  %5 = load i32, ptr %i2, align 4, !dbg !34
  %cmp4 = icmp slt i32 %5, 3, !dbg !35
  br i1 %cmp4, label %for.body6, label %for.cond.cleanup5, !dbg !36
for.cond.cleanup5:
  br label %for.end12
for.body6:
  %6 = load i32, ptr %i2, align 4, !dbg !37
  %idxprom7 = sext i32 %6 to i64, !dbg !38
  %arrayidx8 = getelementptr inbounds [3 x i64], ptr %threads, i64 0, i64 %idxprom7, !dbg !38
  %7 = load i64, ptr %arrayidx8, align 8, !dbg !38
  %call9 = call i32 @pthread_join(i64 noundef %7, ptr noundef null), !dbg !41
  br label %for.inc10, !dbg !41
for.inc10:
  %8 = load i32, ptr %i2, align 4, !dbg !42
  %inc11 = add nsw i32 %8, 1, !dbg !42
  store i32 %inc11, ptr %i2, align 4, !dbg !42
  br label %for.cond3, !dbg !36
for.end12:
  %atomic-load = load atomic i32, ptr @left seq_cst, align 4, !dbg !45
  %cmp13 = icmp eq i32 %atomic-load, 1048576, !dbg !45
  br i1 %cmp13, label %if.then, label %if.else, !dbg !45
if.then:
  br label %if.end, !dbg !45
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 62, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !45
  unreachable, !dbg !45
if.end:
  ret i32 0, !dbg !48
}
define internal ptr @reader(ptr noundef %unused) !dbg !51 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !54
  %call = call zeroext i1 @take(i32 noundef 1, i32 noundef 1), !dbg !55
  br i1 %call, label %if.then, label %if.end2, !dbg !55
if.then:
  %1 = load i32, ptr @data, align 4, !dbg !56
  %2 = load i32, ptr getelementptr inbounds ([2 x i32], ptr @data, i64 0, i64 1), align 4, !dbg !56
  %cmp = icmp eq i32 %1, %2, !dbg !56
  br i1 %cmp, label %if.then1, label %if.else, !dbg !56
if.then1:
  br label %if.end, !dbg !56
if.else:
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 49, ptr noundef @__PRETTY_FUNCTION__.reader), !dbg !56
  unreachable, !dbg !56
if.end:
  call void @give(i32 noundef 1), !dbg !57
  br label %if.end2, !dbg !58
if.end2:
  ret ptr null, !dbg !59
}
define internal ptr @writer(ptr noundef %unused) !dbg !60 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !61
  %call = call zeroext i1 @take(i32 noundef 1048576, i32 noundef 1048576), !dbg !62
  br i1 %call, label %if.then, label %if.end, !dbg !62
if.then:
  %1 = load i32, ptr @data, align 4, !dbg !63
  %inc = add nsw i32 %1, 1, !dbg !63
  store i32 %inc, ptr @data, align 4, !dbg !63
  %2 = load i32, ptr getelementptr inbounds ([2 x i32], ptr @data, i64 0, i64 1), align 4, !dbg !64
  %inc1 = add nsw i32 %2, 1, !dbg !64
  store i32 %inc1, ptr getelementptr inbounds ([2 x i32], ptr @data, i64 0, i64 1), align 4, !dbg !64
  call void @give(i32 noundef 1048576), !dbg !65
  br label %if.end, !dbg !66
if.end:
  ret ptr null, !dbg !67
}
define internal zeroext i1 @take(i32 noundef %part, i32 noundef %least) !dbg !71 {
entry:
  %retval = alloca i1, align 1
  %part.addr = alloca i32, align 4
  %least.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  store i32 %part, ptr %part.addr, align 4
  store i32 %least, ptr %least.addr, align 4
  %0 = load i32, ptr %part.addr, align 4, !dbg !72
  store i32 %0, ptr %.atomictmp, align 4, !dbg !73
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !73
  %2 = atomicrmw sub ptr @left, i32 %1 acquire, align 4, !dbg !73
  store i32 %2, ptr %atomic-temp, align 4, !dbg !73
  %3 = load i32, ptr %atomic-temp, align 4, !dbg !73
  %4 = load i32, ptr %least.addr, align 4, !dbg !74
  %cmp = icmp sge i32 %3, %4, !dbg !75
  br i1 %cmp, label %if.then, label %if.end, !dbg !73
if.then:
  store i1 true, ptr %retval, align 1, !dbg !76
  br label %return, !dbg !76
if.end:
  %5 = load i32, ptr %part.addr, align 4, !dbg !77
  store i32 %5, ptr %.atomictmp1, align 4, !dbg !78
  %6 = load i32, ptr %.atomictmp1, align 4, !dbg !78
  %7 = atomicrmw add ptr @left, i32 %6 monotonic, align 4, !dbg !78
  store i32 %7, ptr %atomic-temp2, align 4, !dbg !78
  %8 = load i32, ptr %atomic-temp2, align 4, !dbg !78
  store i1 false, ptr %retval, align 1, !dbg !79
  br label %return, !dbg !79
return:
  %9 = load i1, ptr %retval, align 1, !dbg !80
  ret i1 %9, !dbg !80
}
define internal void @give(i32 noundef %part) !dbg !81 {
entry:
  %part.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i32 %part, ptr %part.addr, align 4
  %0 = load i32, ptr %part.addr, align 4, !dbg !82
  store i32 %0, ptr %.atomictmp, align 4, !dbg !83
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !83
  %2 = atomicrmw add ptr @left, i32 %1 release, align 4, !dbg !83
  store i32 %2, ptr %atomic-temp, align 4, !dbg !83
  %3 = load i32, ptr %atomic-temp, align 4, !dbg !83
  ret void, !dbg !84
}
!1 = !DIFile(filename: "rwlock.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 55, scopeLine: 56, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 58, column: 10, scope: !9)
!14 = !DILocation(line: 58, column: 14, scope: !9)
!19 = !DILocation(line: 58, column: 21, scope: !9)
!20 = !DILocation(line: 58, column: 23, scope: !9)
!21 = !DILocation(line: 58, column: 5, scope: !9)
!22 = !DILocation(line: 59, column: 33, scope: !9)
!23 = !DILocation(line: 59, column: 25, scope: !9)
!24 = !DILocation(line: 59, column: 43, scope: !9)
!25 = !DILocation(line: 59, column: 45, scope: !9)
!26 = !DILocation(line: 59, column: 9, scope: !9)
!27 = !DILocation(line: 58, column: 29, scope: !9)
!32 = !DILocation(line: 60, column: 10, scope: !9)
!33 = !DILocation(line: 60, column: 14, scope: !9)
!34 = !DILocation(line: 60, column: 21, scope: !9)
!35 = !DILocation(line: 60, column: 23, scope: !9)
!36 = !DILocation(line: 60, column: 5, scope: !9)
!37 = !DILocation(line: 61, column: 30, scope: !9)
!38 = !DILocation(line: 61, column: 22, scope: !9)
!41 = !DILocation(line: 61, column: 9, scope: !9)
!42 = !DILocation(line: 60, column: 29, scope: !9)
!45 = !DILocation(line: 62, column: 5, scope: !9)
!48 = !DILocation(line: 63, column: 5, scope: !9)
!51 = distinct !DISubprogram(name: "reader", scope: !1, file: !1, line: 45, scopeLine: 46, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!54 = !DILocation(line: 47, column: 11, scope: !51)
!55 = !DILocation(line: 48, column: 9, scope: !51)
!56 = !DILocation(line: 49, column: 9, scope: !51)
!57 = !DILocation(line: 50, column: 9, scope: !51)
!58 = !DILocation(line: 51, column: 5, scope: !51)
!59 = !DILocation(line: 52, column: 5, scope: !51)
!60 = distinct !DISubprogram(name: "writer", scope: !1, file: !1, line: 34, scopeLine: 35, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!61 = !DILocation(line: 36, column: 11, scope: !60)
!62 = !DILocation(line: 37, column: 9, scope: !60)
!63 = !DILocation(line: 38, column: 16, scope: !60)
!64 = !DILocation(line: 39, column: 16, scope: !60)
!65 = !DILocation(line: 40, column: 9, scope: !60)
!66 = !DILocation(line: 41, column: 5, scope: !60)
!67 = !DILocation(line: 42, column: 5, scope: !60)
!71 = distinct !DISubprogram(name: "take", scope: !1, file: !1, line: 21, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!72 = !DILocation(line: 23, column: 42, scope: !71)
!73 = !DILocation(line: 23, column: 9, scope: !71)
!74 = !DILocation(line: 23, column: 60, scope: !71)
!75 = !DILocation(line: 23, column: 57, scope: !71)
!76 = !DILocation(line: 24, column: 9, scope: !71)
!77 = !DILocation(line: 25, column: 38, scope: !71)
!78 = !DILocation(line: 25, column: 5, scope: !71)
!79 = !DILocation(line: 26, column: 5, scope: !71)
!80 = !DILocation(line: 27, column: 1, scope: !71)
!81 = distinct !DISubprogram(name: "give", scope: !1, file: !1, line: 29, scopeLine: 30, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!82 = !DILocation(line: 31, column: 38, scope: !81)
!83 = !DILocation(line: 31, column: 5, scope: !81)
!84 = !DILocation(line: 32, column: 1, scope: !81)
