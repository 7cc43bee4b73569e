target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%union.pthread_barrier_t = type { i64, [24 x i8] }
@barrier = internal global %union.pthread_barrier_t zeroinitializer, align 8
@slots = internal global [2 x i32] zeroinitializer, align 4
@.str = private unnamed_addr constant [31 x i8] c"slots[0] == 2 && slots[1] == 2\00", align 1
@.str.1 = private unnamed_addr constant [13 x i8] c"rendezvous.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@.str.2 = private unnamed_addr constant [20 x i8] c"slots[1 - own] == 1\00", align 1
@__PRETTY_FUNCTION__.half = private unnamed_addr constant [19 x i8] c"void *half(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  %i = alloca i32, align 4
  %i2 = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_barrier_init(ptr noundef @barrier, ptr noundef null, i32 noundef 2), !dbg !13
  store i32 0, ptr %i, align 4, !dbg !15
  br label %for.cond, !dbg !14
for.cond:
  %0 = load i32, ptr %i, align 4, !dbg !20
  %cmp = icmp slt i32 %0, 2, !dbg !21
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !22
for.cond.cleanup:
  br label %for.end
for.body:
  %1 = load i32, ptr %i, align 4, !dbg !23
  %idxprom = sext i32 %1 to i64, !dbg !24
  %arrayidx = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom, !dbg !24
  %2 = load i32, ptr %i, align 4, !dbg !25
  %conv = sext i32 %2 to i64, !dbg !26
  %3 = inttoptr i64 %conv to ptr, !dbg !27
  %call1 = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @half, ptr noundef %3), !dbg !28
  br label %for.inc, !dbg !28
for.inc:
  %4 = load i32, ptr %i, align 4, !dbg !29
  %inc = add nsw i32 %4, 1, !dbg !29
  store i32 %inc, ptr %i, align 4, !dbg !29
  br label %for.cond, !dbg !22
for.end:
  store i32 0, ptr %i2, align 4, !dbg !35
  br label %for.cond3, !dbg !34
for.cond3:
  %5 = load i32, ptr %i2, align 4, !dbg !36
  %cmp4 = icmp slt i32 %5, 2, !dbg !37
  br i1 %cmp4, label %for.body7, label %for.cond.cleanup6, !dbg !38
for.cond.cleanup6:
  br label %for.end13
for.body7:
  %6 = load i32, ptr %i2, align 4, !dbg !39
  %idxprom8 = sext i32 %6 to i64, !dbg !40
  %arrayidx9 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom8, !dbg !40
  %7 = load i64, ptr %arrayidx9, align 8, !dbg !40
  %call10 = call i32 @pthread_join(i64 noundef %7, ptr noundef null), !dbg !43
  br label %for.inc11, !dbg !43
for.inc11:
  %8 = load i32, ptr %i2, align 4, !dbg !44
  %inc12 = add nsw i32 %8, 1, !dbg !44
  store i32 %inc12, ptr %i2, align 4, !dbg !44
  br label %for.cond3, !dbg !38
for.end13:
  %9 = load i32, ptr @slots, align 4, !dbg !47
  %cmp14 = icmp eq i32 %9, 2, !dbg !47
  br i1 %cmp14, label %land.lhs.true, label %if.else, !dbg !47
land.lhs.true:
  %10 = load i32, ptr getelementptr inbounds ([2 x i32], ptr @slots, i64 0, i64 1), align 4, !dbg !47
  %cmp16 = icmp eq i32 %10, 2, !dbg !47
  br i1 %cmp16, label %if.then, label %if.else, !dbg !47
if.then:
  br label %if.end, !dbg !47
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 33, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !47
  unreachable, !dbg !47
