target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.node = type { ptr, i32 }
@top = internal global ptr null, align 8
@.str = private unnamed_addr constant [17 x i8] c"seen->value == 1\00", align 1
@.str.1 = private unnamed_addr constant [8 x i8] c"carry.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@nodes = internal global [2 x %struct.node] zeroinitializer, align 16
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %seen = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %thread, ptr noundef null, ptr noundef @pusher, ptr noundef null), !dbg !13
  %0 = load atomic i64, ptr @top acquire, align 8, !dbg !15
  store i64 %0, ptr %atomic-temp, align 8, !dbg !15
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !15
  store ptr %1, ptr %seen, align 8, !dbg !20
  br label %while.cond, !dbg !21
while.cond:
  %2 = load ptr, ptr %seen, align 8, !dbg !22
  %tobool = icmp ne ptr %2, null, !dbg !22
  br i1 %tobool, label %land.rhs, label %land.end, !dbg !23
land.rhs:
  %3 = load ptr, ptr %seen, align 8, !dbg !24
  %next = getelementptr inbounds %struct.node, ptr %3, i32 0, i32 0, !dbg !25
  %4 = load ptr, ptr %next, align 8, !dbg !25
  store ptr %4, ptr %.atomictmp, align 8, !dbg !29
  %5 = load i64, ptr %seen, align 8, !dbg !29
  %6 = load i64, ptr %.atomictmp, align 8, !dbg !29
  %7 = cmpxchg weak ptr @top, i64 %5, i64 %6 acquire acquire, align 8, !dbg !29
  %8 = extractvalue { i64, i1 } %7, 0, !dbg !29
  %9 = extractvalue { i64, i1 } %7, 1, !dbg !29
  br i1 %9, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !29
cmpxchg.store_expected:
  store i64 %8, ptr %seen, align 8, !dbg !29
  br label %cmpxchg.continue, !dbg !29
cmpxchg.continue:
  %storedv = zext i1 %9 to i8, !dbg !29
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !29
  %10 = load i8, ptr %cmpxchg.bool, align 1, !dbg !29, !range !32, !noundef !11
  %loadedv = trunc i8 %10 to i1, !dbg !29
  %lnot = xor i1 %loadedv, true, !dbg !33
  br label %land.end
land.end:
  %11 = phi i1 [ false, %while.cond ], [ %lnot, %cmpxchg.continue ], !dbg !34
  br i1 %11, label %while.body, label %while.end, !dbg !21
while.body:
  br label %while.cond, !dbg !21
while.end:
  %12 = load ptr, ptr %seen, align 8, !dbg !39
  %tobool1 = icmp ne ptr %12, null, !dbg !39
  br i1 %tobool1, label %if.then, label %if.else3, !dbg !39
if.then:
  %13 = load ptr, ptr %seen, align 8, !dbg !40
  %value = getelementptr inbounds %struct.node, ptr %13, i32 0, i32 1, !dbg !40
  %14 = load i32, ptr %value, align 8, !dbg !40
  %cmp = icmp eq i32 %14, 1, !dbg !40
  br i1 %cmp, label %if.then2, label %if.else, !dbg !40
if.then2:
  br label %if.end, !dbg !40
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 45, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !40
  unreachable, !dbg !40
if.end:
  br label %if.end4, !dbg !40
if.else3:
  call void @push(ptr noundef getelementptr inbounds ([2 x %struct.node], ptr @nodes, i64 0, i64 1), i32 noundef 2), !dbg !42
  br label %if.end4
