target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { ptr, i32 }
@nodes = internal global [2 x %struct.node] zeroinitializer, align 16
@counter = internal global i32 0, align 4
@.str = private unnamed_addr constant [13 x i8] c"counter == 2\00", align 1
@.str.1 = private unnamed_addr constant [6 x i8] c"mcs.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@tail = internal global ptr null, align 8
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  %i = alloca i32, align 4
  %i3 = alloca i32, align 4
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
  %2 = load i32, ptr %i, align 4, !dbg !24
  %idxprom1 = sext i32 %2 to i64, !dbg !25
  %arrayidx2 = getelementptr inbounds [2 x %struct.node], ptr @nodes, i64 0, i64 %idxprom1, !dbg !25
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @adder, ptr noundef %arrayidx2), !dbg !26
  br label %for.inc, !dbg !26
for.inc:
  %3 = load i32, ptr %i, align 4, !dbg !27
  %inc = add nsw i32 %3, 1, !dbg !27
  store i32 %inc, ptr %i, align 4, !dbg !27
  br label %for.cond, !dbg !21
for.end:
  store i32 0, ptr %i3, align 4, !dbg !33
  br label %for.cond4, !dbg !32
for.cond4:
  %4 = load i32, ptr %i3, align 4, !dbg !34
  %cmp5 = icmp slt i32 %4, 2, !dbg !35
  br i1 %cmp5, label %for.body7, label %for.cond.cleanup6, !dbg !36
for.cond.cleanup6:
  br label %for.end13
for.body7:
  %5 = load i32, ptr %i3, align 4, !dbg !37
  %idxprom8 = sext i32 %5 to i64, !dbg !38
  %arrayidx9 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom8, !dbg !38
  %6 = load i64, ptr %arrayidx9, align 8, !dbg !38
  %call10 = call i32 @pthread_join(i64 noundef %6, ptr noundef null), !dbg !41
  br label %for.inc11, !dbg !41
for.inc11:
  %7 = load i32, ptr %i3, align 4, !dbg !42
  %inc12 = add nsw i32 %7, 1, !dbg !42
  store i32 %inc12, ptr %i3, align 4, !dbg !42
  br label %for.cond4, !dbg !36
for.end13:
  %8 = load i32, ptr @counter, align 4, !dbg !45
  %cmp14 = icmp eq i32 %8, 2, !dbg !45
  br i1 %cmp14, label %if.then, label %if.else, !dbg !45
if.then:
  br label %if.end, !dbg !45
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 62, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !45
  unreachable, !dbg !45
