target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%union.pthread_barrier_t = type { i64, [24 x i8] }
%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { ptr, ptr }
@times = internal global i32 1, align 4
@barrier = internal global %union.pthread_barrier_t zeroinitializer, align 8
@ends = internal global i32 0, align 4
@mutex = internal global %union.pthread_mutex_t zeroinitializer, align 8
@passed = internal global i32 0, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  %i = alloca i32, align 4
  %i6 = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 0, ptr %i, align 4, !dbg !14
  br label %for.cond, !dbg !13
for.cond:
  %0 = load i32, ptr %i, align 4, !dbg !19
  %1 = load i32, ptr @times, align 4, !dbg !20
  %cmp = icmp slt i32 %0, %1, !dbg !21
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !22
for.cond.cleanup:
  br label %for.end
for.body:
  %call = call i32 @pthread_barrier_init(ptr noundef @barrier, ptr noundef null, i32 noundef 1), !dbg !23
  br label %for.inc, !dbg !23
for.inc:
  %2 = load i32, ptr %i, align 4, !dbg !24
  %inc = add nsw i32 %2, 1, !dbg !24
  store i32 %inc, ptr %i, align 4, !dbg !24
  br label %for.cond, !dbg !22
for.end:
  %arrayidx = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 0, !dbg !29
  %call1 = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @one, ptr noundef null), !dbg !30
  %arrayidx2 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 1, !dbg !31
  %call3 = call i32 @pthread_create(ptr noundef %arrayidx2, ptr noundef null, ptr noundef @other, ptr noundef null), !dbg !32
  %3 = load i32, ptr @ends, align 4, !dbg !33
  %cmp4 = icmp eq i32 %3, 2, !dbg !34
  br i1 %cmp4, label %if.then, label %if.end, !dbg !33
if.then:
  %call5 = call i32 @pthread_mutex_destroy(ptr noundef @mutex), !dbg !35
  br label %if.end, !dbg !35
if.end:
  store i32 0, ptr %i6, align 4, !dbg !37
  br label %for.cond7, !dbg !36
for.cond7:
  %4 = load i32, ptr %i6, align 4, !dbg !38
  %cmp8 = icmp slt i32 %4, 2, !dbg !39
  br i1 %cmp8, label %for.body10, label %for.cond.cleanup9, !dbg !40
for.cond.cleanup9:
  br label %for.end15
for.body10:
  %5 = load i32, ptr %i6, align 4, !dbg !41
  %idxprom = sext i32 %5 to i64, !dbg !42
  %arrayidx11 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom, !dbg !42
  %6 = load i64, ptr %arrayidx11, align 8, !dbg !42
  %call12 = call i32 @pthread_join(i64 noundef %6, ptr noundef null), !dbg !45
  br label %for.inc13, !dbg !45
for.inc13:
  %7 = load i32, ptr %i6, align 4, !dbg !46
  %inc14 = add nsw i32 %7, 1, !dbg !46
  store i32 %inc14, ptr %i6, align 4, !dbg !46
  br label %for.cond7, !dbg !40
