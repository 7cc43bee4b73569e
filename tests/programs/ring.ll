target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.anon = type { i32, i32, [2 x i32] }
@.str = private unnamed_addr constant [12 x i8] c"item > last\00", align 1
@.str.1 = private unnamed_addr constant [7 x i8] c"ring.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@ring = internal global %struct.anon zeroinitializer, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %item = alloca i32, align 4
  %last = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 0, ptr %item, align 4, !dbg !14
  store i32 0, ptr %last, align 4, !dbg !19
  %call = call i32 @thrd_create(ptr noundef %thread, ptr noundef @producer, ptr noundef null), !dbg !20
  store i32 0, ptr %i, align 4, !dbg !22
  br label %for.cond, !dbg !21
for.cond:
  %0 = load i32, ptr %i, align 4, !dbg !23
  %cmp = icmp slt i32 %0, 2, !dbg !24
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !25
for.cond.cleanup:
  br label %for.end
for.body:
  %call1 = call i32 @take(ptr noundef %item), !dbg !26
  %tobool = icmp ne i32 %call1, 0, !dbg !26
  br i1 %tobool, label %if.then, label %if.end4, !dbg !26
if.then:
  %1 = load i32, ptr %item, align 4, !dbg !27
  %2 = load i32, ptr %last, align 4, !dbg !27
  %cmp2 = icmp sgt i32 %1, %2, !dbg !27
  br i1 %cmp2, label %if.then3, label %if.else, !dbg !27
if.then3:
  br label %if.end, !dbg !27
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 55, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !27
  unreachable, !dbg !27
if.end:
  %3 = load i32, ptr %item, align 4, !dbg !28
  store i32 %3, ptr %last, align 4, !dbg !29
  br label %if.end4, !dbg !30
if.end4:
  br label %for.inc, !dbg !31
for.inc:
  %4 = load i32, ptr %i, align 4, !dbg !32
  %inc = add nsw i32 %4, 1, !dbg !32
  store i32 %inc, ptr %i, align 4, !dbg !32
  br label %for.cond, !dbg !25