if.end:
  ret i32 0, !dbg !47
}
define internal ptr @adder(ptr noundef %argument) !dbg !50 {
entry:
  %argument.addr = alloca ptr, align 8
  %me = alloca ptr, align 8
  store ptr %argument, ptr %argument.addr, align 8
  %0 = load ptr, ptr %argument.addr, align 8, !dbg !54
  store ptr %0, ptr %me, align 8, !dbg !55
  %1 = load ptr, ptr %me, align 8, !dbg !56
  call void @lock(ptr noundef %1), !dbg !57
  %2 = load i32, ptr @counter, align 4, !dbg !58
  %inc = add nsw i32 %2, 1, !dbg !58
  store i32 %inc, ptr @counter, align 4, !dbg !58
  %3 = load ptr, ptr %me, align 8, !dbg !59
  call void @unlock(ptr noundef %3), !dbg !60
  ret ptr null, !dbg !62
}
define internal void @lock(ptr noundef %me) !dbg !66 {
entry:
  %me.addr = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %.atomictmp1 = alloca i32, align 4
  %before = alloca ptr, align 8
  %.atomictmp2 = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %cleanup.dest.slot = alloca i32, align 4
  %.atomictmp4 = alloca ptr, align 8
  %atomic-temp6 = alloca i32, align 4
  store ptr %me, ptr %me.addr, align 8
  %0 = load ptr, ptr %me.addr, align 8, !dbg !67
  %next = getelementptr inbounds %struct.node, ptr %0, i32 0, i32 0, !dbg !68
  store ptr null, ptr %.atomictmp, align 8, !dbg !69
  %1 = load i64, ptr %.atomictmp, align 8, !dbg !69
  store atomic i64 %1, ptr %next monotonic, align 8, !dbg !69
  %2 = load ptr, ptr %me.addr, align 8, !dbg !70
  %waits = getelementptr inbounds %struct.node, ptr %2, i32 0, i32 1, !dbg !71
  store i32 1, ptr %.atomictmp1, align 4, !dbg !72
  %3 = load i32, ptr %.atomictmp1, align 4, !dbg !72
  store atomic i32 %3, ptr %waits monotonic, align 8, !dbg !72
  %4 = load ptr, ptr %me.addr, align 8, !dbg !74
  store ptr %4, ptr %.atomictmp2, align 8, !dbg !75
  %5 = load i64, ptr %.atomictmp2, align 8, !dbg !75
  %6 = atomicrmw xchg ptr @tail, i64 %5 acq_rel, align 8, !dbg !75
  store i64 %6, ptr %atomic-temp, align 8, !dbg !75
  %7 = load ptr, ptr %atomic-temp, align 8, !dbg !75
  store ptr %7, ptr %before, align 8, !dbg !76
  %8 = load ptr, ptr %before, align 8, !dbg !77
  %tobool = icmp ne ptr %8, null, !dbg !77
  br i1 %tobool, label %if.end, label %if.then, !dbg !78
if.then:
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !79
if.end:
  %9 = load ptr, ptr %before, align 8, !dbg !80
  %next3 = getelementptr inbounds %struct.node, ptr %9, i32 0, i32 0, !dbg !81
  %10 = load ptr, ptr %me.addr, align 8, !dbg !82
  store ptr %10, ptr %.atomictmp4, align 8, !dbg !83
  %11 = load i64, ptr %.atomictmp4, align 8, !dbg !83
  store atomic i64 %11, ptr %next3 release, align 8, !dbg !83
  br label %while.cond, !dbg !84
while.cond:
  %12 = load ptr, ptr %me.addr, align 8, !dbg !85
  %waits5 = getelementptr inbounds %struct.node, ptr %12, i32 0, i32 1, !dbg !86
  %13 = load atomic i32, ptr %waits5 acquire, align 8, !dbg !87
  store i32 %13, ptr %atomic-temp6, align 4, !dbg !87
  %14 = load i32, ptr %atomic-temp6, align 4, !dbg !87
  %tobool7 = icmp ne i32 %14, 0, !dbg !84
  br i1 %tobool7, label %while.body, label %while.end, !dbg !84
while.body:
  br label %while.cond, !dbg !88
while.end:
  store i32 0, ptr %cleanup.dest.slot, align 4, !dbg !90
  br label %cleanup, !dbg !90
cleanup:
  %cleanup.dest = load i32, ptr %cleanup.dest.slot, align 4
  switch i32 %cleanup.dest, label %unreachable [
    i32 0, label %cleanup.cont
    i32 1, label %cleanup.cont
  ]
cleanup.cont:
  ret void, !dbg !90
unreachable:
  unreachable
}
define internal void @unlock(ptr noundef %me) !dbg !91 {
entry:
  %me.addr = alloca ptr, align 8
  %expected = alloca ptr, align 8
  %next = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  %cleanup.dest.slot = alloca i32, align 4
  %atomic-temp4 = alloca ptr, align 8
  %.atomictmp7 = alloca i32, align 4
  store ptr %me, ptr %me.addr, align 8
  %0 = load ptr, ptr %me.addr, align 8, !dbg !93
  store ptr %0, ptr %expected, align 8, !dbg !94
  %1 = load ptr, ptr %me.addr, align 8, !dbg !96
  %next1 = getelementptr inbounds %struct.node, ptr %1, i32 0, i32 0, !dbg !97
  %2 = load atomic i64, ptr %next1 acquire, align 8, !dbg !98
  store i64 %2, ptr %atomic-temp, align 8, !dbg !98
  %3 = load ptr, ptr %atomic-temp, align 8, !dbg !98
  store ptr %3, ptr %next, align 8, !dbg !99
  %4 = load ptr, ptr %next, align 8, !dbg !100
  %tobool = icmp ne ptr %4, null, !dbg !100
  br i1 %tobool, label %if.end6, label %if.then, !dbg !101
if.then:
  store ptr null, ptr %.atomictmp, align 8, !dbg !102
  %5 = load i64, ptr %expected, align 8, !dbg !102
  %6 = load i64, ptr %.atomictmp, align 8, !dbg !102
  %7 = cmpxchg ptr @tail, i64 %5, i64 %6 release monotonic, align 8, !dbg !102
  %8 = extractvalue { i64, i1 } %7, 0, !dbg !102
  %9 = extractvalue { i64, i1 } %7, 1, !dbg !102
  br i1 %9, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !102
cmpxchg.store_expected:
  store i64 %8, ptr %expected, align 8, !dbg !102
  br label %cmpxchg.continue, !dbg !102
cmpxchg.continue:
  %storedv = zext i1 %9 to i8, !dbg !102
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !102
  %10 = load i8, ptr %cmpxchg.bool, align 1, !dbg !102, !range !105, !noundef !11
  %loadedv = trunc i8 %10 to i1, !dbg !102
  br i1 %loadedv, label %if.then2, label %if.end, !dbg !102
if.then2:
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !106
if.end:
  br label %while.cond, !dbg !107
while.cond:
  %11 = load ptr, ptr %me.addr, align 8, !dbg !108
  %next3 = getelementptr inbounds %struct.node, ptr %11, i32 0, i32 0, !dbg !109
  %12 = load atomic i64, ptr %next3 acquire, align 8, !dbg !110
  store i64 %12, ptr %atomic-temp4, align 8, !dbg !110
  %13 = load ptr, ptr %atomic-temp4, align 8, !dbg !110
  store ptr %13, ptr %next, align 8, !dbg !111
  %tobool5 = icmp ne ptr %13, null, !dbg !112
  %lnot = xor i1 %tobool5, true, !dbg !112
  br i1 %lnot, label %while.body, label %while.end, !dbg !107
while.body:
  br label %while.cond, !dbg !113
while.end:
  br label %if.end6, !dbg !115
if.end6:
  %14 = load ptr, ptr %next, align 8, !dbg !116
  %waits = getelementptr inbounds %struct.node, ptr %14, i32 0, i32 1, !dbg !117
  store i32 0, ptr %.atomictmp7, align 4, !dbg !118
  %15 = load i32, ptr %.atomictmp7, align 4, !dbg !118
  store atomic i32 %15, ptr %waits release, align 8, !dbg !118
  store i32 0, ptr %cleanup.dest.slot, align 4, !dbg !119
  br label %cleanup, !dbg !119
cleanup:
  %cleanup.dest = load i32, ptr %cleanup.dest.slot, align 4
  switch i32 %cleanup.dest, label %unreachable [
    i32 0, label %cleanup.cont
    i32 1, label %cleanup.cont
  ]
cleanup.cont:
  ret void, !dbg !119
unreachable:
  unreachable
}
!1 = !DIFile(filename: "mcs.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 55, scopeLine: 56, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 58, column: 10, scope: !9)
!14 = !DILocation(line: 58, column: 14, scope: !9)
!19 = !DILocation(line: 58, column: 21, scope: !9)
!20 = !DILocation(line: 58, column: 23, scope: !9)
!21 = !DILocation(line: 58, column: 5, scope: !9)
!22 = !DILocation(line: 59, column: 33, scope: !9)
!23 = !DILocation(line: 59, column: 25, scope: !9)
!24 = !DILocation(line: 59, column: 57, scope: !9)
!25 = !DILocation(line: 59, column: 51, scope: !9)
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
!47 = !DILocation(line: 63, column: 5, scope: !9)
!50 = distinct !DISubprogram(name: "adder", scope: !1, file: !1, line: 46, scopeLine: 47, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!54 = !DILocation(line: 48, column: 23, scope: !50)
!55 = !DILocation(line: 48, column: 18, scope: !50)
!56 = !DILocation(line: 49, column: 10, scope: !50)
!57 = !DILocation(line: 49, column: 5, scope: !50)
!58 = !DILocation(line: 50, column: 12, scope: !50)
!59 = !DILocation(line: 51, column: 12, scope: !50)
!60 = !DILocation(line: 51, column: 5, scope: !50)
!62 = !DILocation(line: 52, column: 5, scope: !50)
!66 = distinct !DISubprogram(name: "lock", scope: !1, file: !1, line: 20, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!67 = !DILocation(line: 22, column: 28, scope: !66)
!68 = !DILocation(line: 22, column: 32, scope: !66)
!69 = !DILocation(line: 22, column: 5, scope: !66)
!70 = !DILocation(line: 23, column: 28, scope: !66)
!71 = !DILocation(line: 23, column: 32, scope: !66)
!72 = !DILocation(line: 23, column: 5, scope: !66)
!74 = !DILocation(line: 24, column: 59, scope: !66)
!75 = !DILocation(line: 24, column: 27, scope: !66)
!76 = !DILocation(line: 24, column: 18, scope: !66)
!77 = !DILocation(line: 25, column: 10, scope: !66)
!78 = !DILocation(line: 25, column: 9, scope: !66)
!79 = !DILocation(line: 26, column: 9, scope: !66)
!80 = !DILocation(line: 27, column: 28, scope: !66)
!81 = !DILocation(line: 27, column: 36, scope: !66)
!82 = !DILocation(line: 27, column: 42, scope: !66)
!83 = !DILocation(line: 27, column: 5, scope: !66)
!84 = !DILocation(line: 28, column: 5, scope: !66)
!85 = !DILocation(line: 28, column: 34, scope: !66)
!86 = !DILocation(line: 28, column: 38, scope: !66)
!87 = !DILocation(line: 28, column: 12, scope: !66)
!88 = !DILocation(line: 29, column: 9, scope: !66)
!90 = !DILocation(line: 30, column: 1, scope: !66)
!91 = distinct !DISubprogram(name: "unlock", scope: !1, file: !1, line: 32, scopeLine: 33, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!93 = !DILocation(line: 34, column: 29, scope: !91)
!94 = !DILocation(line: 34, column: 18, scope: !91)
!96 = !DILocation(line: 35, column: 47, scope: !91)
!97 = !DILocation(line: 35, column: 51, scope: !91)
!98 = !DILocation(line: 35, column: 25, scope: !91)
!99 = !DILocation(line: 35, column: 18, scope: !91)
!100 = !DILocation(line: 36, column: 10, scope: !91)
!101 = !DILocation(line: 36, column: 9, scope: !91)
!102 = !DILocation(line: 37, column: 13, scope: !91)
!106 = !DILocation(line: 39, column: 13, scope: !91)
!107 = !DILocation(line: 40, column: 9, scope: !91)
!108 = !DILocation(line: 40, column: 47, scope: !91)
!109 = !DILocation(line: 40, column: 51, scope: !91)
!110 = !DILocation(line: 40, column: 25, scope: !91)
!111 = !DILocation(line: 40, column: 23, scope: !91)
!112 = !DILocation(line: 40, column: 16, scope: !91)
!113 = !DILocation(line: 41, column: 13, scope: !91)
!115 = !DILocation(line: 42, column: 5, scope: !91)
!116 = !DILocation(line: 43, column: 28, scope: !91)
!117 = !DILocation(line: 43, column: 34, scope: !91)
!118 = !DILocation(line: 43, column: 5, scope: !91)
!119 = !DILocation(line: 44, column: 1, scope: !91)
