target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, ptr }
@popped = internal global [3 x ptr] zeroinitializer, align 16
@.str = private unnamed_addr constant [37 x i8] c"!popped[i] || popped[i] != popped[k]\00", align 1
@.str.1 = private unnamed_addr constant [7 x i8] c"pops.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@nodes = internal global [2 x %struct.node] zeroinitializer, align 16
@top = internal global ptr null, align 8
@.str.2 = private unnamed_addr constant [17 x i8] c"seen->value == 1\00", align 1
@__PRETTY_FUNCTION__.popper = private unnamed_addr constant [21 x i8] c"void *popper(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [5 x i64], align 16
  %i = alloca i64, align 8
  %i1 = alloca i64, align 8
  %i11 = alloca i32, align 4
  %i21 = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %k = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i64 0, ptr %i, align 8, !dbg !14
  br label %for.cond, !dbg !13
for.cond:
  %0 = load i64, ptr %i, align 8, !dbg !19
  %cmp = icmp slt i64 %0, 2, !dbg !20
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !21
for.cond.cleanup:
  br label %for.end
for.body:
  %1 = load i64, ptr %i, align 8, !dbg !22
  %arrayidx = getelementptr inbounds [5 x i64], ptr %threads, i64 0, i64 %1, !dbg !23
  %2 = load i64, ptr %i, align 8, !dbg !24
  %3 = inttoptr i64 %2 to ptr, !dbg !25
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @pusher, ptr noundef %3), !dbg !26
  br label %for.inc, !dbg !26
for.inc:
  %4 = load i64, ptr %i, align 8, !dbg !27
  %inc = add nsw i64 %4, 1, !dbg !27
  store i64 %inc, ptr %i, align 8, !dbg !27
  br label %for.cond, !dbg !21
for.end:
  store i64 0, ptr %i1, align 8, !dbg !33
  br label %for.cond2, !dbg !32
for.cond2:
  %5 = load i64, ptr %i1, align 8, !dbg !34
  %cmp3 = icmp slt i64 %5, 3, !dbg !35
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4, !dbg !36
for.cond.cleanup4:
  br label %for.end10
for.body5:
  %6 = load i64, ptr %i1, align 8, !dbg !37
  %add = add nsw i64 2, %6, !dbg !38
  %arrayidx6 = getelementptr inbounds [5 x i64], ptr %threads, i64 0, i64 %add, !dbg !39
  %7 = load i64, ptr %i1, align 8, !dbg !40
  %8 = inttoptr i64 %7 to ptr, !dbg !41
  %call7 = call i32 @pthread_create(ptr noundef %arrayidx6, ptr noundef null, ptr noundef @popper, ptr noundef %8), !dbg !42
  br label %for.inc8, !dbg !42
for.inc8:
  %9 = load i64, ptr %i1, align 8, !dbg !43
  %inc9 = add nsw i64 %9, 1, !dbg !43
  store i64 %inc9, ptr %i1, align 8, !dbg !43
  br label %for.cond2, !dbg !36
for.end10:
  store i32 0, ptr %i11, align 4, !dbg !47
  br label %for.cond12, !dbg !46
for.cond12:
  %10 = load i32, ptr %i11, align 4, !dbg !50
  %cmp13 = icmp slt i32 %10, 5, !dbg !51
  br i1 %cmp13, label %for.body15, label %for.cond.cleanup14, !dbg !52
for.cond.cleanup14:
  br label %for.end20
for.body15:
  %11 = load i32, ptr %i11, align 4, !dbg !53
  %idxprom = sext i32 %11 to i64, !dbg !54
  %arrayidx16 = getelementptr inbounds [5 x i64], ptr %threads, i64 0, i64 %idxprom, !dbg !54
  %12 = load i64, ptr %arrayidx16, align 8, !dbg !54
  %call17 = call i32 @pthread_join(i64 noundef %12, ptr noundef null), !dbg !55
  br label %for.inc18, !dbg !55
for.inc18:
  %13 = load i32, ptr %i11, align 4, !dbg !56
  %inc19 = add nsw i32 %13, 1, !dbg !56
  store i32 %inc19, ptr %i11, align 4, !dbg !56
  br label %for.cond12, !dbg !52
