target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@tail = internal global i32 0, align 4
@head = internal global i32 0, align 4
@places = internal global [2 x i32] zeroinitializer, align 4
@.str = private unnamed_addr constant [11 x i8] c"value == i\00", align 1
@.str.1 = private unnamed_addr constant [11 x i8] c"ring-pop.c\00", align 1
@__PRETTY_FUNCTION__.consumer = private unnamed_addr constant [23 x i8] c"void *consumer(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %one, ptr noundef null, ptr noundef @producer, ptr noundef null), !dbg !13
  %call1 = call i32 @pthread_create(ptr noundef %two, ptr noundef null, ptr noundef @consumer, ptr noundef null), !dbg !14
  %0 = load i64, ptr %one, align 8, !dbg !15
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !20
  %1 = load i64, ptr %two, align 8, !dbg !21
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !22
  ret i32 0, !dbg !24
}
define internal ptr @producer(ptr noundef %unused) !dbg !27 {
entry:
  %unused.addr = alloca ptr, align 8
  %i = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  store i32 1, ptr %i, align 4, !dbg !31
  br label %for.cond, !dbg !30
for.cond:
  %0 = load i32, ptr %i, align 4, !dbg !34
  %cmp = icmp sle i32 %0, 3, !dbg !35
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !36
for.cond.cleanup:
  br label %for.end
for.body:
  br label %while.cond, !dbg !37
while.cond:
  %1 = load i32, ptr %i, align 4, !dbg !38
  %call = call i32 @push(i32 noundef %1), !dbg !39
  %tobool = icmp ne i32 %call, 0, !dbg !40
  %lnot = xor i1 %tobool, true, !dbg !40
  br i1 %lnot, label %while.body, label %while.end, !dbg !37
while.body:
  br label %while.cond, !dbg !37
while.end:
  br label %for.inc, !dbg !37
for.inc:
  %2 = load i32, ptr %i, align 4, !dbg !45
  %inc = add nsw i32 %2, 1, !dbg !45
  store i32 %inc, ptr %i, align 4, !dbg !45
  br label %for.cond, !dbg !36
for.end:
  ret ptr null, !dbg !47
}
define internal ptr @consumer(ptr noundef %unused) !dbg !48 {
entry:
  %unused.addr = alloca ptr, align 8
  %value = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  store i32 1, ptr %i, align 4, !dbg !51
  br label %for.cond, !dbg !50
for.cond:
  %0 = load i32, ptr %i, align 4, !dbg !52
  %cmp = icmp sle i32 %0, 3, !dbg !53
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !54
for.cond.cleanup:
  br label %for.end
for.body:
  br label %while.cond, !dbg !55
while.cond:
  %call = call i32 @pop(ptr noundef %value), !dbg !56
  %tobool = icmp ne i32 %call, 0, !dbg !57
  %lnot = xor i1 %tobool, true, !dbg !57
  br i1 %lnot, label %while.body, label %while.end, !dbg !55
while.body:
  br label %while.cond, !dbg !55
while.end:
  %1 = load i32, ptr %value, align 4, !dbg !60
  %2 = load i32, ptr %i, align 4, !dbg !60
  %cmp1 = icmp eq i32 %1, %2, !dbg !60
  br i1 %cmp1, label %if.then, label %if.else, !dbg !60
if.then:
  br label %if.end, !dbg !60
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 49, ptr noundef @__PRETTY_FUNCTION__.consumer), !dbg !60
  unreachable, !dbg !60
if.end:
  br label %for.inc, !dbg !61
for.inc:
  %3 = load i32, ptr %i, align 4, !dbg !62
  %inc = add nsw i32 %3, 1, !dbg !62
  store i32 %inc, ptr %i, align 4, !dbg !62
  br label %for.cond, !dbg !54
