target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@shared = internal global i32 0, align 4
@.str = private unnamed_addr constant [12 x i8] c"shared == 3\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"slow-path.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@wakeups = internal global i32 0, align 4
@word = internal global i32 0, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %t = alloca [3 x i64], align 16
  %i = alloca i32, align 4
  %i1 = alloca i32, align 4
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
  %arrayidx = getelementptr inbounds [3 x i64], ptr %t, i64 0, i64 %idxprom, !dbg !23
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @worker, ptr noundef null), !dbg !24
  br label %for.inc, !dbg !24
for.inc:
  %2 = load i32, ptr %i, align 4, !dbg !25
  %inc = add nsw i32 %2, 1, !dbg !25
  store i32 %inc, ptr %i, align 4, !dbg !25
  br label %for.cond, !dbg !21
for.end:
  store i32 0, ptr %i1, align 4, !dbg !31
  br label %for.cond2, !dbg !30
for.cond2:
  %3 = load i32, ptr %i1, align 4, !dbg !32
  %cmp3 = icmp slt i32 %3, 3, !dbg !33
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4, !dbg !34
for.cond.cleanup4:
  br label %for.end11
for.body5:
  %4 = load i32, ptr %i1, align 4, !dbg !35
  %idxprom6 = sext i32 %4 to i64, !dbg !36
  %arrayidx7 = getelementptr inbounds [3 x i64], ptr %t, i64 0, i64 %idxprom6, !dbg !36
  %5 = load i64, ptr %arrayidx7, align 8, !dbg !36
  %call8 = call i32 @pthread_join(i64 noundef %5, ptr noundef null), !dbg !39
  br label %for.inc9, !dbg !39
for.inc9:
  %6 = load i32, ptr %i1, align 4, !dbg !40
  %inc10 = add nsw i32 %6, 1, !dbg !40
  store i32 %inc10, ptr %i1, align 4, !dbg !40
  br label %for.cond2, !dbg !34
for.end11:
  %7 = load i32, ptr @shared, align 4, !dbg !43
  %cmp12 = icmp eq i32 %7, 3, !dbg !43
  br i1 %cmp12, label %if.then, label %if.else, !dbg !43
if.then:
  br label %if.end, !dbg !43
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 56, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !43
  unreachable, !dbg !43