for.end20:
  store i32 0, ptr %i21, align 4, !dbg !60
  br label %for.cond22, !dbg !59
for.cond22:
  %14 = load i32, ptr %i21, align 4, !dbg !61
  %cmp23 = icmp slt i32 %14, 3, !dbg !62
  br i1 %cmp23, label %for.body25, label %for.cond.cleanup24, !dbg !63
for.cond.cleanup24:
  store i32 11, ptr %cleanup.dest.slot, align 4
  br label %for.end42
for.body25:
  store i32 0, ptr %k, align 4, !dbg !65
  br label %for.cond26, !dbg !64
for.cond26:
  %15 = load i32, ptr %k, align 4, !dbg !66
  %16 = load i32, ptr %i21, align 4, !dbg !67
  %cmp27 = icmp slt i32 %15, %16, !dbg !68
  br i1 %cmp27, label %for.body29, label %for.cond.cleanup28, !dbg !69
for.cond.cleanup28:
  store i32 14, ptr %cleanup.dest.slot, align 4
  br label %for.end39
for.body29:
  %17 = load i32, ptr %i21, align 4, !dbg !70
  %idxprom30 = sext i32 %17 to i64, !dbg !70
  %arrayidx31 = getelementptr inbounds [3 x ptr], ptr @popped, i64 0, i64 %idxprom30, !dbg !70
  %18 = load ptr, ptr %arrayidx31, align 8, !dbg !70
  %tobool = icmp ne ptr %18, null, !dbg !70
  br i1 %tobool, label %lor.lhs.false, label %if.then, !dbg !70
lor.lhs.false:
  %19 = load i32, ptr %i21, align 4, !dbg !70
  %idxprom32 = sext i32 %19 to i64, !dbg !70
  %arrayidx33 = getelementptr inbounds [3 x ptr], ptr @popped, i64 0, i64 %idxprom32, !dbg !70
  %20 = load ptr, ptr %arrayidx33, align 8, !dbg !70
  %21 = load i32, ptr %k, align 4, !dbg !70
  %idxprom34 = sext i32 %21 to i64, !dbg !70
  %arrayidx35 = getelementptr inbounds [3 x ptr], ptr @popped, i64 0, i64 %idxprom34, !dbg !70
  %22 = load ptr, ptr %arrayidx35, align 8, !dbg !70
  %cmp36 = icmp ne ptr %20, %22, !dbg !70
  br i1 %cmp36, label %if.then, label %if.else, !dbg !70
if.then:
  br label %if.end, !dbg !70
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 57, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !70
  unreachable, !dbg !70
if.end:
  br label %for.inc37, !dbg !70
for.inc37:
  %23 = load i32, ptr %k, align 4, !dbg !73
  %inc38 = add nsw i32 %23, 1, !dbg !73
  store i32 %inc38, ptr %k, align 4, !dbg !73
  br label %for.cond26, !dbg !69
for.end39:
  br label %for.inc40, !dbg !70
for.inc40:
  %24 = load i32, ptr %i21, align 4, !dbg !75
  %inc41 = add nsw i32 %24, 1, !dbg !75
  store i32 %inc41, ptr %i21, align 4, !dbg !75
  br label %for.cond22, !dbg !63
