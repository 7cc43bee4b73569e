target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@.str = private unnamed_addr constant [47 x i8] c"(intptr_t)got[0] == 3 || (intptr_t)got[0] == 4\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"result.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@.str.2 = private unnamed_addr constant [22 x i8] c"(intptr_t)got[1] == 5\00", align 1
@own = internal thread_local global i32 1, align 4
@.str.3 = private unnamed_addr constant [9 x i8] c"own == 1\00", align 1
@turns = internal global i32 0, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  %got = alloca [2 x ptr], align 16
  %i = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  %arrayidx = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 0, !dbg !14
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @first, ptr noundef inttoptr (i64 2 to ptr)), !dbg !15
  %arrayidx1 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 1, !dbg !16
  %call2 = call i32 @pthread_create(ptr noundef %arrayidx1, ptr noundef null, ptr noundef @second, ptr noundef inttoptr (i64 4 to ptr)), !dbg !17
  store i32 0, ptr %i, align 4, !dbg !19
  br label %for.cond, !dbg !18
for.cond:
  %0 = load i32, ptr %i, align 4, !dbg !24
  %cmp = icmp slt i32 %0, 2, !dbg !25
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !26
for.cond.cleanup:
  br label %for.end
for.body:
  %1 = load i32, ptr %i, align 4, !dbg !27
  %idxprom = sext i32 %1 to i64, !dbg !28
  %arrayidx3 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom, !dbg !28
  %2 = load i64, ptr %arrayidx3, align 8, !dbg !28
  %3 = load i32, ptr %i, align 4, !dbg !31
  %idxprom4 = sext i32 %3 to i64, !dbg !32
  %arrayidx5 = getelementptr inbounds [2 x ptr], ptr %got, i64 0, i64 %idxprom4, !dbg !32
  %call6 = call i32 @pthread_join(i64 noundef %2, ptr noundef %arrayidx5), !dbg !33
  br label %for.inc, !dbg !33
for.inc:
  %4 = load i32, ptr %i, align 4, !dbg !34
  %inc = add nsw i32 %4, 1, !dbg !34
  store i32 %inc, ptr %i, align 4, !dbg !34
  br label %for.cond, !dbg !26
for.end:
  %arrayidx7 = getelementptr inbounds [2 x ptr], ptr %got, i64 0, i64 0, !dbg !39
  %5 = load ptr, ptr %arrayidx7, align 16, !dbg !39
  %6 = ptrtoint ptr %5 to i64, !dbg !39
  %cmp8 = icmp eq i64 %6, 3, !dbg !39
  br i1 %cmp8, label %if.then, label %lor.lhs.false, !dbg !39
lor.lhs.false:
  %arrayidx9 = getelementptr inbounds [2 x ptr], ptr %got, i64 0, i64 0, !dbg !39
  %7 = load ptr, ptr %arrayidx9, align 16, !dbg !39
  %8 = ptrtoint ptr %7 to i64, !dbg !39
  %cmp10 = icmp eq i64 %8, 4, !dbg !39
  br i1 %cmp10, label %if.then, label %if.else, !dbg !39
if.then:
  br label %if.end, !dbg !39
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 41, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !39
  unreachable, !dbg !39
if.end:
  %arrayidx11 = getelementptr inbounds [2 x ptr], ptr %got, i64 0, i64 1, !dbg !42
  %9 = load ptr, ptr %arrayidx11, align 8, !dbg !42
  %10 = ptrtoint ptr %9 to i64, !dbg !42
  %cmp12 = icmp eq i64 %10, 5, !dbg !42
  br i1 %cmp12, label %if.then13, label %if.else14, !dbg !42
if.then13:
  br label %if.end15, !dbg !42
if.else14:
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 42, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !42
  unreachable, !dbg !42
if.end15:
  %11 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @own), !dbg !43
  %12 = load i32, ptr %11, align 4, !dbg !43
  %cmp16 = icmp eq i32 %12, 1, !dbg !43
  br i1 %cmp16, label %if.then17, label %if.else18, !dbg !43
if.then17:
  br label %if.end19, !dbg !43