if.end:
  ret i32 0, !dbg !45
}
define internal ptr @worker(ptr noundef %unused) !dbg !48 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  call void @lock(), !dbg !51
  %0 = load i32, ptr @shared, align 4, !dbg !52
  %inc = add nsw i32 %0, 1, !dbg !52
  store i32 %inc, ptr @shared, align 4, !dbg !52
  call void @unlock(), !dbg !53
  %1 = load ptr, ptr %unused.addr, align 8, !dbg !54
  ret ptr %1, !dbg !55
}
define internal void @lock() !dbg !59 {
entry:
  %woken = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  %atomic-temp4 = alloca i32, align 4
  %call = call i32 @try(i32 noundef 0, i32 noundef 1), !dbg !60
  %tobool = icmp ne i32 %call, 0, !dbg !60
  br i1 %tobool, label %if.then, label %if.end, !dbg !60
if.then:
  br label %do.end, !dbg !61
if.end:
  br label %do.body, !dbg !62
do.body:
  %0 = load atomic i32, ptr @wakeups acquire, align 4, !dbg !64
  store i32 %0, ptr %atomic-temp, align 4, !dbg !64
  %1 = load i32, ptr %atomic-temp, align 4, !dbg !64
  store i32 %1, ptr %woken, align 4, !dbg !65
  %call1 = call i32 @try(i32 noundef 1, i32 noundef 2), !dbg !66
  %2 = load atomic i32, ptr @word acquire, align 4, !dbg !67
  store i32 %2, ptr %atomic-temp2, align 4, !dbg !67
  %3 = load i32, ptr %atomic-temp2, align 4, !dbg !67
  %cmp = icmp eq i32 %3, 2, !dbg !68
  br i1 %cmp, label %if.then3, label %if.end6, !dbg !67
if.then3:
  br label %while.cond, !dbg !69
while.cond:
  %4 = load atomic i32, ptr @wakeups acquire, align 4, !dbg !70
  store i32 %4, ptr %atomic-temp4, align 4, !dbg !70
  %5 = load i32, ptr %atomic-temp4, align 4, !dbg !70
  %6 = load i32, ptr %woken, align 4, !dbg !71
  %cmp5 = icmp eq i32 %5, %6, !dbg !72
  br i1 %cmp5, label %while.body, label %while.end, !dbg !69
while.body:
  br label %while.cond, !dbg !69
while.end:
  br label %if.end6, !dbg !69
if.end6:
  br label %do.cond, !dbg !75
do.cond:
  %call7 = call i32 @try(i32 noundef 0, i32 noundef 2), !dbg !76
  %tobool8 = icmp ne i32 %call7, 0, !dbg !77
  %lnot = xor i1 %tobool8, true, !dbg !77
  br i1 %lnot, label %do.body, label %do.end, !dbg !75
do.end:
  ret void, !dbg !80
}
define internal void @unlock() !dbg !81 {
entry:
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  store i32 0, ptr %.atomictmp, align 4, !dbg !82
  %0 = load i32, ptr %.atomictmp, align 4, !dbg !82
  %1 = atomicrmw xchg ptr @word, i32 %0 release, align 4, !dbg !82
  store i32 %1, ptr %atomic-temp, align 4, !dbg !82
  %2 = load i32, ptr %atomic-temp, align 4, !dbg !82
  %cmp = icmp eq i32 %2, 2, !dbg !83
  br i1 %cmp, label %if.then, label %if.end, !dbg !82
if.then:
  store i32 1, ptr %.atomictmp1, align 4, !dbg !84
  %3 = load i32, ptr %.atomictmp1, align 4, !dbg !84
  %4 = atomicrmw add ptr @wakeups, i32 %3 release, align 4, !dbg !84
  store i32 %4, ptr %atomic-temp2, align 4, !dbg !84
  %5 = load i32, ptr %atomic-temp2, align 4, !dbg !84
  br label %if.end, !dbg !84
if.end:
  ret void, !dbg !85
}
define internal i32 @try(i32 noundef %from, i32 noundef %to) !dbg !86 {
entry:
  %from.addr = alloca i32, align 4
  %to.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  store i32 %from, ptr %from.addr, align 4
  store i32 %to, ptr %to.addr, align 4
  %0 = load i32, ptr %to.addr, align 4, !dbg !87
  store i32 %0, ptr %.atomictmp, align 4, !dbg !88
  %1 = load i32, ptr %from.addr, align 4, !dbg !88
  %2 = load i32, ptr %.atomictmp, align 4, !dbg !88
  %3 = cmpxchg ptr @word, i32 %1, i32 %2 acquire acquire, align 4, !dbg !88
  %4 = extractvalue { i32, i1 } %3, 0, !dbg !88
  %5 = extractvalue { i32, i1 } %3, 1, !dbg !88
  br i1 %5, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !88
cmpxchg.store_expected:
  store i32 %4, ptr %from.addr, align 4, !dbg !88
  br label %cmpxchg.continue, !dbg !88
cmpxchg.continue:
  %storedv = zext i1 %5 to i8, !dbg !88
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !88
  %6 = load i8, ptr %cmpxchg.bool, align 1, !dbg !88, !range !91, !noundef !11
  %loadedv = trunc i8 %6 to i1, !dbg !88
  %conv = zext i1 %loadedv to i32, !dbg !88
  ret i32 %conv, !dbg !92
}
!1 = !DIFile(filename: "slow-path.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 49, scopeLine: 50, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 52, column: 10, scope: !9)
!14 = !DILocation(line: 52, column: 14, scope: !9)
!19 = !DILocation(line: 52, column: 21, scope: !9)
!20 = !DILocation(line: 52, column: 23, scope: !9)
!21 = !DILocation(line: 52, column: 5, scope: !9)
!22 = !DILocation(line: 53, column: 27, scope: !9)
!23 = !DILocation(line: 53, column: 25, scope: !9)
!24 = !DILocation(line: 53, column: 9, scope: !9)
!25 = !DILocation(line: 52, column: 29, scope: !9)
!30 = !DILocation(line: 54, column: 10, scope: !9)
!31 = !DILocation(line: 54, column: 14, scope: !9)
!32 = !DILocation(line: 54, column: 21, scope: !9)
!33 = !DILocation(line: 54, column: 23, scope: !9)
!34 = !DILocation(line: 54, column: 5, scope: !9)
!35 = !DILocation(line: 55, column: 24, scope: !9)
!36 = !DILocation(line: 55, column: 22, scope: !9)
!39 = !DILocation(line: 55, column: 9, scope: !9)
!40 = !DILocation(line: 54, column: 29, scope: !9)
!43 = !DILocation(line: 56, column: 5, scope: !9)
!45 = !DILocation(line: 57, column: 5, scope: !9)
!48 = distinct !DISubprogram(name: "worker", scope: !1, file: !1, line: 41, scopeLine: 42, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!51 = !DILocation(line: 43, column: 5, scope: !48)
!52 = !DILocation(line: 44, column: 11, scope: !48)
!53 = !DILocation(line: 45, column: 5, scope: !48)
!54 = !DILocation(line: 46, column: 12, scope: !48)
!55 = !DILocation(line: 46, column: 5, scope: !48)
!59 = distinct !DISubprogram(name: "lock", scope: !1, file: !1, line: 22, scopeLine: 23, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!60 = !DILocation(line: 24, column: 9, scope: !59)
!61 = !DILocation(line: 25, column: 9, scope: !59)
!62 = !DILocation(line: 26, column: 5, scope: !59)
!64 = !DILocation(line: 27, column: 21, scope: !59)
!65 = !DILocation(line: 27, column: 13, scope: !59)
!66 = !DILocation(line: 28, column: 9, scope: !59)
!67 = !DILocation(line: 29, column: 13, scope: !59)
!68 = !DILocation(line: 29, column: 63, scope: !59)
!69 = !DILocation(line: 30, column: 13, scope: !59)
!70 = !DILocation(line: 30, column: 20, scope: !59)
!71 = !DILocation(line: 30, column: 76, scope: !59)
!72 = !DILocation(line: 30, column: 73, scope: !59)
!75 = !DILocation(line: 32, column: 5, scope: !59)
!76 = !DILocation(line: 32, column: 15, scope: !59)
!77 = !DILocation(line: 32, column: 14, scope: !59)
!80 = !DILocation(line: 33, column: 1, scope: !59)
!81 = distinct !DISubprogram(name: "unlock", scope: !1, file: !1, line: 35, scopeLine: 36, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!82 = !DILocation(line: 37, column: 9, scope: !81)
!83 = !DILocation(line: 37, column: 55, scope: !81)
!84 = !DILocation(line: 38, column: 9, scope: !81)
!85 = !DILocation(line: 39, column: 1, scope: !81)
!86 = distinct !DISubprogram(name: "try", scope: !1, file: !1, line: 16, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!87 = !DILocation(line: 18, column: 66, scope: !86)
!88 = !DILocation(line: 18, column: 12, scope: !86)
!92 = !DILocation(line: 18, column: 5, scope: !86)