for.end42:
  store i32 0, ptr %retval, align 4, !dbg !77
  store i32 1, ptr %cleanup.dest.slot, align 4
  %25 = load i32, ptr %retval, align 4, !dbg !78
  ret i32 %25, !dbg !78
}
define internal ptr @pusher(ptr noundef %index) !dbg !81 {
entry:
  %index.addr = alloca ptr, align 8
  %node = alloca ptr, align 8
  %seen = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %.atomictmp1 = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  store ptr %index, ptr %index.addr, align 8
  %0 = load ptr, ptr %index.addr, align 8, !dbg !83
  %1 = ptrtoint ptr %0 to i64, !dbg !84
  %arrayidx = getelementptr inbounds [2 x %struct.node], ptr @nodes, i64 0, i64 %1, !dbg !85
  store ptr %arrayidx, ptr %node, align 8, !dbg !86
  %2 = load atomic i64, ptr @top monotonic, align 8, !dbg !88
  store i64 %2, ptr %atomic-temp, align 8, !dbg !88
  %3 = load ptr, ptr %atomic-temp, align 8, !dbg !88
  store ptr %3, ptr %seen, align 8, !dbg !89
  %4 = load ptr, ptr %node, align 8, !dbg !90
  %value = getelementptr inbounds %struct.node, ptr %4, i32 0, i32 0, !dbg !91
  store i32 1, ptr %value, align 8, !dbg !92
  br label %do.body, !dbg !95
do.body:
  %5 = load ptr, ptr %node, align 8, !dbg !96
  %next = getelementptr inbounds %struct.node, ptr %5, i32 0, i32 1, !dbg !97
  %6 = load ptr, ptr %seen, align 8, !dbg !98
  store ptr %6, ptr %.atomictmp, align 8, !dbg !99
  %7 = load i64, ptr %.atomictmp, align 8, !dbg !99
  store atomic i64 %7, ptr %next monotonic, align 8, !dbg !99
  br label %do.cond, !dbg !99
do.cond:
  %8 = load ptr, ptr %node, align 8, !dbg !100
  store ptr %8, ptr %.atomictmp1, align 8, !dbg !101
  %9 = load i64, ptr %seen, align 8, !dbg !101
  %10 = load i64, ptr %.atomictmp1, align 8, !dbg !101
  %11 = cmpxchg ptr @top, i64 %9, i64 %10 release monotonic, align 8, !dbg !101
  %12 = extractvalue { i64, i1 } %11, 0, !dbg !101
  %13 = extractvalue { i64, i1 } %11, 1, !dbg !101
  br i1 %13, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !101
cmpxchg.store_expected:
  store i64 %12, ptr %seen, align 8, !dbg !101
  br label %cmpxchg.continue, !dbg !101
cmpxchg.continue:
  %storedv = zext i1 %13 to i8, !dbg !101
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !101
  %14 = load i8, ptr %cmpxchg.bool, align 1, !dbg !101, !range !104, !noundef !11
  %loadedv = trunc i8 %14 to i1, !dbg !101
  %lnot = xor i1 %loadedv, true, !dbg !105
  br i1 %lnot, label %do.body, label %do.end, !dbg !99
do.end:
  ret ptr null, !dbg !109
}
define internal ptr @popper(ptr noundef %index) !dbg !110 {
entry:
  %retval = alloca ptr, align 8
  %index.addr = alloca ptr, align 8
  %seen = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %next = alloca ptr, align 8
  %cleanup.dest.slot = alloca i32, align 4
  %atomic-temp2 = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  store ptr %index, ptr %index.addr, align 8
  %0 = load atomic i64, ptr @top acquire, align 8, !dbg !112
  store i64 %0, ptr %atomic-temp, align 8, !dbg !112
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !112
  store ptr %1, ptr %seen, align 8, !dbg !113
  br label %do.body, !dbg !114
do.body:
  %2 = load ptr, ptr %seen, align 8, !dbg !115
  %tobool = icmp ne ptr %2, null, !dbg !115
  br i1 %tobool, label %if.end, label %if.then, !dbg !116
if.then:
  store ptr null, ptr %retval, align 8, !dbg !117
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !117
if.end:
  %3 = load ptr, ptr %seen, align 8, !dbg !118
  %next1 = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 1, !dbg !119
  %4 = load atomic i64, ptr %next1 monotonic, align 8, !dbg !120
  store i64 %4, ptr %atomic-temp2, align 8, !dbg !120
  %5 = load ptr, ptr %atomic-temp2, align 8, !dbg !120
  store ptr %5, ptr %next, align 8, !dbg !121
  br label %do.cond, !dbg !122
do.cond:
  %6 = load ptr, ptr %next, align 8, !dbg !123
  store ptr %6, ptr %.atomictmp, align 8, !dbg !124
  %7 = load i64, ptr %seen, align 8, !dbg !124
  %8 = load i64, ptr %.atomictmp, align 8, !dbg !124
  %9 = cmpxchg ptr @top, i64 %7, i64 %8 acquire acquire, align 8, !dbg !124
  %10 = extractvalue { i64, i1 } %9, 0, !dbg !124
  %11 = extractvalue { i64, i1 } %9, 1, !dbg !124
  br i1 %11, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !124
cmpxchg.store_expected:
  store i64 %10, ptr %seen, align 8, !dbg !124
  br label %cmpxchg.continue, !dbg !124
cmpxchg.continue:
  %storedv = zext i1 %11 to i8, !dbg !124
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !124
  %12 = load i8, ptr %cmpxchg.bool, align 1, !dbg !124, !range !104, !noundef !11
  %loadedv = trunc i8 %12 to i1, !dbg !124
  %lnot = xor i1 %loadedv, true, !dbg !125
  br i1 %lnot, label %do.body, label %do.end, !dbg !122
do.end:
  %13 = load ptr, ptr %seen, align 8, !dbg !128
  %value = getelementptr inbounds %struct.node, ptr %13, i32 0, i32 0, !dbg !128
  %14 = load i32, ptr %value, align 8, !dbg !128
  %cmp = icmp eq i32 %14, 1, !dbg !128
  br i1 %cmp, label %if.then3, label %if.else, !dbg !128
if.then3:
  br label %if.end4, !dbg !128
if.else:
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 41, ptr noundef @__PRETTY_FUNCTION__.popper), !dbg !128
  unreachable, !dbg !128
