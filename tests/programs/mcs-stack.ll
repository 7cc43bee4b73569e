target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { ptr, i32 }
@counter = internal global i32 0, align 4
@.str = private unnamed_addr constant [13 x i8] c"counter == 2\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"mcs-stack.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@tail = internal global ptr null, align 8
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  %i = alloca i32, align 4
  %i1 = alloca i32, align 4
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
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @adder, ptr noundef null), !dbg !24
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
  %cmp3 = icmp slt i32 %3, 2, !dbg !33
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4, !dbg !34
for.cond.cleanup4:
  br label %for.end11
for.body5:
  %4 = load i32, ptr %i1, align 4, !dbg !35
  %idxprom6 = sext i32 %4 to i64, !dbg !36
  %arrayidx7 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom6, !dbg !36
  %5 = load i64, ptr %arrayidx7, align 8, !dbg !36
  %call8 = call i32 @pthread_join(i64 noundef %5, ptr noundef null), !dbg !39
  br label %for.inc9, !dbg !39
for.inc9:
  %6 = load i32, ptr %i1, align 4, !dbg !40
  %inc10 = add nsw i32 %6, 1, !dbg !40
  store i32 %inc10, ptr %i1, align 4, !dbg !40
  br label %for.cond2, !dbg !34
for.end11:
  %7 = load i32, ptr @counter, align 4, !dbg !43
  %cmp12 = icmp eq i32 %7, 2, !dbg !43
  br i1 %cmp12, label %if.then, label %if.else, !dbg !43
if.then:
  br label %if.end, !dbg !43
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 63, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !43
  unreachable, !dbg !43
