target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@counter = internal global i32 0, align 4
@.str = private unnamed_addr constant [13 x i8] c"counter == 2\00", align 1
@.str.1 = private unnamed_addr constant [11 x i8] c"spinlock.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@taken = internal global i32 0, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  %i = alloca i64, align 8
  %i1 = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i64 0, ptr %i, align 8, !dbg !14
  br label %for.cond, !dbg !13
for.cond:
  %0 = load i64, ptr %i, align 8, !dbg !19
  %cmp = icmp ult i64 %0, 2, !dbg !20
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !21
for.cond.cleanup:
  br label %for.end
for.body:
  %1 = load i64, ptr %i, align 8, !dbg !22
  %arrayidx = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %1, !dbg !23
  %2 = load i64, ptr %i, align 8, !dbg !24
  %3 = inttoptr i64 %2 to ptr, !dbg !25
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @adder, ptr noundef %3), !dbg !26
  br label %for.inc, !dbg !26
for.inc:
  %4 = load i64, ptr %i, align 8, !dbg !27
  %inc = add i64 %4, 1, !dbg !27
  store i64 %inc, ptr %i, align 8, !dbg !27
  br label %for.cond, !dbg !21
for.end:
  store i32 0, ptr %i1, align 4, !dbg !33
  br label %for.cond2, !dbg !32
for.cond2:
  %5 = load i32, ptr %i1, align 4, !dbg !36
  %cmp3 = icmp slt i32 %5, 2, !dbg !37
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4, !dbg !38
for.cond.cleanup4:
  br label %for.end10
for.body5:
  %6 = load i32, ptr %i1, align 4, !dbg !39
  %idxprom = sext i32 %6 to i64, !dbg !40
  %arrayidx6 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom, !dbg !40
  %7 = load i64, ptr %arrayidx6, align 8, !dbg !40
  %call7 = call i32 @pthread_join(i64 noundef %7, ptr noundef null), !dbg !41
  br label %for.inc8, !dbg !41
for.inc8:
  %8 = load i32, ptr %i1, align 4, !dbg !42
  %inc9 = add nsw i32 %8, 1, !dbg !42
  store i32 %inc9, ptr %i1, align 4, !dbg !42
  br label %for.cond2, !dbg !38
for.end10:
  %9 = load i32, ptr @counter, align 4, !dbg !45
  %cmp11 = icmp eq i32 %9, 2, !dbg !45
  br i1 %cmp11, label %if.then, label %if.else, !dbg !45
if.then:
  br label %if.end, !dbg !45
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 48, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !45
  unreachable, !dbg !45