for.end:
  %5 = load i64, ptr %thread, align 8, !dbg !36
  %call5 = call i32 @thrd_join(i64 noundef %5, ptr noundef null), !dbg !39
  ret i32 0, !dbg !41
}
define internal i32 @producer(ptr noundef %unused) !dbg !44 {
entry:
  %unused.addr = alloca ptr, align 8
  %i = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !47
  store i32 1, ptr %i, align 4, !dbg !49
  br label %for.cond, !dbg !48
for.cond:
  %1 = load i32, ptr %i, align 4, !dbg !50
  %cmp = icmp sle i32 %1, 3, !dbg !51
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !52
for.cond.cleanup:
  br label %for.end
for.body:
  %2 = load i32, ptr %i, align 4, !dbg !53
  %call = call i32 @put(i32 noundef %2), !dbg !54
  br label %for.inc, !dbg !54
for.inc:
  %3 = load i32, ptr %i, align 4, !dbg !55
  %inc = add nsw i32 %3, 1, !dbg !55
  store i32 %inc, ptr %i, align 4, !dbg !55
  br label %for.cond, !dbg !52
for.end:
  ret i32 0, !dbg !58
}
define internal i32 @take(ptr noundef %item) !dbg !59 {
entry:
  %retval = alloca i32, align 4
  %item.addr = alloca ptr, align 8
  %head = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  store ptr %item, ptr %item.addr, align 8
  %0 = load atomic i32, ptr @ring monotonic, align 4, !dbg !61
  store i32 %0, ptr %atomic-temp, align 4, !dbg !61
  %1 = load i32, ptr %atomic-temp, align 4, !dbg !61
  store i32 %1, ptr %head, align 4, !dbg !62
  %2 = load atomic i32, ptr getelementptr inbounds (%struct.anon, ptr @ring, i32 0, i32 1) acquire, align 4, !dbg !63
  store i32 %2, ptr %atomic-temp1, align 4, !dbg !63
  %3 = load i32, ptr %atomic-temp1, align 4, !dbg !63
  %4 = load i32, ptr %head, align 4, !dbg !64
  %cmp = icmp eq i32 %3, %4, !dbg !65
  br i1 %cmp, label %if.then, label %if.end, !dbg !63
if.then:
  store i32 0, ptr %retval, align 4, !dbg !66
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !66
if.end:
  %5 = load i32, ptr %head, align 4, !dbg !67
  %rem = urem i32 %5, 2, !dbg !68
  %idxprom = zext i32 %rem to i64, !dbg !69
  %arrayidx = getelementptr inbounds [2 x i32], ptr getelementptr inbounds (%struct.anon, ptr @ring, i32 0, i32 2), i64 0, i64 %idxprom, !dbg !69
  %6 = load i32, ptr %arrayidx, align 4, !dbg !69
  %7 = load ptr, ptr %item.addr, align 8, !dbg !70
  store i32 %6, ptr %7, align 4, !dbg !71
  %8 = load i32, ptr %head, align 4, !dbg !72
  %add = add i32 %8, 1, !dbg !73
  store i32 %add, ptr %.atomictmp, align 4, !dbg !74
  %9 = load i32, ptr %.atomictmp, align 4, !dbg !74
  store atomic i32 %9, ptr @ring release, align 4, !dbg !74
  store i32 1, ptr %retval, align 4, !dbg !75
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !75
cleanup:
  %10 = load i32, ptr %retval, align 4, !dbg !76
  ret i32 %10, !dbg !76
}
define internal i32 @put(i32 noundef %item) !dbg !80 {
entry:
  %retval = alloca i32, align 4
  %item.addr = alloca i32, align 4
  %tail = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  store i32 %item, ptr %item.addr, align 4
  %0 = load atomic i32, ptr getelementptr inbounds (%struct.anon, ptr @ring, i32 0, i32 1) monotonic, align 4, !dbg !82
  store i32 %0, ptr %atomic-temp, align 4, !dbg !82
  %1 = load i32, ptr %atomic-temp, align 4, !dbg !82
  store i32 %1, ptr %tail, align 4, !dbg !83
  %2 = load i32, ptr %tail, align 4, !dbg !84
  %3 = load atomic i32, ptr @ring acquire, align 4, !dbg !85
  store i32 %3, ptr %atomic-temp1, align 4, !dbg !85
  %4 = load i32, ptr %atomic-temp1, align 4, !dbg !85
  %sub = sub i32 %2, %4, !dbg !86
  %cmp = icmp eq i32 %sub, 2, !dbg !87
  br i1 %cmp, label %if.then, label %if.end, !dbg !84
if.then:
  store i32 0, ptr %retval, align 4, !dbg !88
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !88
if.end:
  %5 = load i32, ptr %item.addr, align 4, !dbg !89
  %6 = load i32, ptr %tail, align 4, !dbg !90
  %rem = urem i32 %6, 2, !dbg !91
  %idxprom = zext i32 %rem to i64, !dbg !92
  %arrayidx = getelementptr inbounds [2 x i32], ptr getelementptr inbounds (%struct.anon, ptr @ring, i32 0, i32 2), i64 0, i64 %idxprom, !dbg !92
  store i32 %5, ptr %arrayidx, align 4, !dbg !93
  %7 = load i32, ptr %tail, align 4, !dbg !94
  %add = add i32 %7, 1, !dbg !95
  store i32 %add, ptr %.atomictmp, align 4, !dbg !96
  %8 = load i32, ptr %.atomictmp, align 4, !dbg !96
  store atomic i32 %8, ptr getelementptr inbounds (%struct.anon, ptr @ring, i32 0, i32 1) release, align 4, !dbg !96
  store i32 1, ptr %retval, align 4, !dbg !97
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !97
cleanup:
  %9 = load i32, ptr %retval, align 4, !dbg !98
  ret i32 %9, !dbg !98
}
!1 = !DIFile(filename: "ring.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 48, scopeLine: 49, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!14 = !DILocation(line: 51, column: 9, scope: !9)
!19 = !DILocation(line: 51, column: 19, scope: !9)
!20 = !DILocation(line: 52, column: 5, scope: !9)
!21 = !DILocation(line: 53, column: 10, scope: !9)
!22 = !DILocation(line: 53, column: 14, scope: !9)
!23 = !DILocation(line: 53, column: 21, scope: !9)
!24 = !DILocation(line: 53, column: 23, scope: !9)
!25 = !DILocation(line: 53, column: 5, scope: !9)
!26 = !DILocation(line: 54, column: 13, scope: !9)
!27 = !DILocation(line: 55, column: 13, scope: !9)
!28 = !DILocation(line: 56, column: 20, scope: !9)
!29 = !DILocation(line: 56, column: 18, scope: !9)
!30 = !DILocation(line: 57, column: 9, scope: !9)
!31 = !DILocation(line: 54, column: 23, scope: !9)
!32 = !DILocation(line: 53, column: 29, scope: !9)
!36 = !DILocation(line: 58, column: 15, scope: !9)
!39 = !DILocation(line: 58, column: 5, scope: !9)
!41 = !DILocation(line: 59, column: 5, scope: !9)
!44 = distinct !DISubprogram(name: "producer", scope: !1, file: !1, line: 40, scopeLine: 41, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!47 = !DILocation(line: 42, column: 11, scope: !44)
!48 = !DILocation(line: 43, column: 10, scope: !44)
!49 = !DILocation(line: 43, column: 14, scope: !44)
!50 = !DILocation(line: 43, column: 21, scope: !44)
!51 = !DILocation(line: 43, column: 23, scope: !44)
!52 = !DILocation(line: 43, column: 5, scope: !44)
!53 = !DILocation(line: 44, column: 13, scope: !44)
!54 = !DILocation(line: 44, column: 9, scope: !44)
!55 = !DILocation(line: 43, column: 30, scope: !44)
!58 = !DILocation(line: 45, column: 5, scope: !44)
!59 = distinct !DISubprogram(name: "take", scope: !1, file: !1, line: 30, scopeLine: 31, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!61 = !DILocation(line: 32, column: 21, scope: !59)
!62 = !DILocation(line: 32, column: 14, scope: !59)
!63 = !DILocation(line: 33, column: 9, scope: !59)
!64 = !DILocation(line: 33, column: 67, scope: !59)
!65 = !DILocation(line: 33, column: 64, scope: !59)
!66 = !DILocation(line: 34, column: 9, scope: !59)
!67 = !DILocation(line: 35, column: 24, scope: !59)
!68 = !DILocation(line: 35, column: 29, scope: !59)
!69 = !DILocation(line: 35, column: 13, scope: !59)
!70 = !DILocation(line: 35, column: 6, scope: !59)
!71 = !DILocation(line: 35, column: 11, scope: !59)
!72 = !DILocation(line: 36, column: 39, scope: !59)
!73 = !DILocation(line: 36, column: 44, scope: !59)
!74 = !DILocation(line: 36, column: 5, scope: !59)
!75 = !DILocation(line: 37, column: 5, scope: !59)
!76 = !DILocation(line: 38, column: 1, scope: !59)
!80 = distinct !DISubprogram(name: "put", scope: !1, file: !1, line: 20, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!82 = !DILocation(line: 22, column: 21, scope: !80)
!83 = !DILocation(line: 22, column: 14, scope: !80)
!84 = !DILocation(line: 23, column: 9, scope: !80)
!85 = !DILocation(line: 23, column: 16, scope: !80)
!86 = !DILocation(line: 23, column: 14, scope: !80)
!87 = !DILocation(line: 23, column: 71, scope: !80)
!88 = !DILocation(line: 24, column: 9, scope: !80)
!89 = !DILocation(line: 25, column: 31, scope: !80)
!90 = !DILocation(line: 25, column: 16, scope: !80)
!91 = !DILocation(line: 25, column: 21, scope: !80)
!92 = !DILocation(line: 25, column: 5, scope: !80)
!93 = !DILocation(line: 25, column: 29, scope: !80)
!94 = !DILocation(line: 26, column: 39, scope: !80)
!95 = !DILocation(line: 26, column: 44, scope: !80)
!96 = !DILocation(line: 26, column: 5, scope: !80)
!97 = !DILocation(line: 27, column: 5, scope: !80)
!98 = !DILocation(line: 28, column: 1, scope: !80)
