target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@counter = internal global i32 0, align 4
@.str = private unnamed_addr constant [13 x i8] c"counter >= 1\00", align 1
@.str.1 = private unnamed_addr constant [15 x i8] c"test-and-set.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@taken = internal global i32 0, align 4
@.str.2 = private unnamed_addr constant [14 x i8] c"expected == 1\00", align 1
@__PRETTY_FUNCTION__.try_lock = private unnamed_addr constant [21 x i8] c"_Bool try_lock(void)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %adds = alloca i64, align 8
  %tries = alloca i64, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %adds, ptr noundef null, ptr noundef @adder, ptr noundef null), !dbg !13
  %call1 = call i32 @pthread_create(ptr noundef %tries, ptr noundef null, ptr noundef @perhaps, ptr noundef null), !dbg !14
  %0 = load i64, ptr %adds, align 8, !dbg !15
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !20
  %1 = load i64, ptr %tries, align 8, !dbg !21
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !22
  %2 = load i32, ptr @counter, align 4, !dbg !23
  %cmp = icmp sge i32 %2, 1, !dbg !23
  br i1 %cmp, label %if.then, label %if.else, !dbg !23
if.then:
  br label %if.end, !dbg !23
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 68, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !23
  unreachable, !dbg !23
if.end:
  ret i32 0, !dbg !27
}
define internal ptr @adder(ptr noundef %unused) !dbg !30 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !33
  call void @lock(), !dbg !34
  %1 = load i32, ptr @counter, align 4, !dbg !35
  %inc = add nsw i32 %1, 1, !dbg !35
  store i32 %inc, ptr @counter, align 4, !dbg !35
  call void @unlock(), !dbg !36
  ret ptr null, !dbg !37
}
define internal ptr @perhaps(ptr noundef %unused) !dbg !38 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !39
  %call = call zeroext i1 @try_lock(), !dbg !40
  br i1 %call, label %if.then, label %if.end, !dbg !40
if.then:
  %1 = load i32, ptr @counter, align 4, !dbg !41
  %inc = add nsw i32 %1, 1, !dbg !41
  store i32 %inc, ptr @counter, align 4, !dbg !41
  call void @unlock(), !dbg !42
  br label %if.end, !dbg !43
if.end:
  ret ptr null, !dbg !44
}
define internal void @lock() !dbg !48 {
entry:
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  br label %while.cond, !dbg !49
while.cond:
  store i32 1, ptr %.atomictmp, align 4, !dbg !50
  %0 = load i32, ptr %.atomictmp, align 4, !dbg !50
  %1 = atomicrmw xchg ptr @taken, i32 %0 acquire, align 4, !dbg !50
  store i32 %1, ptr %atomic-temp, align 4, !dbg !50
  %2 = load i32, ptr %atomic-temp, align 4, !dbg !50
  %tobool = icmp ne i32 %2, 0, !dbg !49
  br i1 %tobool, label %while.body, label %while.end5, !dbg !49
while.body:
  br label %while.cond1, !dbg !51
while.cond1:
  %3 = load atomic i32, ptr @taken monotonic, align 4, !dbg !52
  store i32 %3, ptr %atomic-temp2, align 4, !dbg !52
  %4 = load i32, ptr %atomic-temp2, align 4, !dbg !52
  %tobool3 = icmp ne i32 %4, 0, !dbg !51
  br i1 %tobool3, label %while.body4, label %while.end, !dbg !51
while.body4:
  br label %while.cond1, !dbg !51
while.end:
  br label %while.cond, !dbg !49
while.end5:
  ret void, !dbg !58
}
define internal void @unlock() !dbg !59 {
entry:
  %.atomictmp = alloca i32, align 4
  store i32 0, ptr %.atomictmp, align 4, !dbg !60
  %0 = load i32, ptr %.atomictmp, align 4, !dbg !60
  store atomic i32 %0, ptr @taken release, align 4, !dbg !60
  ret void, !dbg !61
}
define internal zeroext i1 @try_lock() !dbg !62 {
entry:
  %retval = alloca i1, align 1
  %expected = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %cleanup.dest.slot = alloca i32, align 4
  store i32 0, ptr %expected, align 4, !dbg !64
  store i32 1, ptr %.atomictmp, align 4, !dbg !65
  %0 = load i32, ptr %expected, align 4, !dbg !65
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !65
  %2 = cmpxchg ptr @taken, i32 %0, i32 %1 acquire monotonic, align 4, !dbg !65
  %3 = extractvalue { i32, i1 } %2, 0, !dbg !65
  %4 = extractvalue { i32, i1 } %2, 1, !dbg !65
  br i1 %4, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !65
cmpxchg.store_expected:
  store i32 %3, ptr %expected, align 4, !dbg !65
  br label %cmpxchg.continue, !dbg !65
cmpxchg.continue:
  %storedv = zext i1 %4 to i8, !dbg !65
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !65
  %5 = load i8, ptr %cmpxchg.bool, align 1, !dbg !65, !range !68, !noundef !11
  %loadedv = trunc i8 %5 to i1, !dbg !65
  br i1 %loadedv, label %if.end2, label %if.then, !dbg !69
if.then:
  %6 = load i32, ptr %expected, align 4, !dbg !70
  %cmp = icmp eq i32 %6, 1, !dbg !70
  br i1 %cmp, label %if.then1, label %if.else, !dbg !70
if.then1:
  br label %if.end, !dbg !70
if.else:
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 31, ptr noundef @__PRETTY_FUNCTION__.try_lock), !dbg !70
  unreachable, !dbg !70
