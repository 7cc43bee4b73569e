target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@slots = internal global [7 x i32] zeroinitializer, align 16
@found = internal global i32 0, align 4
@.str = private unnamed_addr constant [10 x i8] c"found > 0\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"search.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [3 x i64], align 16
  %.atomictmp = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 1, ptr %.atomictmp, align 4, !dbg !13
  %0 = load i32, ptr %.atomictmp, align 4, !dbg !13
  store atomic i32 %0, ptr getelementptr inbounds ([7 x i32], ptr @slots, i64 0, i64 1) monotonic, align 4, !dbg !13
  %arrayidx = getelementptr inbounds [3 x i64], ptr %threads, i64 0, i64 0, !dbg !18
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @writer, ptr noundef getelementptr inbounds ([7 x i32], ptr @slots, i64 0, i64 3)), !dbg !19
  %arrayidx1 = getelementptr inbounds [3 x i64], ptr %threads, i64 0, i64 1, !dbg !20
  %call2 = call i32 @pthread_create(ptr noundef %arrayidx1, ptr noundef null, ptr noundef @writer, ptr noundef getelementptr inbounds ([7 x i32], ptr @slots, i64 0, i64 5)), !dbg !21
  %arrayidx3 = getelementptr inbounds [3 x i64], ptr %threads, i64 0, i64 2, !dbg !22
  %call4 = call i32 @pthread_create(ptr noundef %arrayidx3, ptr noundef null, ptr noundef @reader, ptr noundef null), !dbg !23
  store i32 0, ptr %i, align 4, !dbg !25
  br label %for.cond, !dbg !24
for.cond:
  %1 = load i32, ptr %i, align 4, !dbg !26
  %cmp = icmp slt i32 %1, 3, !dbg !27
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !28
for.cond.cleanup:
  br label %for.end
for.body:
  %2 = load i32, ptr %i, align 4, !dbg !29
  %idxprom = sext i32 %2 to i64, !dbg !30
  %arrayidx5 = getelementptr inbounds [3 x i64], ptr %threads, i64 0, i64 %idxprom, !dbg !30
  %3 = load i64, ptr %arrayidx5, align 8, !dbg !30
  %call6 = call i32 @pthread_join(i64 noundef %3, ptr noundef null), !dbg !33
  br label %for.inc, !dbg !33
for.inc:
  %4 = load i32, ptr %i, align 4, !dbg !34
  %inc = add nsw i32 %4, 1, !dbg !34
  store i32 %inc, ptr %i, align 4, !dbg !34
  br label %for.cond, !dbg !28
for.end:
  %5 = load i32, ptr @found, align 4, !dbg !39
  %cmp7 = icmp sgt i32 %5, 0, !dbg !39
  br i1 %cmp7, label %if.then, label %if.else, !dbg !39
if.then:
  br label %if.end, !dbg !39
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 42, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !39
  unreachable, !dbg !39