if.end:
  %call18 = call i32 @pthread_barrier_destroy(ptr noundef @barrier), !dbg !48
  ret i32 0, !dbg !50
}
define internal ptr @half(ptr noundef %number) !dbg !54 {
entry:
  %number.addr = alloca ptr, align 8
  %own = alloca i32, align 4
  store ptr %number, ptr %number.addr, align 8
  %0 = load ptr, ptr %number.addr, align 8, !dbg !58
  %1 = ptrtoint ptr %0 to i64, !dbg !59
  %conv = trunc i64 %1 to i32, !dbg !60
  store i32 %conv, ptr %own, align 4, !dbg !61
  %2 = load i32, ptr %own, align 4, !dbg !62
  %idxprom = sext i32 %2 to i64, !dbg !63
  %arrayidx = getelementptr inbounds [2 x i32], ptr @slots, i64 0, i64 %idxprom, !dbg !63
  store i32 1, ptr %arrayidx, align 4, !dbg !64
  %call = call i32 @pthread_barrier_wait(ptr noundef @barrier), !dbg !65
  %3 = load i32, ptr %own, align 4, !dbg !66
  %sub = sub nsw i32 1, %3, !dbg !66
  %idxprom1 = sext i32 %sub to i64, !dbg !66
  %arrayidx2 = getelementptr inbounds [2 x i32], ptr @slots, i64 0, i64 %idxprom1, !dbg !66
  %4 = load i32, ptr %arrayidx2, align 4, !dbg !66
  %cmp = icmp eq i32 %4, 1, !dbg !66
  br i1 %cmp, label %if.then, label %if.else, !dbg !66
if.then:
  br label %if.end, !dbg !66
if.else:
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 19, ptr noundef @__PRETTY_FUNCTION__.half), !dbg !66
  unreachable, !dbg !66
if.end:
  %call4 = call i32 @pthread_barrier_wait(ptr noundef @barrier), !dbg !67
  %5 = load i32, ptr %own, align 4, !dbg !68
  %idxprom5 = sext i32 %5 to i64, !dbg !69
  %arrayidx6 = getelementptr inbounds [2 x i32], ptr @slots, i64 0, i64 %idxprom5, !dbg !69
  store i32 2, ptr %arrayidx6, align 4, !dbg !70
  ret ptr null, !dbg !72
}
!1 = !DIFile(filename: "rendezvous.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 25, scopeLine: 26, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 28, column: 5, scope: !9)
!14 = !DILocation(line: 29, column: 10, scope: !9)
!15 = !DILocation(line: 29, column: 14, scope: !9)
!20 = !DILocation(line: 29, column: 21, scope: !9)
!21 = !DILocation(line: 29, column: 23, scope: !9)
!22 = !DILocation(line: 29, column: 5, scope: !9)
!23 = !DILocation(line: 30, column: 33, scope: !9)
!24 = !DILocation(line: 30, column: 25, scope: !9)
!25 = !DILocation(line: 30, column: 67, scope: !9)
!26 = !DILocation(line: 30, column: 57, scope: !9)
!27 = !DILocation(line: 30, column: 49, scope: !9)
!28 = !DILocation(line: 30, column: 9, scope: !9)
!29 = !DILocation(line: 29, column: 29, scope: !9)
!34 = !DILocation(line: 31, column: 10, scope: !9)
!35 = !DILocation(line: 31, column: 14, scope: !9)
!36 = !DILocation(line: 31, column: 21, scope: !9)
!37 = !DILocation(line: 31, column: 23, scope: !9)
!38 = !DILocation(line: 31, column: 5, scope: !9)
!39 = !DILocation(line: 32, column: 30, scope: !9)
!40 = !DILocation(line: 32, column: 22, scope: !9)
!43 = !DILocation(line: 32, column: 9, scope: !9)
!44 = !DILocation(line: 31, column: 29, scope: !9)
!47 = !DILocation(line: 33, column: 5, scope: !9)
!48 = !DILocation(line: 34, column: 5, scope: !9)
!50 = !DILocation(line: 35, column: 5, scope: !9)
!54 = distinct !DISubprogram(name: "half", scope: !1, file: !1, line: 14, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!58 = !DILocation(line: 16, column: 30, scope: !54)
!59 = !DILocation(line: 16, column: 20, scope: !54)
!60 = !DILocation(line: 16, column: 15, scope: !54)
!61 = !DILocation(line: 16, column: 9, scope: !54)
!62 = !DILocation(line: 17, column: 11, scope: !54)
!63 = !DILocation(line: 17, column: 5, scope: !54)
!64 = !DILocation(line: 17, column: 16, scope: !54)
!65 = !DILocation(line: 18, column: 5, scope: !54)
!66 = !DILocation(line: 19, column: 5, scope: !54)
!67 = !DILocation(line: 20, column: 5, scope: !54)
!68 = !DILocation(line: 21, column: 11, scope: !54)
!69 = !DILocation(line: 21, column: 5, scope: !54)
!70 = !DILocation(line: 21, column: 16, scope: !54)
!72 = !DILocation(line: 22, column: 5, scope: !54)
