target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@count = internal global i32 0, align 4
@.str = private unnamed_addr constant [11 x i8] c"count == 2\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"backoff.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@held = internal global i32 0, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %one = alloca i64, align 8
  %other = alloca i64, align 8
  %call = call i32 @pthread_create(ptr noundef %one, ptr noundef null, ptr noundef @add, ptr noundef null), !dbg !13
  %call1 = call i32 @pthread_create(ptr noundef %other, ptr noundef null, ptr noundef @add, ptr noundef null), !dbg !14
  %0 = load i64, ptr %one, align 8, !dbg !15
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !20
  %1 = load i64, ptr %other, align 8, !dbg !21
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !22
  %2 = load i32, ptr @count, align 4, !dbg !23
  %cmp = icmp eq i32 %2, 2, !dbg !23
  br i1 %cmp, label %if.then, label %if.else, !dbg !23
if.then:
  br label %if.end, !dbg !23
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 35, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !23
  unreachable, !dbg !23
if.end:
  ret i32 0, !dbg !26
}
define internal ptr @add(ptr noundef %unused) !dbg !29 {
entry:
  %unused.addr = alloca ptr, align 8
  %pause = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %i = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  %.atomictmp5 = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  store i32 1, ptr %pause, align 4, !dbg !33
  br label %while.cond, !dbg !34
while.cond:
  store i32 1, ptr %.atomictmp, align 4, !dbg !35
  %0 = load i32, ptr %.atomictmp, align 4, !dbg !35
  %1 = atomicrmw xchg ptr @held, i32 %0 acquire, align 4, !dbg !35
  store i32 %1, ptr %atomic-temp, align 4, !dbg !35
  %2 = load i32, ptr %atomic-temp, align 4, !dbg !35
  %tobool = icmp ne i32 %2, 0, !dbg !34
  br i1 %tobool, label %while.body, label %while.end, !dbg !34
while.body:
  br label %do.body, !dbg !36
do.body:
  store i32 0, ptr %i, align 4, !dbg !38
  br label %for.cond, !dbg !37
for.cond:
  %3 = load i32, ptr %i, align 4, !dbg !39
  %4 = load i32, ptr %pause, align 4, !dbg !40
  %cmp = icmp slt i32 %3, %4, !dbg !41
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !42
for.cond.cleanup:
  br label %for.end
for.body:
  br label %for.inc, !dbg !42
for.inc:
  %5 = load i32, ptr %i, align 4, !dbg !43
  %inc = add nsw i32 %5, 1, !dbg !43
  store i32 %inc, ptr %i, align 4, !dbg !43
  br label %for.cond, !dbg !42
for.end:
  %6 = load i32, ptr %pause, align 4, !dbg !48
  %cmp1 = icmp slt i32 %6, 1024, !dbg !49
  br i1 %cmp1, label %if.then, label %if.end, !dbg !48
if.then:
  %7 = load i32, ptr %pause, align 4, !dbg !50
  %mul = mul nsw i32 %7, 2, !dbg !50
  store i32 %mul, ptr %pause, align 4, !dbg !50
  br label %if.end, !dbg !51
if.end:
  br label %do.cond, !dbg !52
do.cond:
  %8 = load atomic i32, ptr @held monotonic, align 4, !dbg !53
  store i32 %8, ptr %atomic-temp2, align 4, !dbg !53
  %9 = load i32, ptr %atomic-temp2, align 4, !dbg !53
  %tobool3 = icmp ne i32 %9, 0, !dbg !52
  br i1 %tobool3, label %do.body, label %do.end, !dbg !52
do.end:
  br label %while.cond, !dbg !34
while.end:
  %10 = load i32, ptr @count, align 4, !dbg !57
  %inc4 = add nsw i32 %10, 1, !dbg !57
  store i32 %inc4, ptr @count, align 4, !dbg !57
  store i32 0, ptr %.atomictmp5, align 4, !dbg !58
  %11 = load i32, ptr %.atomictmp5, align 4, !dbg !58
  store atomic i32 %11, ptr @held release, align 4, !dbg !58
  %12 = load ptr, ptr %unused.addr, align 8, !dbg !59
  ret ptr %12, !dbg !61
}
!1 = !DIFile(filename: "backoff.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 28, scopeLine: 29, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 31, column: 5, scope: !9)
!14 = !DILocation(line: 32, column: 5, scope: !9)
!15 = !DILocation(line: 33, column: 18, scope: !9)
!20 = !DILocation(line: 33, column: 5, scope: !9)
!21 = !DILocation(line: 34, column: 18, scope: !9)
!22 = !DILocation(line: 34, column: 5, scope: !9)
!23 = !DILocation(line: 35, column: 5, scope: !9)
!26 = !DILocation(line: 36, column: 1, scope: !9)
!29 = distinct !DISubprogram(name: "add", scope: !1, file: !1, line: 13, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!33 = !DILocation(line: 15, column: 9, scope: !29)
!34 = !DILocation(line: 16, column: 5, scope: !29)
!35 = !DILocation(line: 16, column: 12, scope: !29)
!36 = !DILocation(line: 17, column: 9, scope: !29)
!37 = !DILocation(line: 18, column: 18, scope: !29)
!38 = !DILocation(line: 18, column: 22, scope: !29)
!39 = !DILocation(line: 18, column: 29, scope: !29)
!40 = !DILocation(line: 18, column: 33, scope: !29)
!41 = !DILocation(line: 18, column: 31, scope: !29)
!42 = !DILocation(line: 18, column: 13, scope: !29)
!43 = !DILocation(line: 18, column: 41, scope: !29)
!48 = !DILocation(line: 20, column: 17, scope: !29)
!49 = !DILocation(line: 20, column: 23, scope: !29)
!50 = !DILocation(line: 21, column: 23, scope: !29)
!51 = !DILocation(line: 21, column: 17, scope: !29)
!52 = !DILocation(line: 22, column: 9, scope: !29)
!53 = !DILocation(line: 22, column: 18, scope: !29)
!57 = !DILocation(line: 23, column: 10, scope: !29)
!58 = !DILocation(line: 24, column: 5, scope: !29)
!59 = !DILocation(line: 25, column: 12, scope: !29)
!61 = !DILocation(line: 25, column: 5, scope: !29)