if.end:
  ret i32 0, !dbg !41
}
define internal ptr @writer(ptr noundef %slot) !dbg !44 {
entry:
  %slot.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  store ptr %slot, ptr %slot.addr, align 8
  %0 = load ptr, ptr %slot.addr, align 8, !dbg !47
  store i32 1, ptr %.atomictmp, align 4, !dbg !48
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !48
  store atomic i32 %1, ptr %0 release, align 4, !dbg !48
  ret ptr null, !dbg !49
}
define internal ptr @reader(ptr noundef %unused) !dbg !50 {
entry:
  %unused.addr = alloca ptr, align 8
  %i = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !51
  store i32 6, ptr %i, align 4, !dbg !53
  br label %while.cond, !dbg !54
while.cond:
  %1 = load i32, ptr %i, align 4, !dbg !55
  %cmp = icmp sgt i32 %1, 0, !dbg !56
  br i1 %cmp, label %land.rhs, label %land.end, !dbg !57
land.rhs:
  %2 = load i32, ptr %i, align 4, !dbg !58
  %idxprom = sext i32 %2 to i64, !dbg !59
  %arrayidx = getelementptr inbounds [7 x i32], ptr @slots, i64 0, i64 %idxprom, !dbg !59
  %3 = load atomic i32, ptr %arrayidx acquire, align 4, !dbg !60
  store i32 %3, ptr %atomic-temp, align 4, !dbg !60
  %4 = load i32, ptr %atomic-temp, align 4, !dbg !60
  %cmp1 = icmp eq i32 %4, 0, !dbg !61
  br label %land.end
land.end:
  %5 = phi i1 [ false, %while.cond ], [ %cmp1, %land.rhs ], !dbg !62
  br i1 %5, label %while.body, label %while.end, !dbg !54
while.body:
  %6 = load i32, ptr %i, align 4, !dbg !63
  %dec = add nsw i32 %6, -1, !dbg !63
  store i32 %dec, ptr %i, align 4, !dbg !63
  br label %while.cond, !dbg !54
while.end:
  %7 = load i32, ptr %i, align 4, !dbg !65
  store i32 %7, ptr @found, align 4, !dbg !66
  ret ptr null, !dbg !68
}
!1 = !DIFile(filename: "search.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 33, scopeLine: 34, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 36, column: 5, scope: !9)
!18 = !DILocation(line: 37, column: 21, scope: !9)
!19 = !DILocation(line: 37, column: 5, scope: !9)
!20 = !DILocation(line: 38, column: 21, scope: !9)
!21 = !DILocation(line: 38, column: 5, scope: !9)
!22 = !DILocation(line: 39, column: 21, scope: !9)
!23 = !DILocation(line: 39, column: 5, scope: !9)
!24 = !DILocation(line: 40, column: 10, scope: !9)
!25 = !DILocation(line: 40, column: 14, scope: !9)
!26 = !DILocation(line: 40, column: 21, scope: !9)
!27 = !DILocation(line: 40, column: 23, scope: !9)
!28 = !DILocation(line: 40, column: 5, scope: !9)
!29 = !DILocation(line: 41, column: 30, scope: !9)
!30 = !DILocation(line: 41, column: 22, scope: !9)
!33 = !DILocation(line: 41, column: 9, scope: !9)
!34 = !DILocation(line: 40, column: 29, scope: !9)
!39 = !DILocation(line: 42, column: 5, scope: !9)
!41 = !DILocation(line: 43, column: 5, scope: !9)
!44 = distinct !DISubprogram(name: "writer", scope: !1, file: !1, line: 17, scopeLine: 18, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!47 = !DILocation(line: 19, column: 41, scope: !44)
!48 = !DILocation(line: 19, column: 5, scope: !44)
!49 = !DILocation(line: 20, column: 5, scope: !44)
!50 = distinct !DISubprogram(name: "reader", scope: !1, file: !1, line: 23, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!51 = !DILocation(line: 25, column: 11, scope: !50)
!53 = !DILocation(line: 26, column: 9, scope: !50)
!54 = !DILocation(line: 27, column: 5, scope: !50)
!55 = !DILocation(line: 27, column: 12, scope: !50)
!56 = !DILocation(line: 27, column: 14, scope: !50)
!57 = !DILocation(line: 27, column: 18, scope: !50)
!58 = !DILocation(line: 27, column: 49, scope: !50)
!59 = !DILocation(line: 27, column: 43, scope: !50)
!60 = !DILocation(line: 27, column: 21, scope: !50)
!61 = !DILocation(line: 27, column: 75, scope: !50)
!62 = !DILocation(line: 0, scope: !50)
!63 = !DILocation(line: 28, column: 10, scope: !50)
!65 = !DILocation(line: 29, column: 13, scope: !50)
!66 = !DILocation(line: 29, column: 11, scope: !50)
!68 = !DILocation(line: 30, column: 5, scope: !50)
