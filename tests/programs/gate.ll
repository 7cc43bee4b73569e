target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { ptr, ptr }
%union.pthread_cond_t = type { %struct.__pthread_cond_s }
%struct.__pthread_cond_s = type { %union.__atomic_wide_counter, %union.__atomic_wide_counter, [2 x i32], [2 x i32], i32, i32, [2 x i32] }
%union.__atomic_wide_counter = type { i64 }
@lock = internal global %union.pthread_mutex_t zeroinitializer, align 8
@is_open = internal global i32 0, align 4
@opened = internal global %union.pthread_cond_t zeroinitializer, align 8
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  %i = alloca i32, align 4
  %i4 = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 0, ptr %i, align 4, !dbg !14
  br label %for.cond, !dbg !13
for.cond:
  %0 = load i32, ptr %i, align 4, !dbg !19
  %cmp = icmp slt i32 %0, 2, !dbg !20
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !21
for.cond.cleanup:
  br label %for.end
for.body:
  %1 = load i32, ptr %i, align 4, !dbg !22
  %idxprom = sext i32 %1 to i64, !dbg !23
  %arrayidx = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom, !dbg !23
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @pass, ptr noundef null), !dbg !24
  br label %for.inc, !dbg !24
for.inc:
  %2 = load i32, ptr %i, align 4, !dbg !25
  %inc = add nsw i32 %2, 1, !dbg !25
  store i32 %inc, ptr %i, align 4, !dbg !25
  br label %for.cond, !dbg !21
for.end:
  %call1 = call i32 @pthread_mutex_lock(ptr noundef @lock), !dbg !30
  store i32 1, ptr @is_open, align 4, !dbg !31
  %call2 = call i32 @pthread_cond_broadcast(ptr noundef @opened), !dbg !32
  %call3 = call i32 @pthread_mutex_unlock(ptr noundef @lock), !dbg !33
  store i32 0, ptr %i4, align 4, !dbg !35
  br label %for.cond5, !dbg !34
for.cond5:
  %3 = load i32, ptr %i4, align 4, !dbg !36
  %cmp6 = icmp slt i32 %3, 2, !dbg !37
  br i1 %cmp6, label %for.body8, label %for.cond.cleanup7, !dbg !38
for.cond.cleanup7:
  br label %for.end14
for.body8:
  %4 = load i32, ptr %i4, align 4, !dbg !39
  %idxprom9 = sext i32 %4 to i64, !dbg !40
  %arrayidx10 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom9, !dbg !40
  %5 = load i64, ptr %arrayidx10, align 8, !dbg !40
  %call11 = call i32 @pthread_join(i64 noundef %5, ptr noundef null), !dbg !43
  br label %for.inc12, !dbg !43
for.inc12:
  %6 = load i32, ptr %i4, align 4, !dbg !44
  %inc13 = add nsw i32 %6, 1, !dbg !44
  store i32 %inc13, ptr %i4, align 4, !dbg !44
  br label %for.cond5, !dbg !38
for.end14:
  ret i32 0, !dbg !48
}
define internal ptr @pass(ptr noundef %unused) !dbg !51 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !54
  %call = call i32 @pthread_mutex_lock(ptr noundef @lock), !dbg !55
  br label %while.cond, !dbg !56
while.cond:
  %1 = load i32, ptr @is_open, align 4, !dbg !57
  %tobool = icmp ne i32 %1, 0, !dbg !58
  %lnot = xor i1 %tobool, true, !dbg !58
  br i1 %lnot, label %while.body, label %while.end, !dbg !56
while.body:
  %call1 = call i32 @pthread_cond_wait(ptr noundef @opened, ptr noundef @lock), !dbg !59
  br label %while.cond, !dbg !56
while.end:
  %call2 = call i32 @pthread_mutex_unlock(ptr noundef @lock), !dbg !62
  ret ptr null, !dbg !63
}
!1 = !DIFile(filename: "gate.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 23, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 26, column: 10, scope: !9)
!14 = !DILocation(line: 26, column: 14, scope: !9)
!19 = !DILocation(line: 26, column: 21, scope: !9)
!20 = !DILocation(line: 26, column: 23, scope: !9)
!21 = !DILocation(line: 26, column: 5, scope: !9)
!22 = !DILocation(line: 27, column: 33, scope: !9)
!23 = !DILocation(line: 27, column: 25, scope: !9)
!24 = !DILocation(line: 27, column: 9, scope: !9)
!25 = !DILocation(line: 26, column: 29, scope: !9)
!30 = !DILocation(line: 28, column: 5, scope: !9)
!31 = !DILocation(line: 29, column: 13, scope: !9)
!32 = !DILocation(line: 30, column: 5, scope: !9)
!33 = !DILocation(line: 31, column: 5, scope: !9)
!34 = !DILocation(line: 32, column: 10, scope: !9)
!35 = !DILocation(line: 32, column: 14, scope: !9)
!36 = !DILocation(line: 32, column: 21, scope: !9)
!37 = !DILocation(line: 32, column: 23, scope: !9)
!38 = !DILocation(line: 32, column: 5, scope: !9)
!39 = !DILocation(line: 33, column: 30, scope: !9)
!40 = !DILocation(line: 33, column: 22, scope: !9)
!43 = !DILocation(line: 33, column: 9, scope: !9)
!44 = !DILocation(line: 32, column: 29, scope: !9)
!48 = !DILocation(line: 34, column: 5, scope: !9)
!51 = distinct !DISubprogram(name: "pass", scope: !1, file: !1, line: 13, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!54 = !DILocation(line: 15, column: 11, scope: !51)
!55 = !DILocation(line: 16, column: 5, scope: !51)
!56 = !DILocation(line: 17, column: 5, scope: !51)
!57 = !DILocation(line: 17, column: 13, scope: !51)
!58 = !DILocation(line: 17, column: 12, scope: !51)
!59 = !DILocation(line: 18, column: 9, scope: !51)
!62 = !DILocation(line: 19, column: 5, scope: !51)
!63 = !DILocation(line: 20, column: 5, scope: !51)