if.end:
  store i1 false, ptr %retval, align 1, !dbg !71
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !71
if.end2:
  store i1 true, ptr %retval, align 1, !dbg !72
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup, !dbg !72
cleanup:
  %7 = load i1, ptr %retval, align 1, !dbg !73
  ret i1 %7, !dbg !73
}
!1 = !DIFile(filename: "test-and-set.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 61, scopeLine: 62, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 64, column: 5, scope: !9)
!14 = !DILocation(line: 65, column: 5, scope: !9)
!15 = !DILocation(line: 66, column: 18, scope: !9)
!20 = !DILocation(line: 66, column: 5, scope: !9)
!21 = !DILocation(line: 67, column: 18, scope: !9)
!22 = !DILocation(line: 67, column: 5, scope: !9)
!23 = !DILocation(line: 68, column: 5, scope: !9)
!27 = !DILocation(line: 69, column: 5, scope: !9)
!30 = distinct !DISubprogram(name: "adder", scope: !1, file: !1, line: 42, scopeLine: 43, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!33 = !DILocation(line: 44, column: 11, scope: !30)
!34 = !DILocation(line: 45, column: 5, scope: !30)
!35 = !DILocation(line: 46, column: 12, scope: !30)
!36 = !DILocation(line: 47, column: 5, scope: !30)
!37 = !DILocation(line: 48, column: 5, scope: !30)
!38 = distinct !DISubprogram(name: "perhaps", scope: !1, file: !1, line: 51, scopeLine: 52, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!39 = !DILocation(line: 53, column: 11, scope: !38)
!40 = !DILocation(line: 54, column: 9, scope: !38)
!41 = !DILocation(line: 55, column: 16, scope: !38)
!42 = !DILocation(line: 56, column: 9, scope: !38)
!43 = !DILocation(line: 57, column: 5, scope: !38)
!44 = !DILocation(line: 58, column: 5, scope: !38)
!48 = distinct !DISubprogram(name: "lock", scope: !1, file: !1, line: 19, scopeLine: 20, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!49 = !DILocation(line: 21, column: 5, scope: !48)
!50 = !DILocation(line: 21, column: 12, scope: !48)
!51 = !DILocation(line: 22, column: 9, scope: !48)
!52 = !DILocation(line: 22, column: 16, scope: !48)
!58 = !DILocation(line: 24, column: 1, scope: !48)
!59 = distinct !DISubprogram(name: "unlock", scope: !1, file: !1, line: 37, scopeLine: 38, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!60 = !DILocation(line: 39, column: 5, scope: !59)
!61 = !DILocation(line: 40, column: 1, scope: !59)
!62 = distinct !DISubprogram(name: "try_lock", scope: !1, file: !1, line: 26, scopeLine: 27, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!64 = !DILocation(line: 28, column: 9, scope: !62)
!65 = !DILocation(line: 29, column: 10, scope: !62)
!69 = !DILocation(line: 29, column: 9, scope: !62)
!70 = !DILocation(line: 31, column: 9, scope: !62)
!71 = !DILocation(line: 32, column: 9, scope: !62)
!72 = !DILocation(line: 34, column: 5, scope: !62)
!73 = !DILocation(line: 35, column: 1, scope: !62)