if.end4:
  %15 = load i64, ptr %thread, align 8, !dbg !43
  %call5 = call i32 @pthread_join(i64 noundef %15, ptr noundef null), !dbg !46
  ret i32 0, !dbg !48
}
define internal ptr @pusher(ptr noundef %unused) !dbg !51 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !52
  call void @push(ptr noundef @nodes, i32 noundef 1), !dbg !53
  ret ptr null, !dbg !54
}
define internal void @push(ptr noundef %node, i32 noundef %value) !dbg !57 {
entry:
  %node.addr = alloca ptr, align 8
  %value.addr = alloca i32, align 4
  %atomic-temp = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  store ptr %node, ptr %node.addr, align 8
  store i32 %value, ptr %value.addr, align 4
  %0 = load i32, ptr %value.addr, align 4, !dbg !59
  %1 = load ptr, ptr %node.addr, align 8, !dbg !60
  %value1 = getelementptr inbounds %struct.node, ptr %1, i32 0, i32 1, !dbg !61
  store i32 %0, ptr %value1, align 8, !dbg !62
  %2 = load atomic i64, ptr @top monotonic, align 8, !dbg !63
  store i64 %2, ptr %atomic-temp, align 8, !dbg !63
  %3 = load ptr, ptr %atomic-temp, align 8, !dbg !63
  %4 = load ptr, ptr %node.addr, align 8, !dbg !64
  %next = getelementptr inbounds %struct.node, ptr %4, i32 0, i32 0, !dbg !65
  store ptr %3, ptr %next, align 8, !dbg !66
  br label %while.cond, !dbg !67
while.cond:
  %5 = load ptr, ptr %node.addr, align 8, !dbg !68
  %next2 = getelementptr inbounds %struct.node, ptr %5, i32 0, i32 0, !dbg !69
  %6 = load ptr, ptr %node.addr, align 8, !dbg !70
  store ptr %6, ptr %.atomictmp, align 8, !dbg !71
  %7 = load i64, ptr %next2, align 8, !dbg !71
  %8 = load i64, ptr %.atomictmp, align 8, !dbg !71
  %9 = cmpxchg weak ptr @top, i64 %7, i64 %8 release monotonic, align 8, !dbg !71
  %10 = extractvalue { i64, i1 } %9, 0, !dbg !71
  %11 = extractvalue { i64, i1 } %9, 1, !dbg !71
  br i1 %11, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !71
cmpxchg.store_expected:
  store i64 %10, ptr %next2, align 8, !dbg !71
  br label %cmpxchg.continue, !dbg !71
cmpxchg.continue:
  %storedv = zext i1 %11 to i8, !dbg !71
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !71
  %12 = load i8, ptr %cmpxchg.bool, align 1, !dbg !71, !range !32, !noundef !11
  %loadedv = trunc i8 %12 to i1, !dbg !71
  %lnot = xor i1 %loadedv, true, !dbg !72
  br i1 %lnot, label %while.body, label %while.end, !dbg !67
while.body:
  br label %while.cond, !dbg !67
while.end:
  ret void, !dbg !75
}
!1 = !DIFile(filename: "carry.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 36, scopeLine: 37, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 39, column: 5, scope: !9)
!15 = !DILocation(line: 40, column: 25, scope: !9)
!20 = !DILocation(line: 40, column: 18, scope: !9)
!21 = !DILocation(line: 41, column: 5, scope: !9)
!22 = !DILocation(line: 41, column: 12, scope: !9)
!23 = !DILocation(line: 41, column: 17, scope: !9)
!24 = !DILocation(line: 42, column: 37, scope: !9)
!25 = !DILocation(line: 42, column: 43, scope: !9)
!29 = !DILocation(line: 41, column: 21, scope: !9)
!33 = !DILocation(line: 41, column: 20, scope: !9)
!34 = !DILocation(line: 0, scope: !9)
!39 = !DILocation(line: 44, column: 9, scope: !9)
!40 = !DILocation(line: 45, column: 9, scope: !9)
!42 = !DILocation(line: 47, column: 9, scope: !9)
!43 = !DILocation(line: 48, column: 18, scope: !9)
!46 = !DILocation(line: 48, column: 5, scope: !9)
!48 = !DILocation(line: 49, column: 5, scope: !9)
!51 = distinct !DISubprogram(name: "pusher", scope: !1, file: !1, line: 29, scopeLine: 30, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!52 = !DILocation(line: 31, column: 11, scope: !51)
!53 = !DILocation(line: 32, column: 5, scope: !51)
!54 = !DILocation(line: 33, column: 5, scope: !51)
!57 = distinct !DISubprogram(name: "push", scope: !1, file: !1, line: 20, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!59 = !DILocation(line: 22, column: 19, scope: !57)
!60 = !DILocation(line: 22, column: 5, scope: !57)
!61 = !DILocation(line: 22, column: 11, scope: !57)
!62 = !DILocation(line: 22, column: 17, scope: !57)
!63 = !DILocation(line: 23, column: 18, scope: !57)
!64 = !DILocation(line: 23, column: 5, scope: !57)
!65 = !DILocation(line: 23, column: 11, scope: !57)
!66 = !DILocation(line: 23, column: 16, scope: !57)
!67 = !DILocation(line: 24, column: 5, scope: !57)
!68 = !DILocation(line: 25, column: 55, scope: !57)
!69 = !DILocation(line: 25, column: 61, scope: !57)
!70 = !DILocation(line: 25, column: 67, scope: !57)
!71 = !DILocation(line: 25, column: 10, scope: !57)
!72 = !DILocation(line: 25, column: 9, scope: !57)
!75 = !DILocation(line: 27, column: 1, scope: !57)