for.end:
  ret ptr null, !dbg !65
}
define internal i32 @push(i32 noundef %value) !dbg !67 {
entry:
  %retval = alloca i32, align 4
  %value.addr = alloca i32, align 4
  %t = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  store i32 %value, ptr %value.addr, align 4
  %0 = load atomic i32, ptr @tail monotonic, align 4, !dbg !69
  store i32 %0, ptr %atomic-temp, align 4, !dbg !69
  %1 = load i32, ptr %atomic-temp, align 4, !dbg !69
  store i32 %1, ptr %t, align 4, !dbg !70
  %2 = load i32, ptr %t, align 4, !dbg !71
  %3 = load atomic i32, ptr @head acquire, align 4, !dbg !72
  store i32 %3, ptr %atomic-temp1, align 4, !dbg !72
  %4 = load i32, ptr %atomic-temp1, align 4, !dbg !72
  %sub = sub i32 %2, %4, !dbg !73
  %cmp = icmp eq i32 %sub, 2, !dbg !74
  br i1 %cmp, label %if.then, label %if.end, !dbg !71
if.then:
  store i32 0, ptr %retval, align 4, !dbg !75
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !75
if.end:
  %5 = load i32, ptr %value.addr, align 4, !dbg !76
  %6 = load i32, ptr %t, align 4, !dbg !77
  %rem = urem i32 %6, 2, !dbg !78
  %idxprom = zext i32 %rem to i64, !dbg !79
  %arrayidx = getelementptr inbounds [2 x i32], ptr @places, i64 0, i64 %idxprom, !dbg !79
  store i32 %5, ptr %arrayidx, align 4, !dbg !80
  %7 = load i32, ptr %t, align 4, !dbg !81
  %add = add i32 %7, 1, !dbg !82
  store i32 %add, ptr %.atomictmp, align 4, !dbg !83
  %8 = load i32, ptr %.atomictmp, align 4, !dbg !83
  store atomic i32 %8, ptr @tail release, align 4, !dbg !83
  store i32 1, ptr %retval, align 4, !dbg !84
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !84
cleanup:
  %9 = load i32, ptr %retval, align 4, !dbg !85
  ret i32 %9, !dbg !85
}
define internal i32 @pop(ptr noundef %value) !dbg !86 {
entry:
  %retval = alloca i32, align 4
  %value.addr = alloca ptr, align 8
  %h = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  store ptr %value, ptr %value.addr, align 8
  %0 = load atomic i32, ptr @head monotonic, align 4, !dbg !88
  store i32 %0, ptr %atomic-temp, align 4, !dbg !88
  %1 = load i32, ptr %atomic-temp, align 4, !dbg !88
  store i32 %1, ptr %h, align 4, !dbg !89
  %2 = load i32, ptr %h, align 4, !dbg !90
  %3 = load atomic i32, ptr @tail acquire, align 4, !dbg !91
  store i32 %3, ptr %atomic-temp1, align 4, !dbg !91
  %4 = load i32, ptr %atomic-temp1, align 4, !dbg !91
  %cmp = icmp eq i32 %2, %4, !dbg !92
  br i1 %cmp, label %if.then, label %if.end, !dbg !90
if.then:
  store i32 0, ptr %retval, align 4, !dbg !93
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !93
if.end:
  %5 = load i32, ptr %h, align 4, !dbg !94
  %rem = urem i32 %5, 2, !dbg !95
  %idxprom = zext i32 %rem to i64, !dbg !96
  %arrayidx = getelementptr inbounds [2 x i32], ptr @places, i64 0, i64 %idxprom, !dbg !96
  %6 = load i32, ptr %arrayidx, align 4, !dbg !96
  %7 = load ptr, ptr %value.addr, align 8, !dbg !97
  store i32 %6, ptr %7, align 4, !dbg !98
  %8 = load i32, ptr %h, align 4, !dbg !99
  %add = add i32 %8, 1, !dbg !100
  store i32 %add, ptr %.atomictmp, align 4, !dbg !101
  %9 = load i32, ptr %.atomictmp, align 4, !dbg !101
  store atomic i32 %9, ptr @head release, align 4, !dbg !101
  store i32 1, ptr %retval, align 4, !dbg !102
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !102
cleanup:
  %10 = load i32, ptr %retval, align 4, !dbg !103
  ret i32 %10, !dbg !103
}
!1 = !DIFile(filename: "ring-pop.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 54, scopeLine: 55, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 57, column: 5, scope: !9)
!14 = !DILocation(line: 58, column: 5, scope: !9)
!15 = !DILocation(line: 59, column: 18, scope: !9)
!20 = !DILocation(line: 59, column: 5, scope: !9)
!21 = !DILocation(line: 60, column: 18, scope: !9)
!22 = !DILocation(line: 60, column: 5, scope: !9)
!24 = !DILocation(line: 61, column: 5, scope: !9)
!27 = distinct !DISubprogram(name: "producer", scope: !1, file: !1, line: 35, scopeLine: 36, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!30 = !DILocation(line: 37, column: 10, scope: !27)
!31 = !DILocation(line: 37, column: 14, scope: !27)
!34 = !DILocation(line: 37, column: 21, scope: !27)
!35 = !DILocation(line: 37, column: 23, scope: !27)
!36 = !DILocation(line: 37, column: 5, scope: !27)
!37 = !DILocation(line: 38, column: 9, scope: !27)
!38 = !DILocation(line: 38, column: 22, scope: !27)
!39 = !DILocation(line: 38, column: 17, scope: !27)
!40 = !DILocation(line: 38, column: 16, scope: !27)
!45 = !DILocation(line: 37, column: 30, scope: !27)
!47 = !DILocation(line: 40, column: 5, scope: !27)
!48 = distinct !DISubprogram(name: "consumer", scope: !1, file: !1, line: 43, scopeLine: 44, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!50 = !DILocation(line: 46, column: 10, scope: !48)
!51 = !DILocation(line: 46, column: 14, scope: !48)
!52 = !DILocation(line: 46, column: 21, scope: !48)
!53 = !DILocation(line: 46, column: 23, scope: !48)
!54 = !DILocation(line: 46, column: 5, scope: !48)
!55 = !DILocation(line: 47, column: 9, scope: !48)
!56 = !DILocation(line: 47, column: 17, scope: !48)
!57 = !DILocation(line: 47, column: 16, scope: !48)
!60 = !DILocation(line: 49, column: 9, scope: !48)
!61 = !DILocation(line: 50, column: 5, scope: !48)
!62 = !DILocation(line: 46, column: 30, scope: !48)
!65 = !DILocation(line: 51, column: 5, scope: !48)
!67 = distinct !DISubprogram(name: "push", scope: !1, file: !1, line: 15, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!69 = !DILocation(line: 17, column: 18, scope: !67)
!70 = !DILocation(line: 17, column: 14, scope: !67)
!71 = !DILocation(line: 18, column: 9, scope: !67)
!72 = !DILocation(line: 18, column: 13, scope: !67)
!73 = !DILocation(line: 18, column: 11, scope: !67)
!74 = !DILocation(line: 18, column: 63, scope: !67)
!75 = !DILocation(line: 19, column: 9, scope: !67)
!76 = !DILocation(line: 20, column: 21, scope: !67)
!77 = !DILocation(line: 20, column: 12, scope: !67)
!78 = !DILocation(line: 20, column: 14, scope: !67)
!79 = !DILocation(line: 20, column: 5, scope: !67)
!80 = !DILocation(line: 20, column: 19, scope: !67)
!81 = !DILocation(line: 21, column: 34, scope: !67)
!82 = !DILocation(line: 21, column: 36, scope: !67)
!83 = !DILocation(line: 21, column: 5, scope: !67)
!84 = !DILocation(line: 22, column: 5, scope: !67)
!85 = !DILocation(line: 23, column: 1, scope: !67)
!86 = distinct !DISubprogram(name: "pop", scope: !1, file: !1, line: 25, scopeLine: 26, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!88 = !DILocation(line: 27, column: 18, scope: !86)
!89 = !DILocation(line: 27, column: 14, scope: !86)
!90 = !DILocation(line: 28, column: 9, scope: !86)
!91 = !DILocation(line: 28, column: 14, scope: !86)
!92 = !DILocation(line: 28, column: 11, scope: !86)
!93 = !DILocation(line: 29, column: 9, scope: !86)
!94 = !DILocation(line: 30, column: 21, scope: !86)
!95 = !DILocation(line: 30, column: 23, scope: !86)
!96 = !DILocation(line: 30, column: 14, scope: !86)
!97 = !DILocation(line: 30, column: 6, scope: !86)
!98 = !DILocation(line: 30, column: 12, scope: !86)
!99 = !DILocation(line: 31, column: 34, scope: !86)
!100 = !DILocation(line: 31, column: 36, scope: !86)
!101 = !DILocation(line: 31, column: 5, scope: !86)
!102 = !DILocation(line: 32, column: 5, scope: !86)
!103 = !DILocation(line: 33, column: 1, scope: !86)