if.end:
  ret i32 0, !dbg !45
}
define internal ptr @adder(ptr noundef %unused) !dbg !48 {
entry:
  %unused.addr = alloca ptr, align 8
  %mine = alloca %struct.node, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !52
  call void @lock(ptr noundef %mine), !dbg !53
  %1 = load i32, ptr @counter, align 4, !dbg !54
  %inc = add nsw i32 %1, 1, !dbg !54
  store i32 %inc, ptr @counter, align 4, !dbg !54
  call void @unlock(ptr noundef %mine), !dbg !55
  ret ptr null, !dbg !57
}
define internal void @lock(ptr noundef %mine) !dbg !61 {
entry:
  %mine.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  %.atomictmp1 = alloca ptr, align 8
  %before = alloca ptr, align 8
  %.atomictmp2 = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %cleanup.dest.slot = alloca i32, align 4
  %.atomictmp4 = alloca ptr, align 8
  %atomic-temp6 = alloca i32, align 4
  store ptr %mine, ptr %mine.addr, align 8
  %0 = load ptr, ptr %mine.addr, align 8, !dbg !62
  %waits = getelementptr inbounds %struct.node, ptr %0, i32 0, i32 1, !dbg !63
  store i32 1, ptr %.atomictmp, align 4, !dbg !64
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !64
  store atomic i32 %1, ptr %waits monotonic, align 8, !dbg !64
  %2 = load ptr, ptr %mine.addr, align 8, !dbg !65
  %next = getelementptr inbounds %struct.node, ptr %2, i32 0, i32 0, !dbg !66
  store ptr null, ptr %.atomictmp1, align 8, !dbg !67
  %3 = load i64, ptr %.atomictmp1, align 8, !dbg !67
  store atomic i64 %3, ptr %next monotonic, align 8, !dbg !67
  %4 = load ptr, ptr %mine.addr, align 8, !dbg !69
  store ptr %4, ptr %.atomictmp2, align 8, !dbg !70
  %5 = load i64, ptr %.atomictmp2, align 8, !dbg !70
  %6 = atomicrmw xchg ptr @tail, i64 %5 acq_rel, align 8, !dbg !70
  store i64 %6, ptr %atomic-temp, align 8, !dbg !70
  %7 = load ptr, ptr %atomic-temp, align 8, !dbg !70
  store ptr %7, ptr %before, align 8, !dbg !71
  %8 = load ptr, ptr %before, align 8, !dbg !72
  %cmp = icmp eq ptr %8, null, !dbg !73
  br i1 %cmp, label %if.then, label %if.end, !dbg !72
if.then:
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !74
if.end:
  %9 = load ptr, ptr %before, align 8, !dbg !75
  %next3 = getelementptr inbounds %struct.node, ptr %9, i32 0, i32 0, !dbg !76
  %10 = load ptr, ptr %mine.addr, align 8, !dbg !77
  store ptr %10, ptr %.atomictmp4, align 8, !dbg !78
  %11 = load i64, ptr %.atomictmp4, align 8, !dbg !78
  store atomic i64 %11, ptr %next3 release, align 8, !dbg !78
  br label %while.cond, !dbg !79
while.cond:
  %12 = load ptr, ptr %mine.addr, align 8, !dbg !80
  %waits5 = getelementptr inbounds %struct.node, ptr %12, i32 0, i32 1, !dbg !81
  %13 = load atomic i32, ptr %waits5 acquire, align 8, !dbg !82
  store i32 %13, ptr %atomic-temp6, align 4, !dbg !82
  %14 = load i32, ptr %atomic-temp6, align 4, !dbg !82
  %tobool = icmp ne i32 %14, 0, !dbg !79
  br i1 %tobool, label %while.body, label %while.end, !dbg !79
while.body:
  br label %while.cond, !dbg !79
while.end:
  store i32 0, ptr %cleanup.dest.slot, align 4, !dbg !85
  br label %cleanup, !dbg !85
cleanup:
  %cleanup.dest = load i32, ptr %cleanup.dest.slot, align 4
  switch i32 %cleanup.dest, label %unreachable [
    i32 0, label %cleanup.cont
    i32 1, label %cleanup.cont
  ]
cleanup.cont:
  ret void, !dbg !85
unreachable:
  unreachable
}
define internal void @unlock(ptr noundef %mine) !dbg !86 {
entry:
  %mine.addr = alloca ptr, align 8
  %next = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %expected = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  %cleanup.dest.slot = alloca i32, align 4
  %atomic-temp4 = alloca ptr, align 8
  %.atomictmp7 = alloca i32, align 4
  store ptr %mine, ptr %mine.addr, align 8
  %0 = load ptr, ptr %mine.addr, align 8, !dbg !88
  %next1 = getelementptr inbounds %struct.node, ptr %0, i32 0, i32 0, !dbg !89
  %1 = load atomic i64, ptr %next1 acquire, align 8, !dbg !90
  store i64 %1, ptr %atomic-temp, align 8, !dbg !90
  %2 = load ptr, ptr %atomic-temp, align 8, !dbg !90
  store ptr %2, ptr %next, align 8, !dbg !91
  %3 = load ptr, ptr %next, align 8, !dbg !92
  %cmp = icmp eq ptr %3, null, !dbg !93
  br i1 %cmp, label %if.then, label %if.end6, !dbg !92
if.then:
  %4 = load ptr, ptr %mine.addr, align 8, !dbg !95
  store ptr %4, ptr %expected, align 8, !dbg !96
  store ptr null, ptr %.atomictmp, align 8, !dbg !97
  %5 = load i64, ptr %expected, align 8, !dbg !97
  %6 = load i64, ptr %.atomictmp, align 8, !dbg !97
  %7 = cmpxchg ptr @tail, i64 %5, i64 %6 release monotonic, align 8, !dbg !97
  %8 = extractvalue { i64, i1 } %7, 0, !dbg !97
  %9 = extractvalue { i64, i1 } %7, 1, !dbg !97
  br i1 %9, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !97
cmpxchg.store_expected:
  store i64 %8, ptr %expected, align 8, !dbg !97
  br label %cmpxchg.continue, !dbg !97
cmpxchg.continue:
  %storedv = zext i1 %9 to i8, !dbg !97
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !97
  %10 = load i8, ptr %cmpxchg.bool, align 1, !dbg !97, !range !100, !noundef !11
  %loadedv = trunc i8 %10 to i1, !dbg !97
  br i1 %loadedv, label %if.then2, label %if.end, !dbg !97
if.then2:
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !101
if.end:
  br label %while.cond, !dbg !102
while.cond:
  %11 = load ptr, ptr %mine.addr, align 8, !dbg !103
  %next3 = getelementptr inbounds %struct.node, ptr %11, i32 0, i32 0, !dbg !104
  %12 = load atomic i64, ptr %next3 acquire, align 8, !dbg !105
  store i64 %12, ptr %atomic-temp4, align 8, !dbg !105
  %13 = load ptr, ptr %atomic-temp4, align 8, !dbg !105
  store ptr %13, ptr %next, align 8, !dbg !106
  %cmp5 = icmp eq ptr %13, null, !dbg !107
  br i1 %cmp5, label %while.body, label %while.end, !dbg !102
while.body:
  br label %while.cond, !dbg !102
while.end:
  store i32 0, ptr %cleanup.dest.slot, align 4, !dbg !110
  br label %cleanup, !dbg !110
cleanup:
  %cleanup.dest = load i32, ptr %cleanup.dest.slot, align 4
  switch i32 %cleanup.dest, label %cleanup8 [
    i32 0, label %cleanup.cont
  ]
cleanup.cont:
  br label %if.end6, !dbg !110
if.end6:
  %14 = load ptr, ptr %next, align 8, !dbg !111
  %waits = getelementptr inbounds %struct.node, ptr %14, i32 0, i32 1, !dbg !112
  store i32 0, ptr %.atomictmp7, align 4, !dbg !113
  %15 = load i32, ptr %.atomictmp7, align 4, !dbg !113
  store atomic i32 %15, ptr %waits release, align 8, !dbg !113
  store i32 0, ptr %cleanup.dest.slot, align 4, !dbg !114
  br label %cleanup8, !dbg !114
cleanup8:
  %cleanup.dest9 = load i32, ptr %cleanup.dest.slot, align 4
  switch i32 %cleanup.dest9, label %unreachable [
    i32 0, label %cleanup.cont10
    i32 1, label %cleanup.cont10
  ]
cleanup.cont10:
  ret void, !dbg !114
unreachable:
  unreachable
}
!1 = !DIFile(filename: "mcs-stack.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 56, scopeLine: 57, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 59, column: 10, scope: !9)
!14 = !DILocation(line: 59, column: 14, scope: !9)
!19 = !DILocation(line: 59, column: 21, scope: !9)
!20 = !DILocation(line: 59, column: 23, scope: !9)
!21 = !DILocation(line: 59, column: 5, scope: !9)
!22 = !DILocation(line: 60, column: 33, scope: !9)
!23 = !DILocation(line: 60, column: 25, scope: !9)
!24 = !DILocation(line: 60, column: 9, scope: !9)
!25 = !DILocation(line: 59, column: 29, scope: !9)
!30 = !DILocation(line: 61, column: 10, scope: !9)
!31 = !DILocation(line: 61, column: 14, scope: !9)
!32 = !DILocation(line: 61, column: 21, scope: !9)
!33 = !DILocation(line: 61, column: 23, scope: !9)
!34 = !DILocation(line: 61, column: 5, scope: !9)
!35 = !DILocation(line: 62, column: 30, scope: !9)
!36 = !DILocation(line: 62, column: 22, scope: !9)
!39 = !DILocation(line: 62, column: 9, scope: !9)
!40 = !DILocation(line: 61, column: 29, scope: !9)
!43 = !DILocation(line: 63, column: 5, scope: !9)
!45 = !DILocation(line: 64, column: 5, scope: !9)
!48 = distinct !DISubprogram(name: "adder", scope: !1, file: !1, line: 46, scopeLine: 47, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!52 = !DILocation(line: 49, column: 11, scope: !48)
!53 = !DILocation(line: 50, column: 5, scope: !48)
!54 = !DILocation(line: 51, column: 12, scope: !48)
!55 = !DILocation(line: 52, column: 5, scope: !48)
!57 = !DILocation(line: 53, column: 5, scope: !48)
!61 = distinct !DISubprogram(name: "lock", scope: !1, file: !1, line: 20, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!62 = !DILocation(line: 22, column: 28, scope: !61)
!63 = !DILocation(line: 22, column: 34, scope: !61)
!64 = !DILocation(line: 22, column: 5, scope: !61)
!65 = !DILocation(line: 23, column: 28, scope: !61)
!66 = !DILocation(line: 23, column: 34, scope: !61)
!67 = !DILocation(line: 23, column: 5, scope: !61)
!69 = !DILocation(line: 24, column: 59, scope: !61)
!70 = !DILocation(line: 24, column: 27, scope: !61)
!71 = !DILocation(line: 24, column: 18, scope: !61)
!72 = !DILocation(line: 25, column: 9, scope: !61)
!73 = !DILocation(line: 25, column: 16, scope: !61)
!74 = !DILocation(line: 26, column: 9, scope: !61)
!75 = !DILocation(line: 27, column: 28, scope: !61)
!76 = !DILocation(line: 27, column: 36, scope: !61)
!77 = !DILocation(line: 27, column: 42, scope: !61)
!78 = !DILocation(line: 27, column: 5, scope: !61)
!79 = !DILocation(line: 28, column: 5, scope: !61)
!80 = !DILocation(line: 28, column: 34, scope: !61)
!81 = !DILocation(line: 28, column: 40, scope: !61)
!82 = !DILocation(line: 28, column: 12, scope: !61)
!85 = !DILocation(line: 30, column: 1, scope: !61)
!86 = distinct !DISubprogram(name: "unlock", scope: !1, file: !1, line: 32, scopeLine: 33, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!88 = !DILocation(line: 34, column: 47, scope: !86)
!89 = !DILocation(line: 34, column: 53, scope: !86)
!90 = !DILocation(line: 34, column: 25, scope: !86)
!91 = !DILocation(line: 34, column: 18, scope: !86)
!92 = !DILocation(line: 35, column: 9, scope: !86)
!93 = !DILocation(line: 35, column: 14, scope: !86)
!95 = !DILocation(line: 36, column: 33, scope: !86)
!96 = !DILocation(line: 36, column: 22, scope: !86)
!97 = !DILocation(line: 37, column: 13, scope: !86)
!101 = !DILocation(line: 39, column: 13, scope: !86)
!102 = !DILocation(line: 40, column: 9, scope: !86)
!103 = !DILocation(line: 40, column: 46, scope: !86)
!104 = !DILocation(line: 40, column: 52, scope: !86)
!105 = !DILocation(line: 40, column: 24, scope: !86)
!106 = !DILocation(line: 40, column: 22, scope: !86)
!107 = !DILocation(line: 40, column: 65, scope: !86)
!110 = !DILocation(line: 42, column: 5, scope: !86)
!111 = !DILocation(line: 43, column: 28, scope: !86)
!112 = !DILocation(line: 43, column: 34, scope: !86)
!113 = !DILocation(line: 43, column: 5, scope: !86)
!114 = !DILocation(line: 44, column: 1, scope: !86)
