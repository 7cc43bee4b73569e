target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@counter = internal global i32 0, align 4
@.str = private unnamed_addr constant [13 x i8] c"counter == 2\00", align 1
@.str.1 = private unnamed_addr constant [15 x i8] c"counter-lost.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  %i = alloca i32, align 4
  %i1 = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 0, ptr %i, align 4, !dbg !14
  br label %for.cond, !dbg !13
for.cond:
  %0 = load i32, ptr %i, align 4, !dbg !19
  %cmp = icmp slt i32 %0, 2, !dbg !20
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !21
for.cond.cleanup:
  br label %for.end
for.body:
  %1 = load i32, ptr %i, align 4, !dbg !22
  %idxprom = sext i32 %1 to i64, !dbg !23
  %arrayidx = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom, !dbg !23
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @adder, ptr noundef null), !dbg !24
  br label %for.inc, !dbg !24
for.inc:
  %2 = load i32, ptr %i, align 4, !dbg !25
  %inc = add nsw i32 %2, 1, !dbg !25
  store i32 %inc, ptr %i, align 4, !dbg !25
  br label %for.cond, !dbg !21
for.end:
  store i32 0, ptr %i1, align 4, !dbg !31
  br label %for.cond2, !dbg !30
for.cond2:
  %3 = load i32, ptr %i1, align 4, !dbg !32
  %cmp3 = icmp slt i32 %3, 2, !dbg !33
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4, !dbg !34
for.cond.cleanup4:
  br label %for.end11
for.body5:
  %4 = load i32, ptr %i1, align 4, !dbg !35
  %idxprom6 = sext i32 %4 to i64, !dbg !36
  %arrayidx7 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom6, !dbg !36
  %5 = load i64, ptr %arrayidx7, align 8, !dbg !36
  %call8 = call i32 @pthread_join(i64 noundef %5, ptr noundef null), !dbg !39
  br label %for.inc9, !dbg !39
for.inc9:
  %6 = load i32, ptr %i1, align 4, !dbg !40
  %inc10 = add nsw i32 %6, 1, !dbg !40
  store i32 %inc10, ptr %i1, align 4, !dbg !40
  br label %for.cond2, !dbg !34
for.end11:
  %atomic-load = load atomic i32, ptr @counter seq_cst, align 4, !dbg !43
  %cmp12 = icmp eq i32 %atomic-load, 2, !dbg !43
  br i1 %cmp12, label %if.then, label %if.else, !dbg !43
if.then:
  br label %if.end, !dbg !43
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 23, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !43
  unreachable, !dbg !43
if.end:
  ret i32 0, !dbg !46
}
define internal ptr @adder(ptr noundef %unused) !dbg !49 {
entry:
  %unused.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !52
  %1 = load atomic i32, ptr @counter seq_cst, align 4, !dbg !53
  store i32 %1, ptr %atomic-temp, align 4, !dbg !53
  %2 = load i32, ptr %atomic-temp, align 4, !dbg !53
  %add = add nsw i32 %2, 1, !dbg !53
  store i32 %add, ptr %.atomictmp, align 4, !dbg !53
  %3 = load i32, ptr %.atomictmp, align 4, !dbg !53
  store atomic i32 %3, ptr @counter seq_cst, align 4, !dbg !53
  ret ptr null, !dbg !54
}
!1 = !DIFile(filename: "counter-lost.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 16, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 19, column: 10, scope: !9)
!14 = !DILocation(line: 19, column: 14, scope: !9)
!19 = !DILocation(line: 19, column: 21, scope: !9)
!20 = !DILocation(line: 19, column: 23, scope: !9)
!21 = !DILocation(line: 19, column: 5, scope: !9)
!22 = !DILocation(line: 20, column: 33, scope: !9)
!23 = !DILocation(line: 20, column: 25, scope: !9)
!24 = !DILocation(line: 20, column: 9, scope: !9)
!25 = !DILocation(line: 19, column: 29, scope: !9)
!30 = !DILocation(line: 21, column: 10, scope: !9)
!31 = !DILocation(line: 21, column: 14, scope: !9)
!32 = !DILocation(line: 21, column: 21, scope: !9)
!33 = !DILocation(line: 21, column: 23, scope: !9)
!34 = !DILocation(line: 21, column: 5, scope: !9)
!35 = !DILocation(line: 22, column: 30, scope: !9)
!36 = !DILocation(line: 22, column: 22, scope: !9)
!39 = !DILocation(line: 22, column: 9, scope: !9)
!40 = !DILocation(line: 21, column: 29, scope: !9)
!43 = !DILocation(line: 23, column: 5, scope: !9)
!46 = !DILocation(line: 24, column: 5, scope: !9)
!49 = distinct !DISubprogram(name: "adder", scope: !1, file: !1, line: 9, scopeLine: 10, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!52 = !DILocation(line: 11, column: 11, scope: !49)
!53 = !DILocation(line: 12, column: 5, scope: !49)
!54 = !DILocation(line: 13, column: 5, scope: !49)
