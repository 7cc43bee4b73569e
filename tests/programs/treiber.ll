target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { i32, ptr }
@.str = private unnamed_addr constant [11 x i8] c"value == 7\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"treiber.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@top = internal global ptr null, align 8
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %value = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 0, ptr %value, align 4, !dbg !14
  %call = call i32 @pthread_create(ptr noundef %thread, ptr noundef null, ptr noundef @pusher, ptr noundef null), !dbg !19
  %call1 = call i32 @pop(ptr noundef %value), !dbg !20
  %tobool = icmp ne i32 %call1, 0, !dbg !20
  br i1 %tobool, label %if.then, label %if.end3, !dbg !20
if.then:
  %0 = load i32, ptr %value, align 4, !dbg !21
  %cmp = icmp eq i32 %0, 7, !dbg !21
  br i1 %cmp, label %if.then2, label %if.else, !dbg !21
if.then2:
  br label %if.end, !dbg !21
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 55, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !21
  unreachable, !dbg !21
if.end:
  br label %if.end3, !dbg !21
if.end3:
  %1 = load i64, ptr %thread, align 8, !dbg !22
  %call4 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !25
  ret i32 0, !dbg !27
}
define internal ptr @pusher(ptr noundef %unused) !dbg !30 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !33
  %call = call noalias ptr @malloc(i64 noundef 16), !dbg !34
  call void @push(ptr noundef %call, i32 noundef 7), !dbg !35
  ret ptr null, !dbg !36
}
define internal i32 @pop(ptr noundef %value) !dbg !37 {
entry:
  %retval = alloca i32, align 4
  %value.addr = alloca ptr, align 8
  %seen = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %next = alloca ptr, align 8
  %cleanup.dest.slot = alloca i32, align 4
  %.atomictmp = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  store ptr %value, ptr %value.addr, align 8
  %0 = load atomic i64, ptr @top acquire, align 8, !dbg !39
  store i64 %0, ptr %atomic-temp, align 8, !dbg !39
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !39
  store ptr %1, ptr %seen, align 8, !dbg !40
  br label %do.body, !dbg !41
do.body:
  %2 = load ptr, ptr %seen, align 8, !dbg !42
  %tobool = icmp ne ptr %2, null, !dbg !42
  br i1 %tobool, label %if.end, label %if.then, !dbg !43
if.then:
  store i32 0, ptr %retval, align 4, !dbg !44
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !44
if.end:
  %3 = load ptr, ptr %seen, align 8, !dbg !45
  %next1 = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 1, !dbg !46
  %4 = load ptr, ptr %next1, align 8, !dbg !46
  store ptr %4, ptr %next, align 8, !dbg !49
  br label %do.cond, !dbg !50
do.cond:
  %5 = load ptr, ptr %next, align 8, !dbg !51
  store ptr %5, ptr %.atomictmp, align 8, !dbg !52
  %6 = load i64, ptr %seen, align 8, !dbg !52
  %7 = load i64, ptr %.atomictmp, align 8, !dbg !52
  %8 = cmpxchg ptr @top, i64 %6, i64 %7 acquire acquire, align 8, !dbg !52
  %9 = extractvalue { i64, i1 } %8, 0, !dbg !52
  %10 = extractvalue { i64, i1 } %8, 1, !dbg !52
  br i1 %10, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !52
cmpxchg.store_expected:
  store i64 %9, ptr %seen, align 8, !dbg !52
  br label %cmpxchg.continue, !dbg !52
cmpxchg.continue:
  %storedv = zext i1 %10 to i8, !dbg !52
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !52
  %11 = load i8, ptr %cmpxchg.bool, align 1, !dbg !52, !range !55, !noundef !11
  %loadedv = trunc i8 %11 to i1, !dbg !52
  %lnot = xor i1 %loadedv, true, !dbg !56
  br i1 %lnot, label %do.body, label %do.end, !dbg !50
do.end:
  %12 = load ptr, ptr %seen, align 8, !dbg !61
  %value2 = getelementptr inbounds %struct.node, ptr %12, i32 0, i32 0, !dbg !62
  %13 = load i32, ptr %value2, align 8, !dbg !62
  %14 = load ptr, ptr %value.addr, align 8, !dbg !64
  store i32 %13, ptr %14, align 4, !dbg !65
  store i32 1, ptr %retval, align 4, !dbg !66
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !66
cleanup:
  %15 = load i32, ptr %retval, align 4, !dbg !67
  ret i32 %15, !dbg !67
}
define internal void @push(ptr noundef %node, i32 noundef %value) !dbg !71 {
entry:
  %node.addr = alloca ptr, align 8
  %value.addr = alloca i32, align 4
  %seen = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  store ptr %node, ptr %node.addr, align 8
  store i32 %value, ptr %value.addr, align 4
  %0 = load atomic i64, ptr @top monotonic, align 8, !dbg !73
  store i64 %0, ptr %atomic-temp, align 8, !dbg !73
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !73
  store ptr %1, ptr %seen, align 8, !dbg !74
  %2 = load i32, ptr %value.addr, align 4, !dbg !75
  %3 = load ptr, ptr %node.addr, align 8, !dbg !76
  %value1 = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 0, !dbg !77
  store i32 %2, ptr %value1, align 8, !dbg !78
  br label %do.body, !dbg !79
do.body:
  %4 = load ptr, ptr %seen, align 8, !dbg !80
  %5 = load ptr, ptr %node.addr, align 8, !dbg !81
  %next = getelementptr inbounds %struct.node, ptr %5, i32 0, i32 1, !dbg !82
  store ptr %4, ptr %next, align 8, !dbg !83
  br label %do.cond, !dbg !81
do.cond:
  %6 = load ptr, ptr %node.addr, align 8, !dbg !84
  store ptr %6, ptr %.atomictmp, align 8, !dbg !85
  %7 = load i64, ptr %seen, align 8, !dbg !85
  %8 = load i64, ptr %.atomictmp, align 8, !dbg !85
  %9 = cmpxchg ptr @top, i64 %7, i64 %8 release monotonic, align 8, !dbg !85
  %10 = extractvalue { i64, i1 } %9, 0, !dbg !85
  %11 = extractvalue { i64, i1 } %9, 1, !dbg !85
  br i1 %11, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !85
cmpxchg.store_expected:
  store i64 %10, ptr %seen, align 8, !dbg !85
  br label %cmpxchg.continue, !dbg !85
cmpxchg.continue:
  %storedv = zext i1 %11 to i8, !dbg !85
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !85
  %12 = load i8, ptr %cmpxchg.bool, align 1, !dbg !85, !range !55, !noundef !11
  %loadedv = trunc i8 %12 to i1, !dbg !85
  %lnot = xor i1 %loadedv, true, !dbg !86
  br i1 %lnot, label %do.body, label %do.end, !dbg !81
do.end:
  ret void, !dbg !89
}
!1 = !DIFile(filename: "treiber.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 49, scopeLine: 50, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!14 = !DILocation(line: 52, column: 9, scope: !9)
!19 = !DILocation(line: 53, column: 5, scope: !9)
!20 = !DILocation(line: 54, column: 9, scope: !9)
!21 = !DILocation(line: 55, column: 9, scope: !9)
!22 = !DILocation(line: 56, column: 18, scope: !9)
!25 = !DILocation(line: 56, column: 5, scope: !9)
!27 = !DILocation(line: 57, column: 5, scope: !9)
!30 = distinct !DISubprogram(name: "pusher", scope: !1, file: !1, line: 42, scopeLine: 43, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!33 = !DILocation(line: 44, column: 11, scope: !30)
!34 = !DILocation(line: 45, column: 10, scope: !30)
!35 = !DILocation(line: 45, column: 5, scope: !30)
!36 = !DILocation(line: 46, column: 5, scope: !30)
!37 = distinct !DISubprogram(name: "pop", scope: !1, file: !1, line: 30, scopeLine: 31, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!39 = !DILocation(line: 32, column: 25, scope: !37)
!40 = !DILocation(line: 32, column: 18, scope: !37)
!41 = !DILocation(line: 33, column: 5, scope: !37)
!42 = !DILocation(line: 34, column: 14, scope: !37)
!43 = !DILocation(line: 34, column: 13, scope: !37)
!44 = !DILocation(line: 35, column: 13, scope: !37)
!45 = !DILocation(line: 36, column: 16, scope: !37)
!46 = !DILocation(line: 36, column: 22, scope: !37)
!49 = !DILocation(line: 36, column: 14, scope: !37)
!50 = !DILocation(line: 37, column: 5, scope: !37)
!51 = !DILocation(line: 37, column: 68, scope: !37)
!52 = !DILocation(line: 37, column: 15, scope: !37)
!56 = !DILocation(line: 37, column: 14, scope: !37)
!61 = !DILocation(line: 38, column: 14, scope: !37)
!62 = !DILocation(line: 38, column: 20, scope: !37)
!64 = !DILocation(line: 38, column: 6, scope: !37)
!65 = !DILocation(line: 38, column: 12, scope: !37)
!66 = !DILocation(line: 39, column: 5, scope: !37)
!67 = !DILocation(line: 40, column: 1, scope: !37)
!71 = distinct !DISubprogram(name: "push", scope: !1, file: !1, line: 21, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!73 = !DILocation(line: 23, column: 25, scope: !71)
!74 = !DILocation(line: 23, column: 18, scope: !71)
!75 = !DILocation(line: 24, column: 19, scope: !71)
!76 = !DILocation(line: 24, column: 5, scope: !71)
!77 = !DILocation(line: 24, column: 11, scope: !71)
!78 = !DILocation(line: 24, column: 17, scope: !71)
!79 = !DILocation(line: 25, column: 5, scope: !71)
!80 = !DILocation(line: 26, column: 22, scope: !71)
!81 = !DILocation(line: 26, column: 9, scope: !71)
!82 = !DILocation(line: 26, column: 15, scope: !71)
!83 = !DILocation(line: 26, column: 20, scope: !71)
!84 = !DILocation(line: 27, column: 66, scope: !71)
!85 = !DILocation(line: 27, column: 13, scope: !71)
!86 = !DILocation(line: 27, column: 12, scope: !71)
!89 = !DILocation(line: 28, column: 1, scope: !71)