if.else18:
  call void @__assert_fail(ptr noundef @.str.3, ptr noundef @.str.1, i32 noundef 43, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !43
  unreachable, !dbg !43
if.end19:
  ret i32 0, !dbg !45
}
define internal ptr @first(ptr noundef %argument) !dbg !48 {
entry:
  %argument.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store ptr %argument, ptr %argument.addr, align 8
  %0 = load ptr, ptr %argument.addr, align 8, !dbg !49
  %1 = ptrtoint ptr %0 to i64, !dbg !50
  %conv = trunc i64 %1 to i32, !dbg !51
  %2 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @own), !dbg !52
  %3 = load i32, ptr %2, align 4, !dbg !53
  %add = add nsw i32 %3, %conv, !dbg !53
  store i32 %add, ptr %2, align 4, !dbg !53
  %4 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @own), !dbg !54
  %5 = load i32, ptr %4, align 4, !dbg !54
  store i32 1, ptr %.atomictmp, align 4, !dbg !55
  %6 = load i32, ptr %.atomictmp, align 4, !dbg !55
  %7 = atomicrmw add ptr @turns, i32 %6 seq_cst, align 4, !dbg !55
  store i32 %7, ptr %atomic-temp, align 4, !dbg !55
  %8 = load i32, ptr %atomic-temp, align 4, !dbg !55
  %add1 = add nsw i32 %5, %8, !dbg !56
  %conv2 = sext i32 %add1 to i64, !dbg !57
  %9 = inttoptr i64 %conv2 to ptr, !dbg !58
  ret ptr %9, !dbg !59
}
define internal ptr @second(ptr noundef %argument) !dbg !60 {
entry:
  %argument.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store ptr %argument, ptr %argument.addr, align 8
  %0 = load ptr, ptr %argument.addr, align 8, !dbg !61
  %1 = ptrtoint ptr %0 to i64, !dbg !62
  %conv = trunc i64 %1 to i32, !dbg !63
  %2 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @own), !dbg !64
  %3 = load i32, ptr %2, align 4, !dbg !65
  %add = add nsw i32 %3, %conv, !dbg !65
  store i32 %add, ptr %2, align 4, !dbg !65
  store i32 1, ptr %.atomictmp, align 4, !dbg !66
  %4 = load i32, ptr %.atomictmp, align 4, !dbg !66
  %5 = atomicrmw add ptr @turns, i32 %4 seq_cst, align 4, !dbg !66
  store i32 %5, ptr %atomic-temp, align 4, !dbg !66
  %6 = load i32, ptr %atomic-temp, align 4, !dbg !66
  call void @leave(i64 noundef 5), !dbg !67
  ret ptr null, !dbg !68
}
define internal void @leave(i64 noundef %value) !dbg !72 {
entry:
  %value.addr = alloca i64, align 8
  store i64 %value, ptr %value.addr, align 8
  %0 = load i64, ptr %value.addr, align 8, !dbg !73
  %1 = inttoptr i64 %0 to ptr, !dbg !74
  call void @pthread_exit(ptr noundef %1), !dbg !75
  unreachable, !dbg !75
}
!1 = !DIFile(filename: "result.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 33, scopeLine: 34, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!14 = !DILocation(line: 37, column: 21, scope: !9)
!15 = !DILocation(line: 37, column: 5, scope: !9)
!16 = !DILocation(line: 38, column: 21, scope: !9)
!17 = !DILocation(line: 38, column: 5, scope: !9)
!18 = !DILocation(line: 39, column: 10, scope: !9)
!19 = !DILocation(line: 39, column: 14, scope: !9)
!24 = !DILocation(line: 39, column: 21, scope: !9)
!25 = !DILocation(line: 39, column: 23, scope: !9)
!26 = !DILocation(line: 39, column: 5, scope: !9)
!27 = !DILocation(line: 40, column: 30, scope: !9)
!28 = !DILocation(line: 40, column: 22, scope: !9)
!31 = !DILocation(line: 40, column: 39, scope: !9)
!32 = !DILocation(line: 40, column: 35, scope: !9)
!33 = !DILocation(line: 40, column: 9, scope: !9)
!34 = !DILocation(line: 39, column: 29, scope: !9)
!39 = !DILocation(line: 41, column: 5, scope: !9)
!42 = !DILocation(line: 42, column: 5, scope: !9)
!43 = !DILocation(line: 43, column: 5, scope: !9)
!45 = !DILocation(line: 44, column: 5, scope: !9)
!48 = distinct !DISubprogram(name: "first", scope: !1, file: !1, line: 19, scopeLine: 20, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!49 = !DILocation(line: 21, column: 27, scope: !48)
!50 = !DILocation(line: 21, column: 17, scope: !48)
!51 = !DILocation(line: 21, column: 12, scope: !48)
!52 = !DILocation(line: 21, column: 5, scope: !48)
!53 = !DILocation(line: 21, column: 9, scope: !48)
!54 = !DILocation(line: 22, column: 31, scope: !48)
!55 = !DILocation(line: 22, column: 37, scope: !48)
!56 = !DILocation(line: 22, column: 35, scope: !48)
!57 = !DILocation(line: 22, column: 20, scope: !48)
!58 = !DILocation(line: 22, column: 12, scope: !48)
!59 = !DILocation(line: 22, column: 5, scope: !48)
!60 = distinct !DISubprogram(name: "second", scope: !1, file: !1, line: 25, scopeLine: 26, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!61 = !DILocation(line: 27, column: 27, scope: !60)
!62 = !DILocation(line: 27, column: 17, scope: !60)
!63 = !DILocation(line: 27, column: 12, scope: !60)
!64 = !DILocation(line: 27, column: 5, scope: !60)
!65 = !DILocation(line: 27, column: 9, scope: !60)
!66 = !DILocation(line: 28, column: 5, scope: !60)
!67 = !DILocation(line: 29, column: 5, scope: !60)
!68 = !DILocation(line: 30, column: 5, scope: !60)
!72 = distinct !DISubprogram(name: "leave", scope: !1, file: !1, line: 14, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!73 = !DILocation(line: 16, column: 26, scope: !72)
!74 = !DILocation(line: 16, column: 18, scope: !72)
!75 = !DILocation(line: 16, column: 5, scope: !72)
