target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.queue = type { ptr, ptr }
%struct.node = type { ptr, i32 }
@lost = dso_local global i32 0, align 4
@twice = dso_local global i32 0, align 4
@items = dso_local global [4 x i32] zeroinitializer, align 16
@tail = dso_local global i32 0, align 4
@head = dso_local global i32 0, align 4
@queue = dso_local global %struct.queue zeroinitializer, align 8
define dso_local void @begin(ptr noundef %q) !dbg !9 {
entry:
  %q.addr = alloca ptr, align 8
  %made = alloca ptr, align 8
  store ptr %q, ptr %q.addr, align 8
  %call = call noalias ptr @calloc(i64 noundef 1, i64 noundef 16), !dbg !17
  store ptr %call, ptr %made, align 8, !dbg !18
  %0 = load ptr, ptr %q.addr, align 8, !dbg !19
  %head = getelementptr inbounds %struct.queue, ptr %0, i32 0, i32 0, !dbg !20
  %1 = load ptr, ptr %made, align 8, !dbg !21
  store ptr %1, ptr %head, align 8, !dbg !22
  %2 = load ptr, ptr %q.addr, align 8, !dbg !24
  %tail = getelementptr inbounds %struct.queue, ptr %2, i32 0, i32 1, !dbg !25
  %3 = load ptr, ptr %made, align 8, !dbg !26
  store ptr %3, ptr %tail, align 8, !dbg !27
  ret void, !dbg !28
}
define dso_local void @put(ptr noundef %q, i32 noundef %value) !dbg !31 {
entry:
  %q.addr = alloca ptr, align 8
  %value.addr = alloca i32, align 4
  %made = alloca ptr, align 8
  %last = alloca ptr, align 8
  %next = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %atomic-temp4 = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  %.atomictmp10 = alloca ptr, align 8
  %.atomictmp13 = alloca ptr, align 8
  %cmpxchg.bool14 = alloca i8, align 1
  %.atomictmp22 = alloca ptr, align 8
  %cmpxchg.bool23 = alloca i8, align 1
  store ptr %q, ptr %q.addr, align 8
  store i32 %value, ptr %value.addr, align 4
  %call = call noalias ptr @malloc(i64 noundef 16), !dbg !35
  store ptr %call, ptr %made, align 8, !dbg !36
  %0 = load i32, ptr %value.addr, align 4, !dbg !37
  %1 = load ptr, ptr %made, align 8, !dbg !38
  %value1 = getelementptr inbounds %struct.node, ptr %1, i32 0, i32 1, !dbg !39
  store i32 %0, ptr %value1, align 8, !dbg !40
  %2 = load ptr, ptr %made, align 8, !dbg !43
  %next2 = getelementptr inbounds %struct.node, ptr %2, i32 0, i32 0, !dbg !44
  store ptr null, ptr %next2, align 8, !dbg !45
  br label %for.cond, !dbg !46
for.cond:
  %3 = load ptr, ptr %q.addr, align 8, !dbg !47
  %tail = getelementptr inbounds %struct.queue, ptr %3, i32 0, i32 1, !dbg !48
  %4 = load atomic i64, ptr %tail acquire, align 8, !dbg !49
  store i64 %4, ptr %atomic-temp, align 8, !dbg !49
  %5 = load ptr, ptr %atomic-temp, align 8, !dbg !49
  store ptr %5, ptr %last, align 8, !dbg !50
  %6 = load ptr, ptr %last, align 8, !dbg !51
  %next3 = getelementptr inbounds %struct.node, ptr %6, i32 0, i32 0, !dbg !52
  %7 = load atomic i64, ptr %next3 acquire, align 8, !dbg !53
  store i64 %7, ptr %atomic-temp4, align 8, !dbg !53
  %8 = load ptr, ptr %atomic-temp4, align 8, !dbg !53
  store ptr %8, ptr %next, align 8, !dbg !54
  %9 = load ptr, ptr %next, align 8, !dbg !55
  %tobool = icmp ne ptr %9, null, !dbg !55
  br i1 %tobool, label %land.lhs.true, label %if.end, !dbg !56
land.lhs.true:
  %10 = load i32, ptr @lost, align 4, !dbg !57
  %tobool5 = icmp ne i32 %10, 0, !dbg !57
  br i1 %tobool5, label %if.end, label %if.then, !dbg !55
if.then:
  %11 = load ptr, ptr %q.addr, align 8, !dbg !58
  %tail6 = getelementptr inbounds %struct.queue, ptr %11, i32 0, i32 1, !dbg !59
  %12 = load ptr, ptr %next, align 8, !dbg !60
  store ptr %12, ptr %.atomictmp, align 8, !dbg !61
  %13 = load i64, ptr %last, align 8, !dbg !61
  %14 = load i64, ptr %.atomictmp, align 8, !dbg !61
  %15 = cmpxchg ptr %tail6, i64 %13, i64 %14 release monotonic, align 8, !dbg !61
  %16 = extractvalue { i64, i1 } %15, 0, !dbg !61
  %17 = extractvalue { i64, i1 } %15, 1, !dbg !61
  br i1 %17, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !61
cmpxchg.store_expected:
  store i64 %16, ptr %last, align 8, !dbg !61
  br label %cmpxchg.continue, !dbg !61
cmpxchg.continue:
  %storedv = zext i1 %17 to i8, !dbg !61
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !61
  %18 = load i8, ptr %cmpxchg.bool, align 1, !dbg !61, !range !64, !noundef !11
  %loadedv = trunc i8 %18 to i1, !dbg !61
  br label %for.cond, !dbg !65
if.end:
  %19 = load i32, ptr @lost, align 4, !dbg !69
  %tobool7 = icmp ne i32 %19, 0, !dbg !69
  br i1 %tobool7, label %if.then8, label %if.end11, !dbg !69
if.then8:
  %20 = load ptr, ptr %last, align 8, !dbg !70
  %next9 = getelementptr inbounds %struct.node, ptr %20, i32 0, i32 0, !dbg !71
  %21 = load ptr, ptr %made, align 8, !dbg !72
  store ptr %21, ptr %.atomictmp10, align 8, !dbg !73
  %22 = load i64, ptr %.atomictmp10, align 8, !dbg !73
  store atomic i64 %22, ptr %next9 release, align 8, !dbg !73
  br label %for.end, !dbg !74
if.end11:
  %23 = load ptr, ptr %last, align 8, !dbg !75
  %next12 = getelementptr inbounds %struct.node, ptr %23, i32 0, i32 0, !dbg !76
  %24 = load ptr, ptr %made, align 8, !dbg !77
  store ptr %24, ptr %.atomictmp13, align 8, !dbg !78
  %25 = load i64, ptr %next, align 8, !dbg !78
  %26 = load i64, ptr %.atomictmp13, align 8, !dbg !78
  %27 = cmpxchg ptr %next12, i64 %25, i64 %26 release monotonic, align 8, !dbg !78
  %28 = extractvalue { i64, i1 } %27, 0, !dbg !78
  %29 = extractvalue { i64, i1 } %27, 1, !dbg !78
  br i1 %29, label %cmpxchg.continue16, label %cmpxchg.store_expected15, !dbg !78
cmpxchg.store_expected15:
  store i64 %28, ptr %next, align 8, !dbg !78
  br label %cmpxchg.continue16, !dbg !78
cmpxchg.continue16:
  %storedv17 = zext i1 %29 to i8, !dbg !78
  store i8 %storedv17, ptr %cmpxchg.bool14, align 1, !dbg !78
  %30 = load i8, ptr %cmpxchg.bool14, align 1, !dbg !78, !range !64, !noundef !11
  %loadedv18 = trunc i8 %30 to i1, !dbg !78
  br i1 %loadedv18, label %if.then19, label %if.end20, !dbg !78
if.then19:
  br label %for.end, !dbg !79
if.end20:
  br label %for.cond, !dbg !46
for.end:
  %31 = load ptr, ptr %q.addr, align 8, !dbg !80
  %tail21 = getelementptr inbounds %struct.queue, ptr %31, i32 0, i32 1, !dbg !81
  %32 = load ptr, ptr %made, align 8, !dbg !82
  store ptr %32, ptr %.atomictmp22, align 8, !dbg !83
  %33 = load i64, ptr %last, align 8, !dbg !83
  %34 = load i64, ptr %.atomictmp22, align 8, !dbg !83
  %35 = cmpxchg ptr %tail21, i64 %33, i64 %34 release monotonic, align 8, !dbg !83
  %36 = extractvalue { i64, i1 } %35, 0, !dbg !83
  %37 = extractvalue { i64, i1 } %35, 1, !dbg !83
  br i1 %37, label %cmpxchg.continue25, label %cmpxchg.store_expected24, !dbg !83
cmpxchg.store_expected24:
  store i64 %36, ptr %last, align 8, !dbg !83
  br label %cmpxchg.continue25, !dbg !83
cmpxchg.continue25:
  %storedv26 = zext i1 %37 to i8, !dbg !83
  store i8 %storedv26, ptr %cmpxchg.bool23, align 1, !dbg !83
  %38 = load i8, ptr %cmpxchg.bool23, align 1, !dbg !83, !range !64, !noundef !11
  %loadedv27 = trunc i8 %38 to i1, !dbg !83
  ret void, !dbg !84
}
define dso_local i32 @take(ptr noundef %q) !dbg !86 {
entry:
  %retval = alloca i32, align 4
  %q.addr = alloca ptr, align 8
  %first = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %last = alloca ptr, align 8
  %atomic-temp1 = alloca ptr, align 8
  %next = alloca ptr, align 8
  %atomic-temp3 = alloca ptr, align 8
  %cleanup.dest.slot = alloca i32, align 4
  %.atomictmp = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  %.atomictmp10 = alloca ptr, align 8
  %.atomictmp13 = alloca ptr, align 8
  %cmpxchg.bool14 = alloca i8, align 1
  store ptr %q, ptr %q.addr, align 8
  br label %for.cond, !dbg !87
for.cond:
  %0 = load ptr, ptr %q.addr, align 8, !dbg !89
  %head = getelementptr inbounds %struct.queue, ptr %0, i32 0, i32 0, !dbg !90
  %1 = load atomic i64, ptr %head acquire, align 8, !dbg !91
  store i64 %1, ptr %atomic-temp, align 8, !dbg !91
  %2 = load ptr, ptr %atomic-temp, align 8, !dbg !91
  store ptr %2, ptr %first, align 8, !dbg !92
  %3 = load ptr, ptr %q.addr, align 8, !dbg !94
  %tail = getelementptr inbounds %struct.queue, ptr %3, i32 0, i32 1, !dbg !95
  %4 = load atomic i64, ptr %tail acquire, align 8, !dbg !96
  store i64 %4, ptr %atomic-temp1, align 8, !dbg !96
  %5 = load ptr, ptr %atomic-temp1, align 8, !dbg !96
  store ptr %5, ptr %last, align 8, !dbg !97
  %6 = load ptr, ptr %first, align 8, !dbg !99
  %next2 = getelementptr inbounds %struct.node, ptr %6, i32 0, i32 0, !dbg !100
  %7 = load atomic i64, ptr %next2 acquire, align 8, !dbg !101
  store i64 %7, ptr %atomic-temp3, align 8, !dbg !101
  %8 = load ptr, ptr %atomic-temp3, align 8, !dbg !101
  store ptr %8, ptr %next, align 8, !dbg !102
  %9 = load ptr, ptr %next, align 8, !dbg !103
  %tobool = icmp ne ptr %9, null, !dbg !103
  br i1 %tobool, label %if.end, label %if.then, !dbg !104
if.then:
  store i32 -1, ptr %retval, align 4, !dbg !105
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !105
if.end:
  %10 = load ptr, ptr %first, align 8, !dbg !106
  %11 = load ptr, ptr %last, align 8, !dbg !107
  %cmp = icmp eq ptr %10, %11, !dbg !108
  br i1 %cmp, label %if.then4, label %if.end6, !dbg !106
if.then4:
  %12 = load ptr, ptr %q.addr, align 8, !dbg !109
  %tail5 = getelementptr inbounds %struct.queue, ptr %12, i32 0, i32 1, !dbg !110
  %13 = load ptr, ptr %next, align 8, !dbg !111
  store ptr %13, ptr %.atomictmp, align 8, !dbg !112
  %14 = load i64, ptr %last, align 8, !dbg !112
  %15 = load i64, ptr %.atomictmp, align 8, !dbg !112
  %16 = cmpxchg ptr %tail5, i64 %14, i64 %15 release monotonic, align 8, !dbg !112
  %17 = extractvalue { i64, i1 } %16, 0, !dbg !112
  %18 = extractvalue { i64, i1 } %16, 1, !dbg !112
  br i1 %18, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !112
cmpxchg.store_expected:
  store i64 %17, ptr %last, align 8, !dbg !112
  br label %cmpxchg.continue, !dbg !112
cmpxchg.continue:
  %storedv = zext i1 %18 to i8, !dbg !112
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !112
  %19 = load i8, ptr %cmpxchg.bool, align 1, !dbg !112, !range !64, !noundef !11
  %loadedv = trunc i8 %19 to i1, !dbg !112
  br label %if.end6, !dbg !112
if.end6:
  %20 = load i32, ptr @twice, align 4, !dbg !113
  %tobool7 = icmp ne i32 %20, 0, !dbg !113
  br i1 %tobool7, label %if.then8, label %if.end11, !dbg !113
if.then8:
  %21 = load ptr, ptr %q.addr, align 8, !dbg !114
  %head9 = getelementptr inbounds %struct.queue, ptr %21, i32 0, i32 0, !dbg !115
  %22 = load ptr, ptr %next, align 8, !dbg !116
  store ptr %22, ptr %.atomictmp10, align 8, !dbg !117
  %23 = load i64, ptr %.atomictmp10, align 8, !dbg !117
  store atomic i64 %23, ptr %head9 release, align 8, !dbg !117
  %24 = load ptr, ptr %next, align 8, !dbg !118
  %value = getelementptr inbounds %struct.node, ptr %24, i32 0, i32 1, !dbg !119
  %25 = load i32, ptr %value, align 8, !dbg !119
  store i32 %25, ptr %retval, align 4, !dbg !120
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !120
if.end11:
  %26 = load ptr, ptr %q.addr, align 8, !dbg !121
  %head12 = getelementptr inbounds %struct.queue, ptr %26, i32 0, i32 0, !dbg !122
  %27 = load ptr, ptr %next, align 8, !dbg !123
  store ptr %27, ptr %.atomictmp13, align 8, !dbg !124
  %28 = load i64, ptr %first, align 8, !dbg !124
  %29 = load i64, ptr %.atomictmp13, align 8, !dbg !124
  %30 = cmpxchg ptr %head12, i64 %28, i64 %29 release monotonic, align 8, !dbg !124
  %31 = extractvalue { i64, i1 } %30, 0, !dbg !124
  %32 = extractvalue { i64, i1 } %30, 1, !dbg !124
  br i1 %32, label %cmpxchg.continue16, label %cmpxchg.store_expected15, !dbg !124
cmpxchg.store_expected15:
  store i64 %31, ptr %first, align 8, !dbg !124
  br label %cmpxchg.continue16, !dbg !124
cmpxchg.continue16:
  %storedv17 = zext i1 %32 to i8, !dbg !124
  store i8 %storedv17, ptr %cmpxchg.bool14, align 1, !dbg !124
  %33 = load i8, ptr %cmpxchg.bool14, align 1, !dbg !124, !range !64, !noundef !11
  %loadedv18 = trunc i8 %33 to i1, !dbg !124
  br i1 %loadedv18, label %if.then19, label %if.end21, !dbg !124
if.then19:
  %34 = load ptr, ptr %next, align 8, !dbg !125
  %value20 = getelementptr inbounds %struct.node, ptr %34, i32 0, i32 1, !dbg !126
  %35 = load i32, ptr %value20, align 8, !dbg !126
  store i32 %35, ptr %retval, align 4, !dbg !127
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !127
if.end21:
  store i32 0, ptr %cleanup.dest.slot, align 4, !dbg !128
  br label %cleanup, !dbg !128
cleanup:
  %cleanup.dest = load i32, ptr %cleanup.dest.slot, align 4
  switch i32 %cleanup.dest, label %unreachable [
    i32 0, label %cleanup.cont
    i32 1, label %return
  ]
cleanup.cont:
  br label %for.cond, !dbg !87
return:
  %36 = load i32, ptr %retval, align 4, !dbg !130
  ret i32 %36, !dbg !130
unreachable:
  unreachable
}
define dso_local void @law_put(ptr noundef %q, i32 noundef %value) !dbg !131 {
entry:
  %q.addr = alloca ptr, align 8
  %value.addr = alloca i32, align 4
  store ptr %q, ptr %q.addr, align 8
  store i32 %value, ptr %value.addr, align 4
  %0 = load ptr, ptr %q.addr, align 8, !dbg !132
  %1 = load i32, ptr %value.addr, align 4, !dbg !133
  %2 = load i32, ptr @tail, align 4, !dbg !134
  %inc = add nsw i32 %2, 1, !dbg !134
  store i32 %inc, ptr @tail, align 4, !dbg !134
  %idxprom = sext i32 %2 to i64, !dbg !135
  %arrayidx = getelementptr inbounds [4 x i32], ptr @items, i64 0, i64 %idxprom, !dbg !135
  store i32 %1, ptr %arrayidx, align 4, !dbg !136
  ret void, !dbg !137
}
define dso_local i32 @law_take(ptr noundef %q) !dbg !138 {
entry:
  %q.addr = alloca ptr, align 8
  store ptr %q, ptr %q.addr, align 8
  %0 = load ptr, ptr %q.addr, align 8, !dbg !139
  %1 = load i32, ptr @head, align 4, !dbg !140
  %2 = load i32, ptr @tail, align 4, !dbg !141
  %cmp = icmp slt i32 %1, %2, !dbg !142
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !140
cond.true:
  %3 = load i32, ptr @head, align 4, !dbg !143
  %inc = add nsw i32 %3, 1, !dbg !143
  store i32 %inc, ptr @head, align 4, !dbg !143
  %idxprom = sext i32 %3 to i64, !dbg !144
  %arrayidx = getelementptr inbounds [4 x i32], ptr @items, i64 0, i64 %idxprom, !dbg !144
  %4 = load i32, ptr %arrayidx, align 4, !dbg !144
  br label %cond.end, !dbg !140
cond.false:
  br label %cond.end, !dbg !140
cond.end:
  %cond = phi i32 [ %4, %cond.true ], [ -1, %cond.false ], !dbg !140
  ret i32 %cond, !dbg !145
}
define dso_local i32 @again_take(ptr noundef %q) !dbg !146 {
entry:
  %q.addr = alloca ptr, align 8
  store ptr %q, ptr %q.addr, align 8
  %0 = load ptr, ptr %q.addr, align 8, !dbg !147
  %call = call i32 @take(ptr noundef %0), !dbg !148
  ret i32 %call, !dbg !149
}
!1 = !DIFile(filename: "queue.c", directory: "")
!9 = distinct !DISubprogram(name: "begin", scope: !1, file: !1, line: 24, scopeLine: 25, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!17 = !DILocation(line: 26, column: 25, scope: !9)
!18 = !DILocation(line: 26, column: 18, scope: !9)
!19 = !DILocation(line: 27, column: 18, scope: !9)
!20 = !DILocation(line: 27, column: 21, scope: !9)
!21 = !DILocation(line: 27, column: 27, scope: !9)
!22 = !DILocation(line: 27, column: 5, scope: !9)
!24 = !DILocation(line: 28, column: 18, scope: !9)
!25 = !DILocation(line: 28, column: 21, scope: !9)
!26 = !DILocation(line: 28, column: 27, scope: !9)
!27 = !DILocation(line: 28, column: 5, scope: !9)
!28 = !DILocation(line: 29, column: 1, scope: !9)
!31 = distinct !DISubprogram(name: "put", scope: !1, file: !1, line: 31, scopeLine: 32, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!35 = !DILocation(line: 33, column: 25, scope: !31)
!36 = !DILocation(line: 33, column: 18, scope: !31)
!37 = !DILocation(line: 34, column: 19, scope: !31)
!38 = !DILocation(line: 34, column: 5, scope: !31)
!39 = !DILocation(line: 34, column: 11, scope: !31)
!40 = !DILocation(line: 34, column: 17, scope: !31)
!43 = !DILocation(line: 35, column: 18, scope: !31)
!44 = !DILocation(line: 35, column: 24, scope: !31)
!45 = !DILocation(line: 35, column: 5, scope: !31)
!46 = !DILocation(line: 36, column: 5, scope: !31)
!47 = !DILocation(line: 37, column: 38, scope: !31)
!48 = !DILocation(line: 37, column: 41, scope: !31)
!49 = !DILocation(line: 37, column: 16, scope: !31)
!50 = !DILocation(line: 37, column: 14, scope: !31)
!51 = !DILocation(line: 38, column: 38, scope: !31)
!52 = !DILocation(line: 38, column: 44, scope: !31)
!53 = !DILocation(line: 38, column: 16, scope: !31)
!54 = !DILocation(line: 38, column: 14, scope: !31)
!55 = !DILocation(line: 39, column: 13, scope: !31)
!56 = !DILocation(line: 39, column: 18, scope: !31)
!57 = !DILocation(line: 39, column: 22, scope: !31)
!58 = !DILocation(line: 40, column: 54, scope: !31)
!59 = !DILocation(line: 40, column: 57, scope: !31)
!60 = !DILocation(line: 40, column: 70, scope: !31)
!61 = !DILocation(line: 40, column: 13, scope: !31)
!65 = !DILocation(line: 42, column: 13, scope: !31)
!69 = !DILocation(line: 44, column: 13, scope: !31)
!70 = !DILocation(line: 45, column: 36, scope: !31)
!71 = !DILocation(line: 45, column: 42, scope: !31)
!72 = !DILocation(line: 45, column: 48, scope: !31)
!73 = !DILocation(line: 45, column: 13, scope: !31)
!74 = !DILocation(line: 46, column: 13, scope: !31)
!75 = !DILocation(line: 48, column: 54, scope: !31)
!76 = !DILocation(line: 48, column: 60, scope: !31)
!77 = !DILocation(line: 48, column: 73, scope: !31)
!78 = !DILocation(line: 48, column: 13, scope: !31)
!79 = !DILocation(line: 50, column: 13, scope: !31)
!80 = !DILocation(line: 52, column: 46, scope: !31)
!81 = !DILocation(line: 52, column: 49, scope: !31)
!82 = !DILocation(line: 52, column: 62, scope: !31)
!83 = !DILocation(line: 52, column: 5, scope: !31)
!84 = !DILocation(line: 54, column: 1, scope: !31)
!86 = distinct !DISubprogram(name: "take", scope: !1, file: !1, line: 56, scopeLine: 57, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!87 = !DILocation(line: 58, column: 5, scope: !86)
!89 = !DILocation(line: 59, column: 52, scope: !86)
!90 = !DILocation(line: 59, column: 55, scope: !86)
!91 = !DILocation(line: 59, column: 30, scope: !86)
!92 = !DILocation(line: 59, column: 22, scope: !86)
!94 = !DILocation(line: 60, column: 51, scope: !86)
!95 = !DILocation(line: 60, column: 54, scope: !86)
!96 = !DILocation(line: 60, column: 29, scope: !86)
!97 = !DILocation(line: 60, column: 22, scope: !86)
!99 = !DILocation(line: 61, column: 51, scope: !86)
!100 = !DILocation(line: 61, column: 58, scope: !86)
!101 = !DILocation(line: 61, column: 29, scope: !86)
!102 = !DILocation(line: 61, column: 22, scope: !86)
!103 = !DILocation(line: 62, column: 14, scope: !86)
!104 = !DILocation(line: 62, column: 13, scope: !86)
!105 = !DILocation(line: 63, column: 13, scope: !86)
!106 = !DILocation(line: 64, column: 13, scope: !86)
!107 = !DILocation(line: 64, column: 22, scope: !86)
!108 = !DILocation(line: 64, column: 19, scope: !86)
!109 = !DILocation(line: 65, column: 54, scope: !86)
!110 = !DILocation(line: 65, column: 57, scope: !86)
!111 = !DILocation(line: 65, column: 70, scope: !86)
!112 = !DILocation(line: 65, column: 13, scope: !86)
!113 = !DILocation(line: 67, column: 13, scope: !86)
!114 = !DILocation(line: 68, column: 36, scope: !86)
!115 = !DILocation(line: 68, column: 39, scope: !86)
!116 = !DILocation(line: 68, column: 45, scope: !86)
!117 = !DILocation(line: 68, column: 13, scope: !86)
!118 = !DILocation(line: 69, column: 20, scope: !86)
!119 = !DILocation(line: 69, column: 26, scope: !86)
!120 = !DILocation(line: 69, column: 13, scope: !86)
!121 = !DILocation(line: 71, column: 54, scope: !86)
!122 = !DILocation(line: 71, column: 57, scope: !86)
!123 = !DILocation(line: 71, column: 71, scope: !86)
!124 = !DILocation(line: 71, column: 13, scope: !86)
!125 = !DILocation(line: 73, column: 20, scope: !86)
!126 = !DILocation(line: 73, column: 26, scope: !86)
!127 = !DILocation(line: 73, column: 13, scope: !86)
!128 = !DILocation(line: 74, column: 5, scope: !86)
!130 = !DILocation(line: 75, column: 1, scope: !86)
!131 = distinct !DISubprogram(name: "law_put", scope: !1, file: !1, line: 79, scopeLine: 80, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!132 = !DILocation(line: 81, column: 11, scope: !131)
!133 = !DILocation(line: 82, column: 21, scope: !131)
!134 = !DILocation(line: 82, column: 15, scope: !131)
!135 = !DILocation(line: 82, column: 5, scope: !131)
!136 = !DILocation(line: 82, column: 19, scope: !131)
!137 = !DILocation(line: 83, column: 1, scope: !131)
!138 = distinct !DISubprogram(name: "law_take", scope: !1, file: !1, line: 85, scopeLine: 86, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!139 = !DILocation(line: 87, column: 11, scope: !138)
!140 = !DILocation(line: 88, column: 12, scope: !138)
!141 = !DILocation(line: 88, column: 19, scope: !138)
!142 = !DILocation(line: 88, column: 17, scope: !138)
!143 = !DILocation(line: 88, column: 36, scope: !138)
!144 = !DILocation(line: 88, column: 26, scope: !138)
!145 = !DILocation(line: 88, column: 5, scope: !138)
!146 = distinct !DISubprogram(name: "again_take", scope: !1, file: !1, line: 91, scopeLine: 92, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!147 = !DILocation(line: 93, column: 17, scope: !146)
!148 = !DILocation(line: 93, column: 12, scope: !146)
!149 = !DILocation(line: 93, column: 5, scope: !146)