if.end:
  ret i32 0, !dbg !47
}
define internal ptr @adder(ptr noundef %argument) !dbg !50 {
entry:
  %argument.addr = alloca ptr, align 8
  %self = alloca i32, align 4
  store ptr %argument, ptr %argument.addr, align 8
  %0 = load ptr, ptr %argument.addr, align 8, !dbg !54
  %1 = ptrtoint ptr %0 to i64, !dbg !55
  %conv = trunc i64 %1 to i32, !dbg !56
  store i32 %conv, ptr %self, align 4, !dbg !57
  %2 = load i32, ptr %self, align 4, !dbg !58
  call void @lock(i32 noundef %2), !dbg !59
  %3 = load i32, ptr @counter, align 4, !dbg !60
  %inc = add nsw i32 %3, 1, !dbg !60
  store i32 %inc, ptr @counter, align 4, !dbg !60
  %4 = load i32, ptr %self, align 4, !dbg !61
  call void @unlock(i32 noundef %4), !dbg !62
  ret ptr null, !dbg !64
}
define internal void @lock(i32 noundef %self) !dbg !68 {
entry:
  %self.addr = alloca i32, align 4
  %expected = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  store i32 %self, ptr %self.addr, align 4
  store i32 0, ptr %expected, align 4, !dbg !70
  %0 = load i32, ptr %self.addr, align 4, !dbg !71
  br label %while.cond, !dbg !72
while.cond:
  store i32 1, ptr %.atomictmp, align 4, !dbg !73
  %1 = load i32, ptr %expected, align 4, !dbg !73
  %2 = load i32, ptr %.atomictmp, align 4, !dbg !73
  %3 = cmpxchg weak ptr @taken, i32 %1, i32 %2 acquire monotonic, align 4, !dbg !73
  %4 = extractvalue { i32, i1 } %3, 0, !dbg !73
  %5 = extractvalue { i32, i1 } %3, 1, !dbg !73
  br i1 %5, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !73
cmpxchg.store_expected:
  store i32 %4, ptr %expected, align 4, !dbg !73
  br label %cmpxchg.continue, !dbg !73
cmpxchg.continue:
  %storedv = zext i1 %5 to i8, !dbg !73
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !73
  %6 = load i8, ptr %cmpxchg.bool, align 1, !dbg !73, !range !76, !noundef !11
  %loadedv = trunc i8 %6 to i1, !dbg !73
  %lnot = xor i1 %loadedv, true, !dbg !77
  br i1 %lnot, label %while.body, label %while.end, !dbg !72
while.body:
  store i32 0, ptr %expected, align 4, !dbg !78
  br label %while.cond, !dbg !72
while.end:
  ret void, !dbg !81
}
define internal void @unlock(i32 noundef %self) !dbg !82 {
entry:
  %self.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  store i32 %self, ptr %self.addr, align 4
  %0 = load i32, ptr %self.addr, align 4, !dbg !83
  store i32 0, ptr %.atomictmp, align 4, !dbg !84
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !84
  store atomic i32 %1, ptr @taken release, align 4, !dbg !84
  ret void, !dbg !85
}
!1 = !DIFile(filename: "spinlock.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 41, scopeLine: 42, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 44, column: 10, scope: !9)
!14 = !DILocation(line: 44, column: 17, scope: !9)
!19 = !DILocation(line: 44, column: 24, scope: !9)
!20 = !DILocation(line: 44, column: 26, scope: !9)
!21 = !DILocation(line: 44, column: 5, scope: !9)
!22 = !DILocation(line: 45, column: 33, scope: !9)
!23 = !DILocation(line: 45, column: 25, scope: !9)
!24 = !DILocation(line: 45, column: 58, scope: !9)
!25 = !DILocation(line: 45, column: 50, scope: !9)
!26 = !DILocation(line: 45, column: 9, scope: !9)
!27 = !DILocation(line: 44, column: 32, scope: !9)
!32 = !DILocation(line: 46, column: 10, scope: !9)
!33 = !DILocation(line: 46, column: 14, scope: !9)
!36 = !DILocation(line: 46, column: 21, scope: !9)
!37 = !DILocation(line: 46, column: 23, scope: !9)
!38 = !DILocation(line: 46, column: 5, scope: !9)
!39 = !DILocation(line: 47, column: 30, scope: !9)
!40 = !DILocation(line: 47, column: 22, scope: !9)
!41 = !DILocation(line: 47, column: 9, scope: !9)
!42 = !DILocation(line: 46, column: 29, scope: !9)
!45 = !DILocation(line: 48, column: 5, scope: !9)
!47 = !DILocation(line: 49, column: 5, scope: !9)
!50 = distinct !DISubprogram(name: "adder", scope: !1, file: !1, line: 32, scopeLine: 33, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!54 = !DILocation(line: 34, column: 29, scope: !50)
!55 = !DILocation(line: 34, column: 21, scope: !50)
!56 = !DILocation(line: 34, column: 16, scope: !50)
!57 = !DILocation(line: 34, column: 9, scope: !50)
!58 = !DILocation(line: 35, column: 10, scope: !50)
!59 = !DILocation(line: 35, column: 5, scope: !50)
!60 = !DILocation(line: 36, column: 12, scope: !50)
!61 = !DILocation(line: 37, column: 12, scope: !50)
!62 = !DILocation(line: 37, column: 5, scope: !50)
!64 = !DILocation(line: 38, column: 5, scope: !50)
!68 = distinct !DISubprogram(name: "lock", scope: !1, file: !1, line: 17, scopeLine: 18, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!70 = !DILocation(line: 19, column: 9, scope: !68)
!71 = !DILocation(line: 20, column: 11, scope: !68)
!72 = !DILocation(line: 21, column: 5, scope: !68)
!73 = !DILocation(line: 22, column: 10, scope: !68)
!77 = !DILocation(line: 22, column: 9, scope: !68)
!78 = !DILocation(line: 23, column: 18, scope: !68)
!81 = !DILocation(line: 24, column: 1, scope: !68)
!82 = distinct !DISubprogram(name: "unlock", scope: !1, file: !1, line: 26, scopeLine: 27, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!83 = !DILocation(line: 28, column: 11, scope: !82)
!84 = !DILocation(line: 29, column: 5, scope: !82)
!85 = !DILocation(line: 30, column: 1, scope: !82)
