target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%union.sem_t = type { i64, [24 x i8] }
@empty = internal global %union.sem_t zeroinitializer, align 8
@full = internal global %union.sem_t zeroinitializer, align 8
@buffer = internal global [2 x i32] zeroinitializer, align 4
@.str = private unnamed_addr constant [19 x i8] c"buffer[i % 2] == i\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"handed.c\00", align 1
@__PRETTY_FUNCTION__.consumer = private unnamed_addr constant [23 x i8] c"void *consumer(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @sem_init(ptr noundef @empty, i32 noundef 0, i32 noundef 2), !dbg !13
  %call1 = call i32 @sem_init(ptr noundef @full, i32 noundef 0, i32 noundef 0), !dbg !14
  %call2 = call i32 @pthread_create(ptr noundef %one, ptr noundef null, ptr noundef @producer, ptr noundef null), !dbg !15
  %call3 = call i32 @pthread_create(ptr noundef %two, ptr noundef null, ptr noundef @consumer, ptr noundef null), !dbg !16
  %0 = load i64, ptr %one, align 8, !dbg !17
  %call4 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !22
  %1 = load i64, ptr %two, align 8, !dbg !23
  %call5 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !24
  %call6 = call i32 @sem_destroy(ptr noundef @empty), !dbg !25
  %call7 = call i32 @sem_destroy(ptr noundef @full), !dbg !26
  ret i32 0, !dbg !28
}
define internal ptr @producer(ptr noundef %unused) !dbg !33 {
entry:
  %unused.addr = alloca ptr, align 8
  %i = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  store i32 0, ptr %i, align 4, !dbg !37
  br label %for.cond, !dbg !36
for.cond:
  %0 = load i32, ptr %i, align 4, !dbg !40
  %cmp = icmp slt i32 %0, 3, !dbg !41
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !42
for.cond.cleanup:
  br label %for.end
for.body:
  %call = call i32 @sem_wait(ptr noundef @empty), !dbg !43
  %1 = load i32, ptr %i, align 4, !dbg !44
  %2 = load i32, ptr %i, align 4, !dbg !45
  %rem = srem i32 %2, 2, !dbg !46
  %idxprom = sext i32 %rem to i64, !dbg !47
  %arrayidx = getelementptr inbounds [2 x i32], ptr @buffer, i64 0, i64 %idxprom, !dbg !47
  store i32 %1, ptr %arrayidx, align 4, !dbg !48
  %call1 = call i32 @sem_post(ptr noundef @full), !dbg !49
  br label %for.inc, !dbg !50
for.inc:
  %3 = load i32, ptr %i, align 4, !dbg !51
  %inc = add nsw i32 %3, 1, !dbg !51
  store i32 %inc, ptr %i, align 4, !dbg !51
  br label %for.cond, !dbg !42
for.end:
  ret ptr null, !dbg !55
}
define internal ptr @consumer(ptr noundef %unused) !dbg !56 {
entry:
  %unused.addr = alloca ptr, align 8
  %i = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  store i32 0, ptr %i, align 4, !dbg !58
  br label %for.cond, !dbg !57
for.cond:
  %0 = load i32, ptr %i, align 4, !dbg !59
  %cmp = icmp slt i32 %0, 3, !dbg !60
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !61
for.cond.cleanup:
  br label %for.end
for.body:
  %call = call i32 @sem_wait(ptr noundef @full), !dbg !62
  %1 = load i32, ptr %i, align 4, !dbg !63
  %rem = srem i32 %1, 2, !dbg !63
  %idxprom = sext i32 %rem to i64, !dbg !63
  %arrayidx = getelementptr inbounds [2 x i32], ptr @buffer, i64 0, i64 %idxprom, !dbg !63
  %2 = load i32, ptr %arrayidx, align 4, !dbg !63
  %3 = load i32, ptr %i, align 4, !dbg !63
  %cmp1 = icmp eq i32 %2, %3, !dbg !63
  br i1 %cmp1, label %if.then, label %if.else, !dbg !63
if.then:
  br label %if.end, !dbg !63
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 31, ptr noundef @__PRETTY_FUNCTION__.consumer), !dbg !63
  unreachable, !dbg !63
if.end:
  %call2 = call i32 @sem_post(ptr noundef @empty), !dbg !64
  br label %for.inc, !dbg !65
for.inc:
  %4 = load i32, ptr %i, align 4, !dbg !66
  %inc = add nsw i32 %4, 1, !dbg !66
  store i32 %inc, ptr %i, align 4, !dbg !66
  br label %for.cond, !dbg !61
for.end:
  ret ptr null, !dbg !68
}
!1 = !DIFile(filename: "handed.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 37, scopeLine: 38, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 40, column: 5, scope: !9)
!14 = !DILocation(line: 41, column: 5, scope: !9)
!15 = !DILocation(line: 42, column: 5, scope: !9)
!16 = !DILocation(line: 43, column: 5, scope: !9)
!17 = !DILocation(line: 44, column: 18, scope: !9)
!22 = !DILocation(line: 44, column: 5, scope: !9)
!23 = !DILocation(line: 45, column: 18, scope: !9)
!24 = !DILocation(line: 45, column: 5, scope: !9)
!25 = !DILocation(line: 46, column: 5, scope: !9)
!26 = !DILocation(line: 47, column: 5, scope: !9)
!28 = !DILocation(line: 48, column: 5, scope: !9)
!33 = distinct !DISubprogram(name: "producer", scope: !1, file: !1, line: 17, scopeLine: 18, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!36 = !DILocation(line: 19, column: 10, scope: !33)
!37 = !DILocation(line: 19, column: 14, scope: !33)
!40 = !DILocation(line: 19, column: 21, scope: !33)
!41 = !DILocation(line: 19, column: 23, scope: !33)
!42 = !DILocation(line: 19, column: 5, scope: !33)
!43 = !DILocation(line: 20, column: 9, scope: !33)
!44 = !DILocation(line: 21, column: 25, scope: !33)
!45 = !DILocation(line: 21, column: 16, scope: !33)
!46 = !DILocation(line: 21, column: 18, scope: !33)
!47 = !DILocation(line: 21, column: 9, scope: !33)
!48 = !DILocation(line: 21, column: 23, scope: !33)
!49 = !DILocation(line: 22, column: 9, scope: !33)
!50 = !DILocation(line: 23, column: 5, scope: !33)
!51 = !DILocation(line: 19, column: 29, scope: !33)
!55 = !DILocation(line: 24, column: 5, scope: !33)
!56 = distinct !DISubprogram(name: "consumer", scope: !1, file: !1, line: 27, scopeLine: 28, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!57 = !DILocation(line: 29, column: 10, scope: !56)
!58 = !DILocation(line: 29, column: 14, scope: !56)
!59 = !DILocation(line: 29, column: 21, scope: !56)
!60 = !DILocation(line: 29, column: 23, scope: !56)
!61 = !DILocation(line: 29, column: 5, scope: !56)
!62 = !DILocation(line: 30, column: 9, scope: !56)
!63 = !DILocation(line: 31, column: 9, scope: !56)
!64 = !DILocation(line: 32, column: 9, scope: !56)
!65 = !DILocation(line: 33, column: 5, scope: !56)
!66 = !DILocation(line: 29, column: 29, scope: !56)
!68 = !DILocation(line: 34, column: 5, scope: !56)