for.end15:
  ret i32 0, !dbg !50
}
define internal ptr @one(ptr noundef %unused) !dbg !54 {
entry:
  %unused.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !57
  %call = call i32 @pthread_mutex_lock(ptr noundef @mutex), !dbg !58
  %call1 = call i32 @pthread_mutex_unlock(ptr noundef @mutex), !dbg !59
  %call2 = call i32 @pthread_barrier_wait(ptr noundef @barrier), !dbg !60
  %1 = load i32, ptr @ends, align 4, !dbg !61
  %cmp = icmp eq i32 %1, 1, !dbg !62
  br i1 %cmp, label %if.then, label %if.end, !dbg !61
if.then:
  %call3 = call i32 @pthread_barrier_destroy(ptr noundef @barrier), !dbg !63
  br label %if.end, !dbg !63
if.end:
  store i32 1, ptr %.atomictmp, align 4, !dbg !64
  %2 = load i32, ptr %.atomictmp, align 4, !dbg !64
  store atomic i32 %2, ptr @passed release, align 4, !dbg !64
  ret ptr null, !dbg !65
}
define internal ptr @other(ptr noundef %unused) !dbg !66 {
entry:
  %unused.addr = alloca ptr, align 8
  %atomic-temp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !67
  %1 = load atomic i32, ptr @passed acquire, align 4, !dbg !68
  store i32 %1, ptr %atomic-temp, align 4, !dbg !68
  %2 = load i32, ptr %atomic-temp, align 4, !dbg !68
  %tobool = icmp ne i32 %2, 0, !dbg !68
  br i1 %tobool, label %if.then, label %if.end, !dbg !68
if.then:
  %call = call i32 @pthread_barrier_wait(ptr noundef @barrier), !dbg !69
  br label %if.end, !dbg !69
if.end:
  ret ptr null, !dbg !70
}
!1 = !DIFile(filename: "unready.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 39, scopeLine: 40, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 42, column: 10, scope: !9)
!14 = !DILocation(line: 42, column: 14, scope: !9)
!19 = !DILocation(line: 42, column: 21, scope: !9)
!20 = !DILocation(line: 42, column: 25, scope: !9)
!21 = !DILocation(line: 42, column: 23, scope: !9)
!22 = !DILocation(line: 42, column: 5, scope: !9)
!23 = !DILocation(line: 43, column: 9, scope: !9)
!24 = !DILocation(line: 42, column: 33, scope: !9)
!29 = !DILocation(line: 44, column: 21, scope: !9)
!30 = !DILocation(line: 44, column: 5, scope: !9)
!31 = !DILocation(line: 45, column: 21, scope: !9)
!32 = !DILocation(line: 45, column: 5, scope: !9)
!33 = !DILocation(line: 46, column: 9, scope: !9)
!34 = !DILocation(line: 46, column: 14, scope: !9)
!35 = !DILocation(line: 47, column: 9, scope: !9)
!36 = !DILocation(line: 48, column: 10, scope: !9)
!37 = !DILocation(line: 48, column: 14, scope: !9)
!38 = !DILocation(line: 48, column: 21, scope: !9)
!39 = !DILocation(line: 48, column: 23, scope: !9)
!40 = !DILocation(line: 48, column: 5, scope: !9)
!41 = !DILocation(line: 49, column: 30, scope: !9)
!42 = !DILocation(line: 49, column: 22, scope: !9)
!45 = !DILocation(line: 49, column: 9, scope: !9)
!46 = !DILocation(line: 48, column: 29, scope: !9)
!50 = !DILocation(line: 50, column: 5, scope: !9)
!54 = distinct !DISubprogram(name: "one", scope: !1, file: !1, line: 19, scopeLine: 20, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!57 = !DILocation(line: 21, column: 11, scope: !54)
!58 = !DILocation(line: 22, column: 5, scope: !54)
!59 = !DILocation(line: 23, column: 5, scope: !54)
!60 = !DILocation(line: 24, column: 5, scope: !54)
!61 = !DILocation(line: 25, column: 9, scope: !54)
!62 = !DILocation(line: 25, column: 14, scope: !54)
!63 = !DILocation(line: 26, column: 9, scope: !54)
!64 = !DILocation(line: 27, column: 5, scope: !54)
!65 = !DILocation(line: 28, column: 5, scope: !54)
!66 = distinct !DISubprogram(name: "other", scope: !1, file: !1, line: 31, scopeLine: 32, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!67 = !DILocation(line: 33, column: 11, scope: !66)
!68 = !DILocation(line: 34, column: 9, scope: !66)
!69 = !DILocation(line: 35, column: 9, scope: !66)
!70 = !DILocation(line: 36, column: 5, scope: !66)
