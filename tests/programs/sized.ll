target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.box = type { i32, i32, ptr }
@box = internal global %struct.box zeroinitializer, align 8
@.str = private unnamed_addr constant [17 x i8] c"b->slots[2] == 7\00", align 1
@.str.1 = private unnamed_addr constant [8 x i8] c"sized.c\00", align 1
@__PRETTY_FUNCTION__.empty = private unnamed_addr constant [20 x i8] c"void *empty(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  store i32 0, ptr %retval, align 4
  call void @make(ptr noundef @box, i32 noundef 3), !dbg !13
  %arrayidx = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 0, !dbg !14
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @fill, ptr noundef @box), !dbg !15
  %arrayidx1 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 1, !dbg !16
  %call2 = call i32 @pthread_create(ptr noundef %arrayidx1, ptr noundef null, ptr noundef @empty, ptr noundef @box), !dbg !17
  %arrayidx3 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 0, !dbg !18
  %0 = load i64, ptr %arrayidx3, align 16, !dbg !18
  %call4 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !23
  %arrayidx5 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 1, !dbg !24
  %1 = load i64, ptr %arrayidx5, align 8, !dbg !24
  %call6 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !25
  ret i32 0, !dbg !27
}
define internal void @make(ptr noundef %b, i32 noundef %size) !dbg !28 {
entry:
  %b.addr = alloca ptr, align 8
  %size.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %b, ptr %b.addr, align 8
  store i32 %size, ptr %size.addr, align 4
  %0 = load i32, ptr %size.addr, align 4, !dbg !33
  %1 = load ptr, ptr %b.addr, align 8, !dbg !34
  %size1 = getelementptr inbounds %struct.box, ptr %1, i32 0, i32 1, !dbg !35
  store i32 %0, ptr %size1, align 4, !dbg !36
  %2 = load ptr, ptr %b.addr, align 8, !dbg !39
  %size2 = getelementptr inbounds %struct.box, ptr %2, i32 0, i32 1, !dbg !40
  %3 = load i32, ptr %size2, align 4, !dbg !40
  %conv = sext i32 %3 to i64, !dbg !41
  %mul = mul i64 %conv, 4, !dbg !42
  %call = call noalias ptr @malloc(i64 noundef %mul), !dbg !43
  %4 = load ptr, ptr %b.addr, align 8, !dbg !44
  %slots = getelementptr inbounds %struct.box, ptr %4, i32 0, i32 2, !dbg !45
  store ptr %call, ptr %slots, align 8, !dbg !46
  store i32 0, ptr %i, align 4, !dbg !49
  br label %for.cond, !dbg !48
for.cond:
  %5 = load i32, ptr %i, align 4, !dbg !50
  %6 = load ptr, ptr %b.addr, align 8, !dbg !51
  %size3 = getelementptr inbounds %struct.box, ptr %6, i32 0, i32 1, !dbg !52
  %7 = load i32, ptr %size3, align 4, !dbg !52
  %cmp = icmp slt i32 %5, %7, !dbg !53
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !54
for.cond.cleanup:
  br label %for.end
for.body:
  %8 = load i32, ptr %i, align 4, !dbg !55
  %9 = load ptr, ptr %b.addr, align 8, !dbg !56
  %slots5 = getelementptr inbounds %struct.box, ptr %9, i32 0, i32 2, !dbg !57
  %10 = load ptr, ptr %slots5, align 8, !dbg !57
  %11 = load i32, ptr %i, align 4, !dbg !58
  %idxprom = sext i32 %11 to i64, !dbg !56
  %arrayidx = getelementptr inbounds i32, ptr %10, i64 %idxprom, !dbg !56
  store i32 %8, ptr %arrayidx, align 4, !dbg !59
  br label %for.inc, !dbg !56
for.inc:
  %12 = load i32, ptr %i, align 4, !dbg !60
  %inc = add nsw i32 %12, 1, !dbg !60
  store i32 %inc, ptr %i, align 4, !dbg !60
  br label %for.cond, !dbg !54
for.end:
  ret void, !dbg !64
}
define internal ptr @fill(ptr noundef %at) !dbg !67 {
entry:
  %at.addr = alloca ptr, align 8
  %b = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  store ptr %at, ptr %at.addr, align 8
  %0 = load ptr, ptr %at.addr, align 8, !dbg !69
  store ptr %0, ptr %b, align 8, !dbg !70
  %1 = load ptr, ptr %b, align 8, !dbg !71
  %slots = getelementptr inbounds %struct.box, ptr %1, i32 0, i32 2, !dbg !72
  %2 = load ptr, ptr %slots, align 8, !dbg !72
  %3 = load ptr, ptr %b, align 8, !dbg !73
  %size = getelementptr inbounds %struct.box, ptr %3, i32 0, i32 1, !dbg !74
  %4 = load i32, ptr %size, align 4, !dbg !74
  %rem = srem i32 5, %4, !dbg !75
  %idxprom = sext i32 %rem to i64, !dbg !71
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 %idxprom, !dbg !71
  store i32 7, ptr %arrayidx, align 4, !dbg !76
  %5 = load ptr, ptr %b, align 8, !dbg !77
  %filled = getelementptr inbounds %struct.box, ptr %5, i32 0, i32 0, !dbg !78
  store i32 1, ptr %.atomictmp, align 4, !dbg !79
  %6 = load i32, ptr %.atomictmp, align 4, !dbg !79
  store atomic i32 %6, ptr %filled release, align 8, !dbg !79
  ret ptr null, !dbg !81
}
define internal ptr @empty(ptr noundef %at) !dbg !82 {
entry:
  %at.addr = alloca ptr, align 8
  %b = alloca ptr, align 8
  %filled = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp3 = alloca i32, align 4
  store ptr %at, ptr %at.addr, align 8
  %0 = load ptr, ptr %at.addr, align 8, !dbg !84
  store ptr %0, ptr %b, align 8, !dbg !85
  %1 = load ptr, ptr %b, align 8, !dbg !87
  %filled1 = getelementptr inbounds %struct.box, ptr %1, i32 0, i32 0, !dbg !88
  %2 = load atomic i32, ptr %filled1 acquire, align 8, !dbg !89
  store i32 %2, ptr %atomic-temp, align 4, !dbg !89
  %3 = load i32, ptr %atomic-temp, align 4, !dbg !89
  store i32 %3, ptr %filled, align 4, !dbg !90
  br label %while.cond, !dbg !91
while.cond:
  %4 = load i32, ptr %filled, align 4, !dbg !92
  %cmp = icmp eq i32 %4, 0, !dbg !93
  br i1 %cmp, label %while.body, label %while.end, !dbg !91
while.body:
  %5 = load ptr, ptr %b, align 8, !dbg !94
  %filled2 = getelementptr inbounds %struct.box, ptr %5, i32 0, i32 0, !dbg !95
  %6 = load atomic i32, ptr %filled2 acquire, align 8, !dbg !96
  store i32 %6, ptr %atomic-temp3, align 4, !dbg !96
  %7 = load i32, ptr %atomic-temp3, align 4, !dbg !96
  store i32 %7, ptr %filled, align 4, !dbg !97
  br label %while.cond, !dbg !91
while.end:
  %8 = load ptr, ptr %b, align 8, !dbg !100
  %slots = getelementptr inbounds %struct.box, ptr %8, i32 0, i32 2, !dbg !100
  %9 = load ptr, ptr %slots, align 8, !dbg !100
  %arrayidx = getelementptr inbounds i32, ptr %9, i64 2, !dbg !100
  %10 = load i32, ptr %arrayidx, align 4, !dbg !100
  %cmp4 = icmp eq i32 %10, 7, !dbg !100
  br i1 %cmp4, label %if.then, label %if.else, !dbg !100
if.then:
  br label %if.end, !dbg !100
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 42, ptr noundef @__PRETTY_FUNCTION__.empty), !dbg !100
  unreachable, !dbg !100