if.end4:
  %15 = load ptr, ptr %seen, align 8, !dbg !129
  %16 = load ptr, ptr %index.addr, align 8, !dbg !130
  %17 = ptrtoint ptr %16 to i64, !dbg !131
  %arrayidx = getelementptr inbounds [3 x ptr], ptr @popped, i64 0, i64 %17, !dbg !132
  store ptr %15, ptr %arrayidx, align 8, !dbg !133
  store ptr null, ptr %retval, align 8, !dbg !134
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !134
cleanup:
  %18 = load ptr, ptr %retval, align 8, !dbg !135
  ret ptr %18, !dbg !135
}
!1 = !DIFile(filename: "pops.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 46, scopeLine: 47, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 49, column: 10, scope: !9)
!14 = !DILocation(line: 49, column: 19, scope: !9)
!19 = !DILocation(line: 49, column: 26, scope: !9)
!20 = !DILocation(line: 49, column: 28, scope: !9)
!21 = !DILocation(line: 49, column: 5, scope: !9)
!22 = !DILocation(line: 50, column: 33, scope: !9)
!23 = !DILocation(line: 50, column: 25, scope: !9)
!24 = !DILocation(line: 50, column: 59, scope: !9)
!25 = !DILocation(line: 50, column: 51, scope: !9)
!26 = !DILocation(line: 50, column: 9, scope: !9)
!27 = !DILocation(line: 49, column: 34, scope: !9)
!32 = !DILocation(line: 51, column: 10, scope: !9)
!33 = !DILocation(line: 51, column: 19, scope: !9)
!34 = !DILocation(line: 51, column: 26, scope: !9)
!35 = !DILocation(line: 51, column: 28, scope: !9)
!36 = !DILocation(line: 51, column: 5, scope: !9)
!37 = !DILocation(line: 52, column: 37, scope: !9)
!38 = !DILocation(line: 52, column: 35, scope: !9)
!39 = !DILocation(line: 52, column: 25, scope: !9)
!40 = !DILocation(line: 52, column: 63, scope: !9)
!41 = !DILocation(line: 52, column: 55, scope: !9)
!42 = !DILocation(line: 52, column: 9, scope: !9)
!43 = !DILocation(line: 51, column: 34, scope: !9)
!46 = !DILocation(line: 53, column: 10, scope: !9)
!47 = !DILocation(line: 53, column: 14, scope: !9)
!50 = !DILocation(line: 53, column: 21, scope: !9)
!51 = !DILocation(line: 53, column: 23, scope: !9)
!52 = !DILocation(line: 53, column: 5, scope: !9)
!53 = !DILocation(line: 54, column: 30, scope: !9)
!54 = !DILocation(line: 54, column: 22, scope: !9)
!55 = !DILocation(line: 54, column: 9, scope: !9)
!56 = !DILocation(line: 53, column: 29, scope: !9)
!59 = !DILocation(line: 55, column: 10, scope: !9)
!60 = !DILocation(line: 55, column: 14, scope: !9)
!61 = !DILocation(line: 55, column: 21, scope: !9)
!62 = !DILocation(line: 55, column: 23, scope: !9)
!63 = !DILocation(line: 55, column: 5, scope: !9)
!64 = !DILocation(line: 56, column: 14, scope: !9)
!65 = !DILocation(line: 56, column: 18, scope: !9)
!66 = !DILocation(line: 56, column: 25, scope: !9)
!67 = !DILocation(line: 56, column: 29, scope: !9)
!68 = !DILocation(line: 56, column: 27, scope: !9)
!69 = !DILocation(line: 56, column: 9, scope: !9)
!70 = !DILocation(line: 57, column: 13, scope: !9)
!73 = !DILocation(line: 56, column: 33, scope: !9)
!75 = !DILocation(line: 55, column: 29, scope: !9)
!77 = !DILocation(line: 58, column: 5, scope: !9)
!78 = !DILocation(line: 59, column: 1, scope: !9)
!81 = distinct !DISubprogram(name: "pusher", scope: !1, file: !1, line: 21, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!83 = !DILocation(line: 23, column: 42, scope: !81)
!84 = !DILocation(line: 23, column: 32, scope: !81)
!85 = !DILocation(line: 23, column: 26, scope: !81)
!86 = !DILocation(line: 23, column: 18, scope: !81)
!88 = !DILocation(line: 24, column: 25, scope: !81)
!89 = !DILocation(line: 24, column: 18, scope: !81)
!90 = !DILocation(line: 25, column: 5, scope: !81)
!91 = !DILocation(line: 25, column: 11, scope: !81)
!92 = !DILocation(line: 25, column: 17, scope: !81)
!95 = !DILocation(line: 26, column: 5, scope: !81)
!96 = !DILocation(line: 27, column: 32, scope: !81)
!97 = !DILocation(line: 27, column: 38, scope: !81)
!98 = !DILocation(line: 27, column: 44, scope: !81)
!99 = !DILocation(line: 27, column: 9, scope: !81)
!100 = !DILocation(line: 28, column: 66, scope: !81)
!101 = !DILocation(line: 28, column: 13, scope: !81)
!105 = !DILocation(line: 28, column: 12, scope: !81)
!109 = !DILocation(line: 30, column: 5, scope: !81)
!110 = distinct !DISubprogram(name: "popper", scope: !1, file: !1, line: 33, scopeLine: 34, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!112 = !DILocation(line: 35, column: 25, scope: !110)
!113 = !DILocation(line: 35, column: 18, scope: !110)
!114 = !DILocation(line: 36, column: 5, scope: !110)
!115 = !DILocation(line: 37, column: 14, scope: !110)
!116 = !DILocation(line: 37, column: 13, scope: !110)
!117 = !DILocation(line: 38, column: 13, scope: !110)
!118 = !DILocation(line: 39, column: 38, scope: !110)
!119 = !DILocation(line: 39, column: 44, scope: !110)
!120 = !DILocation(line: 39, column: 16, scope: !110)
!121 = !DILocation(line: 39, column: 14, scope: !110)
!122 = !DILocation(line: 40, column: 5, scope: !110)
!123 = !DILocation(line: 40, column: 68, scope: !110)
!124 = !DILocation(line: 40, column: 15, scope: !110)
!125 = !DILocation(line: 40, column: 14, scope: !110)
!128 = !DILocation(line: 41, column: 5, scope: !110)
!129 = !DILocation(line: 42, column: 31, scope: !110)
!130 = !DILocation(line: 42, column: 22, scope: !110)
!131 = !DILocation(line: 42, column: 12, scope: !110)
!132 = !DILocation(line: 42, column: 5, scope: !110)
!133 = !DILocation(line: 42, column: 29, scope: !110)
!134 = !DILocation(line: 43, column: 5, scope: !110)
!135 = !DILocation(line: 44, column: 1, scope: !110)
