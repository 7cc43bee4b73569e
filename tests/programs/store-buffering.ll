target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@a = internal global i32 0, align 4
@b = internal global i32 0, align 4
@.str = private unnamed_addr constant [7 x i8] c"a || b\00", align 1
@.str.1 = private unnamed_addr constant [18 x i8] c"store-buffering.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@x = internal global i32 0, align 4
@y = internal global i32 0, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  %i = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  %arrayidx = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 0, !dbg !13
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @left, ptr noundef null), !dbg !14
  %arrayidx1 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 1, !dbg !15
  %call2 = call i32 @pthread_create(ptr noundef %arrayidx1, ptr noundef null, ptr noundef @right, ptr noundef null), !dbg !16
  store i32 0, ptr %i, align 4, !dbg !18
  br label %for.cond, !dbg !17
for.cond:
  %0 = load i32, ptr %i, align 4, !dbg !23
  %cmp = icmp slt i32 %0, 2, !dbg !24
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !25
for.cond.cleanup:
  br label %for.end
for.body:
  %1 = load i32, ptr %i, align 4, !dbg !26
  %idxprom = sext i32 %1 to i64, !dbg !27
  %arrayidx3 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom, !dbg !27
  %2 = load i64, ptr %arrayidx3, align 8, !dbg !27
  %call4 = call i32 @pthread_join(i64 noundef %2, ptr noundef null), !dbg !30
  br label %for.inc, !dbg !30
for.inc:
  %3 = load i32, ptr %i, align 4, !dbg !31
  %inc = add nsw i32 %3, 1, !dbg !31
  store i32 %inc, ptr %i, align 4, !dbg !31
  br label %for.cond, !dbg !25
for.end:
  %4 = load i32, ptr @a, align 4, !dbg !36
  %tobool = icmp ne i32 %4, 0, !dbg !36
  br i1 %tobool, label %if.then, label %lor.lhs.false, !dbg !36
lor.lhs.false:
  %5 = load i32, ptr @b, align 4, !dbg !36
  %tobool5 = icmp ne i32 %5, 0, !dbg !36
  br i1 %tobool5, label %if.then, label %if.else, !dbg !36
if.then:
  br label %if.end, !dbg !36
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 40, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !36
  unreachable, !dbg !36
if.end:
  ret i32 0, !dbg !38
}
define internal ptr @left(ptr noundef %unused) !dbg !41 {
entry:
  %unused.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !44
  store i32 1, ptr %.atomictmp, align 4, !dbg !45
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !45
  store atomic i32 %1, ptr @x seq_cst, align 4, !dbg !45
  %2 = load atomic i32, ptr @y seq_cst, align 4, !dbg !46
  store i32 %2, ptr %atomic-temp, align 4, !dbg !46
  %3 = load i32, ptr %atomic-temp, align 4, !dbg !46
  store i32 %3, ptr @a, align 4, !dbg !47
  ret ptr null, !dbg !48
}
define internal ptr @right(ptr noundef %unused) !dbg !49 {
entry:
  %unused.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !50
  store i32 1, ptr %.atomictmp, align 4, !dbg !51
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !51
  store atomic i32 %1, ptr @y seq_cst, align 4, !dbg !51
  %2 = load atomic i32, ptr @x seq_cst, align 4, !dbg !52
  store i32 %2, ptr %atomic-temp, align 4, !dbg !52
  %3 = load i32, ptr %atomic-temp, align 4, !dbg !52
  store i32 %3, ptr @b, align 4, !dbg !53
  ret ptr null, !dbg !54
}
!1 = !DIFile(filename: "store-buffering.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 33, scopeLine: 34, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 36, column: 21, scope: !9)
!14 = !DILocation(line: 36, column: 5, scope: !9)
!15 = !DILocation(line: 37, column: 21, scope: !9)
!16 = !DILocation(line: 37, column: 5, scope: !9)
!17 = !DILocation(line: 38, column: 10, scope: !9)
!18 = !DILocation(line: 38, column: 14, scope: !9)
!23 = !DILocation(line: 38, column: 21, scope: !9)
!24 = !DILocation(line: 38, column: 23, scope: !9)
!25 = !DILocation(line: 38, column: 5, scope: !9)
!26 = !DILocation(line: 39, column: 30, scope: !9)
!27 = !DILocation(line: 39, column: 22, scope: !9)
!30 = !DILocation(line: 39, column: 9, scope: !9)
!31 = !DILocation(line: 38, column: 29, scope: !9)
!36 = !DILocation(line: 40, column: 5, scope: !9)
!38 = !DILocation(line: 41, column: 5, scope: !9)
!41 = distinct !DISubprogram(name: "left", scope: !1, file: !1, line: 17, scopeLine: 18, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!44 = !DILocation(line: 19, column: 11, scope: !41)
!45 = !DILocation(line: 20, column: 5, scope: !41)
!46 = !DILocation(line: 21, column: 9, scope: !41)
!47 = !DILocation(line: 21, column: 7, scope: !41)
!48 = !DILocation(line: 22, column: 5, scope: !41)
!49 = distinct !DISubprogram(name: "right", scope: !1, file: !1, line: 25, scopeLine: 26, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!50 = !DILocation(line: 27, column: 11, scope: !49)
!51 = !DILocation(line: 28, column: 5, scope: !49)
!52 = !DILocation(line: 29, column: 9, scope: !49)
!53 = !DILocation(line: 29, column: 7, scope: !49)
!54 = !DILocation(line: 30, column: 5, scope: !49)