if.end:
  ret ptr null, !dbg !102
}
!1 = !DIFile(filename: "sized.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 46, scopeLine: 47, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 49, column: 5, scope: !9)
!14 = !DILocation(line: 50, column: 21, scope: !9)
!15 = !DILocation(line: 50, column: 5, scope: !9)
!16 = !DILocation(line: 51, column: 21, scope: !9)
!17 = !DILocation(line: 51, column: 5, scope: !9)
!18 = !DILocation(line: 52, column: 18, scope: !9)
!23 = !DILocation(line: 52, column: 5, scope: !9)
!24 = !DILocation(line: 53, column: 18, scope: !9)
!25 = !DILocation(line: 53, column: 5, scope: !9)
!27 = !DILocation(line: 54, column: 5, scope: !9)
!28 = distinct !DISubprogram(name: "make", scope: !1, file: !1, line: 20, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!33 = !DILocation(line: 22, column: 15, scope: !28)
!34 = !DILocation(line: 22, column: 5, scope: !28)
!35 = !DILocation(line: 22, column: 8, scope: !28)
!36 = !DILocation(line: 22, column: 13, scope: !28)
!39 = !DILocation(line: 23, column: 31, scope: !28)
!40 = !DILocation(line: 23, column: 34, scope: !28)
!41 = !DILocation(line: 23, column: 23, scope: !28)
!42 = !DILocation(line: 23, column: 39, scope: !28)
!43 = !DILocation(line: 23, column: 16, scope: !28)
!44 = !DILocation(line: 23, column: 5, scope: !28)
!45 = !DILocation(line: 23, column: 8, scope: !28)
!46 = !DILocation(line: 23, column: 14, scope: !28)
!48 = !DILocation(line: 24, column: 10, scope: !28)
!49 = !DILocation(line: 24, column: 14, scope: !28)
!50 = !DILocation(line: 24, column: 21, scope: !28)
!51 = !DILocation(line: 24, column: 25, scope: !28)
!52 = !DILocation(line: 24, column: 28, scope: !28)
!53 = !DILocation(line: 24, column: 23, scope: !28)
!54 = !DILocation(line: 24, column: 5, scope: !28)
!55 = !DILocation(line: 25, column: 23, scope: !28)
!56 = !DILocation(line: 25, column: 9, scope: !28)
!57 = !DILocation(line: 25, column: 12, scope: !28)
!58 = !DILocation(line: 25, column: 18, scope: !28)
!59 = !DILocation(line: 25, column: 21, scope: !28)
!60 = !DILocation(line: 24, column: 35, scope: !28)
!64 = !DILocation(line: 26, column: 1, scope: !28)
!67 = distinct !DISubprogram(name: "fill", scope: !1, file: !1, line: 28, scopeLine: 29, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!69 = !DILocation(line: 30, column: 21, scope: !67)
!70 = !DILocation(line: 30, column: 17, scope: !67)
!71 = !DILocation(line: 31, column: 5, scope: !67)
!72 = !DILocation(line: 31, column: 8, scope: !67)
!73 = !DILocation(line: 31, column: 18, scope: !67)
!74 = !DILocation(line: 31, column: 21, scope: !67)
!75 = !DILocation(line: 31, column: 16, scope: !67)
!76 = !DILocation(line: 31, column: 27, scope: !67)
!77 = !DILocation(line: 32, column: 28, scope: !67)
!78 = !DILocation(line: 32, column: 31, scope: !67)
!79 = !DILocation(line: 32, column: 5, scope: !67)
!81 = !DILocation(line: 33, column: 5, scope: !67)
!82 = distinct !DISubprogram(name: "empty", scope: !1, file: !1, line: 36, scopeLine: 37, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!84 = !DILocation(line: 38, column: 21, scope: !82)
!85 = !DILocation(line: 38, column: 17, scope: !82)
!87 = !DILocation(line: 39, column: 40, scope: !82)
!88 = !DILocation(line: 39, column: 43, scope: !82)
!89 = !DILocation(line: 39, column: 18, scope: !82)
!90 = !DILocation(line: 39, column: 9, scope: !82)
!91 = !DILocation(line: 40, column: 5, scope: !82)
!92 = !DILocation(line: 40, column: 12, scope: !82)
!93 = !DILocation(line: 40, column: 19, scope: !82)
!94 = !DILocation(line: 41, column: 40, scope: !82)
!95 = !DILocation(line: 41, column: 43, scope: !82)
!96 = !DILocation(line: 41, column: 18, scope: !82)
!97 = !DILocation(line: 41, column: 16, scope: !82)
!100 = !DILocation(line: 42, column: 5, scope: !82)
!102 = !DILocation(line: 43, column: 5, scope: !82)
