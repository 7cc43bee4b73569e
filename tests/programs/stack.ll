target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { ptr, i32 }
@lost = dso_local global i32 0, align 4
@twice = dso_local global i32 0, align 4
@top = internal global ptr null, align 8
@items = dso_local global [4 x i32] zeroinitializer, align 16
@count = dso_local global i32 0, align 4
define dso_local void @push(i32 noundef %value) !dbg !9 {
entry:
  %value.addr = alloca i32, align 4
  %made = alloca ptr, align 8
  %old = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %.atomictmp2 = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  store i32 %value, ptr %value.addr, align 4
  %call = call noalias ptr @malloc(i64 noundef 16), !dbg !17
  store ptr %call, ptr %made, align 8, !dbg !18
  %0 = load atomic i64, ptr @top monotonic, align 8, !dbg !22
  store i64 %0, ptr %atomic-temp, align 8, !dbg !22
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !22
  store ptr %1, ptr %old, align 8, !dbg !23
  %2 = load i32, ptr %value.addr, align 4, !dbg !24
  %3 = load ptr, ptr %made, align 8, !dbg !25
  %value1 = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 1, !dbg !26
  store i32 %2, ptr %value1, align 8, !dbg !27
  %4 = load ptr, ptr %old, align 8, !dbg !30
  %5 = load ptr, ptr %made, align 8, !dbg !31
  %next = getelementptr inbounds %struct.node, ptr %5, i32 0, i32 0, !dbg !32
  store ptr %4, ptr %next, align 8, !dbg !33
  %6 = load i32, ptr @lost, align 4, !dbg !35
  %tobool = icmp ne i32 %6, 0, !dbg !35
  br i1 %tobool, label %if.then, label %if.else, !dbg !35
if.then:
  %7 = load ptr, ptr %made, align 8, !dbg !36
  store ptr %7, ptr %.atomictmp, align 8, !dbg !37
  %8 = load i64, ptr %.atomictmp, align 8, !dbg !37
  store atomic i64 %8, ptr @top release, align 8, !dbg !37
  br label %if.end, !dbg !37
if.else:
  br label %while.cond, !dbg !38
while.cond:
  %9 = load ptr, ptr %made, align 8, !dbg !39
  store ptr %9, ptr %.atomictmp2, align 8, !dbg !40
  %10 = load i64, ptr %old, align 8, !dbg !40
  %11 = load i64, ptr %.atomictmp2, align 8, !dbg !40
  %12 = cmpxchg ptr @top, i64 %10, i64 %11 release monotonic, align 8, !dbg !40
  %13 = extractvalue { i64, i1 } %12, 0, !dbg !40
  %14 = extractvalue { i64, i1 } %12, 1, !dbg !40
  br i1 %14, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !40
cmpxchg.store_expected:
  store i64 %13, ptr %old, align 8, !dbg !40
  br label %cmpxchg.continue, !dbg !40
cmpxchg.continue:
  %storedv = zext i1 %14 to i8, !dbg !40
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !40
  %15 = load i8, ptr %cmpxchg.bool, align 1, !dbg !40, !range !43, !noundef !11
  %loadedv = trunc i8 %15 to i1, !dbg !40
  %lnot = xor i1 %loadedv, true, !dbg !44
  br i1 %lnot, label %while.body, label %while.end, !dbg !38
while.body:
  %16 = load ptr, ptr %old, align 8, !dbg !45
  %17 = load ptr, ptr %made, align 8, !dbg !46
  %next3 = getelementptr inbounds %struct.node, ptr %17, i32 0, i32 0, !dbg !47
  store ptr %16, ptr %next3, align 8, !dbg !48
  br label %while.cond, !dbg !38
while.end:
  br label %if.end
if.end:
  ret void, !dbg !52
}
define dso_local i32 @pop() !dbg !55 {
entry:
  %old = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %.atomictmp3 = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  %0 = load atomic i64, ptr @top acquire, align 8, !dbg !57
  store i64 %0, ptr %atomic-temp, align 8, !dbg !57
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !57
  store ptr %1, ptr %old, align 8, !dbg !58
  %2 = load i32, ptr @twice, align 4, !dbg !59
  %tobool = icmp ne i32 %2, 0, !dbg !59
  br i1 %tobool, label %land.lhs.true, label %if.else, !dbg !60
land.lhs.true:
  %3 = load ptr, ptr %old, align 8, !dbg !61
  %tobool1 = icmp ne ptr %3, null, !dbg !61
  br i1 %tobool1, label %if.then, label %if.else, !dbg !59
if.then:
  %4 = load ptr, ptr %old, align 8, !dbg !62
  %next = getelementptr inbounds %struct.node, ptr %4, i32 0, i32 0, !dbg !63
  %5 = load ptr, ptr %next, align 8, !dbg !63
  store ptr %5, ptr %.atomictmp, align 8, !dbg !64
  %6 = load i64, ptr %.atomictmp, align 8, !dbg !64
  store atomic i64 %6, ptr @top release, align 8, !dbg !64
  br label %if.end, !dbg !64
if.else:
  br label %while.cond, !dbg !65
while.cond:
  %7 = load ptr, ptr %old, align 8, !dbg !66
  %tobool2 = icmp ne ptr %7, null, !dbg !66
  br i1 %tobool2, label %land.rhs, label %land.end, !dbg !67
land.rhs:
  %8 = load ptr, ptr %old, align 8, !dbg !68
  %next4 = getelementptr inbounds %struct.node, ptr %8, i32 0, i32 0, !dbg !69
  %9 = load ptr, ptr %next4, align 8, !dbg !69
  store ptr %9, ptr %.atomictmp3, align 8, !dbg !70
  %10 = load i64, ptr %old, align 8, !dbg !70
  %11 = load i64, ptr %.atomictmp3, align 8, !dbg !70
  %12 = cmpxchg ptr @top, i64 %10, i64 %11 acquire acquire, align 8, !dbg !70
  %13 = extractvalue { i64, i1 } %12, 0, !dbg !70
  %14 = extractvalue { i64, i1 } %12, 1, !dbg !70
  br i1 %14, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !70
cmpxchg.store_expected:
  store i64 %13, ptr %old, align 8, !dbg !70
  br label %cmpxchg.continue, !dbg !70
cmpxchg.continue:
  %storedv = zext i1 %14 to i8, !dbg !70
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !70
  %15 = load i8, ptr %cmpxchg.bool, align 1, !dbg !70, !range !43, !noundef !11
  %loadedv = trunc i8 %15 to i1, !dbg !70
  %lnot = xor i1 %loadedv, true, !dbg !71
  br label %land.end
land.end:
  %16 = phi i1 [ false, %while.cond ], [ %lnot, %cmpxchg.continue ], !dbg !72
  br i1 %16, label %while.body, label %while.end, !dbg !65
while.body:
  br label %while.cond, !dbg !65
while.end:
  br label %if.end
if.end:
  %17 = load ptr, ptr %old, align 8, !dbg !75
  %tobool5 = icmp ne ptr %17, null, !dbg !75
  br i1 %tobool5, label %cond.true, label %cond.false, !dbg !75
cond.true:
  %18 = load ptr, ptr %old, align 8, !dbg !76
  %value = getelementptr inbounds %struct.node, ptr %18, i32 0, i32 1, !dbg !77
  %19 = load i32, ptr %value, align 8, !dbg !77
  br label %cond.end, !dbg !75
cond.false:
  br label %cond.end, !dbg !75
cond.end:
  %cond = phi i32 [ %19, %cond.true ], [ -1, %cond.false ], !dbg !75
  ret i32 %cond, !dbg !79
}
define dso_local void @law_push(i32 noundef %value) !dbg !80 {
entry:
  %value.addr = alloca i32, align 4
  store i32 %value, ptr %value.addr, align 4
  %0 = load i32, ptr %value.addr, align 4, !dbg !81
  %1 = load i32, ptr @count, align 4, !dbg !82
  %inc = add nsw i32 %1, 1, !dbg !82
  store i32 %inc, ptr @count, align 4, !dbg !82
  %idxprom = sext i32 %1 to i64, !dbg !83
  %arrayidx = getelementptr inbounds [4 x i32], ptr @items, i64 0, i64 %idxprom, !dbg !83
  store i32 %0, ptr %arrayidx, align 4, !dbg !84
  ret void, !dbg !85
}
define dso_local i32 @law_pop() !dbg !86 {
entry:
  %0 = load i32, ptr @count, align 4, !dbg !87
  %cmp = icmp sgt i32 %0, 0, !dbg !88
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !87
cond.true:
  %1 = load i32, ptr @count, align 4, !dbg !89
  %dec = add nsw i32 %1, -1, !dbg !89
  store i32 %dec, ptr @count, align 4, !dbg !89
  %idxprom = sext i32 %dec to i64, !dbg !90
  %arrayidx = getelementptr inbounds [4 x i32], ptr @items, i64 0, i64 %idxprom, !dbg !90
  %2 = load i32, ptr %arrayidx, align 4, !dbg !90
  br label %cond.end, !dbg !87
cond.false:
  br label %cond.end, !dbg !87
cond.end:
  %cond = phi i32 [ %2, %cond.true ], [ -1, %cond.false ], !dbg !87
  ret i32 %cond, !dbg !91
}
!1 = !DIFile(filename: "stack.c", directory: "")
!9 = distinct !DISubprogram(name: "push", scope: !1, file: !1, line: 20, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!17 = !DILocation(line: 22, column: 25, scope: !9)
!18 = !DILocation(line: 22, column: 18, scope: !9)
!22 = !DILocation(line: 23, column: 24, scope: !9)
!23 = !DILocation(line: 23, column: 18, scope: !9)
!24 = !DILocation(line: 24, column: 19, scope: !9)
!25 = !DILocation(line: 24, column: 5, scope: !9)
!26 = !DILocation(line: 24, column: 11, scope: !9)
!27 = !DILocation(line: 24, column: 17, scope: !9)
!30 = !DILocation(line: 25, column: 18, scope: !9)
!31 = !DILocation(line: 25, column: 5, scope: !9)
!32 = !DILocation(line: 25, column: 11, scope: !9)
!33 = !DILocation(line: 25, column: 16, scope: !9)
!35 = !DILocation(line: 26, column: 9, scope: !9)
!36 = !DILocation(line: 27, column: 37, scope: !9)
!37 = !DILocation(line: 27, column: 9, scope: !9)
!38 = !DILocation(line: 29, column: 9, scope: !9)
!39 = !DILocation(line: 29, column: 69, scope: !9)
!40 = !DILocation(line: 29, column: 17, scope: !9)
!44 = !DILocation(line: 29, column: 16, scope: !9)
!45 = !DILocation(line: 31, column: 26, scope: !9)
!46 = !DILocation(line: 31, column: 13, scope: !9)
!47 = !DILocation(line: 31, column: 19, scope: !9)
!48 = !DILocation(line: 31, column: 24, scope: !9)
!52 = !DILocation(line: 32, column: 1, scope: !9)
!55 = distinct !DISubprogram(name: "pop", scope: !1, file: !1, line: 34, scopeLine: 35, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!57 = !DILocation(line: 36, column: 24, scope: !55)
!58 = !DILocation(line: 36, column: 18, scope: !55)
!59 = !DILocation(line: 37, column: 9, scope: !55)
!60 = !DILocation(line: 37, column: 15, scope: !55)
!61 = !DILocation(line: 37, column: 18, scope: !55)
!62 = !DILocation(line: 38, column: 37, scope: !55)
!63 = !DILocation(line: 38, column: 42, scope: !55)
!64 = !DILocation(line: 38, column: 9, scope: !55)
!65 = !DILocation(line: 40, column: 9, scope: !55)
!66 = !DILocation(line: 40, column: 16, scope: !55)
!67 = !DILocation(line: 40, column: 20, scope: !55)
!68 = !DILocation(line: 41, column: 39, scope: !55)
!69 = !DILocation(line: 41, column: 44, scope: !55)
!70 = !DILocation(line: 40, column: 24, scope: !55)
!71 = !DILocation(line: 40, column: 23, scope: !55)
!72 = !DILocation(line: 0, scope: !55)
!75 = !DILocation(line: 43, column: 12, scope: !55)
!76 = !DILocation(line: 43, column: 18, scope: !55)
!77 = !DILocation(line: 43, column: 23, scope: !55)
!79 = !DILocation(line: 43, column: 5, scope: !55)
!80 = distinct !DISubprogram(name: "law_push", scope: !1, file: !1, line: 48, scopeLine: 49, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!81 = !DILocation(line: 50, column: 22, scope: !80)
!82 = !DILocation(line: 50, column: 16, scope: !80)
!83 = !DILocation(line: 50, column: 5, scope: !80)
!84 = !DILocation(line: 50, column: 20, scope: !80)
!85 = !DILocation(line: 51, column: 1, scope: !80)
!86 = distinct !DISubprogram(name: "law_pop", scope: !1, file: !1, line: 53, scopeLine: 54, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!87 = !DILocation(line: 55, column: 12, scope: !86)
!88 = !DILocation(line: 55, column: 18, scope: !86)
!89 = !DILocation(line: 55, column: 30, scope: !86)
!90 = !DILocation(line: 55, column: 24, scope: !86)
!91 = !DILocation(line: 55, column: 5, scope: !86)
